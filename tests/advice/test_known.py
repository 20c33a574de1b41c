"""What a player may know, and that nothing of this room knows more."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wendekreis.advice.advise import advise, win_chance
from wendekreis.advice.known import Known, known
from wendekreis.advice.player import POLICIES, plan
from wendekreis.deals import Deal, random_deal
from wendekreis.games import game, games
from wendekreis.rules import Role, legal_moves, play
from wendekreis.session import Session


def random_play(game_id: str, seed: int, length: int) -> Session:
    """A play of so many random legal moves, with turns more often than one move among many."""
    chance = random.Random(seed)
    session = Session(random_deal(game(game_id), seed, 0))
    for _ in range(length):
        if not session.legal_moves:
            break
        quiet = [move for move in session.legal_moves if move.form in ("turn", "redeal")]
        session.move(str(chance.choice(quiet if quiet and chance.random() < 0.5 else session.legal_moves)))
    return session


def permuted(session: Session, seed: int) -> Session:
    """The same play with the cards that were never seen in another order."""
    position, index = session.position, session.game.index
    hidden = set(position.down)
    if not session.redeals:
        hidden |= set(position.piles[index["stock"]])
    places = sorted(hidden)
    cards = list(session.deal.cards)
    order = [cards[i] for i in places]
    random.Random(seed).shuffle(order)
    for place, card in zip(places, order, strict=True):
        cards[place] = card
    return Session.load(Deal(session.game, tuple(cards)), session.moves)


QUICKLY = [pytest.param(one, marks=pytest.mark.long if one == "unlimited" else ()) for one in games()]
"""Unlimited takes longest, and has one rule of its own: what Interchange shares with it is looked at quickly."""


@pytest.mark.parametrize("game_id", QUICKLY)
@settings(deadline=None, max_examples=12)
@given(st.integers(0, 2**32), st.integers(0, 120), st.integers(0, 2**32))
def test_no_answer_depends_on_hidden_cards(game_id: str, seed: int, length: int, order: int) -> None:
    """Permuting the hidden cards of a random play changes no answer: what is known, plans, advice, chance."""
    session = random_play(game_id, seed, length)
    one, other = known(session), known(permuted(session, order))
    assert one == other
    assert one.before == other.before
    for policy in POLICIES:
        assert plan(one, policy, 1.0) == plan(other, policy, 1.0)
    assert advise(one, 1.0) == advise(other, 1.0)
    assert win_chance(one) == win_chance(other)


@pytest.mark.parametrize("game_id", QUICKLY)
@settings(deadline=None, max_examples=6)
@given(st.integers(0, 2**32), st.integers(1, 120), st.integers(1, 60), st.integers(0, 2**32))
def test_no_answer_depends_on_what_was_taken_back(game_id: str, seed: int, length: int, back: int, order: int) -> None:
    """After undo the cards seen since are hidden again: permuting them, in a play that never went on, changes nothing.

    Nor does what was met before the undo: the answers are those of a play that was never further.
    """
    session = random_play(game_id, seed, length)
    head = max(0, session.head - back)
    while session.head > head:
        session.undo()
    fresh = Session.load(session.deal, session.moves[:head])
    one, other = known(session), known(permuted(fresh, order))
    assert one == known(fresh) == other
    for policy in POLICIES:
        assert plan(one, policy, 1.0) == plan(other, policy, 1.0)
    assert advise(one, 1.0) == advise(other, 1.0)
    assert win_chance(one) == win_chance(other)


def test_undo_hides_what_a_turn_a_flip_and_a_redeal_have_shown() -> None:
    """And redo shows it again."""
    session = Session(random_deal(game("single-interchange"), 3, 1))
    first = known(session)
    session.move("turn")
    turned = known(session)
    assert len(turned.unseen) == len(first.unseen) - 1
    session.undo()
    assert known(session) == first
    session.redo()
    assert known(session) == turned
    while session.position.piles[session.game.index["stock"]]:
        session.move("turn")
    before = known(session)
    session.move("redeal")
    session.undo()
    session.undo()
    assert set(known(session).pile("stock")) == {None}
    session.redo()
    assert known(session) == before


@pytest.mark.parametrize("game_id", games())
@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_what_is_known_adds_up(game_id: str, seed: int, length: int) -> None:
    """Every card is either seen in its place or among the unseen, and what lies open is what the table shows."""
    session = random_play(game_id, seed, length)
    seen, view = known(session), session.view()
    assert sum(card is None for pile in seen.piles for card in pile) == len(seen.unseen)
    whole = sorted([card for pile in seen.piles for card in pile if card] + list(seen.unseen), key=str)
    assert whole == sorted(session.position.cards, key=str)
    for spec, pile in zip(session.game.piles, seen.piles, strict=True):
        if spec.role is not Role.STOCK:
            assert [view.faces.get(i) for i in view.piles[spec.name]] == list(pile)


def test_a_stock_is_known_after_a_redeal_and_not_before() -> None:
    """The player has seen every card of it then, in this order."""
    session = Session(random_deal(game("single-interchange"), 3, 1))
    assert set(known(session).pile("stock")) == {None}
    for _ in range(27):
        session.move("turn")
    waste = known(session).pile("w")
    session.move("redeal")
    assert known(session).pile("stock") == waste[::-1]
    assert len(known(session).unseen) == 10


@pytest.mark.parametrize("game_id", games())
def test_any_arrangement_has_the_same_legal_moves(game_id: str) -> None:
    """And the session's own; after a move, the same piles by ids."""
    session = random_play(game_id, 5, 40)
    seen = known(session)
    _, orders = seen.orders(5)
    template = seen.position()
    for order in orders:
        position = seen.position(order)
        assert seen.dealt(template, order).cards == position.cards
        assert legal_moves(position) == session.legal_moves == seen.moves()
        for move in session.legal_moves:
            assert play(position, move).position.piles == play(template, move).position.piles


def test_before_reaches_back_to_the_last_card_that_came_to_light() -> None:
    """A move to and fro repeats a position; a turn forgets what was before."""
    session = Session(random_deal(game("hemispheres"), 3, 3))
    assert known(session).before == ()
    first = known(session).piles
    exchange = next(move for move in session.legal_moves if move.form == "exchange")
    session.move(str(exchange))
    assert known(session).before == (first,)
    session.move("turn")
    assert known(session).before == ()


def test_all_orders_are_given_where_they_are_few() -> None:
    """Else so many drawn at random, the same each time."""
    session = Session(random_deal(game("single-interchange"), 3, 1))
    seen = known(session)
    whole, orders = seen.orders(50)
    assert not whole
    assert len(orders) == 50
    assert seen.orders(50)[1] == orders
    few = Known(seen.game, seen.piles, seen.unseen[:3])
    assert few.orders(6) == (True, [tuple(order) for order in few.orders(6)[1]])
    assert len(set(few.orders(6)[1])) == 6
