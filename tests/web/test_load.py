"""Fifty players move while ten ask for hints: everybody gets what is right, and nothing is lost. How long it takes is
no matter here; ``python -m tools.load`` tells that.
"""

import asyncio
import json
from pathlib import Path

import pytest

from tests.servers import serving
from tools.load import Load, Person

MOVES, QUESTIONS = 3, 3


@pytest.mark.long
def test_players_move_while_others_ask(tmp_path: Path) -> None:
    """Each move and each answer is there, each play stands where its player left it, and each hint was counted once."""
    with serving(tmp_path / "w.sqlite", {"WENDEKREIS_SOLVERS": "1"}) as server:
        asyncio.run(everybody(server.url))


async def everybody(url: str) -> None:
    """All of them at once."""
    async with Load(url, players=50, askers=10, pause=0.05) as load:
        done = await load.round(300, hints=True, most=MOVES)
        assert len(done.moves) == 50 * MOVES
        assert done.ends == {"answer": 10 * QUESTIONS}
        for person in (*load.players, *load.askers):
            assert person.view["revision"] == MOVES
            assert await now(person) == (MOVES, person.hints)
        assert all(sum(person.hints.values()) for person in load.askers)
        assert not any(sum(person.hints.values()) for person in load.players)


async def now(person: Person) -> tuple[int, dict[str, int]]:
    """The revision and the hints that the server has of a play."""
    status, text = await person.client.post(f"/api/plays/{person.view['id']}/move", {"revision": 10**6, "move": "turn"})
    assert status == 409
    view = json.loads(text)["view"]
    return view["revision"], view["hints"]
