"""Plays over HTTP: begun, changed, found again, and each write done once."""

import json
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.store.helpers import dump, locked
from tests.web.helpers import Json, Player, fold
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games
from wendekreis.session import Session
from wendekreis.web.app import create_app

DEAL = numbered_deal(game("single-interchange"), "25483").text
VECTORS = Path(__file__).parents[1] / "vectors"


def test_the_games_are_told_with_all_that_the_table_needs(player: Player) -> None:
    """Every declared game, its layouts whole."""
    told = player.get("/api/games")["games"]
    assert [one["id"] for one in told] == list(games())
    for one, declared in zip(told, games().values(), strict=True):
        assert one["names"] == dict(declared.names)
        assert one["cards"] == declared.cards_in_play
        assert [pile["name"] for pile in one["piles"]] == [pile.name for pile in declared.piles]
        assert one["layouts"] == json.loads(json.dumps({name: dict(lay) for name, lay in declared.layouts.items()}))
        assert [list(layout["piles"]) for layout in one["layouts"].values()] == [
            list(layout["piles"]) for layout in declared.layouts.values()
        ], "paint order"


@pytest.mark.parametrize("name", games())
def test_a_play_by_number(player: Player, name: str) -> None:
    """The deal that has this number; the view tells the number and not the deal."""
    view = player.begin(name, number=" MS25 ")
    session = Session(numbered_deal(game(name), "ms25"))
    assert (view["game"], view["number"], view["deal"]) == (name, "ms25", None)
    assert view["revision"] == 0
    assert view["piles"] == {pile: list(ids) for pile, ids in session.view().piles.items()}
    assert view["faces"] == {str(card): str(face) for card, face in session.view().faces.items()}
    assert [choice["move"] for choice in view["choices"]] == [choice.move for choice in session.choices()]
    assert player.get(f"/api/plays/{view['id']}") == view


def test_a_play_by_deal(player: Player) -> None:
    """White space, lower case, ``10`` and a comment are read; the view tells the deal as it is written."""
    text = numbered_deal(game("hemispheres"), "7").text
    given = text.lower().replace("td", "10d").replace(" ", "\n ") + " # from a friend"
    view = player.begin("hemispheres", deal=given)
    assert (view["number"], view["deal"]) == (None, text)
    assert view["faces"] == player.begin("hemispheres", number="7")["faces"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_comment_in_a_deal_ends_with_its_line(player: Player, line_end: str) -> None:
    """A deal pasted with its title above it."""
    text = numbered_deal(game("hemispheres"), "7").text
    given = line_end.join(["# my deal", text[:59] + " # the beginning", text[59:]])
    assert player.begin("hemispheres", deal=given)["deal"] == text


def test_a_play_of_a_position(player: Player, app: FastAPI) -> None:
    """A deal and moves: they are made, can be taken back, and the view tells the deal."""
    text = numbered_deal(game("single-interchange"), "25483").text
    view = player.begin(deal=f"# where I am stuck\n{text} |\nturn turn # and now?")
    assert (view["deal"], view["number"], view["revision"]) == (text, None, 2)
    assert (view["counts"]["moves"], view["counts"]["turns"], view["undo"]) == (2, 2, True)
    assert player.get(f"/api/plays/{view['id']}") == view
    (row,) = player.get("/api/plays")["plays"]
    assert row["moves"] == 2
    other = Player(app)
    plain = other.begin(deal=text)
    for revision in range(2):
        plain = fold(plain, other.move(plain["id"], revision, "turn"))
    assert plain == {**view, "id": plain["id"]}
    assert fold(view, player.write(view["id"], "restart", 2))["counts"]["moves"] == 0


def test_a_key_begins_one_play(player: Player, file: Path, app: FastAPI) -> None:
    """Asked for again because the answer was lost: the same play as it is now; another game's is refused."""
    view = player.begin("hemispheres", key="Zz-_09")
    player.move(view["id"], 0, "turn")
    before = dump(file)
    again = player.begin("hemispheres", key="Zz-_09", number="1")
    assert (again["id"], again["number"], again["revision"]) == (view["id"], view["number"], 1)
    error = player.begin("unlimited", key="Zz-_09", status=422)["error"]
    assert (error["code"], error["params"]) == ("bad_request", {"field": "key"})
    for key in ("", "x" * 65, "a b", "ä", "a\n", "\0"):
        assert player.begin("hemispheres", key=key, status=422)["error"]["params"] == {"field": "key"}
    assert dump(file) == before
    assert player.begin("hemispheres", key="x" * 64)["id"] != view["id"]
    assert Player(app).begin("hemispheres", key="Zz-_09")["id"] != view["id"]


def test_a_play_at_random(player: Player) -> None:
    """Has a number that makes the same deal again."""
    view = player.begin("interchange")
    again = player.begin("interchange", number=view["number"])
    assert (again["faces"], again["piles"]) == (view["faces"], view["piles"])
    assert player.begin("interchange")["number"] != view["number"]


@pytest.mark.parametrize("name", games())
def test_answers_fold_into_views(player: Player, name: str) -> None:
    """What the page has after an answer is what it would have got by asking anew: moves, undo, restart, all."""
    view = player.begin(name, number="11")
    play = view["id"]
    for turn in range(60):
        presses = [choice["move"] for choice in view["choices"] if "press" in choice]
        transfers = [choice["move"] for choice in view["choices"] if "from" in choice]
        options = transfers or presses
        what = ("move", "move", "forward", "move", "undo", "undo", "redo", "move", "restart", "redo")[turn % 10]
        if what == "forward" and not view["forward"]:
            what = "undo"
        if what == "redo" and not view["redo"]:
            what = "move"
        if what in ("undo", "restart") and not view["undo"]:
            continue
        move = {"move": options[turn % len(options)]} if what == "move" else {}
        answer = player.write(play, what, view["revision"], {**move, "played_ms": turn})
        assert answer["revision"] == view["revision"] + 1
        view = fold(view, answer)
        assert view == player.get(f"/api/plays/{play}")


def test_aces_have_a_choice_for_every_free_place(player: Player) -> None:
    """The plain one is the main one; each does what it says."""
    vector = json.loads((VECTORS / "lines-single-interchange.jsonl").read_text().splitlines()[0])
    view = player.begin(deal=vector["deal"])
    for move in vector["moves"].split():
        aces = [choice for choice in view["choices"] if "@" in choice["move"]]
        if aces:
            break
        view = fold(view, player.move(view["id"], view["revision"], move))
    plain = aces[0]["move"].partition("@")[0]
    places = [choice for choice in view["choices"] if choice["move"].partition("@")[0] == plain]
    assert [choice["to"] for choice in places] == ["f1", "f2", "f3", "f4"]
    assert [choice.get("main") for choice in places] == [True, None, None, None]
    answer = player.move(view["id"], view["revision"], places[2]["move"])
    assert answer["steps"][0]["shifts"][0]["to"] == "f3"


def test_an_exchange_is_there_from_both_sides(player: Player) -> None:
    """Two choices, one move, one step in which both cards go."""
    view = player.begin("hemispheres", number="25483")
    both = [choice for choice in view["choices"] if choice["move"] == "n4xs2"]
    assert [(one["from"], one["to"], one["swap"]) for one in both] == [("n4", "s2", True), ("s2", "n4", True)]
    answer = player.move(view["id"], 0, "n4xs2")
    (step,) = answer["steps"]
    assert {(shift["from"], shift["to"]) for shift in step["shifts"]} == {("n4", "s2"), ("s2", "n4")}


def test_a_move_and_what_it_sets_off_are_one_write(player: Player) -> None:
    """One answer, one revision, one undo; any place of the history can be gone to, also between the two."""
    view = player.begin(number="25483")
    answer = player.write(view["id"], "forward", 0, {"auto": "always"})
    causes = [(step["shifts"][0]["from"], step["shifts"][0]["to"]) for step in answer["steps"]]
    assert causes == [("stock", "w")] * 10 + [("w", "f1")]
    assert (answer["revision"], answer["counts"]["moves"], answer["counts"]["turns"]) == (1, 11, 10)
    assert player.write(view["id"], "forward", 0, {"auto": "always"}) == answer
    view = fold(view, answer)
    for revision, (what, body, moves) in enumerate(
        [("undo", {}, 9), ("redo", {}, 11), ("goto", {"head": 10}, 10), ("redo", {}, 11), ("goto", {"head": 2}, 2)],
        start=1,
    ):
        view = fold(view, player.write(view["id"], what, revision, body))
        assert view["counts"]["moves"] == moves
        assert view == player.get(f"/api/plays/{view['id']}")
    assert view["redo"]


def test_a_repeated_write_gets_the_first_answer(player: Player, file: Path) -> None:
    """A move and an undo whose answers were lost are done once; so is everything older, even after a restart."""
    play = player.begin("single-interchange", number="25483")["id"]
    script = ["turn", "turn", "undo", "redo", "undo", "turn", "forward", "restart", "redo", "redo", "turn"]
    sent = []
    for revision, what in enumerate(script):
        body = {"move": what} if what == "turn" else {}
        sent.append(("move" if what == "turn" else what, revision, {**body, "played_ms": 100}))
    first = [player.write(play, what, revision, body) for what, revision, body in sent]
    before = dump(file)
    for _ in range(2):
        assert [player.write(play, what, revision, body) for what, revision, body in sent] == first
    assert dump(file) == before
    restarted = create_app(f"sqlite:///{file}")
    other = Player(restarted)
    other.http.cookies = player.http.cookies
    assert [other.write(play, what, revision, body) for what, revision, body in reversed(sent)] == first[::-1]
    restarted.state.store.close()


def test_the_sameness_of_a_request_is_not_in_its_time(player: Player) -> None:
    """Sent again with another time played, it is the same request, and the time counts once."""
    play = player.begin()["id"]
    first = player.write(play, "move", 0, {"move": "turn", "played_ms": 700})
    assert player.write(play, "move", 0, {"move": "turn", "played_ms": 900}) == first
    assert player.get(f"/api/plays/{play}")["played_ms"] == 700


def test_a_stale_write_gets_the_whole_view(player: Player) -> None:
    """409, nothing changed, and the page can go on from there."""
    play = player.begin(number="25483")["id"]
    player.move(play, 0, "turn")
    player.move(play, 1, "turn")
    view = player.get(f"/api/plays/{play}")
    for what, revision, more in [("undo", 0, {}), ("move", 0, {"move": "t1-t2"}), ("move", 7, {"move": "turn"})]:
        refused = player.write(play, what, revision, more, status=409)
        assert refused["error"]["code"] == "stale_revision"
        assert refused["view"] == view
    assert player.get(f"/api/plays/{play}") == view


@pytest.mark.parametrize(
    ("what", "more", "status", "code"),
    [
        ("move", {"move": "t1-t2"}, 422, "illegal_move"),
        ("move", {"move": "redeal"}, 422, "illegal_move"),
        ("move", {"move": "*1"}, 400, "unparsable_move"),
        ("move", {"move": "T1-T2"}, 400, "unparsable_move"),
        ("move", {"move": "n1xs2"}, 400, "unparsable_move"),
        ("move", {"move": ""}, 422, "bad_request"),
        ("move", {"move": "t" * 300}, 422, "bad_request"),
        ("move", {}, 422, "bad_request"),
        ("undo", {}, 422, "nothing_to_undo"),
        ("restart", {}, 422, "nothing_to_undo"),
        ("redo", {}, 422, "nothing_to_redo"),
        ("undo", {"move": "turn"}, 422, "bad_request"),
        ("move", {"move": "turn", "auto": "never"}, 422, "bad_request"),
        ("move", {"move": "t1-t2", "auto": "always"}, 422, "illegal_move"),
        ("move", {"move": "turn auto=always"}, 400, "unparsable_move"),
        ("forward", {"auto": True}, 422, "bad_request"),
        ("undo", {"auto": "safe"}, 422, "bad_request"),
        ("finish", {}, 422, "nothing_to_finish"),
        ("finish", {"auto": "safe"}, 422, "bad_request"),
        ("goto", {}, 422, "bad_request"),
        ("goto", {"head": -1}, 422, "bad_request"),
        ("goto", {"head": 2**31}, 422, "bad_request"),
        ("goto", {"head": 0}, 422, "nothing_to_undo"),
        ("goto", {"head": 1}, 422, "nothing_to_redo"),
        ("undo", {"played_ms": -1}, 422, "bad_request"),
        ("undo", {"played_ms": 1.5}, 422, "bad_request"),
    ],
)
def test_a_refused_write_changes_nothing(
    player: Player, file: Path, what: str, more: dict[str, object], status: int, code: str
) -> None:
    """It says which move and why, in one line; the play is as it was."""
    view = player.begin(number="25483")
    before = dump(file)
    error = player.write(view["id"], what, 0, more, status=status)["error"]
    assert error["code"] == code
    assert "\n" not in error["message"]
    if code in ("illegal_move", "unparsable_move"):
        assert str(more["move"]) in error["message"]
    assert dump(file) == before
    assert player.get(f"/api/plays/{view['id']}") == view


@pytest.mark.parametrize(
    ("body", "status", "code", "said"),
    [
        ({"game": "canfield"}, 404, "unknown_game", "hemispheres"),
        ({"game": "single-interchange+spaces=any"}, 404, "unknown_game", "hemispheres"),
        ({"game": "hemispheres", "number": "0"}, 400, "bad_number", "'0'"),
        ({"game": "hemispheres", "number": "twelve"}, 400, "bad_number", "'twelve'"),
        ({"game": "hemispheres", "number": "9" * 30}, 400, "bad_number", "9"),
        ({"game": "hemispheres", "number": 12}, 422, "bad_request", "number"),
        ({"game": "hemispheres", "number": "1", "deal": "AS"}, 422, "bad_request", "not both"),
        ({"game": "single-interchange", "deal": ""}, 400, "empty_deal", "has 52 cards"),
        ({"game": "single-interchange", "deal": "# no more than a comment"}, 400, "empty_deal", "has 52 cards"),
        ({"game": "single-interchange", "deal": "AS"}, 400, "cards_missing", "and 39 more"),
        ({"game": "hemispheres", "number": ""}, 400, "no_number", "no number given"),
        (
            {"game": "single-interchange", "deal": f"{DEAL} | turn t1-t2"},
            422,
            "illegal_move",
            "move 1 (counted from 0)",
        ),
        (
            {"game": "single-interchange", "deal": f"{DEAL} | turn *1"},
            400,
            "unparsable_move",
            "move 1 (counted from 0)",
        ),
        ({"game": "single-interchange", "deal": f"{DEAL} | turn n1-n2"}, 400, "unparsable_move", "n1-n2"),
        ({"game": "single-interchange", "deal": f"{DEAL} | turn | turn"}, 400, "unparsable_move", "'|'"),
        ({"game": ""}, 422, "bad_request", "game"),
        ({"game": "single-interchange", "deal": "AS XX"}, 400, "bad_card", "'XX'"),
        ({"game": "single-interchange", "cards": "AS"}, 422, "bad_request", "cards"),
        ({"number": "1"}, 422, "bad_request", "game"),
        ([], 422, "bad_request", "body"),
        ("hemispheres", 422, "bad_request", "body"),
        (None, 422, "bad_request", "body"),
    ],
)
def test_a_play_that_can_not_be_begun(
    player: Player, file: Path, body: Json, status: int, code: str, said: str
) -> None:
    """Says what is wrong in one line, and makes neither a play nor a player."""
    before = dump(file)
    answer = player.http.post("/api/plays", json=body)
    assert answer.status_code == status
    error = answer.json()["error"]
    assert error["code"] == code
    assert said in error["message"]
    assert "\n" not in error["message"]
    assert "set-cookie" not in answer.headers
    assert dump(file) == before


def test_a_wrong_deal_names_the_cards(player: Player) -> None:
    """Those that are missing and those that are too many."""
    cards = numbered_deal(game("single-interchange"), "1").text.split()
    cards[cards.index("KH")] = "2C"
    error = player.begin(deal=" ".join(cards), status=400)["error"]
    assert error["params"] == {"game": "single-interchange", "missing": "KH", "surplus": "2C"}
    assert "KH" in error["message"]
    assert "2C" in error["message"]


def test_the_players_plays(player: Player, app: FastAPI) -> None:
    """Open ones, last touched first, by game; nobody else's, and none for somebody new."""
    assert Player(app).get("/api/plays") == {"plays": []}
    single = player.begin(number="25483")["id"]
    hemi = player.begin("hemispheres", number="7")["id"]
    player.move(single, 0, "turn")
    rows = player.get("/api/plays")["plays"]
    assert {row["id"] for row in rows} == {single, hemi}
    (row,) = player.get("/api/plays?game=single-interchange")["plays"]
    assert (row["number"], row["moves"], row["status"]) == ("25483", 1, "open")
    assert row["updated"].endswith("+00:00")
    assert player.get("/api/plays?game=nosuch", 404)["error"]["code"] == "unknown_game"
    other = Player(app)
    other.begin()
    assert single not in {row["id"] for row in other.get("/api/plays")["plays"]}


def test_a_play_that_was_begun_is_gone_on_with(player: Player, app: FastAPI) -> None:
    """The last one touched of the number, of the deal, or of the game; where there is none, one begins."""

    def resumed(status: int, game: str = "single-interchange", **more: object) -> str:
        return str(player.post("/api/plays", {"game": game, "resume": True, **more}, status)["id"])

    somebody = Player(app)
    somebody.begin(number="25483")
    first = resumed(201, number="25483")
    assert resumed(200, number="25483") == first
    assert resumed(200) == first
    second = resumed(201, number="4")
    assert resumed(200) == second
    player.move(first, 0, "turn")
    assert resumed(200) == first
    assert player.get(f"/api/plays/{first}")["revision"] == 1
    cards = numbered_deal(game("single-interchange"), "7").text
    own = resumed(201, deal=cards)
    assert own not in {first, second}
    assert resumed(200, deal=f" {cards.lower()} ") == own
    assert resumed(200, number="4") == second
    assert resumed(201, deal=f"{cards} | turn") != own
    assert resumed(201, "hemispheres") not in {first, second, own}
    assert player.post("/api/plays", {"game": "nosuch", "resume": True}, 404)["error"]["code"] == "unknown_game"
    wrong = {"game": "hemispheres", "resume": True, "number": "x y"}
    assert player.post("/api/plays", wrong, 400)["error"]["code"] == "bad_number"


def test_a_lost_answer_to_going_on_begins_no_second_play(player: Player) -> None:
    """The same request with the same key gets the same play."""
    player.begin("hemispheres")
    asked = {"game": "single-interchange", "resume": True, "key": "k1"}
    one = player.post("/api/plays", asked, 201)["id"]
    assert player.post("/api/plays", asked)["id"] == one
    assert len(player.get("/api/plays?game=single-interchange")["plays"]) == 1


def test_time_is_handed_over_by_itself(player: Player) -> None:
    """Without a revision, and without changing it."""
    play = player.begin()["id"]
    assert player.post(f"/api/plays/{play}/time", {"played_ms": 1500}) == {"played_ms": 1500}
    assert player.post(f"/api/plays/{play}/time", {"played_ms": 500}) == {"played_ms": 2000}
    assert player.write(play, "move", 0, {"move": "turn", "played_ms": 1})["played_ms"] == 2001
    assert player.get(f"/api/plays/{play}")["revision"] == 1


@pytest.mark.parametrize("name", ["hemispheres", "single-interchange"])
def test_a_whole_game_to_its_win(player: Player, name: str) -> None:
    """Every move of a winning line; then it is won, offers nothing but undo and restart, and leaves the list."""
    vector = json.loads((VECTORS / f"lines-{name}.jsonl").read_text().splitlines()[0])
    view = player.begin(name, deal=vector["deal"])
    for move in vector["moves"].split():
        assert view["status"] == "open"
        view = fold(view, player.move(view["id"], view["revision"], move))
    assert (view["status"], view["choices"], view["forward"], view["undo"]) == ("won", [], False, True)
    assert player.get("/api/plays") == {"plays": []}
    refused = player.write(view["id"], "forward", view["revision"], status=422)
    assert refused["error"]["code"] == "game_over"
    view = fold(view, player.write(view["id"], "undo", view["revision"]))
    assert view["status"] == "open"


def test_a_database_that_is_locked(player: Player, app: FastAPI, file: Path) -> None:
    """503 with a hint to try again; reading goes on, and afterwards the same move is made."""
    app.state.store.close()
    quick = create_app(f"sqlite:///{file}")
    quick.state.store.database.busy_seconds = 0.05
    one = Player(quick)
    view = one.begin(number="1")
    with quick.state.store.database.writing() as connection:
        connection.exec_driver_sql("PRAGMA busy_timeout = 50")
    before = dump(file)
    with locked(file):
        answer = one.http.post(f"/api/plays/{view['id']}/move", json={"revision": 0, "move": "turn"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "store_busy")
        assert answer.headers["retry-after"] == "1"
        assert one.get(f"/api/plays/{view['id']}") == view
        assert one.begin(status=503)["error"]["code"] == "store_busy"
    assert dump(file) == before
    assert one.move(view["id"], 0, "turn")["revision"] == 1
    quick.state.store.close()


def test_a_database_that_can_only_be_read(player: Player, file: Path) -> None:
    """The play can be looked at; a move is refused and says why."""
    view = player.begin(number="1")
    looking = create_app(f"sqlite:///file:{file}?mode=ro&uri=true")
    one = Player(looking)
    one.http.cookies = player.http.cookies
    assert one.get(f"/api/plays/{view['id']}") == view
    error = one.move(view["id"], 0, "turn", status=503)["error"]
    assert error["code"] == "store_read_only"
    assert one.get(f"/api/plays/{view['id']}") == view
    looking.state.store.close()


def test_a_full_disk(player: Player, app: FastAPI, file: Path) -> None:
    """507: the move is refused, the stored play is whole, and with room again the same move is made."""
    view = player.begin(number="1")
    play, revision = view["id"], 0
    with app.state.store.database.writing() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    for _ in range(2000):
        what = ("move", {"move": "turn"}) if revision % 2 == 0 else ("undo", {})
        answer = player.http.post(f"/api/plays/{play}/{what[0]}", json={"revision": revision, **what[1]})
        if answer.status_code != 200:
            break
        revision += 1
    assert (answer.status_code, answer.json()["error"]["code"]) == (507, "store_full")
    before = dump(file)
    assert player.get(f"/api/plays/{play}")["revision"] == revision
    assert player.write(play, what[0], revision, what[1], status=507)["error"]["code"] == "store_full"
    assert dump(file) == before
    with app.state.store.database.writing() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert player.write(play, what[0], revision, what[1])["revision"] == revision + 1
