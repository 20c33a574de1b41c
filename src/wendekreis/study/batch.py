"""One batch of a study, done by a worker: deals in, counts out.

What a worker sends back does not grow with the number of deals, but for a bit a deal, compressed. It follows from the
study and the indices alone, times apart.
"""

import os
import platform
import time
import zlib
from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

from wendekreis import __version__, rules
from wendekreis.advice.player import DEFAULT_TURN_MS, play_out
from wendekreis.deals import Deal, parse_position, random_deal
from wendekreis.errors import UnfitWorker
from wendekreis.rules import Move, Position
from wendekreis.solver import packed, solve, solve_packed
from wendekreis.solver.kernels import kernel
from wendekreis.solver.search import solves_packed
from wendekreis.study import outcomes
from wendekreis.study.histogram import Histogram
from wendekreis.study.plan import Study

__all__ = ["Batch", "Outcome", "Result", "Sampled", "Worker", "moves_of", "position_of", "this_worker", "work"]

Outcome: TypeAlias = Literal["won", "lost", "unknown"]

CHUNK = 1 << 16
"""So many packed deals are drawn and decided at once: a few milliseconds, and small enough for a processor's cache."""


class Worker(NamedTuple):
    """What a batch was done with: the program's version (and whether its kernels were missing) and the processor."""

    version: str
    processor: str
    cores: int


@dataclass(frozen=True, slots=True)
class Batch:
    """Deals ``first`` … of a study, with their lines when they come from a file.

    ``version`` is that of the program that asks; after ``patience`` seconds the worker stops, between two deals.
    """

    study: Study
    first: int
    count: int
    version: str
    patience: float
    lines: tuple[str, ...] = ()


class Sampled(NamedTuple):
    """One deal of the sample, by its index; ``time`` is processor time in nanoseconds."""

    deal: int
    outcome: Outcome
    nodes: int
    time: int


@dataclass(slots=True)
class Result:
    """What came of a batch: of its first ``count`` deals, which may be fewer than were asked for, but is one at least.

    ``nodes`` and ``times`` count each deal; a node is what the solver calls so, with a player a move; times are
    processor time in nanoseconds. ``cpu`` and ``wall`` are the nanoseconds of all, drawing the deals and packing up
    included. ``won_bits`` and ``unknown_bits`` are a bit a deal (:mod:`wendekreis.study.outcomes`), compressed; the
    latter empty if there is none. ``limits`` are those that were reached, and how often.
    """

    first: int
    worker: Worker
    count: int = 0
    won: int = 0
    lost: int = 0
    unknown: int = 0
    nodes: Histogram = field(default_factory=Histogram)
    times: Histogram = field(default_factory=Histogram)
    cpu: int = 0
    wall: int = 0
    won_bits: bytes = b""
    unknown_bits: bytes = b""
    limits: Counter[str] = field(default_factory=Counter)
    sample: list[Sampled] = field(default_factory=list)


@cache
def this_worker() -> Worker:
    """This process, as a worker."""
    kernels = "" if kernel("_packed_kernel") is not None else " without kernels"
    return Worker(f"{__version__}{kernels}", _processor(), os.cpu_count() or 1)


def _processor() -> str:
    """The processor's model as the system names it."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return (models and models[0]) or platform.processor() or platform.machine() or "unknown"


def work(batch: Batch) -> Result:
    """Do a batch.

    Raises:
        UnfitWorker: when this worker is of another version than the program that asks.
        RuntimeError: when a line of play that is replayed does not win by the rules; that is a bug of the solver.
    """
    worker = this_worker()
    if worker.version != batch.version:
        raise UnfitWorker(f"a worker has version {worker.version} of the program, this one is {batch.version}")
    result = Result(batch.first, worker)
    cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
    deadline = wall + int(batch.patience * 1e9)
    if batch.lines or batch.study.policy or not solves_packed(batch.study.rules):
        _one_by_one(batch, result, deadline)
    else:
        _packed(batch, result, deadline)
    result.cpu, result.wall = time.thread_time_ns() - cpu, time.perf_counter_ns() - wall
    return result


def _packed(batch: Batch, result: Result, deadline: int) -> None:
    """Random deals of a game that is decided outright. A deal's time is its share of the chunk's, drawing left out."""
    study, game = batch.study, batch.study.rules
    size, seed = game.deal_size, study.seed or 0
    bits = bytearray()
    while result.count < batch.count and (not result.count or time.perf_counter_ns() < deadline):
        first, some = batch.first + result.count, min(CHUNK, batch.count - result.count)
        deals = packed.draw(game, seed, first, some)
        start = time.thread_time_ns()
        decided = solve_packed(game, deals)
        each = (time.thread_time_ns() - start) // some
        if decided is None or decided.done != some:
            raise RuntimeError(f"{game.id} has no solver for packed deals")
        won = decided.won.count(1)
        result.won, result.lost, result.count = result.won + won, result.lost + some - won, result.count + some
        result.times.add(each, some)
        _count(decided.nodes, result.nodes)
        bits += outcomes.pack(decided.won)  # a chunk is whole bytes, but for the last one
        for place in range(-first % study.replayed, some, study.replayed):
            if decided.won[place]:
                position = packed.unpack(game, deals[place * size : (place + 1) * size]).start()
                moves_of(position, solve(position).moves)
        for place in range(-first % study.stride, some, study.stride):
            outcome: Outcome = "won" if decided.won[place] else "lost"
            result.sample.append(Sampled(first + place, outcome, decided.nodes[place], each))
    result.won_bits = zlib.compress(bits)


def _count(nodes: Sequence[int], histogram: Histogram) -> None:
    """Count each number; bytes at the speed of their own ``count``."""
    if isinstance(nodes, array) and nodes.itemsize == 1:
        nodes = nodes.tobytes()
    if not isinstance(nodes, bytes | bytearray):
        for number, times in Counter(nodes).items():
            histogram.add(number, times)
        return
    left, number = len(nodes), 0
    while left:
        times = nodes.count(number)
        if times:
            histogram.add(number, times)
            left -= times
        number += 1


def _one_by_one(batch: Batch, result: Result, deadline: int) -> None:
    study = batch.study
    won, unknown = bytearray(), bytearray()
    while result.count < batch.count and (not result.count or time.perf_counter_ns() < deadline):
        index = batch.first + result.count
        line = batch.lines[result.count] if batch.lines else None
        outcome, nodes, taken, limit = _decide(study, index, line)
        result.count += 1
        result.won += outcome == "won"
        result.lost += outcome == "lost"
        result.unknown += outcome == "unknown"
        result.nodes.add(nodes)
        result.times.add(taken)
        if limit is not None:
            result.limits[limit] += 1
        won.append(outcome == "won")
        unknown.append(outcome == "unknown")
        if index % study.stride == 0:
            result.sample.append(Sampled(index, outcome, nodes, taken))
    result.won_bits = zlib.compress(outcomes.pack(won))
    if result.unknown:
        result.unknown_bits = zlib.compress(outcomes.pack(unknown))


def _decide(study: Study, index: int, line: str | None) -> tuple[Outcome, int, int, str | None]:
    """The outcome, nodes, nanoseconds of processor time and the limit reached of one deal."""
    position, deal, moves = position_of(study, index, line)
    start = time.thread_time_ns()
    if study.policy is not None:
        play = play_out(deal, study.policy, study.turn_ms or DEFAULT_TURN_MS, first=moves)
        return "won" if play.won else "lost", len(play.moves), time.thread_time_ns() - start, None
    verdict = solve(position, study.limits, lines=False)
    taken = time.thread_time_ns() - start
    if verdict.outcome == "won" and index % study.replayed == 0:
        again = solve(position, study.limits)  # its line costs time that others did not take
        if again.outcome == "won":  # on a clock the second search may not come as far
            moves_of(position, again.moves)
    return verdict.outcome, verdict.nodes, taken, verdict.limit


def position_of(study: Study, index: int, line: str | None = None) -> tuple[Position, Deal, tuple[str, ...]]:
    """A deal of a study: the position that it is decided from, and the deal and the moves that lead there.

    ``line`` is its line, when the study's deals come from a file.
    """
    if line is None:
        deal = random_deal(study.rules, study.seed or 0, index)
        return deal.start(), deal, ()
    deal, moves = parse_position(study.rules, line)
    position = deal.start()
    for move in moves:
        position = rules.play(position, move).position
    return position, deal, tuple(map(str, moves))


def moves_of(position: Position, moves: tuple[Move, ...]) -> str:
    """A line of play as text, once the rules engine has won with it.

    Raises:
        RuntimeError: when it does not win.
    """
    for move in moves:
        position = rules.play(position, move).position
    if not rules.is_won(position):
        raise RuntimeError("the solver's line of play does not win: this is a bug")
    return " ".join(map(str, moves))
