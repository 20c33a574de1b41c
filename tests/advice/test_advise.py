"""Advice that can be followed: it never loops, comes to an end, and says when nothing useful is left."""

import itertools
import random

import pytest

from wendekreis.advice import two_pack
from wendekreis.advice.advise import advise, win_chance
from wendekreis.advice.known import Known, known
from wendekreis.advice.plan import around, wilson
from wendekreis.advice.player import play_out
from wendekreis.deals import random_deal
from wendekreis.games import game
from wendekreis.rules import Move
from wendekreis.session import Session
from wendekreis.solver import Verdict
from wendekreis.solver.kernels import kernel

needs_kernels = pytest.mark.skipif(kernel("_single_interchange_kernel") is None, reason="no compiled kernels here")


def after_random_moves(game_id: str, index: int, length: int) -> Session:
    """A play of so many legal moves at random, take-backs among them."""
    chance = random.Random(index)
    session = Session(random_deal(game(game_id), 3, index))
    for _ in range(length):
        if not session.legal_moves:
            break
        session.move(str(chance.choice(session.legal_moves)))
    return session


@needs_kernels
@pytest.mark.parametrize(
    ("wander", "game_id", "deals"),
    [
        (15, "single-interchange", 3),
        (15, "hemispheres", 2),
        (15, "interchange", 2),
        *(
            pytest.param(wander, game_id, deals, marks=pytest.mark.long)
            for wander in (0, 15, 90)
            for game_id, deals in (
                ("single-interchange", 30),
                ("hemispheres", 10),
                ("interchange", 10),
                ("unlimited", 1),
            )
        ),
    ],
)
def test_following_the_first_advice_ends_and_meets_no_position_twice(game_id: str, deals: int, wander: int) -> None:
    """Whole positions, with the stock's order and what is known of it; also after moves at random."""
    for index in range(deals):
        session = after_random_moves(game_id, index, wander)
        met = set()
        for _ in range(1000):
            seen = known(session)
            key = (session.position.key(), len(seen.unseen), seen.piles)
            assert key not in met
            met.add(key)
            advised = advise(seen, 0.5)
            if not advised:
                break
            session.move(str(advised[0].move))
        else:
            pytest.fail(f"{game_id} {index}: no end in 1,000 moves")


def test_without_kernels_advice_ends_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """The greedy player turns a stock that it has seen once more at most."""
    monkeypatch.setattr("wendekreis.advice.single_interchange.kernel", lambda name: None)
    for index in range(4):
        session = after_random_moves("single-interchange", index, 20)
        for _ in range(400):
            advised = advise(known(session))
            if not advised:
                break
            session.move(str(advised[0].move))
        else:
            pytest.fail("no end")


@needs_kernels
def test_a_card_just_taken_back_may_be_advised_up_again() -> None:
    """A take-back led away; and it is never advised itself."""
    found = 0
    for index in range(12):
        session = Session(random_deal(game("single-interchange"), 3, index))
        for move in play_out(session.deal, "value", 0.5).moves:
            session.move(move)
            back = next((move for move in session.legal_moves if move.source[:1] == "f"), None)
            if back is not None:
                assert all(item.move.source[:1] != "f" for item in advise(known(session), 0.5)[:1])
                session.move(str(back))
                up = Move("transfer", back.target, back.source)
                assert up in {item.move for item in advise(known(session), 0.5)}
                found += 1
                break
    assert found


@needs_kernels
def test_nothing_else_is_said_only_where_only_turning_is_legal() -> None:
    """Moves that undo the last one do not count."""
    for index in range(10):
        session = after_random_moves("hemispheres", index, 30)
        seen = known(session)
        if any(item.reason.code == "nothing_else" for item in advise(seen, 0.5)):
            for move in session.legal_moves:
                if move.form != "turn":
                    session.move(str(move))
                    assert known(session).piles == seen.before[0]
                    session.undo()


def test_what_the_solver_leaves_undecided_is_margin_and_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """From all of these lost to all won; where nothing is decided, nothing is said; where all are lost it is exact."""
    monkeypatch.setattr(two_pack, "kernel", lambda name: name)
    seen = known(Session(random_deal(game("interchange"), 3, 3)))

    unknown, lost = Verdict("unknown", "nodes", (), 1, 0.0), Verdict("lost", None, (), 1, 0.0)
    monkeypatch.setattr(two_pack, "solve", lambda position, limits, lines: unknown)
    assert win_chance(seen) is None
    assert two_pack.chances(seen, seen.moves()[:1]) == [None]
    turn = itertools.cycle((unknown, lost))
    monkeypatch.setattr(two_pack, "solve", lambda position, limits, lines: next(turn))
    chance = win_chance(seen)
    assert chance is not None
    assert (chance.value, chance.method) == (0.25, "bounds")
    assert chance.margin == pytest.approx(wilson(two_pack.SAMPLE / 2, two_pack.SAMPLE)[1] - 0.25)
    monkeypatch.setattr(two_pack, "solve", lambda position, limits, lines: lost)
    chance = win_chance(seen)
    assert chance is not None
    assert (chance.value, chance.method) == (0.0, "sample")
    assert chance.margin == pytest.approx(wilson(0, two_pack.SAMPLE)[1])
    shown = iter(seen.unseen[3:])
    piles = tuple(tuple(card or next(shown, None) for card in pile) for pile in seen.piles)
    few = Known(seen.game, piles, seen.unseen[:3])
    chance = two_pack.chance(few)
    assert chance is not None
    assert (chance.value, chance.margin, chance.method) == (0.0, 0.0, "all")


def test_a_chance_that_is_hard_to_find_is_told_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bound by nodes, not by a clock: the same question has the same answer, and its margin says that less was seen."""
    monkeypatch.setattr(two_pack, "kernel", lambda name: name)
    asked = 0

    def hard(*_: object, **__: object) -> Verdict:
        nonlocal asked
        asked += 1
        return Verdict("lost", None, (), 2000, 0.0)

    monkeypatch.setattr(two_pack, "solve", hard)
    seen = known(Session(random_deal(game("unlimited"), 3, 3)))
    chance = win_chance(seen)
    assert chance is not None
    assert asked == two_pack.NODES_IN_ALL // 2000 + 1
    assert (chance.value, chance.method) == (0.0, "sample")
    assert chance.margin == pytest.approx(wilson(0, asked)[1])
    assert win_chance(seen) == chance
    shown = iter(seen.unseen[4:])
    piles = tuple(tuple(card or next(shown, None) for card in pile) for pile in seen.piles)
    few = two_pack.chance(Known(seen.game, piles, seen.unseen[:4]))
    assert few is not None
    left = 1 - (two_pack.NODES_IN_ALL // 2000 + 1) / 24
    assert few.method == "bounds"
    assert few.value == few.margin == pytest.approx(left / 2)


@pytest.mark.parametrize("won", [0, 1, 7, 39, 40])
def test_a_margin_holds_the_interval(won: int) -> None:
    """On both sides of the value."""
    low, high = wilson(won, 40)
    margin = around(won / 40, low, high)
    assert won / 40 - margin <= low + 1e-12
    assert won / 40 + margin >= high - 1e-12


@needs_kernels
def test_the_best_advice_agrees_with_the_chance() -> None:
    """Both look at the same arrangements."""
    for index in range(8):
        seen = known(after_random_moves("single-interchange", index, 70))
        advised, chance = advise(seen), win_chance(seen)
        if advised and chance is not None and advised[0].chance is not None:
            assert advised[0].chance <= chance.value + 1e-9
