"""The pages themselves: dialogs, settings, languages, sizes, accessibility, and a game that nobody wrote a line for."""

import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Route, expect

from tests.e2e.playing import Open, Table, line, open_tables
from tests.servers import serving

ROOT = Path(__file__).parent.parent.parent
HEMISPHERES = line("hemispheres")[0]


def serious(table: Table) -> list[str]:
    """What axe finds that is serious or worse."""
    found = Axe().run(table.page).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0]['failureSummary'][:300]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


def nearly_won(table: Table, moves: list[str]) -> int:
    """Play all but the last move behind the page's back, which then takes over the table; the revision."""
    revision = 0
    for move in moves[:-1]:
        address, body = f"{table.url}/api/plays/{table.play}/move", {"revision": revision, "move": move}
        answer = table.page.context.request.post(address, data=body, headers={"Origin": table.url}).json()
        revision = answer["revision"]
    table.page.reload()
    table.shows(revision)
    return revision


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_tables_and_dialogs_have_no_serious_finding(tables: Open, dark: bool) -> None:
    """With something lit and with a dialog open, by day and by night, on a desk and on a phone."""
    table = tables(dark=dark).deal("hemispheres", HEMISPHERES)
    table.click("n4")
    assert serious(table) == []
    for tool in ("Menu", "New"):
        table.page.get_by_role("button", name=tool, exact=True).click()
        expect(table.page.get_by_role("dialog")).to_be_visible()
        assert serious(table) == [], tool
        table.page.keyboard.press("Escape")
    table.page.keyboard.press("?")
    assert serious(table) == []
    table.page.keyboard.press("Escape")
    phone = tables(size=(390, 844), dark=dark, lang="de").table("single-interchange", "number=1")
    assert serious(phone) == []
    phone.page.get_by_role("button", name="Menü").click()
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    assert serious(phone) == []


def test_a_won_game_shows_its_panel_and_can_be_taken_back(tables: Open) -> None:
    """The win is animated, told, and no end of the history; the panel has no serious finding."""
    deal, moves = line("hemispheres", 4)
    table = tables(motion=True).deal("hemispheres", deal)
    revision = nearly_won(table, moves)
    choice = table.choice(moves[-1], table.view())
    table.page.mouse.dblclick(*table.point(choice["from"]))
    panel = table.page.get_by_role("region", name="It came out")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text(str(len(moves)))
    expect(panel.get_by_role("heading")).to_be_focused()
    assert serious(table) == []
    table.page.get_by_role("button", name="Undo").click()
    expect(panel).to_have_count(0)
    expect(table.page.locator(".app")).to_have_attribute("data-status", "open")
    table.page.reload()
    table.shows(revision + 2)


PANEL = """() => {
  const panel = document.querySelector('.legend.win'), box = e => e.getBoundingClientRect();
  const inside = e => box(e).left >= 0 && box(e).top >= 0 && box(e).right <= innerWidth && box(e).bottom <= innerHeight;
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const bodies = [...document.querySelectorAll('.stage .body')].filter(e => e.getClientRects().length);
  return {
    cut: panel.scrollHeight - panel.clientHeight, height: panel.clientHeight,
    buttons: panel.querySelectorAll('button').length,
    outside: [panel, ...panel.querySelectorAll('button, h2, dd, p')].filter(e => !inside(e)).map(e => e.textContent),
    card: Math.min(...bodies.map(e => box(e).width)), hides: bodies.filter(e => over(box(e), box(panel))).length,
    time: document.querySelector('[data-fact=time]').getClientRects().length,
    ring: getComputedStyle(panel.querySelector('h2')).outlineStyle,
    chips: [...document.querySelectorAll('.stage .count')].filter(e => e.getClientRects().length).length,
  };
}"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["hemispheres", "single-interchange"])
def test_the_panel_of_a_won_game_is_whole_at_every_size(tables: Open, game: str) -> None:
    """Won on a phone, then turned and enlarged: all of it is seen, beside a table that is still there, and the time."""
    deal, moves = line(game)
    table = tables(size=(320, 568), lang="de").deal(game, deal)
    nearly_won(table, moves)
    view = table.view()
    choice = table.choice(moves[-1], view)
    table.drag(table.start_of(choice, view), table.point(choice["to"]))
    panel = table.page.get_by_role("region", name="Aufgegangen")
    expect(panel).to_be_visible()
    for width, height in [(320, 568), (360, 640), (390, 844), (768, 1024), (667, 375), (1440, 900)]:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_timeout(250)
        seen = table.page.evaluate(PANEL)
        where = f"{width}x{height}: {seen}"
        assert seen["cut"] <= 0, where
        assert seen["height"] > 150, where
        assert (seen["outside"], seen["buttons"], seen["hides"], seen["time"]) == ([], 4, 0, 1), where
        assert seen["card"] > 20, where
        assert (seen["ring"], seen["chips"]) == ("none", 0), where
    panel.get_by_role("button", name="Schließen").click()
    expect(panel).to_have_count(0)
    expect(table.page.locator("button[data-pile]:focus")).to_have_count(1)


def test_a_stuck_game_says_so_and_offers_the_way_back(tables: Open) -> None:
    """No dialog: the status has the word, and undo becomes the filled button."""
    table = tables(lang="de", intercept=True).table("hemispheres", "number=1")

    def stuck(route: Route) -> None:
        reply = route.fetch()
        route.fulfill(response=reply, json={**reply.json(), "status": "stuck"})

    table.page.route("**/move", stuck)
    table.page.keyboard.press("t")
    expect(table.page.locator(".status")).to_have_text("Festgefahren")
    expect(table.page.get_by_role("button", name="Zurück:")).to_have_class(re.compile("primary"))
    table.hears("Festgefahren")
    expect(table.page.get_by_role("dialog")).to_have_count(0)
    table.page.set_viewport_size({"width": 390, "height": 844})
    expect(table.page.locator(".aside .stuck")).to_have_text("Festgefahren")  # what the oracle says lies over the bar
    expect(table.page.locator(".aside .stuck")).to_be_visible()
    strip = table.page.locator(".strip")
    expect(strip).not_to_have_class(re.compile("is-blank"))
    table.page.keyboard.press("z")
    expect(table.page.locator(".aside")).to_be_hidden()
    expect(strip).to_have_class(re.compile("is-blank"))  # nobody has asked for what it told


def test_a_new_deal_by_number_by_text_and_at_random(tables: Open) -> None:
    """What is wrong with a deal is said in the dialog, and nothing changes."""
    table = tables().table("single-interchange", "number=7")
    first = table.play
    dialog = table.page.get_by_role("dialog")
    table.page.keyboard.press("n")
    dialog.get_by_role("textbox", name="Number").fill("0")
    dialog.get_by_role("button", name=re.compile("^Deal: ")).first.click()
    expect(dialog.get_by_role("alert")).to_contain_text("0")
    dialog.get_by_role("textbox", name="Cards as text").fill("AS AS KD")
    dialog.get_by_role("button", name=re.compile("^Deal: ")).last.click()
    expect(dialog.get_by_role("alert")).to_contain_text("AS")
    assert table.play == first
    table.complaints.clear()  # the browser remarks on every answer that says no
    dialog.get_by_role("textbox", name="Number").fill("No. 25\u202f483")
    dialog.get_by_role("textbox", name="Number").press("Enter")
    expect(dialog).to_have_count(0)
    assert table.view()["number"] == "25483"
    table.page.keyboard.press("n")
    dialog.get_by_role("textbox", name="Number").fill("ms25")
    dialog.get_by_role("textbox", name="Number").press("Enter")
    expect(dialog).to_have_count(0)
    assert table.view()["number"] == "ms25"
    assert "number=ms25" in table.page.url
    deal = line("single-interchange", 3)[0]
    table.page.get_by_role("button", name="New", exact=True).click()
    dialog.get_by_role("textbox", name="Cards as text").fill(deal)
    dialog.get_by_role("button", name=re.compile("^Deal: ")).last.click()
    expect(dialog).to_have_count(0)
    assert table.view()["deal"] == deal
    second = table.play
    table.page.keyboard.press("n")
    dialog.get_by_role("button", name="Random deal").click()
    expect(dialog).to_have_count(0)
    assert table.play not in (first, second)
    assert table.view()["number"] not in (None, "7", "ms25")


def test_the_link_to_a_deal_is_copied(tables: Open) -> None:
    """It opens the same deal."""
    table = tables().table("hemispheres", "number=25483")
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.page.get_by_role("button", name="Copy link").click()
    table.hears("copied")
    copied = table.page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{table.url}/play/hemispheres?number=25483"


def test_language_time_and_looks_are_the_players_choice(tables: Open) -> None:
    """Kept in the browser; the game goes on where it was."""
    table = tables(lang="en").table("hemispheres", "number=25483")
    page = table.page
    page.keyboard.press("t")
    table.shows(1)
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Menu")
    menu.get_by_role("group", name="Time").get_by_role("button", name="Off").click()
    menu.get_by_role("group", name="Table").get_by_role("button", name="Felt").click()
    menu.get_by_role("group", name="Suits").get_by_role("button", name="Four").click()
    menu.get_by_role("button", name="Deutsch").click()
    table.shows(1)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("html")).to_have_attribute("data-suits", "four")
    expect(page.locator("[data-fact=time]")).to_be_hidden()
    expect(page).to_have_title("Hemispheres · Wendekreis")
    expect(table.pile("stock")).to_have_attribute("aria-label", "Talon, 79 Karten")
    felt = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    table.shows(1)
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[data-fact=time]")).to_be_hidden()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == felt
    queen = page.locator(".ix b", has_text=re.compile("^D$")).first
    expect(queen).to_be_visible()
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("group", name="Index").get_by_role("button", name="A K Q J").click()
    page.keyboard.press("Escape")
    expect(page.locator(".ix b", has_text=re.compile("^Q$")).first).to_be_visible()


def test_pages_are_reached_by_links_and_back(tables: Open) -> None:
    """Without loading anew; titles and the address follow; the game stays where it was."""
    table = tables(lang="de").table("hemispheres", "number=25483")
    table.page.keyboard.press("t")
    table.shows(1)
    table.page.evaluate("window.same = true")
    table.page.get_by_role("link", name="Regeln").click()
    expect(table.page).to_have_title(re.compile("Regeln.*Wendekreis"))
    expect(table.page.locator("article h1, article h2").first).to_be_visible()
    table.page.go_back()
    table.shows(1)
    table.page.get_by_role("link", name="Wendekreis").click()
    expect(table.page).to_have_title("Wendekreis")
    assert table.page.evaluate("window.same") is True


def test_an_unknown_game_and_a_bad_link_are_told(tables: Open) -> None:
    """With a way on."""
    table = tables().open("/play/no-such-game")
    expect(table.page.get_by_role("heading", name="There is no table here")).to_be_visible()
    table.open("/play/hemispheres?number=zero")
    expect(table.page.get_by_role("heading", name="There is no table here")).to_be_visible()
    table.complaints.clear()  # the browser remarks on every answer that says no
    table.page.get_by_role("button", name="Random deal").click()
    table.page.wait_for_selector(".app[data-revision='0']")
    expect(table.page.locator(".lost")).to_have_count(0)


@pytest.mark.parametrize("path", ["/play/nope", "/nowhere", "/play/", "/rules", "/rules/nope", "/about/deeper"])
def test_an_unknown_address_has_a_page_with_ways_on(tables: Open, path: str) -> None:
    """Whatever the server says of it: a heading, a main landmark that the skip link leads to, links."""
    table = tables(lang="de").open("/about")
    page = table.page
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate("path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path)
    title = "Hier liegt kein Spiel" if path.startswith("/play") else "Diese Seite gibt es nicht"
    expect(page.get_by_role("main").get_by_role("heading", name=title)).to_be_visible()
    page.locator("#skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("main:focus")).to_have_count(1)
    page.get_by_role("main").get_by_role("link", name="Startseite").click()
    expect(page.locator(".games")).to_be_visible()
    expect(page.locator("main:focus")).to_have_count(1)


def test_the_focus_is_never_lost(tables: Open) -> None:
    """On the table after loading and a new deal, which is told; on the menu's button after a change of language."""
    table = tables(lang="de").table("hemispheres", "number=7")
    page = table.page
    focused = (
        "document.activeElement.dataset.pile ?? document.activeElement.dataset.tool ?? document.activeElement.tagName"
    )
    assert page.evaluate(focused) == "stock"
    page.keyboard.press("t")
    table.hears("aufgedeckt")
    page.get_by_role("button", name="Neu", exact=True).click()
    page.get_by_role("dialog").get_by_role("textbox", name="Nummer").fill("25483")
    page.keyboard.press("Enter")
    table.hears("Neues Spiel, Nr. 25\u202f483.")
    assert "aufgedeckt" not in table.said
    assert page.evaluate(focused) == "stock"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("!!document.activeElement.dataset.pile")
    page.get_by_role("button", name="Menü").click()
    page.get_by_role("dialog").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("[data-tool=menu]")).to_be_focused()
    table.open("/about")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("button", name="English")).to_be_focused()


def test_whoever_runs_the_server_can_be_written_to(tables: Open) -> None:
    """Where the server names an address: an e-mail that is ready to be sent, or a page, beside the report to copy."""
    table = tables(lang="de").open("/")
    page = table.page
    name = """address => { document.querySelector('meta[name=contact]')?.remove();
      document.head.append(Object.assign(document.createElement('meta'), {name: 'contact', content: address})); }"""
    page.evaluate(name, "mailto:play@example.org")
    page.locator(".mast a[href='/about']").click()
    page.get_by_label("Was ist Ihnen aufgefallen?").fill("Größer & besser")
    mail = page.get_by_role("link", name="Als E-Mail schreiben")
    page.evaluate("addEventListener('click', event => event.preventDefault())")
    mail.click()
    said = unquote(mail.get_attribute("href") or "")
    assert said.startswith("mailto:play@example.org?subject=Wendekreis&body=Größer & besser\r\n")
    assert page.evaluate("navigator.userAgent") in said
    expect(page.get_by_role("button", name="Bericht kopieren")).to_be_visible()
    page.evaluate(name, "https://example.org/contact")
    page.get_by_role("button", name="English").click()
    link = page.get_by_role("link", name="To the contact page")
    expect(link).to_have_attribute("href", "https://example.org/contact")
    expect(link).to_have_attribute("target", "_blank")


def test_the_time_played_is_handed_over_and_stands_still_while_the_page_is_hidden(tables: Open) -> None:
    """With a move, and when the page goes."""
    table = tables().table("hemispheres", "number=25483")
    table.page.wait_for_timeout(300)
    table.page.keyboard.press("t")
    table.shows(1)
    after_move = table.view()["played_ms"]
    assert after_move >= 250
    table.page.wait_for_timeout(200)
    address = f"{table.url}/api/plays/{table.play}"
    table.open("/about")
    table.page.wait_for_timeout(100)
    after_page = table.page.context.request.get(address).json()["played_ms"]
    assert after_page >= after_move + 150
    table.page.wait_for_timeout(200)
    assert table.page.context.request.get(address).json()["played_ms"] == after_page


def test_a_fifth_game_is_played_by_a_page_that_has_never_heard_of_it(browser: Browser, tmp_path: Path) -> None:
    """Its file is dropped in; it is in the list, lies on the table and is played."""
    environment = {"WENDEKREIS_GAMES": str(ROOT / "tests" / "fifth")}
    opened: list[Table] = []
    with serving(tmp_path / "fifth.sqlite", environment) as server, open_tables(browser, server.url, opened) as tables:
        table = tables(lang="de").open("/")
        expect(table.page.get_by_text("Klondike").first).to_be_visible()
        table.table("klondike", "number=11")
        for _ in range(12):
            view = table.view()
            transfers = [c for c in view["choices"] if "from" in c]
            if transfers:
                choice = transfers[0]
                table.do(lambda c=choice, v=view: table.drag(table.start_of(c, v), table.point(c["to"])))  # type: ignore[misc]
            else:
                table.do(lambda: table.page.keyboard.press("t"))
            table.lies(table.view())
        assert [c for c in table.complaints if "klondike" not in c] == []  # it has no rules page
        assert table.foreign == []
