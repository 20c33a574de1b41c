"""Write tests/client/plays/*.json: what the server answers to a few dozen writes of a play, for the client's tests.

Run from the checkout: ``.venv/bin/python -m tools.recorded_plays``. Each file holds a game, the view at the start, the
writes with their answers, and after some of them the whole view, which the page must have come to by itself.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from wendekreis.web.app import create_app

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "tests" / "vectors"
PLAYS = ROOT / "tests" / "client" / "plays"

BACK_AND_FORTH = ["undo", "undo", "redo", "restart", "redo", "redo", "redo", "forward", "undo", "forward"]
SCRIPTS = {
    # an exchange, piles filled from the stock, turns, a fill from the waste
    "hemispheres": (18, BACK_AND_FORTH),
    # turns through the whole stock, a redeal and the way back over it, cards turned up
    "single-interchange": (33, ["undo", "undo", "undo", "redo", "redo", "redo", "restart"]),
}
STEPS_OF_HISTORY = frozenset({"undo", "redo", "restart", "forward"})


def record(client: TestClient, game_id: str) -> dict[str, Any]:
    """Play the script of one game and note down what is answered."""
    length, back = SCRIPTS[game_id]
    line = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
    games = {game["id"]: game for game in client.get("/api/games").json()["games"]}
    view = client.post("/api/plays", json={"game": game_id, "deal": line["deal"]}).json()
    address, revision = f"/api/plays/{view['id']}", view["revision"]
    writes = []
    for n, what in enumerate([*line["moves"].split()[:length], *back]):
        action, move = (what, {}) if what in STEPS_OF_HISTORY else ("move", {"move": what})
        answer = client.post(f"{address}/{action}", json={"revision": revision, **move}).json()
        revision = answer["revision"]
        write = {"what": action, **move, "answer": answer}
        if n % 9 == 8 or n >= length:
            write["view"] = masked(client.get(address).json())
        writes.append(write)
    return {"game": games[game_id], "view": masked(view), "writes": writes}


def masked(view: dict[str, Any]) -> dict[str, Any]:
    """The view with an id that is the same in every recording."""
    return {**view, "id": "play"}


def main() -> None:
    """Write one file for each script."""
    PLAYS.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, TestClient(create_app(f"sqlite:///{folder}/plays.sqlite")) as client:
        for game_id in SCRIPTS:
            data = json.dumps(record(client, game_id), ensure_ascii=False, separators=(",", ":"))
            (PLAYS / f"{game_id}.json").write_text(data + "\n")


if __name__ == "__main__":
    main()
