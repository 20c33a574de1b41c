"""What is seen: the whole table at every size, everything on it large enough; pages that a screen reader can read."""

import json
import re
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


BADGES = """() => [...document.querySelectorAll('.stage .homeward')].filter(e => e.getClientRects().length).map(e => {
  const a = e.getBoundingClientRect(), card = e.closest('.card');
  return ['.ix b', '.ix .pip'].some(s => {
    const b = card.querySelector(s).getBoundingClientRect();
    return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  });
})"""


def test_cards_begin_at_whole_pixels(tables: Open) -> None:
    """However odd the window; WebKit blurs those that do not. Beside a panel too."""
    table = tables(size=(1367, 801)).table("hemispheres", "number=1")
    for key in ("", "?"):
        if key:
            table.page.keyboard.press(key)
            expect(table.page.get_by_role("region", name="Help")).to_be_visible()
        between = table.page.evaluate(
            """() => [...document.querySelectorAll('.stage .card:not(.astray)')].map(e => e.getBoundingClientRect())
              .filter(({x, y}) => [x, y].some(px => Math.abs(px - Math.round(px)) > 0.02)).length"""
        )
        assert between == 0


def test_no_badge_hides_an_index(tables: Open) -> None:
    """A card astray shows rank, suit and the way home, on small screens too."""
    deal, _ = sample("hemispheres")
    table = tables(size=(320, 568), lang="de").deal("hemispheres", deal)
    for width, height in [(320, 568), (667, 375), (720, 450), (390, 844), (1440, 900)]:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_timeout(250)
        hides = table.page.evaluate(BADGES)
        assert len(hides) > 3, f"{width}x{height}"
        assert not any(hides), f"{width}x{height}"


CRAMPED = """() => [...document.querySelectorAll('.segb')]
  .filter(e => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight).map(e => e.textContent)"""
LAID_OVER = """() => [...document.querySelectorAll('.tools .btn')].filter(e => e.getClientRects().length).filter(e => {
  const r = e.getBoundingClientRect();
  return [[r.left + 4, r.top + 4], [r.right - 4, r.bottom - 4], [r.left + r.width / 2, r.top + r.height / 2]]
    .some(([x, y]) => !e.contains(document.elementFromPoint(x, y)));
}).map(e => e.textContent)"""


@pytest.mark.parametrize("game", ["interchange", "unlimited", "single-interchange"])
def test_digits_of_a_fan_are_12_px_high_and_a_phone_at_twice_its_size_cuts_nothing(tables: Open, game: str) -> None:
    """Capitals are 0.71 of the font's size. At 195 px every button of the bar is whole and can be pressed."""
    table = tables(size=(360, 640), lang="de").table(game, "number=25483")
    assert settled(table.page)["index"] >= 17
    table.page.get_by_role("button", name="Menü").click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    assert table.page.evaluate(CRAMPED) == []
    table.page.keyboard.press("Escape")
    table.page.set_viewport_size({"width": 195, "height": 422})
    seen = settled(table.page)
    assert (seen["outside"], seen["small"], seen["scrolls"]) == ([], [], False)
    assert table.page.evaluate(LAID_OVER) == []


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.long)], ids=["day", "night"])
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


def test_every_open_play_is_reached_from_the_start_page(tables: Open) -> None:
    """Newest first, each by a link of its own; one double click on the button begins one play, not two."""
    table = tables(lang="en")
    plays = []
    for number in ("25483", "7"):
        table.table("single-interchange", f"number={number}")
        plays.append(table.play)
    table.page.keyboard.press("t")
    table.shows(1)
    table.open("/")
    page = table.page
    page.get_by_text("All open games (2)").click()
    links = page.locator(".plays a")
    expect(links).to_have_text(
        [re.compile(r"^Single Interchange, No\. 7 Move 1, "), re.compile("No. 25\\s483 Move 0, ")]
    )
    links.last.click()
    table.shows(0)
    assert table.play == plays[0]
    assert page.url.endswith("/play/single-interchange?number=25483")
    table.open("/")
    table.writes.clear()
    page.get_by_role("button", name="New deal of Hemispheres").dblclick()
    page.wait_for_selector(".app[data-revision] .stage .table[data-layout]")
    begun = [json.loads(body) for path, body in table.writes if path == "/api/plays"]
    assert [one["game"] for one in begun if not one.get("resume")] == ["hemispheres"], "the other one goes on with it"
    plays = page.context.request.get(f"{table.url}/api/plays?game=hemispheres").json()["plays"]
    assert [row["id"] for row in plays] == [table.play]


NAMES = """() => [...document.querySelectorAll('button, a[href], summary')]
  .filter(e => e.getClientRects().length && !e.dataset.pile && e.hasAttribute('aria-label'))
  .map(e => [e.innerText.trim().replace(/\\s+/g, ' '), e.getAttribute('aria-label')])
  .filter(([seen, named]) => seen && !named.toLowerCase().includes(seen.toLowerCase()))"""


@pytest.mark.long
@pytest.mark.parametrize("lang", ["de", "en"])
def test_names_contain_the_words_that_are_seen(tables: Open, lang: str) -> None:
    """So that who speaks to the page can say what stands on a button (WCAG 2.5.3); and no two names begin alike."""
    table = tables(lang=lang)
    for path in ("/", "/about", "/rules/hemispheres"):
        table.open(path)
        expect(table.page.get_by_role("heading", level=1)).to_be_visible()
        table.page.wait_for_load_state("networkidle")
        assert table.page.evaluate(NAMES) == [], path
    for size in ((1440, 900), (390, 844), (844, 390)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.table("single-interchange", "number=25483")
        assert table.page.evaluate(NAMES) == [], size
    words = [b.inner_text().strip() for b in table.page.locator(".tools .btn").all()]
    names = [b.get_attribute("aria-label") or b.inner_text().strip() for b in table.page.locator(".tools .btn").all()]
    for word in words:
        assert [re.split(r"\W", name)[0] for name in names].count(word.split()[0]) == 1, word
    for key, panel in (("n", "dialog[open]"), ("?", ".legend.help")):
        table.page.keyboard.press(key)
        expect(table.page.locator(panel)).to_be_visible()
        assert table.page.evaluate(NAMES) == [], key
        table.page.keyboard.press("Escape")


@pytest.mark.long
def test_rules_show_tables_and_can_be_cited_by_number(tables: Open) -> None:
    """The figures are drawn, and #rule-9 is rule 9 though figures stand between the rules."""
    page = tables(lang="en").open("/rules/hemispheres#rule-9").page
    expect(page.locator("figure .table[data-layout]")).to_have_count(4)
    expect(page.locator("figure .card.astray").first).to_be_visible()
    expect(page.locator("#rule-9")).to_contain_text("Gaps.")
    expect(page.locator("#rule-9")).to_be_in_viewport()
    example = page.get_by_role("group", name="Example, step by step")
    example.get_by_role("button", name="One move on").click()
    expect(example.get_by_role("status")).to_contain_text("Exchange")
    example.get_by_role("button", name="Play", exact=True).click()
    expect(example).to_contain_text("Move 7 of 7")
