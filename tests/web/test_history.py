"""Anything in any order: moves, what they set off, undo, redo, restart, going anywhere, finishing, new servers.

After each write the page's state, folded from answers, is what the server tells anew; answers asked for again are the
same ones; and the statistics are those of an account kept beside. All but HTTP itself is as in the server.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.helpers import hurry
from tests.web.helpers import Json, fold
from wendekreis.deals import parse_deal
from wendekreis.errors import GameOver, NothingToFinish, NothingToRedo, NothingToUndo
from wendekreis.games import game
from wendekreis.store import Auto, Database, Request, Store
from wendekreis.web import present, wire

VECTORS = Path(__file__).parents[1] / "vectors"


def told(model: wire.Wire) -> Json:
    """What travels."""
    return model.model_dump(mode="json", by_alias=True)


class Sitting:
    """A player whose server is a new one now and then, and an account of what has happened."""

    def __init__(self, file: Path, game_id: str) -> None:
        vector = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
        self.deal, self.line = parse_deal(game(game_id), vector["deal"]), vector["moves"].split()
        self.file, self.game_id, self.chance = file, game_id, random.Random(game_id)
        self.serve()
        self.player, _ = self.store.new_player()
        self.log: list[tuple[str, int, Request, Json]] = []
        self.played: list[str] = []
        self.won: dict[str, int] = {}
        self.begin()

    def serve(self) -> None:
        """Start a server."""
        self.store = Store(Database(f"sqlite:///{self.file}"))
        hurry(self.store)

    def serve_anew(self) -> None:
        """Stop the server and start another one on the same file."""
        self.store.close()
        self.serve()

    def begin(self) -> None:
        """Begin a play, of the deal whose winning line is known."""
        with self.store.new_play(self.player, self.deal) as play:
            self.view, self.made = told(present.view(play)), list[str]()

    def some_request(self) -> Request:
        """Anything, but for the most part the next move to the win, or the way back to it."""
        chance, view, head = self.chance, self.view, self.view["counts"]["moves"]
        common = next((i for i in range(head) if self.made[i] != self.line[i : i + 1][0]), head)
        dice = chance.random()
        if view["finish"] and dice < 0.2:
            return Request("finish")
        if dice < 0.85:
            if view["status"] != "won" and common == head:
                return Request("move", self.line[head])
            if common < head and chance.random() < 0.4:
                return Request("goto", head=common)
        autos: list[Auto] = ["off", "safe", "always"]
        auto = chance.choice(autos)
        if dice < 0.91 and view["choices"]:
            return Request("move", chance.choice(view["choices"])["move"], auto)
        if dice < 0.92 and view["forward"]:
            return Request("forward", auto=auto)
        if dice < 0.95:
            return Request("goto", head=chance.randrange(max(0, head - 9), len(self.made) + 2))
        return Request(chance.choice(["undo", "undo", "redo", "redo", "finish", "restart" if dice > 0.998 else "undo"]))

    def write(self) -> None:
        """Do it, and look at the play anew."""
        request = self.some_request()
        play, revision, head = self.view["id"], self.view["revision"], self.view["counts"]["moves"]
        try:
            with self.store.write(self.player, play, revision, request, self.chance.randrange(9)) as written:
                answer, moves = told(present.answer(written)), written.change.moves
        except (NothingToUndo, NothingToRedo, NothingToFinish, GameOver):
            assert request.action in ("undo", "redo", "restart", "goto", "finish")
        else:
            self.log.append((play, revision, request, answer))
            self.view = fold(self.view, answer)
            self.made[head:] = [*moves] or self.made[head:]
            self.note()
        with self.store.play(self.player, play) as found:
            assert told(present.view(found)) == self.view
            assert list(found.session.moves) == self.made

    def note(self) -> None:
        """Keep the account."""
        play = self.view["id"]
        if play not in self.played:
            self.played.append(play)
        if self.view["status"] == "won":
            self.won.setdefault(play, self.view["counts"]["moves"])

    def ask_again(self) -> None:
        """Some answer of before is asked for again, as if it had been lost."""
        play, revision, request, first = self.chance.choice(self.log)
        with self.store.write(self.player, play, revision, request, 3) as written:
            assert written.repeated
            assert told(present.answer(written)) == first

    def compare_statistics(self) -> None:
        """With the account."""
        (found,) = self.store.statistics(self.player, [self.game_id])
        assert (found.played, found.won) == (len(self.played), len(self.won))
        assert found.won <= found.played
        assert found.deals == (len(self.played) if self.won else 0, 0, 0 if self.won else found.played, found.won)
        assert found.moves.best == min(self.won.values(), default=None)
        over = [play for play in self.played if play in self.won or play != self.played[-1]]
        assert [(result.id, result.won) for result in found.recent] == [(play, play in self.won) for play in over]
        assert all(result.moves == self.won.get(result.id, result.moves) for result in found.recent)
        assert abs(found.streak.current) <= max(found.streak.best, found.streak.worst) <= len(over)


@pytest.fixture
def sitting(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """A player of this game."""
    one = Sitting(tmp_path / "w.sqlite", request.param)
    yield one
    one.store.close()


@pytest.mark.parametrize("sitting", ["hemispheres", "single-interchange"], indirect=True)
def test_anything_in_any_order(sitting: Sitting) -> None:
    """Plays that are given up, won, undone, won again; each of them with everything that a page can send."""
    for turn in range(600):
        sitting.write()
        if turn % 25 == 24:
            sitting.compare_statistics()
            sitting.ask_again()
        if turn % 100 == 99:
            sitting.serve_anew()
        if turn == 50 or (sitting.view["id"] in sitting.won and turn % 17 == 0):
            sitting.begin()
    assert {request.action for _, _, request, _ in sitting.log} >= {"move", "undo", "redo", "goto", "forward"}
    assert any(request.auto != "off" for _, _, request, _ in sitting.log)
    assert sitting.won
    assert len(sitting.played) > len(sitting.won)
