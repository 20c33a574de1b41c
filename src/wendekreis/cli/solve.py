"""The solve command: deals and positions in, verdicts out, in the same order.

Reading, solving and writing go by batches. Batches are solved in threads (the kernels release the GIL), as many at a
time as there are jobs; the main thread reads, writes in order, and listens to Ctrl-C.

A batch ends early where nothing more can be read at once. So a program may write a deal, read its answer and go on.

Lines of play are made for --moves alone. Without it, those of the won deals whose index is a multiple of 1,000 are:
the rules engine replays these, as a sample.
"""

import os
import secrets
import select
import signal
import stat
import sys
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from wendekreis.cli.scripts import DealText, GameId, Number
from wendekreis.cli.verdicts import Answers, Batch, Manner, Tally, answer
from wendekreis.deals import LARGEST_SEED, numbered_deal
from wendekreis.errors import Unreadable
from wendekreis.games import game as game_named
from wendekreis.rules import Game
from wendekreis.solver import Cancel, Limits
from wendekreis.solver.search import solves_packed

__all__ = ["solve"]

PACKED_BATCH = 4096
"""Deals in a batch for a solver that takes packed ones: a few milliseconds."""

MEMORY = 2000
"""The megabytes that one search may hold unless something else is asked for."""

GRACE = 0.1
"""After Ctrl-C, output that nobody takes for so many seconds is given up."""

MOST_JOBS = 256


def solve(
    game: GameId,
    deals: Annotated[
        Path | None,
        typer.Option(
            "--deals", metavar="FILE", help="A file with a deal or position a line; - or nothing is standard input."
        ),
    ] = None,
    deal_text: DealText = None,
    number: Number = None,
    random: Annotated[
        int | None,
        typer.Option("--random", metavar="COUNT", min=1, max=LARGEST_SEED, help="Solve so many random deals."),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, max=LARGEST_SEED, help="The seed that random deals follow from."),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a deal.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Print a line of play for each won deal.")] = False,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="The most nodes a deal.")
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option("--max-seconds", metavar="S", min=0, help="The longest time a deal.")
    ] = None,
    max_memory: Annotated[
        int, typer.Option("--max-memory", metavar="MB", min=1, help="The most memory a search, in megabytes.")
    ] = MEMORY,
    jobs: Annotated[
        int, typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="Searches at the same time.")
    ] = 1,
) -> None:
    """Say which deals or positions can be won, all cards known.

    Reads a deal a line, as the deal command prints it; a line may go on with ' | ' and moves, and is the position
    after them then. Prints 'INDEX won', 'INDEX lost' or 'INDEX unknown LIMIT' for each, INDEX counted from 0, in the
    order of the lines, and with --moves the moves that win. With --json it prints an object for each:

    \b
      {"index", "verdict", "limit", "moves", "nodes", "seconds"}

    At the end it says how many were won: on standard error with --json, else in a last line that begins with #.
    A program may write a deal at a time and read its answer: nothing waits for the end of the input.
    An unreadable line ends the command with exit status 2; with --json it gets {"index", "error"} in its place,
    the other lines go on, and the exit status is 2. Ctrl-C ends it with what is done, exit status 130.

    \b
    Examples:
      wendekreis solve hemispheres --number 25483 --moves
      wendekreis solve single-interchange --random 1000000 --seed 1
      wendekreis solve unlimited --deals deals.txt --json --max-seconds 20 --jobs 2
    """
    rules_of = game_named(game)
    given = [
        name
        for name, value in (("--deals", deals), ("--deal-text", deal_text), ("--number", number))
        if value is not None
    ]
    if len(given) + (random is not None) > 1:
        raise typer.BadParameter("give one of --deals, --deal-text, --number and --random")
    if seed is not None and random is None:
        raise typer.BadParameter("--seed belongs to --random")
    try:
        limits = Limits(max_nodes, max_seconds, max_memory)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    total: int | None = None
    pace = _Pace()
    batches: Generator[Batch | None, None, None]
    if random is not None:
        if seed is None:
            seed = secrets.randbelow(2**32)
            print(f"seed {seed}", file=sys.stderr)
        batches, total = _random(rules_of, seed, random), random
    elif deal_text is not None or number is not None:
        text = deal_text if deal_text is not None else numbered_deal(rules_of, number or "").text
        batches, total = _line(rules_of, text), 1
    else:
        batches = _lines(rules_of, deals, pace)
    with closing(batches):
        status = _Run(Manner(limits, as_json, moves), total, jobs, pace).through(batches)
    if status:
        raise typer.Exit(status)


def _size(game: Game) -> int:
    return PACKED_BATCH if solves_packed(game) else 1


def _random(game: Game, seed: int, count: int) -> Generator[Batch | None, None, None]:
    size = _size(game)
    for first in range(0, count, size):
        yield Batch(game, first, seed=seed, count=min(size, count - first))


def _line(game: Game, text: str) -> Generator[Batch | None, None, None]:
    yield Batch(game, 0, [text.encode(errors="surrogateescape")])


class _Pace:
    """Whether reading may wait for input: only while nothing else is to be done."""

    patient = True


def _lines(game: Game, path: Path | None, pace: _Pace) -> Generator[Batch | None, None, None]:
    """The lines of a file that hold more than a comment, in batches; ``None`` when none can be read at once."""
    size, index = _size(game), 0
    lines: list[bytes] = []
    numbers: list[int] = []
    number = 0
    if sys.stdin is None and (path is None or str(path) == "-"):
        raise Unreadable("there is no standard input")
    try:
        with nullcontext(sys.stdin.buffer) if path is None or str(path) == "-" else path.open("rb") as file:
            for line in _arriving(file, pace):
                if line is not None:
                    number += 1
                    text = line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line
                    if text.partition(b"#")[0].strip():
                        lines.append(text)
                        numbers.append(number)
                if lines and (line is None or len(lines) == size):
                    yield Batch(game, index, lines, numbers=numbers)
                    index, lines, numbers = index + len(lines), [], []
                elif line is None and not pace.patient:
                    yield None
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    if lines:
        yield Batch(game, index, lines, numbers=numbers)


def _arriving(file: Any, pace: _Pace) -> Iterator[bytes | None]:
    """The lines of a binary file as they arrive, and ``None`` whenever the next one is not there yet."""
    try:
        descriptor = file.fileno()
        select.select([descriptor], [], [], 0)
    except (AttributeError, OSError, ValueError):  # no file of the system, or a system that can't tell
        yield from file
        return
    parts: list[bytes] = []  # of a line that has not ended yet
    while True:
        if not select.select([descriptor], [], [], 0)[0]:
            yield None
            if not pace.patient:
                continue
            select.select([descriptor], [], [])
        part = os.read(descriptor, 1 << 16)
        *lines, rest = part.split(b"\n")
        if lines:
            yield b"".join([*parts, lines[0]])
            yield from lines[1:]
            parts = []
        parts.append(rest)
        if not part:
            if any(parts):
                yield b"".join(parts)
            return


class _Output:
    """Standard output that never holds up Ctrl-C, though nobody may be reading the pipe any more."""

    def __init__(self) -> None:
        self.hurried = False
        self._pieces: list[str] = []
        self._descriptor: int | None = None
        try:
            descriptor = sys.stdout.fileno()
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                select.select([], [descriptor], [], 0)
                self._descriptor = descriptor
        except (AttributeError, OSError, ValueError):  # no file of the system, or a system that can't tell
            pass

    def write(self, text: str) -> None:
        if self._descriptor is None:
            sys.stdout.write(text)
        else:
            self._pieces.append(text)

    def flush(self) -> None:
        """Write what there is; in a hurry, drop it once nobody has taken any of it for a while."""
        if self._descriptor is None:
            sys.stdout.flush()
            return
        left = memoryview("".join(self._pieces).encode())
        self._pieces.clear()
        deadline: float | None = None
        while left:
            if self.hurried:
                deadline = deadline or time.monotonic() + GRACE
                if time.monotonic() > deadline:
                    return
            if select.select([], [self._descriptor], [], 0.05)[1]:
                piece = bytes(left[: select.PIPE_BUF])  # so much fits a pipe that is ready, without waiting
                whole = piece.rfind(b"\n") + 1
                left = left[os.write(self._descriptor, piece[: whole or None]) :]
                deadline = None


class _Run:
    """One run of the command: batches in, lines out."""

    def __init__(self, manner: Manner, total: int | None, jobs: int, pace: _Pace) -> None:
        self._manner, self._total, self._jobs = manner, total, jobs
        self._tally = Tally()
        self._cancel = Cancel()
        self._output, self._pace = _Output(), pace
        self._reading = False
        self._shown = 0.0
        self._progress_is_up = False
        self._ended = False
        self._progress = sys.stderr.isatty()

    def through(self, batches: Iterator[Batch | None]) -> int:
        """Solve and print all batches.

        Returns:
            The exit status.

        Raises:
            WendekreisError: for a line that can't be read, unless the answers are JSON.
        """
        start = time.process_time()
        waiting: deque[Future[Answers]] = deque()
        with ThreadPoolExecutor(self._jobs) as pool, self._listening():
            try:
                while True:
                    paused = False
                    while not (paused or self._ended) and len(waiting) < 2 * self._jobs:
                        self._pace.patient = not waiting
                        if batch := self._next(batches):
                            waiting.append(pool.submit(answer, batch, self._manner, self._cancel))
                        else:
                            paused = True
                    if not waiting:
                        break
                    try:  # where input pauses, see to both: the answer, and more input
                        answers = waiting[0].result(0.02 if paused and not self._ended else None)
                    except TimeoutError:
                        continue
                    waiting.popleft()
                    self._print(answers, at_once=paused)
                    if not answers.whole:
                        break
            finally:
                # Whatever ended the loop, nobody waits for a search that is of no use any more.
                interrupted = self._cancel.cancelled
                self._cancel.cancel()
                pool.shutdown(cancel_futures=True)
                self._clear()
                self._output.flush()
        self._sum_up(time.process_time() - start, interrupted)
        if interrupted:
            return 130
        return 2 if self._tally.errors else 0

    def _next(self, batches: Iterator[Batch | None]) -> Batch | None:
        """The next batch; ``None`` when there is none at once, and ``_ended`` when there never will be."""
        if not self._cancel.cancelled:
            self._reading = True
            try:
                return next(batches)
            except (KeyboardInterrupt, StopIteration):
                pass
            finally:
                self._reading = False
        self._ended = True
        return None

    def _print(self, answers: Answers, at_once: bool) -> None:
        if answers.lines:
            self._clear()
            self._output.write("\n".join(answers.lines) + "\n")
            self._tally.add(answers.tally)
        if answers.error is not None:
            raise answers.error
        if time.monotonic() - self._shown < 0.1 and not at_once:
            return
        self._shown = time.monotonic()
        self._output.flush()  # whoever reads along sees what is done
        if self._progress:
            of_all = f" of {self._total}" if self._total is not None else ""
            print(f"{self._tally.decided}{of_all} deals, {self._tally.won} won", end="", file=sys.stderr, flush=True)
            self._progress_is_up = True

    def _clear(self) -> None:
        """Take the progress away from the terminal's line."""
        if self._progress_is_up:
            self._progress_is_up = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _sum_up(self, seconds: float, interrupted: bool) -> None:
        tally = self._tally
        if tally.decided + tally.errors < 2 and not interrupted:
            return
        parts = [f"{tally.decided} deals"]
        if tally.decided:
            share = 100 * tally.won / tally.decided
            parts.append(f"{tally.won} won ({share:.4f} %), {tally.lost} lost, {tally.unknown} unknown")
        if tally.errors:
            parts.append(f"{tally.errors} unreadable")
        if tally.decided and tally.searched:
            deals, nodes = tally.decided / tally.searched, tally.nodes / tally.searched
            parts.append(f"{deals:.0f} deals and {nodes:.0f} nodes per CPU-second of search")
            parts.append(f"{tally.decided / seconds:.0f} deals per CPU-second in all")
        ending = "interrupted: " if interrupted else ""
        text = f"# {ending}{'; '.join(parts)}"
        if self._manner.as_json:
            print(text, file=sys.stderr)
        else:
            self._output.write(f"{text}\n")
            self._output.flush()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """Let Ctrl-C end the searches; only where the program waits for input it has to break in."""

        def stop(number: int, frame: FrameType | None) -> None:
            if self._reading or self._cancel.cancelled:  # or it was pressed again
                self._output.hurried = True
                self._cancel.cancel()
                raise KeyboardInterrupt
            self._output.hurried = True
            self._cancel.cancel()

        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)
