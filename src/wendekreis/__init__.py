"""Wendekreis: two rare patience games, their relatives, and what can be known about them.

The rules, the games and the deals are a library in their own right:

>>> import wendekreis
>>> deal = wendekreis.numbered_deal(wendekreis.game("hemispheres"), "25483")
>>> position = deal.start()
>>> move = wendekreis.legal_moves(position)[0]
>>> wendekreis.play(position, move).steps[0].cause
'move'
>>> wendekreis.solve(position, wendekreis.Limits(max_nodes=300)).outcome in ("won", "unknown")
True
"""

from importlib.metadata import PackageNotFoundError, version

from wendekreis.cards import Card, Suit
from wendekreis.deals import Deal, numbered_deal, parse_deal, parse_moves, parse_position, random_deal, random_number
from wendekreis.errors import WendekreisError
from wendekreis.games import game
from wendekreis.rules import Game, Move, Position, divide, is_won, legal_moves, parse_move, perft, play
from wendekreis.session import Session
from wendekreis.solver import Cancel, Limits, Verdict, solve

__all__ = [
    "Cancel",
    "Card",
    "Deal",
    "Game",
    "Limits",
    "Move",
    "Position",
    "Session",
    "Suit",
    "Verdict",
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
    "random_deal",
    "random_number",
    "solve",
]

try:
    __version__ = version("wendekreis")
except PackageNotFoundError:  # run from a source tree that was never installed
    __version__ = "0+unknown"
