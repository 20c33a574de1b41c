"""Playing at the terminal table as a person does: by what can be seen, with keys and mouse."""

from collections import deque
from typing import cast

from textual.pilot import Pilot
from textual.widgets import Static

from wendekreis.terminal.app import TerminalTable
from wendekreis.terminal.grid import Grid, Way, nearest
from wendekreis.terminal.paint import Canvas, Spot
from wendekreis.terminal.sitting import Standing
from wendekreis.terminal.table import Table

WAYS: tuple[Way, ...] = ("left", "right", "up", "down")


def app_of(pilot: Pilot[None]) -> TerminalTable:
    """The program."""
    return cast("TerminalTable", pilot.app)


def canvas_of(pilot: Pilot[None]) -> Canvas:
    """What is on the table."""
    canvas = app_of(pilot).screen_stack[0].query_one(Table).canvas
    assert canvas is not None
    return canvas


def grid_of(pilot: Pilot[None]) -> Grid:
    """Where it lies."""
    grid = app_of(pilot).screen_stack[0].query_one(Table).grid
    assert grid is not None
    return grid


def line(pilot: Pilot[None], which: str) -> str:
    """One of the lines around the table: ``head``, ``said`` or ``foot``."""
    return str(app_of(pilot).screen_stack[0].query_one(f"#{which}", Static).render())


def walk(grid: Grid, here: str, there: str) -> list[str] | None:
    """The fewest arrow keys from pile to pile; ``None`` if there is no way."""
    ways: dict[str, list[str]] = {here: []}
    waiting = deque([here])
    while waiting and there not in ways:
        pile = waiting.popleft()
        for way in WAYS:
            reached = nearest(grid, pile, way)
            if reached is not None and reached not in ways:
                ways[reached] = [*ways[pile], way]
                waiting.append(reached)
    return ways.get(there)


def keys_for(at: Standing, grid: Grid, cursor: str, move: str) -> tuple[list[str], str]:
    """The keys that make a move, and where the cursor is then."""
    choice = next(choice for choice in at.choices if choice.move == move and choice.main)
    if choice.press:
        return ["t"], cursor
    to, back = walk(grid, cursor, choice.source), walk(grid, choice.source, choice.target)
    assert to is not None
    assert back is not None
    # In a fan up and down choose cards first; so up is pressed for more of them, and they are put down from there.
    more = at.counts(choice.source).index(choice.count)
    return [*to, *["up"] * more, "enter", *back, "enter"], choice.target


def cell_of(pilot: Pilot[None], spot: Spot) -> tuple[int, int]:
    """A cell of a card, or of a place, to be clicked."""
    for y, row in enumerate(canvas_of(pilot).spots):
        for x, found in enumerate(row):
            if found == spot:
                return x, y
    raise AssertionError(f"{spot} is not to be seen")
