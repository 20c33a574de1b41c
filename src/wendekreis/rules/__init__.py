"""The rules, written once: positions, moves, and the vocabulary that games are declared in."""

from wendekreis.rules.engine import Played, divide, is_won, legal_moves, parse_move, perft, play
from wendekreis.rules.model import (
    Flip,
    Game,
    Kind,
    LaidOut,
    Mark,
    Pile,
    Position,
    Role,
    Shift,
    Step,
    Texts,
)
from wendekreis.rules.move import Move

__all__ = [
    "Flip",
    "Game",
    "Kind",
    "LaidOut",
    "Mark",
    "Move",
    "Pile",
    "Played",
    "Position",
    "Role",
    "Shift",
    "Step",
    "Texts",
    "divide",
    "is_won",
    "legal_moves",
    "parse_move",
    "perft",
    "play",
]
