"""Histograms, bits and intervals."""

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wendekreis.study import outcomes
from wendekreis.study.histogram import Histogram
from wendekreis.study.intervals import bounds, paired, wilson

NUMBERS = st.lists(st.integers(0, 10**12), min_size=1, max_size=60)


def of(numbers: list[int]) -> Histogram:
    """The histogram of some numbers."""
    made = Histogram()
    for number in numbers:
        made.add(number)
    return made


@given(NUMBERS, NUMBERS)
def test_merged_histograms_are_that_of_all(some: list[int], others: list[int]) -> None:
    """In either order, and written and read in between."""
    one, other = of(some), of(others)
    one.merge(Histogram.parse(str(other)))
    other.merge(of(some))
    assert one == other == of(some + others)
    assert (one.count, one.total, one.most) == (len(some + others), sum(some + others), max(some + others))


@given(NUMBERS, st.floats(0.01, 1))
def test_a_quantile_is_within_its_bucket(numbers: list[int], share: float) -> None:
    """That is 1.6 % at most, and nothing below 64."""
    true = sorted(numbers)[math.ceil(share * len(numbers)) - 1]
    found = of(numbers).quantile(share)
    assert abs(found - true) <= true / 64
    assert sum(times for *_, times in of(numbers).bars()) == len(numbers)
    assert all(low <= high for low, high, _ in of(numbers).bars())


def test_an_empty_histogram_has_figures_too() -> None:
    """They are 0."""
    assert (Histogram().quantile(0.5), Histogram().mean) == (0, 0)


@given(st.lists(st.booleans(), max_size=200), st.data())
def test_bits_say_what_was_packed(flags: list[bool], data: st.DataObject) -> None:
    """Each of them, their places, and any stretch of them."""
    bits = outcomes.pack(bytes(flags))
    assert list(outcomes.places(bits)) == [place for place, flag in enumerate(flags) if flag]
    first = data.draw(st.integers(0, len(flags)))
    count = data.draw(st.integers(0, len(flags) - first))
    expected = sum(flag << place for place, flag in enumerate(flags[first : first + count]))
    assert outcomes.cut(outcomes.number(bits), first, count) == expected


def test_the_intervals_are_what_their_formulas_say() -> None:
    """Wilson's of 81 in 263, as Newcombe's paper has it; and of pairs, where the corrected correlation is 0."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    both, one, two, neither = 10, 15, 5, 20  # 10 · 20 - 15 · 5 is 125: more than 25, which is half of them
    first, second = 25 / 50, 15 / 50
    (low1, high1), (low2, high2) = wilson(25, 50), wilson(15, 50)
    phi = (125 - 25) / math.sqrt(25 * 25 * 15 * 35)
    below = math.sqrt((second - low2) ** 2 - 2 * phi * (second - low2) * (high1 - first) + (high1 - first) ** 2)
    above = math.sqrt((high2 - second) ** 2 - 2 * phi * (high2 - second) * (first - low1) + (first - low1) ** 2)
    assert paired(both, one, two, neither) == pytest.approx((-0.2 - below, -0.2 + above))
    few = paired(3, 4, 3, 5)  # 3 is less than 7.5, half of them
    (low1, high1), (low2, high2) = wilson(7, 15), wilson(6, 15)
    assert few[0] == pytest.approx(-1 / 15 - math.hypot(6 / 15 - low2, high1 - 7 / 15))


def test_undecided_deals_widen_the_interval_both_ways() -> None:
    """It holds every interval that there would be were they decided."""
    low, high = bounds(40, 7, 100)
    for won in range(40, 48):
        assert low <= wilson(won, 100)[0] <= wilson(won, 100)[1] <= high


def test_the_paired_interval_stays_within_what_is_possible() -> None:
    """And has a width where all deals tie, or all differ."""
    for counts in ((0, 0, 5, 0), (0, 5, 0, 0), (5, 0, 0, 0), (0, 0, 0, 5), (3, 1, 0, 1)):
        low, high = paired(*counts)
        assert -1 <= low < high <= 1


def test_the_intervals_hold_what_they_say() -> None:
    """About 95 of 100 drawn shares, and differences of pairs, lie in theirs."""
    chance = random.Random(5)
    held = Counter[str]()
    for _ in range(400):
        pairs = Counter((chance.random() < 0.3, chance.random() < 0.4) for _ in range(150))
        won = pairs[True, True] + pairs[True, False]
        low, high = wilson(won, 150)
        held["share"] += low <= 0.3 <= high
        counts = [pairs[True, True], pairs[True, False], pairs[False, True], pairs[False, False]]
        low, high = paired(*counts)
        held["pairs"] += low <= 0.1 <= high
    assert all(365 <= times <= 395 for times in held.values()), held
