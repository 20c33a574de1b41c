"""What a study is, how it is cut up, and what a batch of it finds."""

import random
import zlib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.solver.helpers import HAS_KERNELS
from tests.study.crews import a_study
from wendekreis.deals import random_deal
from wendekreis.errors import UnfitWorker, Unreadable
from wendekreis.games import game
from wendekreis.solver import Limits, Verdict, search, solve
from wendekreis.study import batch as batches
from wendekreis.study import outcomes, plan
from wendekreis.study.batch import Batch, Result, this_worker, work
from wendekreis.study.plan import Cuts, Study, checked_name

needs_kernels = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "-x", "x" * 65, "ä", "a b", "a\n"])
def test_a_name_that_could_name_another_file_is_refused(name: str) -> None:
    """It names the study's file."""
    with pytest.raises(Unreadable):
        checked_name(name)


def test_a_study_has_one_source_of_deals_and_some_deals() -> None:
    """A seed or a file; indices that a ledger can hold."""
    with pytest.raises(ValueError, match="seed"):
        a_study(file="x")
    with pytest.raises(Unreadable):
        a_study(deals=0)
    with pytest.raises(Unreadable):
        a_study(first=2**62)


def test_the_command_says_all() -> None:
    """Variants, the player and all that is not as usual."""
    whole = a_study(game="unlimited+spaces=any+faces=up", first=7, max_seconds=0.5, max_nodes=None)
    assert whole.command == (
        "wendekreis study run try --game unlimited --rules spaces=any --rules faces=up --deals 160 --seed 1 --first 7"
        " --max-seconds 0.5 --max-memory 2000"
    )
    played = Study("try", "unlimited", 1, 5, file="ab", max_memory=None, policy="value", turn_ms=20.0)
    assert played.command == (
        "wendekreis study run try --game unlimited --deals 5 --deals-file FILE --policy value --turn-ms 20"
    )
    named = replace(played, file_name="my deals.txt")
    assert "--deals-file 'my deals.txt'" in named.command
    assert not played.differences(named)


def test_a_study_comes_back_from_its_text() -> None:
    """And nothing else does."""
    for study in (a_study(max_seconds=1), a_study(seed=None, file="ab", file_name="x", policy="search", turn_ms=20.0)):
        assert Study.parse(str(study)) == study
    for text in ("", "{}", "7", str(a_study()).replace('"seed": 1', '"seed": "1"'), str(a_study())[:-1] + ', "x": 1}'):
        with pytest.raises(ValueError, match="no study"):
            Study.parse(text)


@given(st.integers(0, 2**32), st.sets(st.integers(0, 1000), max_size=8))
def test_cuts_leave_nothing_out_and_nothing_twice(seed: int, marks: set[int]) -> None:
    """Whatever was done before, whatever comes back, and whatever the pace is."""
    chance = random.Random(seed)
    ends = sorted(marks)[: len(marks) // 2 * 2]
    before = [(first, end - first) for first, end in zip(ends[::2], ends[1::2], strict=True)]
    cuts = Cuts(0, 1000, before, start=64, most=300)
    seen = [place for first, count in before for place in range(first, first + count)]
    while (cut := cuts.cut(chance.randint(1, 4))) is not None:
        first, count = cut
        assert 1 <= count <= 300
        done = chance.randint(0, count) if chance.random() < 0.5 else count
        cuts.put_back(first + done, count - done)
        seen += range(first, first + done)
        if done:
            cuts.learn(done, chance.uniform(0.001, 100))
    assert sorted(seen) == list(range(1000))
    assert cuts.left == 0


def test_batches_take_the_time_they_should() -> None:
    """They grow to ten seconds, and shrink at the end to half a second."""
    cuts = Cuts(0, 10**6, [], start=64, most=10**9)
    sizes = []
    while cut := cuts.cut(2):
        sizes.append(cut[1])
        cuts.learn(cut[1], cut[1] / 1000)
    assert sizes[:5] == [64, 512, 4096, 10000, 10000]
    assert max(sizes) == 10000
    assert all(size >= 500 for size in sizes[2:-1])
    assert len([size for size in sizes if size < 10000]) < 20


def done(study: Study, first: int, count: int, patience: float = 1000) -> Result:
    """A batch, done here."""
    return work(Batch(study, first, count, this_worker().version, patience))


def test_a_batch_counts_what_the_solver_says() -> None:
    """Deal by deal: outcome, nodes, limits, bits."""
    study = a_study(max_nodes=30)
    found = done(study, 20, 60)
    verdicts = [solve(random_deal(game("unlimited"), 1, i).start(), Limits(30, None, 2000)) for i in range(20, 80)]
    told = [verdict.outcome for verdict in verdicts]
    assert [told.count(outcome) for outcome in ("won", "lost", "unknown")] == [found.won, found.lost, found.unknown]
    assert found.nodes.total == sum(verdict.nodes for verdict in verdicts)
    assert found.limits == {"nodes": found.unknown}
    for bits, outcome in ((found.won_bits, "won"), (found.unknown_bits, "unknown")):
        places = list(outcomes.places(zlib.decompress(bits)))
        assert places == [place for place, each in enumerate(told) if each == outcome]
    assert [(each.deal, each.outcome, each.nodes) for each in found.sample] == [
        (index, told[index - 20], verdicts[index - 20].nodes) for index in range(20, 80, study.stride)
    ]
    assert found.times.count == 60
    assert found.cpu >= found.times.total


@needs_kernels
def test_packed_deals_are_counted_as_single_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick way and the ordinary one find the same, to the bit, over more than a chunk."""
    study = a_study(game="single-interchange", max_nodes=None, deals=3000)
    monkeypatch.setattr(batches, "CHUNK", 512)
    quick = done(study, 3, 1500)
    monkeypatch.setattr(batches, "solves_packed", lambda _: False)
    slow = done(study, 3, 1500)
    assert search.solves_packed(study.rules)
    for name in ("count", "won", "lost", "unknown", "nodes", "won_bits", "unknown_bits", "limits"):
        assert getattr(quick, name) == getattr(slow, name), name
    assert [each[:3] for each in quick.sample] == [each[:3] for each in slow.sample]
    assert quick.times.count == slow.times.count == 1500


@needs_kernels
@pytest.mark.parametrize("game_id", ["unlimited", "single-interchange"])
def test_a_batch_that_takes_too_long_stops_between_deals(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has done one deal, or one chunk, at least."""
    monkeypatch.setattr(batches, "CHUNK", 64)
    found = done(a_study(game=game_id), 0, 100_000, patience=1e-9)
    assert found.count in (1, 64)
    assert found.count == found.won + found.lost + found.unknown


def test_a_worker_of_another_version_does_nothing() -> None:
    """Nor does one that has no kernels where others have: it would count other nodes."""
    with pytest.raises(UnfitWorker, match=r"0\.0\.1"):
        work(Batch(a_study(), 0, 1, "0.0.1", 1))


@needs_kernels
def test_some_wins_are_replayed_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that does not win ends the study: figures of a solver with a bug are worth nothing."""
    study = a_study(max_nodes=20000)

    def short(*given: Any, **named: Any) -> Verdict:
        verdict = solve(*given, **named)
        return replace(verdict, moves=verdict.moves[:-1])

    monkeypatch.setattr(batches, "solve", short)
    monkeypatch.setattr(plan, "REPLAYED", 10)
    with pytest.raises(RuntimeError, match="does not win"):
        done(study, 0, 100)
