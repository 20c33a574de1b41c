"""Whole games to a win through the page: by mouse, by keyboard alone, by touch; in both languages. One way and
one language is in the quick tests, the others are in the long ones.
"""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Open, Table, line

WON = {"de": "Aufgegangen", "en": "It came out"}

LONG = pytest.mark.long
GERMAN_FIRST = pytest.mark.parametrize("lang", ["de", pytest.param("en", marks=LONG)])
IN_BOTH = pytest.mark.parametrize("lang", ["en", "de"])


def check_won(table: Table, lang: str) -> None:
    """The panel, the status and the voice say so; every card lies where the server has it."""
    expect(table.page.get_by_role("heading", name=WON[lang])).to_be_visible()
    expect(table.page.locator(".app")).to_have_attribute("data-status", "won")
    table.hears(WON[lang])
    table.lies(table.view())


@GERMAN_FIRST
def test_single_interchange_by_mouse(tables: Open, lang: str) -> None:
    """Every transfer is a drag, every turn a click on the stock, as fast as one can click."""
    deal, moves = line("single-interchange", 0 if lang == "de" else 1)
    table = tables(size=(1024, 768), lang=lang).deal("single-interchange", deal)

    def gesture(table: Table, choice: dict[str, Any], view: dict[str, Any]) -> None:
        if "press" in choice:
            table.click(choice["press"])
        else:
            table.drag(table.start_of(choice, view), table.point(choice["to"]))

    table.play_line(moves, gesture, press=lambda table: table.click("stock"))
    check_won(table, lang)


@pytest.mark.long
@IN_BOTH
def test_hemispheres_by_keyboard_alone(tables: Open, lang: str) -> None:
    """Arrows, Enter and t; the focus is never lost."""
    deal, moves = line("hemispheres", 0 if lang == "de" else 2)
    table = tables(size=(1024, 768), lang=lang).deal("hemispheres", deal)
    table.to_the_table()

    def gesture(table: Table, choice: dict[str, Any], view: dict[str, Any]) -> None:
        if "press" in choice:
            table.page.keyboard.press("t")
            return
        table.walk(choice["from"])
        table.page.keyboard.press("Enter")
        table.walk(choice["to"])
        table.page.keyboard.press("Space")

    table.play_line(moves, gesture)
    check_won(table, lang)


@pytest.mark.long
@IN_BOTH
def test_hemispheres_by_touch(tables: Open, lang: str) -> None:
    """On a phone: cards are dragged with the finger, or tapped and then their target tapped."""
    deal, moves = line("hemispheres", 2 if lang == "de" else 0)
    table = tables(size=(390, 844), touch=True, lang=lang).deal("hemispheres", deal)
    tapped = ""

    def gesture(table: Table, choice: dict[str, Any], view: dict[str, Any]) -> None:
        nonlocal tapped
        if "press" in choice:
            table.tap(choice["press"])
        elif tapped or len(choice["move"]) % 2:  # a second tap at once on the same pile would be a double tap
            tapped = ""
            table.swipe(table.start_of(choice, view), table.point(choice["to"]))
        else:
            tapped = choice["to"]
            goes = [c for c in view["choices"] if c.get("from") == choice["from"]]
            table.tap(choice["from"])
            if len(goes) > 1 or choice.get("swap"):  # one sensible target: the first tap has sent it
                table.tap(choice["to"])

    table.play_line(moves, gesture)
    check_won(table, lang)
