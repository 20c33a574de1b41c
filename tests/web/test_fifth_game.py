"""A fifth game, dropped in as one file, is served and played like the others."""

from pathlib import Path

import httpx2

from tests.servers import serving
from tests.web.helpers import fold
from wendekreis.web import wire

FIFTH = Path(__file__).parents[1] / "fifth"


def test_the_api_serves_and_plays_it(tmp_path: Path) -> None:
    """Listed, dealt, played, taken back, found again; its pages are there."""
    games = {"WENDEKREIS_GAMES": str(FIFTH)}
    with serving(tmp_path / "w.sqlite", games) as server, httpx2.Client(base_url=server.url) as client:
        listed = wire.Games.model_validate_json(client.get("/api/games").content)
        assert listed.games[-1].id == "klondike"
        view = client.post("/api/plays", json={"game": "klondike", "number": "7"}).json()
        for turn in range(40):
            path, body = f"/api/plays/{view['id']}/", {"revision": view["revision"]}
            if turn % 7 == 6:
                answer = client.post(path + "undo", json=body)
            else:
                choices = [choice["move"] for choice in view["choices"]]
                answer = client.post(path + "move", json={**body, "move": choices[turn % len(choices)]})
            assert answer.status_code == 200, answer.text
            view = fold(view, answer.json())
        assert client.get(f"/api/plays/{view['id']}").json() == view
        assert client.get("/api/plays?game=klondike").json()["plays"][0]["id"] == view["id"]
        assert client.get("/play/klondike").status_code == 200
