"""Make docs/pictures: each table and each page, at four sizes, light, dark and on felt, in German and English; and what
opens beside a table, and the page that there is not, once for a phone and once for a desk.

Run from the checkout: ``.venv/bin/python -m tools.pictures [PATTERN …]``, all or those whose names match
(``'start-*'``). It starts a server of its own, plays to the positions that the rules pages show, and photographs
the real pages. The languages take turns, so that each page is seen in both by day, by night and on felt.
"""

import fnmatch
import json
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import uvicorn
from PIL import Image
from playwright.sync_api import APIRequestContext, BrowserContext, Page, sync_playwright

from tools.chromium import FLAGS, find
from tools.samples import sample
from wendekreis.deals import numbered_deal
from wendekreis.games import game, games
from wendekreis.solver import Limits, solve
from wendekreis.web.app import create_app

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZES = ("360x640", "390x844", "768x1024", "1440x900")
"""Sizes of the window in CSS pixels."""

THEMES = ("light", "dark", "felt")
LANGS = ("de", "en")

TAPPED = {"hemispheres": "n5"}
"""A pile that is picked up on a game's table, so that what lights up is seen, too."""

PAGES = {
    "start": "/",
    "rules": "/rules/hemispheres",
    "statistics": "/statistics",
    "history": "/history",
    "settings": "/settings",
    "replay": "/replay/hemispheres?play={play}",
    "about": "/about",
}

BESIDE = {
    "win": ("/play/hemispheres?play={won}", "", ".legend.win"),
    "help": ("/play/hemispheres?play={play}", "?", ".legend.help"),
    "menu": ("/play/hemispheres?play={play}", "m", "dialog[open]"),
    "oracle": ("/play/hemispheres?play={play}", "k", "dialog[open]"),
    "missing": ("/nowhere", "", "main h1"),
}
"""What opens beside a table: where, by which key, and how it is known to be there. And what is in place of a page."""

BESIDE_IN = {
    "390x844": ("light", "dark", "felt", "light", "dark"),
    "1440x900": ("dark", "light", "dark", "felt", "light"),
}
"""In which theme each of them is shown at a size."""

PLAIN = {"hemispheres-1440x900-light", "single-interchange-390x844-light"}
"""Those that README.md shows are PNG, which everything can show; the others are WebP, a third of that."""


@dataclass(frozen=True)
class Shot:
    """One picture: a page at a size, in a theme and a language, perhaps with a pile tapped or a key pressed before."""

    name: str
    path: str
    size: str
    theme: str
    lang: str
    tap: str = ""
    key: str = ""
    opens: str = ""

    @property
    def file(self) -> Path:
        """Where it is kept."""
        return PICTURES / f"{self.name}.{'png' if self.name in PLAIN else 'webp'}"


def shots() -> list[Shot]:
    """All pictures."""
    paths = {game: f"/play/{game}" for game in games()} | PAGES
    pages = [
        Shot(f"{name}-{size}-{theme}", path, size, theme, LANGS[(i + j) % 2], TAPPED.get(name, ""))
        for name, path in paths.items()
        for i, size in enumerate(SIZES)
        for j, theme in enumerate(THEMES)
    ]
    beside = [
        Shot(f"{name}-{size}-{themes[i]}", path, size, themes[i], LANGS[(i + j) % 2], key=key, opens=opens)
        for j, (size, themes) in enumerate(BESIDE_IN.items())
        for i, (name, (path, key, opens)) in enumerate(BESIDE.items())
    ]
    return pages + beside


@contextmanager
def server() -> Iterator[str]:
    """The address of a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(f"sqlite:///{folder}/pictures.sqlite3")
        running = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="warning"))
        thread = threading.Thread(target=running.run, daemon=True)
        thread.start()
        while not running.started:
            thread.join(0.02)
        yield f"http://127.0.0.1:{running.servers[0].sockets[0].getsockname()[1]}"
        running.should_exit = True
        thread.join()


def lived(request: APIRequestContext, url: str) -> dict[str, str]:
    """Some plays that are over, for the statistics and the list of plays: won where that can be, else given up.

    Returns a won play's id of each game.
    """
    won = {}
    for game_id, last in (("hemispheres", 3), ("single-interchange", 40)):
        for number in map(str, range(1, last + 1)):
            verdict = solve(numbered_deal(game(game_id), number).start(), Limits(max_nodes=1_000_000))
            if verdict.outcome == "won" or number.endswith("7"):
                moves = list(map(str, verdict.moves)) or ["turn"] * 9
                made = play(request, url, {"game": game_id, "number": number}, moves)
                if verdict.moves:
                    won[game_id] = made
    return won


def middle(request: APIRequestContext, url: str, game_id: str) -> str:
    """Bring a play to the game's sample position and return its id."""
    deal, moves = sample(game_id)
    return play(request, url, {"game": game_id, "deal": deal}, moves)


def play(request: APIRequestContext, url: str, deal: dict[str, str], moves: list[str]) -> str:
    """Make a play with these moves and return its id."""
    view: dict[str, Any] = request.post(f"{url}/api/plays", data=deal).json()
    revision = view["revision"]
    for move in moves:
        answer = request.post(
            f"{url}/api/plays/{view['id']}/move", data={"revision": revision, "move": move, "played_ms": 2500}
        )
        assert answer.ok, answer.text()
        revision = answer.json()["revision"]
    return str(view["id"])


def photograph(page: Page, url: str, shot: Shot) -> None:
    """Take one picture."""
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: complaints.append(str(e)))
    page.goto(f"{url}{shot.path}{'&' if '?' in shot.path else '?'}lang={shot.lang}")
    page.wait_for_selector("#content", state="attached")
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    if shot.tap:
        page.locator(f'[data-card][data-pile="{shot.tap}"]').last.click()
        page.mouse.move(1, 1)
    if shot.key:
        page.wait_for_selector(".app[data-revision] .table[data-layout]")
        page.keyboard.press(shot.key)
    if shot.opens:
        page.wait_for_selector(shot.opens)
    page.evaluate("document.activeElement?.blur()")  # whoever comes by a key is shown where the keyboard is
    page.wait_for_timeout(400)
    picture = Image.open(BytesIO(page.screenshot()))
    if shot.file.suffix == ".png":
        picture.convert("RGB").quantize(256, method=Image.Quantize.MEDIANCUT).save(shot.file, optimize=True)
    else:
        picture.save(shot.file, quality=75, method=6)
    if complaints:
        print(f"{shot.name}: {complaints}", file=sys.stderr)


def main(patterns: list[str]) -> None:
    """Make all pictures, or those that are named; without names, remove what is no picture any more."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in shots() if not patterns or any(fnmatch.fnmatch(shot.name, p) for p in patterns)]
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        player = browser.new_context()
        won = lived(player.request, url)
        plays = {of: middle(player.request, url, of) for of in reversed(list(games()))}  # the first is played last
        state = player.storage_state()
        later = datetime.now() + timedelta(hours=2)
        for shot in wanted:
            width, height = map(int, shot.size.split("x"))
            context: BrowserContext = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=1.5 if shot.name in PLAIN and width < 500 else 1,
                reduced_motion="reduce",
                service_workers="block",
                storage_state=state,
            )
            chosen = json.dumps(json.dumps({"theme": shot.theme}))
            context.clock.set_fixed_time(later)  # or some of what was played would be of just now, and some would not
            context.add_init_script(f"localStorage.setItem('wendekreis.settings', {chosen})")
            photograph(
                context.new_page(),
                url,
                replace(shot, path=shot.path.format(play=plays["hemispheres"], won=won["hemispheres"])),
            )
            context.close()
        browser.close()
    if not patterns:
        for stale in set(PICTURES.iterdir()) - {shot.file for shot in wanted}:
            stale.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
