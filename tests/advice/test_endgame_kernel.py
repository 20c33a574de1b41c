"""The compiled search of finishing: the answers of the plain one, on states of whole games, in any order."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from tests.advice.arrangements import rearranged
from wendekreis.advice import endgame
from wendekreis.advice.endgame import Endgame, State, read
from wendekreis.advice.finish import can_finish, finish_all, hidden_cards
from wendekreis.advice.kernels import kernel
from wendekreis.deals import random_deal
from wendekreis.games import game
from wendekreis.rules import is_won
from wendekreis.session import Session
from wendekreis.solver import Limits, solve

pytestmark = pytest.mark.skipif(kernel(endgame.KERNEL) is None, reason="the kernels were not compiled")


def globe_state(chance: random.Random, most_stock: int) -> State:
    """A state of Hemispheres near its end, nothing astray, but for that at random."""
    up, left = [], []
    for suit in range(4):
        low, high = sorted(min(13, 1 + int(chance.triangular(0, 13, 9))) for _ in range(2))
        up.append((low, high))
        left += [suit << 4 | level for level in range(low + 1, 14)] + [suit << 4 | n for n in range(high + 1, 14)]
    barriers = []
    for suit in (3, 2, 0, 1):
        king = suit << 4 | 13
        barriers.append((king,) if king in left else ())
        if king in left:
            left.remove(king)
    chance.shuffle(left)
    red = Endgame(game("hemispheres")).home[0]
    piles: list[tuple[int, ...]] = []
    for half in range(2):
        for _ in range(6):
            ours = [card for card in left if (red >> (card >> 4) & 1) == (half == 0)]
            run = []
            while ours and (not run or (run[-1] - 1 in ours and chance.random() < 0.6)):
                run.append(run[-1] - 1 if run else ours[0])
                left.remove(run[-1])
                ours.remove(run[-1])
            piles.append(tuple(run))
    stock = chance.randrange(min(most_stock, len(left)) + 1)
    if (left and () in piles) or len(left) > 25:
        return globe_state(chance, most_stock)
    waste = tuple(left[stock:])
    return State(tuple(up), (*piles, *barriers), waste, stock, tuple(sorted(left[:stock])))


def family_state(name: str, chance: random.Random, most_hidden: int) -> State:
    """A state of a game of two packs of the Interchange family near its end, but for that at random."""
    left: list[int] = []
    up = []
    for suit in range(4):
        low, high = sorted(int(chance.triangular(0, 13, 8)) for _ in range(2))
        up.append((low, high))
        left += [suit << 4 | level for level in range(low + 1, 14)] + [suit << 4 | n for n in range(high + 1, 14)]
    chance.shuffle(left)
    unseen, piles = [], []
    for _ in range(7):
        pile = [left.pop() for _ in range(min(len(left), chance.randrange(7)))]
        for i in range(0, len(pile) - 1, 2):
            if len(unseen) < most_hidden and chance.random() < 0.3:
                unseen.append(pile[i])
                pile[i] = 0
        piles.append(tuple(pile))
    stock = min(len(left), chance.randrange(most_hidden - len(unseen) + 1))
    hidden, waste = left[:stock], left[stock:]
    if game(name).has_redeal:
        waste = sorted(waste)
    return State(tuple(up), tuple(piles), tuple(waste), stock, tuple(sorted(unseen + hidden)))


def compare(name: str, seed: int, count: int, most: int, hidden: int, monkeypatch: pytest.MonkeyPatch) -> Counter[bool]:
    """Ask both; how often either answer was given by both."""
    monkeypatch.setattr(endgame, "MOST_STATES", most)
    chance = random.Random(seed)
    both: Counter[bool] = Counter()
    plain, fast = Endgame(game(name)), Endgame(game(name))
    for _ in range(count):
        state = globe_state(chance, hidden) if plain.globe else family_state(name, chance, hidden)
        if plain._is_hopeless(state) or (plain.globe and is_out(state)):
            continue
        plain.states = fast.states = 0
        plain._answers.clear()
        try:
            told = plain._wins(state)
            found = fast._search(state)
        except endgame._TooLong:
            continue
        assert told == found, state
        both[told] += plain.states > 1
    return both


def is_out(state: State) -> bool:
    """Whether waste and stock are out: then there is nothing to decide in Hemispheres."""
    return not state.waste and not state.stock


@pytest.mark.parametrize(("name", "hidden"), [("hemispheres", 5), ("unlimited", 3), ("interchange", 4)])
def test_the_kernel_answers_as_the_plain_search_does(name: str, hidden: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On states of whole games at random."""
    both = compare(name, 1, 200, 100, hidden, monkeypatch)
    assert both[False] >= 10, both
    assert both[True] >= 10 or name == "interchange", both


@pytest.mark.long
def test_the_kernel_answers_as_the_plain_search_does_at_length(monkeypatch: pytest.MonkeyPatch) -> None:
    """With more cards hidden, and harder ones."""
    assert min(compare("hemispheres", 2, 400, 800, 6, monkeypatch).values()) >= 20


def test_any_order_of_the_same_questions_gets_the_same_answers() -> None:
    """What was found for one state and kept does not mislead another, of the same deal or of another one."""
    chance = random.Random(3)
    states = [globe_state(chance, 6) for _ in range(60)]
    kept = Endgame(game("hemispheres"))
    for state in chance.sample(states * 2, 120):
        assert kept.decide(state) == Endgame(game("hemispheres")).decide(state)


def lines(name: str, seed: int, count: int) -> Iterator[Session]:
    """Plays of lines that the solver found, at each move."""
    for index in range(count):
        session = Session(random_deal(game(name), seed, index))
        for move in solve(session.position, Limits(max_nodes=500_000)).moves:
            yield session
            session.move(str(move))


@pytest.mark.parametrize(("name", "plays"), [("hemispheres", 6), ("unlimited", 2)])
def test_up_to_eight_hidden_cards_everything_is_decided(name: str, plays: int) -> None:
    """In these plays; with more there are few that are not. See docs/knowledge.md."""
    answers: Counter[bool | None] = Counter()
    for session in lines(name, 21, plays):
        state = read(session.position, hidden_cards(session))
        if len(state.unseen) <= 8:
            answers[Endgame(session.game).decide(state)] += 1
    assert answers[None] == 0
    assert answers[True]
    assert answers[False]


def test_it_is_offered_with_much_of_the_stock_left_and_wins_however_that_lies() -> None:
    """Where only the kernel sees that it is certain."""
    met = 0
    for session in lines("hemispheres", 11, 12):
        hidden = len(session.position.piles[session.game.index["stock"]])
        if 8 < hidden < 80 and can_finish(session):
            other = rearranged(session, met)
            for move in finish_all(other):
                other.move(move)
            assert is_won(other.position)
            met += 1
            if met == 4:
                break
    assert met


def test_asking_stays_within_its_bound() -> None:
    """A state that takes too long is given up after so many states, and no more."""
    chance = random.Random(4)
    fast = Endgame(game("hemispheres"))
    for _ in range(100):
        fast.decide(globe_state(chance, 12), 500)
        assert fast.states <= 510
