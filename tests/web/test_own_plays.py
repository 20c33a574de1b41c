"""A player's plays as a list, as moving pictures, and as a file that can be brought anywhere."""

import json
import re
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.web.helpers import Json, Player, fold
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games

VECTOR = json.loads((Path(__file__).parents[1] / "vectors/lines-hemispheres.jsonl").read_text().splitlines()[0])
DEAL, LINE = VECTOR["deal"], VECTOR["moves"].split()


def played(player: Player, name: str = "single-interchange", turns: int = 2, number: str = "7") -> str:
    """A play in which so many cards were turned."""
    view = player.begin(name, number=number)
    for revision in range(turns):
        player.write(view["id"], "move", revision, {"move": "turn", "played_ms": 10})
    return str(view["id"])


def won(player: Player) -> str:
    """A play that was won."""
    view = player.begin("hemispheres", deal=DEAL)
    for revision, move in enumerate(LINE):
        player.move(view["id"], revision, move)
    return str(view["id"])


def exported(player: Player) -> list[str]:
    """The lines of the player's file."""
    answer = player.http.get("/api/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert "wendekreis.jsonl" in answer.headers["content-disposition"]
    return list(answer.text.splitlines())


def bring(player: Player, lines: list[str], status: int = 200, **more: object) -> Json:
    """Bring lines in."""
    return player.post("/api/import", {"lines": lines, **more}, status)


def figures(player: Player) -> Json:
    """The statistics without what names a play."""
    told = player.get("/api/statistics")["games"]
    for one in told:
        for result in one["recent"]:
            del result["id"]
    return told


def test_a_file_shows_no_card_that_still_lies_hidden(player: Player) -> None:
    """Of a numbered deal that was not won it has the number alone, and can be brought in all the same."""
    played(player, "single-interchange", number="7")
    (line,) = exported(player)
    told = json.loads(line)
    assert (told["number"], told["deal"]) == ("7", None)
    assert not re.search(r"\b([2-9TJQKA]|10)[CDHS]\b", line)
    assert bring(player, [line]) == {"added": 0, "known": 1}


def test_the_history_is_told_page_by_page(player: Player, app: FastAPI) -> None:
    """All plays in which something was done, of all games or of one, won or not; nobody else's."""
    assert player.get("/api/history") == {"plays": [], "next": None}
    plays = [played(player, name, number=str(n)) for n, name in enumerate(games(), start=1)]
    player.begin("hemispheres", number="99")  # nothing was done in it
    plays.append(won(player))
    seen, after = [], ""
    while True:
        page = player.get(f"/api/history?limit=2{after}")
        seen += page["plays"]
        if page["next"] is None:
            break
        after = f"&after={page['next']}"
    assert [row["id"] for row in seen] == plays[::-1]
    assert (seen[0]["won"], seen[0]["moves"], seen[0]["number"], seen[0]["counts"]) == (True, len(LINE), None, True)
    assert (seen[1]["won"], seen[1]["moves"], seen[1]["played_ms"], seen[1]["here"]) == (False, 2, 20, True)
    ids = [row["id"] for row in player.get("/api/history?game=hemispheres")["plays"]]
    assert ids == [plays[-1], plays[list(games()).index("hemispheres")]]
    assert Player(app).get("/api/history")["plays"] == []
    assert player.get("/api/history?game=nosuch", 404)["error"]["code"] == "unknown_game"
    for wrong in ("after=x", "after=1-", "limit=0", "limit=1000", "limit=x"):
        assert player.get(f"/api/history?{wrong}", 422)["error"]["code"] == "bad_request"


def test_a_play_is_replayed_from_its_deal(player: Player, app: FastAPI) -> None:
    """Each frame changes the view before it as an answer does; what was taken back is there; it is nobody else's."""
    play = won(player)
    told = player.get(f"/api/plays/{play}/replay")
    assert (told["own"], told["head"], len(told["frames"])) == (True, len(LINE), len(LINE))
    assert [frame["move"] for frame in told["frames"]] == LINE
    view = told["view"]
    assert (view["choices"], view["counts"]["moves"]) == ([], 0)
    for frame in told["frames"]:
        view = fold(view, frame)
    assert view["status"] == "won"
    end = player.get(f"/api/plays/{play}")
    assert {name: view[name] for name in ("piles", "faces", "stock", "counts")} == {
        name: end[name] for name in ("piles", "faces", "stock", "counts")
    }
    player.write(play, "restart", len(LINE))
    told = player.get(f"/api/plays/{play}/replay")
    assert (told["head"], len(told["frames"])) == (0, len(LINE))
    assert Player(app).get(f"/api/plays/{play}/replay", 404)["error"]["code"] == "unknown_play"


def test_a_replay_that_was_handed_on_needs_no_player(player: Player) -> None:
    """Deal and moves are enough; no card is told that the moves do not show; what is wrong is said, with its place."""
    body = {"game": "single-interchange", "number": "25483", "moves": "turn turn redeal"}
    error = player.post("/api/replay", body, 422)["error"]
    assert error["code"] == "illegal_move"
    assert "move 2 (counted from 0)" in error["message"]
    told = player.post("/api/replay", {**body, "moves": "turn turn"})
    assert (told["own"], told["view"]["number"], len(told["frames"])) == (False, "25483", 2)
    assert not player.http.cookies
    cards = numbered_deal(game("single-interchange"), "25483").cards
    assert [face for frame in told["frames"] for face in frame["faces"].values()] == [str(cards[25]), str(cards[26])]
    assert len(told["view"]["faces"]) == 15
    for wrong, status, code in (
        ({"moves": "xyz"}, 400, "unparsable_move"),
        ({"game": "nosuch"}, 404, "unknown_game"),
        ({"number": "0"}, 400, "bad_number"),
        ({"deal": "AS"}, 422, "bad_request"),
        ({"number": None}, 422, "bad_request"),
    ):
        assert player.post("/api/replay", {**body, **wrong}, status)["error"]["code"] == code


def test_one_goes_on_from_a_position_as_a_new_play(player: Player) -> None:
    """The deal keeps its number, the first play is as it was; the new one does not count: it began in the middle."""
    first = played(player, number="7")
    view = player.post("/api/plays", {"game": "single-interchange", "number": "7", "moves": "turn"}, 201)
    assert (view["number"], view["counts"]["moves"], view["revision"]) == ("7", 1, 1)
    assert player.get(f"/api/plays/{first}")["counts"]["moves"] == 2
    rows = {row["id"]: row["counts"] for row in player.get("/api/history")["plays"]}
    assert rows == {first: True, view["id"]: False}
    no = player.post("/api/plays", {"game": "single-interchange", "moves": "turn"}, 422)
    assert no["error"]["params"] == {"field": "moves"}
    no = player.post("/api/plays", {"game": "single-interchange", "number": "7", "moves": "redeal"}, 422)
    assert no["error"]["code"] == "illegal_move"


def test_what_leaves_as_a_file_comes_in_as_it_was(player: Player, app: FastAPI) -> None:
    """For somebody new too, with statistics and histories; twice the same file, and no file at all, change nothing."""
    won(player)
    again = played(player, turns=3)
    player.write(again, "undo", 3)
    middle = player.post("/api/plays", {"game": "unlimited", "number": "7", "moves": "turn turn"}, 201)
    player.move(middle["id"], 2, "turn")
    lines = exported(player)
    assert [json.loads(line)["moves"].split() for line in lines] == [LINE, ["turn"] * 3, ["turn"] * 3]
    assert [json.loads(line)["given"] for line in lines] == [0, 0, 2]
    assert bring(player, lines) == {"added": 0, "known": 3}
    other = Player(app)
    assert bring(other, lines, check=True) == {"added": 3, "known": 0}
    assert not other.http.cookies
    assert bring(other, lines) == {"added": 3, "known": 0}
    assert bring(other, ["", *lines], first=4) == {"added": 0, "known": 3}
    assert figures(other) == figures(player)
    assert exported(other) == lines
    rows = other.get("/api/history")["plays"]
    assert all(row["brought"] for row in rows)
    play = next(row["id"] for row in rows if row["moves"] == 2)
    view = other.get(f"/api/plays/{play}")
    assert view["redo"]
    assert other.write(play, "redo", view["revision"])["counts"]["moves"] == 3
    assert other.write(play, "redo", view["revision"])["counts"]["moves"] == 3  # asked for again


def test_a_win_that_was_played_over_leaves_as_it_was_won(player: Player, app: FastAPI) -> None:
    """So that it is a win where it is brought to."""
    play = won(player)
    revision = len(LINE)
    player.write(play, "goto", revision, {"head": 0})
    player.move(play, revision + 1, "turn")
    (line,) = exported(player)
    assert json.loads(line)["moves"].split() == LINE
    other = Player(app)
    bring(other, [line])
    assert other.get("/api/history")["plays"][0]["won"] is True


GOOD = json.dumps({"game": "hemispheres", "number": "25483", "moves": "turn turn"})


@pytest.mark.parametrize(
    ("line", "why", "said"),
    [
        ("{", "bad_record", "not a line of JSON"),
        ("[]", "bad_record", "line 2"),
        ('{"game": "hemispheres"}', "bad_record", "neither a deal nor a number"),
        ('{"game": "whist", "number": "1"}', "unknown_game", "whist"),
        ('{"game": "hemispheres", "number": "1", "version": 99}', "outdated_play", "99"),
        ('{"game": "hemispheres", "number": "1", "moves": "turn t1-t2"}', "unparsable_move", "t1-t2"),
        ('{"game": "hemispheres", "number": "1", "moves": "redeal"}', "illegal_move", "redeal"),
        ('{"game": "hemispheres", "number": "1", "moves": "n1-n2 n1-n2 n1-n2"}', "illegal_move", "n1-n2"),
        ('{"game": "hemispheres", "deal": "AS"}', "cards_missing", "92 cards"),
        ('{"game": "hemispheres", "number": "1", "moves": "turn", "head": 2}', "bad_record", "head"),
        ('{"game": "hemispheres", "number": "1", "moves": "turn", "set_off": [0]}', "bad_record", "set_off"),
        ('{"game": "hemispheres", "number": "1", "moves": 3}', "bad_record", "moves"),
        ('{"game": "hemispheres", "number": "1", "luck": 3}', "bad_record", "luck"),
        ('{"game": "hemispheres", "number": "1", "began": "2999-01-01T00:00:00Z"}', "bad_record", "future"),
        (
            '{"game": "hemispheres", "number": "1", "moves": "turn",'
            ' "won": {"at": "2026-01-01T00:00:00Z", "played_ms": 1, "moves": 1}}',
            "bad_record",
            "win",
        ),
    ],
)
def test_a_line_that_is_wrong_is_named_and_nothing_is_changed(player: Player, line: str, why: str, said: str) -> None:
    """With its number and the reason, whatever is right with the others."""
    code = bring(player, [GOOD, line, GOOD], 400)["error"]
    assert (code["code"], code["params"]["line"]) == ("bad_record", 2)
    assert code["params"]["why"] == why
    assert code["message"].startswith("line 2: ")
    assert said in code["message"]
    assert player.get("/api/history")["plays"] == []
    assert not player.http.cookies


def test_lines_by_hand_are_told_apart_by_what_they_say(player: Player) -> None:
    """They have no name of their own."""
    assert bring(player, [GOOD, GOOD]) == {"added": 1, "known": 1}
    assert bring(player, [GOOD]) == {"added": 0, "known": 1}
    assert bring(player, [GOOD.replace("turn turn", "turn")]) == {"added": 1, "known": 0}
    assert bring(player, []) == {"added": 0, "known": 0}


def test_a_large_file_comes_in_parts(player: Player) -> None:
    """A part may be larger than any other body, and is bounded all the same."""
    lines = [json.dumps({"game": "hemispheres", "deal": DEAL, "moves": " ".join(LINE[:n])}) for n in range(40)]
    assert bring(player, lines)["added"] == 40
    assert bring(player, [" " * 600_000], 413)["error"]["code"] == "body_too_large"
    assert bring(player, [GOOD] * 501, 422)["error"]["code"] == "bad_request"
