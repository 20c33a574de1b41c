"""Make docs/pictures/*.png: the tables at four sizes, by day and by night, the start page and a page of rules.

Run from the checkout: ``.venv/bin/python -m tools.pictures [NAME …]``. It starts a server of its own, plays to the
positions that the rules pages show, and photographs the real pages. With Pillow installed the files come out a third
as large.
"""

import importlib
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import uvicorn
from playwright.sync_api import APIRequestContext, BrowserContext, Page, sync_playwright

from tools.chromium import FLAGS, find
from tools.samples import sample
from wendekreis.games import games
from wendekreis.web.app import create_app

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SIZES = {"360x640": 1.5, "390x844": 1.5, "768x1024": 1.0, "1440x900": 1.0}
"""Sizes of the window in CSS pixels, and how many of the picture's pixels go into one of them."""

TABLES = ("hemispheres", "single-interchange")
NIGHT = ("390x844", "1440x900")


@dataclass(frozen=True)
class Shot:
    """One picture: a page at a size, perhaps with a pile tapped before."""

    name: str
    path: str
    size: str
    lang: Literal["de", "en"] = "en"
    night: bool = False
    tap: str = ""


def shots() -> list[Shot]:
    """All pictures."""
    made = []
    for game in TABLES:
        tap = "n5" if game == "hemispheres" else ""
        made += [Shot(f"{game}-{size}", f"/play/{game}", size, tap=tap) for size in SIZES]
        made += [Shot(f"{game}-{size}-dark", f"/play/{game}", size, "de", night=True) for size in NIGHT]
    made += [Shot(f"start-{size}", "/", size, "de" if size == "390x844" else "en") for size in ("390x844", "1440x900")]
    made.append(Shot("start-1440x900-dark", "/", "1440x900", "de", night=True))
    made.append(Shot("rules-1440x900", "/rules/hemispheres", "1440x900"))
    made += [Shot(f"unlimited-{size}", "/play/unlimited", size, "de") for size in ("360x640", "1440x900")]
    made += [Shot(f"interchange-{size}", "/play/interchange", size, "de") for size in ("390x844", "768x1024")]
    return made


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


def play(request: APIRequestContext, url: str, game: str) -> str:
    """Bring a play to the game's sample position and return its id."""
    deal, moves = sample(game)
    view: dict[str, Any] = request.post(f"{url}/api/plays", data={"game": game, "deal": deal}).json()
    revision = view["revision"]
    for move in moves:
        answer = request.post(f"{url}/api/plays/{view['id']}/move", data={"revision": revision, "move": move})
        assert answer.ok, answer.text()
        revision = answer.json()["revision"]
    return str(view["id"])


def photograph(page: Page, url: str, shot: Shot, file: Path) -> None:
    """Take one picture."""
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type in ("error", "warning") else None)
    page.on("pageerror", lambda e: complaints.append(str(e)))
    page.goto(f"{url}{shot.path}{'&' if '?' in shot.path else '?'}lang={shot.lang}")
    page.wait_for_selector(".table .card .art, .table.mini .card", state="attached")
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    if shot.tap:
        page.locator(f'[data-card][data-pile="{shot.tap}"]').last.click()
        page.mouse.move(1, 1)
    page.wait_for_timeout(400)
    page.screenshot(path=file)
    if complaints:
        print(f"{shot.name}: {complaints}", file=sys.stderr)


def shrink(file: Path) -> None:
    """Give a picture a palette, if Pillow is there."""
    try:
        image = importlib.import_module("PIL.Image")
    except ImportError:
        return
    with image.open(file) as full:
        full.convert("RGB").quantize(256, method=image.Quantize.MEDIANCUT).save(file, optimize=True)


def main(names: list[str]) -> None:
    """Make all pictures, or those that are named."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    wanted = [shot for shot in shots() if not names or shot.name in names]
    with server() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        player = browser.new_context()
        for game in reversed(list(games())):  # so that the first game is the one played last
            play(player.request, url, game)
        state = player.storage_state()
        for shot in wanted:
            width, height = map(int, shot.size.split("x"))
            context: BrowserContext = browser.new_context(
                viewport={"width": width, "height": height},
                device_scale_factor=SIZES[shot.size],
                color_scheme="dark" if shot.night else "light",
                reduced_motion="reduce",
                storage_state=state,
            )
            file = PICTURES / f"{shot.name}.png"
            photograph(context.new_page(), url, shot, file)
            shrink(file)
            context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
