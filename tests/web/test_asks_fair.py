"""What is advised, and the chance that is told, do not depend on what the player has not seen. Through the API."""

import random
from typing import NamedTuple

import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.helpers import Json, Player, fold
from wendekreis.cards import Card
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.rules import Position, Role
from wendekreis.session import Session

MOVES = 30

BOUNDED = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


class Twin(NamedTuple):
    """Moves of a play, and the text of two deals that look the same all along it."""

    moves: list[str]
    deal: str
    other: str


def unseen(session: Session) -> list[int]:
    """The cards that have not lain open at any time of the play."""
    seen = set[int]()
    for position in [*(earlier for _, earlier in session.earlier()), session.position]:
        seen |= open_cards(position)
    return [card for card in range(len(session.deal.cards)) if card not in seen]


def open_cards(position: Position) -> set[int]:
    """The cards that lie open."""
    piles = zip(position.game.piles, position.piles, strict=True)
    return {card for pile, ids in piles if pile.role is not Role.STOCK for card in ids} - position.down


def twin(name: str, index: int, length: int, chance: random.Random) -> Twin:
    """A random play, and its deal with what the player never saw in another order."""
    deal = random_deal(game(name), 5, index)
    session = Session(deal)
    for _ in range(length):
        useful = [move for move in session.legal_moves if move.form not in ("turn", "redeal")]
        if not session.legal_moves:
            break
        session.move(str(chance.choice(useful if useful and chance.random() < 0.6 else session.legal_moves)))
    places = unseen(session)
    cards: list[Card] = list(deal.cards)
    faces = [cards[place] for place in places]
    chance.shuffle(faces)
    for place, face in zip(places, faces, strict=True):
        cards[place] = face
    return Twin(list(session.moves), deal.text, " ".join(map(str, cards)))


def told(asker: Player, name: str, deal: str, moves: list[str]) -> list[Json]:
    """What is said of advice and chance at the start, half way and at the end."""
    view = asker.begin(name, deal=deal)
    answers = []
    for place in range(len(moves) + 1):
        if place in (0, len(moves) // 2, len(moves)):
            answers += [asker.know(view["id"], what, view["revision"]) for what in ("advice", "chance")]
        if place < len(moves):
            view = fold(view, asker.move(view["id"], view["revision"], moves[place]))
    return answers


EXAMPLES = [pytest.param(name, 3) for name in ("hemispheres", "single-interchange")]
EXAMPLES += [pytest.param(name, 25, marks=pytest.mark.long) for name in games()]


@pytest.mark.parametrize(("name", "examples"), EXAMPLES)
def test_nothing_of_advice_or_chance_depends_on_a_hidden_card(knowing: FastAPI, name: str, examples: int) -> None:
    """Two plays that differ in nothing that was seen get the same answers, digit for digit."""

    @settings(BOUNDED, max_examples=examples)
    @given(st.integers(0, 10**6), st.integers(0, MOVES), st.randoms(use_true_random=False))
    def hold(index: int, length: int, chance: random.Random) -> None:
        both = twin(name, index, length, chance)
        asker = Player(knowing)
        assert told(asker, name, both.deal, both.moves) == told(asker, name, both.other, both.moves)

    hold()


def test_the_twins_differ() -> None:
    """They hide different cards, or the test above would be one of nothing."""
    both = [twin("hemispheres", index, 20, random.Random(index)) for index in range(5)]
    assert all(one.deal != one.other and sorted(one.deal.split()) == sorted(one.other.split()) for one in both)
