"""Nothing that a player may not know yet is in any answer, nor anything that determines it.

Two tests. The first walks every answer of random plays and looks for faces of hidden cards. The second does not look
for anything: it deals the cards that were never seen in another order, plays the same again, and finds every answer
the same, byte for byte. What does not depend on the hidden cards can't tell of them.
"""

import json
import random
import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from tests.web.helpers import Json, Player, fold
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games
from wendekreis.rules import Role
from wendekreis.session import Session
from wendekreis.store import Request

CARD = re.compile(r"(?<![A-Za-z0-9])(?:[A2-9TJQK]|10)[CDHS](?![A-Za-z0-9])", re.IGNORECASE)

Sent = tuple[str, str, dict[str, object]]
"""A request: method, path below the play, body."""


def texts(value: Json) -> Iterator[str]:
    """Every text in an answer, keys too, but for the one field that may tell the deal."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield key
            if key not in ("number", "deal", "id"):
                yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


def faces_told(value: Json) -> Iterator[tuple[int, str]]:
    """Every face in an answer, wherever it is."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key.isdigit():
                yield int(key), inner
            else:
                yield from faces_told(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from faces_told(inner)


def ids_in_steps(answer: Json) -> set[int]:
    """Every card that the steps of an answer name."""
    steps = answer.get("steps", [])
    shifted = {card for step in steps for shift in step["shifts"] for card in shift["cards"]}
    return shifted | {flip["card"] for step in steps for flip in step["flips"]}


class Watcher:
    """Knows the whole deal, and what the player has seen of it so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seen: set[int] = set()
        self.known: set[int] = set()
        self.look()

    def look(self) -> None:
        """Take note of what lies open now, and of the cards (open or not) that the page knows by their id."""
        position = self.session.position
        for pile, ids in zip(position.game.piles, position.piles, strict=True):
            if pile.role is not Role.STOCK:
                self.known.update(ids)
                self.seen.update(card for card in ids if card not in position.down)

    def follow(self, what: str, body: dict[str, object]) -> None:
        """Do what the server has done, and take note of every card that was seen on the way."""
        before = self.session.head
        words = [what, body.get("move"), body.get("head"), f"auto={body['auto']}" if "auto" in body else None]
        change = Request.parse(" ".join(str(word) for word in words if word is not None)).apply(self.session)
        if len(change.moves) > 1:
            for head in range(before, self.session.move_count):
                self.session.goto(head)
                self.look()
            self.session.goto(self.session.move_count)
        self.look()

    def hidden(self) -> frozenset[int]:
        """The cards that can't be seen now."""
        position = self.session.position
        stock = position.piles[position.game.index["stock"]]
        return position.down | frozenset(stock)

    def judge(self, answer: Json) -> None:
        """Search an answer of this moment for what it may not tell."""
        position = self.session.position
        for card, face in faces_told(answer):
            assert card not in self.hidden(), f"the face of hidden card {card} was told"
            assert face == str(position.cards[card])
        kinds = {str(position.cards[card]) for card in self.seen}
        for text in texts(answer):
            for token in CARD.findall(text):
                assert token.upper().replace("10", "T") in kinds, f"{text!r} tells of a card never seen"
        assert ids_in_steps(answer) <= self.known, "a card that is still in the stock was named"
        assert "stock" not in answer.get("piles", {})


def some_write(view: Json, chance: random.Random) -> Sent:
    """Anything that a page might send: mostly moves, and of those mostly what is not a turn; sometimes nonsense."""
    moves = [choice["move"] for choice in view["choices"]]
    useful = [move for move in moves if move not in ("turn", "redeal")]
    dice = chance.random()
    if dice < 0.04:
        return (
            "move",
            "move",
            {"move": chance.choice(["t1-t2", "t1-t2*3", "t5-fS", "n1-n2", "w-fH", "redeal", "bE-fC"])},
        )
    if dice < 0.14 and view["undo"]:
        return "undo", "undo", {}
    if dice < 0.20 and view["redo"]:
        return "redo", "redo", {}
    if dice < 0.21 and view["undo"]:
        return "restart", "restart", {}
    if dice < 0.24 and view["undo"]:
        return "goto", "goto", {"head": chance.randrange(view["counts"]["moves"] + 2)}
    if dice < 0.25 or view["finish"]:
        return "finish", "finish", {}
    auto: dict[str, object] = chance.choice([{}, {"auto": "safe"}, {"auto": "always"}])
    if dice < 0.36 and view["forward"]:
        return "forward", "forward", auto
    if not moves:
        return "undo", "undo", {}
    return "move", "move", {"move": chance.choice(useful if useful and chance.random() < 0.7 else moves), **auto}


def everything(player: Player, play: str, writes: list[Sent]) -> Iterator[Json]:
    """Every answer to these writes, and to looking at the play after each."""
    for what, path, body in writes:
        view = player.get(f"/api/plays/{play}")
        yield view
        answer = player.http.post(f"/api/plays/{play}/{path}", json={"revision": view["revision"], **body})
        yield answer.json()
        if what == "move":  # again, and stale
            again = player.http.post(f"/api/plays/{play}/{path}", json={"revision": view["revision"], **body})
            yield again.json()
            yield player.http.post(f"/api/plays/{play}/undo", json={"revision": view["revision"]}).json()
    yield player.get(f"/api/plays/{play}")
    yield player.get("/api/plays")


@pytest.mark.parametrize("number", [3, 31])
@pytest.mark.parametrize("name", games())
def test_no_answer_tells_a_hidden_card(player: Player, name: str, number: int) -> None:
    """Random plays, with undo, redo, restart, forward, repetitions, stale and illegal requests."""
    chance = random.Random(f"{name} {number}")
    watcher = Watcher(Session(numbered_deal(game(name), str(number))))
    view = player.begin(name, number=str(number))
    play = view["id"]
    watcher.judge(view)
    done = 0
    for _ in range(120):
        what, path, body = some_write(view, chance)
        sent = {"revision": view["revision"], **body}
        answer = player.http.post(f"/api/plays/{play}/{path}", json=sent)
        if answer.status_code == 200:
            done += 1
            watcher.follow(what, body)
            view = fold(view, answer.json())
            watcher.judge(view)
            if done % 5 == 0:
                again = player.http.post(f"/api/plays/{play}/{path}", json=sent)
                assert again.json() == answer.json()
                watcher.judge(player.get(f"/api/plays/{play}"))
                watcher.judge(player.get("/api/plays"))
                watcher.judge(player.post(f"/api/plays/{play}/undo", {"revision": 10**6}, 409))
        watcher.judge(answer.json())
    assert done > 80


def reordered(session: Session, seen: set[int], chance: random.Random) -> str:
    """The deal with the cards that were never seen in another order, as text."""
    cards = list(session.deal.cards)
    unseen = [place for place in range(len(cards)) if place not in seen]
    faces = [cards[place] for place in unseen]
    chance.shuffle(faces)
    for place, face in zip(unseen, faces, strict=True):
        cards[place] = face
    return " ".join(map(str, cards))


@pytest.mark.parametrize("writes", [0, 4, 24])
@pytest.mark.parametrize("name", games())
def test_no_answer_depends_on_a_card_never_seen(app: FastAPI, name: str, writes: int) -> None:
    """The same requests on a deal that differs only in what the player has not seen get the same answers."""
    chance = random.Random(f"{name} {writes}")
    watcher = Watcher(Session(numbered_deal(game(name), str(1000 + writes))))
    first = Player(app)
    view = first.begin(name, deal=watcher.session.deal.text)
    script: list[Sent] = []
    scout = Player(app)
    scouted = scout.begin(name, deal=watcher.session.deal.text)
    for _ in range(writes):
        what, path, body = some_write(scouted, chance)
        answer = scout.http.post(f"/api/plays/{scouted['id']}/{path}", json={"revision": scouted["revision"], **body})
        script.append((what, path, body))
        if answer.status_code != 200:
            continue
        watcher.follow(what, body)
        scouted = fold(scouted, answer.json())

    other_deal = reordered(watcher.session, watcher.seen, chance)
    assert len(watcher.seen) < watcher.session.game.cards_in_play - 5, "there is something left to hide"
    assert other_deal != watcher.session.deal.text
    second = Player(app)
    other = second.begin(name, deal=other_deal)

    def stripped(value: Json) -> str:
        text = json.dumps(value)
        for play in (view["id"], other["id"]):
            text = text.replace(play, "PLAY")
        text = text.replace(watcher.session.deal.text, "DEAL").replace(other_deal, "DEAL")
        return re.sub(r'"updated": "[^"]*"', "", text)

    assert stripped(view) == stripped(other)
    both = zip(everything(first, view["id"], script), everything(second, other["id"], script), strict=True)
    for one, two in both:
        assert stripped(one) == stripped(two)


def test_the_watcher_would_notice() -> None:
    """A face too many, a stock card named, a message that tells: each is caught."""
    watcher = Watcher(Session(numbered_deal(game("single-interchange"), "3")))
    position = watcher.session.position
    down = min(position.down)
    top = position.piles[position.game.index["stock"]][-1]
    never = next(
        str(card) for card in position.cards if str(card) not in {str(position.cards[i]) for i in watcher.seen}
    )
    leaks: list[Json] = [
        {"view": {"faces": {str(down): str(position.cards[down])}}},
        {"faces": {str(top): str(position.cards[top])}},
        {"error": {"message": f"the next card is {never}"}},
        {"error": {"params": {"card": never.lower()}}},
        {"steps": [{"shifts": [{"cards": [top], "from": "stock", "to": "w"}], "flips": []}]},
    ]
    for leak in leaks:
        with pytest.raises(AssertionError):
            watcher.judge(leak)
