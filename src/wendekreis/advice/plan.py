"""What a strategy answers."""

from dataclasses import dataclass

from wendekreis.rules import Move

__all__ = ["Plan"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves to make one after the other, and the chance to win with them as the strategy sees it.

    The moves go up to the next card that comes to light. There are none when the strategy sees no way to
    win any more. ``chance`` is ``None`` when it can't say.
    """

    moves: tuple[Move, ...]
    chance: float | None = None
