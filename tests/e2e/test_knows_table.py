"""What the table knows: the light, hints, the chance, where it was lost, a way shown, what goes up by itself."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.e2e.playing import Open, Table, line

VECTORS = Path(__file__).parent.parent / "vectors"
LONG = pytest.mark.long
HEMISPHERES_FIRST = ("hemispheres", pytest.param("single-interchange", marks=LONG))
SINGLE_INTERCHANGE_FIRST = ("single-interchange", pytest.param("hemispheres", marks=LONG))
"""Each test takes one of the games quickly, and the other with the long ones."""

LOSING = {"single-interchange": (2, 125, "w-t4"), "hemispheres": (4, 155, "w-s5")}
"""Moves that lose: of which line, after how many of its moves, which."""


def after(table: Table, game: str, index: int, count: int, *more: str) -> Table:
    """Open a table at so many moves of a winning line, and perhaps a few of our own."""
    deal, moves = line(game, index)
    return table.deal(game, f"{deal} | {' '.join([*moves[:count], *more])}")


def lost_deal(game: str) -> str:
    """A deal that nobody can win."""
    all_ = map(json.loads, (VECTORS / f"verdicts-{game}.jsonl").read_text(encoding="utf-8").splitlines())
    return str(next(one["deal"] for one in all_ if one["verdict"] == "lost"))


def choose(table: Table, **settings: str) -> None:
    """What the player chose in this browser, before the page is opened."""
    table.page.add_init_script(f"localStorage.setItem('wendekreis.settings', '{json.dumps(settings)}')")


def aside(table: Table) -> Any:
    """The panel beside the table."""
    return table.page.locator(".aside")


def ringed(page: Page) -> list[str]:
    """What a hint points at: piles by their names, cards by where they lie."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.over.is-hint, .card.is-hint')].map(e => e.dataset.over ?? e.dataset.pile)"
    )
    return sorted(found)


def asked(table: Table) -> list[str]:
    """The questions that the page has asked."""
    return [path.rpartition("/")[2] for path, _ in table.writes if "/ask/" in path]


def sound(page: Page) -> None:
    """Nothing that axe finds fault with."""
    found = Axe().run(page).response["violations"]
    assert found == [], [(v["id"], v["nodes"][0]["html"]) for v in found]


CARDS = """() => [...document.querySelectorAll('.stage .body')].map(e => {
  const r = e.getBoundingClientRect();
  return [r.x, r.y, r.width, r.height].map(Math.round).join();
}).sort().join(' ')"""


@pytest.mark.parametrize("game", SINGLE_INTERCHANGE_FIRST)
def test_the_light_tells_after_each_move_and_moves_no_card(tables: Open, game: str) -> None:
    """It is off and asks nothing until it is turned on, says that it is an oracle, and knows a lost position."""
    index, count, losing = LOSING[game]
    table = after(tables(intercept=True), game, index, count)
    page, status = table.page, table.page.locator(".rail .status")
    expect(status).to_be_hidden()
    before = page.evaluate(CARDS)
    page.keyboard.press("z")
    page.keyboard.press("y")
    page.wait_for_selector(".app[data-writing=false]")
    assert asked(table) == []
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("group", name=re.compile("Light|Can it")).get_by_role("button", name="On").click()
    page.keyboard.press("Escape")
    expect(page.locator("div.notice")).to_contain_text("hidden cards")
    expect(status).to_have_text(re.compile("Oracle: Winnable"))
    assert page.evaluate(CARDS) == before
    view = table.view()
    choice = table.choice(losing, view)
    table.do(lambda: table.drag(table.start_of(choice, view), table.point(choice["to"])))
    expect(status).to_contain_text("Lost")
    questions = len(asked(table))
    table.do(lambda: page.keyboard.press("z"))
    expect(status).to_contain_text("Winnable")
    assert len(asked(table)) == questions, "what is known is not asked for again"
    no = {"error": {"code": "not_known", "message": "", "params": {}}}
    page.route("**/ask/verdict", lambda route: route.fulfill(status=503, json=no))
    other = next((c for c in table.view()["choices"] if "from" in c and c["move"] != losing), None)
    if other:
        table.do(lambda: table.drag(table.start_of(other, view), table.point(other["to"])))
    else:
        table.do(lambda: page.keyboard.press("t"))
    expect(status).to_contain_text("Unknown")
    assert table.complaints
    table.complaints.clear()  # the browser tells of the 503


@pytest.mark.parametrize("game", HEMISPHERES_FIRST)
def test_hints_point_name_and_go_with_the_next_move(tables: Open, game: str) -> None:
    """Advice and oracle, on cards, stock and redeal; counted apart; nothing beside the table lies over a card."""
    if game == "single-interchange":
        table = after(tables(lang="de"), game, 0, 86)
        page = table.page
        page.get_by_role("button", name="Rat zum").click()
        expect(aside(table)).to_contain_text("Die Ablage zum neuen Talon umdrehen")
        assert ringed(page) == ["stock"]
        table.hears("Rat: Die Ablage")
        table.do(lambda: page.keyboard.press("t"))
        expect(aside(table)).to_be_hidden()
        assert ringed(page) == []
        page.keyboard.press("h")
        expect(aside(table)).to_contain_text("Eine Karte vom Talon aufdecken")
        page.keyboard.press("c")
        expect(aside(table)).to_contain_text(re.compile(r"Gewinn\u00adchance [\d,]+\s%"))
        expect(page.locator("[data-fact=hints]")).to_have_text("2 · 0")
    else:
        table = tables(dark=True).table(game, "number=25483")
        page = table.page
        page.keyboard.press("h")
        expect(aside(table)).to_contain_text("Exchange")
        piles = ringed(page)
        assert len(piles) == 2
        move = next(c for c in table.view()["choices"] if sorted([c.get("from", ""), c.get("to", "")]) == piles)
        sound(page)
        aside(table).get_by_role("button", name="Oracle").click()
        expect(aside(table)).to_contain_text("This way it comes out.")
        assert ringed(page)
        page.keyboard.press("c")
        expect(aside(table)).to_contain_text(re.compile(r"Chance to win \d+% ± \d+%"))
        expect(page.locator("[data-fact=hints]")).to_have_text("1 · 1")
        assert table.view()["hints"] == {"advice": 1, "oracle": 1}
        page.keyboard.press("h")
        expect(aside(table)).to_contain_text("Exchange")
        table.do(lambda: table.drag(table.point(move["from"]), table.point(move["to"])))
        assert ringed(page) == []
        page.get_by_role("button", name="Advice and oracle").click()
        sound(page)
        page.keyboard.press("Escape")
    index, count, losing = LOSING[game]
    after(table, game, index, count, losing)
    page.keyboard.press("o")
    expect(aside(table)).to_contain_text("verloren" if game == "single-interchange" else "position is lost")
    assert ringed(page) == []


CLEAR = """() => {
  const box = e => e.getBoundingClientRect(), panel = document.querySelector('.aside'), a = box(panel);
  const over = r => Math.min(a.right, r.right) - Math.max(a.left, r.left) > 1
    && Math.min(a.bottom, r.bottom) - Math.max(a.top, r.top) > 1;
  const words = panel.querySelector('.aside-words');
  return {
    cards: [...document.querySelectorAll('.stage .body')].filter(e => over(box(e))).length,
    small: [...panel.querySelectorAll('.btn')].map(box)
      .filter(b => b.width && (b.width < 43.5 || b.height < 43.5)).length,
    cut: words.scrollHeight > words.clientHeight + 1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1,
  };
}"""


@pytest.mark.parametrize("game", HEMISPHERES_FIRST)
def test_where_it_was_lost_is_told_and_one_click_goes_back_there(tables: Open, game: str) -> None:
    """The move by its name, the strip in words, the way back; a deal that was lost says so. It fits every window."""
    table = tables(lang="de")
    page = table.page
    index, count, losing = LOSING[game]
    after(table, game, index, count, losing)
    page.keyboard.press("w")
    card = {"single-interchange": "Herz-König auf Stapel 4", "hemispheres": "Pik 7 auf Südstapel 5"}[game]
    words = f"Verloren mit Zug {count + 1}: {card}"
    expect(aside(table)).to_contain_text(words)
    table.hears(words)
    for width, height in (
        (195, 422),
        (320, 568),
        (360, 640),
        (390, 844),
        (768, 1024),
        (720, 450),
        (844, 390),
        (1440, 900),
    ):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert page.evaluate(CLEAR) == {"cards": 0, "small": 0, "cut": False}, (width, height)
    sound(page)
    strip = page.locator(".strip [role=img]")
    expect(strip).to_have_attribute("aria-label", f"Verloren seit Zug {count + 1}. Zug {count + 1} von {count + 1}.")
    assert page.locator(".bar i").evaluate_all("all => all.map(e => e.className)") == ["ok", "bad"]
    answer = table.do(lambda: aside(table).get_by_role("button", name=f"Zurück zu Zug {count}").click())
    assert answer["counts"]["moves"] == count
    expect(aside(table)).to_be_hidden()
    table.lies(table.view())
    expect(strip).to_have_attribute("aria-label", f"Verloren seit Zug {count + 1}. Zug {count} von {count + 1}.")
    assert table.view()["redo"]
    if game == "single-interchange":
        table.deal(game, lost_deal(game))
        page.keyboard.press("w")
        expect(aside(table)).to_contain_text("Es lag nicht an Ihnen")


@pytest.mark.parametrize("game", SINGLE_INTERCHANGE_FIRST)
def test_a_way_is_shown_and_the_own_game_waits_untouched(tables: Open, game: str) -> None:
    """Asked first; forward and back by keys and buttons; Escape returns to the very same cards."""
    table = after(tables(size=(390, 844)), game, 0, 100)
    page, view = table.page, table.view()
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("counts as no win")
    dialog.get_by_role("button", name="try myself").click()
    assert asked(table) == []
    page.keyboard.press("s")
    dialog.get_by_role("button", name="Show me").click()
    expect(aside(table)).to_contain_text("Demonstration")
    table.hears("Right and left arrow")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(aside(table)).to_contain_text("Move 3 of ")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("t")  # plays nothing here
    expect(aside(table)).to_contain_text("Move 3 of ")
    with pytest.raises(AssertionError):
        table.lies(view)
    page.keyboard.press("Escape")
    expect(aside(table)).to_be_hidden()
    table.lies(view)
    assert table.view() == {**view, "shown": True}
    table.do(lambda: page.keyboard.press("z"))


@pytest.mark.parametrize("game", SINGLE_INTERCHANGE_FIRST)
def test_what_goes_up_by_itself_comes_back_with_one_undo_and_the_end_is_played_out(tables: Open, game: str) -> None:
    """A move sets others off when the player wants it; the finish is offered where it is sure, and wins."""
    table = tables()
    page = table.page
    choose(table, auto="always")
    count, offered = (9, 218) if game == "single-interchange" else (0, 167)
    after(table, game, 0, count)
    view = table.view()
    choice = table.choice(line(game)[1][count], view)
    answer = table.do(lambda: table.drag(table.start_of(choice, view), table.point(choice["to"])))
    assert answer["counts"]["moves"] > count + 1
    table.lies(table.view())
    table.do(lambda: page.keyboard.press("z"))
    table.lies(view)
    after(table, game, 0, offered)
    page.get_by_role("button", name="Finish").click()
    page.wait_for_selector(".app[data-status=won][data-writing=false]")
    panel = page.locator(".legend.win")
    expect(panel).to_be_visible()
    expect(page.locator(".strip [role=img]")).to_have_attribute("aria-label", re.compile("It came out"))
    table.lies(table.view())
