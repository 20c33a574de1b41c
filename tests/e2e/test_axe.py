"""Axe, with every rule, on every page and every panel of the table: by day, by night, on felt, in forced colours."""

import json
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.playing import Open
from tools.samples import sample
from wendekreis.games import games

LOOKS = ["light", "dark", "felt", "forced"]
PAGES = ["/", "/about", "/statistics", "/history", *(f"/rules/{game}" for game in games()), "/nowhere"]
PANELS = {"menu": "[data-tool=menu]", "new deal": "n", "help": "?", "knows": "[data-tool=knows]", "hint": "h"}


def wear(page: Page, look: str) -> None:
    """Let the page look so, as a player or a system would have it."""
    forced: Literal["active", "none"] = "active" if look == "forced" else "none"
    page.emulate_media(forced_colors=forced)
    chosen = json.dumps({"theme": "auto" if look == "forced" else look})
    page.add_init_script(f"localStorage.setItem('wendekreis.settings', '{chosen}')")


def findings(page: Page) -> list[tuple[str, str]]:
    """What axe finds fault with, once nothing is on its way any more."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(150)
    found = Axe().run(page).response["violations"]
    return [(v["id"], node["html"][:160]) for v in found for node in v["nodes"][:2]]


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_no_page_has_a_finding(tables: Open, look: str) -> None:
    """On a phone, in German, where words are longest; with a play in the history and the statistics."""
    table = tables(size=(390, 844), lang="de")
    wear(table.page, look)
    table.table("single-interchange", "number=25483")
    table.page.keyboard.press("t")
    table.shows(1)
    found = {}
    for path in PAGES:
        table.open(path)
        table.page.wait_for_selector("h1")
        found[path] = findings(table.page)
    table.complaints[:] = [one for one in table.complaints if "404" not in one]
    assert {path: faults for path, faults in found.items() if faults} == {}


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_no_table_and_no_panel_has_a_finding(tables: Open, look: str) -> None:
    """In the middle of a game, with each dialog open, on a phone and at a desk."""
    table = tables(size=(390, 844), lang="de")
    page = table.page
    wear(page, look)
    found = {}
    for game in games():
        table.deal(game, sample(game)[0])
        found[game] = findings(page)
    for size in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        table.deal("hemispheres", sample("hemispheres")[0])
        for panel, way in PANELS.items():
            shown = page.locator(f"{way}:visible").first if way.startswith("[") else None
            if shown and not shown.count():
                continue
            if shown:
                shown.click()
            else:
                page.keyboard.press(way)
            page.wait_for_timeout(500)
            found[f"{panel} {size}"] = findings(page)
            page.keyboard.press("Escape")
    assert {where: faults for where, faults in found.items() if faults} == {}
