"""The study commands: run a study, report on it, compare two, show one deal of it, list them."""

import hashlib
import json
import secrets
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from wendekreis.advice.player import DEFAULT_TURN_MS, check_policy, play_out
from wendekreis.deals import LARGEST_SEED
from wendekreis.errors import HopelessLimits, Unreadable, WendekreisError
from wendekreis.games import game as game_named
from wendekreis.rules import Game
from wendekreis.solver import solve
from wendekreis.solver.search import solves_packed
from wendekreis.study import comparison, crew, ledger, plan, report
from wendekreis.study.batch import moves_of, position_of
from wendekreis.study.files import write_whole
from wendekreis.study.intervals import bounds
from wendekreis.study.ledger import Ledger
from wendekreis.study.plan import Study
from wendekreis.study.run import Progress, check
from wendekreis.study.run import run as run_through

__all__ = ["study"]

study = typer.Typer(
    help="Find out which share of all deals can be won: studies of millions of deals, that can be stopped and go on.",
    rich_markup_mode=None,
    no_args_is_help=True,
)

MOST_JOBS = 256

Name = Annotated[str, typer.Argument(metavar="NAME", help="The study's name.")]
Directory = Annotated[
    Path | None, typer.Option("--directory", metavar="DIR", help="Where the ledgers lie, if not in the user's data.")
]


@study.command()
def run(
    name: Name,
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="A game's id.")] = None,
    rules: Annotated[
        list[str] | None, typer.Option("--rules", metavar="NAME=VALUE", help="A variant of its rules; may be repeated.")
    ] = None,
    deals: Annotated[int | None, typer.Option("--deals", metavar="N", min=1, help="How many deals.")] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, max=LARGEST_SEED, help="The seed that the deals follow from."),
    ] = None,
    first: Annotated[int | None, typer.Option("--first", metavar="I", min=0, help="The first deal's index.")] = None,
    deals_file: Annotated[
        Path | None, typer.Option("--deals-file", metavar="FILE", help="Take the deals of a file, one a line.")
    ] = None,
    max_nodes: Annotated[
        int | None, typer.Option("--max-nodes", metavar="N", min=1, help="The most nodes a deal.")
    ] = None,
    max_seconds: Annotated[
        float | None, typer.Option("--max-seconds", metavar="S", min=0, help="The longest time a deal.")
    ] = None,
    max_memory: Annotated[
        int | None, typer.Option("--max-memory", metavar="MB", min=1, help="The most memory a search, in megabytes.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="POLICY", help="Let the fair player play them, by this policy.")
    ] = None,
    turn_ms: Annotated[
        float | None, typer.Option("--turn-ms", metavar="T", help="The player's budget, in milliseconds a turn.")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option("--jobs", metavar="J", min=1, max=MOST_JOBS, help="Processes on this machine.")
    ] = None,
    dask: Annotated[
        str | None, typer.Option("--dask", metavar="ADDRESS", help="The scheduler of a Dask cluster to run it on.")
    ] = None,
    directory: Directory = None,
) -> None:
    """Run a study, or go on with one: to be stopped at any time, and started again by the same command.

    A study is N deals in a row of a seed, each decided with all cards known within the same limits. What is done is
    kept in a ledger; a study that exists needs its name alone, and refuses other parameters than it has. Without any
    limit a deal gets a million nodes. At the end the report is printed.

    \b
    Examples:
      wendekreis study run si --game single-interchange --deals 1000000 --seed 1 --jobs 2
      wendekreis study run any --game unlimited --rules spaces=any --deals 10000 --seed 1 --max-nodes 100000
      wendekreis study run fair --game hemispheres --deals 1000 --seed 1 --policy value
    """
    if jobs is not None and dask is not None:
        raise typer.BadParameter("give --jobs or --dask, not both")
    if dask is not None and not dask.strip():
        raise typer.BadParameter("--dask needs the address of a scheduler, as tcp://HOST:PORT")
    folder = directory or ledger.default_directory()
    asked = {"max_nodes": max_nodes, "max_seconds": max_seconds, "max_memory": max_memory, "policy": policy}
    asked |= {"seed": seed, "first": first, "deals": deals, "turn_ms": turn_ms}
    whole, lines = _asked(folder, name, game, rules or [], deals_file, asked)
    if not _is_done(folder, name):
        check(whole)
        with (
            _terminable(),
            closing(crew.Cluster(dask) if dask is not None else crew.Pool(jobs or 1)) as workers,
            Ledger.create(folder, whole, lines) as book,
            _telling() as tell,
        ):
            try:
                run_through(book, workers, tell)
            except KeyboardInterrupt as end:
                done = sum(book.tally())
                print(f"interrupted after {done:,} deals; the same command goes on with the rest", file=sys.stderr)
                raise typer.Exit(143 if isinstance(end, _Terminated) else 130) from None
    with Ledger(folder, name) as book:
        print(report.report(book, directory).text())


class _Terminated(KeyboardInterrupt):
    """SIGTERM came."""


@contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end it as Ctrl-C does: without that, what the processes of a pool share would be left behind."""

    def end(*_: object) -> None:
        raise _Terminated

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _is_done(directory: Path, name: str) -> bool:
    if not ledger.exists(directory, name):
        return False
    with Ledger(directory, name) as book:
        return sum(book.tally()) == book.study.deals


def _asked(
    directory: Path, name: str, game: str | None, rules: list[str], file: Path | None, asked: dict[str, Any]
) -> tuple[Study, list[str]]:
    """The study that the options ask for; what they leave out is taken from the one that exists, if it does.

    Returns:
        The study, and the lines of its file of deals.
    """
    given = {option: value for option, value in asked.items() if value is not None}
    if rules and game is None:
        raise typer.BadParameter("--rules belongs to --game")
    if file is not None and "seed" in given:
        raise typer.BadParameter("give --seed or --deals-file, not both")
    if game is not None:
        named = game_named("+".join([game, *sorted(rules)]))
        given |= {"game": named.id, "game_version": named.version}
    plan.checked_name(name)
    there = None
    if ledger.exists(directory, name):
        with Ledger(directory, name) as book:
            there = book.study
    lines: list[str] = []
    if file is not None:
        lines = _lines(game_named(given.get("game") or (there.game if there else "")), file)
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest()
        given |= {"file": digest, "file_name": str(file), "seed": None}
    if there is not None:
        if "game" not in given:
            given["game_version"] = there.rules.version
        asked_for = _made(there, given)
        ledger.same(there, asked_for)
        return asked_for, lines
    if game is None or (file is None and "deals" not in given):
        raise typer.BadParameter(f"there is no study {name!r} yet; a new one needs --game and --deals")
    if file is None and "seed" not in given:
        given["seed"] = secrets.randbelow(2**32)
        print(f"seed {given['seed']}", file=sys.stderr)
    if file is not None:
        given.setdefault("deals", len(lines) - given.get("first", 0))
        if given.get("first", 0) + given["deals"] > len(lines) or given["deals"] < 1:
            raise Unreadable(f"{file}: there are {len(lines)} deals in it")
    if "policy" in given:
        check_policy(given["policy"], given.get("turn_ms", DEFAULT_TURN_MS))
        if given["policy"] == "search":
            given.setdefault("turn_ms", DEFAULT_TURN_MS)
        elif "turn_ms" in given:
            raise typer.BadParameter(f"--turn-ms belongs to --policy search; {given['policy']} has no budget")
        if {"max_nodes", "max_seconds", "max_memory"} & set(given):
            raise typer.BadParameter("--max-nodes, --max-seconds and --max-memory are for the solver, not for --policy")
        given["max_memory"] = None
    elif "turn_ms" in given:
        raise typer.BadParameter("--turn-ms belongs to --policy")
    elif solves_packed(game_named(given["game"])):
        if {"max_nodes", "max_seconds", "max_memory"} & set(given):
            raise HopelessLimits(
                f"every deal of {given['game']} is decided at once: no limit is ever reached; give none"
            )
        given["max_memory"] = None
    elif not {"max_nodes", "max_seconds"} & set(given):
        given["max_nodes"] = plan.NODES
    return _made(None, {"name": name, **given}), lines


def _made(there: Study | None, given: dict[str, Any]) -> Study:
    try:
        return plan.replace(there, **given) if there is not None else Study(**given)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


def _lines(game: Game, path: Path) -> list[str]:
    """The deals or positions of a file, in their one way of writing; every line is read before anything is run."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError:
        raise Unreadable(f"{path}: this is not UTF-8 text") from None
    found = []
    probe = Study("file", game.id, game.version, 1, file="")
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.partition("#")[0].strip():
            continue
        try:
            _, deal, moves = position_of(probe, 0, line)
        except WendekreisError as error:
            raise Unreadable(f"{path}, line {number}: {error}") from error
        found.append(f"{deal.text} | {' '.join(moves)}" if moves else deal.text)
    if not found:
        raise Unreadable(f"{path}: there is no deal in it")
    return found


@contextmanager
def _telling() -> Iterator[Callable[[Progress], None]]:
    """A progress bar, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = TextColumn("{task.fields[deals]}"), BarColumn(bar_width=None), TextColumn("{task.fields[said]}")
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, deals="", said="beginning")

        def tell(progress: Progress) -> None:
            deals = f"{progress.done:,} of {progress.deals:,}"
            bar.update(task, total=progress.deals, completed=progress.done, deals=deals, said=told(progress))

        yield tell


def told(progress: Progress) -> str:
    """The share so far with its interval, the rate and the time left, in a few words.

    >>> told(Progress(1000, 500, 250, 240, 10, workers=2, rate=100.0))
    '50.00 % to 52.00 % (45.63–56.35), 100 deals/s, 0:00:05 left'
    """
    done = progress.done
    if not done:
        return "beginning"
    low, high = bounds(progress.won, progress.unknown, done)
    share = report.share(progress.won, progress.unknown, done)
    said = f"{share} ({report.percent(low)}–{report.percent(high)})"
    if progress.rate is None or progress.left is None:
        return said
    if not progress.workers:
        return f"{said}, no worker is there"
    seconds = int(progress.left)
    left = f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    return f"{said}, {progress.rate:,.0f} deals/s, {left} left"


@study.command("report")
def report_(
    name: Name,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
    parquet: Annotated[
        Path | None, typer.Option("--parquet", metavar="FILE", help="Write a Parquet file, a row a batch.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots that needs nothing else.")
    ] = None,
    directory: Directory = None,
) -> None:
    """Say what a study has found, also while it is being run.

    The share won has a 95 % interval (Wilson); undecided deals count as lost for its lower end and as won for its upper
    one. Nodes and processor time a deal are told by median, 90 %, 99 % and the most.

    \b
    Example:
      wendekreis study report si --html si.html
    """
    with Ledger(directory or ledger.default_directory(), name) as book:
        whole = report.report(book, directory)
        if parquet is not None:
            from wendekreis.study.tables import write_parquet

            write_parquet(book, parquet, whole.command)
    if html is not None:
        from wendekreis.study.page import page

        write_whole(html, page(whole).encode())
    if as_json:
        print(json.dumps(whole.json()))
    elif html is None and parquet is None:
        print(whole.text())


@study.command()
def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A study.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one, of the same deals.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object.")] = False,
    directory: Directory = None,
) -> None:
    """Compare two studies deal by deal, on the deals that both have done.

    Both must have the same seed, or the same file of deals; games, variants and limits may differ, and one may be of
    the fair player. Prints how many deals both won, only one of them, and neither, and the difference of the
    shares with its 95 % interval for pairs; what is undecided counts for the worse in its lower end and for the better
    in its upper one.

    \b
    Example:
      wendekreis study compare known fair
    """
    folder = directory or ledger.default_directory()
    with Ledger(folder, first) as one, Ledger(folder, second) as two:
        both = comparison.compare(one, two)
    print(json.dumps(both.json()) if as_json else both.text())


@study.command()
def show(
    name: Name,
    index: Annotated[int, typer.Option("--index", metavar="I", min=0, help="The deal's index.")],
    directory: Directory = None,
) -> None:
    """Show one deal of a study: the deal, the outcome, and the line of play of a win, worked out anew.

    Prints three lines: the deal (or position) as text, the outcome, and the moves, which are empty when there are none.

    \b
    Example:
      wendekreis study show si --index 38
    """
    with Ledger(directory or ledger.default_directory(), name) as book:
        whole = book.study
        if not whole.first <= index < whole.end:
            raise Unreadable(f"{name} has the deals {whole.first} to {whole.end - 1}")
        (line,) = book.lines(index, 1) or (None,)
    position, deal, moves = position_of(whole, index, line)
    print(line or deal.text)
    if whole.policy is not None:
        play = play_out(deal, whole.policy, whole.turn_ms or DEFAULT_TURN_MS, first=moves)
        print("won" if play.won else "lost")
        print(*play.moves[len(moves) :])
        return
    verdict = solve(position, whole.limits)
    print(*filter(None, (verdict.outcome, verdict.limit)))
    print(moves_of(position, verdict.moves) if verdict.outcome == "won" else "")


@study.command("list")
def list_(directory: Directory = None) -> None:
    """List the studies: name, game, deals done of all, share won so far.

    With undecided deals the share is from all of them lost to all of them won.

    \b
    Example:
      wendekreis study list
    """
    folder = directory or ledger.default_directory()
    rows = []
    for name in ledger.studies(folder):
        try:
            with Ledger(folder, name) as book:
                won, lost, unknown = book.tally()
                done = won + lost + unknown
                share = report.share(won, unknown, done, 4) if done else "-"
                rows.append((name, book.study.game, f"{done:,} of {book.study.deals:,}", share))
        except WendekreisError as error:
            rows.append((name, "-", "-", str(error)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())
