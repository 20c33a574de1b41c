"""The ledger: whole batches or none, nothing twice, and one clear line when it can't be had."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.study.crews import a_study
from wendekreis.errors import (
    ForeignDatabase,
    NewerDatabase,
    StoreBusy,
    StoreFull,
    StoreReadOnly,
    StudyDiffers,
    UnknownStudy,
)
from wendekreis.study.batch import Batch, Result, this_worker, work
from wendekreis.study.ledger import Ledger, studies


def batch(first: int, count: int) -> Result:
    """A batch of the study, done."""
    return work(Batch(a_study(), first, count, this_worker().version, 1000))


def test_a_batch_comes_back_as_it_was_written(tmp_path: Path) -> None:
    """All of it, in the order of its deals."""
    results = [batch(100, 20), batch(0, 30)]
    with Ledger.create(tmp_path, a_study()) as ledger:
        for result in results:
            ledger.write(result)
    with Ledger(tmp_path, "try") as ledger:
        assert ledger.study == a_study()
        assert ledger.done() == [(0, 30), (100, 20)]
        for row, result in zip(ledger.batches(), reversed(results), strict=True):
            for name in ("first", "count", "won", "lost", "unknown", "nodes", "times", "cpu", "limits", "worker"):
                assert getattr(row, name) == getattr(result, name), name
        assert sorted(ledger.sample()) == sorted(each for result in results for each in result.sample)
        assert len(list(ledger.undecided())) == sum(result.unknown for result in results) == ledger.tally()[2]


@pytest.mark.parametrize(("first", "count"), [(10, 20), (0, 10), (29, 1), (5, 60), (15, 2)])
def test_no_deal_is_written_twice(tmp_path: Path, first: int, count: int) -> None:
    """A batch that has one deal of another is refused whole."""
    with Ledger.create(tmp_path, a_study()) as ledger:
        ledger.write(batch(9, 21))
        with pytest.raises(ValueError, match="already"):
            ledger.write(batch(first, count))
        assert ledger.done() == [(9, 21)]
        ledger.write(batch(30, 2))


def test_a_study_of_the_same_name_must_be_the_same(tmp_path: Path) -> None:
    """It says in what it differs, and changes nothing."""
    Ledger.create(tmp_path, a_study()).close()
    Ledger.create(tmp_path, a_study()).close()
    with pytest.raises(StudyDiffers, match="--seed is 1 there and 2 here; --max-seconds is not given there and 3 here"):
        Ledger.create(tmp_path, a_study(seed=2, max_seconds=3.0))
    with Ledger(tmp_path, "try") as ledger:
        assert ledger.study == a_study()


def test_a_study_that_is_not_there(tmp_path: Path) -> None:
    """The others are named; a file whose making was cut off is none."""
    Ledger.create(tmp_path, a_study(name="other")).close()
    (tmp_path / "try.new-1234abcd").write_text("cut off")
    with pytest.raises(UnknownStudy, match="other"):
        Ledger(tmp_path, "try")
    assert studies(tmp_path) == ["other"]
    Ledger.create(tmp_path, a_study()).close()
    assert studies(tmp_path) == ["other", "try"]
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".new-1234abcd", ".sqlite", ".sqlite"]


def test_of_two_that_make_a_study_one_makes_it(tmp_path: Path) -> None:
    """The other one finds it there as it opens it."""
    with Ledger.create(tmp_path, a_study()) as ledger:
        ledger.write(batch(0, 10))
    Ledger._make(tmp_path / "try.sqlite", a_study(seed=2), [])
    with Ledger.create(tmp_path, a_study()) as ledger:
        assert ledger.done() == [(0, 10)]


def test_another_version_and_other_programs_are_left_alone(tmp_path: Path) -> None:
    """Not a byte is changed."""
    Ledger.create(tmp_path, a_study(name="late")).close()
    with sqlite3.connect(tmp_path / "late.sqlite") as connection:
        connection.execute("PRAGMA user_version = 7")
    connection.close()
    with sqlite3.connect(tmp_path / "foreign.sqlite") as connection:
        connection.execute("CREATE TABLE study (parameters)")
    connection.close()
    (tmp_path / "text.sqlite").write_text("no database at all, but long enough to be looked at " * 20)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for name, error in (("late", NewerDatabase), ("foreign", ForeignDatabase), ("text", ForeignDatabase)):
        with pytest.raises(error):
            Ledger(tmp_path, name)
        with pytest.raises(error):
            Ledger.create(tmp_path, a_study(name=name))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_only_one_process_runs_a_study(tmp_path: Path) -> None:
    """The other one is told so, and it can be reported on meanwhile."""
    with Ledger.create(tmp_path, a_study()) as one, Ledger(tmp_path, "try") as other:
        with one.locked():
            one.write(batch(0, 10))
            assert other.tally() == one.tally()
            with pytest.raises(StoreBusy), other.locked():
                pass
        with other.locked():
            pass


def test_a_full_disk_leaves_what_was_written(tmp_path: Path) -> None:
    """The batch that finds no room is not there at all; with room again it is written."""
    with Ledger.create(tmp_path, a_study()) as ledger:
        connection: sqlite3.Connection = ledger._connection
        ledger.write(batch(0, 10))
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            for first in range(10, 400, 10):
                ledger.write(batch(first, 10))

        with pytest.raises(StoreFull, match="no room"):  # the pages there are may have room for some
            fill()
        rows = ledger.done()
        assert rows == [(10 * place, 10) for place in range(len(rows))]
        connection.execute("PRAGMA max_page_count = 100000")
        ledger.write(batch(10 * len(rows), 10))


LIMITED = """
import resource, sys
from pathlib import Path
from tests.study.crews import Here, a_study
from wendekreis.errors import StoreFull
from wendekreis.study.ledger import Ledger
from wendekreis.study.run import run
with Ledger.create(Path(sys.argv[1]), a_study(deals=100000)) as ledger:
    resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))
    try:
        run(ledger, Here(lambda batch: batch.__class__(batch.study, batch.first, 1, batch.version, 1)))
    except StoreFull as error:
        print(error)
"""


def test_a_file_that_may_not_grow_leaves_what_was_written(tmp_path: Path) -> None:
    """As with a quota; the ledger is whole, and goes on from there."""
    said = subprocess.run(
        [sys.executable, "-c", LIMITED, tmp_path],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert "every batch that was written is kept" in said.stdout
    with Ledger(tmp_path, "try") as ledger:
        rows = ledger.done()
        assert len(rows) > 3
        assert sum(ledger.tally()) == sum(count for _, count in rows)
        first, count = rows[-1]
        ledger.write(batch(first + count, 1))


def test_a_folder_that_takes_no_file(tmp_path: Path) -> None:
    """Here a file stands in its place."""
    (tmp_path / "studies").touch()
    with pytest.raises(StoreReadOnly):
        Ledger.create(tmp_path / "studies", a_study())


def test_the_deals_of_a_file_are_kept(tmp_path: Path) -> None:
    """By their indices, over more than one block."""
    lines = [f"line {number}" for number in range(2500)]
    with Ledger.create(tmp_path, a_study(seed=None, file="sum", deals=2500), lines) as ledger:
        for first, count in ((0, 1), (999, 2), (500, 2000), (2499, 1)):
            assert ledger.lines(first, count) == tuple(lines[first : first + count])
    with Ledger.create(tmp_path, a_study(name="random")) as ledger:
        assert ledger.lines(0, 5) == ()
