"""Axe, with every rule, on every page and every panel of the table: by day, by night, on felt, in forced colours."""

import json
from collections.abc import Iterator
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.e2e.playing import Open, Table
from tests.e2e.scenes import pages, panels
from tools.samples import sample
from wendekreis.games import games

LOOKS = ["light", "dark", "felt", "forced"]


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


def faults(table: Table, scenes: Iterator[str]) -> dict[str, list[tuple[str, str]]]:
    """By scene what axe finds there, where it finds something."""
    found = {scene: findings(table.page) for scene in scenes}
    return {scene: some for scene, some in found.items() if some}


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_no_page_has_a_finding(tables: Open, look: str) -> None:
    """On a phone, in German, where words are longest; with plays in the history and the statistics."""
    table = tables(size=(390, 844), lang="de")
    wear(table.page, look)
    assert faults(table, pages(table)) == {}


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
def test_no_table_and_no_panel_has_a_finding(tables: Open, look: str) -> None:
    """In the middle of a game, with each dialog open: on a phone, and by day at a desk, too."""
    table = tables(size=(390, 844), lang="de")
    wear(table.page, look)
    found = faults(table, panels(table))
    for game in games():
        table.deal(game, sample(game)[0])
        found[game] = findings(table.page)
    if look == "light":
        table.page.set_viewport_size({"width": 1440, "height": 900})
        found |= {f"{scene} at a desk": some for scene, some in faults(table, panels(table)).items()}
    assert {scene: some for scene, some in found.items() if some} == {}
