"""Forced colours: the system gives a few, and whatever was told by a shade has to be told by a line or a form."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.e2e.playing import Open, Table, line
from tools.samples import sample

BARE = """() => [...document.querySelectorAll('button, input, textarea, select')].filter(e => {
  const s = getComputedStyle(e), group = e.closest('.seg');
  if (!e.checkVisibility() || e.dataset.pile || e.type === 'file') return false;
  return !parseFloat(s.borderTopWidth) && !(group && parseFloat(getComputedStyle(group).outlineWidth));
}).map(e => e.outerHTML.slice(0, 120))"""

LABELS = """() => [...document.querySelectorAll('.btn')].filter(e => {
  const r = e.getBoundingClientRect();
  return e.checkVisibility() && r.top >= 0 && r.left >= 0 && r.bottom <= innerHeight && r.right <= innerWidth
    && e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2));
}).flatMap(e => [...e.querySelectorAll('svg, span')].map(s => s.getBoundingClientRect())
  .filter(b => b.width > 6 && b.height > 6)
  .map(b => [e.textContent || e.getAttribute('aria-label'), [b.left, b.top, b.right, b.bottom]]))"""

ART = """letters => [...document.querySelectorAll('.stage .card:not(.covered) .art')]
  .filter(e => letters.includes((e.src ?? e.querySelector('use').href.baseVal).split(/[-\\/]/).at(-1)[0]))
  .map(e => e.getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.bottom])"""


def picture(page: Page) -> Image.Image:
    """What is seen, in brightness alone."""
    return Image.open(BytesIO(page.screenshot())).convert("L")


def invisible(page: Page) -> list[str]:
    """Words and signs on buttons that have the colour of what they lie on."""
    seen = picture(page)
    dark = []
    for name, box in page.evaluate(LABELS):
        shades = [shade for shade, n in enumerate(seen.crop((box[0], box[1], box[2], box[3])).histogram()) if n]
        if shades[-1] - shades[0] < 60:
            dark.append(name)
    return dark


def look_through(table: Table, found: dict[str, Any], where: str) -> None:
    """Note what is amiss on what is open now."""
    table.page.wait_for_timeout(200)
    found[where] = (table.page.evaluate(BARE), invisible(table.page))


@pytest.mark.long
@pytest.mark.parametrize("dark", [True, False], ids=["black", "white"])
def test_every_button_has_a_border_and_its_words_are_seen(tables: Open, dark: bool) -> None:
    """On pages, the table, and in each dialog: nothing is written in the colour that it lies on."""
    table = tables(size=(390, 844), lang="de", dark=dark)
    page = table.page
    page.emulate_media(forced_colors="active")
    found: dict[str, Any] = {}
    deal, moves = line("hemispheres")
    table.deal("hemispheres", f"{deal} | {' '.join(moves)}")
    page.wait_for_selector(".legend.win")
    look_through(table, found, "win")
    for path in ("/", "/history", "/statistics", "/about"):
        table.open(path)
        page.wait_for_load_state("networkidle")
        look_through(table, found, path)
    page.get_by_role("button", name="Einstellungen").click()
    look_through(table, found, "settings")
    table.deal("single-interchange", sample("single-interchange")[0])
    look_through(table, found, "table")
    for key in ("m", "n", "?", "h"):
        page.keyboard.press(key)
        page.wait_for_timeout(300)
        look_through(table, found, key)
        page.keyboard.press("Escape")
    assert {where: faults for where, faults in found.items() if faults != ([], [])} == {}


def test_cards_counts_and_courts_are_whole_on_black(tables: Open) -> None:
    """Courts lie on white, as they are drawn; a badge has room for its count; a dialog's buttons are seen."""
    table = tables(size=(390, 844), dark=True)
    page = table.page
    page.emulate_media(forced_colors="active")
    table.table("single-interchange", "number=25483")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".stage .art").first).to_be_visible()
    page.wait_for_timeout(400)
    seen = picture(page)
    courts = page.evaluate(ART, "JQK")
    assert courts
    for box in courts:
        shades = seen.crop((box[0], box[1], box[2], box[3])).histogram()
        assert sum(shades[200:]) > sum(shades) / 5, "a court is drawn on black"
    cut = """() => [...document.querySelectorAll('.stage .count')].filter(e => e.getClientRects().length)
      .map(e => [e.textContent, e.clientHeight >= parseFloat(getComputedStyle(e).lineHeight)])"""
    counts = page.evaluate(cut)
    assert counts
    assert all(whole for _, whole in counts), counts
    back = page.locator(".stage .body.back").first.evaluate("e => getComputedStyle(e).backgroundColor")
    face = page.locator(".stage .body.face").first.evaluate("e => getComputedStyle(e).backgroundColor")
    assert back != face
    page.keyboard.press("n")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert (page.evaluate(BARE), invisible(page)) == ([], [])
