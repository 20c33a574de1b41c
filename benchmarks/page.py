"""How fast the page is: bytes, the first paint, hands, and memory, told by the browser itself, on a slow machine.

    python -m benchmarks.page [--game GAME ...] [--loads L] [--moves M] [--slower S] [--size WIDTHxHEIGHT]

A real server, and Chromium with its processor slowed down four-fold (``--slower``). Each game's table is opened by
somebody who has never been there, as often as ``--loads`` says; then a winning line is played with the mouse, each card
carried in many small steps, and the table is used by keys; then, not slowed down, the stock is turned a thousand times,
with the heap measured after a collection. docs/speed.md says what each figure has to be. The machine should have
nothing else to do; on one that has, the *processor* figures can still be believed: they are what the page's main thread
needed at full speed, by the browser's trace, times ``--slower``.
"""

import argparse
import json
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

from tests.e2e.playing import Table, line, open_tables
from tests.servers import serving
from tools.chromium import FLAGS, find
from tools.load import percentile

OBSERVE = """(() => {
  const seen = globalThis.seen = {paint: 0, lcp: 0, what: '', table: 0, shifts: [], tasks: [], events: [], inputs: 0};
  const watch = (type, each, more = {}) =>
    new PerformanceObserver(list => list.getEntries().forEach(each)).observe({type, buffered: true, ...more});
  watch('paint', e => { if (e.name === 'first-contentful-paint') seen.paint = e.startTime; });
  watch('largest-contentful-paint', e => {
    seen.lcp = e.startTime;
    seen.what = e.element ? `${e.element.tagName}.${e.element.className}` : '';
  });
  watch('layout-shift', e => {
    if (!e.hadRecentInput)
      seen.shifts.push([e.startTime, e.value, e.sources.map(s => s.node?.className ?? s.node?.nodeName).join(' ')]);
  });
  watch('longtask', e => seen.tasks.push([e.startTime, e.duration]));
  const input = e => { if (e.interactionId) seen.events.push([e.startTime, e.duration, e.name]); };
  watch('event', input, {durationThreshold: 16});
  for (const type of ['pointerdown', 'pointerup', 'click', 'keydown', 'keyup'])
    addEventListener(type, () => { seen.inputs += 1; }, {capture: true});
  const laid = new MutationObserver(() => {
    if (document.querySelector('.stage .table [data-card]')) { seen.table = performance.now(); laid.disconnect(); }
  });
  laid.observe(document, {childList: true, subtree: true});
})()"""

KINDS = {"Script": "JavaScript", "Stylesheet": "style sheets", "Font": "fonts", "Document": "page"}
"""What the browser calls a resource, and how it is told here; the rest is named by its address."""

PRESSES = {"hemispheres": "t" * 40 + "z" * 40}
"""Keys to change the table with for ever: where the stock has an end, what was turned is taken back."""

KEYS = ["ArrowRight", "ArrowDown", "z", "y", "z", "Enter", "Escape", "ArrowLeft", "t", "z"] * 5

STEPS = 40
"""Into how many small moves of the mouse a drag is cut."""


@dataclass
class Figures:
    """What was measured of one game. Times are milliseconds, heaps bytes."""

    loads: list[dict[str, Any]] = field(default_factory=list)
    sent: Counter[str] = field(default_factory=Counter)
    hands: dict[str, Any] = field(default_factory=dict)
    heaps: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    processor: dict[str, tuple[float, float]] = field(default_factory=dict)


@contextmanager
def fresh(browser: Browser, url: str, size: tuple[int, int], slower: float) -> Iterator[tuple[Table, CDPSession]]:
    """A table to be, in a profile that has never been here, on a machine that is slower."""
    with open_tables(browser, url, []) as tables:
        table = tables(size, motion=True)
        table.page.add_init_script(OBSERVE)
        session = table.page.context.new_cdp_session(table.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        yield table, session


def weigh(browser: Browser, url: str, game: str, told: argparse.Namespace, into: Figures) -> None:
    """Open the table once, from nothing, and count what is sent."""
    with fresh(browser, url, told.size, 1) as (table, session):
        session.send("Network.enable")
        names: dict[str, str] = {}
        sent = Counter[str]()
        session.on("Network.responseReceived", lambda e: names.update({e["requestId"]: _kind(e)}))
        session.on(
            "Network.loadingFinished", lambda e: sent.update({names[e["requestId"]]: int(e["encodedDataLength"])})
        )
        table.table(game, "number=25483")
        table.page.wait_for_timeout(1500)
        into.sent = sent


def load(browser: Browser, url: str, game: str, told: argparse.Namespace, into: Figures) -> None:
    """Open the table once, from nothing, in a page that nobody listens to.

    Whoever is told of each request, as a driven page's driver is, makes the page's main thread tell it, which takes as
    long as all else together. So the page is one of a context that the driver does not know; it is asked once, at the
    end.
    """
    session = browser.new_browser_cdp_session()
    context = session.send("Target.createBrowserContext")["browserContextId"]
    width, height = told.size
    blank = {"url": "about:blank", "browserContextId": context, "width": width, "height": height}
    target = session.send("Target.createTarget", blank)["targetId"]
    attached = session.send("Target.attachToTarget", {"targetId": target, "flatten": False})["sessionId"]
    answers: dict[int, Any] = {}

    def heard(event: dict[str, Any]) -> None:
        answer = json.loads(event["message"])
        if "id" in answer:
            answers[answer["id"]] = answer["result"]

    session.on("Target.receivedMessageFromTarget", heard)

    def ask(number: int, method: str, **parameters: Any) -> Any:
        message = json.dumps({"id": number, "method": method, "params": parameters})
        session.send("Target.sendMessageToTarget", {"sessionId": attached, "message": message})
        while number not in answers:
            time.sleep(0.05)
            session.send("Browser.getVersion")  # events are told while something is asked
        return answers[number]

    ask(1, "Page.enable")
    ask(2, "Page.addScriptToEvaluateOnNewDocument", source=OBSERVE)
    ask(3, "Emulation.setCPUThrottlingRate", rate=told.slower)
    ask(4, "Page.navigate", url=f"{url}/play/{game}?number=25483")
    time.sleep(3)
    seen = ask(5, "Runtime.evaluate", expression="JSON.stringify(seen)")["result"]["value"]
    into.loads.append(json.loads(seen))
    session.send("Target.disposeBrowserContext", {"browserContextId": context})
    session.detach()


def _kind(event: dict[str, Any]) -> str:
    url = event["response"]["url"]
    other = "card faces" if "/faces/" in url else "texts, games, view" if "/api/" in url else "icons"
    return KINDS.get(event["type"], other)


def play(browser: Browser, url: str, game: str, told: argparse.Namespace, into: Figures) -> None:
    """Carry cards about and press keys, and see when the browser painted."""
    with fresh(browser, url, told.size, told.slower) as (table, _):
        deal, moves = line(game)
        table.deal(game, deal)
        table.page.wait_for_timeout(1500)
        start = table.page.evaluate("performance.now()")
        view = table.view()
        for move in moves[: told.hands]:
            choice = table.choice(move, view)
            table.do(partial(_carry, table, choice, view))
            _settle(table)
            view = table.view()
        dragged = table.page.evaluate("performance.now()")
        for key in KEYS:
            table.page.keyboard.press(key)
            table.page.wait_for_timeout(250)
        seen = table.page.evaluate("seen")
        into.hands = {
            "inputs": seen["inputs"],
            "events": [e for e in seen["events"] if e[0] >= start],
            "shifts": [s for s in seen["shifts"] if s[0] >= start],
            "tasks": [d for at, d in seen["tasks"] if start <= at < dragged],
            "keys": [d for at, d in seen["tasks"] if at >= dragged],
        }


def _carry(table: Table, choice: dict[str, Any], view: dict[str, Any]) -> None:
    """Do a move by hand: drag the card, or click where nothing is dragged."""
    if choice.get("from") and choice.get("to") and choice["from"] in view["piles"]:
        table.drag(table.start_of(choice, view), table.point(choice["to"]), STEPS)
    else:
        table.click("stock")


def _settle(table: Table) -> None:
    """Wait until every card lies where it can be taken hold of."""
    table.page.wait_for_timeout(300)
    while table.page.evaluate("document.getAnimations().some(one => one.playState === 'running')"):
        table.page.wait_for_timeout(50)


def trace(browser: Browser, url: str, game: str, told: argparse.Namespace, into: Figures) -> None:
    """Do the same at full speed, and see what the main thread needed of the processor: for one task, and for all."""
    with fresh(browser, url, told.size, 1) as (table, _):
        deal, moves = line(game)
        with _traced(browser, table, "loading", told, into):
            table.deal(game, deal)
            table.page.wait_for_timeout(1500)
        view = table.view()
        with _traced(browser, table, "dragging", told, into):
            for move in moves[: told.hands]:
                choice = table.choice(move, view)
                table.do(partial(_carry, table, choice, view))
                _settle(table)
                view = table.view()
        with _traced(browser, table, "keys", told, into):
            for key in KEYS:
                table.page.keyboard.press(key)
                table.page.wait_for_timeout(250)


@contextmanager
def _traced(browser: Browser, table: Table, name: str, told: argparse.Namespace, into: Figures) -> Iterator[None]:
    browser.start_tracing(page=table.page, categories=["toplevel"])
    yield
    events = json.loads(browser.stop_tracing())["traceEvents"]
    tasks = [e for e in events if e.get("ph") == "X" and e["name"].endswith("RunTask")]
    mains = {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and "RendererMain" in e["args"]["name"]}
    busy = Counter((e["pid"], e["tid"]) for e in tasks)
    main = max(mains, key=lambda thread: busy[thread])  # a browser keeps a spare page beside ours
    spent = [e.get("tdur", 0) / 1000 * told.slower for e in tasks if (e["pid"], e["tid"]) == main]
    into.processor[name] = max(spent), sum(spent)


def remember(browser: Browser, url: str, game: str, told: argparse.Namespace, into: Figures) -> None:
    """Change the table a thousand times, and see what the page has kept."""
    with fresh(browser, url, told.size, 1) as (table, session):
        table.table(game, "number=25483")
        session.send("HeapProfiler.enable")
        keys, first = PRESSES.get(game, "t"), table.revision
        for done in range(told.moves + 1):
            if done in (100, told.moves):
                table.shows(first + done)
                table.page.wait_for_timeout(1000)
                into.heaps[done] = _heap(session)
            if done % 10 == 0:
                table.shows(first + done)
            if done < told.moves:
                table.page.keyboard.press(keys[done % len(keys)])


def _heap(session: CDPSession) -> tuple[int, int, int]:
    """Bytes of the heap, elements and listeners, after a collection."""
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    counters = session.send("Memory.getDOMCounters")
    used = session.send("Runtime.getHeapUsage")["usedSize"]
    return int(used), int(counters["nodes"]), int(counters["jsEventListeners"])


def tell(game: str, figures: Figures) -> None:
    """Print what was measured."""
    print(f"\n{game}\n")
    if figures.loads:
        for kind, count in figures.sent.most_common():
            print(f"  sent: {kind:20}{count / 1000:8.1f} kB")
        print(f"  sent: {'everything':20}{figures.sent.total() / 1000:8.1f} kB")
        for name, key in (("first paint", "paint"), ("largest paint", "lcp"), ("cards lie there", "table")):
            times = [one[key] for one in figures.loads]
            print(f"  {name:26}{statistics.median(times):8.0f} ms (worst {max(times):.0f})")
        print(f"  the largest paint was of   {figures.loads[-1]['what']}")
        tasks = [max((d for _, d in one["tasks"]), default=0) for one in figures.loads]
        print(f"  longest task at loading   {statistics.median(tasks):8.0f} ms")
        _tell_shifts("at loading", [s for one in figures.loads for s in one["shifts"]])
    if figures.hands:
        hands = figures.hands
        # The browser tells nothing of those that took less than 16 ms.
        times = sorted(e[1] for e in hands["events"])
        all_of_them = [0.0] * max(0, hands["inputs"] - len(times)) + times
        print(f"  input to paint, 98 %      {percentile(all_of_them, 0.98):8.0f} ms ({len(all_of_them)} inputs)")
        print(f"  the slowest inputs         {sorted(((d, n) for _, d, n in hands['events']), reverse=True)[:6]}")
        for name in ("tasks", "keys"):
            print(f"  long tasks, {name:15}{len(hands[name]):7}, longest {max(hands[name], default=0):.0f} ms")
        _tell_shifts("while playing", hands["shifts"])
    for name, (longest, whole) in figures.processor.items():
        print(f"  processor, {name:15}{longest:8.0f} ms in one task, {whole:.0f} ms in all")
    for done, (heap, nodes, listeners) in figures.heaps.items():
        print(f"  after {done:5} moves          {heap / 1e6:8.2f} MB, {nodes} nodes, {listeners} listeners")


def _tell_shifts(when: str, shifts: Sequence[Sequence[Any]]) -> None:
    print(f"  layout shift {when:14}{sum(s[1] for s in shifts):7.4f} {[s for s in shifts if s[1] > 0.0001][:4] or ''}")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    return int(width), int(height)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", help="default: hemispheres and single-interchange")
    parser.add_argument("--loads", type=int, default=5)
    parser.add_argument("--hands", type=int, default=40, help="moves by the mouse")
    parser.add_argument("--moves", type=int, default=1000)
    parser.add_argument("--slower", type=float, default=4)
    parser.add_argument("--size", type=_size, default=(1440, 900))
    told = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "page.sqlite") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        for game in told.game or ["hemispheres", "single-interchange"]:
            figures = Figures()
            weigh(browser, server.url, game, told, figures)  # and the server has read its files once
            for _ in range(told.loads):
                load(browser, server.url, game, told, figures)
            if told.hands:
                play(browser, server.url, game, told, figures)
                trace(browser, server.url, game, told, figures)
            if told.moves:
                remember(browser, server.url, game, told, figures)
            tell(game, figures)
        browser.close()


if __name__ == "__main__":
    main()
