"""Single Interchange, decided outright: the kernel says whether, this module says how, in moves.

The kernel (``_single_interchange_kernel``) holds the argument; rule numbers are those of Single Interchange. It
needs at most 16 nodes, so no limit is ever reached here and no search has to be cancelled.
"""

from collections.abc import Iterator
from itertools import chain

from wendekreis.cards import KING, Card, Suit
from wendekreis.games import game as declared
from wendekreis.rules import Game, Move, Position, Role, play
from wendekreis.solver.kernels import kernel
from wendekreis.solver.packed import Decided
from wendekreis.solver.verdict import Cancel, Limits, Verdict, Watch

__all__ = ["SOLVES", "solve", "solve_packed"]

SOLVES = ("single-interchange",)

KERNEL = "_single_interchange_kernel"
SUITS = tuple(Suit)
ROWS = 5
"""How many cards a pile has after the deal (rule 1)."""

LONGEST_PILE = 64
"""Which cards of a pile lie face down is one word for the kernel."""


def solve(position: Position, limits: Limits, cancel: Cancel | None = None, *, lines: bool = True) -> Verdict | None:
    """Decide any position of the game or of a smaller one; a node is a closure (see the kernel).

    Returns:
        ``None`` without the compiled kernel.
    """
    compiled = kernel(KERNEL)
    if compiled is None or not fits(position):
        return None
    watch = Watch(limits, cancel)
    won, kings, nodes = compiled.decide(position.game.ranks, packed_piles(position))
    line = _line(position, [_card(code, position.game.ranks) for code in kings]) if won and lines else ()
    return Verdict("won" if won else "lost", moves=line, nodes=nodes, seconds=watch.seconds)


def solve_packed(game: Game, deals: bytes | bytearray, cancel: Cancel | None = None) -> Decided | None:
    """Decide fresh packed deals, millions a second.

    Returns:
        ``None`` without the compiled kernel, and for another game than the one that is played.
    """
    compiled = kernel(KERNEL)
    if compiled is None or game is not declared("single-interchange"):
        return None
    watch = Watch(Limits())
    count = len(deals) // game.deal_size
    won, nodes = bytearray(count), bytearray(count)
    columns = len(game.by_role[Role.TABLEAU])
    flag = (cancel or Cancel()).flag
    done = compiled.decide_all(game.ranks, columns, ROWS, deals, won, nodes, flag)
    return Decided(done, won, nodes, watch.seconds)


def fits(position: Position) -> bool:
    """Whether the kernel's argument and its words hold for the position's game."""
    game = position.game
    tableau = game.by_role[Role.TABLEAU]
    return (
        game.packs == 1
        and game.has_redeal
        and game.ranks <= KING
        and len(position.cards) == game.deal_size
        and all(len(position.piles[i]) <= LONGEST_PILE for i in tableau)
    )


def packed_piles(position: Position) -> list[tuple[bytes, int]]:
    """The tableau as the kernel takes it: of each pile the codes, bottom to top, and which of them lie face down."""
    ranks, cards, down = position.game.ranks, position.cards, position.down
    piles = []
    for i in position.game.by_role[Role.TABLEAU]:
        ids = position.piles[i]
        codes = bytes(SUITS.index(cards[c].suit) * ranks + cards[c].rank - 1 for c in ids)
        piles.append((codes, sum(1 << row for row, c in enumerate(ids) if c in down)))
    return piles


def _card(code: int, ranks: int) -> Card:
    return Card(code % ranks + 1, SUITS[code // ranks])


def _line(position: Position, kings: list[Card]) -> tuple[Move, ...]:
    """The moves that win, when Kings fill spaces in this order."""
    waiting = iter(kings)
    line: list[Move] = []
    while moves := next(chain(_safe(position), _places(position, waiting)), None):
        for move in moves:
            position = play(position, move).position
        line += moves
    return tuple(line)


def _safe(position: Position) -> Iterator[list[Move]]:
    """Moves up, and onto the next higher card: first those of the tableau, then the first that a turn away brings."""
    game, cards, piles = position.game, position.cards, position.piles
    height = dict.fromkeys(SUITS, 0)
    for i in game.by_role[Role.FOUNDATION]:
        if piles[i]:
            height[cards[piles[i][-1]].suit] = len(piles[i])
    tableau = [i for i in game.by_role[Role.TABLEAU] if piles[i]]
    tops = {cards[piles[i][-1]]: game.piles[i].name for i in tableau}

    def target(card: Card, *, alone: bool = True) -> str | None:
        if alone and card.rank == height[card.suit] + 1:
            return f"f{card.suit.letter}"
        return tops.get(Card(card.rank + 1, card.suit)) if card.rank < game.ranks else None

    for i in tableau:
        name = game.piles[i].name
        if (up := target(cards[piles[i][-1]])) and up[0] == "f":
            yield [Move("transfer", name, up)]
        run = _run(position, i)
        if onto := target(cards[piles[i][-run]], alone=False):
            yield [Move("transfer", name, onto, run)]
    for card, turns in _talon(position):
        if onto := target(card):
            yield [*turns, Move("transfer", "w", onto)]


def _places(position: Position, kings: Iterator[Card]) -> Iterator[list[Move]]:
    """The next King goes to the first empty pile, with its run."""
    game, cards, piles = position.game, position.cards, position.piles
    for king in kings:
        space = next(game.piles[i].name for i in game.by_role[Role.TABLEAU] if not piles[i])
        for i in game.by_role[Role.TABLEAU]:
            if piles[i] and cards[piles[i][-(run := _run(position, i))]] == king:
                yield [Move("transfer", game.piles[i].name, space, run)]
        for card, turns in _talon(position):
            if card == king:
                yield [*turns, Move("transfer", "w", space)]


def _run(position: Position, pile: int) -> int:
    """The length of the run at the end of a pile that is not empty."""
    return max(position.game.piles[pile].lifts(position, pile))


def _talon(position: Position) -> Iterator[tuple[Card, list[Move]]]:
    """Each card of waste and stock, and the moves that bring it to the top of the waste; the nearest first."""
    index = position.game.index
    waste, stock = position.piles[index["w"]], position.piles[index["stock"]]
    turn, cards = Move("turn"), position.cards
    if waste:
        yield cards[waste[-1]], []
    for turns, card in enumerate(reversed(stock), start=1):
        yield cards[card], [turn] * turns
    again = [turn] * len(stock) + [Move("redeal")]
    for turns, card in enumerate(waste[:-1], start=1):
        yield cards[card], again + [turn] * turns
