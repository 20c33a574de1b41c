"""Unlimited and Interchange for the player: the hidden cards' arrangements, drawn at random and solved.

With redeals, turning costs nothing, so all of the stock is looked at first; then only face-down cards are hidden.
Some arrangements of the hidden cards are drawn and given to the solver with few nodes. Each line that wins is
followed up to the first card that it brings to light; the positions reached there are what the player chooses among, by
the share of the arrangements that can still be won from them. Then it looks again.

That takes every arrangement to be known once a card has come to light, so it thinks too well of what it could do
later; it never sees a hidden card.
"""

from collections import Counter
from collections.abc import Sequence

from wendekreis.advice import greedy
from wendekreis.advice.known import Known
from wendekreis.advice.plan import Chance, Plan, around, wilson
from wendekreis.cards import Card
from wendekreis.rules import Move, Position, play
from wendekreis.solver import Limits, solve
from wendekreis.solver.kernels import kernel
from wendekreis.solver.verdict import Outcome

__all__ = ["PLAYS", "chance", "chances", "plan"]

PLAYS = ("unlimited", "interchange")

VALUE_SAMPLE = 3
"""So many arrangements the policy *value* draws."""

SAMPLE_PER_MS = 0.5
"""So many the policy *search* draws for each millisecond of its budget, at least VALUE_SAMPLE."""

LARGEST_SAMPLE = 100
NODES = Limits(max_nodes=2000)
LAST_NODES = Limits(max_nodes=50_000, max_memory=500)
"""For the solver when nothing is hidden."""

SAMPLE, ADVICE_SAMPLE = 100, 20
"""So many arrangements at most for the chance shown; for each legal move, where they are drawn at random."""

NODES_IN_ALL = 40_000
"""So many nodes, some 0.15 s, for one chance: then no more arrangements are looked at. Nodes and no clock, so that the
same question has the same answer."""

CHOICES = 3
"""So many of the positions reached are told apart, those that most lines reached first."""


def plan(known: Known, policy: str, turn_ms: float) -> Plan | None:
    """Moves up to the next card that comes to light, or to the win when nothing is hidden.

    Where no way to win is found the greedy player answers. ``None`` without the compiled kernel.
    """
    if kernel("_two_pack_kernel") is None:
        return None
    if known.game.has_redeal and None in known.pile("stock"):
        return Plan((Move("turn"),))
    if known.is_open:
        verdict = solve(known.position(), LAST_NODES)
        return Plan(verdict.moves, 1.0) if verdict.outcome == "won" else greedy.plan(known)
    count = VALUE_SAMPLE if policy == "value" else min(LARGEST_SAMPLE, max(VALUE_SAMPLE, int(SAMPLE_PER_MS * turn_ms)))
    _, orders = known.orders(count)
    template = known.position()
    reached: dict[tuple[tuple[int, ...], ...], tuple[list[Move], Position]] = {}
    votes: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for order in orders:
        verdict = solve(known.dealt(template, order), NODES)
        if verdict.outcome == "won":
            line, after = _to_light(known, template, verdict.moves)
            reached.setdefault(after.piles, (line, after))
            votes[after.piles] += 1
    if not votes:
        return greedy.plan(known)  # no way to win was found, and none was shut out: the greedy player goes on
    share = sum(votes.values()) / len(orders)
    choices = [piles for piles, _ in votes.most_common(CHOICES)]
    if len(choices) > 1 and policy != "value":
        won = {piles: _share(known, reached[piles][1], orders) for piles in choices}
        choices.sort(key=lambda piles: -won[piles])
        share = won[choices[0]]
    return Plan(tuple(reached[choices[0]][0]), share)


def chance(known: Known, most: int = SAMPLE) -> Chance | None:
    """The share of the hidden cards' arrangements that can be won, as far as the solver decides it with few nodes.

    What it leaves undecided is neither won nor lost: it makes the margin. Where it decides nothing, nothing is known.
    """
    if kernel("_two_pack_kernel") is None:
        return None
    if known.is_open:
        outcome = solve(known.position(), LAST_NODES, lines=False).outcome
        return None if outcome == "unknown" else Chance(float(outcome == "won"), 0.0, "open")
    whole, orders = known.orders(most)
    outcomes = _outcomes(known, known.position(), orders, NODES_IN_ALL)
    if whole:  # those of a list that were not looked at are undecided; of a sample, they were not drawn
        outcomes += ["unknown"] * (len(orders) - len(outcomes))
    won, undecided, count = outcomes.count("won"), outcomes.count("unknown"), len(outcomes)
    if undecided == count:
        return None
    value = (won + undecided / 2) / count
    low, high = won / count, (won + undecided) / count
    if not whole:
        low, high = wilson(won, count)[0], wilson(won + undecided, count)[1]
    return Chance(value, around(value, low, high), "bounds" if undecided else "all" if whole else "sample")


def chances(known: Known, moves: Sequence[Move], most: int = ADVICE_SAMPLE) -> list[float | None] | None:
    """The share that :func:`chance` shows, after each of these moves; ``None`` where the solver decides nothing.

    All arrangements are gone through where :func:`chance` does, else the first of those that it draws.
    """
    if kernel("_two_pack_kernel") is None:
        return None
    whole, orders = known.orders(SAMPLE)
    if not whole:
        orders = orders[:most]
    found: list[float | None] = []
    for move in moves:
        won, undecided = _count(known, play(known.position(), move).position, orders)
        found.append((won + undecided / 2) / len(orders) if undecided < len(orders) else None)
    return found


def _share(known: Known, template: Position, orders: Sequence[Sequence[Card]]) -> float:
    return _count(known, template, orders)[0] / len(orders)


def _count(known: Known, template: Position, orders: Sequence[Sequence[Card]]) -> tuple[int, int]:
    """How many of these the solver wins, and how many it leaves undecided."""
    outcomes = _outcomes(known, template, orders)
    return outcomes.count("won"), outcomes.count("unknown")


def _outcomes(
    known: Known, template: Position, orders: Sequence[Sequence[Card]], most: int | None = None
) -> list[Outcome]:
    """What becomes of each of these; not of all, once they have taken more than ``most`` nodes together."""
    outcomes: list[Outcome] = []
    taken = 0
    for order in orders:
        if most is not None and taken > most:
            break
        verdict = solve(known.dealt(template, order), NODES, lines=False)
        outcomes.append(verdict.outcome)
        taken += verdict.nodes
    return outcomes


def _to_light(known: Known, position: Position, moves: Sequence[Move]) -> tuple[list[Move], Position]:
    """A line up to the first card that it brings to light, and the position there (made from the template)."""
    line = []
    hidden = set(known.hidden_places())
    stock = known.game.index["stock"]
    for move in moves:
        before = position
        position = play(position, move).position
        line.append(move)
        turned = move.form == "turn" and before.piles[stock][-1] in hidden
        if before.down != position.down or turned:
            break
    return line, position
