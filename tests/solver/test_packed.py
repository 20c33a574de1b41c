"""Random deals follow from seed and index alone, and packed deals are the same in C and in Python."""

from collections import Counter

import pytest

from tests.solver.helpers import HAS_KERNELS
from wendekreis.deals import LARGEST_SEED, random_deal
from wendekreis.games import game, games
from wendekreis.games.single_interchange import declare
from wendekreis.rules import Game
from wendekreis.solver import packed

GAME = game("single-interchange")


@pytest.fixture(params=["compiled", "plain"])
def _kernel_or_not(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once with the compiled kernel, if there is one, and once without."""
    if request.param == "plain":
        monkeypatch.setattr(packed, "kernel", lambda name: None)


FIRST_CARDS = {
    ("single-interchange", 1, 0): "JH QS JD 4S 9D 6S 6C 7D 2D JC AH QD 7H",
    ("hemispheres", 1, 0): "TH JS TD 4S 8D 6S 5S 6D JC 7C JD 9D 5H",
    ("unlimited", LARGEST_SEED, LARGEST_SEED): "9D TC 7C 3D 5C 2S 5H 9S 2C KD 4S 9H QD",
}
"""Recorded once: studies draw their deals by this mapping, so it never changes."""


@pytest.mark.parametrize(("game_id", "seed", "index"), FIRST_CARDS)
def test_the_mapping_stays(game_id: str, seed: int, index: int) -> None:
    """A seed and an index name the same deal for ever."""
    deal = random_deal(game(game_id), seed, index)
    assert " ".join(map(str, deal.cards[:13])) == FIRST_CARDS[game_id, seed, index]
    assert Counter(deal.cards) == Counter(deal.game.deck)


def test_seeds_and_indices_differ() -> None:
    """Neighbours, of either, are other deals."""
    texts = {random_deal(GAME, seed, index).text for seed in range(40) for index in range(40)}
    assert len(texts) == 1600


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (LARGEST_SEED + 1, 0), (0, LARGEST_SEED + 1)])
def test_seeds_out_of_range_are_refused(seed: int, index: int) -> None:
    """Rather than being taken modulo 2⁶⁴."""
    with pytest.raises(ValueError, match="from 0 to"):
        random_deal(GAME, seed, index)


def test_every_card_comes_everywhere_equally_often() -> None:
    """Over 200,000 deals, by chi-squared at each place (51 degrees of freedom; 0.999999 is 113)."""
    if not HAS_KERNELS:
        pytest.skip("too slow without kernels")
    count = 200_000
    deals = packed.draw(GAME, 77, 0, count)
    for place in range(52):
        found = Counter(deals[place::52])
        chi_squared = sum((found[card] - count / 52) ** 2 for card in range(52)) / (count / 52)
        assert chi_squared < 113


@pytest.mark.usefixtures("_kernel_or_not")
@pytest.mark.parametrize("smaller", [*games().values(), declare(4, 3, 4)], ids=lambda game: f"{game.id}-{game.ranks}")
@pytest.mark.parametrize(("seed", "first"), [(0, 0), (7, 12345), (LARGEST_SEED, 2**63)])
def test_drawing_is_the_mapping(smaller: Game, seed: int, first: int) -> None:
    """The batch draws the deals that the mapping in deals.py names."""
    deals = packed.draw(smaller, seed, first, 50)
    for number in range(50):
        deal = random_deal(smaller, seed, first + number)
        codes = deals[number * smaller.deal_size : (number + 1) * smaller.deal_size]
        assert packed.pack(deal) == codes
        assert packed.unpack(smaller, codes) == deal


DEAL = random_deal(GAME, 1, 0)

LINES = {
    DEAL.text: True,
    f"  {DEAL.text.lower()}\r\n": True,
    DEAL.text.replace("T", "10").replace(" ", "\t"): True,
    f"{DEAL.text} # a comment": False,
    f"{DEAL.text} | turn": False,
    DEAL.text[:-3]: False,
    f"{DEAL.text} AC": False,
    DEAL.text.replace("JH", "QH"): False,
    DEAL.text.replace("JH", "XH"): False,
    DEAL.text.replace("JH", "JX"): False,
    DEAL.text.replace("JH", "J"): False,
    DEAL.text.replace("JH ", "JH"): False,
    DEAL.text.replace("KD", "1"): False,
    f"{DEAL.text[:-2]}1": False,
    f"{DEAL.text[:-2]}10": False,
    f"{DEAL.text[:-2]}K": False,
    DEAL.text.replace("JH", "JĤ"): False,
    "": False,
}


@pytest.mark.usefixtures("_kernel_or_not")
@pytest.mark.parametrize("line", LINES)
def test_reading_a_line(line: str) -> None:
    """A deal and nothing else is read; whatever else, down to its last character, is left to who can say what it is."""
    deals = bytearray(3 * 52)
    assert packed.read(GAME, line.encode(), deals, 1) is LINES[line]
    if LINES[line]:
        assert deals == bytes(52) + packed.pack(DEAL) + bytes(52)


def test_reading_has_to_have_room() -> None:
    """A place that is not there is an error, not a write."""
    if not HAS_KERNELS:
        pytest.skip("the kernels were not compiled")
    with pytest.raises(ValueError, match="room"):
        packed.read(GAME, DEAL.text.encode(), bytearray(51), 0)
