"""What the table knows: each question's answer, what it counts, and how it is refused."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.store.helpers import hurry
from tests.web.helpers import Json, Player, fold
from wendekreis.advice.advise import REASONS
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games
from wendekreis.rules import parse_move, play
from wendekreis.solver import solve
from wendekreis.store import Store
from wendekreis.web import asks, desk
from wendekreis.web.app import create_app
from wendekreis.web.pool import Pool
from wendekreis.web.remembered import Found

WON = {"single-interchange": "28", "hemispheres": "1", "unlimited": "3"}
"""Deals that can be won."""

LOST = {"single-interchange": "25483", "interchange": "2"}

LOSING = "t3-t4 t3-fC turn turn w-fS turn turn w-t3 t3-fS t3-fS t3-t5 t3-t5 w-t3 turn turn"
"""How to lose number 85 of Single Interchange, which can be won."""

UNDECIDED = ("interchange", "512")
"""A deal that no search here decides within a minute."""

GAMES = [pytest.param(name, marks=[pytest.mark.long][: name in ("unlimited", "interchange")]) for name in games()]

QUESTIONS = ("verdict", "oracle", "advice", "chance", "lost", "line")


def begin(player: Player, name: str, number: str) -> str:
    """A new play."""
    return str(player.begin(name, number=number)["id"])


# --- answers ---


@pytest.mark.parametrize(("name", "number"), [*WON.items(), *LOST.items()])
def test_the_light_says_what_the_solver_says(asker: Player, knowing: FastAPI, name: str, number: str) -> None:
    """Won or lost; and the play is marked, once and for all. The deal's verdict is noted for the statistics."""
    play_id = begin(asker, name, number)
    outcome = solve(numbered_deal(game(name), number).start()).outcome
    assert asker.know(play_id, "verdict", 0) == {"revision": 0, "verdict": outcome, "limit": None}
    _, _, told = asker.ask(f"/api/games/{name}/verdict", {"number": number})
    assert told == {"verdict": outcome, "limit": None}
    moved = asker.get(f"/api/plays/{play_id}")["choices"][0]["move"]
    asker.move(play_id, 0, moved)
    figures = next(row for row in asker.get("/api/statistics")["games"] if row["game"] == name)
    assert figures["hints"]["light"] == 1
    assert figures["deals"]["winnable" if outcome == "won" else "lost"] == 1


@pytest.mark.parametrize(
    ("name", "number", "before"),
    [("single-interchange", "28", 90), *(pytest.param(*deal, 0, marks=pytest.mark.long) for deal in WON.items())],
)
def test_who_follows_the_oracle_wins(asker: Player, knowing: FastAPI, name: str, number: str, before: int) -> None:
    """Every move is told, by one search in all; each is counted. Some moves of a line may have been made before."""
    deal = numbered_deal(game(name), number)
    line = " ".join(map(str, solve(deal.start()).moves[:before]))
    view = asker.begin(name, deal=f"{deal.text} | {line}")
    play_id = view["id"]
    counted, searched = 0, []
    known = asker.know(play_id, "line", view["revision"])["answers"]
    while view["status"] != "won":
        told = asker.know(play_id, "oracle", view["revision"])
        counted += 1
        assert told["verdict"] == "won"
        assert told["hints"] == {"advice": 0, "oracle": counted}
        searched.append(len(knowing.state.desk.remembered))
        view = fold(view, asker.move(play_id, view["revision"], told["move"]))
        if counted % 20 == 0:
            assert asker.know(play_id, "verdict", view["revision"])["verdict"] == "won"
    assert counted == len(known)
    assert len(set(searched)) == 1, "the line was found once"
    assert asker.know(play_id, "oracle", view["revision"])["move"] is None
    assert asker.get(f"/api/plays/{play_id}")["hints"] == {"advice": 0, "oracle": counted}


@pytest.mark.parametrize(("name", "number"), LOST.items())
def test_the_oracle_says_when_all_is_lost(asker: Player, name: str, number: str) -> None:
    """No move, and the hint counts, for it told something: once, however often it is asked at this revision."""
    play_id = begin(asker, name, number)
    for _ in range(2):
        told = asker.know(play_id, "oracle", 0)
        assert told == {"revision": 0, "verdict": "lost", "move": None, "hints": {"advice": 0, "oracle": 1}}
    assert asker.know(play_id, "line", 0) == {"revision": 0, "verdict": "lost", "answers": []}


@pytest.mark.parametrize("name", GAMES)
def test_advice_is_a_legal_move_with_a_reason(asker: Player, name: str) -> None:
    """In every game; each is counted, apart from the oracle's. What is not told is not counted."""
    play_id = begin(asker, name, "7")
    view = asker.get(f"/api/plays/{play_id}")
    for count in range(1, 4):
        told = asker.know(play_id, "advice", view["revision"])
        assert told["move"] in {choice["move"] for choice in view["choices"]}
        assert told["reason"]["code"] in REASONS
        assert told["chance"] == asker.know(play_id, "chance", view["revision"])["value"], "two figures"
        assert told["hints"] == {"advice": count, "oracle": 0}
        view = fold(view, asker.move(play_id, view["revision"], told["move"]))
    assert asker.get(f"/api/plays/{play_id}")["hints"] == {"advice": 3, "oracle": 0}


def test_nothing_to_tell_counts_nothing(asker: Player) -> None:
    """A won game has no hints to give."""
    won = numbered_deal(game("single-interchange"), WON["single-interchange"])
    line = " ".join(map(str, solve(won.start()).moves))
    view = asker.begin("single-interchange", deal=f"{won.text} | {line}")
    assert view["status"] == "won"
    told = asker.know(view["id"], "advice", view["revision"])
    assert (told["move"], told["reason"], told["hints"]) == (None, None, {"advice": 0, "oracle": 0})
    told = asker.know(view["id"], "oracle", view["revision"])
    assert (told["verdict"], told["move"], told["hints"]) == ("won", None, {"advice": 0, "oracle": 0})
    assert asker.know(view["id"], "line", view["revision"])["answers"] == []
    assert asker.know(view["id"], "chance", view["revision"])["value"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_chance_has_a_margin_and_a_method(asker: Player, name: str) -> None:
    """Between none and all."""
    told = asker.know(begin(asker, name, "11"), "chance", 0)
    assert 0 <= told["value"] <= 1
    assert 0 <= told["margin"] <= 1
    assert told["method"] in ("value", "all", "sample", "bounds", "open")


def test_where_it_was_lost(asker: Player) -> None:
    """The verdict after every move is the solver's; one that was lost from the start says so."""
    deal = numbered_deal(game("single-interchange"), "85")
    moves = [
        "t3-t4",
        "t3-fC",
        "turn",
        "turn",
        "w-fS",
        "turn",
        "turn",
        "w-t3",
        "t3-fS",
        "t3-fS",
        "t3-t5",
        "t3-t5",
        "w-t3",
        "turn",
        "turn",
    ]
    position, outcomes = deal.start(), [solve(deal.start()).outcome]
    for text in moves:
        position = play(position, parse_move(deal.game, text)).position
        outcomes.append(solve(position).outcome)
    assert (outcomes[0], outcomes[-1]) == ("won", "lost")
    view = asker.begin("single-interchange", deal=f"{deal.text} | {' '.join(moves)}")
    told = asker.know(view["id"], "lost", view["revision"])
    lost_at = outcomes.index("lost")
    assert told["verdicts"] == outcomes
    assert (told["last_won"], told["lost_at"], told["between"]) == (lost_at - 1, lost_at, None)
    assert told["moves"] == moves
    told = asker.know(begin(asker, "interchange", "2"), "lost", 0)
    assert (told["verdicts"], told["last_won"], told["lost_at"]) == (["lost"], None, 0)
    assert told["hints"] == {"advice": 0, "oracle": 1}  # the play goes on, so it was an oracle


@pytest.mark.parametrize(("name", "number"), [deal for deal in WON.items() if deal[0] != "unlimited"])
def test_a_line_can_be_played_through(asker: Player, name: str, number: str) -> None:
    """Each answer leads on from the one before, nothing can be done in them, the last is won; the play stays."""
    view = asker.begin(name, number=number)
    moved = asker.move(view["id"], 0, view["choices"][0]["move"])
    view = at = fold(view, moved)
    told = asker.know(view["id"], "line", 1)
    if told["verdict"] == "lost":
        view = at = fold(view, asker.write(view["id"], "undo", 1))
        told = asker.know(view["id"], "line", 2)
    assert told["verdict"] == "won"
    assert told["answers"]
    for answer in told["answers"]:
        at = fold(at, answer)
        assert (answer["choices"], answer["undo"], answer["redo"], answer["forward"]) == ([], False, False, False)
        assert answer["revision"] == view["revision"]
    assert at["status"] == "won"
    assert asker.get(f"/api/plays/{view['id']}")["status"] == "open"


def test_what_is_told_at_the_end_of_a_game_is_counted(asker: Player) -> None:
    """Where no move is left the table asks by itself where it was lost; one can go back from there and knows it."""
    view = asker.begin("interchange", number=LOST["interchange"])
    while view["status"] == "open":
        view = fold(view, asker.move(view["id"], view["revision"], "turn"))
    assert view["status"] == "stuck"
    for _ in range(2):
        told = asker.know(view["id"], "lost", view["revision"])
        assert (told["lost_at"], told["hints"]) == (0, {"advice": 0, "oracle": 1})
    assert asker.get(f"/api/plays/{view['id']}")["hints"] == {"advice": 0, "oracle": 1}


def test_unknown_is_never_lost(asker: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that came to its limit says so, in every answer; a longer one is made when a longer one is asked for."""
    monkeypatch.setattr(asks, "SECONDS", {"verdict": 0.3, "oracle": 0.7, "line": 0.3, "lost": 0.5})
    monkeypatch.setattr(asks, "LOST_EACH", 0.2)
    play_id = begin(asker, *UNDECIDED)
    told = asker.know(play_id, "verdict", 0)
    assert told == {"revision": 0, "verdict": "unknown", "limit": "seconds"}
    start = time.monotonic()
    assert asker.know(play_id, "verdict", 0) == told
    assert asker.know(play_id, "line", 0) == {"revision": 0, "verdict": "unknown", "answers": []}
    assert time.monotonic() - start < 0.3, "what is known to be unknown is not searched again"
    progress, last, told = asker.ask(f"/api/plays/{play_id}/ask/oracle", {"revision": 0})
    assert last == "answer"
    assert (told["verdict"], told["move"], told["hints"]["oracle"]) == ("unknown", None, 0)
    assert [sorted(item) for item in progress[:1]] == [["done", "of", "seconds"]]
    told = asker.know(play_id, "lost", 0)
    assert (told["verdicts"], told["last_won"], told["lost_at"], told["between"]) == (["unknown"], None, None, None)


def test_want_of_memory_is_unknown(asker: Player, monkeypatch: pytest.MonkeyPatch, pool: Pool) -> None:
    """And says what the limit was."""
    real = pool.begin

    def short(lane: str, seconds: float, task: Callable[..., object], *arguments: object, rank: int = 0) -> object:
        job = real(lane, seconds, task, *arguments, rank=rank)  # type: ignore[arg-type]
        job.future.cancel()
        job.cancel()
        hungry = type(job)(rank, seconds, task, arguments)
        hungry.future.set_exception(MemoryError())
        return hungry

    monkeypatch.setattr(pool, "begin", short)
    told = asker.know(begin(asker, "hemispheres", "12"), "verdict", 0)
    assert told == {"revision": 0, "verdict": "unknown", "limit": "memory"}


# --- winnable deals ---


@pytest.mark.parametrize("name", ["single-interchange", "hemispheres"])
def test_a_winnable_deal_is_winnable(asker: Player, name: str) -> None:
    """It has a number, and can be won."""
    view = asker.post("/api/plays", {"game": name, "winnable": True}, 201)
    assert solve(numbered_deal(game(name), view["number"]).start()).outcome == "won"


def test_no_winnable_deal_is_offered_where_none_is_known(asker: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor together with a deal; and when none is found in time, that is said."""
    no = asker.post("/api/plays", {"game": "interchange", "winnable": True}, 422)
    assert no["error"]["code"] == "none_winnable"
    no = asker.post("/api/plays", {"game": "hemispheres", "number": "1", "winnable": True}, 422)
    assert no["error"]["code"] == "bad_request"
    monkeypatch.setattr(asks, "WINNABLE", (("quick", 0.1, 1e-9),))
    no = asker.post("/api/plays", {"game": "hemispheres", "winnable": True}, 503)
    assert no["error"]["code"] == "no_winnable"


# --- the statistics' verdicts ---


def test_deals_that_are_played_are_judged(file: Path, pool: Pool) -> None:
    """By and by, without being asked, and again when the statistics are looked at."""
    app = create_app(f"sqlite:///{file}", pool=pool)
    hurry(app.state.store)
    app.state.judge._patience = 0.01
    player = Player(app)

    def deals() -> Json:
        return next(row for row in player.get("/api/statistics")["games"] if row["game"] == "hemispheres")["deals"]

    try:
        view = player.begin("hemispheres", number="5")
        player.move(view["id"], 0, view["choices"][0]["move"])
        end = time.monotonic() + 20
        while deals()["winnable"] != 1:
            assert time.monotonic() < end
            time.sleep(0.02)
    finally:
        app.state.judge.close()
        app.state.store.close()


# --- refusals ---


@pytest.mark.parametrize("what", QUESTIONS)
def test_refusals(asker: Player, knowing: FastAPI, what: str) -> None:
    """Another's play, one that there is not, another revision (with the view), a body that is none."""
    play_id = begin(asker, "hemispheres", "1")
    path = f"/api/plays/{play_id}/ask/{what}"
    other = Player(knowing)
    assert other.post(path, {"revision": 0}, 404)["error"]["code"] == "unknown_play"
    other.begin("hemispheres", number="1")
    assert other.post(path, {"revision": 0}, 404)["error"]["code"] == "unknown_play"
    assert asker.post(f"/api/plays/nosuch/ask/{what}", {"revision": 0}, 404)["error"]["code"] == "unknown_play"
    stale = asker.post(path, {"revision": 3}, 409)
    assert stale["error"]["code"] == "stale_revision"
    assert stale["view"] == asker.get(f"/api/plays/{play_id}")
    for body in ({}, {"revision": -1}, {"revision": "0"}, {"revision": 0, "deep": True}):
        assert asker.post(path, body, 422)["error"]["code"] == "bad_request"


def test_more_refusals(asker: Player) -> None:
    """A question that there is not, a deal that is none, a game that there is not."""
    play_id = begin(asker, "hemispheres", "1")
    assert asker.post(f"/api/plays/{play_id}/ask/mood", {"revision": 0}, 422)["error"]["code"] == "bad_request"
    deal = "/api/games/hemispheres/verdict"
    bodies: tuple[tuple[Json, int, str], ...] = (
        ({"number": "minus one"}, 400, "bad_number"),
        ({"deal": "AS AS"}, 400, "bad_deal"),
        ({}, 422, "bad_request"),
        ({"number": "1", "deal": "AS"}, 422, "bad_request"),
    )
    for body, status, code in bodies:
        assert asker.post(deal, body, status)["error"]["code"] == code
    assert asker.post("/api/games/klabautermann/verdict", {"number": "1"}, 404)["error"]["code"] == "unknown_game"


def test_without_a_pool_nothing_is_known_and_the_game_plays_on(player: Player) -> None:
    """One sentence, and moves are made as ever."""
    play_id = begin(player, "hemispheres", "1")
    for what in QUESTIONS:
        no = player.post(f"/api/plays/{play_id}/ask/{what}", {"revision": 0}, 503)
        assert no["error"]["code"] == "not_known"
    assert player.post("/api/games/hemispheres/verdict", {"number": "1"}, 503)["error"]["code"] == "not_known"
    no = player.post("/api/plays", {"game": "hemispheres", "winnable": True}, 503)
    assert no["error"]["code"] == "not_known"
    player.move(play_id, 0, player.get(f"/api/plays/{play_id}")["choices"][0]["move"])
    assert player.get("/api/statistics")


class Held:
    """Questions that are being waited for, each in a thread of its own."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.threads: list[threading.Thread] = []
        self.ends: list[tuple[str, Json]] = []

    def ask(self, player: Player, path: str, body: Json) -> None:
        """Ask, and wait until it is being waited for."""
        before = self.app.state.desk.waiting

        def wait() -> None:
            _, last, data = player.ask(path, body)
            self.ends.append((last, data))

        thread = threading.Thread(target=wait)
        thread.start()
        self.threads.append(thread)
        end = time.monotonic() + 20
        while self.app.state.desk.waiting == before and thread.is_alive():
            assert time.monotonic() < end
            time.sleep(0.005)

    def join(self) -> None:
        """Wait for all of them."""
        for thread in self.threads:
            thread.join(30)


def test_a_newer_question_takes_the_place_of_the_older(
    asker: Player, knowing: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the same kind and play; the older one ends with an error that says so, the newer one is answered."""
    monkeypatch.setattr(asks, "SECONDS", {"verdict": 1.0})
    play_id = begin(asker, *UNDECIDED)
    held = Held(knowing)
    held.ask(asker, f"/api/plays/{play_id}/ask/verdict", {"revision": 0})
    asker.move(play_id, 0, "turn")
    assert asker.know(play_id, "verdict", 1)["verdict"] == "unknown"
    held.join()
    ((last, data),) = held.ends
    assert (last, data["error"]["code"]) == ("error", "superseded")
    assert knowing.state.desk.waiting == 0


def test_too_many_questions(asker: Player, knowing: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one player, or of all: 429, and when to come back. The others are not kept from asking."""
    release = threading.Event()

    async def hold(_asking: desk.Asking, _emit: object, _spot: object, _seconds: float) -> Found:
        while not release.is_set():
            await asyncio.sleep(0.01)
        return Found("unknown", "seconds")

    monkeypatch.setattr(desk.Asking, "decide", hold)
    waiting: desk.Desk = knowing.state.desk
    waiting.a_player, waiting.all_together = 2, 3
    plays = [begin(asker, *UNDECIDED) for _ in range(3)]
    other = Player(knowing)
    theirs = begin(other, "hemispheres", "1")
    held = Held(knowing)
    for play_id in plays[:2]:
        held.ask(asker, f"/api/plays/{play_id}/ask/verdict", {"revision": 0})
    answer = asker.http.post(f"/api/plays/{plays[2]}/ask/chance", json={"revision": 0})
    assert answer.status_code == 429
    assert answer.headers["retry-after"] == "2"
    assert answer.json()["error"]["code"] == "too_many_asks"
    assert answer.json()["error"]["params"] == {"seconds": 2}
    assert other.know(theirs, "advice", 0)["move"]
    held.ask(other, "/api/games/interchange/verdict", {"number": UNDECIDED[1]})
    answer = Player(knowing).http.post("/api/games/hemispheres/verdict", json={"number": "3"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
    release.set()
    held.join()
    assert waiting.waiting == 0
    assert other.know(theirs, "chance", 0)["value"]


def test_a_fault_in_the_middle_is_told_in_the_stream(
    asker: Player, knowing: FastAPI, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As an event, with nothing of the inside; the log gets the whole story."""

    def fault(self: Store, player: int | None, play: str) -> None:
        raise ZeroDivisionError("an inside thing")

    play_id = begin(asker, "hemispheres", "1")
    monkeypatch.setattr(Store, "note_light", fault)
    _, last, data = asker.ask(f"/api/plays/{play_id}/ask/verdict", {"revision": 0})
    assert (last, data["error"]["code"]) == ("error", "internal_error")
    assert "inside" not in data["error"]["message"]
    assert "an inside thing" in caplog.text
    assert knowing.state.desk.waiting == 0


def test_after_a_lost_position_nothing_is_searched(
    asker: Player, knowing: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For every position that play leads to from there is lost too."""
    view = asker.begin("interchange", number=LOST["interchange"])
    assert asker.know(view["id"], "verdict", 0)["verdict"] == "lost"
    monkeypatch.setattr(desk.Asking, "run", None)
    for revision in range(3):
        view = fold(view, asker.move(view["id"], revision, view["choices"][0]["move"]))
        assert asker.know(view["id"], "verdict", revision + 1)["verdict"] == "lost"
