"""The fair optimum of Single Interchange: exact on small packs, by every policy over every arrangement."""

import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

import pytest

from tests.solver.helpers import HAS_KERNELS
from wendekreis.advice import optimum
from wendekreis.advice.known import known
from wendekreis.advice.optimum import Optimum, exact_chance, fair_optimum, king_chances
from wendekreis.advice.player import plan, play_out
from wendekreis.cards import Card
from wendekreis.deals import Deal, random_deal
from wendekreis.games import game
from wendekreis.games.single_interchange import declare
from wendekreis.rules import Move, Position, is_won, legal_moves, play
from wendekreis.session import Session
from wendekreis.solver import solve

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

GAME = game("single-interchange")


class Policies:
    """The best policy there is, by the rules alone: every move at every point, over all arrangements at once.

    Turns and redeals cost nothing, so a position's moves are all that can be made after any number of them. No card is
    taken back from a foundation in these games: without that no moves lead round in a circle. (The solver's tests say
    that it changes no verdict.)
    """

    def __init__(self, start: Position) -> None:
        self._start, self._hidden = start, sorted(start.down)
        self._known: dict[object, int] = {}

    def wins(self) -> int:
        """In how many orders of the cards that lie face down it wins."""
        faces = [self._start.cards[i] for i in self._hidden]
        orders = [dict(zip(self._hidden, order, strict=True)) for order in permutations(faces)]
        return self._best(self._start, orders)

    def _best(self, seen: Position, orders: list[dict[int, Card]]) -> int:
        """The wins from a position on, its face-down cards in one of these orders, between which nothing tells."""
        cards = tuple(orders[0].get(i, card) for i, card in enumerate(seen.cards))
        position = Position(seen.game, cards, seen.piles, seen.down)
        key = self._key(position)
        if key not in self._known:
            best = len(orders) if is_won(position) else 0
            for after in self._after(position):
                if best == len(orders):
                    break
                groups = defaultdict(list)
                for order in orders:
                    groups[tuple(order[i] for i in sorted(position.down - after.down))].append(order)
                if len(groups) > 1 or self._key(after) != key:  # not a King from one empty pile to another
                    best = max(best, sum(self._best(after, group) for group in groups.values()))
            self._known[key] = best
        return self._known[key]

    def _key(self, position: Position) -> object:
        """What the player sees, but for the order of stock and waste and of the piles."""
        cards, down = position.cards, position.down
        groups: dict[str, list[tuple[str, ...]]] = defaultdict(list)
        for pile, ids in zip(position.game.piles, position.piles, strict=True):
            groups[pile.name[0]].append(tuple(str(i) if i in down else str(cards[i]) for i in ids))
        talon = sorted(groups["w"][0] + groups["s"][0])
        return tuple(sorted(groups["t"])), tuple(sorted(groups["f"])), tuple(talon)

    def _after(self, position: Position) -> Iterator[Position]:
        """What one move leads to, after any turns and redeals."""
        talon = position.piles[position.game.index["w"]] + position.piles[position.game.index["stock"]]
        for _ in range(len(talon) + 1):
            for move in legal_moves(position):
                if move.form == "transfer":
                    yield play(position, move).position
            for move in legal_moves(position):
                if move.form != "transfer":
                    position = play(position, move).position


def looked_through(deal: Deal) -> Session:
    """The session after one pass through the stock."""
    session = Session(deal)
    while Move("turn") in legal_moves(session.position):
        session.move("turn")
    if Move("redeal") in legal_moves(session.position):
        session.move("redeal")
    return session


SMALLER = [(3, 3, 3), (3, 2, 5), (3, 3, 4), (4, 5, 3), (4, 4, 4), (4, 3, 5)]
"""Ranks, columns, rows: three to six hidden cards."""


def agree(size: tuple[int, int, int], seeds: range) -> set[Fraction]:
    """The optimum is that of the best policy; what it was."""
    found = set()
    for seed in seeds:
        deal = random_deal(declare(*size, takeback="no"), 21, seed)
        start = looked_through(deal).position
        best = fair_optimum(deal)
        assert best == Optimum(Policies(start).wins(), math.factorial(len(start.down))), (size, seed)
        found.add(best.chance)
    return found


def test_no_policy_wins_more() -> None:
    """By the rules alone, over all arrangements, on small packs; chances of every kind occur."""
    found = set().union(*(agree(size, range(2)) for size in SMALLER))
    assert {Fraction(0), Fraction(1)} < found


@pytest.mark.long
@pytest.mark.parametrize("size", [*SMALLER, (4, 3, 3), (5, 4, 4), (6, 5, 4), (5, 3, 5), (5, 6, 3)])
def test_no_policy_wins_more_at_length(size: tuple[int, int, int]) -> None:
    """On hundreds; on fewer where there are many states."""
    few = 2 if size[1] > 5 else 6 if math.prod(size) > 59 else 30
    agree(size, range(100, 100 + few))


def at_a_choice(size: tuple[int, int, int], seed: int) -> Session | None:
    """A session in which Kings of different worth can fill a space, if the first legal moves lead to such a one."""
    session = looked_through(random_deal(declare(*size, takeback="no"), 22, seed))
    for _ in range(12):
        kings = king_chances(known(session))
        if kings and len(set(kings.values())) > 1:
            return session
        moves = [move for move in legal_moves(session.position) if move.form == "transfer"]
        if not moves or session.status == "won":
            break
        session.move(str(moves[0]))
    return None


def test_the_choice_of_a_king() -> None:
    """Where Kings differ in worth, from the middle of a play: the best of them is worth what the best policy is."""
    choices = 0
    for size, seeds in {(4, 3, 3): (11,), (5, 4, 4): (1, 5), (6, 5, 4): (8,)}.items():
        for seed in seeds:
            session = at_a_choice(size, seed)
            assert session is not None
            kings, exact = king_chances(known(session)), exact_chance(known(session))
            assert kings
            assert exact == max(kings.values())
            assert exact == (Policies(session.position).wins(), math.factorial(len(session.position.down)))
            choices += 0 < min(kings.values()).wins < exact.wins
    assert choices


def test_between_what_cannot_be_missed_and_what_can_be_won() -> None:
    """Of a winnable deal some arrangement is won; and no more of them than can be won with all cards known."""
    less = 0
    for seed in range(40):
        deal = random_deal(declare(5, 5, 4), 23, seed)
        start, best = deal.start(), fair_optimum(deal)
        assert best is not None
        hidden = sorted(start.down)
        winnable = 0
        for order in permutations([start.cards[i] for i in hidden]):
            faces = dict(zip(hidden, order, strict=True))
            cards = tuple(faces.get(i, card) for i, card in enumerate(start.cards))
            winnable += solve(Position(start.game, cards, start.piles, start.down), lines=False).outcome == "won"
        assert bool(winnable) == bool(best.wins)
        assert best.wins <= winnable
        less += best.wins < winnable
    assert less
    for index in range(60):
        deal = random_deal(GAME, 24, index)
        if solve(deal.start(), lines=False).outcome == "won":
            optimum_of_it = fair_optimum(deal)
            assert optimum_of_it is not None
            assert optimum_of_it.wins


def test_the_fair_player_wins_no_more() -> None:
    """Over all arrangements of a deal: the player is one policy of those that the optimum is the best of."""
    won = 0
    for seed in (15, 33):
        deal = random_deal(declare(5, 5, 4), 22, seed)
        start, best = deal.start(), fair_optimum(deal)
        assert best is not None
        hidden = sorted(start.down)
        wins = 0
        for order in permutations([start.cards[i] for i in hidden]):
            faces = dict(zip(hidden, order, strict=True))
            arranged = Deal(deal.game, tuple(faces.get(i, card) for i, card in enumerate(deal.cards)))
            wins += play_out(arranged, "value").won
        assert wins <= best.wins
        won += wins
    assert won


def test_nothing_is_hidden_when_all_faces_are_up() -> None:
    """Then it is the solver's verdict."""
    open_game = game("single-interchange+faces=up")
    for index in range(200):
        deal = random_deal(open_game, 25, index)
        assert fair_optimum(deal) == (int(solve(deal.start(), lines=False).outcome == "won"), 1)


def test_the_whole_game() -> None:
    """Recorded once: these deals' wins in all 3,628,800 arrangements."""
    assert [fair_optimum(random_deal(GAME, 1, index)) for index in WHOLE] == [
        (wins, 3628800) for wins in WHOLE.values()
    ]


WHOLE = {0: 37268, 1: 534894, 6: 0, 8: 507, 22: 1023007}


def test_what_it_does_not_play(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stock with unseen cards, other games and variants, too many states, no kernel: no answer, never a wrong one."""
    deal = random_deal(GAME, 1, 0)
    assert exact_chance(known(Session(deal))) is None
    assert king_chances(known(Session(deal))) is None
    for other in ("unlimited", "hemispheres", "single-interchange+spaces=any", "single-interchange+redeals=none"):
        assert fair_optimum(random_deal(game(other), 1, 0)) is None
    assert fair_optimum(random_deal(game("single-interchange+faces=top"), 1, 0)) is None
    assert fair_optimum(random_deal(GAME, 1, next(i for i, wins in WHOLE.items() if wins)), most_states=10) is None
    monkeypatch.setattr(optimum, "kernel", lambda name: None)
    assert fair_optimum(deal) is None


def test_the_player_takes_the_best_king() -> None:
    """At the first choice of a King between several, of random deals, its chance is the best exact expectation."""
    met = 0
    for index in range(200):
        session = looked_through(random_deal(GAME, 45, index))
        while (chosen := plan(known(session), "search", 1.0)).moves:
            exact = king_chances(known(session))
            if exact and len(exact) > 1 and chosen.moves[-1].target[0] == "t" and chosen.chance is not None:
                assert chosen.chance == float(max(one.chance for one in exact.values()))
                met += 1
                break
            for move in chosen.moves:
                session.move(str(move))
    assert met >= 5
