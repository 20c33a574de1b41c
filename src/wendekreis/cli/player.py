"""The player and compare commands: the fair player on deals, and two of its policies on the same deals."""

import json
import math
import secrets
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import typer

from wendekreis.advice.plan import wilson
from wendekreis.advice.player import DEFAULT_TURN_MS, POLICIES, Play, check_policy, is_able, play_out
from wendekreis.cli.scripts import DealText, GameId, Number
from wendekreis.deals import LARGEST_SEED, numbered_deal, parse_position, random_deal
from wendekreis.errors import Unreadable, WendekreisError
from wendekreis.games import game as game_named
from wendekreis.study.intervals import paired

__all__ = ["compare", "player"]

KNOWN_POLICIES = ", ".join(POLICIES)

Policy = Annotated[str, typer.Option("--policy", metavar="POLICY", help=f"One of {KNOWN_POLICIES}.")]
TurnMs = Annotated[
    float, typer.Option("--turn-ms", metavar="T", help="The budget of search: milliseconds a turn of the stock.")
]
Count = Annotated[int | None, typer.Option("--random", metavar="COUNT", min=1, help="Play so many random deals.")]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="S", min=0, max=LARGEST_SEED, help="The seed that random deals follow from."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="Games at the same time, a process each.")]


@dataclass(frozen=True)
class _Task:
    """A game to play: a line of text, or the index of a random deal; with each of these policies and budgets."""

    game: str
    index: int
    line: str | None
    seed: int
    manners: tuple[tuple[str, float], ...]
    error: Mapping[str, Any] | None = None


def player(
    game: GameId,
    random: Count = None,
    seed: Seed = None,
    deals: Annotated[
        Path | None, typer.Option("--deals", metavar="FILE", help="A file with a deal or position a line.")
    ] = None,
    deal_text: DealText = None,
    number: Number = None,
    policy: Policy = "search",
    turn_ms: TurnMs = DEFAULT_TURN_MS,
    jobs: Jobs = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print a JSON object a deal.")] = False,
    moves: Annotated[bool, typer.Option("--moves", help="Print the moves of each play.")] = False,
) -> None:
    """Let the fair player play: it sees what a person sees, and takes nothing back.

    Prints 'INDEX won' or 'INDEX open' for each deal, with --moves the moves behind it, and at the end how many were
    won, the 95 % interval (Wilson), and the CPU time it thought for each turn of the stock. With --json it prints an
    object for each deal, and the end on standard error:

    \b
      {"index", "deal", "won", "moves", "turns", "seconds"}

    An unreadable line ends the command with exit status 2 before anything is played; with --json it gets
    {"index", "error"} in its place, and the exit status is 2 at the end. Where a policy has no player (no compiled
    kernels) the command says so, exit status 2; greedy needs none.

    The policy greedy takes the first of foundation, exchange, build, turn; value judges what can be reached
    before the next card; search looks further, within its budget. A budget stands for so many positions looked at
    and not for a clock: the same deals are played alike on every machine.

    \b
    Examples:
      wendekreis player hemispheres --random 2000 --seed 77 --policy value
      wendekreis player hemispheres --number 25483 --moves
      wendekreis player single-interchange --random 500 --seed 1 --json
    """
    _check(game, policy, turn_ms)
    tasks, total = _tasks(game, random, seed, deals, deal_text, number, ((policy, turn_ms),), keep_errors=as_json)
    errors = sum(task.error is not None for task in tasks)
    won = turns = count = 0
    thought = 0.0

    def show(task: _Task, plays: Sequence[Play]) -> None:
        nonlocal won, turns, count, thought
        index = task.index
        if task.error is not None:
            print(json.dumps({"index": index, "error": task.error}))
            return
        (play,) = plays
        won, turns, count, thought = won + play.won, turns + play.turns, count + 1, thought + play.seconds
        line = " ".join(play.moves)
        if as_json:
            told = {"index": index, "deal": play.deal, "won": play.won, "moves": line, "turns": play.turns}
            print(json.dumps({**told, "seconds": round(play.seconds, 6)}))
        else:
            print(index, "won" if play.won else "open", *([line] if moves else []))

    interrupted = _through(tasks, total, jobs, show)
    if count:
        out = sys.stderr if as_json else sys.stdout
        each = f"{1000 * thought / turns:.3f} ms of CPU a turn" if turns else "no turns"
        print(f"# {'interrupted: ' if interrupted else ''}{_share(won, count)}; {each}; {thought:.1f} s", file=out)
    if interrupted or errors:
        raise typer.Exit(130 if interrupted else 2)


def compare(
    game: GameId,
    first: Annotated[str, typer.Option("--first", metavar="POLICY", help=f"One of {KNOWN_POLICIES}.")] = "value",
    second: Annotated[str, typer.Option("--second", metavar="POLICY", help="The other one.")] = "search",
    first_ms: Annotated[float, typer.Option("--first-ms", metavar="T", help="The first one's budget a turn.")] = 20.0,
    second_ms: Annotated[
        float, typer.Option("--second-ms", metavar="T", help="The second one's budget a turn.")
    ] = 20.0,
    random: Annotated[int, typer.Option("--random", metavar="COUNT", min=1, help="So many random deals.")] = 100,
    seed: Seed = None,
    jobs: Jobs = 1,
) -> None:
    """Compare two policies on the same deals, each deal played by both.

    Prints how many deals both won, only one of them, and neither; how much more the second wins, with a 95 %
    interval for paired games; and how likely so uneven a split would be between equals (McNemar, exact).

    \b
    Example:
      wendekreis compare hemispheres --first greedy --second value --random 200 --seed 5
    """
    _check(game, first, first_ms)
    _check(game, second, second_ms)
    tasks, total = _tasks(game, random, seed, None, None, None, ((first, first_ms), (second, second_ms)))
    counts = {(a, b): 0 for a in (True, False) for b in (True, False)}

    def show(task: _Task, plays: Sequence[Play]) -> None:
        counts[plays[0].won, plays[1].won] += 1

    interrupted = _through(tasks, total, jobs, show)
    done = sum(counts.values())
    one, two = counts[True, False], counts[False, True]
    if done:
        both, neither = counts[True, True], counts[False, False]
        print(f"both won {both}, only the first {one}, only the second {two}, neither {neither}")
        print(f"first ({_manner(first, first_ms)}): {_share(both + one, done)}")
        print(f"second ({_manner(second, second_ms)}): {_share(both + two, done)}")
        low, high = paired(both, one, two, neither)
        print(
            f"second less first: {100 * (two - one) / done:+.2f} points"
            f" ({100 * low:+.2f} to {100 * high:+.2f}), p = {_mcnemar(one, two):.3g}"
            if one + two
            else f"no difference in {done} deals ({100 * low:+.2f} to {100 * high:+.2f} points)"
        )
    if interrupted:
        raise typer.Exit(130)


def _share(won: int, count: int) -> str:
    low, high = wilson(won, count)
    return f"{won} of {count} won ({100 * won / count:.2f} %, 95 % interval {100 * low:.2f}–{100 * high:.2f})"


def _manner(policy: str, turn_ms: float) -> str:
    return f"{policy}, {turn_ms:g} ms a turn" if policy == "search" else policy


def _check(game: str, policy: str, turn_ms: float) -> None:
    check_policy(policy, turn_ms)
    if not is_able(game_named(game), policy):
        raise typer.BadParameter(
            f"there is no player for {game} with policy {policy} here (are the kernels compiled?); greedy can play it"
        )


def _mcnemar(one: int, two: int) -> float:
    """How likely a split of so many unequal pairs, or one less even, is by chance."""
    pairs, least = one + two, min(one, two)
    tail = sum(math.comb(pairs, k) for k in range(least + 1))
    return min(1.0, float(Fraction(2 * tail, 2**pairs)))


def _tasks(
    game: str,
    random: int | None,
    seed: int | None,
    path: Path | None,
    deal_text: str | None,
    number: str | None,
    manners: tuple[tuple[str, float], ...],
    keep_errors: bool = False,
) -> tuple[list[_Task], int]:
    """The games that the options ask for; every line is read before the first is played.

    With ``keep_errors`` a line that can't be read is a task that holds its error; else it is raised.
    """
    rules_of = game_named(game)
    if sum(option is not None for option in (random, path, deal_text, number)) != 1:
        raise typer.BadParameter("give one of --random, --deals, --deal-text and --number")
    if seed is not None and random is None:
        raise typer.BadParameter("--seed belongs to --random")
    if random is not None:
        if seed is None:
            seed = secrets.randbelow(2**32)
            print(f"seed {seed}", file=sys.stderr)
        return [_Task(game, i, None, seed, manners) for i in range(random)], random
    if path is not None:
        lines = _lines(path)
        if not lines:
            raise Unreadable(f"{path}: there is no deal in it")
    else:
        lines = [("", deal_text if deal_text is not None else numbered_deal(rules_of, number or "").text)]
    tasks = []
    for i, (place, line) in enumerate(lines):
        told = None
        try:
            deal, first = parse_position(rules_of, line)
            play_out(deal, "greedy", first=[str(move) for move in first], longest=0)
        except WendekreisError as error:
            if not keep_errors or path is None:
                raise Unreadable(f"{place}{error}") from error
            told = {"code": error.code, "message": str(error), "params": dict(error.params)}
        tasks.append(_Task(game, i, line, 0, manners, told))
    return tasks, len(tasks)


def _lines(path: Path) -> list[tuple[str, str]]:
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path}: this is not UTF-8 text") from error
    numbered = enumerate(text.splitlines(), 1)
    return [(f"{path}, line {number}: ", line) for number, line in numbered if line.partition("#")[0].strip()]


def _play(task: _Task) -> tuple[_Task, list[Play]]:
    if task.error is not None:
        return task, []
    rules_of = game_named(task.game)
    first: tuple[str, ...] = ()
    if task.line is None:
        deal = random_deal(rules_of, task.seed, task.index)
    else:
        deal, moves = parse_position(rules_of, task.line)
        first = tuple(map(str, moves))
    return task, [play_out(deal, policy, turn_ms, first) for policy, turn_ms in task.manners]


def _through(tasks: Sequence[_Task], total: int, jobs: int, show: Callable[[_Task, Sequence[Play]], None]) -> bool:
    """Play all, in order; returns whether Ctrl-C ended it. How far it is stands on the terminal's last line."""
    progress = sys.stderr.isatty()
    done = 0
    try:
        for task, plays in _played(tasks, jobs):
            if progress and done:
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            show(task, plays)
            sys.stdout.flush()
            done += 1
            if progress:
                print(f"{done} of {total} deals", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        return True
    finally:
        if progress and done:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    return False


def _played(tasks: Sequence[_Task], jobs: int) -> Iterator[tuple[_Task, list[Play]]]:
    if jobs == 1:
        yield from map(_play, tasks)
        return
    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        try:
            yield from pool.map(_play, tasks)
        finally:
            pool.shutdown(cancel_futures=True)
