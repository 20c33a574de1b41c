"""Colours of the terminal table: light, dark, and none at all."""

from collections.abc import Mapping
from functools import lru_cache

from rich.color import Color
from rich.style import Style
from textual.theme import Theme

from wendekreis.terminal.paint import Look

__all__ = ["NO_COLOUR", "PALETTES", "Palette", "is_dark", "without_colour"]


class Palette:
    """A colour for each name that a look has. Without any, cards are shown in reverse."""

    def __init__(self, name: str, dark: bool, colours: Mapping[str, str]) -> None:
        self.name, self.dark, self.colours = name, dark, colours
        self.style = lru_cache(1024)(self._style)

    def _style(self, look: Look) -> Style:
        if not self.colours:
            return without_colour(look)
        ink, paper = (Color.parse(self.colours[name]) for name in (look.ink, look.paper))
        return Style(color=ink, bgcolor=paper, bold=look.bold)

    @property
    def theme(self) -> Theme:
        """The same for Textual's own widgets."""
        of = self.colours
        return Theme(
            name=self.name,
            primary=of["focus"],
            secondary=of["hint"],
            accent=of["focus"],
            foreground=of["ink"],
            background=of["table"],
            surface=of["surface"],
            panel=of["surface"],
            error=of["bad"],
            dark=self.dark,
            variables={"quiet": of["quiet"], "edge": of["well-line"], "bar": of["bar"], "bar-ink": of["bar-ink"]},
        )


def without_colour(look: Look) -> Style:
    """A look that needs no colour: what lies open is in reverse, what is lit is underlined as well."""
    faces = look.paper in ("paper", "under", "astray", "held", "lit")
    return Style(reverse=faces and look.ink != "well-line", underline=look.paper == "lit", bold=look.bold)


def is_dark(colorfgbg: str) -> bool:
    """Whether the terminal is dark, as far as it tells: ``COLORFGBG`` is "foreground;background" in ANSI's numbers."""
    background = colorfgbg.rpartition(";")[2]
    return not (background.isdecimal() and (int(background) == 7 or 9 <= int(background) <= 15))


# Suits in four colours that keep the two families apart, warm and cool: see the browser's tokens.
_LIGHT = {
    "table": "#e3eae7", "north": "#f0e2d3", "south": "#cfdcdf", "equator": "#b98a78", "surface": "#fbfaf5",
    "ink": "#14252a", "quiet": "#47595d", "bar": "#0b5c70", "bar-ink": "#ffffff",
    "paper": "#ffffff", "under": "#f4f3ec", "astray": "#ddd3bb", "held": "#ffd98c", "lit": "#ffe9bd",
    "suit-H": "#c0062f", "suit-D": "#b04a00", "suit-C": "#00705a", "suit-S": "#14171d",
    "note": "#5d6468", "sign": "#8a4500", "back": "#1f5666", "back-line": "#4f8592", "back-ink": "#ffffff",
    "well": "#cbd7d5", "well-line": "#56696d", "focus": "#0b4fd6",
    "held-bar": "#a85400", "hint": "#1b6b3a", "bad": "#a3192c",
}  # fmt: skip
_DARK = {
    "table": "#0d1920", "north": "#2b2724", "south": "#102b3a", "equator": "#7a5c50", "surface": "#15262f",
    "ink": "#e9efec", "quiet": "#a6b8bc", "bar": "#1c3f4b", "bar-ink": "#e9efec",
    "paper": "#f1ede2", "under": "#ddd8ca", "astray": "#b9b09a", "held": "#ffc766", "lit": "#ffe2a8",
    "suit-H": "#b0062c", "suit-D": "#9c3f00", "suit-C": "#00604d", "suit-S": "#14171d",
    "note": "#5f5a4f", "sign": "#7a3c00", "back": "#27505e", "back-line": "#5a8b97", "back-ink": "#f2f6f6",
    "well": "#15262f", "well-line": "#6d8790", "focus": "#9fd0ff",
    "held-bar": "#ffb454", "hint": "#6fd08f", "bad": "#ff8f8f",
}  # fmt: skip

PALETTES = {"light": Palette("wendekreis-light", False, _LIGHT), "dark": Palette("wendekreis-dark", True, _DARK)}
NO_COLOUR = Palette("", True, {})
