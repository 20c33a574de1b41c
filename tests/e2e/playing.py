"""Playing on the page as a person does: with the mouse, with a finger, with the keyboard.

A :class:`Table` is a browser page at a game's table. It reads the legal moves from the answers that the page itself
gets, and does a move of the notation by the gestures that it stands for.
"""

import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice, takewhile
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote, urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, Response, expect

__all__ = ["PATIENCE", "Open", "Table", "line", "open_tables"]

Gesture = Callable[["Table", dict[str, Any], dict[str, Any]], None]
PRESSES = ("turn", "redeal")  # what a press on the stock does
BURST = 12
PATIENCE = 20_000  # ms: a machine may be busy
VECTORS = Path(__file__).parent.parent / "vectors"

PLACES = """async () => {
  const {nearest} = await import('/client/play/geometry.js');
  const {games} = await (await fetch('/api/games')).json();
  const table = document.querySelector('.stage .table'), {style} = table;
  const width = parseFloat(style.getPropertyValue('--w')), height = parseFloat(style.getPropertyValue('--h'));
  const bottom = parseFloat(style.height) / height;  // where they are meant to be: cards are drawn at whole pixels
  const {piles} = games.find(g => g.id === location.pathname.split('/')[2]).layouts[table.dataset.layout];
  const places = new Map(Object.entries(piles).map(([p, [x, y]]) =>
    [p, {x: x * width, y: (y < 0 ? bottom + y : y) * height, width, height}]));
  const ways = ['left', 'right', 'up', 'down'];
  return Object.fromEntries([...places.keys()].map(p =>
    [p, Object.fromEntries(ways.map(w => [w, nearest(places, p, w)]))]));
}"""


def line(game: str, index: int = 0) -> tuple[str, list[str]]:
    """A deal and a winning line of play for it."""
    text = (VECTORS / f"lines-{game}.jsonl").read_text(encoding="utf-8").splitlines()[index]
    one = json.loads(text)
    return one["deal"], one["moves"].split()


class Open(Protocol):
    """Opens a table, in a browser profile of its own unless ``beside`` gives a table whose profile to share.

    ``intercept``: requests will be held back. A page that was loaded before the first ``route`` may let one pass.
    ``worker``: the service worker is there; what it fetches is not seen by ``route``.
    """

    def __call__(  # noqa: D102
        self,
        size: tuple[int, int] = (1440, 900),
        *,
        touch: bool = False,
        lang: str = "en",
        motion: bool = False,
        dark: bool = False,
        intercept: bool = False,
        worker: bool = False,
        beside: "Table | None" = None,
    ) -> "Table": ...


@contextmanager
def open_tables(browser: Browser, url: str, opened: list["Table"]) -> Iterator[Open]:
    """What the ``tables`` fixture gives; the profiles are closed at the end."""
    contexts: list[BrowserContext] = []

    def opener(
        size: tuple[int, int] = (1440, 900),
        *,
        touch: bool = False,
        lang: str = "en",
        motion: bool = False,
        dark: bool = False,
        intercept: bool = False,
        worker: bool = False,
        beside: "Table | None" = None,
    ) -> "Table":
        if beside is None:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                has_touch=touch,
                is_mobile=touch,
                locale={"de": "de-DE", "en": "en-GB"}[lang],
                reduced_motion="no-preference" if motion else "reduce",
                color_scheme="dark" if dark else "light",
            )
            context.set_default_timeout(PATIENCE)
            if not worker:
                context.add_init_script("delete Navigator.prototype.serviceWorker")
            contexts.append(context)
        else:
            context = beside.page.context
        table = Table(context.new_page(), url)
        if intercept:
            table.page.route("**/nothing-asks-for-this", lambda route: route.abort())
        opened.append(table)
        return table

    try:
        yield opener
    finally:
        for context in contexts:
            context.close()


class Table:
    """A page, and on it the table of one game once :meth:`open` or :meth:`deal` has been called."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.complaints: list[str] = []
        self.foreign: list[str] = []
        self.writes: list[tuple[str, str]] = []
        self._ways: dict[str, dict[str, str]] = {}
        self._touch: CDPSession | None = None
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: self.complaints.append(f"page error: {error}"))
        page.on("request", self._on_request)

    def _on_console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.type}: {message.text} {message.location}")

    def _on_request(self, request: Any) -> None:
        if not request.url.startswith((self.url + "/", "blob:" + self.url)):
            self.foreign.append(request.url)
        if request.method == "POST":
            self.writes.append((urlsplit(request.url).path, request.post_data or ""))

    # --- going there ---

    def open(self, path: str) -> "Table":
        """Go to an address of the site."""
        self.page.goto(self.url + path)
        return self

    def table(self, game: str, query: str = "") -> "Table":
        """Open a game's table and wait until it lies there."""
        self.open(f"/play/{game}{'?' + query if query else ''}")
        self.page.wait_for_selector(".app[data-revision] .stage .table[data-layout]")
        return self

    def deal(self, game: str, deal: str) -> "Table":
        """Open a table with these cards."""
        return self.table(game, f"deal={quote(deal)}")

    # --- what is there ---

    @property
    def play(self) -> str:
        """The id of the play."""
        return str(self.page.evaluate("history.state.play"))

    def view(self) -> dict[str, Any]:
        """The play as the server has it, asked for with the page's own cookie."""
        view: dict[str, Any] = self.page.context.request.get(f"{self.url}/api/plays/{self.play}").json()
        return view

    @property
    def revision(self) -> int:
        """The revision that the page shows."""
        return int(self.page.get_attribute(".app", "data-revision") or -1)

    def shows(self, revision: int) -> None:
        """Wait until the page has an answer of this revision, and nothing is on its way."""
        self.page.wait_for_selector(f".app[data-revision='{revision}'][data-writing=false]")

    @property
    def said(self) -> str:
        """What the live region says."""
        return self.page.locator(".visually-hidden[role=status]").text_content() or ""

    def hears(self, words: str) -> None:
        """Wait until the live region says something with these words in it."""
        expect(self.page.locator(".visually-hidden[role=status]")).to_contain_text(words)

    def listen(self) -> None:
        """From now on, keep all that the live region says, in ``window.heard``."""
        self.page.evaluate(
            """() => {
              window.heard = [];
              const region = document.querySelector('.visually-hidden[role=status]');
              new MutationObserver(() => { if (region.textContent) window.heard.push(region.textContent); })
                .observe(region, {childList: true, characterData: true, subtree: true});
            }"""
        )

    def pile(self, name: str) -> Any:
        """A pile's button."""
        return self.page.locator(f"button[data-pile={name}]")

    def lies(self, view: dict[str, Any]) -> None:
        """Check that every pile of the page holds what the view says, bottom to top, and nothing else."""
        found = self.page.evaluate(
            """() => {
              const piles = {};
              for (const c of document.querySelectorAll('.stage .table [data-card]'))
                if (c.dataset.card !== 'stock')
                  (piles[c.dataset.pile] ??= [])[c.dataset.index] = Number(c.dataset.card);
              return piles;
            }"""
        )
        assert found == {name: ids for name, ids in view["piles"].items() if ids}

    def point(self, pile: str, index: int | None = None) -> tuple[float, float]:
        """Where to touch a pile: the strip seen of its card ``index`` (from the bottom), else its place or top card."""
        x, y = self.page.evaluate(
            """([pile, index]) => {
              const cards = [...document.querySelectorAll(`.stage .table [data-card][data-pile=${pile}]`)];
              cards.sort((a, b) => a.dataset.index - b.dataset.index);
              const card = index === null ? cards.at(-1) : cards.find(c => c.dataset.index === String(index));
              const box = (card ?? document.querySelector(`button[data-pile=${pile}]`)).getBoundingClientRect();
              const next = card && cards[cards.indexOf(card) + 1]?.getBoundingClientRect();
              const strip = next && next.top > box.top ? next.top - box.top : box.height;
              const column = next && next.left > box.left ? next.left - box.left : box.width;
              return [box.left + Math.min(column, box.width) / 2, box.top + Math.min(strip, box.height) / 2];
            }""",
            [pile, index],
        )
        return x, y

    def choice(self, move: str, view: dict[str, Any]) -> dict[str, Any]:
        """What to do by hand for a move: the plain one of its choices."""
        fitting = [c for c in view["choices"] if c["move"] == move]
        assert fitting, f"{move} is not among {[c['move'] for c in view['choices']]}"
        return next((c for c in fitting if c.get("main")), fitting[0])

    # --- doing ---

    def start_of(self, choice: dict[str, Any], view: dict[str, Any]) -> tuple[float, float]:
        """Where a transfer is taken hold of."""
        size = len(view["piles"][choice["from"]])
        return self.point(choice["from"], size - choice["count"])

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 2) -> None:
        """Drag with the mouse."""
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(*end, steps=steps)
        mouse.up()

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag with a finger."""
        if self._touch is None:
            self._touch = self.page.context.new_cdp_session(self.page)
        mid = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for kind, at in (("touchStart", start), ("touchMove", mid), ("touchMove", end), ("touchEnd", None)):
            points = [{"x": at[0], "y": at[1]}] if at else []
            self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def tap(self, pile: str, index: int | None = None) -> None:
        """Tap with a finger."""
        self.page.touchscreen.tap(*self.point(pile, index))

    def click(self, pile: str, index: int | None = None) -> None:
        """Click with the mouse."""
        self.page.mouse.click(*self.point(pile, index))

    def walk(self, pile: str) -> None:
        """Go to a pile with the arrow keys, by the shortest way."""
        if not self._ways:
            self._ways = self.page.evaluate(PLACES)
        here = self.page.evaluate("document.activeElement.dataset.pile")
        came: dict[str, tuple[str, str]] = {}
        edge = deque([here])
        while edge:
            at = edge.popleft()
            if at == pile:
                break
            for way, to in self._ways[at].items():
                if to and to != here and to not in came:
                    came[to] = (at, way)
                    edge.append(to)
        keys = []
        while pile != here:
            pile, way = came[pile]
            keys.append(f"Arrow{way.capitalize()}")
        for key in reversed(keys):
            self.page.keyboard.press(key)

    def to_the_table(self) -> None:
        """Press Tab until a pile has the focus, if none has it yet."""
        for _ in range(30):
            if self.page.evaluate("!!document.activeElement.dataset.pile"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the Tab key does not come to the table")

    def do(self, gesture: Callable[[], None]) -> dict[str, Any]:
        """A gesture that makes one write; the answer to it, which the page has folded in."""

        def answered(response: Response) -> bool:
            asks = "/ask/" in response.url  # no write
            return response.request.method == "POST" and "/api/plays/" in response.url and not asks

        with self.page.expect_response(answered) as waiting:
            gesture()
        answer: dict[str, Any] = waiting.value.json()
        assert "error" not in answer, answer
        self.shows(answer["revision"])
        return answer

    def play_line(self, moves: Sequence[str], gesture: Gesture, press: Callable[["Table"], None] | None = None) -> None:
        """Play a whole line. ``gesture(table, choice, view)`` does one move by hand.

        With ``press``, turns in a row are pressed without waiting for the answers.
        """
        view, left = self.view(), deque(moves)
        while left:
            in_a_row = sum(1 for _ in takewhile(lambda move: move in PRESSES, islice(left, BURST)))
            if press and in_a_row > 1:
                for _ in range(in_a_row):
                    press(self)
                    left.popleft()
                self.shows(view["revision"] + in_a_row)
                view = self.view()
                continue
            choice = self.choice(left.popleft(), view)
            answer = self.do(partial(gesture, self, choice, view))
            told = {key: value for key, value in answer.items() if key not in ("steps", "faces")}
            view = {**view, **told, "piles": folded(view, answer)}
        assert view["status"] == "won"


def folded(view: dict[str, Any], answer: dict[str, Any]) -> dict[str, list[int]]:
    """The piles after an answer's steps: the tests' own fold, to know how many cards lie where."""
    piles = {name: list(ids) for name, ids in view["piles"].items()}
    for step in answer["steps"]:
        for shift in step["shifts"]:
            if shift["from"] in piles:
                piles[shift["from"]] = [i for i in piles[shift["from"]] if i not in shift["cards"]]
        for shift in step["shifts"]:
            if shift["to"] in piles:
                piles[shift["to"]] += shift["cards"]
    return piles
