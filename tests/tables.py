"""Tables set by hand, for tests that begin in the middle of a game."""

from collections.abc import Mapping

from wendekreis.cards import Card
from wendekreis.rules import Game, Position, legal_moves, parse_move, play


def table(game: Game, piles: Mapping[str, str]) -> Position:
    """A position with these piles (tokens bottom to top; ``-`` before a token: face down); the others are empty.

    Of the stock the last token is the next to be turned.
    """
    cards: list[Card] = []
    placed: dict[str, tuple[int, ...]] = {}
    down = set()
    for name, text in piles.items():
        assert name in game.index, name
        ids = []
        for token in text.split():
            if token[0] == "-":
                down.add(len(cards))
            ids.append(len(cards))
            cards.append(Card.parse(token.lstrip("-")))
        placed[name] = tuple(ids)
    return Position(game, tuple(cards), tuple(placed.get(p.name, ()) for p in game.piles), frozenset(down))


def legal(position: Position) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in legal_moves(position)]


def after(position: Position, moves: str) -> Position:
    """The position after these moves."""
    for text in moves.split():
        position = play(position, parse_move(position.game, text)).position
    return position


def shown(position: Position, name: str) -> str:
    """A pile as tokens, bottom to top, ``-`` before a face-down card."""
    ids = position.piles[position.game.index[name]]
    return " ".join(("-" if i in position.down else "") + str(position.cards[i]) for i in ids)
