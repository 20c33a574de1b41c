"""The deal of the day: the same for everybody, found beside everything else, told with how it was played."""

import time
from datetime import UTC, date, datetime, timedelta
from itertools import islice, pairwise

import pytest
from fastapi import FastAPI

from tests.web.helpers import Json, Player
from wendekreis.advice import daily
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games
from wendekreis.solver import Limits, solve
from wendekreis.store.days import Spread, bars

CHRISTMAS = {"hemispheres": "730785009", "single-interchange": "482343967", "unlimited": "991290626"}


def of(player: Player, name: str) -> Json:
    """What is told of one game's deal."""
    return next(one for one in player.get("/api/today")["games"] if one["game"] == name)


def found(player: Player, name: str) -> Json:
    """The same, once it is not being looked for any more."""
    end = time.monotonic() + 60
    while (told := of(player, name))["state"] == "looking" and time.monotonic() < end:
        time.sleep(0.02)
    return told


@pytest.mark.parametrize("name", games())
def test_a_date_and_a_game_have_one_deal(name: str) -> None:
    """On every machine, and the first that can be won of those of the day; none where none is known."""
    number = daily.deal_of_day(game(name), date(2026, 12, 24))
    assert number == CHRISTMAS.get(name)
    if number is None:
        return
    assert solve(numbered_deal(game(name), number).start(), Limits(max_nodes=2_000_000)).outcome == "won"
    for before in islice(daily.numbers_of_day(game(name), date(2026, 12, 24)), 1000):
        if before == number:
            break
        assert solve(numbered_deal(game(name), before).start(), Limits(max_nodes=2_000_000)).outcome == "lost"
    assert daily.deal_of_day(game(name), date(2026, 12, 25)) != number


def test_days_change_at_midnight_of_universal_time() -> None:
    """Wherever a server stands."""
    day, until = daily.today(datetime.fromisoformat("2026-12-25T00:30:00+01:00"))
    assert (day, until) == (date(2026, 12, 24), datetime(2026, 12, 25, tzinfo=UTC))


def test_it_is_found_in_the_background_and_remembered(asker: Player, knowing: FastAPI) -> None:
    """The first answer does not wait for it; no winnable deal of one game is known, and that is said."""
    first = asker.get("/api/today")
    assert datetime.fromisoformat(first["until"]) > datetime.now(UTC)
    told = {name: found(asker, name) for name in games()}
    assert {name: one["state"] for name, one in told.items()} == {
        name: "known" if name in CHRISTMAS else "none" for name in games()
    }
    day = date.fromisoformat(first["day"])
    stored = knowing.state.store.day_numbers(day)
    assert stored == {(name, games()[name].version): told[name]["number"] for name in CHRISTMAS}


def test_without_anybody_to_look_for_it_it_is_not_known(player: Player) -> None:
    """And the page is told at once, again and again."""
    assert {of(player, "hemispheres")["state"] for _ in range(2)} == {"not_known"}


def test_one_game_can_be_asked_for(player: Player) -> None:
    """A table asks for its own; of a game that there is not, that is said."""
    assert [one["game"] for one in player.get("/api/today?game=unlimited")["games"]] == ["unlimited"]
    assert player.get("/api/today?game=chess", 404)["error"]["code"] == "unknown_game"


def test_a_play_that_is_over_after_midnight_is_told_how_others_did(player: Player, app: FastAPI) -> None:
    """By its number the day is found that it was the deal of, also days later; another number is told of today."""
    day, until = daily.today()
    before = day - timedelta(days=3)
    for when, number in ((before - timedelta(days=400), "25483"), (before, "25483"), (day, "7")):
        app.state.store.note_day(when, game("hemispheres"), number)
    play = player.begin("hemispheres", number="25483")
    player.move(play["id"], 0, play["choices"][0]["move"])
    told = player.get("/api/today?game=hemispheres&number=25483")
    assert (told["day"], told["until"]) == (before.isoformat(), (until - timedelta(days=3)).isoformat())
    (one,) = told["games"]
    assert (one["state"], one["number"], one["players"], one["play"]["id"]) == ("known", "25483", 1, play["id"])
    for number in ("7", "8", "x" * 64):
        told = player.get(f"/api/today?game=hemispheres&number={number}")
        assert (told["day"], told["games"][0]["number"]) == (day.isoformat(), "7")
    assert player.get("/api/today?number=7", 422)["error"]["code"] == "bad_request"
    assert player.get(f"/api/today?game=hemispheres&number={'1' * 65}", 422)["error"]["params"] == {"field": "number"}


def test_how_it_was_played(player: Player, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only plays that count, each player once; nobody's name; and one's own play is named to oneself."""
    day, _ = daily.today()
    number = "25483"
    app.state.store.note_day(day, game("hemispheres"), number)
    app.state.store.note_day(day, game("hemispheres"), "1")  # the first one stays
    assert of(player, "hemispheres") == {
        "game": "hemispheres",
        "state": "known",
        "number": number,
        "players": 0,
        "solved": 0,
        "moves": None,
        "bars": [],
        "play": None,
    }
    line = [str(move) for move in solve(numbered_deal(game("hemispheres"), number).start()).moves]
    others = [Player(app) for _ in range(3)]
    for one, moves in zip(others, (line, line, line[:5]), strict=True):
        play = one.begin("hemispheres", number=number)["id"]
        for revision, move in enumerate(moves):
            one.move(play, revision, move)
    mine = player.begin("hemispheres", number=number)["id"]
    assert of(player, "hemispheres")["play"] == {"id": mine, "won": False, "moves": 0}
    assert of(player, "hemispheres")["players"] == 3
    player.move(mine, 0, line[0])
    told = of(player, "hemispheres")
    assert (told["players"], told["solved"]) == (4, 2)
    assert told["moves"] == dict.fromkeys(("least", "lower", "median", "upper", "most"), len(line))
    assert (told["play"]["id"], told["play"]["moves"]) == (mine, 1)
    assert of(others[0], "hemispheres")["play"]["won"] is True
    assert of(Player(app), "hemispheres")["play"] is None
    # A way that was shown makes no win, nor does one that was begun in the middle.
    store = app.state.store
    shown = Player(app)
    play = shown.begin("hemispheres", number=number)["id"]
    store.note_shown(store.player(shown.http.cookies["wendekreis"]), play)
    for revision, move in enumerate(line):
        shown.move(play, revision, move)
    middle = Player(app)
    late = middle.post("/api/plays", {"game": "hemispheres", "number": number, "moves": " ".join(line[:-1])}, 201)
    middle.move(late["id"], late["revision"], line[-1])
    told = of(player, "hemispheres")
    assert (told["players"], told["solved"]) == (5, 2)


def test_a_spread_is_least_quartiles_and_greatest() -> None:
    """Of any number of values."""
    assert Spread.of([]) is None
    assert Spread.of([7]) == (7, 7, 7, 7, 7)
    assert Spread.of([30, 10, 20, 40, 50]) == (10, 20, 30, 40, 50)


def test_bars_tell_how_many_needed_how_many_moves_and_point_at_nobody() -> None:
    """Nothing of nine; every value is in the bar that it belongs to; one straggler does not press all into one bar."""
    assert bars([80, 81, 85, 90, 95, 99, 120, 121, 300]) == ()
    for values in ([*range(70, 150, 3)], [100] * 10, [*range(80, 120), 900], [*range(10)], [52, *[400] * 12, 9000]):
        found = bars(values)
        assert 1 <= len(found) <= 9
        for bar in found:
            assert bar.players == sum(bar.first <= value <= bar.last for value in values)
        assert sum(bar.players for bar in found) == len(values)
        assert all(a.last + 1 == b.first for a, b in pairwise(found))
    assert len(bars([*range(80, 120), 900])) > 5
