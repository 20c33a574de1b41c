"""The table as Textual's widget: it shows a canvas, and says which card was clicked, or dragged where."""

from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from wendekreis.rules import Game
from wendekreis.terminal.grid import Grid, fit
from wendekreis.terminal.paint import Canvas, Marks, Spot, paint
from wendekreis.terminal.palette import Palette
from wendekreis.terminal.sitting import Standing
from wendekreis.terminal.words import Words

__all__ = ["Table"]

FIRST = 1
"""The button of the mouse that plays; the others do nothing, as on the page."""
TWICE = 0.4
"""Seconds within which two clicks are a double click."""


class Table(Widget):
    """The table of one game. What lies on it is told by :meth:`show`."""

    DEFAULT_CSS = "Table { height: 1fr; }"

    @dataclass
    class Clicked(Message):
        """A click on a card or a place, or where there is none; ``twice`` is the second half of a double click."""

        spot: Spot | None
        twice: bool

    @dataclass
    class Dropped(Message):
        """A card was dragged from one pile to another."""

        source: Spot
        target: str

    def __init__(self, words: Words, palette: Palette) -> None:
        super().__init__()
        self.words, self.palette = words, palette
        self.canvas: Canvas | None = None
        self.grid: Grid | None = None
        self._shown: tuple[Standing, Marks] | None = None
        self._fitted: tuple[Game, Size] | None = None
        self._from: Spot | None = None
        self._clicked: tuple[Spot | None, float] = None, 0.0

    def show(self, at: Standing, marks: Marks) -> None:
        """Lay this on the table."""
        self._shown = at, marks
        columns, rows = self.size
        if columns and rows:
            fitted = at.game, self.size
            if self._fitted != fitted:
                self._fitted, self.grid = fitted, fit(at.game.layouts, columns, rows)
            self.canvas = self._too_small(columns, rows)
            if self.grid is not None:
                self.canvas = paint(self.grid, at, self.words, marks, plain=not self.palette.colours)
        self.refresh()

    def _too_small(self, columns: int, rows: int) -> Canvas:
        canvas = Canvas(columns, rows)
        text = self.words("terminal.too_small")
        for y in range(-(-len(text) // columns)):
            canvas.put(0, y, text[y * columns : (y + 1) * columns], canvas.looks[0][0])
        return canvas

    def on_resize(self) -> None:
        """Lay the table anew."""
        if self._shown is not None:
            self.show(*self._shown)

    def render_line(self, y: int) -> Strip:
        """One row of cells."""
        if self.canvas is None or y >= self.canvas.rows:
            return Strip.blank(self.size.width)
        segments: list[Segment] = []
        for sign, look in zip(self.canvas.signs[y], self.canvas.looks[y], strict=True):
            style = self.palette.style(look)
            if segments and segments[-1].style is style:
                segments[-1] = Segment(segments[-1].text + sign, style)
            else:
                segments.append(Segment(sign, style))
        return Strip(segments, self.canvas.columns)

    # --- the mouse ---

    def _spot(self, event: events.MouseEvent) -> Spot | None:
        return self.canvas.spot(int(event.x), int(event.y)) if self.canvas else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A card may be dragged from here, by the first button."""
        if event.button != FIRST:
            return
        self._from = self._spot(event)
        self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """It was dragged to another pile; or it was a click."""
        if event.button != FIRST:
            return
        self.release_mouse()
        source, here, before = self._from, self._spot(event), self._clicked
        self._from, self._clicked = None, (here, event.time)
        if source is not None and here is not None and source.pile != here.pile:
            self._clicked = (None, 0.0)
            self.post_message(self.Dropped(source, here.pile))
        elif (source is None) == (here is None):
            twice = here is not None and here == before[0] and event.time - before[1] < TWICE
            self.post_message(self.Clicked(here, twice))
