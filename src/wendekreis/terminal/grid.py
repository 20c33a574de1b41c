"""A game's layout on a grid of character cells: which layout, how large the cards, where each pile, how far a fan goes.

Layouts are in card units (see ``games``). A character cell is about twice as high as it is wide, and nothing can
lie between two cells; so piles are rounded to cells first, and the cards are as large as the gaps then allow.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Literal, TypeAlias

__all__ = ["INDEX", "Fan", "Grid", "Place", "Way", "fit", "nearest", "strips"]

INDEX = 3
"""Cells of a card's index: "10♥". No pile shows less of itself."""

MARGIN = 1
"""Cells at either side, for the cursor."""

FLATTEST, SLIMMEST = 2.6, 1.2
"""Cells of width a card unit may have for each cell of height, at most and at least."""

ROOM = 20
"""So many rows hold the longest column that is likely, each card showing its index."""

BETTER = 1.06
"""A later layout is taken only if its cards are so much larger."""

Way: TypeAlias = Literal["left", "right", "up", "down"]


@dataclass(frozen=True, slots=True)
class Fan:
    """How the cards of a pile are spread: cells to the right a card, or cells down after a card face up and face
    down; only the ``last`` so many of them; down to the cell row ``end``, which is not used any more.
    """

    right: int
    up: int
    down: int
    last: int | None
    end: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pile lies: the cell of its first card's top left corner."""

    pile: str
    x: int
    y: int
    fan: Fan | None = None


@dataclass(frozen=True, slots=True)
class Grid:
    """A layout in cells. ``places`` stand in the order in which they are painted.

    ``globe`` is the centre, the half axes and the exponent of a superellipse, in cells.
    """

    layout: str
    columns: int
    rows: int
    card: tuple[int, int]
    places: tuple[Place, ...]
    globe: tuple[float, float, float, float, float] | None = None

    def place(self, pile: str) -> Place:
        """The place of a pile."""
        return next(place for place in self.places if place.pile == pile)


def fit(layouts: Mapping[str, Mapping[str, Any]], columns: int, rows: int) -> Grid | None:
    """The layout with the largest cards, in so many cells; ``None`` if in no layout every pile can be told apart."""
    best: Grid | None = None
    size = 0.0
    for name, layout in layouts.items():
        grid = _grid(name, layout, columns, rows)
        if grid is not None and _worth(grid) > size * BETTER:
            best, size = grid, _worth(grid)
    return best


def _worth(grid: Grid) -> float:
    """How well one plays there: large cards that are neither flat nor slim, and columns that can grow long."""
    width, height = grid.card
    room = min((p.fan.end - p.y for p in grid.places if p.fan and p.fan.up and not p.fan.last), default=ROOM)
    return min(width, 2.3 * height) * min(height, width / 1.3) * min(room / ROOM, 1)


def _grid(name: str, layout: Mapping[str, Any], columns: int, rows: int) -> Grid | None:
    width, height = layout["size"]
    ux, uy = (columns - MARGIN) / width, rows / height
    ux, uy = min(ux, uy * FLATTEST), min(uy, ux / SLIMMEST)
    left = max(MARGIN, round((columns - width * ux) / 2))
    tall = rows / uy if layout.get("grow") else height
    top = max(0, int((rows - tall * uy) / 2))
    corners = {
        pile: (left + round(x * ux), top + round((y if y >= 0 else tall + y) * uy))
        for pile, (x, y, *_) in layout["piles"].items()
    }
    card = _card(list(layout["piles"].values()), list(corners.values()), ux, uy, columns, rows)
    if card[0] < INDEX or card[1] < 1 or not _all_can_be_seen(list(corners.values()), card):
        return None
    places = []
    for pile, (_, _, *rest) in layout["piles"].items():
        fan = _fan(rest[0], ux, uy, rows, top, tall) if rest else None
        places.append(Place(pile, *corners[pile], fan))
    globe = None
    if "globe" in layout:
        cx, cy, rx, ry, power = layout["globe"]
        globe = (left + cx * ux - 0.5, top + cy * uy - 0.5, rx * ux, ry * uy, power)
    return Grid(name, columns, rows, card, tuple(places), globe)


def _card(
    units: Sequence[Any], corners: Sequence[tuple[int, int]], ux: float, uy: float, columns: int, rows: int
) -> tuple[int, int]:
    """The largest card that covers no neighbour that the layout has it clear of, with a gap where there is room."""
    width, height = int(ux), round(uy)
    for (one, a), (other, b) in combinations(zip(units, corners, strict=True), 2):
        dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
        if one[1] * other[1] < 0 or (dx < 1 and dy < 1):
            continue
        if dy < 1:
            width = min(width, abs(a[0] - b[0]) - 1)
        if dx < 1:
            gap = abs(a[1] - b[1])
            height = min(height, gap - 1 if gap > 3 else gap)
    width = min(width, columns - MARGIN - max(x for x, _ in corners))
    height = min(height, rows - max(y for _, y in corners))
    return width, height


def _all_can_be_seen(corners: Sequence[tuple[int, int]], card: tuple[int, int]) -> bool:
    """Whether no card hides the index of one that was painted before it, nor has its own outside."""
    return not any(
        later[0] < earlier[0] + INDEX
        and later[0] + card[0] > earlier[0]
        and later[1] <= earlier[1] < later[1] + card[1]
        for earlier, later in combinations(corners, 2)
    )


def _fan(fan: Mapping[str, Any], ux: float, uy: float, rows: int, top: int, tall: float) -> Fan:
    last = fan.get("last")
    to = fan.get("to")
    end = rows if to is None else top + round((to if to > 0 else tall + to) * uy)
    if "right" in fan:
        return Fan(max(INDEX, round(fan["right"][0] * ux)), 0, 0, last, end)
    up, down = fan["down"]
    return Fan(0, max(1, round(up * uy)), max(1, round(down * uy)), last, end)


def strips(place: Place, up: Sequence[bool], card: tuple[int, int]) -> tuple[list[tuple[int, int]], int]:
    """The cells, relative to the pile's place, where its cards lie, and how many rows of the last one are seen.

    ``up`` tells for each card, bottom to top, whether it lies face up. A fan keeps its steps as long as it fits, then
    shrinks them to one row, then the last card, and then lays face-down cards, and in the end others, over each other.
    """
    fan, height = place.fan, card[1]
    if fan is None:
        return [(0, 0)] * len(up), height
    first = max(0, len(up) - fan.last) if fan.last else 0
    if fan.right:
        return [(fan.right * max(0, i - first), 0) for i in range(len(up))], height
    room = fan.end - place.y
    for after_up, after_down, shown in _tries(fan, height):
        steps = [after_up if is_up else after_down for is_up in up[first:-1]]
        if sum(steps) + shown <= room:
            break
    else:
        for hidden in (True, False):  # face-down cards first
            for i, (here, above) in enumerate(zip(up[first:], up[first + 1 :], strict=False)):
                over = sum(steps) + 1 > room
                if over and (not (here or above) if hidden else i < len(steps) - 1 and here):
                    steps[i] = 0
    offsets, y = [(0, 0)] * (first + 1), 0
    for step in steps:
        y += step
        offsets.append((0, y))
    return offsets[: len(up)], max(1, min(height, room - y))


def _tries(fan: Fan, height: int) -> Iterator[tuple[int, int, int]]:
    """Steps after cards face up and face down, and how much of the last card is to be seen, the best first."""
    for up in range(fan.up, 0, -1):
        for down in range(min(fan.down, up), 0, -1):
            yield up, down, height
    for shown in range(height - 1, 0, -1):
        yield 1, 1, shown


def nearest(grid: Grid, pile: str, way: Way) -> str | None:
    """The pile that lies nearest in a direction, straight ahead before aslant; ``None`` if there is none."""
    here = grid.place(pile)
    across, sign = way in ("left", "right"), -1 if way in ("left", "up") else 1
    best, least = None, float("inf")
    for there in grid.places:
        dx, dy = there.x - here.x, 2 * (there.y - here.y)
        ahead, aside = (sign * dx, abs(dy)) if across else (sign * dy, abs(dx))
        if ahead <= 0:
            continue
        cost = ahead + 2.2 * aside + (10_000 if aside > 2 * ahead else 0)
        if cost < least:
            best, least = there.pile, cost
    return best
