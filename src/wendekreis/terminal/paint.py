"""The table as character cells: what stands in each, in which look, and which card it belongs to. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from wendekreis.rules import Pile, Role
from wendekreis.terminal.faces import ROOMY, SUITS, middle
from wendekreis.terminal.grid import INDEX, Grid, Place, globe_cells, strips
from wendekreis.terminal.sitting import Standing
from wendekreis.terminal.words import Words

__all__ = ["Canvas", "Look", "Marks", "Spot", "paint"]

ARROWS = {"up": "↑", "down": "↓"}
BUILDS = {"up": "▲", "down": "▼"}
SIGNS = {"target": "◆", "partner": "⇄"}


class Look(NamedTuple):
    """How a cell looks: the names of its two colours, which a palette knows, and whether it is bold."""

    ink: str = "ink"
    paper: str = "table"
    bold: bool = False


class Spot(NamedTuple):
    """A card by its pile and its place in it, counted from the bottom; -1 for the place itself."""

    pile: str
    place: int


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be seen beside the cards.

    ``cursor`` stands on the top ``count`` cards of a pile; ``held`` so many are picked up; ``lit`` are the piles
    that take them; ``hint`` are piles that an advice speaks of; ``last`` the cards that moved last.
    """

    cursor: str | None = None
    count: int = 1
    held: tuple[str, int] | None = None
    lit: Mapping[str, Literal["target", "partner"]] = field(default_factory=dict)
    hint: Mapping[str, int] = field(default_factory=dict)
    last: frozenset[int] = frozenset()


class Canvas:
    """Cells in rows: a sign, its look, and the spot it belongs to."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.signs = [[" "] * columns for _ in range(rows)]
        self.looks = [[Look()] * columns for _ in range(rows)]
        self.spots: list[list[Spot | None]] = [[None] * columns for _ in range(rows)]

    def put(self, x: int, y: int, text: str, look: Look, spot: Spot | None = None) -> None:
        """Write a text from a cell on; what lies outside is cut off."""
        if not 0 <= y < self.rows:
            return
        for column, sign in enumerate(text, start=x):
            if 0 <= column < self.columns:
                self.signs[y][column], self.looks[y][column] = sign, look
                self.spots[y][column] = spot

    def sign(self, x: int, y: int, sign: str, ink: str) -> None:
        """Put a sign on what lies there already."""
        if 0 <= y < self.rows and 0 <= x < self.columns:
            self.signs[y][x] = sign
            self.looks[y][x] = self.looks[y][x]._replace(ink=ink, bold=True)

    def spot(self, x: int, y: int) -> Spot | None:
        """What lies at a cell."""
        return self.spots[y][x] if 0 <= y < self.rows and 0 <= x < self.columns else None

    def text(self) -> str:
        """The signs alone, a line a row."""
        return "\n".join("".join(row).rstrip() for row in self.signs)


@dataclass(frozen=True, slots=True)
class _Box:
    """The cells that can be seen of a card."""

    x: int
    y: int
    width: int
    height: int


def paint(grid: Grid, at: Standing, words: Words, marks: Marks, *, plain: bool = False) -> Canvas:
    """The whole table; ``plain`` is for a table without colours, where a bar must not touch its card."""
    canvas = Canvas(grid.columns, grid.rows)
    for x, y, is_north in globe_cells(grid):
        equator = grid.globe is not None and y == round(grid.globe[1])
        canvas.put(x, y, "╌" if equator else " ", Look("equator", "north" if is_north else "south"))
    painter = _Painter(canvas, grid, at, words, marks)
    for place in grid.places:
        painter.pile(place)
    painter.bars(plain)
    return canvas


class _Painter:
    def __init__(self, canvas: Canvas, grid: Grid, at: Standing, words: Words, marks: Marks) -> None:
        self.canvas, self.grid, self.at, self.words, self.marks = canvas, grid, at, words, marks
        self.boxes: dict[str, list[_Box]] = {}

    def pile(self, place: Place) -> None:
        """One pile, from its first card to its last."""
        pile = self.at.game.piles[self.at.game.index[place.pile]]
        width, height = self.grid.card
        count = self.at.count(place.pile)
        whole = _Box(place.x, place.y, width, height)
        self.boxes[place.pile] = [whole]
        if not count:
            self._well(pile, whole)
        elif self.at.is_stock(place.pile):
            self._back(whole, Spot(place.pile, 0), str(count))
        elif place.fan is None:
            seen = self._uncovered(place, whole)
            self._card(place.pile, count - 1, whole, hidden=count - 1, covered=seen != whole)
            self.boxes[place.pile] = [seen] * count
        else:
            self._fan(place, count)

    def bars(self, plain: bool) -> None:
        """The cursor, and what an advice points at: bars at either side of the cards."""
        thin = "▌▐" if plain else "▐▌"
        for pile, count in self.marks.hint.items():
            self._bars(pile, count, "hint", thin)
        if self.marks.held is not None:
            self._bars(*self.marks.held, "held-bar", "┃┃" if plain else "██")
        if self.marks.cursor is not None:
            self._bars(self.marks.cursor, self.marks.count, "focus", thin)

    def _bars(self, pile: str, count: int, ink: str, signs: str) -> None:
        boxes = self.boxes.get(pile, [])[-max(1, count) :]
        for box in boxes:
            for y in range(box.y, box.y + box.height):
                self.canvas.sign(boxes[-1].x - 1, y, signs[0], ink)
                self.canvas.sign(boxes[-1].x + boxes[-1].width, y, signs[1], ink)

    # ---

    def _uncovered(self, place: Place, box: _Box) -> _Box:
        """What the piles that are painted later leave of a card."""
        later = self.grid.places[self.grid.places.index(place) + 1 :]
        for other in later:
            dx, dy = other.x - box.x, other.y - box.y
            if dx == 0 and 0 < dy < box.height:
                box = _Box(box.x, box.y, box.width, dy)
            elif dy == 0 and 0 < dx < box.width:
                box = _Box(box.x, box.y, dx, box.height)
        return box

    def _fan(self, place: Place, count: int) -> None:
        assert place.fan is not None
        up = [self.at.face(place.pile, i) is not None for i in range(count)]
        offsets, shown = strips(place, up, self.grid.card)
        width, height = self.grid.card
        boxes = []
        for i, (dx, dy) in enumerate(offsets):
            box = _Box(place.x + dx, place.y + dy, width, shown)
            if i + 1 < count:
                ahead = offsets[i + 1]
                box = _Box(box.x, box.y, ahead[0] - dx or width, height if place.fan.right else ahead[1] - dy)
            boxes.append(box)
        self.boxes[place.pile] = boxes
        under = 0
        for i, box in enumerate(boxes):
            if box.height == 0 or (i + 1 < count and offsets[i] == offsets[i + 1]):
                under += 1
                continue
            self._card(place.pile, i, box, hidden=under, covered=i + 1 < count, in_fan=True)
            under = 0

    def _card(
        self, pile: str, index: int, box: _Box, *, hidden: int = 0, covered: bool = False, in_fan: bool = False
    ) -> None:
        """A card, or the part of it that can be seen; ``hidden`` cards lie under it that cannot."""
        face, spot = self.at.face(pile, index), Spot(pile, index)
        if face is None:
            self._back(box, spot, f"×{hidden + 1}" if hidden else "")
            return
        spec = self.at.game.piles[self.at.game.index[pile]]
        top = index == self.at.count(pile) - 1
        mark = self.at.view.marks.get(pile) if top else None
        held = self.marks.held is not None and self.marks.held[0] == pile
        is_held = held and self.marks.held is not None and index >= self.at.count(pile) - self.marks.held[1]
        lit = self.marks.lit.get(pile) if top else None
        paper = "held" if is_held else "lit" if lit else mark.kind if mark else "under" if covered else "paper"
        look = Look(f"suit-{face.suit.letter}", paper, bold=True)
        for y in range(box.height):
            self.canvas.put(box.x, box.y + y, " " * box.width, look, spot)
        wide = box.width >= INDEX + 2
        text = f"{self.words.rank(face)}{SUITS[face.suit.letter]}"
        self._within(box, 1 if wide else 0, 0, text, look, spot)
        if box.height >= ROOMY and wide:
            for x, y, piece in middle(face, self.words.rank(face), box.width, box.height):
                self._within(box, x, y, piece, look._replace(bold=False), spot)
            self._within(box, box.width - 1 - len(text), box.height - 1, text, look, spot)
        quiet = look._replace(ink="note", bold=False)
        sign = SIGNS[lit] if lit else "✦" if top and pile in self.marks.hint else ""
        if not sign and mark and mark.arrow:
            sign = ARROWS[mark.arrow]
        if not sign and self.at.view.piles[pile][index] in self.marks.last:
            sign = "•"
        if hidden and in_fan:
            self._within(
                box, len(text) + 2, 0, f"≡{self.at.count(pile)}"[: max(0, box.width - len(text) - 4)], quiet, spot
            )
        after = len(text) + (1 if wide else 0)
        corner = max(after, box.width - (2 if wide else 1))
        if sign and corner < box.width:  # never over the suit
            self._within(box, corner, 0, sign, look._replace(ink="sign"), spot)
        if box.height >= 2 and wide:
            self._foot(spec, box, 0 if in_fan else hidden, quiet, spot)

    def _foot(self, pile: Pile, box: _Box, hidden: int, look: Look, spot: Spot) -> None:
        """The lower edge of a card that lies open: how many lie there, which way it builds, that it is a barrier."""
        y = box.height - 1
        if pile.role is Role.BARRIER:
            self._within(
                box, 0, y, "═" * box.width if box.height < ROOMY else "═" * (box.width - 1 - INDEX), look, spot
            )
        elif pile.role is Role.FOUNDATION:
            if pile.arrow:
                self._within(box, 1, y, BUILDS[pile.arrow], look, spot)
        elif hidden:
            self._within(box, 1, y, f"≡{self.at.count(spot.pile)}", look, spot)

    def _back(self, box: _Box, spot: Spot, text: str) -> None:
        look = Look("back-line", "back")
        for y in range(box.height):
            self.canvas.put(box.x, box.y + y, "░" * box.width, look, spot)
        if text:
            padded = f" {text} "[: box.width]
            self._within(
                box, (box.width - len(padded)) // 2, (box.height - 1) // 2, padded, Look("back-ink", "back", True), spot
            )

    def _well(self, pile: Pile, box: _Box) -> None:
        """The place of a pile without cards."""
        spot = Spot(pile.name, -1)
        lit = self.marks.lit.get(pile.name)
        look = Look("well-line", "lit" if lit else "well")
        inner = box.width - 2
        lines = [f"╭{'─' * inner}╮", *[f"│{' ' * inner}│"] * (box.height - 2), f"╰{'─' * inner}╯"]
        if box.height == 1:
            lines = [f"[{' ' * inner}]"]
        for y, line in enumerate(lines):
            self.canvas.put(box.x, box.y + y, line, look, spot)
        text = pile.well[self.words.lang] if pile.well else ""
        if pile.role is Role.STOCK:
            text = "↻" if self.at.press(pile.name) else "–"
        text = SIGNS[lit] if lit else "✦" if pile.name in self.marks.hint else text
        self._within(box, (box.width - len(text)) // 2, (box.height - 1) // 2, text, look, spot)

    def _within(self, box: _Box, x: int, y: int, text: str, look: Look, spot: Spot) -> None:
        self.canvas.put(box.x + x, box.y + y, text[: box.width - x], look, spot)
