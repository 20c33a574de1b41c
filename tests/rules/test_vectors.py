"""The rules engine against answers of an independent program (tests/vectors)."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.tables import after, legal
from wendekreis.deals import numbered_deal, parse_deal, parse_moves
from wendekreis.games import game
from wendekreis.rules import divide, is_won, perft
from wendekreis.session import Session

VECTORS = Path(__file__).parents[1] / "vectors"


def vectors(kind: str) -> list[Any]:
    """One parameter a vector, named after its game and line."""
    found = []
    for path in sorted(VECTORS.glob(f"{kind}-*.jsonl")):
        game_id = path.stem.removeprefix(f"{kind}-")
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            found.append(pytest.param(game_id, json.loads(line), id=f"{game_id}-{number}"))
    return found


def perfts() -> list[Any]:
    """Those of many positions, whose moves take seconds to make, are long tests."""
    return [
        pytest.param(*one.values, id=one.id, marks=pytest.mark.long if one.values[1]["perft"][-1] > 70_000 else ())
        for one in vectors("perft")
    ]


@pytest.mark.parametrize(("game_id", "vector"), perfts())
def test_perft(game_id: str, vector: dict[str, Any]) -> None:
    """The count of move sequences of each length is that of the vector; a wrong one is shown divided."""
    depth = len(vector["perft"]) - 1
    position = after(parse_deal(game(game_id), vector["deal"]).start(), vector.get("moves", ""))
    assert perft(position, depth) == vector["perft"], divide(position, depth)


@pytest.mark.parametrize(("game_id", "vector"), vectors("positions"))
def test_legal_moves(game_id: str, vector: dict[str, Any]) -> None:
    """The legal moves in mid-game, sorted by code point, and whether it is won, are the vector's."""
    position = after(parse_deal(game(game_id), vector["deal"]).start(), vector["moves"])
    assert " ".join(legal(position)).split() == list(vector["legal"])
    assert is_won(position) is vector["won"]


@pytest.mark.parametrize(("game_id", "vector"), vectors("lines"))
def test_winning_lines(game_id: str, vector: dict[str, Any]) -> None:
    """A winning line wins, at its last move and no earlier, and back at the start the deal is as it was."""
    deal = parse_deal(game(game_id), vector["deal"])
    session = Session(deal)
    for move in parse_moves(deal.game, vector["moves"]):
        assert session.status == "open"
        session.move(str(move))
    assert session.status == "won"
    while session.can_undo:
        session.undo()
    assert session.position == deal.start()
    assert session.deal.text == vector["deal"]


@pytest.mark.parametrize("line", (VECTORS / "pysolfc-deals.jsonl").read_text().splitlines())
def test_numbered_deals(line: str) -> None:
    """A number lays out the board that the running PySolFC lays out under it."""
    vector = json.loads(line)
    assert numbered_deal(game(vector["game"]), vector["number"]).text == vector["deal"]
