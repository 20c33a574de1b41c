"""Without a network: the page opens, shows the table of last time, and says plainly that moves wait."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.playing import Open, Table

READY = """async () => {
  const ready = await navigator.serviceWorker.ready;
  return ready.active?.state === 'activated';
}"""
HEARD = """() => {
  const heard = window.heard = [], note = () => {
    for (const e of document.querySelectorAll('.notice:not([hidden]), [role=status], [role=alert]')) {
      const words = e.textContent.trim();
      if (words && heard.at(-1) !== words && !heard.includes(words)) heard.push(words);
    }
  };
  new MutationObserver(note).observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
}"""
WAITS = re.compile("zuletzt getan|letzte Zug|noch einmal gesendet")
WORKER = "navigator.serviceWorker.register('/service-worker.js', {updateViaCache: 'none'})"


def installed(tables: Open, **how: str) -> Table:
    """A table whose page has its service worker, two moves into a game."""
    table = tables(size=(390, 844), worker=True, **how)  # type: ignore[arg-type]
    table.page.add_init_script(f"({HEARD})()")
    table.table("single-interchange", "number=28")
    for n in (1, 2):
        table.page.keyboard.press("t")
        table.shows(n)
    table.page.evaluate(WORKER)
    for _ in range(100):
        if table.page.evaluate(READY):
            break
        table.page.wait_for_timeout(100)
    table.page.reload()
    table.shows(2)
    return table


@pytest.fixture
def table(tables: Open) -> Iterator[Table]:
    """Its console tells of each request that failed, which is what these tests want."""
    table = installed(tables, lang="de")
    yield table
    table.complaints[:] = [one for one in table.complaints if "ERR_INTERNET_DISCONNECTED" not in one]


def cards(page: Page) -> list[str]:
    """What lies where."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('.stage [data-card]')].map(e => `${e.dataset.pile} ${e.textContent}`).sort()"
    )
    return found


def heard(page: Page) -> str:
    """All that this page has said so far, in notices and aloud."""
    return " | ".join(page.evaluate("window.heard"))


def test_the_last_table_opens_without_a_network_and_moves_wait_for_the_server(table: Table) -> None:
    """What is kept is shown, and called so; a move lies where it was put, and is played when the network is back.

    No word is said of a move that waits before there is one, and none of another window ever.
    """
    page = table.page
    before = cards(page)
    assert len(before) > 8
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".notice:visible")).to_contain_text("zuletzt gespeicherte Stand. Züge warten auf den Server")
    assert cards(page) == before
    page.wait_for_selector(".app[data-revision]")
    page.wait_for_timeout(200)
    assert "Züge warten auf den Server" in heard(page)
    assert not WAITS.search(heard(page)), heard(page)
    page.context.set_offline(False)
    expect(page.locator(".notice:visible")).to_have_count(0)
    table.hears("Der Server antwortet wieder")
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector(".app[data-revision]")
    page.keyboard.press("t")
    expect(page.locator(".notice:visible")).to_contain_text("Was Sie zuletzt getan haben, wartet")
    page.context.set_offline(False)
    table.shows(3)
    expect(page.locator(".notice:visible")).to_have_count(0)
    assert table.view()["counts"]["moves"] == 3
    page.keyboard.press("z")
    table.shows(4)
    assert "Fenster" not in heard(page)


def test_a_move_that_waits_outlasts_a_reload_without_a_network(table: Table) -> None:
    """The stored table opens, the card lies where it was put, the page says that it waits; and it is played, once."""
    page, view = table.page, table.view()
    choice = table.choice("t5-t2", view)
    card = page.locator(f"[data-card='{view['piles'][choice['from']][-1]}']")
    page.context.set_offline(True)
    table.drag(table.start_of(choice, view), table.point(choice["to"]))
    expect(page.locator(".notice:visible")).to_contain_text("Was Sie zuletzt getan haben, wird von selbst")
    for _ in range(2):
        page.reload()
        expect(page.locator(".notice:visible")).to_contain_text("Was Sie zuletzt getan haben, wartet")
        expect(card).to_have_attribute("data-pile", choice["to"])
        expect(page.locator("[data-tool=menu]").first).to_be_visible()
    page.context.set_offline(False)
    table.shows(3)
    expect(page.locator(".notice:visible")).to_have_count(0)
    after = table.view()
    assert (after["revision"], after["counts"]["moves"]) == (3, 3)
    table.lies(after)
    assert "Fenster" not in heard(page)
    page.reload()
    table.shows(3)


def test_every_page_without_a_network_says_what_is_true_and_leads_home(table: Table) -> None:
    """Rules can be read; what only the server knows comes by itself when it is there; nobody is told of a move.

    In the worker's store there is no play and no list.
    """
    page = table.page
    page.context.set_offline(True)
    absent = page.get_by_text("Der Server antwortet nicht. Er wird von selbst noch einmal gefragt.")
    for path, told in (
        ("/about", None),
        ("/rules/hemispheres", page.locator(".rules figure .table").first),
        ("/history", absent),
        ("/statistics", absent),
        (f"/replay/single-interchange?play={table.play}", absent),
        ("/play/hemispheres", absent),
    ):
        page.goto(table.url + path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        if told:
            expect(told.first).to_be_visible()
        expect(page.locator("#root a[href='/']").first).to_be_visible()
        assert not WAITS.search(heard(page)), (path, heard(page))
    expect(page.locator(".stage .table")).to_have_count(0)
    page.get_by_role("link", name="Gespeicherter Tisch").click()
    expect(page.locator(".notice:visible")).to_contain_text("zuletzt gespeicherte Stand")
    page.goto(f"{table.url}/")
    expect(page.locator(".gamecard [data-card]").first).to_be_visible()
    for box in page.locator(".gamecard, .relcard").all():
        expect(box.locator("[data-card]").nth(4)).to_be_attached()  # no empty table as a picture
    expect(page.locator(".resume")).to_contain_text("in diesem Browser gespeichert")
    assert not WAITS.search(heard(page)), heard(page)
    page.locator(".resume a").click()
    page.wait_for_selector(".app[data-revision='2']")
    page.goto(f"{table.url}/history")
    expect(absent).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator(".history li")).to_have_count(1)
    expect(absent).to_have_count(0)
    kept = page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const r of await (await caches.open(name)).keys()) found.push(new URL(r.url).pathname);
      return found;
    }""")
    assert "/client/app.js" in kept
    assert not [path for path in kept if path.startswith("/api/") and not re.match("/api/(texts|rules|games)", path)]


def test_what_is_kept_goes_when_it_is_another_players(table: Table) -> None:
    """Another player in this browser sees nothing of it, once the server has been asked."""
    page = table.page
    page.goto(f"{table.url}/about")
    assert page.evaluate("JSON.parse(localStorage.getItem('wendekreis.kept')).counts.moves") == 2
    page.context.clear_cookies()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for _ in range(80):
        if page.evaluate("localStorage.getItem('wendekreis.kept')") is None:
            break
        page.wait_for_timeout(100)
    assert page.evaluate("localStorage.getItem('wendekreis.kept')") is None
    table.complaints[:] = [one for one in table.complaints if "404" not in one]


def test_a_page_of_another_version_gets_nothing_from_the_worker(table: Table) -> None:
    """Code comes from what is kept only for a page of the very version that it belongs to."""
    page = table.page
    source = """async () => (await fetch('/client/app.js')).text()"""
    page.evaluate("""async () => {
      const name = (await caches.keys()).find(n => /^wendekreis [0-9a-f]+$/.test(n));
      const headers = {'content-type': 'text/javascript'};
      await (await caches.open(name)).put('/client/app.js', new Response('// kept', {headers}));
    }""")
    assert page.evaluate(source) == "// kept"
    page.evaluate("""async () => {
      const pages = await caches.open('wendekreis pages');
      for (const request of await pages.keys()) await pages.put(request, new Response('0123456789abcdef'));
    }""")
    assert re.search("import", page.evaluate(source))
