"""Auto-finish: offered exactly when moves up alone win, by brute force over all that may be hidden, on small packs."""

import time
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.advice.arrangements import SMALL, arrangements, plays, rearranged
from wendekreis.advice import endgame
from wendekreis.advice.finish import can_finish, finish, finish_all
from wendekreis.advice.known import Known, known
from wendekreis.cards import Card
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.rules import Move, is_won, play
from wendekreis.session import Session
from wendekreis.solver import Limits, solve
from wendekreis.solver.kernels import kernel

needs_kernels = pytest.mark.skipif(kernel("_hemispheres_search_kernel") is None, reason="no compiled kernels here")

Knowledge = tuple[tuple[tuple[Card | None, ...], ...], tuple[Card, ...]]


def after(seen: Known, move: Move) -> list[Known]:
    """What may be known after a move: once for each way the cards that it brings to light can be."""
    told: dict[Knowledge, Known] = {}
    hidden = set(seen.hidden_places())
    before = seen.position()
    position = play(before, move).position
    left = hidden & (position.down | set(position.piles[seen.game.index["stock"]]))
    for card in sorted(set(seen.unseen), key=str) if left != hidden else [None]:
        rest, cards = list(seen.unseen), position.cards
        for shown in hidden - left:  # at most one at a time
            assert card is not None
            rest.remove(card)
            cards = (*cards[:shown], card, *cards[shown + 1 :])
        piles = tuple(tuple(None if i in left else cards[i] for i in pile) for pile in position.piles)
        told[piles, tuple(rest)] = Known(seen.game, piles, tuple(rest))
    return list(told.values())


def by_force(seen: Known, most: int) -> bool | None:
    """Whether there is a way to win by moves up, turns and redeals that answers to whatever comes to light.

    All that can be known is laid out, and won spreads backwards from the end until nothing changes. ``None`` if that
    is too much.
    """
    ways: dict[Knowledge, list[list[Knowledge]]] = {}
    won: set[Knowledge] = set()
    todo = [seen]
    while todo:
        at = todo.pop()
        key = at.piles, at.unseen
        if key in ways:
            continue
        if len(ways) > most:
            return None
        ways[key] = []
        if at.is_won:
            won.add(key)
            continue
        for move in at.moves():
            if move.form in ("turn", "redeal") or (move.target[:1] == "f" and move.source[:1] != "f"):
                outcomes = after(at, move)
                ways[key].append([(one.piles, one.unseen) for one in outcomes])
                todo += outcomes
    while more := {
        key for key, choices in ways.items() if key not in won and any(won.issuperset(way) for way in choices)
    }:
        won |= more
    return (seen.piles, seen.unseen) in won


def check(name: str, seed: int, count: int, most: int, every: int = 1) -> tuple[int, int, int]:
    """Compare what is offered with brute force; how often it was, how often with cards hidden, and how often not."""
    offered = with_hidden = refused = 0
    met = set()
    for session in islice(plays(SMALL[name], seed, count, eager=0.7), 0, None, every):
        seen = known(session)
        if seen.is_won or (seen.piles, seen.unseen) in met:
            continue
        met.add((seen.piles, seen.unseen))
        truth = by_force(seen, most)
        if truth is None:
            continue
        assert can_finish(session) == truth, (session.deal.text, session.moves)
        assert (finish(seen) is not None) == truth
        offered += truth
        with_hidden += truth and not seen.is_open
        refused += not truth
        if truth:
            for order in arrangements(seen, 2)[1]:
                check_played_out(seen, order)
    return offered, with_hidden, refused


def check_played_out(seen: Known, order: tuple[Card, ...]) -> None:
    """Making the moves told, looking, and asking again, wins; with moves up, turns and redeals only."""
    position, hidden = seen.position(order), set(seen.hidden_places())
    for _ in range(200):
        moves = finish(seen)
        if moves is None:
            break
        for move in moves:
            assert move.target[:1] == "f" or move.form in ("turn", "redeal")
            position = play(position, move).position
        hidden &= position.down | set(position.piles[seen.game.index["stock"]])
        piles = tuple(tuple(None if i in hidden else position.cards[i] for i in pile) for pile in position.piles)
        unseen = sorted((position.cards[i] for i in hidden), key=lambda card: (card.suit.letter, card.rank))
        seen = Known(seen.game, piles, tuple(unseen))
    assert is_won(position)


@pytest.mark.parametrize("name", SMALL)
def test_it_is_offered_exactly_when_it_wins_for_certain(name: str) -> None:
    """In both directions, whatever is hidden; and the moves then win."""
    offered, with_hidden, refused = check(name, 5, count=10, most=100, every=6)
    assert offered
    assert refused
    assert with_hidden or name not in ("single-interchange", "interchange", "unlimited, tall")


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_it_is_offered_exactly_when_it_wins_for_certain_at_length(name: str) -> None:
    """The same for more plays, and larger trees of what may come to light."""
    offered, with_hidden, refused = check(name, 10, count=30 if "single" in name else 15, most=800, every=2)
    assert offered
    assert with_hidden
    assert refused


@pytest.mark.parametrize("game_id", games())
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_nothing_depends_on_hidden_cards(game_id: str, seed: int, order: int) -> None:
    """Whether it is offered, and the moves up to the next card that comes to light."""
    for session in islice(plays(game(game_id), seed, 1, eager=0.5), 5, None, 12):
        other = rearranged(session, order)
        assert can_finish(session) == can_finish(other)
        assert finish(known(session)) == finish(known(other))


@pytest.mark.parametrize("name", SMALL)
def test_what_is_told_early_does_not_depend_on_hidden_cards(name: str) -> None:
    """The same on small packs, where it is offered with cards hidden."""
    for session in islice(plays(SMALL[name], 6, 4, eager=0.7), 0, None, 3):
        other = rearranged(session, session.head)
        assert can_finish(session) == can_finish(other)
        assert finish(known(session)) == finish(known(other))


@needs_kernels
@pytest.mark.parametrize(("game_id", "index"), [("single-interchange", 6), ("hemispheres", 1), ("unlimited", 0)])
def test_at_the_end_of_a_whole_game_it_is_offered_and_wins(game_id: str, index: int) -> None:
    """Once offered it stays so along the moves that it plays; asking costs little on the way there."""
    session = Session(random_deal(game(game_id), 7, index))
    spent = []
    for move in solve(session.position, Limits(max_nodes=500_000)).moves:
        start = time.process_time()
        offered = can_finish(session)
        spent.append(time.process_time() - start)
        if offered:
            break
        session.move(str(move))
    assert session.status == "open"
    assert sorted(spent)[len(spent) // 2] < 0.005
    moves = finish_all(session)
    for text in moves:
        assert can_finish(session)
        session.move(text)
    assert is_won(session.position)
    assert not can_finish(session)
    assert finish_all(session) == ()
    assert finish(known(session)) is None


def test_a_search_that_takes_too_long_is_no_offer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else changes: what is offered within the bound is still right."""
    monkeypatch.setattr(endgame, "MOST_STATES", 1)
    for name in ("hemispheres", "unlimited, tall"):
        for session in plays(SMALL[name], 6, 3, eager=0.7):
            if can_finish(session) and not known(session).is_won:
                assert by_force(known(session), 200) is not False


def test_nothing_is_offered_in_a_game_that_nobody_argued_about() -> None:
    """A variant has an id of its own."""
    small = SMALL["single-interchange"]
    offered = [session for session in plays(small, 5, 10, eager=0.9) if can_finish(session)]
    assert offered
    for session in offered:
        other = replace(small, id="single-interchange+takeback=no")
        assert not can_finish(Session.load(replace(session.deal, game=other), session.moves))
