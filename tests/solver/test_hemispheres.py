"""Hemispheres: the kernel plays by the rules, and its verdicts are those of the plain search, shortcuts or none."""

from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.helpers import HAS_KERNELS, vectors, wander, wins
from wendekreis.deals import parse_deal, parse_position, random_deal
from wendekreis.games import game
from wendekreis.games.hemispheres import declare
from wendekreis.rules import Game, Move, Position, is_won, legal_moves, perft, play
from wendekreis.solver import Limits, Verdict, plain, solve
from wendekreis.solver.hemispheres import DEPTH_FIRST_WEIGHTS, Shortcut, decide, describe
from wendekreis.solver.kernels import kernel

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

GAME = game("hemispheres")
NONE = Shortcut(0)

SMALLER = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (6, 1)]
"""Ranks, and piles in a quadrant. With 4 ranks and 4 piles there are 16 cards of 20 in the stock."""


def reached(line: Any) -> Position:
    """The position of a vector: its deal, and the moves since."""
    deal, moves = parse_position(GAME, f"{line['deal']} | {line['moves']}")
    position = deal.start()
    for move in moves:
        position = play(position, move).position
    return position


# The kernel's moves ---------------------------------------------------------------------------------


def kernel_perft(position: Position, depth: int) -> list[int]:
    """Perft by the kernel, all shortcuts off."""
    compiled = kernel("_hemispheres_perft_kernel")
    assert compiled is not None
    counts: list[int] = compiled.perft(describe(position, NONE), depth)
    return counts


@pytest.mark.parametrize("line", vectors("perft-hemispheres"), ids=range(1, 17))
def test_perft_vectors(line: Any) -> None:
    """As many sequences of moves as the rules have, to the full depth of the vectors."""
    assert kernel_perft(reached(line), len(line["perft"]) - 1) == line["perft"]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.randoms(use_true_random=False), st.integers(0, 400), st.integers(0, 2**32))
def test_perft_anywhere(chance: Any, moves: int, seed: int) -> None:
    """After random moves, which seldom win but turn the stock over and play whatever goes up."""
    cards = list(GAME.deck)
    chance.shuffle(cards)
    position = wander(GAME.start(cards), seed, moves)
    assert kernel_perft(position, 2) == perft(position, 2)


@pytest.mark.parametrize("size", SMALLER)
def test_perft_of_smaller_games(size: tuple[int, int]) -> None:
    """Late spaces, cards astray in them, and barriers are common there."""
    smaller = declare(*size)
    for seed in range(12):
        position = wander(random_deal(smaller, 7, seed).start(), seed, 5 * seed)
        assert kernel_perft(position, 3) == perft(position, 3)


# Verdicts -------------------------------------------------------------------------------------------


def turned(position: Position, cards: int) -> Position:
    """The position after so many turns: the more, the more often it is lost."""
    for _ in range(cards):
        if Move("turn") not in legal_moves(position):
            break
        position = play(position, Move("turn")).position
    return position


def samples(size: tuple[int, int], seed: int) -> list[Position]:
    """A fresh deal, one whose stock was turned over in part or whole, and one in the middle of careless play."""
    return samples_of(declare(*size), seed)


def samples_of(smaller: Game, seed: int) -> list[Position]:
    """The same of a game."""
    start = random_deal(smaller, 1, seed).start()
    return [start, turned(start, 99 if seed % 2 else 4 + seed % 15), wander(turned(start, seed % 23), seed, seed % 31)]


def agrees(position: Position, max_nodes: int) -> str:
    """The verdict, which is that of the plain search; "unknown" when that one can't tell."""
    exhausted = plain.solve(position, Limits(max_nodes=max_nodes))
    if exhausted.outcome != "unknown":
        verdict = solve(position)
        assert verdict.outcome == exhausted.outcome
        assert (verdict.outcome == "won") == bool(wins(position, verdict.moves))
    return exhausted.outcome


def agree(sizes: Sequence[tuple[int, int]], seeds: range, max_nodes: int) -> None:
    """Every verdict of the plain search is the solver's too, and there are many of both kinds."""
    found = [agrees(position, max_nodes) for size in sizes for seed in seeds for position in samples(size, seed)]
    assert found.count("unknown") < 0.3 * len(found)
    assert found.count("won") > 0.3 * len(found)
    assert found.count("lost") > 0.05 * len(found)


def test_plain_search_agrees() -> None:
    """On 200 smaller games."""
    agree(SMALLER, range(10), 500)


@pytest.mark.long
def test_plain_search_agrees_at_length() -> None:
    """On 5,000."""
    agree(SMALLER, range(100, 340), 3000)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.permutations(range(20)), st.integers(0, 16), st.integers(0, 40), st.integers(0, 2**32))
def test_plain_search_agrees_anywhere(order: list[int], turns: int, moves: int, seed: int) -> None:
    """On deals that hypothesis thinks up, after some turns and any moves."""
    smaller = declare(4, 1)
    agrees(wander(turned(smaller.start([smaller.deck[i] for i in order]), turns), seed, moves), 500)


def test_a_barrier_played_early_makes_the_other_card_wait() -> None:
    """Its copy in the pack can then go up only on the second foundation; that is not taken back in thought."""
    smaller = declare(3, 1)
    seen = 0
    for seed in range(60):
        position = random_deal(smaller, 4, seed).start()
        for step in range(40):
            moves = legal_moves(position)
            barriers = [move for move in moves if move.source[:1] == "b"]
            if not moves or is_won(position):
                break
            position = play(position, barriers[0] if barriers else moves[(seed + step) % len(moves)]).position
            if barriers:
                seen += agrees(position, 300) != "unknown"
    assert seen > 50


LEAVE_OUT = [NONE, *Shortcut, *(Shortcut.ALL & ~one for one in Shortcut)]


def differ(positions: Iterable[Position], max_nodes: int) -> None:
    """The exact search alone says the same with all shortcuts, with none, with one, and without one."""
    decided = 0
    for position in positions:
        full = decide(position, Limits(), beams=False)
        assert full is not None
        for shortcuts in LEAVE_OUT:
            verdict = decide(position, Limits(max_nodes=max_nodes), shortcuts=shortcuts, beams=False)
            assert verdict is not None
            assert verdict.outcome in (full.outcome, "unknown")
            assert (verdict.outcome == "won") == bool(wins(position, verdict.moves))
            decided += verdict.outcome != "unknown"
    assert decided


def test_shortcuts_change_no_verdict() -> None:
    """On smaller games, won and lost."""
    differ((p for size in SMALLER for seed in range(200, 212) for p in samples(size, seed)), 20_000)


@pytest.mark.long
def test_shortcuts_change_no_verdict_of_the_whole_game() -> None:
    """Late in careless play of the whole game."""
    differ((wander(random_deal(GAME, 5, seed).start(), seed, 350) for seed in range(60)), 1_000_000)


def test_the_two_lost_deals() -> None:
    """By exhaustion, with a tenth of the nodes that a minute has time for."""
    lost = [line for line in vectors("verdicts-hemispheres") if line["verdict"] == "lost"]
    assert len(lost) == 2
    for line in lost:
        verdict = solve(parse_deal(GAME, line["deal"]).start(), Limits(max_nodes=5_000_000))
        assert verdict.outcome == "lost"


def test_a_winning_line_stays_won() -> None:
    """From positions on the way too: the stock nearly out, spaces, the last barrier."""
    for index in range(6):
        position = random_deal(GAME, 6, index).start()
        first = solve(position)
        for number, move in enumerate(first.moves):
            position = play(position, move).position
            if number % 11 == 0 or number > len(first.moves) - 8:
                verdict = solve(position)
                assert verdict.outcome == "won"
                assert wins(position, verdict.moves)
        assert solve(random_deal(GAME, 6, index).start()) == first


def test_a_won_position_needs_no_moves() -> None:
    """The line is empty then, and only then."""
    position = random_deal(GAME, 6, 0).start()
    for move in solve(position).moves:
        assert solve(position).moves
        position = play(position, move).position
    assert solve(position) == Verdict("won")


# Limits ---------------------------------------------------------------------------------------------


def test_memory_is_bounded() -> None:
    """Each search keeps to its share, and the answer says that there was not enough."""
    searches = kernel("_hemispheres_search_kernel")
    assert searches is not None
    lost = parse_deal(GAME, vectors("verdicts-hemispheres")[-1]["deal"]).start()
    exact = searches.DepthFirst(describe(lost), 3_000_000, DEPTH_FIRST_WEIGHTS)
    assert exact.run(1_000_000) == searches.MEMORY
    assert 30_000 < exact.held <= 3_000_000 / 88
    verdict = solve(lost, Limits(max_memory=3))
    assert (verdict.outcome, verdict.limit) == ("unknown", "memory")


def test_nodes_are_counted_exactly() -> None:
    """The same search with one node less does not get there, and with just as many does."""
    for index in range(12):
        position = random_deal(GAME, 9, index).start()
        verdict = solve(position, Limits(max_nodes=50_000))
        if verdict.outcome == "won" and verdict.nodes > 1:
            assert solve(position, Limits(max_nodes=verdict.nodes - 1)).limit == "nodes"
            assert solve(position, Limits(max_nodes=verdict.nodes + 1)) == verdict


def test_a_game_too_large_is_declined() -> None:
    """More piles or cards than a state has room for: the plain search answers."""
    larger = declare(13, 4)
    assert decide(random_deal(larger, 1, 0).start(), Limits()) is None
