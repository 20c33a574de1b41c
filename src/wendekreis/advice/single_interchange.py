"""Single Interchange for the player: what is safe at once, and Kings by the hidden cards' arrangements.

Rule numbers are those of Single Interchange. A card that can go up, or a run onto the next higher card, is moved at
once: the solver's kernel has the argument, and it holds wherever the hidden cards are. Turning costs nothing, so all
of the stock is looked at before anything is decided. What is left to decide is which King fills a space: by the exact
expectation where that can be had, else by a sample. The chance to win is that expectation, too, once the stock has been
seen; before, it is the share of the arrangements that can be won with all cards known.
"""

from collections.abc import Callable, Sequence

from wendekreis.advice.known import Known
from wendekreis.advice.optimum import exact_chance, king_chances
from wendekreis.advice.plan import Chance, Plan, around, wilson
from wendekreis.cards import KING, Card
from wendekreis.rules import Move, Position, Role, play
from wendekreis.solver.kernels import kernel
from wendekreis.solver.single_interchange import packed_piles

__all__ = ["PLAYS", "chance", "chances", "plan", "share"]

PLAYS = ("single-interchange",)

VALUE_ARRANGEMENTS = 200
"""So many arrangements the policy *value* looks at."""

ARRANGEMENTS_A_MS = 50
"""So many the policy *search* looks at for each millisecond of its budget; at most LARGEST_SAMPLE."""

LARGEST_SAMPLE = 5040
CHANCE_SAMPLE = 1000

EXACT_STATES = 500_000
"""So many states the exact expectation is given, some 0.2 s; beyond that there is a sample."""

Decide = Callable[[int, list[tuple[bytes, int]]], tuple[bool, list[int], int]]


def plan(known: Known, policy: str, turn_ms: float) -> Plan | None:
    """What is safe, else a turn while the stock has cards that were not seen, else the best King for a space."""
    decide = _decide(known)
    if decide is None:
        return None
    if safe := _safe(known):
        return Plan(tuple(safe))
    stock = known.pile("stock")
    if None in stock:
        return Plan((Move("turn"),))
    kings = _kings(known)
    if not kings:
        return Plan((), 0.0)
    exact = king_chances(known, EXACT_STATES) if policy == "search" else None
    if exact and exact.keys() == kings.keys():
        best_king = max(kings, key=lambda king: exact[king].wins)
        return Plan(tuple(kings[best_king]) if exact[best_king].wins else (), float(exact[best_king].chance))
    most = VALUE_ARRANGEMENTS if policy == "value" else min(LARGEST_SAMPLE, max(1, int(ARRANGEMENTS_A_MS * turn_ms)))
    whole, orders = known.orders(most)
    parts = {king: _won(known, _after(known, line), orders) / len(orders) for king, line in kings.items()}
    best = max(kings, key=lambda king: parts[king])
    if whole and not parts[best]:
        return Plan((), 0.0)
    return Plan(tuple(kings[best]), parts[best])


def chance(known: Known, most: int = CHANCE_SAMPLE) -> Chance | None:
    """How often the best play wins from here, exactly, once the stock has been seen; before, :func:`share`."""
    best = exact_chance(known, EXACT_STATES)
    if best is None:
        return share(known, most)
    return Chance(float(best.chance), 0.0, "open" if known.is_open else "best")


def share(known: Known, most: int = CHANCE_SAMPLE) -> Chance | None:
    """The share of the hidden cards' arrangements that can be won with all cards known."""
    if _decide(known) is None:
        return None
    whole, orders = known.orders(most)
    won = _won(known, known.position(), orders)
    if whole:
        return Chance(won / len(orders), 0.0, "open" if known.is_open else "all")
    part = won / len(orders)
    return Chance(part, around(part, *wilson(won, len(orders))), "sample")


def chances(known: Known, moves: Sequence[Move], most: int = CHANCE_SAMPLE) -> list[float] | None:
    """The chance after each of these moves, found as :func:`chance` finds it."""
    if (best := _bests(known, moves)) is not None:
        return best
    if _decide(known) is None:
        return None
    _, orders = known.orders(most)
    return [_won(known, _after(known, [move]), orders) / len(orders) for move in moves]


def _bests(known: Known, moves: Sequence[Move]) -> list[float] | None:
    """The exact expectation after each move; ``None`` where it can't be had.

    Only a King that takes a space can lose something. Turns and redeals lose nothing, for they can be gone on with; nor
    do cards that go up or are put on the next higher one (the kernel has the argument), nor cards that are taken
    back, for they can go up again.
    """
    now = exact_chance(known, EXACT_STATES)
    if now is None:
        return None
    found = []
    for move in moves:
        if move.form == "transfer" and move.target[0] == "t" and not known.pile(move.target):
            after = [exact_chance(shown, EXACT_STATES) for shown in _shown(known, move)]
            if None in after:
                return None
            found.append(float(sum(best.chance for best in after if best) / len(after)))
        else:
            found.append(float(now.chance))
    return found


def _shown(known: Known, move: Move) -> list[Known]:
    """What is known after a move: one for each card that it may bring to light, each as likely as the others."""
    before = known.position()
    after = play(before, move).position
    lit = before.down - after.down
    hidden = set(known.hidden_places()) - lit
    found = []
    for card in known.unseen if lit else (None,):
        piles = tuple(
            tuple(card if i in lit else None if i in hidden else after.cards[i] for i in p) for p in after.piles
        )
        found.append(Known(known.game, piles, tuple(left for left in known.unseen if left != card)))
    return found


def _decide(known: Known) -> Decide | None:
    compiled = kernel("_single_interchange_kernel")
    game = known.game
    if compiled is None or game.packs != 1 or not game.has_redeal or game.ranks > KING:
        return None
    decide: Decide = compiled.decide
    return decide


def _won(known: Known, template: Position, orders: Sequence[Sequence[Card]]) -> int:
    """In how many of these orders the position, made from ``known.position()`` by play, can be won.

    Only cards that lie in the tableau matter (all others are free, says the kernel), so each order is packed from the
    piles that hold one.
    """
    decide = _decide(known)
    assert decide is not None
    ranks = known.game.ranks
    hidden = {place: i for i, place in enumerate(known.hidden_places())}
    tableau = [template.piles[i] for i in known.game.by_role[Role.TABLEAU]]
    packed = packed_piles(template)
    holes = [[(row, hidden[c]) for row, c in enumerate(ids) if c in hidden] for ids in tableau]
    codes = {card: "CDHS".index(card.suit.letter) * ranks + card.rank - 1 for card in known.unseen}
    won = 0
    for order in orders:
        piles = []
        for (cards, down), places in zip(packed, holes, strict=True):
            if places:
                filled = bytearray(cards)
                for row, place in places:
                    filled[row] = codes[order[place]]
                piles.append((bytes(filled), down))
            else:
                piles.append((cards, down))
        won += decide(ranks, piles)[0]
    return won


def _after(known: Known, line: Sequence[Move]) -> Position:
    position = known.position()
    for move in line:
        position = play(position, move).position
    return position


def _tops(known: Known) -> tuple[dict[str, int], dict[Card, str]]:
    """The height of each suit's foundation, and the piles by their top card."""
    heights: dict[str, int] = {}
    for i in known.game.by_role[Role.FOUNDATION]:
        if known.piles[i] and (top := known.piles[i][-1]):
            heights[top.suit.letter] = top.rank
    tops = {}
    for i in known.game.by_role[Role.TABLEAU]:
        if known.piles[i] and (top := known.piles[i][-1]):
            tops[top] = known.game.piles[i].name
    return heights, tops


def _run(pile: Sequence[Card | None]) -> int:
    """The length of the run at the end of a pile."""
    length = 1
    while length < len(pile):
        under, upper = pile[-length - 1], pile[-length]
        if under is None or upper is None or under.suit is not upper.suit or under.rank != upper.rank + 1:
            break
        length += 1
    return length


def _safe(known: Known) -> list[Move]:
    """Moves that lose nothing: in the tableau, else with the first card of waste and known stock that can go."""
    heights, tops = _tops(known)

    def base(card: Card) -> str | None:
        return tops.get(Card(card.rank + 1, card.suit)) if card.rank < known.game.ranks else None

    for i in known.game.by_role[Role.TABLEAU]:
        pile, name = known.piles[i], known.game.piles[i].name
        if not pile:
            continue
        run = _run(pile)
        top, lowest = pile[-1], pile[-run]
        assert top is not None
        assert lowest is not None
        if top.rank == heights.get(top.suit.letter, 0) + 1:
            return [Move("transfer", name, f"f{top.suit.letter}")]
        if onto := base(lowest):
            return [Move("transfer", name, onto, run)]
    for card, turns in _talon(known):
        if card.rank == heights.get(card.suit.letter, 0) + 1:
            return [*turns, Move("transfer", "w", f"f{card.suit.letter}")]
        if onto := base(card):
            return [*turns, Move("transfer", "w", onto)]
    return []


def _kings(known: Known) -> dict[Card, list[Move]]:
    """For each King that could fill a space, the moves that bring it there."""
    game = known.game
    space = next((game.piles[i].name for i in game.by_role[Role.TABLEAU] if not known.piles[i]), None)
    if space is None:
        return {}
    found = {}
    for i in game.by_role[Role.TABLEAU]:
        pile = known.piles[i]
        run = _run(pile) if pile else 0
        if run and run < len(pile) and (lowest := pile[-run]) and lowest.rank == game.ranks:
            found[lowest] = [Move("transfer", game.piles[i].name, space, run)]
    for card, turns in _talon(known):
        if card.rank == game.ranks:
            found[card] = [*turns, Move("transfer", "w", space)]
    return found


def _talon(known: Known) -> list[tuple[Card, list[Move]]]:
    """Each known card of waste and stock and the moves that bring it to the top of the waste, nearest first."""
    waste, stock = known.pile("w"), known.pile("stock")
    turn = Move("turn")
    found: list[tuple[Card, list[Move]]] = []
    if waste and waste[-1]:
        found.append((waste[-1], []))
    if None in stock:
        return found  # what is under the top of the waste can wait until all of the stock was seen
    found += [(card, [turn] * turns) for turns, card in enumerate(reversed(stock), start=1) if card]
    again = [turn] * len(stock) + [Move("redeal")]
    found += [(card, again + [turn] * turns) for turns, card in enumerate(waste[:-1], start=1) if card]
    return found
