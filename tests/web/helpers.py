"""A player who talks to the app as the page does."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

Json = Any
Body = Mapping[str, object]


class Player:
    """A browser with cookies of its own. Each call gives the answer's JSON, and says so if its status is another."""

    def __init__(self, app: FastAPI, url: str = "http://table.test") -> None:
        self.http = TestClient(app, base_url=url, headers={"Origin": url, "Sec-Fetch-Site": "same-origin"})

    def get(self, path: str, status: int = 200) -> Json:
        """Ask for something."""
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Body, status: int = 200) -> Json:
        """Send something."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def begin(self, game: str = "single-interchange", *, status: int = 201, **deal: str) -> Json:
        """Begin a play."""
        return self.post("/api/plays", {"game": game, **deal}, status)

    def write(self, play: str, what: str, revision: int, body: Body | None = None, *, status: int = 200) -> Json:
        """Change a play; ``body`` is what is sent beside the revision."""
        return self.post(f"/api/plays/{play}/{what}", {"revision": revision, **(body or {})}, status)

    def move(self, play: str, revision: int, move: str, *, status: int = 200) -> Json:
        """Make a move."""
        return self.write(play, "move", revision, {"move": move}, status=status)

    def ask(self, path: str, body: Body) -> tuple[list[Json], str, Json]:
        """Ask what is known: the progress that was told, the name of the last event, and its data."""
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/event-stream")
        told = events(answer.text)
        *before, (last, data) = told
        assert all(name == "progress" for name, _ in before)
        return [progress for _, progress in before], last, data

    def know(self, play: str, what: str, revision: int) -> Json:
        """The answer to a question about a play, which there must be."""
        _, last, data = self.ask(f"/api/plays/{play}/ask/{what}", {"revision": revision})
        assert last == "answer", data
        assert data["revision"] == revision
        return data


def events(text: str) -> list[tuple[str, Json]]:
    """The events of a stream, each with its data."""
    found = []
    for block in text.split("\n\n")[:-1]:
        name, data = block.split("\n")
        found.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return found


def fold(view: Json, answer: Json) -> Json:
    """The view after an answer, as the page makes it: this is what an answer has to be enough for."""
    piles = {name: list(ids) for name, ids in view["piles"].items()}
    faces, stock = dict(view["faces"]), view["stock"]
    for step in answer["steps"]:
        for shift in step["shifts"]:
            if shift["from"] == "stock":
                stock -= len(shift["cards"])
            else:
                place = piles[shift["from"]]
                assert sorted(place[len(place) - len(shift["cards"]) :]) == sorted(shift["cards"])
                del place[len(place) - len(shift["cards"]) :]
        for shift in step["shifts"]:
            if shift["to"] == "stock":
                stock += len(shift["cards"])
                for card in shift["cards"]:
                    faces.pop(str(card), None)
            else:
                piles[shift["to"]] += shift["cards"]
        for flip in step["flips"]:
            if not flip["up"]:
                del faces[str(flip["card"])]
    assert stock == answer["stock"]
    told = {name: value for name, value in answer.items() if name != "steps"}
    return {**view, **told, "piles": piles, "faces": {**faces, **answer["faces"]}}
