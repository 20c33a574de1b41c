"""Everything that is pressed is 44 px wide and high, on every page and in every dialog, on small phones too."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Open, Table
from tests.e2e.scenes import pages, panels

SMALLEST = 43.5  # px: layout rounds

PRESSED = """() => {
  const among = e => [e.previousSibling, e.nextSibling].some(n => n && n.nodeName !== 'BR' && n.textContent.trim());
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const kinds = 'button, a[href], input, select, textarea, summary, label:has([type=file])';
  return [...(dialog ?? document).querySelectorAll(kinds)]
    .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.dataset.pile && e.type !== 'file' &&
      !(e.tagName === 'A' && getComputedStyle(e).display === 'inline' && among(e)))
    .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 120)])
    .map(([r, html]) => [r.width, r.height, html]);
}"""
"""Piles are measured where they are tapped; of a file's field the label is pressed; a link in the midst of a sentence
is as high as its line (WCAG 2.5.8).
"""


def small(table: Table, scenes: Iterator[str]) -> dict[str, list[str]]:
    """What is too small in each scene."""
    found = {}
    for scene in scenes:
        pressed = table.page.evaluate(PRESSED)
        assert pressed, scene
        few = [f"{wide:.0f}×{high:.0f} {html}" for wide, high, html in pressed if min(wide, high) < SMALLEST]
        if few:
            found[scene] = few
    return found


@pytest.mark.long
def test_every_dialog_has_targets_large_enough(tables: Open) -> None:
    """On the smallest phone, in German, where words are longest."""
    table = tables(size=(360, 640), lang="de", touch=True)
    assert small(table, panels(table)) == {}


def test_the_head_of_a_page_has_room_for_the_other_language(tables: Open) -> None:
    """All in one row on every phone that is not magnified: no two overlap, and none is beyond the edge."""
    page = tables(size=(430, 844), lang="de").open("/about").page
    for width in (430, 400, 390, 381, 380, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        boxes = [one.bounding_box() for one in page.locator(".mast .brand, .mast .btn").all()]
        assert len(boxes) == 7
        edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
        assert edges == sorted(edges), (width, edges)
        assert edges[-1] <= width, (width, edges)
        assert all(box and min(box["width"], box["height"]) >= SMALLEST for box in boxes), width
    page.get_by_role("button", name="English").click()
    expect(page.get_by_role("button", name="Deutsch")).to_be_focused()


@pytest.mark.long
def test_every_page_has_targets_large_enough(tables: Open) -> None:
    """On the smallest phone, with plays in the history, and all unfolded that can be."""
    table = tables(size=(360, 640), lang="de", touch=True)
    assert small(table, pages(table)) == {}


@pytest.mark.long
def test_every_target_is_large_enough_in_english_on_a_larger_phone(tables: Open) -> None:
    """Pages and dialogs."""
    table = tables(size=(390, 844), touch=True)
    assert small(table, pages(table)) | small(table, panels(table)) == {}
