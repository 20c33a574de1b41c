"""The deal of the day, all plays as a list, replays and what can be handed on of them, and plays as a file."""

import json
import re
import sqlite3
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Route, expect

from tests.e2e.playing import Open, Table, line
from tests.servers import Server
from wendekreis.deals import numbered_deal
from wendekreis.games import game
from wendekreis.solver import solve

DEAL, LINE = line("hemispheres")


def bring(table: Table, *records: dict[str, object]) -> None:
    """Bring plays in behind the page's back."""
    body = {"lines": [json.dumps(record) for record in records]}
    answer = table.page.context.request.post(f"{table.url}/api/import", data=body, headers={"Origin": table.url})
    assert answer.ok, answer.text()


def findings(table: Table) -> list[str]:
    """What axe finds, whatever its impact."""
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in Axe().run(table.page).response["violations"]]


def test_the_deal_of_the_day_is_played_and_found_again(tables: Open) -> None:
    """From the start page to its table; once a card has moved the start page leads back to that play."""
    table = tables().open("/")
    page = table.page
    day = page.get_by_role("region", name="Deal of the day")
    expect(day.get_by_role("listitem")).to_have_count(4)
    expect(day.get_by_role("listitem").filter(has_text="no deal of the day")).to_have_count(1)
    go = day.get_by_role("link", name=re.compile("Hemispheres"))
    number = re.search(r"number=(\d+)", go.get_attribute("href") or "")
    assert number
    go.click()
    table.shows(0)
    assert table.view()["number"] == number[1]
    page.keyboard.press("t")
    table.shows(1)
    play = table.play
    table.open("/")
    again = day.get_by_role("link", name=re.compile("Continue: Deal of the day, Hemispheres"))
    expect(again).to_have_attribute("href", re.compile(re.escape(play)))
    expect(day).to_contain_text("You are at move 1.")


def test_a_play_is_found_replayed_handed_on_and_gone_on_with(tables: Open) -> None:
    """By keyboard and by buttons; the link needs no cookie, and offers the deal."""
    table = tables(lang="de").open("/")
    page = table.page
    bring(table, {"game": "hemispheres", "number": "25483", "moves": "turn turn turn"})
    page.get_by_role("link", name="Partien").click()
    row = page.get_by_role("listitem").filter(has_text="25\u202f483")
    expect(row).to_contain_text("3 Züge")
    row.get_by_role("link", name="Wiederholung").click()
    where = page.get_by_role("slider", name="Zug")
    expect(where).to_have_attribute("aria-valuetext", "Zug 0 von 3")
    page.get_by_role("button", name="Einen Zug zurück").press("ArrowRight")
    expect(where).to_have_value("1")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\S+[ -]\S+ aufgedeckt\.$"))).to_have_count(1)
    page.get_by_role("button", name="Ein Zug weiter").click()
    expect(where).to_have_value("2")
    page.get_by_role("button", name="Abspielen").click()
    expect(where).to_have_value("3")
    where.fill("2")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Teilen").click()
    expect(page.get_by_text("Kopiert.")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Von hier aus spielen").click()
    table.shows(2)
    assert table.view()["counts"]["moves"] == 2
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("dialog").get_by_role("button", name="Teilen").click()
    share = page.get_by_role("dialog", name="Teilen")
    share.get_by_role("button", name="Das Ergebnis").click()
    expect(share.get_by_text("Kopiert.")).to_be_visible()
    assert "nach 2 Zügen" in page.evaluate("navigator.clipboard.readText()")
    friend = tables().open(link.removeprefix(table.url))
    expect(friend.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "Move 0 of 3")
    assert friend.page.context.cookies() == []
    friend.page.get_by_role("link", name="Play this deal yourself").click()
    friend.shows(0)
    assert friend.view()["number"] == "25483"
    friend.open("/replay/hemispheres?number=1#zzz")
    expect(friend.page.get_by_role("alert")).to_contain_text("no moves in it")


def test_the_history_says_how_to_begin_and_is_used_by_keyboard_alone(tables: Open) -> None:
    """Empty, it leads to the games; a row is handed on, and the focus is where it was once the dialog is gone."""
    table = tables(size=(390, 844), lang="de").open("/history")
    page = table.page
    expect(page.get_by_role("heading", name="Noch keine Partie")).to_be_visible()
    expect(page.locator(".nothing").get_by_role("link", name="Hemispheres")).to_have_attribute(
        "href", "/play/hemispheres"
    )
    assert findings(table) == []
    bring(table, {"game": "hemispheres", "deal": DEAL, "moves": "turn turn"})
    page.reload()
    share = page.get_by_role("button", name=re.compile("Teilen: Hemispheres, eigenes Blatt"))
    expect(share).to_be_visible()
    expect(page.locator(".nothing")).to_be_hidden()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    share.press("Enter")
    dialog = page.get_by_role("dialog", name="Teilen")
    dialog.get_by_role("button", name="Das Spiel").press("Enter")
    expect(dialog.get_by_text("Kopiert.")).to_be_visible()
    assert "deal=" in page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    expect(share).to_be_focused()
    filters = page.get_by_role("button", name="Unlimited")
    filters.press("Enter")
    expect(page.get_by_role("heading", name="Noch keine Partie")).to_be_visible()
    expect(filters).to_be_focused()


BARS = [
    {"first": 80, "last": 99, "players": 9},
    {"first": 100, "last": 119, "players": 12},
    {"first": 120, "last": 139, "players": 0},
    {"first": 140, "last": 300, "players": 3},
]


def test_who_is_done_after_midnight_is_told_how_others_did(tables: Open, live_server: Server) -> None:
    """The deal was that of a day that is over: its table names the day, and so does the panel of the win."""
    one = game("hemispheres")
    number = "730785009"
    with sqlite3.connect(live_server.database, timeout=20) as database:
        row = ("2025-01-02", one.id, one.version, number)
        database.execute("insert into days (day, game, version, number) values (?, ?, ?, ?)", row)
    database.close()
    table = tables().open("/")
    line = [str(move) for move in solve(numbered_deal(one, number).start()).moves]
    request, own = table.page.context.request, {"Origin": table.url}
    begun = {"game": one.id, "number": number, "moves": " ".join(line[:-1])}
    play = request.post(f"{table.url}/api/plays", data=begun, headers=own).json()
    table.table(one.id, f"play={play['id']}")
    expect(table.page.locator(".day-note")).to_contain_text("Deal of the day of 2 January")
    last = {"revision": play["revision"], "move": line[-1]}
    assert request.post(f"{table.url}/api/plays/{play['id']}/move", data=last, headers=own).ok
    table.table(one.id, f"play={play['id']}")
    panel = table.page.get_by_role("region", name="It came out")
    expect(panel).to_contain_text("Deal of the day of 2 January")
    expect(panel).to_contain_text("Nobody has played it yet.")  # this play was begun in the middle
    title = panel.get_by_role("heading", level=3)
    expect(title).to_have_accessible_name("Deal of the day of 2 January")  # its dot is for the eye


@pytest.mark.long
def test_a_table_says_that_its_deal_is_the_days_and_its_end_how_others_did(tables: Open) -> None:
    """Beside the number of the deal, and in the menu; the panel of a win has the spread of moves, in words too."""
    table = tables(intercept=True)

    def told(route: Route) -> None:
        reply = route.fetch()
        day = reply.json()
        spread = {"least": 80, "lower": 90, "median": 100, "upper": 120, "most": 300}
        for one in day["games"]:
            one.update(state="known", number="25483", players=31, solved=24, moves=spread)
            one.update(bars=BARS, play={"id": "x", "won": True, "moves": 110})
        route.fulfill(response=reply, json=day)

    table.page.route("**/api/today*", told)
    table.table("hemispheres", "number=7")
    expect(table.page.locator(".rail")).not_to_contain_text("Deal of the day")
    table.table("hemispheres", "number=25483")
    expect(table.page.locator(".day-note")).to_contain_text("Deal of the day")
    table.page.keyboard.press("m")
    menu = table.page.get_by_role("dialog", name="Menu")
    expect(menu).to_contain_text("25\u202f483 · Deal of the day")
    table.page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(table.page.locator("button[data-pile]:focus")).to_have_count(1)
    line = [str(move) for move in solve(numbered_deal(game("hemispheres"), "25483").start()).moves]
    request, own = table.page.context.request, {"Origin": table.url}
    begun = {"game": "hemispheres", "number": "25483", "moves": " ".join(line[:-1])}
    play = request.post(f"{table.url}/api/plays", data=begun, headers=own).json()
    last = {"revision": play["revision"], "move": line[-1]}
    assert request.post(f"{table.url}/api/plays/{play['id']}/move", data=last, headers=own).ok
    table.table("hemispheres", f"play={play['id']}")
    panel = table.page.get_by_role("region", name="It came out")
    expect(panel).to_contain_text("Played: 31, solved: 24.")
    counts = "80–99: 9; 100–119: 12; 140–300: 3"
    said = re.compile(f"80 to 300, median 100, the middle half 90 to 120. .*{counts}. You: 110")
    chart = panel.get_by_role("img", name=said)
    expect(chart).to_be_visible()
    assert chart.locator(".columns i").evaluate_all("all => all.map(e => [e.className, e.offsetHeight > 0])") == [
        ["", True],
        ["mine", True],
        ["", False],
        ["", True],
    ]
    assert findings(table) == []
    for size in ((320, 568), (390, 844), (667, 375), (720, 450)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.page.wait_for_timeout(250)
        box = panel.bounding_box()
        assert box
        assert box["y"] + box["height"] <= size[1], size
        assert panel.evaluate("e => e.scrollHeight - e.clientHeight") <= 0, size


def test_plays_leave_as_a_file_and_come_in_elsewhere(tables: Open, tmp_path: Path) -> None:
    """Once, however often the file is brought in; a bad line is named, and nothing is changed."""
    table = tables().open("/")
    bring(table, {"game": "hemispheres", "deal": DEAL, "moves": " ".join(LINE)})
    table.open("/history")
    with table.page.expect_download() as download:
        table.page.get_by_role("link", name="Save all games").click()
    file = tmp_path / "plays.jsonl"
    download.value.save_as(file)
    other = tables().open("/history")
    chooser, page = other.page.get_by_label("Bring in a file"), other.page
    bad = tmp_path / "bad.jsonl"
    bad.write_text(file.read_text() + '{"game": "hemispheres", "number": "1", "moves": "redeal"}\n')
    chooser.set_input_files(bad)
    expect(page.get_by_role("status").filter(has_text="Line 2:")).to_be_visible()
    other.complaints.clear()  # the browser remarks on every answer that says no
    expect(page.locator(".history li")).to_have_count(0)
    for words in ("1 game brought in.", "0 games brought in, 1 was here already."):
        chooser.set_input_files(file)
        expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
        expect(page.locator(".history li")).to_have_count(1)
    expect(page.locator(".history li")).to_contain_text("came out")
    other.open("/statistics")
    expect(page.get_by_text("1 of 1 game won")).to_be_visible()


@pytest.mark.long
def test_these_pages_have_no_finding_and_fit_a_phone(tables: Open) -> None:
    """By night on a phone of 360 px, by day on a desk, in both languages."""
    for size, lang, dark in (((360, 640), "de", True), ((1440, 900), "en", False)):
        table = tables(size=size, lang=lang, dark=dark).open("/")
        bring(table, {"game": "hemispheres", "deal": DEAL, "moves": " ".join(LINE)})
        expect(table.page.locator(".today")).to_be_visible()
        assert findings(table) == []
        table.open("/history")
        expect(table.page.locator(".history li")).to_have_count(1)
        assert findings(table) == []
        table.page.locator(".history a").first.click()
        expect(table.page.locator(".player .card").first).to_be_visible()
        assert findings(table) == []
        for path in ("/", "/history", "/statistics", table.page.url.removeprefix(table.url)):
            table.open(path)
            table.page.wait_for_load_state("networkidle")
            for width in (size[0], 320, 195):
                table.page.set_viewport_size({"width": width, "height": size[1]})
                assert table.page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
