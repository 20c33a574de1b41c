"""Unlimited and Interchange: the kernel's moves held to the rules engine, its verdicts to the plain search."""

import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.helpers import HAS_KERNELS, vectors, wander, wins
from tests.tables import after, table
from wendekreis.deals import numbered_deal, parse_deal, random_deal
from wendekreis.games import game
from wendekreis.games.interchange import declare as interchange
from wendekreis.games.unlimited import declare as unlimited
from wendekreis.rules import Game, Position, legal_moves, perft, play
from wendekreis.solver import Cancel, Limits, Verdict, plain, solve, two_pack
from wendekreis.solver.kernels import kernel

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

Declare = Callable[[int, int, int], Game]

GAMES = [pytest.param(interchange, id="interchange"), pytest.param(unlimited, id="unlimited")]
ONE_QUICKLY = [GAMES[0], pytest.param(unlimited, id="unlimited", marks=pytest.mark.long)]

SMALLER = [(2, 2, 3), (3, 2, 3), (3, 2, 9), (3, 3, 4), (3, 3, 7), (3, 4, 6), (4, 2, 5), (4, 4, 7), (5, 4, 5), (5, 5, 7)]
"""Ranks, columns, rows. The plain search decides most deals of these within a few thousand nodes."""

SWITCHES = {
    "safe up": two_pack.SAFE_UP,
    "lazy": two_pack.LAZY,
    "relaxation": two_pack.RELAXATION,
    "alike piles": two_pack.ALIKE_PILES,
    "safe build": two_pack.SAFE_BUILD,
    "taken back later": two_pack.TAKEN_BACK_LATER,
    "all": two_pack.EVERYTHING,
}

HARD = "100256"
"""A deal of Interchange whose exhaustion takes millions of nodes."""


def decide(position: Position, limits: Limits, flags: int = two_pack.EVERYTHING, ordered: bool = False) -> Verdict:
    """The kernel's verdict, its line replayed."""
    verdict = two_pack.solve(position, limits, flags=flags, ordered=ordered)
    assert verdict is not None
    assert wins(position, verdict.moves) == (verdict.outcome == "won")
    return verdict


def counts(position: Position, depth: int) -> list[int]:
    """Perft by the kernel's moves."""
    moves = kernel("_two_pack_moves_kernel")
    assert moves is not None
    found: list[int] = moves.perft(two_pack.describe(position, 0, ordered=True), depth)
    return found


# Moves ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", two_pack.SOLVES)
def test_moves_are_those_of_the_vectors(game_id: str) -> None:
    """Perft of every vector."""
    for line in vectors(f"perft-{game_id}"):
        position = after(parse_deal(game(game_id), line["deal"]).start(), line["moves"])
        assert counts(position, len(line["perft"]) - 1) == line["perft"]


@pytest.mark.parametrize("declare", GAMES)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.permutations(range(32)), st.integers(0, 60), st.integers(0, 2**32))
def test_moves_are_those_of_the_rules(declare: Declare, order: list[int], moves: int, seed: int) -> None:
    """Perft after any moves of smaller games that hypothesis deals."""
    smaller = declare(4, 3, 4)
    position = wander(smaller.start([smaller.deck[i] for i in order]), seed, moves)
    assert counts(position, 3) == perft(position, 3)


@pytest.mark.parametrize("game_id", two_pack.SOLVES)
def test_moves_in_mid_game(game_id: str) -> None:
    """Perft in positions that winning lines and random moves lead to."""
    for line in vectors(f"positions-{game_id}")[::4]:
        position = after(parse_deal(game(game_id), line["deal"]).start(), line["moves"])
        assert counts(position, 2) == perft(position, 2)


def as_a_set(position: Position) -> dict[tuple[str, ...], Position]:
    """What can be played when turns and redeals cost nothing: every other move, after any number of them.

    A card of stock and waste is named by itself, not by where it lies: of two alike, one stands for both.
    """
    found: dict[tuple[str, ...], Position] = {}
    seen, waiting = {position.key()}, [position]
    while waiting:
        at = waiting.pop()
        for move in legal_moves(at):
            after_it = play(at, move).position
            if move.form == "transfer":
                card = str(at.faces("w")[-1]) if move.source == "w" else ""
                found.setdefault((str(move), card), after_it)
            elif after_it.key() not in seen:
                seen.add(after_it.key())
                waiting.append(after_it)
    return found


def perft_of_sets(position: Position, depth: int) -> list[int]:
    """Perft by the rules engine, stock and waste being a set: turns and redeals are no moves, all they lead to is."""
    if depth == 0:
        return [1]
    totals = [1, *[0] * depth]
    for after_it in as_a_set(position).values():
        for level, count in enumerate(perft_of_sets(after_it, depth - 1), start=1):
            totals[level] += count
    return totals


def counts_of_sets(position: Position, depth: int) -> list[int]:
    """Perft by the kernel's moves with the order of the stock forgotten, as the search for Unlimited has it."""
    moves = kernel("_two_pack_moves_kernel")
    assert moves is not None
    found: list[int] = moves.perft(two_pack.describe(position, 0), depth)
    return found


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.permutations(range(32)), st.integers(0, 60), st.integers(0, 2**32))
def test_moves_without_order_are_those_of_the_rules(order: list[int], moves: int, seed: int) -> None:
    """Perft of Unlimited's smaller games, stock and waste a set in both."""
    smaller = unlimited(4, 3, 4)
    position = wander(smaller.start([smaller.deck[i] for i in order]), seed, moves)
    assert counts_of_sets(position, 2) == perft_of_sets(position, 2)


def test_moves_without_order_of_the_whole_game() -> None:
    """The same in mid-game of Unlimited itself, one move deep."""
    for line in vectors("positions-unlimited")[::16]:
        position = after(parse_deal(game("unlimited"), line["deal"]).start(), line["moves"])
        assert counts_of_sets(position, 1) == perft_of_sets(position, 1)


# Verdicts -------------------------------------------------------------------------------------------


def near_order(smaller: Game, seed: int) -> Position:
    """A deal in which high cards tend to come first, so that more of them can be won."""
    cards = random_deal(smaller, 7, seed).cards
    chance = random_deal(smaller, 8, seed).cards
    keys = [3 * card.rank - other.rank * (1 + seed % 3) for card, other in zip(cards, chance, strict=True)]
    return smaller.start([cards[i] for i in sorted(range(len(cards)), key=lambda i: -keys[i])])


def agree(declare: Declare, size: tuple[int, int, int], seeds: range, max_nodes: int) -> set[str]:
    """Fresh deals and positions that random moves lead to, with all dominances on; what the outcomes were."""
    smaller = declare(*size)
    outcomes: set[str] = set()
    for seed in seeds:
        start = near_order(smaller, seed) if seed % 2 else random_deal(smaller, 6, seed).start()
        for position in (start, wander(start, seed, 1 + seed % 40)):
            exhausted = plain.solve(position, Limits(max_nodes=max_nodes))
            if exhausted.outcome != "unknown":
                assert decide(position, Limits()).outcome == exhausted.outcome, (size, seed)
                outcomes.add(exhausted.outcome)
    return outcomes


@pytest.mark.parametrize("declare", GAMES)
def test_plain_search_agrees(declare: Declare) -> None:
    """On hundreds of smaller games, won ones and lost ones."""
    outcomes = set()
    for size in SMALLER:
        outcomes |= agree(declare, size, range(10), 250)
    assert outcomes == {"won", "lost"}


LOST_BY_SEARCH = [(3, 2, 9), (3, 3, 7), (3, 4, 6), (4, 4, 7), (4, 5, 6), (5, 5, 7)]
"""Sizes of which many deals are lost though the relaxation doesn't see it, and the plain search can tell."""


@pytest.mark.parametrize("declare", ONE_QUICKLY)
def test_plain_search_agrees_on_what_the_search_calls_lost(declare: Declare) -> None:
    """Lost with nodes spent, so by exhaustion under the dominances and not by the relaxation alone: 60 and more."""
    agreed = 0
    for size in LOST_BY_SEARCH:
        smaller = declare(*size)
        for seed in range(48):
            start = near_order(smaller, seed) if seed % 2 else random_deal(smaller, 6, seed).start()
            for position in (start, wander(start, seed, 1 + seed % 40)):
                verdict = two_pack.solve(position, Limits(max_nodes=5000))
                if verdict is not None and verdict.outcome == "lost" and verdict.nodes > 0:
                    exhausted = plain.solve(position, Limits(max_nodes=600))
                    assert exhausted.outcome in ("lost", "unknown"), (size, seed)
                    agreed += exhausted.outcome == "lost"
    assert agreed >= 60


@pytest.mark.long
@pytest.mark.parametrize("size", SMALLER)
@pytest.mark.parametrize("declare", GAMES)
def test_plain_search_agrees_at_length(declare: Declare, size: tuple[int, int, int]) -> None:
    """The same on thousands."""
    agree(declare, size, range(100, 160), 1000)


@pytest.mark.parametrize("declare", GAMES)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.permutations(range(24)), st.integers(0, 60), st.integers(0, 2**32))
def test_plain_search_agrees_anywhere(declare: Declare, order: list[int], moves: int, seed: int) -> None:
    """On deals that hypothesis thinks up, and after any moves."""
    smaller = declare(3, 3, 4)
    position = wander(smaller.start([smaller.deck[i] for i in order]), seed, moves)
    exhausted = plain.solve(position, Limits(max_nodes=400))
    if exhausted.outcome != "unknown":
        assert decide(position, Limits()).outcome == exhausted.outcome


def same_verdicts(declare: Declare, switch: str, sizes: list[tuple[int, int, int]], seeds: range) -> int:
    """How many verdicts were compared with and without a dominance."""
    compared = 0
    for size in sizes:
        smaller = declare(*size)
        for seed in seeds:
            position = near_order(smaller, seed) if seed % 2 else random_deal(smaller, 9, seed).start()
            without = decide(position, Limits(max_nodes=20_000), two_pack.EVERYTHING & ~SWITCHES[switch])
            if without.outcome != "unknown":
                assert decide(position, Limits()).outcome == without.outcome, (size, seed)
                compared += 1
    return compared


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("declare", GAMES)
def test_dominances_change_no_verdict(declare: Declare, switch: str) -> None:
    """Each switched off, and all of them."""
    assert same_verdicts(declare, switch, [(3, 3, 4), (4, 3, 5), (5, 4, 4), (6, 4, 6)], range(12)) > 30


@pytest.mark.long
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("declare", GAMES)
def test_dominances_change_no_verdict_at_length(declare: Declare, switch: str) -> None:
    """The same on thousands, games of some size among them."""
    sizes = [(3, 3, 4), (4, 3, 5), (4, 4, 6), (5, 4, 4), (6, 4, 6), (7, 5, 6), (9, 6, 6)]
    assert same_verdicts(declare, switch, sizes, range(1000, 1100)) > 300


@pytest.mark.long
@pytest.mark.parametrize("switch", ["safe up", "relaxation", "alike piles", "safe build", "taken back later"])
@pytest.mark.parametrize("game_id", two_pack.SOLVES)
def test_dominances_change_no_verdict_of_the_whole_game(game_id: str, switch: str) -> None:
    """Each switched off, where the search then still comes to an end."""
    compared = 0
    for seed in range(100):
        position = random_deal(game(game_id), 9, seed).start()
        without = decide(position, Limits(max_nodes=20_000), two_pack.EVERYTHING & ~SWITCHES[switch])
        if without.outcome != "unknown":
            assert decide(position, Limits()).outcome == without.outcome
            compared += 1
    assert compared > 50


def test_order_of_the_stock_does_not_matter() -> None:
    """With unlimited redeals: verdicts are the same when the order is kept, turns and redeals being moves."""
    compared = 0
    for size in [(2, 2, 3), (3, 2, 3), (3, 3, 4), (4, 3, 5)]:
        for seed in range(16):
            position = random_deal(unlimited(*size), 12, seed).start()
            kept = decide(position, Limits(max_nodes=50_000), ordered=True)
            if kept.outcome != "unknown":
                assert decide(position, Limits()).outcome == kept.outcome
                compared += 1
    assert compared > 40


@pytest.mark.parametrize("declare", GAMES)
def test_won_after_each_move_of_a_line(declare: Declare) -> None:
    """Of smaller games, one of Interchange among them, which as a whole is hardly ever won; none is unknown."""
    asked = 0
    for size in [(4, 2, 5), (5, 4, 5), (6, 4, 6)]:
        smaller = declare(*size)
        for seed in range(1, 40, 2):
            position = near_order(smaller, seed)
            moves = decide(position, Limits()).moves
            if len(moves) < 10 or asked > 150:
                continue
            for move in moves:
                position = play(position, move).position
                assert decide(position, Limits()).outcome == "won"
                asked += 1
    assert asked > 100


def test_won_from_anywhere_on_a_line() -> None:
    """Along the solver's own winning lines the verdict stays won, and a won position needs no move."""
    for seed in range(3):
        position = random_deal(game("unlimited"), 13, seed).start()
        moves = solve(position, Limits(max_nodes=20_000)).moves
        for number in range(0, len(moves), 40):
            on_the_way = after(position, " ".join(map(str, moves[:number])))
            assert decide(on_the_way, Limits(max_nodes=100_000)).outcome == "won"
        if moves:
            won = after(position, " ".join(map(str, moves)))
            assert solve(won).outcome == "won"
            assert solve(won).moves == ()


# Limits ---------------------------------------------------------------------------------------------


def test_limits_are_named() -> None:
    """Nodes, seconds and memory, each reached and named; nodes exactly."""
    position = numbered_deal(game("interchange"), HARD).start()
    by_nodes = solve(position, Limits(max_nodes=3000))
    assert (by_nodes.outcome, by_nodes.limit, by_nodes.nodes) == ("unknown", "nodes", 3000)
    assert solve(position, Limits(max_seconds=0.05)).limit == "seconds"
    assert solve(position, Limits(max_memory=1)).limit == "memory"


def test_memory_is_bounded() -> None:
    """The states never take more than allowed."""
    compiled = kernel("_two_pack_kernel")
    assert compiled is not None
    search = compiled.Search(two_pack.describe(numbered_deal(game("interchange"), HARD).start()), 5_000_000)
    while search.run(1000) == 0:
        assert search.bytes <= 5_000_000
    assert search.states > 50_000


def test_cancelled_from_another_thread() -> None:
    """Within 50 ms of processor time; the other thread could run, so the GIL was free."""
    cancel, at = Cancel(), []

    def press() -> None:
        time.sleep(0.3)
        at.append(time.process_time())
        cancel.cancel()

    presser = threading.Thread(target=press)
    presser.start()
    verdict = solve(numbered_deal(game("interchange"), HARD).start(), Limits(max_seconds=30), cancel)
    took = time.process_time() - at[0]
    presser.join()
    assert (verdict.outcome, verdict.limit) == ("unknown", "cancelled")
    assert took < 0.05


def test_what_the_kernel_has_no_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then, and where it was not compiled, the plain search answers."""
    wide = unlimited(3, 9, 2)
    assert two_pack.solve(wide.start(wide.deck), Limits()) is None
    assert two_pack.solve(table(interchange(3, 3, 3), {"t1": "AC 2C"}), Limits()) is None
    smaller = random_deal(unlimited(3, 2, 3), 1, 1).start()
    monkeypatch.setattr(two_pack, "kernel", lambda name: None)
    assert two_pack.solve(smaller, Limits()) is None
    assert solve(smaller).outcome == plain.solve(smaller, Limits()).outcome
