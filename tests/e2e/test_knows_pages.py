"""What the pages know: deals that can be won, what a setting means, and how the player has done."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.playing import Open, Table, line, open_tables
from tests.servers import serving

ROOT = Path(__file__).parent.parent.parent


def findings(page: Page) -> list[tuple[str, str]]:
    """Whatever axe finds."""
    return [(v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]


def post(table: Table, path: str, body: dict[str, Any]) -> dict[str, Any]:
    """A write behind the page's back, by the same player."""
    answer = table.page.context.request.post(table.url + path, data=body, headers={"Origin": table.url})
    told: dict[str, Any] = answer.json()
    assert answer.ok, told
    return told


def begins(table: Table) -> list[dict[str, Any]]:
    """What the page has asked for when it began plays."""
    return [json.loads(body) for path, body in table.writes if path == "/api/plays"]


def test_winnable_deals_are_a_choice_that_is_remembered_for_each_game(tables: Open) -> None:
    """It deals one, here and from the start page; where none is known that is said and not offered."""
    table = tables().table("single-interchange", "number=1")
    page, dialog = table.page, table.page.get_by_role("dialog")
    page.keyboard.press("n")
    choices = dialog.get_by_role("group", name="Which deals")
    expect(choices).to_have_accessible_description(re.compile(r"42,976,813.*1,000,000,000|1,000,000,000.*42,976,813"))
    choices.get_by_role("button", name="Winnable only").click()
    dialog.get_by_role("button", name="Winnable deal").click()
    expect(dialog).to_have_count(0)
    table.shows(0)
    assert begins(table)[-1]["winnable"] is True
    number = table.view()["number"]
    judged = page.context.request.post(
        f"{table.url}/api/games/single-interchange/verdict", data={"number": number}, headers={"Origin": table.url}
    )
    assert '"verdict":"won"' in judged.text()
    page.reload()
    table.shows(0)
    page.keyboard.press("n")
    expect(choices.get_by_role("button", name="Winnable only")).to_have_attribute("aria-pressed", "true")
    table.open("/")
    page.get_by_role("button", name="New deal of Single Interchange").click()
    page.wait_for_selector(".app[data-revision='0']")
    assert begins(table)[-1]["winnable"] is True
    table.table("interchange", "number=1")
    page.keyboard.press("n")
    expect(choices.get_by_role("button", name="Any")).to_have_attribute("aria-pressed", "true")
    expect(choices.get_by_role("button", name="Winnable only")).to_be_disabled()
    expect(dialog).to_contain_text(
        re.compile(r"they are too rare: of 70,000 deals .* 4 can be won .* 490 stayed undecided")
    )
    assert findings(page) == []


def test_a_number_says_its_verdict_if_asked(tables: Open) -> None:
    """Nothing is dealt by it; what is wrong is said at the field; a long answer shows that it is on its way."""
    table = tables(size=(360, 640), lang="de", intercept=True).table("single-interchange", "number=1")
    page, dialog = table.page, table.page.get_by_role("dialog")
    page.keyboard.press("n")
    number, ask = dialog.get_by_role("textbox", name="Nummer"), dialog.get_by_role("button", name="Gewinnbar?")
    number.fill("1")
    ask.click()
    expect(dialog.get_by_role("status")).to_have_text("Verloren: Es gibt keinen Weg.")
    number.fill("null")
    expect(dialog.get_by_role("status")).to_be_empty()
    ask.click()
    expect(dialog.get_by_role("alert")).to_contain_text("null")
    expect(number).to_be_focused()
    expect(number).to_have_accessible_description(re.compile("null"))
    table.complaints.clear()  # the browser remarks on every answer that says no
    held: list[Route] = []
    page.route("**/verdict", lambda route: held.append(route))
    number.fill("25 483")
    ask.click()
    expect(dialog.get_by_role("progressbar")).to_be_visible()
    assert findings(page) == []
    dialog.get_by_role("button", name="Abbrechen").click()
    expect(dialog.get_by_role("progressbar")).to_have_count(0)
    assert held[0].request.post_data_json == {"number": "25483"}
    ask.click()
    page.wait_for_timeout(100)
    verdict = {"verdict": "unknown", "limit": "seconds"}
    events = [("progress", {"done": 1, "of": 4, "seconds": 2.0}), ("answer", verdict)]
    told = "".join(f"event: {event}\ndata: {json.dumps(data)}\n\n" for event, data in events)
    held[-1].fulfill(content_type="text/event-stream", body=told)
    expect(dialog.get_by_role("status")).to_contain_text("Nicht bekannt")
    assert table.view()["number"] == "1"


def test_the_menu_says_what_goes_up_by_itself_and_what_the_light_is(tables: Open) -> None:
    """In words that belong to the choice; kept in the browser; the menu can be read on a small phone."""
    table = tables(size=(360, 640)).table("hemispheres", "number=25483")
    page = table.page
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    auto, light = (menu.get_by_role("group", name=name) for name in ("Cards go to the foundations", "Light"))
    expect(auto).to_have_accessible_description(re.compile("whatever lies hidden.*Always"))
    expect(light).to_have_accessible_description(re.compile("oracle.*hidden cards"))
    expect(light.get_by_role("button", name="Off")).to_have_attribute("aria-pressed", "true")
    auto.get_by_role("button", name="Safe").click()
    light.get_by_role("button", name="On").click()
    kept = page.evaluate("JSON.parse(localStorage.getItem('wendekreis.settings'))")
    assert (kept["auto"], kept["light"]) == ("safe", "on")
    cut = "[...document.querySelectorAll('dialog *')].filter(e => e.scrollWidth > e.clientWidth + 1 && e.clientWidth)"
    assert page.evaluate(f"{cut}.map(e => e.className)") == []
    page.evaluate("document.querySelector('dialog').scrollTo(0, 9999)")
    expect(menu.get_by_role("button", name="Close")).to_be_in_viewport()
    assert findings(page) == []
    menu.get_by_role("link", name="Statistics").click()
    expect(page).to_have_title(re.compile("Statistics"))


@pytest.mark.long
def test_statistics_count_tell_and_lead_back(browser: Browser, tmp_path: Path) -> None:
    """Nothing at first; then a win, a play given up, and a game that the page has never heard of."""
    opened: list[Table] = []
    environment = {"WENDEKREIS_GAMES": str(ROOT / "tests" / "fifth")}
    with serving(tmp_path / "x.sqlite", environment) as server, open_tables(browser, server.url, opened) as tables:
        table = tables(size=(390, 844), lang="de").open("/statistics")
        page = table.page
        expect(page.get_by_role("heading", name="Noch nichts gespielt")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("link", name="Klondike")).to_be_visible()
        assert findings(page) == []
        deal, moves = line("single-interchange")
        won = post(table, "/api/plays", {"game": "single-interchange", "deal": deal})
        for revision, move in enumerate(moves):
            path = f"/api/plays/{won['id']}/move"
            post(table, path, {"revision": revision, "move": move, "played_ms": 1000})
        for game, number in [("single-interchange", "1"), ("single-interchange", "2"), ("klondike", "11")]:
            other = post(table, "/api/plays", {"game": game, "number": number})
            post(table, f"/api/plays/{other['id']}/move", {"revision": 0, "move": "turn"})
        page.reload()
        section = page.get_by_role("region", name="Single Interchange")
        expect(section).to_contain_text("1 von 3 Partien aufgegangen")
        expect(section.locator(".share")).to_contain_text(re.compile(r"33\s%"))
        expect(section.get_by_role("img", name="Balken der letzten 2 Partien, davon 1 aufgegangen")).to_be_visible()
        expect(section.locator(".end-won, .end-not, .end-hopeless").first).to_be_attached()
        expect(page.get_by_role("region", name="Klondike")).to_contain_text("0 von 1 Partie aufgegangen")
        section.get_by_text("2 Ergebnisse als Tabelle").click()
        rows = section.get_by_role("row")
        expect(rows).to_have_count(3)
        expect(rows.last).to_contain_text(re.compile(rf"aufgegangen.*{len(moves)}"))
        assert findings(page) == []
        rows.last.get_by_role("link").click()
        table.shows(len(moves))
        assert table.play == won["id"]
        expect(page.locator(".app")).to_have_attribute("data-status", "won")
        table.open("/")
        expect(page.locator(".facts-list").nth(1)).to_contain_text("bei Ihnen etwa")
        assert [c for c in table.complaints if "klondike" not in c] == []  # it has no rules page
        assert table.foreign == []


def many(game: str, n: int) -> dict[str, Any]:
    """Statistics of a diligent player."""
    results = [
        {
            "id": f"p{i}",
            "ended": f"2026-03-{1 + i % 28:02}T18:{i % 60:02}:00+00:00",
            "won": i % 3 > 0,
            "played_ms": 200_000 + 7919 * i % 400_000,
            "moves": 100 + 31 * i % 70,
            "winnable": ("lost", "won", None)[i % 3],
        }
        for i in range(n)
    ]
    return {
        "game": game,
        "played": n + 1,
        "won": 2 * n // 3,
        "deals": {"winnable": n // 2, "lost": n // 3, "unknown": 1, "won_of_winnable": n // 2},
        "streak": {"current": 2, "best": 2, "worst": 1},
        "time_ms": {"best": 200_000, "mean": 400_000},
        "moves": {"best": 100, "mean": 135},
        "hints": {"advice": 4, "oracle": 3, "plays_advice": 1, "plays_oracle": 2, "light": 1, "shown": 1},
        "recent": results,
    }


@pytest.mark.long
def test_charts_are_drawn_to_fit_and_nothing_is_found_by_axe(tables: Open) -> None:
    """By day, by night and on felt; the charts are drawn anew for another width and another question."""
    table = tables(size=(1440, 900))
    page = table.page
    page.route("**/api/statistics", lambda route: route.fulfill(json={"games": [many("hemispheres", 100)]}))
    table.open("/statistics")
    drawn = page.get_by_role("img")
    expect(drawn).to_have_count(2)
    bars = page.locator(".drawing").first.locator("rect")
    expect(bars).to_have_count(100)
    expect(page.get_by_role("img", name="100 to 169 moves")).to_be_visible()
    expect(page.get_by_text("The last 100 games, the newest at the right")).to_be_visible()  # of 101
    expect(page.get_by_text("66 won of the last 100")).to_be_visible()
    page.get_by_role("group", name="Games won by").get_by_role("button", name="Time").click()
    expect(page.get_by_role("img", name="mean 6:")).to_be_visible()
    page.get_by_text("100 results as a table").click()
    for theme in ("light", "dark", "felt"):
        page.evaluate("theme => import('/client/play/settings.js').then(it => it.choose({theme}))", theme)
        assert findings(page) == [], theme
    for width, height in [(360, 640), (768, 1024)]:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(150)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), width
        over = "[...document.querySelectorAll('.drawing svg')].filter(e => e.getBoundingClientRect().width > "
        assert page.evaluate(over + "e.parentElement.clientWidth + 1).length") == 0, width
    assert bars.count() > 50
