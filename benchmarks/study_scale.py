"""How a study scales: two processes against one, and a Dask cluster against a pool of processes, on the same batches.

    python -m benchmarks.study_scale [--rounds R] [--batches B] [--seconds S] [--game GAME ...]

Each way does the same batches, round after round in turn. Printed is, for each, the time on the clock from the first
batch given to the last one done (workers have begun before), how much of that time its workers were at work, and the
processor time of a deal. On a machine that others use the clock says little; the other two hardly depend on that: a way
costs processor time / share of time at work, and the second figure of each ratio is that of these costs.
"""

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from wendekreis.games import game
from wendekreis.solver.search import solves_packed
from wendekreis.study.batch import Batch, Result, this_worker, work
from wendekreis.study.crew import Cluster, Crew, Pool
from wendekreis.study.plan import Study

FOREVER = 10_000.0


class Measured(NamedTuple):
    """One round of one way: seconds on the clock, share of time at work, processor nanoseconds a deal."""

    clock: float
    busy: float
    each: float


def main() -> None:
    """Measure, and print a table and the two ratios for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each way (%(default)s)")
    parser.add_argument("--batches", type=int, default=8, help="batches a round (%(default)s)")
    parser.add_argument("--seconds", type=float, default=5, help="processor seconds a batch (%(default)s)")
    parser.add_argument("--game", nargs="+", default=["single-interchange", "unlimited"], help="the games")
    given = parser.parse_args()
    print(f"{this_worker().processor}, {os.cpu_count()} cores; load {os.getloadavg()[0]:.1f} at the start")
    one, two = Pool(1), Pool(2)
    try:
        with cluster(2) as dask:
            for name in given.game:
                measure(name, {"1 process": one, "2 processes": two, "Dask, 2 workers": dask}, given)
    finally:
        one.close()
        two.close()


def measure(name: str, ways: dict[str, Crew], given: argparse.Namespace) -> None:
    """All of a game."""
    rules = game(name)
    study = Study("scale", name, rules.version, deals=1 << 40, seed=1, max_nodes=1000)
    size = 1 << 20 if solves_packed(rules) else 500
    version = this_worker().version
    probe = work(Batch(study, 0, size, version, FOREVER))
    size = max(1, int(given.seconds * 1e9 / (probe.cpu / probe.count)))
    batches = [Batch(study, place * size, size, version, FOREVER) for place in range(given.batches)]
    found: dict[str, list[Measured]] = {way: [] for way in ways}
    results: list[tuple[int, int, int]] = []
    for _ in range(given.rounds):
        for way, crew in ways.items():
            measured, counts = timed(crew, batches)
            found[way].append(measured)
            results.append(counts)
    if len(set(results)) != 1:
        raise RuntimeError(f"not the same figures every time: {set(results)}")
    print(f"\n{name}: {given.batches} batches of {size:,} deals, {given.rounds} rounds; medians")
    middle = {way: Measured(*map(statistics.median, zip(*rounds, strict=True))) for way, rounds in found.items()}
    for way, (clock, busy, each) in middle.items():
        print(f"  {way:16} {clock:7.2f} s on the clock, workers busy {100 * busy:5.1f} %, {each / 1000:9.3f} µs a deal")
    single, double, dask = middle.values()
    cost = {way: each / busy for way, (_, busy, each) in middle.items()}
    clock, by_cost = single.clock / (2 * double.clock), cost["1 process"] / cost["2 processes"]
    print(f"  efficiency of 2 processes: {100 * clock:.1f} % by the clock, {100 * by_cost:.1f} %")
    over = cost["Dask, 2 workers"] / cost["2 processes"]
    print(
        f"  Dask over the pool: {100 * (dask.clock / double.clock - 1):+.1f} % by the clock, {100 * (over - 1):+.1f} %"
    )


def timed(crew: Crew, batches: Sequence[Batch]) -> tuple[Measured, tuple[int, int, int]]:
    """One round, and what it found."""
    warm = [crew.submit(replace(batches[0], count=1)) for _ in range(4 * crew.size)]
    for future in warm:
        future.result()
    start = time.perf_counter()
    futures: list[Future[Result]] = [crew.submit(batch) for batch in batches]
    results = [future.result() for future in futures]
    clock = time.perf_counter() - start
    deals = sum(result.count for result in results)
    busy = sum(result.wall for result in results) / 1e9 / (clock * crew.size)
    counts = sum(result.won for result in results), sum(result.unknown for result in results), deals
    return Measured(clock, busy, sum(result.cpu for result in results) / deals), counts


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """A Dask cluster on this machine: a scheduler and workers, each a process with one thread."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    address = f"tcp://127.0.0.1:{port}"
    commands = [["dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-show"]]
    commands += [["dask_worker", address, "--nthreads", "1", "--no-nanny"]] * workers
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        processes = [
            subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *arguments, "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=folder,
            )
            for module, *arguments in commands
        ]
        try:
            crew = Cluster(address)
            while crew.size < workers:
                time.sleep(0.2)
            yield crew
            crew.close()
        finally:
            for process in reversed(processes):
                process.kill()
                process.wait()


if __name__ == "__main__":
    main()
