"""The small vocabulary that games are written in.

Functions of a position, and functions that make such functions. A game's own policy lives in its file; it
moves here at its second use.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from wendekreis.cards import Card
from wendekreis.errors import IllegalMove
from wendekreis.rules.model import Accepts, Flip, Kind, Lifts, Position, Role, Shift, Step, no_card
from wendekreis.rules.move import Move

__all__ = [
    "any_card",
    "build_in_colour",
    "build_in_suit",
    "either",
    "empty_takes",
    "from_roles",
    "no_card",
    "redeal_kind",
    "run_in_suit",
    "starts_with",
    "top_card",
    "transfer_kind",
    "turn_kind",
    "turn_up",
    "written_pile",
]


# What a pile accepts ------------------------------------------------------------------------------


def either(*rules: Accepts) -> Accepts:
    """Accepts what one of the rules accepts."""

    def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
        return any(rule(position, source, target, ids) for rule in rules)

    return accepts


def from_roles(roles: Iterable[Role], rule: Accepts) -> Accepts:
    """Accepts what the rule accepts, from piles of these roles only."""
    allowed = frozenset(roles)

    def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
        return position.game.piles[source].role in allowed and rule(position, source, target, ids)

    return accepts


def build_in_suit(step: int, *, single: bool = False) -> Accepts:
    """Builds on the top card: the same suit, ``step`` ranks away (+1 up, -1 down).

    With ``single`` one card at a time.
    """
    return _build(step, single, lambda base, card: card.suit is base.suit)


def build_in_colour(step: int, *, single: bool = False) -> Accepts:
    """As :func:`build_in_suit`, but that the same colour will do."""
    return _build(step, single, lambda base, card: card.is_red == base.is_red)


def _build(step: int, single: bool, alike: Callable[[Card, Card], bool]) -> Accepts:

    def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
        pile = position.piles[target]
        if not pile or (single and len(ids) != 1):
            return False
        base, card = position.cards[pile[-1]], position.cards[ids[0]]
        return card.rank - base.rank == step and alike(base, card)

    return accepts


def any_card(card: Card) -> bool:
    """Whatever the card."""
    return True


def empty_takes(wanted: Callable[[Card], bool]) -> Accepts:
    """An empty pile takes cards whose lowest is as wanted."""

    def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
        return not position.piles[target] and wanted(position.cards[ids[0]])

    return accepts


def starts_with(rank: int) -> Accepts:
    """An empty pile takes one card of this rank."""

    def accepts(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
        return not position.piles[target] and len(ids) == 1 and position.cards[ids[0]].rank == rank

    return accepts


# What a pile lifts --------------------------------------------------------------------------------


def top_card(position: Position, pile: int) -> Iterable[int]:
    """Lifts the top card."""
    return (1,) if position.piles[pile] else ()


def run_in_suit(step: int) -> Lifts:
    """Lifts any tail part of the run at the top: face up, in suit, each ``step`` ranks from the one under it."""

    def lifts(position: Position, pile: int) -> Iterable[int]:
        ids = position.piles[pile]
        length = 1 if ids else 0
        cards, down = position.cards, position.down
        while length and length < len(ids):
            lower, upper = ids[-length - 1], cards[ids[-length]]
            base = cards[lower]
            if lower in down or base.suit is not upper.suit or upper.rank - base.rank != step:
                break
            length += 1
        return range(1, length + 1)

    return lifts


# Kinds of moves -----------------------------------------------------------------------------------


def written_pile(position: Position, pile: int, card: Card) -> str:
    """The name that the notation gives a pile: foundations go by the suit of the card."""
    spec = position.game.piles[pile]
    return f"f{card.suit.letter}" if spec.role is Role.FOUNDATION else spec.name


def _transfers(position: Position) -> Iterator[Move]:
    game, cards, piles = position.game, position.cards, position.piles
    seen = set()
    for source in game.sources:
        for count in game.piles[source].lifts(position, source):
            ids = piles[source][-count:]
            card = cards[ids[0]]
            for target in game.targets:
                if target != source and game.piles[target].accepts(position, source, target, ids):
                    # Two foundations of a suit that could both act make one move (RULES, "Relatives").
                    names = written_pile(position, source, card), written_pile(position, target, card), count
                    if names not in seen:
                        seen.add(names)
                        yield Move("transfer", *names)


def _piles_written(position: Position, name: str) -> tuple[int, ...]:
    """The piles that the notation may mean: all foundations, the fullest first, or the one of this name.

    Where two foundations of a suit could give different cards (to an empty pile that takes any) the fuller one does: so
    what a move does never follows from where a foundation lies (Single Interchange 3).
    """
    game = position.game
    if name[0] != "f":
        return (game.index[name],)
    return tuple(sorted(game.by_role[Role.FOUNDATION], key=lambda i: -len(position.piles[i])))


def _transfer_step(position: Position, move: Move) -> Step:
    game, piles = position.game, position.piles
    if move.source == move.target:
        raise IllegalMove(f"{move}: a card can't go to the pile it lies on", move=str(move))
    sources = [
        i
        for i in _piles_written(position, move.source)
        if piles[i] and (move.source[0] != "f" or position.cards[piles[i][-1]].suit.letter == move.source[1])
    ]
    if not sources:
        raise IllegalMove(f"{move}: {move.source} is empty", move=str(move))
    lifting = [i for i in sources if move.count in game.piles[i].lifts(position, i)]
    if not lifting:
        what = "its top card" if move.count == 1 else f"a run of {move.count} cards"
        raise IllegalMove(f"{move}: {move.source} does not give {what}", move=str(move))
    for source in lifting:
        ids = piles[source][-move.count :]
        card = position.cards[ids[0]]
        if move.target[0] == "f" and card.suit.letter != move.target[1]:
            raise IllegalMove(f"{move}: the card to be moved is {card}", move=str(move))
        for target in _named_targets(position, move):
            if target != source and game.piles[target].accepts(position, source, target, ids):
                return Step((Shift(game.piles[source].name, game.piles[target].name, ids),))
    raise IllegalMove(f"{move}: {move.target} does not take {card}", move=str(move))


def _named_targets(position: Position, move: Move) -> tuple[int, ...]:
    if not move.place:
        return _piles_written(position, move.target)
    targets = position.game.by_role[Role.FOUNDATION]
    if move.place > len(targets):
        raise IllegalMove(f"{move}: there are {len(targets)} foundations", move=str(move))
    target = targets[move.place - 1]
    if position.piles[target]:
        raise IllegalMove(f"{move}: foundation {move.place} is taken; only an ace names a free one", move=str(move))
    return (target,)


def transfer_kind() -> Kind:
    """Cards from one pile to another, as ``lifts`` and ``accepts`` of the piles say."""
    return Kind("transfer", _transfers, _transfer_step)


def turn_kind(stock: str = "stock", waste: str = "w") -> Kind:
    """One card from the stock to the waste."""

    def moves(position: Position) -> Iterator[Move]:
        if position.piles[position.game.index[stock]]:
            yield Move("turn")

    def step(position: Position, move: Move) -> Step:
        ids = position.piles[position.game.index[stock]]
        if not ids:
            raise IllegalMove("turn: the stock is empty", move="turn")
        return Step((Shift(stock, waste, ids[-1:]),))

    return Kind("turn", moves, step)


def redeal_kind(stock: str = "stock", waste: str = "w") -> Kind:
    """The whole waste, turned over, becomes the empty stock; no card is turned yet (Single Interchange 8)."""

    def moves(position: Position) -> Iterator[Move]:
        index = position.game.index
        if position.piles[index[waste]] and not position.piles[index[stock]]:
            yield Move("redeal")

    def step(position: Position, move: Move) -> Step:
        index = position.game.index
        ids = position.piles[index[waste]]
        if position.piles[index[stock]]:
            raise IllegalMove("redeal: the stock is not empty yet", move="redeal")
        if not ids:
            raise IllegalMove("redeal: the waste is empty", move="redeal")
        return Step((Shift(waste, stock, ids, turned=True),))

    return Kind("redeal", moves, step)


# What follows from a move -------------------------------------------------------------------------


def turn_up(position: Position) -> Step | None:
    """A face-down card that has become a top card is turned up (Single Interchange 7)."""
    if position.down:
        for i in position.game.by_role[Role.TABLEAU]:
            pile = position.piles[i]
            if pile and pile[-1] in position.down:
                return Step(flips=(Flip(pile[-1], True),), cause="turn_up")
    return None
