"""Nothing on a table or a page lies over what has to be read: badges, captions, counts, tabs and buttons."""

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Open, line
from tools.samples import sample

CAPTIONS = """() => {
  const box = e => e.getBoundingClientRect();
  const cards = [...document.querySelectorAll('.stage .card:not([hidden]) .body')];
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;  // px: of the room under the letters
  return [...document.querySelectorAll('.stage .cap')].filter(e => getComputedStyle(e).visibility === 'visible')
    .filter(e => cards.some(c => over(box(e), box(c)))).map(e => e.textContent);
}"""

BADGES = """() => [...document.querySelectorAll('.stage .card.astray')].filter(e => {
  const text = document.createRange();
  text.selectNodeContents(e.querySelector('.ix b'));
  const a = text.getBoundingClientRect(), b = e.querySelector('.homeward').getBoundingClientRect();
  return Math.min(a.right, b.right) > Math.max(a.left, b.left) && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
}).length"""


MAP = """() => {
  const cards = [...document.querySelectorAll('.stage .card:not([hidden]) .body, .stage .count')];
  return [...document.querySelectorAll('.stage .g-label')].map(e => [e.textContent, e.getBoundingClientRect()])
    .filter(([, a]) => cards.map(c => c.getBoundingClientRect()).some(b =>
      Math.min(a.right, b.right) > Math.max(a.left, b.left)
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2))
    .map(([words]) => words);
}"""


def test_the_words_of_the_map_touch_no_card_on_a_phone_that_lies(tables: Open) -> None:
    """Nor a pile's count; where the long words have no room there are short ones."""
    deal, moves = sample("hemispheres")
    page = tables(size=(667, 375), lang="de").deal("hemispheres", f"{deal} | {' '.join(moves)}").page
    for width, height in ((667, 375), (720, 450), (844, 390), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".g-label")).to_have_count(2)
        assert page.evaluate(MAP) == [], (width, height)


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (195, 422)])
def test_badges_and_captions_cover_nothing_that_is_read(tables: Open, size: tuple[int, int]) -> None:
    """On phones, and on one at twice its size: where words find no room between the cards there are none."""
    deal, moves = sample("hemispheres")
    page = tables(size=size, lang="de").deal("hemispheres", f"{deal} | {' '.join(moves)}").page
    expect(page.locator(".card.astray .homeward").first).to_be_visible()
    assert page.evaluate(CAPTIONS) == []
    assert page.evaluate(BADGES) == 0


def test_the_tabs_of_a_phone_stand_in_even_rows(tables: Open) -> None:
    """Four games: two and two, none alone in a line."""
    page = tables(size=(390, 844)).open("/rules/hemispheres").page
    tabs = page.locator(".shelf .btn")
    expect(tabs).to_have_count(4)
    tops = [round(box["y"]) for i in range(4) if (box := tabs.nth(i).bounding_box())]
    assert [tops.count(top) for top in sorted(set(tops))] == [2, 2]


def test_a_card_that_will_be_covered_flies_with_its_face(tables: Open) -> None:
    """Its pips go only after the card that covers it has come down: a blank card would be none of the pack."""
    deal, moves = line("hemispheres")
    table = tables(motion=True).deal("hemispheres", f"{deal} | {' '.join(moves[:-1])}")
    page = table.page
    page.evaluate(
        """() => {
          window.blank = window.flown = 0;
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, how) {
            const far = (frames[0].translate ?? '0').split(' ').some(n => Math.abs(parseFloat(n)) > 20);
            const art = far && this.classList.contains('card') && this.querySelector('.art');
            if (art) {
              window.flown++;
              requestAnimationFrame(() => { window.blank += getComputedStyle(art).color === 'rgba(0, 0, 0, 0)'; });
            }
            return animate.call(this, frames, how);
          };
        }"""
    )
    table.do(lambda: page.locator("[data-tool=finish]:visible").click())
    expect(page.get_by_role("heading", name="It came out")).to_be_visible()
    assert page.evaluate("window.flown") > 0
    assert page.evaluate("window.blank") == 0
