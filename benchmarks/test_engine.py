"""How long one move takes in the engine. `make benchmark` prints the figures; the tests run each body once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from wendekreis.deals import parse_deal, parse_moves
from wendekreis.games import game
from wendekreis.rules import Position, legal_moves, play
from wendekreis.session import Session
from wendekreis.view import view_of

VECTORS = Path(__file__).parents[1] / "tests" / "vectors"

Benchmark = Callable[..., Any]


def midgame(game_id: str) -> Position:
    """The position with the most legal moves among the vectors of 60 to 80 moves (or, if none, among all)."""
    lines = [json.loads(line) for line in (VECTORS / f"positions-{game_id}.jsonl").read_text().splitlines()]
    middle = [line for line in lines if 60 <= len(line["moves"].split()) <= 80]
    chosen = max(middle or lines, key=lambda line: len(line["legal"]))
    position = parse_deal(game(game_id), chosen["deal"]).start()
    for move in parse_moves(position.game, chosen["moves"]):
        position = play(position, move).position
    return position


@pytest.mark.parametrize(
    "game_id", [path.stem.removeprefix("positions-") for path in sorted(VECTORS.glob("positions-*.jsonl"))]
)
def test_engine_move(benchmark: Benchmark, game_id: str) -> None:
    """Legal moves, one of them played, and the view of what comes of it: 1 ms at most in Hemispheres."""
    position = midgame(game_id)

    def move() -> None:
        moves = legal_moves(position)
        view_of(play(position, moves[len(moves) // 2]).position)

    benchmark(move)


def test_load_a_long_play(benchmark: Benchmark) -> None:
    """A play of about a thousand moves, loaded from its deal and its moves."""
    lines = [json.loads(line) for line in (VECTORS / "lines-unlimited.jsonl").read_text().splitlines()]
    longest = max(lines, key=lambda line: len(line["moves"]))
    deal, moves = parse_deal(game("unlimited"), longest["deal"]), longest["moves"].split()
    session = benchmark(Session.load, deal, moves)
    assert session.status == "won"
