"""The study commands: run, killed, gone on with, reported, compared, shown, listed."""

import errno
import json
import os
import pty
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.solver.helpers import HAS_KERNELS, wins
from tests.study.crews import Here
from wendekreis.cli.app import run
from wendekreis.deals import parse_deal, parse_moves, random_deal
from wendekreis.games import game
from wendekreis.study import crew

COMMAND = [sys.executable, "-m", "wendekreis", "study"]

UNLIMITED = game("unlimited")

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

QUICK = ("--game", "unlimited", "--deals", "60", "--seed", "1", "--max-nodes", "60")

Invoke = Callable[..., tuple[int, str, str]]


@pytest.fixture
def study(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Invoke:
    """Run a study command in this process on ledgers of the test's own; its status, output and errors."""

    def invoke(*arguments: str | Path) -> tuple[int, str, str]:
        status = run(["study", *map(str, arguments), "--directory", str(tmp_path / "ledgers")])
        out, err = capsys.readouterr()
        return status, out, err

    return invoke


def figures(text: str) -> dict[str, Any]:
    """What a report in JSON says that must be the same however the study was run."""
    told: dict[str, Any] = json.loads(text)
    for name in ("created", "cpu_seconds", "seconds"):
        del told[name]
    for each in told["sample"]:
        del each["seconds"]
    return told


def test_a_study_is_run_reported_compared_shown_and_listed(study: Invoke, tmp_path: Path) -> None:
    """One of two processes, one that is done already, another one of the fair player."""
    status, out, err = study("run", "known", *QUICK, "--jobs", "2")
    assert (status, err) == (0, "")
    assert out.startswith("study known: unlimited, winnable\ndeals      60\n")
    assert study("run", "known") == study("run", "known", *QUICK) == study("report", "known") == (0, out, "")
    status, told, _ = study("report", "known", "--json")
    assert json.loads(told)["done"] == 60
    assert told.count(str(tmp_path)) == out.count(str(tmp_path)) == out.count(f"--directory {tmp_path}") == 1
    assert socket.gethostname() not in told + out

    status, out, _ = study("run", "fair", "--game", "unlimited", "--deals", "20", "--seed", "1", "--policy", "greedy")
    assert status == 0
    assert "won by the player" in out
    status, out, _ = study("compare", "known", "fair")
    assert status == 0
    assert out.startswith("20 deals that both have done\n")
    assert json.loads(study("compare", "known", "fair", "--json")[1])["deals"] == 20
    assert "undecided in one or both  " in out
    status, out, _ = study("list")
    assert [line.split()[:2] for line in out.splitlines()] == [["fair", "unlimited"], ["known", "unlimited"]]

    for name in ("known", "fair"):
        for index in range(12):
            status, out, _ = study("show", name, "--index", str(index))
            deal, outcome, moves = out.split("\n")[:3]
            assert deal == random_deal(UNLIMITED, 1, index).text
            if outcome != "won" or not moves:
                continue
            assert wins(parse_deal(UNLIMITED, deal).start(), parse_moves(UNLIMITED, moves))
            break
        else:
            assert name == "fair"
    assert study("show", "known", "--index", "60")[0] == 2


def test_pages_and_tables_are_written(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is printed."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    pytest.importorskip("polars")
    study("run", "known", *QUICK)
    page, table = tmp_path / "known.html", tmp_path / "known.parquet"
    assert study("report", "known", "--html", page, "--parquet", table) == (0, "", "")
    assert page.read_text().count("<svg") == 3
    assert table.read_bytes()[:4] == b"PAR1"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_a_report_that_can_not_be_written(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line that names the file, status 2; what had been there stays, and nothing half written is left."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    pytest.importorskip("polars")
    study("run", "known", *QUICK)
    (tmp_path / "a file").write_text("as it was")
    for option in ("--html", "--parquet"):
        places = tmp_path / "no" / "folder", tmp_path / "a file" / "x", tmp_path, Path("/dev/full")
        for place in places[:: 1 if option == "--parquet" else 3]:
            status, out, err = study("report", "known", option, place)
            assert (status, out, len(err.splitlines())) == (2, "", 1), place
            assert str(place) in err

        def full(file: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            status, _, err = study("report", "known", option, tmp_path / "a file")
        assert (status, f"{tmp_path / 'a file'}: No space left" in err) == (2, True)
    assert (tmp_path / "a file").read_text() == "as it was"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a file", "ledgers"]
    (tmp_path / "link").symlink_to(tmp_path / "a file")
    assert study("report", "known", "--html", tmp_path / "link")[0] == 0
    assert (tmp_path / "link").is_symlink()
    assert "<svg" in (tmp_path / "a file").read_text()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_output_that_no_disk_takes() -> None:
    """One line and status 2, of every command; nothing is said once more as the program ends."""
    with Path("/dev/full").open("w") as full:
        said = subprocess.run([*COMMAND[:-1], "games"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (said.returncode, said.stderr) == (2, "wendekreis: standard output: No space left on device\n")


def test_deals_come_from_a_file_too(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals and positions, which the ledger keeps: the file is needed no more."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    deals = [random_deal(UNLIMITED, 3, index).text for index in range(12)]
    file = tmp_path / "deals.txt"
    file.write_text("# some\n" + "\n".join(deals) + f"\n\n{deals[0]} | turn turn # a position\n")
    status, out, _ = study("run", "file", "--game", "unlimited", "--deals-file", file, "--max-nodes", "2000")
    assert status == 0
    assert "deals      13\n" in out
    command = shlex.split(out.splitlines()[-1])[1:]
    assert command[command.index("--deals-file") + 1] == str(file)
    (tmp_path / "ledgers" / "file.sqlite").rename(tmp_path / "once.sqlite")
    assert run(command[1:]) == 0  # the report's own command makes the study again
    assert study("report", "file")[0] == 0
    one, other = json.loads(study("report", "file", "--json")[1]), {}
    study("run", "same", "--game", "unlimited", "--deals", "12", "--seed", "3", "--max-nodes", "2000")
    other = json.loads(study("report", "same", "--json")[1])
    assert other["won"] <= one["won"] <= other["won"] + 1
    assert study("run", "file", "--game", "unlimited", "--deals-file", file)[0] == 0
    assert study("compare", "file", "same")[0] == 2
    status, out, _ = study("show", "file", "--index", "12")
    assert out.startswith(f"{deals[0]} | turn turn\n")

    file.write_text("\n".join(deals[:5]))
    status, _, err = study("run", "file", "--game", "unlimited", "--deals-file", file)
    assert status == 2
    assert "the sum of --deals-file is" in err
    file.write_text(f"{deals[0]}\nAC AC\n")
    status, _, err = study("run", "bad", "--game", "unlimited", "--deals-file", file)
    assert (status, "line 2" in err) == (2, True)
    file.write_text("# none\n")
    assert study("run", "bad", "--game", "unlimited", "--deals-file", file)[0] == 2
    assert not (tmp_path / "ledgers" / "bad.sqlite").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ("run", "known", "--seed", "2", "--max-nodes", "7"),
            "--seed is 1 there and 2 here; --max-nodes is 60 there and 7",
        ),
        (("run", "known", "--game", "interchange"), "--game is unlimited there and interchange here"),
        (("run", "new"), "needs --game and --deals"),
        (("run", "new", "--game", "patience", "--deals", "5"), "patience"),
        (("run", "../new", *QUICK), "can't name a study"),
        (("run", "new", *QUICK, "--jobs", "2", "--dask", "x:1"), "not both"),
        (("run", "new", *QUICK, "--dask", ""), "address"),
        (
            ("run", "new", "--game", "single-interchange", "--deals", "9", "--seed", "1", "--max-nodes", "1"),
            "no limit is ever reached",
        ),
        (("run", "new", *QUICK[:-2], "--policy", "value", "--turn-ms", "5"), "belongs to --policy search"),
        (("run", "new", *QUICK, "--max-memory", "99999999"), "max_memory"),
        (("run", "new", *QUICK[:-2], "--max-seconds", "0.0000001"), "would decide nothing"),
        (("run", "new", *QUICK[:-2], "--max-seconds", "nan"), "max-seconds"),
        (("run", "new", *QUICK[:-2], "--policy", "lucky"), "lucky"),
        (("run", "new", *QUICK, "--policy", "greedy"), "for the solver"),
        (("run", "new", *QUICK, "--turn-ms", "5"), "belongs to --policy"),
        (("run", "new", *QUICK, "--deals-file", "x"), "not both"),
        (("run", "new", "--rules", "spaces=any", "--deals", "5"), "belongs to --game"),
        (("report", "new"), "there is no study 'new' (studies: known)"),
        (("compare", "known", "new"), "there is no study"),
        (("show", "known", "--index", "-1"), "index"),
    ],
    ids=lambda part: "-".join(part[:2]) if isinstance(part, tuple) else "",
)
def test_bad_input_gets_one_line(
    study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    """On standard error, with status 2; nothing is made, and what there is stays."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())  # to begin processes takes long
    study("run", "known", *QUICK)
    before = (tmp_path / "ledgers" / "known.sqlite").read_bytes()
    status, out, err = study(*arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1
    assert [path.name for path in sorted((tmp_path / "ledgers").glob("*.sqlite"))] == ["known.sqlite"]
    assert (tmp_path / "ledgers" / "known.sqlite").read_bytes() == before


def test_a_scheduler_that_nobody_runs(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is over, in one line, and nothing is made."""
    pytest.importorskip("distributed")
    monkeypatch.setattr(crew.Cluster, "CONNECT", 1.0)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens there
        started = time.monotonic()
        status, _, err = study("run", "new", *QUICK, "--dask", f"tcp://127.0.0.1:{taken.getsockname()[1]}")
    assert (status, len(err.splitlines())) == (2, 1)
    assert "no Dask scheduler answers" in err
    assert time.monotonic() - started < 30
    assert study("run", "new", *QUICK, "--dask", "nonsense://x")[0] == 2
    assert not (tmp_path / "ledgers").exists()


def started(directory: Path, *arguments: str, **given: Any) -> subprocess.Popen[str]:
    """A study command in a process group of its own."""
    command = [*COMMAND, *arguments, "--directory", str(directory)]
    return subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **given
    )


def done(directory: Path, name: str) -> int:
    """How many deals a ledger has, be it in use or not there yet."""
    path = directory / f"{name}.sqlite"
    if not path.exists():
        return 0
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)) as connection:
        try:
            return int(connection.execute("SELECT coalesce(sum(count), 0) FROM batches").fetchone()[0])
        except sqlite3.OperationalError:
            return 0  # it is being made, or a killed writer's last transaction waits to be taken back


def wait_for(condition: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.02)


def workers_of(process: int) -> list[int]:
    """The processes that a process has begun, and that live."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == process and state != "Z":
            found.append(int(stat.parent.name))
    return found


def ended(process: int) -> bool:
    """Whether a process has gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_it_is_terminated_as_it_is_interrupted(tmp_path: Path) -> None:
    """With two processes, in one line, and none of what they shared is left behind."""
    process = started(
        tmp_path, "run", "long", "--game", "unlimited", "--deals", "9999999", "--seed", "1", "--jobs", "2"
    )
    wait_for(lambda: done(tmp_path, "long") > 0)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, len(err.splitlines())) == (143, "", 1), err
    assert "goes on with the rest" in err


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="there is no /proc")

LONGER = ("--game", "unlimited", "--deals", "3000", "--seed", "1", "--max-nodes", "100")


@needs_proc
@pytest.mark.long
def test_a_killed_study_goes_on(study: Invoke, tmp_path: Path) -> None:
    """All processes killed; then the program alone, whose workers end too; then one worker, that is replaced."""
    ledgers = tmp_path / "ledgers"
    one = started(ledgers, "run", "killed", *LONGER, "--jobs", "2")
    wait_for(lambda: done(ledgers, "killed") > 0)
    os.killpg(one.pid, signal.SIGKILL)
    one.communicate()
    first = done(ledgers, "killed")

    two = started(ledgers, "run", "killed", "--jobs", "2")
    wait_for(lambda: done(ledgers, "killed") > first)
    workers = workers_of(two.pid)
    two.kill()
    two.communicate()
    assert len(workers) >= 2
    wait_for(lambda: all(map(ended, workers)))
    second = done(ledgers, "killed")

    three = started(ledgers, "run", "killed", "--jobs", "2")
    wait_for(lambda: len(workers_of(three.pid)) > 2)  # one of them keeps count of semaphores
    wait_for(lambda: done(ledgers, "killed") > second or three.poll() is not None)
    for worker in workers_of(three.pid):
        if b"spawn_main" in Path(f"/proc/{worker}/cmdline").read_bytes():
            os.kill(worker, signal.SIGKILL)
            break
    out, err = three.communicate(timeout=120)
    assert (three.returncode, err) == (0, "")
    assert "deals      3,000\n" in out

    study("run", "whole", *LONGER)
    told = [figures(study("report", name, "--json")[1]) for name in ("killed", "whole")]
    for each in told:
        del each["study"]["name"], each["command"]
    assert told[0] == told[1]


def test_ctrl_c_ends_it_with_what_is_done(tmp_path: Path) -> None:
    """At once, in one line, with status 130; on a terminal there is a progress bar."""
    ours, theirs = pty.openpty()
    command = [*COMMAND, "run", "long", "--game", "unlimited", "--deals", "10000000", "--seed", "1"]
    command += ["--max-nodes", "100", "--directory", str(tmp_path)]
    with subprocess.Popen(
        command, start_new_session=True, stdout=subprocess.PIPE, stderr=theirs, env={**os.environ, "TERM": "xterm"}
    ) as process:
        os.close(theirs)
        wait_for(lambda: done(tmp_path, "long") > 500)
        os.killpg(process.pid, signal.SIGINT)
        said = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
        assert process.wait(60) == 130
        assert process.stdout is not None
        assert process.stdout.read() == b""
    os.close(ours)
    text = said.decode()
    assert "of 10,000,000" in text
    assert "deals/s" in text
    assert "goes on with the rest" in text
    assert "Traceback" not in text


# ------------------------------------------------------------------------------------------------- on a Dask cluster


class LocalCluster:
    """A scheduler and workers of Dask, a process each, on this machine."""

    def __init__(self, directory: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.address = f"tcp://127.0.0.1:{self.port}"
        self._directory = directory
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._scheduler()

    def _start(self, module: str, *arguments: str, nice: int = 0) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"]
        log = (self._directory / "dask.log").open("ab")
        with log:
            return subprocess.Popen(["nice", "-n", str(nice), *command], stdout=log, stderr=log, cwd=self._directory)

    def _scheduler(self) -> subprocess.Popen[bytes]:
        return self._start("dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-show")

    def add(self, count: int = 1, nice: int = 0) -> None:
        """Begin so many workers; more than one may run at a time, and a nice one is slow beside others."""
        for _ in range(count):
            self.workers.append(self._start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", nice=nice))

    def restart(self) -> None:
        """Kill the scheduler, and begin another one in its place; its workers end with it."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.scheduler = self._scheduler()

    def end(self) -> None:
        """End all."""
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()


@contextmanager
def cluster(directory: Path) -> Iterator[LocalCluster]:
    """A cluster without workers yet."""
    made = LocalCluster(directory)
    try:
        yield made
    finally:
        made.end()


CLUSTERED = ("--game", "unlimited", "--deals", "9000", "--seed", "5", "--max-nodes", "2000")


@pytest.mark.long
def test_a_cluster_finds_the_same_whatever_happens_to_it(study: Invoke, tmp_path: Path) -> None:
    """Workers of different speed; one is killed, others come; the scheduler is restarted. To the last deal the same."""
    pytest.importorskip("distributed")
    ledgers = tmp_path / "ledgers"
    with cluster(tmp_path) as dask:
        wait_for(lambda: b"Scheduler at" in (tmp_path / "dask.log").read_bytes())
        dask.add(2)
        dask.add(1, nice=19)
        wait_for(lambda: b"Registered to" in (tmp_path / "dask.log").read_bytes())
        process = started(ledgers, "run", "cluster", *CLUSTERED, "--dask", dask.address)

        def more(deals: int) -> None:
            before = done(ledgers, "cluster")
            wait_for(lambda: done(ledgers, "cluster") > before + deals or process.poll() is not None)
            assert process.poll() is None, process.communicate()

        more(500)
        dask.workers[0].kill()
        dask.add(1)
        more(500)
        dask.restart()
        dask.add(2)
        more(500)
        out, err = process.communicate(timeout=300)
        assert (process.returncode, err) == (0, "")
        assert "deals      9,000\n" in out
    study("run", "pool", *CLUSTERED, "--jobs", "2")
    told = [figures(study("report", name, "--json")[1]) for name in ("cluster", "pool")]
    for each in told:
        del each["study"]["name"], each["command"]
    assert told[0] == told[1]


@pytest.mark.long
def test_a_cluster_that_is_lost_for_good(tmp_path: Path) -> None:
    """It is one line, and what was done is kept; without workers it is not begun."""
    pytest.importorskip("distributed")
    with cluster(tmp_path) as dask:
        wait_for(lambda: b"Scheduler at" in (tmp_path / "dask.log").read_bytes())
        none = started(tmp_path, "run", "none", *CLUSTERED, "--dask", dask.address)
        out, err = none.communicate(timeout=120)
        assert (none.returncode, out, len(err.splitlines())) == (2, "", 1)
        assert "has no workers" in err
        dask.add(1)
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(["", *sys.path])}
        patched = (
            "from wendekreis.study.crew import Cluster; Cluster.RETURN = 3.0; from wendekreis.cli import main; main()"
        )
        command = [sys.executable, "-c", patched, "study", "run", "lost", *CLUSTERED, "--dask", dask.address]
        process = subprocess.Popen(
            [*command, "--directory", str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env
        )
        wait_for(lambda: done(tmp_path, "lost") > 500)
        dask.scheduler.kill()
        out, err = process.communicate(timeout=120)
    assert (process.returncode, out, len(err.splitlines())) == (2, "", 1)
    assert "no Dask scheduler answers" in err
    assert done(tmp_path, "lost") > 500


@pytest.mark.long
@needs_proc
def test_killed_at_any_point_it_goes_on(study: Invoke, tmp_path: Path) -> None:
    """Six times, at other moments each time, and every other time a worker is killed before."""
    ledgers = tmp_path / "ledgers"
    deals = ("--game", "single-interchange", "--deals", "20000000", "--seed", "9")
    for kill in range(6):
        process = started(ledgers, "run", "killed", *deals, "--jobs", "2")
        time.sleep(1 + 0.37 * kill)
        for worker in workers_of(process.pid)[: kill % 2]:
            os.kill(worker, signal.SIGKILL)
            time.sleep(0.2)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    study("run", "killed", *deals, "--jobs", "2")
    study("run", "whole", *deals, "--jobs", "2")
    told = [figures(study("report", name, "--json")[1]) for name in ("killed", "whole")]
    for each in told:
        del each["study"]["name"], each["command"]
    assert told[0] == told[1]


def test_the_deal_that_is_shown_is_the_deal_of_the_seed(study: Invoke) -> None:
    """Far from the beginning too: any slice can be done anywhere."""
    slice_ = ("--deals", "100", "--seed", "1", "--first", str(10**12))
    status, out, _ = study("run", "slice", "--game", "single-interchange", *slice_)
    assert status == 0
    assert f"--first {10**12}" in out
    _, out, _ = study("show", "slice", "--index", str(10**12 + 7))
    expected = random_deal(game("single-interchange"), 1, 10**12 + 7)
    assert parse_deal(expected.game, out.splitlines()[0]) == expected


DAMAGES = {
    "not JSON": "UPDATE study SET parameters = 'seed 1'",
    "no study": "UPDATE study SET parameters = '[1, 2]'",
    "other kinds": "UPDATE study SET parameters = json_set(parameters, '$.deals', 'many')",
    "more": "UPDATE study SET parameters = json_set(parameters, '$.colour', 'green')",
    "no deals": "UPDATE study SET parameters = json_set(parameters, '$.deals', 0)",
    "no game": "UPDATE study SET parameters = json_set(parameters, '$.game', 'patience')",
    "no rows": "DELETE FROM study",
    "no table": "DROP TABLE batches",
    "histogram": "UPDATE batches SET nodes = '{}'",
    "numbers": "UPDATE batches SET times = 'x'",
    "bits": "UPDATE batches SET unknown_bits = x'00'",
    "limits": "UPDATE batches SET limits = '7'",
    "workers": "DELETE FROM workers",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_ledger_is_told(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """In one line, with status 2 and without a word of what is kept; the list goes on with the others."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    study("run", "known", *QUICK)
    study("run", "other", *QUICK)
    with closing(sqlite3.connect(tmp_path / "ledgers" / "known.sqlite", isolation_level=None)) as connection:
        connection.execute(DAMAGES[damage])
    status, out, err = study("report", "known")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "ledger known.sqlite: " in err
    assert "kept" not in err
    status, out, err = study("list")
    assert (status, err) == (0, "")
    known, other = out.splitlines()
    assert other.startswith("other  unlimited  60 of 60")
    if damage not in ("histogram", "numbers", "bits", "limits", "workers"):  # for the list none of them is read
        assert "ledger known.sqlite: " in known


def test_another_version_does_not_go_on(study: Invoke, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may count other nodes; what is done can be reported, and says which version did it."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    study("run", "known", *QUICK)
    with closing(sqlite3.connect(tmp_path / "ledgers" / "known.sqlite", isolation_level=None)) as connection:
        connection.execute("UPDATE workers SET version = '0.0.1'")
        assert study("run", "known")[0] == 0  # there is nothing to go on with
        connection.execute("DELETE FROM batches WHERE first > 0")
        connection.execute("UPDATE batches SET count = 40, won = 40, lost = 0, unknown = 0 WHERE first = 0")
    status, out, err = study("run", "known")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert "version 0.0.1 of the program has begun the study 'known'" in err
    assert "program    wendekreis 0.0.1\n" in study("report", "known")[1]


def test_undecided_deals_are_told_as_bounds_everywhere(
    study: Invoke, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The report, its page, the list: from all of them lost to all of them won."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    pytest.importorskip("matplotlib")
    study("run", "known", *QUICK)
    told = json.loads(study("report", "known", "--json")[1])
    assert told["unknown"] > 0
    least, most = (100 * told["share"][name] for name in ("undecided_lost", "undecided_won"))
    assert f"{least:.4f} % to {most:.4f} %" in study("list")[1]
    study("report", "known", "--html", tmp_path / "known.html")
    page = (tmp_path / "known.html").read_text()
    for named in ("all undecided deals won", "all undecided deals lost", "95 % interval"):
        assert f">{named}<" in page


def test_times_of_deals_that_are_decided_at_once_are_means(study: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    """And it stands beside them; a game that is searched has none."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    study("run", "single", "--game", "single-interchange", "--deals", "100", "--seed", "1")
    assert "a deal (of each 65,536 deals their mean)\n" in study("report", "single")[1]
    assert json.loads(study("report", "single", "--json")[1])["seconds_are_means_of"] == 65536
    study("run", "known", *QUICK)
    assert json.loads(study("report", "known", "--json")[1])["seconds_are_means_of"] is None
    _, out, _ = study("run", "value", "--game", "unlimited", "--deals", "1", "--seed", "1", "--policy", "value")
    assert "--turn-ms" not in out
