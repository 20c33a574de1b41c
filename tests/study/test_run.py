"""A study run by workers that fail, and what is made of what it found."""

import itertools
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from pathlib import Path

import pytest

from tests.solver.helpers import HAS_KERNELS
from tests.study.crews import Here, a_study, done, figures
from wendekreis.deals import random_deal
from wendekreis.errors import HopelessLimits, MissingExtra, StudyDiffers, UnknownPolicy, WorkersLost
from wendekreis.games import game
from wendekreis.solver import Limits, solve
from wendekreis.study import run as running
from wendekreis.study.batch import Batch, Result
from wendekreis.study.comparison import compare
from wendekreis.study.crew import Cluster
from wendekreis.study.intervals import paired
from wendekreis.study.ledger import Ledger
from wendekreis.study.page import page
from wendekreis.study.plan import Study
from wendekreis.study.report import report
from wendekreis.study.run import Progress, check, run


def of_part(batch: Batch) -> Batch:
    """A worker that stops after eight deals."""
    return replace(batch, count=min(8, batch.count))


def fails(kind: type[BaseException]) -> Callable[[Batch], Batch]:
    """A worker that is lost every third time."""
    times = itertools.count()

    def before(batch: Batch) -> Batch:
        if next(times) % 3 == 1:
            raise kind("lost")
        return replace(batch, count=min(20, batch.count))

    return before


@pytest.mark.parametrize("kind", [BrokenProcessPool, CancelledError, MemoryError])
def test_figures_are_the_same_however_it_was_run(tmp_path: Path, kind: type[BaseException]) -> None:
    """In few batches or in many, with workers that are lost again and again."""
    usual = figures(done(tmp_path / "usual", a_study()))
    assert usual["done"] == 160
    crew = Here(fails(kind))
    assert figures(done(tmp_path / "lossy", a_study(), crew)) == usual
    assert (crew.mended > 0) == (kind is not MemoryError)
    assert figures(done(tmp_path / "parts", a_study(), Here(of_part))) == usual


def test_it_goes_on_where_it_was(tmp_path: Path) -> None:
    """Stopped after every fourth batch, with other numbers of workers, it ends with the same figures."""
    usual = figures(done(tmp_path / "usual", a_study()))
    stops = 0
    while True:
        crew = Here(of_part, size=1 + stops % 3)

        def stop(progress: Progress, crew: Here = crew) -> None:
            if len(crew.given) > 3:
                raise KeyboardInterrupt

        with Ledger.create(tmp_path / "stopped", a_study()) as ledger:
            try:
                run(ledger, crew, stop)
            except KeyboardInterrupt:
                stops += 1
                continue
            assert figures(report(ledger)) == usual
            break
    assert stops > 3


def test_workers_that_are_always_lost_end_it(tmp_path: Path) -> None:
    """After some times; it does not go round for ever."""

    def lost(batch: Batch) -> Batch:
        raise BrokenProcessPool("lost")

    crew = Here(lost)
    with pytest.raises(WorkersLost):
        done(tmp_path, a_study(), crew)
    assert crew.mended == running.FAILURES - 1


def test_no_worker_for_long_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And until then it waits."""
    monkeypatch.setattr(running, "ABSENCE", 0.3)
    monkeypatch.setattr(running, "TICK", 0.1)
    with pytest.raises(WorkersLost, match="no worker"):
        done(tmp_path, a_study(), Here(size=0))


def test_a_bug_ends_it(tmp_path: Path) -> None:
    """It is not tried again and again, and what was done before is kept."""

    def buggy(batch: Batch) -> Batch:
        if batch.first >= 100:
            raise RuntimeError("a bug")
        return replace(batch, count=min(50, batch.count))

    with pytest.raises(RuntimeError, match="a bug"):
        done(tmp_path, a_study(), Here(buggy))
    with Ledger(tmp_path, "try") as ledger:
        assert sum(ledger.tally()) >= 50


def test_a_crew_that_breaks_as_it_is_given_a_batch(tmp_path: Path) -> None:
    """The batch is not lost."""

    class Breaks(Here):
        def submit(self, batch: Batch) -> Future[Result]:
            if len(self.given) % 3 == 1:
                self.given.append(batch)
                raise BrokenProcessPool("lost")
            return super().submit(batch)

    crew = Breaks(of_part)
    assert done(tmp_path, a_study(deals=100), crew).done == 100
    assert crew.mended


def test_progress_is_told(tmp_path: Path) -> None:
    """From nothing to all, with a rate and the time left once something is known."""
    told: list[Progress] = []
    with Ledger.create(tmp_path, a_study()) as ledger:
        run(ledger, Here(of_part), told.append)
    assert (told[0].done, told[0].left) == (0, None)
    assert (told[-1].done, told[-1].left) == (160, 0)
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert all(each.won + each.lost + each.unknown == each.done for each in told)


@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
def test_limits_that_can_decide_nothing_are_refused() -> None:
    """A win of Hemispheres takes 80 turns at least, and each is a node; no search ends in a microsecond."""
    hopeless = a_study(game="hemispheres", max_nodes=60)
    with pytest.raises(HopelessLimits, match="none of 100"):
        check(hopeless)
    with pytest.raises(HopelessLimits):
        check(replace(hopeless, max_nodes=None, max_seconds=1e-6))
    check(replace(hopeless, max_nodes=1000))
    check(a_study(game="interchange", max_nodes=1))  # most deals are lost at once
    check(a_study(game="single-interchange", max_nodes=1))  # such a limit is never reached
    with pytest.raises(UnknownPolicy):
        check(replace(hopeless, policy="lucky"))


def test_the_report_tells_the_sum(tmp_path: Path) -> None:
    """Text and JSON; undecided deals are lost at one end and won at the other, and named."""
    found = done(tmp_path, a_study())
    told = json.loads(json.dumps(found.json()))
    verdicts = [solve(random_deal(game("unlimited"), 1, i).start(), Limits(60), lines=False) for i in range(160)]
    outcomes = [verdict.outcome for verdict in verdicts]
    assert [told[name] for name in ("won", "lost", "unknown")] == [
        outcomes.count("won"),
        outcomes.count("lost"),
        outcomes.count("unknown"),
    ]
    assert told["share"]["undecided_lost"] == outcomes.count("won") / 160
    assert told["share"]["undecided_won"] == 1 - outcomes.count("lost") / 160
    assert (
        told["share"]["low"] < told["share"]["undecided_lost"] < told["share"]["undecided_won"] < told["share"]["high"]
    )
    assert told["undecided"] == [index for index, outcome in enumerate(outcomes) if outcome == "unknown"]
    assert told["nodes"]["max"] == max(verdict.nodes for verdict in verdicts)
    assert told["nodes"]["median"] == sorted(verdict.nodes for verdict in verdicts)[79]
    assert told["limits_reached"] == {"nodes": outcomes.count("unknown")}
    assert len(told["sample"]) == 16
    text = found.text()
    assert f"undecided  {outcomes.count('unknown')} (limit reached: nodes" in text
    assert text.endswith(found.study.command)
    assert "95 % interval" in text


def test_a_report_of_nothing(tmp_path: Path) -> None:
    """And of a study that is not at its end."""
    with Ledger.create(tmp_path, a_study()) as ledger:
        assert "0 of 160, the study is not at its end" in report(ledger).text()
        assert json.dumps(report(ledger).json())
        assert page(report(ledger)).startswith("<!doctype html>")


def test_the_page_is_whole(tmp_path: Path) -> None:
    """Three plots, drawn within it, and nothing that is fetched; the same study gets the same plots but for times."""
    written = page(done(tmp_path, a_study(), Here(of_part)))
    drawn = re.findall(r"<svg.*?</svg>", written, flags=re.DOTALL)
    assert len(drawn) == 3
    for svg in drawn:
        ElementTree.fromstring(svg)
    assert not re.search(r"(src|href)=\"(?!#)", written)
    assert "unlimited" in written


def test_parquet_has_a_row_a_batch(tmp_path: Path) -> None:
    """With every undecided deal and the sample."""
    polars = pytest.importorskip("polars")
    from wendekreis.study.tables import write_parquet

    found = done(tmp_path, a_study(), Here(of_part))
    with Ledger(tmp_path, "try") as ledger:
        write_parquet(ledger, tmp_path / "try.parquet")
        batches = len(ledger.done())
    frame = polars.read_parquet(tmp_path / "try.parquet")
    assert frame.height == batches
    assert [frame[name].sum() for name in ("count", "won", "lost", "unknown")] == [
        160,
        found.won,
        found.lost,
        found.unknown,
    ]
    assert [index for cell in frame["undecided"] for index in cell] == found.undecided
    assert sum(len(cell) for cell in frame["sample"]) == 16
    assert frame["nodes_sum"].sum() == found.nodes.total
    empty = tmp_path / "empty"
    with Ledger.create(empty, a_study()) as ledger:
        write_parquet(ledger, empty / "try.parquet")
    assert polars.read_parquet(empty / "try.parquet").height == 0


def pairs_of(one: Study, two: Study) -> dict[tuple[str, str], int]:
    """What a comparison must count, deal by deal."""
    counts: dict[tuple[str, str], int] = {}
    for index in range(max(one.first, two.first), min(one.end, two.end)):
        sides = tuple(
            solve(random_deal(study.rules, 1, index).start(), study.limits, lines=False).outcome for study in (one, two)
        )
        counts[sides[0], sides[1]] = counts.get((sides[0], sides[1]), 0) + 1
    return counts


def test_a_comparison_counts_pairs(tmp_path: Path) -> None:
    """Over batches that begin and end elsewhere, and of the deals that both have."""
    one, two = a_study(name="one", deals=150), a_study(name="two", game="interchange", first=33, deals=300)
    done(tmp_path, one, Here(of_part))
    done(tmp_path, two)
    with Ledger(tmp_path, "one") as first, Ledger(tmp_path, "two") as second:
        found = compare(first, second)
    assert {sides: count for sides, count in found.pairs.items() if count} == pairs_of(one, two)
    assert found.count == 117
    assert found.interval[0] < found.difference[0] <= found.difference[1] < found.interval[1]
    assert json.dumps(found.json())
    assert "117 deals" in found.text()


def test_a_comparison_of_decided_studies_has_the_usual_interval(tmp_path: Path) -> None:
    """Newcombe's; and where something is undecided, it holds that of every way it could be decided."""
    one, two = a_study(name="one", deals=120, max_nodes=20000), a_study(name="two", deals=120, max_nodes=40)
    for study in (one, two):
        done(tmp_path, study)
    with Ledger(tmp_path, "one") as first, Ledger(tmp_path, "two") as second:
        same, mixed = compare(first, first), compare(first, second)
    won, lost = same.pairs["won", "won"], same.pairs["lost", "lost"]
    assert won + lost == 120
    assert same.interval == paired(won, 0, 0, lost)
    assert mixed.total(1, "unknown") > 0
    assert mixed.interval[0] < same.interval[0] < same.interval[1] <= mixed.interval[1]


def test_studies_of_other_deals_are_not_compared(tmp_path: Path) -> None:
    """Another seed, another pack, no deal in common."""
    others = {
        "seed": a_study(name="seed", seed=2, deals=20),
        "pack": a_study(name="pack", game="hemispheres", deals=20, max_nodes=500),
        "late": a_study(name="late", first=100, deals=20),
    }
    done(tmp_path, a_study(deals=20))
    for study in others.values():
        done(tmp_path, study)
        with Ledger(tmp_path, "try") as one, Ledger(tmp_path, study.name) as other, pytest.raises(StudyDiffers):
            compare(one, other)


def test_without_the_extra_it_is_said_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The pool of processes needs none of it."""
    for name in ("distributed", "polars", "matplotlib"):
        monkeypatch.setitem(__import__("sys").modules, name, None)
    from wendekreis.study.tables import write_parquet

    found = done(tmp_path, a_study(deals=20))
    with pytest.raises(MissingExtra, match=r"wendekreis\[study\]"):
        Cluster("tcp://127.0.0.1:9")
    with pytest.raises(MissingExtra, match=r"wendekreis\[study\]"):
        page(found)
    with Ledger(tmp_path, "try") as ledger, pytest.raises(MissingExtra, match=r"wendekreis\[study\]"):
        write_parquet(ledger, tmp_path / "x")
