"""The bench command: how fast the solvers are on this machine, on deals that never change."""

import time
from typing import Annotated

import typer

from wendekreis.cli.verdicts import Tally
from wendekreis.deals import random_deal
from wendekreis.games import game as game_named
from wendekreis.games import games as all_games
from wendekreis.rules import Game
from wendekreis.solver import Limits, packed, solve, solve_packed
from wendekreis.solver.search import solves_packed

__all__ = ["bench"]

SEED = 2026
"""The deals of the benchmark are the random deals of this seed."""

PACKED = 5000
"""So many times as many deals are solved where deals are solved packed."""

AT_ONCE = 500_000
"""So many packed deals are held at a time, whatever their number."""

HEADINGS = ("game", "deals", "won", "lost", "unknown", "nodes", "CPU s", "deals/CPU s", "nodes/CPU s")


def bench(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="The games; without any, all.")] = None,
    deals: Annotated[int, typer.Option("--deals", metavar="N", min=1, help="How many deals a game.")] = 100,
    max_nodes: Annotated[int, typer.Option("--max-nodes", metavar="N", min=1, help="The most nodes a deal.")] = 20_000,
) -> None:
    """Time the solvers: deals and nodes per CPU-second of each game.

    The deals are the same on every machine and in every version (those that solve --seed 2026 takes), and no clock
    ends a search, so the counts are comparable too. No lines of play are made. Games that are decided outright, from
    packed deals, get 5,000 times as many; drawing those is timed by itself.

    \b
    Example:
      wendekreis bench hemispheres unlimited --deals 50
    """
    chosen = [game_named(name) for name in games] if games else list(all_games().values())
    width = max(len(game.id) for game in chosen)
    print(f"{HEADINGS[0]:{width}}  {'  '.join(f'{heading:>11}' for heading in HEADINGS[1:])}", flush=True)
    for game in chosen:
        count = deals * PACKED if solves_packed(game) else deals
        drawing, tally = _packed(game, count) if solves_packed(game) else (0.0, _singly(game, count, max_nodes))
        seconds = max(tally.searched, 1e-9)
        cells = [f"{number:>11}" for number in (count, tally.won, tally.lost, tally.unknown, tally.nodes)]
        cells += [f"{seconds:>11.3f}", f"{count / seconds:>11.0f}", f"{tally.nodes / seconds:>11.0f}"]
        print(f"{game.id:{width}}  {'  '.join(cells)}", flush=True)
        if drawing:
            print(f"{'':{width}}  drawn by the random generator: {count / drawing:.0f} deals/CPU s", flush=True)


def _packed(game: Game, count: int) -> tuple[float, Tally]:
    """The CPU seconds that drawing took, and what came of solving."""
    drawing, tally = 0.0, Tally()
    for first in range(0, count, AT_ONCE):
        some = min(AT_ONCE, count - first)
        start = time.process_time()
        deals = packed.draw(game, SEED, first, some)
        drawn = time.process_time()
        decided = solve_packed(game, deals)
        solved = time.process_time()
        if decided is None:
            raise RuntimeError(f"{game.id} has no solver for packed deals")
        won = sum(decided.won)
        drawing += drawn - start
        tally.add(Tally(won, some - won, nodes=sum(decided.nodes), searched=solved - drawn))
    return drawing, tally


def _singly(game: Game, count: int, max_nodes: int) -> Tally:
    tally, limits = Tally(), Limits(max_nodes=max_nodes)
    for index in range(count):
        position = random_deal(game, SEED, index).start()
        start = time.process_time()
        verdict = solve(position, limits, lines=False)
        won, lost = verdict.outcome == "won", verdict.outcome == "lost"
        unknown = not (won or lost)
        tally.add(Tally(won, lost, unknown, nodes=verdict.nodes, searched=time.process_time() - start))
    return tally
