"""Variants of a game: what of its rules can be set otherwise, and how that is written (RULES, "Variants").

A variant is written ``game+name=value``, several joined by ``+``. Its *canonical* text has the names sorted and
leaves out what is as the game has it by itself.

>>> what = {"faces": ("alternate", "up", "top"), "spaces": ("king", "any")}
>>> variant_id("single-interchange", what, read_setting("single-interchange", what, "spaces=any+faces=alternate"))
'single-interchange+spaces=any'
"""

from collections.abc import Mapping
from typing import TypeAlias

from wendekreis.errors import UnknownGame

__all__ = ["Variants", "read_setting", "setting_of", "variant_id"]

Variants: TypeAlias = Mapping[str, tuple[str, ...]]
"""What of a game can be set: the values of each name, the game's own first."""


def read_setting(game_id: str, variants: Variants, text: str) -> dict[str, str]:
    """Read ``name=value+name=value``, what stands behind the game's id and a ``+``.

    Raises:
        UnknownGame: when the game has no such variant; the message names those that it has.
    """
    chosen: dict[str, str] = {}
    for part in text.split("+"):
        name, equals, value = part.partition("=")
        if not equals or name in chosen:
            why = f"{name[:40]} is set twice" if equals else f"{part[:40]!r} is no variant (name=value)"
            raise _unknown(game_id, variants, why)
        chosen[name] = value
    return setting_of(game_id, variants, chosen)


def setting_of(game_id: str, variants: Variants, chosen: Mapping[str, str]) -> dict[str, str]:
    """How everything is set when this much was chosen.

    Raises:
        UnknownGame: as :func:`read_setting`.
    """
    for name, value in chosen.items():
        if name not in variants:
            raise _unknown(game_id, variants, f"there is no variant {name[:40]!r} of {game_id}")
        if value not in variants[name]:
            raise _unknown(game_id, variants, f"{name} can't be {value[:40]!r}")
    return {name: chosen.get(name, values[0]) for name, values in variants.items()}


def variant_id(game_id: str, variants: Variants, setting: Mapping[str, str]) -> str:
    """The canonical text of a variant; the game's own id when everything is as it is by itself."""
    other = sorted(f"{name}={value}" for name, value in setting.items() if value != variants[name][0])
    return "+".join([game_id, *other])


def _unknown(game_id: str, variants: Variants, why: str) -> UnknownGame:
    known = ", ".join(f"{name}={'|'.join(values)}" for name, values in variants.items())
    has = f"the variants of {game_id} are {known}" if known else f"{game_id} has no variants"
    return UnknownGame(f"{why}; {has}", game=game_id, known=known)
