"""Every page, panel and dialog there is, one after the other: for what has to hold on all of them."""

import json
from collections.abc import Iterator

from playwright.sync_api import expect

from tests.e2e.playing import Table, line
from wendekreis.games import games

__all__ = ["pages", "panels"]

NO_CLIPBOARD = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('denied')); }"

PANELS = {
    "menu": ("m", "dialog[open].menu"),
    "new deal": ("n", "dialog[open].new-deal"),
    "share": ("e", "dialog[open].share"),
    "link": ("l", "dialog[open].link"),
    "knows": ("k", "dialog[open].knowledge"),
    "show": ("s", "dialog[open].show-me"),
    "help": ("?", ".legend.help"),
    "hint": ("h", ".aside"),
    "lost": ("w", ".aside"),
}
"""The key that opens each panel of the table, and what it is then."""


def pages(table: Table) -> Iterator[str]:
    """Go to every page, with plays in the history and the statistics, and say which one it is."""
    page = table.page
    deal, moves = line("hemispheres")
    record = json.dumps({"game": "hemispheres", "deal": deal, "moves": " ".join(moves)})
    table.open("/")
    own = {"Origin": table.url}
    assert page.context.request.post(f"{table.url}/api/import", data={"lines": [record]}, headers=own).ok
    table.table("single-interchange", "number=25483")
    page.keyboard.press("t")
    table.shows(1)
    for path in ("/", "/about", "/statistics", "/history", *(f"/rules/{game}" for game in games())):
        yield opened(table, path)
    table.open("/history")
    page.locator(".history a[href^='/replay']").first.click()
    expect(page.locator(".player .card").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    yield "/replay"
    for path in ("/nowhere", "/play/nothing"):
        yield opened(table, path)
    table.complaints[:] = [one for one in table.complaints if "404" not in one]
    table.open("/settings")
    expect(page.locator("dialog[open].settings")).to_be_visible()
    page.wait_for_load_state("networkidle")
    yield "/settings"


def opened(table: Table, path: str) -> str:
    """Go to a page, unfold what is folded on it, and wait until all of it is there."""
    table.open(path)
    expect(table.page.locator("h1")).to_be_visible()
    table.page.wait_for_load_state("networkidle")
    for folded in table.page.locator("main details:not([open]) > summary").all():
        folded.click()
    return path


def panels(table: Table) -> Iterator[str]:
    """Open each panel and dialog of the table, and say which one it is; at last that of a win."""
    page = table.page
    deal, moves = line("hemispheres")
    table.deal("hemispheres", f"{deal} | {' '.join(moves[:20])}")
    page.evaluate(NO_CLIPBOARD)
    yield "table"
    for name, (key, what) in PANELS.items():
        page.keyboard.press(key)
        expect(page.locator(what)).to_be_visible()
        if name == "new deal":
            page.locator("dialog [name=number]").fill("nothing")
            page.locator("dialog [name=number]").press("Enter")
            expect(page.locator("dialog .error")).not_to_be_empty()
        for folded in page.locator(f"{what} details:not([open]) > summary").all():
            folded.click()
        page.wait_for_load_state("networkidle")
        yield name
        if what == ".aside":
            page.locator(".aside [data-act=close]").click()
        else:
            page.keyboard.press("Escape")
        expect(page.locator(what)).not_to_be_visible()
    table.complaints[:] = [one for one in table.complaints if "400" not in one]  # of the number that is none
    table.deal("hemispheres", f"{deal} | {' '.join(moves)}")
    expect(page.locator(".legend.win")).to_be_visible()
    page.wait_for_load_state("networkidle")
    yield "win"
