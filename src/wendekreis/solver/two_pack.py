"""Unlimited and Interchange: the two games of the family with two packs, by their own kernel.

It takes their variants, too, and Single Interchange where the order of the stock matters: then one pack has its second
foundation of each suit closed. What a variant makes unsound is switched off.

See docs/solver.md for the arguments, and the kernels for how positions are held.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from wendekreis.cards import Card, Suit, compare_packs
from wendekreis.rules import Move, Position, Role, is_won, play
from wendekreis.solver.kernels import kernel
from wendekreis.solver.verdict import MEGABYTE, Cancel, Limits, Verdict, Watch

__all__ = ["EVERYTHING", "SOLVES", "describe", "solve"]

SOLVES = ("interchange", "unlimited")

SAFE_UP, LAZY, RELAXATION, ALIKE_PILES, SAFE_BUILD, TAKEN_BACK_LATER = 1, 2, 4, 8, 16, 32
"""What a search may leave out, each argued where the kernels use it; with none, it plays every move of the rules."""
EVERYTHING = SAFE_UP | LAZY | RELAXATION | ALIKE_PILES | SAFE_BUILD | TAKEN_BACK_LATER

NODES_A_SLICE = 2000
"""So many nodes are searched between two looks at the clock and at the switch, a millisecond or two."""

NO_BOUND = 2**62
LARGEST = {"columns": 8, "rest": 15, "row": 64}
LARGEST_ANY_SPACE = {"columns": 7, "rest": 11, "row": 64}
"""What the kernels have room for: piles; cards of a pile up to its run's own lowest; stock and waste, if ordered."""

_SUITS = tuple(Suit)
_RUNNING, _WON, _LOST, _MEMORY = range(4)
_TALON, _FOUNDATION, _TURN, _REDEAL, _BY_CONTENT = 1000, 1001, 1002, 1003, 16
_CLOSED = 15


def solve(
    position: Position,
    limits: Limits,
    cancel: Cancel | None = None,
    flags: int = EVERYTHING,
    ordered: bool = False,
    *,
    lines: bool = True,
) -> Verdict | None:
    """Decide a position. A node is a state whose moves were tried.

    ``flags`` says what may be left out; ``ordered`` keeps the order of the stock where redeals would let it
    be forgotten. Neither changes a verdict; both are for tests.

    Returns:
        ``None`` when the kernel is not compiled, or has no room for a game of this size.
    """
    watch = Watch(limits, cancel)
    search_kernel = kernel("_two_pack_kernel")
    description = describe(position, flags, ordered)
    if search_kernel is None or description is None:
        return None
    if is_won(position):
        return Verdict("won", seconds=watch.seconds)
    max_bytes = NO_BOUND if limits.max_memory is None else limits.max_memory * MEGABYTE
    search = search_kernel.Search(description, max_bytes)
    status = search.run(0)
    while status == _RUNNING:
        if limit := watch.reached(search.nodes):
            return Verdict("unknown", limit, nodes=search.nodes, seconds=watch.seconds)
        left = NODES_A_SLICE if limits.max_nodes is None else limits.max_nodes - search.nodes
        status = search.run(min(NODES_A_SLICE, left))
    if status == _MEMORY:
        return Verdict("unknown", "memory", nodes=search.nodes, seconds=watch.seconds)
    if status == _LOST:
        return Verdict("lost", nodes=search.nodes, seconds=watch.seconds)
    if not lines:
        return Verdict("won", nodes=search.nodes, seconds=watch.seconds)
    codes = [*search.opening(description), *search.line()]
    return Verdict("won", moves=tuple(_line(position, codes)), nodes=search.nodes, seconds=watch.seconds)


def describe(position: Position, flags: int = EVERYTHING, ordered: bool = False) -> dict[str, Any] | None:
    """What the kernels are told of a position; ``None`` if they have no room for it. Cards are suit << 4 | rank."""
    game = position.game
    piles = [_split_run(position, i) for i in game.by_role[Role.TABLEAU]]
    heights: list[list[int]] = [[] for _ in _SUITS]
    for i in game.by_role[Role.FOUNDATION]:
        if position.piles[i]:
            top = position.cards[position.piles[i][-1]]
            heights[_SUITS.index(top.suit)].append(top.rank)
    any_space, takeback = game.setting["spaces"] == "any", game.setting["takeback"] == "yes"
    waste = position.piles[game.index["w"]]
    row = [_code(position.cards[i]) for i in (*waste, *reversed(position.piles[game.index["stock"]]))]
    if ordered and game.has_redeal:
        flags &= ~(LAZY | RELAXATION | SAFE_BUILD)  # these know of an order only with a single pass
    ordered = ordered or not game.has_redeal
    if any_space:
        flags &= ~LAZY  # its moves bring nothing but Kings into spaces
    if not takeback:
        flags &= ~TAKEN_BACK_LATER
    largest = LARGEST_ANY_SPACE if any_space else LARGEST
    if (
        game.packs > 2
        or any(compare_packs(position.cards, game.deck))  # the kernels take the talon for what lies nowhere else
        or len(piles) > largest["columns"]
        or max(len(cards) for cards, _, _ in piles) > largest["rest"]
        or (ordered and len(row) > largest["row"])
    ):
        return None
    return {
        "ranks": game.ranks,
        "packs": game.packs,
        "takeback": takeback,
        "any_space": any_space,
        "ordered": ordered,
        "redeals": game.has_redeal,
        "flags": flags,
        "piles": piles,
        "foundations": [
            sorted([0, 0, *found])[-2:] if game.packs == 2 else [max([0, *found]), _CLOSED] for found in heights
        ],
        "row": row,
        "turned": len(waste),
    }


def _code(card: Card) -> int:
    return _SUITS.index(card.suit) << 4 | card.rank


def _split_run(position: Position, pile: int) -> tuple[list[int], list[bool], int]:
    """A pile down to its run's lowest card, which of these lie face down, and the rank of its top card."""
    ids = position.piles[pile]
    cards, down = [_code(position.cards[i]) for i in ids], [i in position.down for i in ids]
    top = cards[-1] & 15 if cards else 0
    while len(cards) > 1 and not down[-2] and cards[-2] == cards[-1] + 1:
        cards.pop()
        down.pop()
    return cards, down, top


def _line(position: Position, codes: Iterable[int]) -> Iterator[Move]:
    """The kernel's moves as moves of the rules, with the turns and redeals between them, and on to the win."""
    for code in codes:
        source, target = code & 0xFFFF, code >> 16 & 0xFFFF
        move = Move("turn" if source == _TURN else "redeal")
        if source not in (_TURN, _REDEAL):
            card, count = Card(code >> 40 & 15, _SUITS[code >> 44]), code >> 32 & 255
            if source == _TALON:
                position, turns = _bring(position, card)
                yield from turns
            name = "w" if source == _TALON else _pile(position, source, card)
            move = Move("transfer", name, _pile(position, target, card), count)
        position = play(position, move).position
        yield move
    yield from _put_up(position)


def _bring(position: Position, card: Card) -> tuple[Position, list[Move]]:
    """Turn, and redeal, until such a card lies on the waste."""
    moves = []
    while not (waste := position.faces("w")) or waste[-1] != card:
        moves.append(Move("turn" if position.piles[position.game.index["stock"]] else "redeal"))
        position = play(position, moves[-1]).position
    return position, moves


def _pile(position: Position, place: int, card: Card) -> str:
    """The name of a place of the kernel's; a pile that it names by what lies in it is looked for."""
    if place == _FOUNDATION:
        return f"f{card.suit.letter}"
    tableau = position.game.by_role[Role.TABLEAU]
    if place < _BY_CONTENT:
        return position.game.piles[tableau[place]].name
    wanted: tuple[Card, ...] = ()
    if place > _BY_CONTENT and position.game.setting["spaces"] == "any":
        suit, number = divmod(place - _BY_CONTENT - 1, 91)
        lowest = next(rank for rank in range(1, 14) if rank * (rank + 1) // 2 > number)
        top = number - lowest * (lowest - 1) // 2 + 1
        wanted = tuple(Card(rank, _SUITS[suit]) for rank in range(lowest, top - 1, -1))
    elif place > _BY_CONTENT:
        suit, length = divmod(place - _BY_CONTENT - 1, 13)
        king = position.game.ranks
        wanted = tuple(Card(rank, _SUITS[suit]) for rank in range(king, king - length - 1, -1))
    named = [position.game.piles[i].name for i in tableau if position.down.isdisjoint(position.piles[i])]
    return next(name for name in named if position.faces(name) == wanted)


def _put_up(position: Position) -> Iterator[Move]:
    """What is left when no pile holds a rest of its deal: everything can go up."""
    game = position.game
    while not is_won(position):
        heights = {(suit, 0) for suit in _SUITS}
        for i in game.by_role[Role.FOUNDATION]:
            if position.piles[i]:
                top = position.cards[position.piles[i][-1]]
                heights.add((top.suit, top.rank))
        ready = [
            (game.piles[i].name, position.cards[position.piles[i][-1]])
            for i in game.by_role[Role.TABLEAU]
            if position.piles[i]
        ]
        ready += [("w", card) for card in (*position.faces("w"), *position.faces("stock"))]
        # Lowest first: it needs no height that the other foundation of its suit has and its own has not.
        name, card = min((item for item in ready if (item[1].suit, item[1].rank - 1) in heights), key=_rank)
        if name == "w":
            position, moves = _bring(position, card)
            yield from moves
        move = Move("transfer", name, f"f{card.suit.letter}")
        position = play(position, move).position
        yield move


def _rank(item: tuple[str, Card]) -> tuple[int, bool]:
    return item[1].rank, item[0] == "w"
