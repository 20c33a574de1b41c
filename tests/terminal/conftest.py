"""A player at a terminal table whose store is in memory."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest
from textual.pilot import Pilot

from wendekreis.deals import numbered_deal, parse_deal, parse_moves
from wendekreis.games import game
from wendekreis.store import Store, open_store
from wendekreis.terminal.app import TerminalTable
from wendekreis.terminal.sitting import Sitting, Standing
from wendekreis.terminal.words import Words

VECTORS = Path(__file__).parents[1] / "vectors"


@pytest.fixture
def anyio_backend() -> str:
    """What Textual stands on."""
    return "asyncio"


At: TypeAlias = Callable[..., AbstractAsyncContextManager[Pilot[None]]]


@pytest.fixture
def store() -> Iterator[Store]:
    """A fresh one."""
    with open_store("sqlite://") as opened:
        yield opened


@pytest.fixture
def sitting(store: Store) -> Sitting:
    """A new player, with nothing on the table."""
    return Sitting(store, store.new_player()[0])


@pytest.fixture
def lay(sitting: Sitting) -> Callable[..., Sitting]:
    """Lays a deal on the table, in which moves have been made: by its number, or by its cards."""

    def begin(game_id: str, moves: str = "", *, number: str = "25483", cards: str = "") -> Sitting:
        declared = game(game_id)
        deal = parse_deal(declared, cards) if cards else numbered_deal(declared, number)
        with sitting.store.new_play(sitting.player, deal, parse_moves(declared, moves)) as play:
            sitting.go_on(Standing.of(play))
        return sitting

    return begin


@pytest.fixture
def winning_line() -> Callable[[str], tuple[str, list[str]]]:
    """A deal of a game as text, and a line that wins it."""

    def find(game_id: str) -> tuple[str, list[str]]:
        vector = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
        return vector["deal"], vector["moves"].split()

    return find


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> At:
    """The table of a sitting, in a terminal of a size, to be driven."""
    monkeypatch.delenv("NO_COLOR", raising=False)

    @asynccontextmanager
    async def drive(sitting: Sitting, size: tuple[int, int] = (80, 24), lang: str = "en") -> AsyncIterator[Pilot[None]]:
        async with TerminalTable(sitting, Words(lang)).run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot

    return drive
