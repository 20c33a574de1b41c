"""A server that is killed in the middle of a run of moves has lost nothing that it had acknowledged."""

import threading
import time
from pathlib import Path

import httpx2

from tests.servers import Server, serving

KILLS = 2


def run_of_moves(server: Server, client: httpx2.Client, play: str, revision: int, done: list[int]) -> None:
    """Turn and undo until the server is gone; note every revision that was acknowledged."""
    try:
        while True:
            what = ("move", {"move": "turn"}) if revision % 3 != 2 else ("undo", {})
            answer = client.post(f"{server.url}/api/plays/{play}/{what[0]}", json={"revision": revision, **what[1]})
            assert answer.status_code == 200, answer.text
            revision = answer.json()["revision"]
            done.append(revision)
    except httpx2.TransportError:
        return


def head_at(revision: int) -> int:
    """How many moves stand after so many of these writes: turn, turn, undo, turn, turn, undo …"""
    return sum(1 if write % 3 != 2 else -1 for write in range(revision))


def look_again(server: Server, client: httpx2.Client, play: str, acknowledged: int) -> int:
    """See that nothing acknowledged is missing, and send the write that was in hand once more. Returns the revision."""
    view = client.get(f"{server.url}/api/plays/{play}").json()
    assert view["revision"] in (acknowledged, acknowledged + 1)
    assert view["counts"]["moves"] == head_at(view["revision"])
    what = ("move", {"move": "turn"}) if acknowledged % 3 != 2 else ("undo", {})
    sent = {"revision": acknowledged, **what[1]}
    answer = client.post(f"{server.url}/api/plays/{play}/{what[0]}", json=sent)
    assert answer.status_code == 200, answer.text
    assert answer.json()["revision"] == acknowledged + 1
    view = client.get(f"{server.url}/api/plays/{play}").json()
    assert (view["revision"], view["counts"]["moves"]) == (acknowledged + 1, head_at(acknowledged + 1))
    old = client.post(f"{server.url}/api/plays/{play}/move", json={"revision": 0, "move": "turn"})
    assert old.json()["revision"] == 1, "an answer lost long ago can still be asked for"
    return acknowledged + 1


def test_every_acknowledged_move_is_found_after_a_kill(tmp_path: Path) -> None:
    """SIGKILL, restart, several times over: the write in hand is done once or not at all, and can be sent again."""
    database, play, revision = tmp_path / "w.sqlite", "", 0
    with httpx2.Client() as client:
        for kills in range(KILLS + 1):
            with serving(database) as server:
                if kills == 0:
                    body = {"game": "unlimited", "number": "25483"}
                    play = client.post(f"{server.url}/api/plays", json=body).json()["id"]
                else:
                    revision = look_again(server, client, play, revision)
                if kills == KILLS:
                    break
                done = [revision]
                runner = threading.Thread(target=run_of_moves, args=(server, client, play, revision, done))
                runner.start()
                while len(done) < 15 and runner.is_alive():
                    time.sleep(0.005)
                server.kill()
                runner.join()
                revision = done[-1]
    assert revision >= KILLS * 14


def test_over_a_real_connection(live_server: Server) -> None:
    """What only a real server shows: chunked bodies, a refused one that is not read to its end, kept connections."""
    with httpx2.Client(base_url=live_server.url) as client:
        view = client.post("/api/plays", json={"game": "hemispheres"}).json()
        assert client.get("/client/app.js").headers["content-encoding"] in ("br", "gzip")

        def pieces(count: int) -> list[bytes]:
            return [b" " * 1000] * count

        for count, status in ((16, 422), (40, 413), (4000, 413)):
            with httpx2.Client(base_url=live_server.url) as large:
                try:
                    answer = large.post("/api/plays", content=iter(pieces(count)))
                except httpx2.TransportError:
                    assert count == 4000  # the server hung up on us while we were still talking
                    continue
                assert answer.status_code == status
        for revision in range(20):
            body = {"revision": revision, "move": "turn"}
            assert client.post(f"/api/plays/{view['id']}/move", json=body).json()["revision"] == revision + 1
        assert client.head("/").status_code == 200
        assert client.get("/api/plays").json()["plays"][0]["moves"] == 20
