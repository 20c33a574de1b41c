"""What comes and goes beside the table moves no button: a second click on one spot does what the first one did."""

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.playing import Open, Table, line

PLACES = """() => Object.fromEntries([...document.querySelectorAll('.app [data-tool], .rail a')]
  .filter(e => e.getClientRects().length).map(e => {
    const r = e.getBoundingClientRect();
    const name = e.dataset.tool === 'finish' ? 'hint' : e.dataset.tool ?? e.className;
    return [name, [r.x, r.y, r.width, r.height].map(Math.round).join()];
  }))"""

WORDS = """() => {
  const words = document.querySelector('.aside-words'), menu = document.querySelector('[data-tool=menu]');
  const r = menu.getBoundingClientRect(), on = document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2);
  return {cut: words.scrollHeight > words.clientHeight, menu: menu.contains(on)};
}"""


def ends(table: Table, status: str) -> None:
    """Have the next move end the game, as it is told here."""

    def end(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, json={**reply.json(), "status": status})

    table.page.route("**/move", end)
    table.page.keyboard.press("t")
    expect(table.page.locator(".status")).to_be_visible()
    table.page.unroute("**/move", end)


@pytest.mark.parametrize(
    "size", [(1440, 900), pytest.param((1280, 720), marks=pytest.mark.long), (844, 390), (390, 844)]
)
def test_no_button_moves_by_itself(tables: Open, size: tuple[int, int]) -> None:
    """Not by a first advice, by the light, by a stuck game, nor by the word that nothing can be begun."""
    table = tables(size=size, lang="en", intercept=True).table("interchange", "number=875816292")
    page = table.page
    before = page.evaluate(PLACES)
    assert len(before) > 4
    page.keyboard.press("h")
    expect(page.locator(".aside b")).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate(PLACES) == before, "after an advice"
    page.keyboard.press("Escape")
    ends(table, "stuck")
    assert page.evaluate(PLACES) == before, "when stuck"
    page.keyboard.press("z")
    expect(page.locator(".status")).to_be_hidden()
    assert page.evaluate(PLACES) == before, "after undo"


@pytest.mark.parametrize("size", [(1440, 900), pytest.param((844, 390), marks=pytest.mark.long)])
def test_a_win_leaves_the_buttons_where_they_are(tables: Open, size: tuple[int, int]) -> None:
    """The word for it, and the panel beside the table, take no place from them."""
    deal, moves = line("hemispheres")
    table = tables(size=size, motion=False).deal("hemispheres", f"{deal} | {' '.join(moves[:-1])}")
    before = table.page.evaluate(PLACES)
    table.page.locator("[data-tool=finish]").click()
    expect(table.page.locator(".status")).to_be_visible()
    assert table.page.evaluate(PLACES) == before


def test_advice_is_read_whole_on_a_phone(tables: Open) -> None:
    """Nothing of it is out of sight, and the menu stays in reach."""
    table = tables(size=(390, 844), lang="en")
    for width, height in ((390, 844), (320, 568), (320, 256)):
        table.page.set_viewport_size({"width": width, "height": height})
        table.table("hemispheres", "number=4242")
        table.page.keyboard.press("h")
        expect(table.page.locator(".aside b")).to_be_visible()
        expect(table.page.locator(".aside-more")).to_contain_text("94")
        assert table.page.evaluate(WORDS) == {"cut": False, "menu": True}, (width, height)
