"""A player's statistics over HTTP. What counts is held to tests with the store."""

import pytest
from fastapi import FastAPI

from tests.web.helpers import Json, Player
from wendekreis.games import games
from wendekreis.session import Session
from wendekreis.web import present


def of(player: Player, name: str) -> Json:
    """The statistics of one game."""
    return next(one for one in player.get("/api/statistics")["games"] if one["game"] == name)


def test_somebody_new_has_played_nothing(player: Player) -> None:
    """Every game is there, in its order, with zeros and nulls; no cookie is given."""
    told = player.get("/api/statistics")["games"]
    assert [one["game"] for one in told] == list(games())
    for one in told:
        assert {name: value for name, value in one.items() if name != "game"} == {
            "played": 0,
            "won": 0,
            "deals": {"winnable": 0, "lost": 0, "unknown": 0, "won_of_winnable": 0},
            "streak": {"current": 0, "best": 0, "worst": 0},
            "time_ms": {"best": None, "mean": None},
            "moves": {"best": None, "mean": None},
            "hints": {"advice": 0, "oracle": 0, "plays_advice": 0, "plays_oracle": 0, "light": 0, "shown": 0},
            "recent": [],
        }
    assert not player.http.cookies


def test_a_play_that_was_given_up(player: Player, app: FastAPI) -> None:
    """It is told when the next one counts, with the hints it was given; for nobody else."""
    first = player.begin("hemispheres", number="1")["id"]
    player.write(first, "move", 0, {"move": "turn", "played_ms": 90})
    assert (of(player, "hemispheres")["played"], of(player, "hemispheres")["recent"]) == (1, [])
    second = player.begin("hemispheres", number="2")["id"]
    assert of(player, "hemispheres")["recent"] == []
    player.move(second, 0, "turn")
    store = app.state.store
    store.count_hint(store.player(player.http.cookies["wendekreis"]), first, "oracle")
    found = of(player, "hemispheres")
    assert (found["played"], found["streak"]) == (2, {"current": -1, "best": 0, "worst": 1})
    assert (found["hints"]["oracle"], found["hints"]["plays_oracle"]) == (1, 1)
    (result,) = found["recent"]
    updated = next(row["updated"] for row in player.get("/api/plays")["plays"] if row["id"] == first)
    assert result == {"id": first, "ended": updated, "won": False, "played_ms": 90, "moves": 1, "winnable": None}
    assert of(player, "single-interchange")["played"] == 0
    assert of(Player(app), "hemispheres")["played"] == 0


def test_hints_stand_in_the_view(player: Player, app: FastAPI) -> None:
    """As counted, with the play."""
    view = player.begin()
    assert view["hints"] == {"advice": 0, "oracle": 0}
    store = app.state.store
    who = store.player(player.http.cookies["wendekreis"])
    store.count_hint(who, view["id"], "oracle")
    store.count_hint(who, view["id"], "oracle")
    store.count_hint(who, view["id"], "advice")
    assert player.get(f"/api/plays/{view['id']}")["hints"] == {"advice": 1, "oracle": 2}
    stale = player.write(view["id"], "undo", 9, status=409)
    assert stale["view"]["hints"] == {"advice": 1, "oracle": 2}


@pytest.mark.parametrize("name", games())
def test_a_game_tells_how_often_it_can_be_won(player: Player, name: str) -> None:
    """As its file says, and whether winnable deals may be asked for."""
    (told,) = (one for one in player.get("/api/games")["games"] if one["id"] == name)
    measured = games()[name].winnable
    assert measured is not None
    assert told["winnable"].pop("promised") == (name != "interchange")
    assert told["winnable"] == dict(measured)


def test_whether_it_can_be_finished_is_looked_for_once_a_write(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """It costs more than anything else in an answer."""
    looked: list[int] = []
    view = player.begin()

    def look(at: Session) -> bool:
        looked.append(at.head)
        return False

    monkeypatch.setattr(present, "can_finish", look)
    heads = [
        player.write(view["id"], what, revision, body)["counts"]["moves"]
        for revision, (what, body) in enumerate(
            [("move", {"move": "turn", "auto": "always"}), ("forward", {"auto": "always"}), ("undo", {})]
        )
    ]
    assert looked == heads
