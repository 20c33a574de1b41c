"""Who may do what, and what every answer carries: cookies, foreign pages, large bodies, headers."""

import itertools
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from tests.store.helpers import dump
from tests.web.helpers import Player
from wendekreis.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly
from wendekreis.store import Store
from wendekreis.web.app import LARGEST_BODY, create_app
from wendekreis.web.players import Allowance
from wendekreis.web.security import is_foreign

URL = "http://table.test"


def cookie(answer_headers: str) -> dict[str, str]:
    """The attributes of a cookie, names in lower case."""
    parts = (part.strip().partition("=") for part in answer_headers.split(";"))
    return {name.lower(): value for name, _, value in parts}


def test_a_player_gets_a_secret_that_scripts_can_not_read(app: FastAPI, file: Path) -> None:
    """256 random bits, for this site only, and for long; the database holds a hash of it."""
    player = Player(app)
    given = cookie(player.http.post("/api/plays", json={"game": "hemispheres"}).headers["set-cookie"])
    assert len(given["wendekreis"]) == 43
    assert (given["samesite"], given["path"], given["max-age"]) == ("lax", "/", str(400 * 24 * 3600))
    assert "httponly" in given
    assert "secure" not in given
    assert "domain" not in given
    assert not any(given["wendekreis"] in line for line in dump(file))


def test_under_https_the_cookie_is_secure(app: FastAPI) -> None:
    """It never goes over the wire in the clear."""
    answer = Player(app, "https://table.test").http.post("/api/plays", json={"game": "hemispheres"})
    assert "secure" in cookie(answer.headers["set-cookie"])


def test_looking_around_makes_no_player(app: FastAPI, file: Path) -> None:
    """Neither a row nor a cookie, until somebody plays."""
    player, before = Player(app), dump(file)
    for path in ("/", "/api/games", "/api/plays", "/play/hemispheres", "/api/plays/nosuch"):
        assert "set-cookie" not in player.http.get(path).headers
    assert dump(file) == before


@pytest.mark.parametrize("secret", ["nobodys", "", "x" * 4000, "a%00b", "' OR 1=1 --"])
def test_a_cookie_that_is_nobodys_makes_a_new_player(app: FastAPI, secret: str) -> None:
    """With a secret of our own making, never with the one that came."""
    player = Player(app)
    headers = {"Cookie": f"wendekreis={secret}"}
    assert player.http.get("/api/plays", headers=headers).json() == {"plays": []}
    answer = player.http.post("/api/plays", json={"game": "hemispheres"}, headers=headers)
    assert answer.status_code == 201
    given = cookie(answer.headers["set-cookie"])["wendekreis"]
    assert given not in ("", secret)
    view = player.http.get(f"/api/plays/{answer.json()['id']}", headers={"Cookie": f"wendekreis={given}"})
    assert view.status_code == 200


def test_a_known_player_keeps_the_secret(player: Player) -> None:
    """And gets it anew with each play, so that it does not expire."""
    player.begin()
    secret = player.http.cookies["wendekreis"]
    player.begin()
    assert player.http.cookies["wendekreis"] == secret
    assert len(player.get("/api/plays")["plays"]) == 2


def test_another_players_play_is_unknown(player: Player, app: FastAPI) -> None:
    """To look at, to change, to add time to; in the same words as one that does not exist."""
    play, stranger = player.begin()["id"], Player(app)
    stranger.begin()
    for name in (play, "nosuch"):
        answers = [stranger.get(f"/api/plays/{name}", 404)]
        answers += [stranger.write(name, what, 0, status=404) for what in ("undo", "redo", "restart", "forward")]
        answers += [stranger.move(name, 0, "turn", status=404)]
        answers += [stranger.post(f"/api/plays/{name}/time", {"played_ms": 1}, 404)]
        assert {str(answer) for answer in answers} == {str(answers[0])}
        assert answers[0]["error"]["code"] == "unknown_play"
    assert player.get(f"/api/plays/{play}")["revision"] == 0


@pytest.mark.parametrize(
    ("headers", "foreign"),
    [
        ({}, False),
        ({"Origin": URL}, False),
        ({"Origin": "https://table.test"}, True),
        ({"Origin": "https://table.test:80"}, True),
        ({"Origin": "http://table.test:443"}, True),
        ({"Origin": "ftp://table.test"}, True),
        ({"Origin": "http://table.test:"}, False),
        ({"Origin": "http://[table.test"}, True),
        ({"Origin": "http://table.test:x"}, True),
        ({"Origin": "http://table.test/page"}, True),
        ({"Origin": "http://me@table.test"}, True),
        ({"Sec-Fetch-Site": "same-site"}, True),
        ({"Origin": "http://table.test:80"}, False),
        ({"Origin": "HTTP://TABLE.TEST"}, False),
        ({"Origin": "http://table.test:8104"}, True),
        ({"Origin": "http://evil.test"}, True),
        ({"Origin": "http://table.test.evil.test"}, True),
        ({"Origin": "null"}, True),
        ({"Origin": ""}, True),
        ({"Sec-Fetch-Site": "cross-site"}, True),
        ({"Sec-Fetch-Site": "same-origin"}, False),
        ({"Sec-Fetch-Site": "none"}, False),
        ({"Origin": URL, "Sec-Fetch-Site": "cross-site"}, True),
    ],
)
def test_only_our_own_pages_write(app: FastAPI, headers: dict[str, str], foreign: bool) -> None:
    """What a browser says of where a request comes from is believed; a program says nothing."""
    raw = [(name.lower().encode(), value.encode()) for name, value in {"host": "table.test", **headers}.items()]
    assert is_foreign({"type": "http", "scheme": "http", "headers": raw}) is foreign
    player = Player(app)
    for name in ("origin", "sec-fetch-site"):
        del player.http.headers[name]
    answer = player.http.post("/api/plays", json={"game": "hemispheres"}, headers=headers)
    assert answer.status_code == (403 if foreign else 201)
    if foreign:
        assert answer.json()["error"]["code"] == "bad_origin"
        assert player.http.get("/api/games", headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "foreign"),
    [
        ("https", "table.test", "https://table.test", False),
        ("https", "table.test", "http://table.test", True),
        ("https", "table.test:443", "https://table.test", False),
        ("http", "table.test:443", "http://table.test", True),
        ("http", "127.0.0.1:8104", "http://127.0.0.1:8104", False),
        ("http", "127.0.0.1:8104", "http://localhost:8104", True),
        ("http", "[::1]:8104", "http://[::1]:8104", False),
        ("http", "[::1]:8104", "http://[::1]", True),
        ("http", "", "http://", True),
    ],
)
def test_an_origin_is_scheme_host_and_port(scheme: str, host: str, origin: str, foreign: bool) -> None:
    """All three, the usual ports left out or not."""
    raw = [(b"host", host.encode()), (b"origin", origin.encode())]
    assert is_foreign({"type": "http", "scheme": scheme, "headers": raw}) is foreign


@pytest.mark.parametrize(("peer", "status"), [("127.0.0.1", 201), ("192.0.2.7", 403)])
def test_a_proxy_says_that_it_ended_tls(app: FastAPI, peer: str, status: int) -> None:
    """And is believed on this machine only, unless the environment names it."""
    behind: Any = ProxyHeadersMiddleware(cast("Any", app))
    client = TestClient(behind, base_url="http://table.test", client=(peer, 5))
    headers = {"Origin": "https://table.test", "X-Forwarded-Proto": "https"}
    answer = client.post("/api/plays", json={"game": "hemispheres"}, headers=headers)
    assert answer.status_code == status
    if status == 201:
        assert "secure" in cookie(answer.headers["set-cookie"])


@pytest.mark.parametrize(
    ("method", "path", "allow"),
    [
        ("DELETE", "/api/plays", "GET, POST"),
        ("PUT", "/api/plays/x", "GET"),
        ("GET", "/api/plays/x/move", "POST"),
        ("POST", "/api/games", "GET"),
        ("POST", "/", "GET, HEAD"),
        ("DELETE", "/client/app.js", "GET, HEAD"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(player: Player, method: str, path: str, allow: str) -> None:
    """All that there are for the path."""
    answer = player.http.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allow)


@pytest.mark.parametrize("kind", [StoreBusy, StoreFull, StoreReadOnly])
def test_what_a_database_may_say_is_a_line_in_the_log(
    player: Player,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    kind: type[StoreError],
) -> None:
    """And no traceback."""

    def fail(*_: object) -> None:
        raise kind("not now") from OSError("the driver's reason")

    monkeypatch.setattr(store, "open_plays", fail)
    answer = player.http.get("/api/plays")
    assert answer.json()["error"]["code"] == kind.code
    (record,) = (record for record in caplog.records if record.levelno >= logging.WARNING)
    assert record.getMessage() == "GET /api/plays: not now"
    assert record.exc_info is None


@pytest.mark.parametrize("path", ["/api/plays", "/api/plays/x/move", "/api/plays/x/time", "/nowhere"])
def test_a_body_too_large_is_refused(player: Player, path: str) -> None:
    """Announced or not; one that just fits is not."""
    error = {"code": "body_too_large", "message": "the body is larger than 16384 bytes", "params": {"limit": 16384}}
    for body in (b" " * (LARGEST_BODY + 1), itertools.repeat(b" " * 1000, 20)):
        answer = player.http.post(path, content=body)
        assert answer.status_code == 413
        assert answer.json() == {"error": error}
    for body in (b" " * LARGEST_BODY, itertools.repeat(b" " * 1000, 16)):
        assert player.http.post(path, content=body).status_code in (404, 422)


def paths() -> Iterator[tuple[str, str]]:
    """A request of every kind: pages, files, API, refusals."""
    yield from (("GET", path) for path in ("/", "/about", "/play/hemispheres", "/play/nosuch", "/rules/unlimited"))
    yield from (("GET", path) for path in ("/client/faces/faces.svg", "/client/nosuch", "/healthz", "/nowhere"))
    yield from (("GET", path) for path in ("/api/games", "/api/plays", "/api/plays/x", "/api/texts/de"))
    yield from (("POST", path) for path in ("/api/plays", "/api/games", "/"))
    yield ("DELETE", "/api/plays/x")


@pytest.mark.parametrize(("method", "path"), list(paths()))
def test_every_answer_carries_the_safe_headers(player: Player, method: str, path: str) -> None:
    """Nothing inline, nothing from elsewhere, in no frame; and the API's answers stay out of caches."""
    headers = player.http.request(method, path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert not any(word in str(policy) for word in ("unsafe", "*", "http", "data:"))
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cache-control"] in ("no-cache", "no-store")
    if path.startswith("/api/plays"):
        assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/client/app.js", "/client/css/base.css", "/client/fonts/vollkorn.woff2"])
def test_a_part_of_a_page_carries_what_concerns_it(player: Player, path: str) -> None:
    """Its type is what it says, and no other site has it; the page's policy comes with the page."""
    headers = player.http.get(path).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers
    assert sum(len(name) + len(value) + 4 for name, value in headers.items()) < 360


def test_an_unforeseen_failure_tells_nothing(
    player: Player, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The page learns that it failed, in the one shape; the log gets the whole story."""

    def fail(*_: object) -> None:
        raise RuntimeError("the password is swordfish")

    monkeypatch.setattr(store, "open_plays", fail)
    with caplog.at_level(logging.ERROR):
        answer = player.http.get("/api/plays")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "internal_error"
    assert "swordfish" not in answer.text
    assert "swordfish" in caplog.text
    assert "content-security-policy" in answer.headers


def test_new_plays_are_bounded(file: Path) -> None:
    """So many a minute for each player; others go on."""
    app = create_app(f"sqlite:///{file}", new_plays_a_minute=3)
    player = Player(app)
    for _ in range(4):  # the first one is counted for the address, which had no cookie yet
        player.begin()
    answer = player.http.post("/api/plays", json={"game": "hemispheres"})
    assert answer.status_code == 429
    assert answer.json()["error"] == {
        "code": "too_many",
        "message": "no more than 3 new plays a minute",
        "params": {"a_minute": 3},
    }
    assert "retry-after" in answer.headers
    Player(app).begin()
    app.state.store.close()


def test_an_allowance_comes_back_with_time() -> None:
    """All at once or one after the other, and never more than so many saved up."""
    now = 0.0
    allowance = Allowance(6, clock=lambda: now)
    assert [allowance.take("a") for _ in range(7)] == [True] * 6 + [False]
    assert allowance.take("b")
    now = 10.0
    assert [allowance.take("a") for _ in range(2)] == [True, False]
    now = 3600.0
    assert [allowance.take("a") for _ in range(7)] == [True] * 6 + [False]


def test_the_app_loads_nothing_from_elsewhere(player: Player) -> None:
    """No page of FastAPI's own, which would."""
    for path in ("/docs", "/redoc", "/openapi.json"):
        assert player.get(path, 404)["error"]["code"] == "not_found"
    assert player.get("/api/openapi.json")["info"]["title"] == "Wendekreis"
