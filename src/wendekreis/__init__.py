"""Wendekreis: two rare patience games, their relatives, and what can be known about them.

The rules, the games and the deals are a library in their own right:

>>> import wendekreis
>>> deal = wendekreis.numbered_deal(wendekreis.game("hemispheres"), "25483")
>>> position = deal.start()
>>> move = wendekreis.legal_moves(position)[0]
>>> wendekreis.play(position, move).steps[0].cause
'move'
"""

from importlib.metadata import PackageNotFoundError, version

from wendekreis.cards import Card, Suit
from wendekreis.deals import Deal, numbered_deal, parse_deal, parse_moves, parse_position, random_number
from wendekreis.errors import WendekreisError
from wendekreis.games import game
from wendekreis.rules import Game, Move, Position, divide, is_won, legal_moves, parse_move, perft, play
from wendekreis.session import Session

__all__ = [
    "Card",
    "Deal",
    "Game",
    "Move",
    "Position",
    "Session",
    "Suit",
    "WendekreisError",
    "__version__",
    "divide",
    "game",
    "is_won",
    "legal_moves",
    "numbered_deal",
    "parse_deal",
    "parse_move",
    "parse_moves",
    "parse_position",
    "perft",
    "play",
    "random_number",
]

try:
    __version__ = version("wendekreis")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+unknown"
