"""What is seen: the whole table at every size, everything on it large enough; pages that a screen reader can read."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.playing import Open
from tools.samples import sample
from wendekreis.games import games

SIZES = [(360, 640), (390, 844), (768, 1024), (1440, 900), (320, 568), (667, 375), (844, 390), (1920, 1080)]

SEEN = """() => {
  const all = (s, f = () => true) => [...document.querySelectorAll(s)].filter(f);
  const shown = e => e.getClientRects().length > 0, box = e => e.getBoundingClientRect();
  const outside = e => {
    const r = box(e);
    return r.left < -1 || r.top < -2 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1;
  };
  const about = e => `${e.className} ${e.dataset.pile ?? e.textContent}`;
  const small = e => box(e).width < 43.5 || box(e).height < 43.5;
  const sheet = document.scrollingElement;
  return {
    outside: all('.stage .body, .stage .cap, .stage .count, .app .btn', e => shown(e) && outside(e)).map(about),
    index: Math.min(...all('.stage .ix b', shown).map(e => parseFloat(getComputedStyle(e).fontSize))),
    text: Math.min(...all('.stage .count, .stage .cap, .app .btn, .facts *, .rail *', shown)
      .map(e => parseFloat(getComputedStyle(e).fontSize))),
    small: all('.app .btn', e => shown(e) && small(e)).map(about),
    scrolls: sheet.scrollHeight > innerHeight || sheet.scrollWidth > innerWidth,
    hidden: all('.stage .cap').filter(cap => all('.stage .card', shown).some(card => {
      const a = box(cap), b = box(card);
      return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
    })).map(about),
  };
}"""


def settled(page: Page) -> dict[str, Any]:
    """What is seen once the table has been fitted to the window's new size."""
    seen: dict[str, Any] = {}
    for _ in range(30):
        page.wait_for_timeout(100)
        seen = page.evaluate(SEEN)
        if not seen["outside"]:
            break
    return seen


@pytest.mark.parametrize("game", games())
def test_the_whole_table_is_seen_at_every_size(tables: Open, game: str) -> None:
    """No scrolling, nothing cut off, indices of at least 12 px, buttons of at least 44; and so after every resize."""
    deal, _ = sample(game)
    table = tables(size=SIZES[0], lang="de").deal(game, deal)
    for width, height in SIZES:
        table.page.set_viewport_size({"width": width, "height": height})
        seen = settled(table.page)
        where = f"{game} at {width}x{height}"
        for fault in ("outside", "small", "hidden"):
            assert seen[fault] == [], f"{where}: {fault}"
        assert not seen["scrolls"], where
        assert min(seen["index"], seen["text"]) >= 12, where


@pytest.mark.parametrize("dark", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("path", ["/", "/rules/hemispheres", "/rules/single-interchange", "/about"])
def test_pages_beside_the_table_have_no_finding_of_axe(tables: Open, path: str, dark: bool) -> None:
    """Names, order, contrast: by day and by night."""
    page = tables(size=(390, 844), lang="de", dark=dark).open(path).page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    found = Axe().run(page).response["violations"]
    assert found == [], [(v["id"], v["nodes"][0]["html"]) for v in found]


def test_the_start_page_shows_every_game_and_deals(tables: Open) -> None:
    """Each game with a picture of its table; a press deals, and then the page goes on with that play."""
    table = tables(lang="en").open("/")
    page = table.page
    for game in games().values():
        expect(page.locator(".games, .rels").get_by_text(game.names["en"], exact=True).first).to_be_visible()
    expect(page.locator(".table.mini")).to_have_count(len(games()))
    page.get_by_role("button", name="New deal of Hemispheres").click()
    page.wait_for_selector(".app[data-revision] .stage .table[data-layout]")
    page.goto(f"{table.url}/")
    page.locator(".resume").get_by_role("link", name="Continue Hemispheres").click()
    page.wait_for_selector(".app[data-revision] .stage .table[data-layout]")


def test_rules_show_tables_and_can_be_cited_by_number(tables: Open) -> None:
    """The figures are drawn, and #rule-9 is rule 9 though figures stand between the rules."""
    page = tables(lang="en").open("/rules/hemispheres#rule-9").page
    expect(page.locator("figure .table[data-layout]")).to_have_count(3)
    expect(page.locator("figure .card.astray").first).to_be_visible()
    expect(page.locator("#rule-9")).to_contain_text("Gaps.")
    expect(page.locator("#rule-9")).to_be_in_viewport()
