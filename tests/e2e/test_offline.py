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
WORKER = "navigator.serviceWorker.register('/service-worker.js', {updateViaCache: 'none'})"


def installed(tables: Open, **how: str) -> Table:
    """A table whose page has its service worker, two moves into a game."""
    table = tables(size=(390, 844), worker=True, **how)  # type: ignore[arg-type]
    table.table("single-interchange", "number=25483")
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


def test_the_last_table_opens_without_a_network_and_moves_wait_for_the_server(table: Table) -> None:
    """What is kept is shown, and called so; a move lies where it was put, and is played when the network is back."""
    page = table.page
    before = cards(page)
    assert len(before) > 8
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".notice:visible")).to_contain_text("zuletzt gespeicherte Stand. Züge warten auf den Server")
    assert cards(page) == before
    table.hears("Züge warten auf den Server")
    page.keyboard.press("t")
    expect(page.locator(".notice:visible")).to_contain_text("Der Server antwortet nicht")
    page.context.set_offline(False)
    table.shows(3)
    expect(page.locator(".notice:visible")).to_have_count(0)
    assert table.view()["counts"]["moves"] == 3
    page.keyboard.press("z")
    table.shows(4)


def test_other_pages_open_without_a_network_and_nothing_of_a_player_is_kept_by_the_worker(table: Table) -> None:
    """The start page stands and says that the server is away; in the worker's store there is no play and no list."""
    page = table.page
    page.context.set_offline(True)
    page.goto(f"{table.url}/about")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{table.url}/play/hemispheres")
    expect(page.locator(".notice:visible")).to_contain_text("Der Server antwortet nicht")
    expect(page.locator(".stage .table")).to_have_count(0)
    kept = page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys())
        for (const r of await (await caches.open(name)).keys()) found.push(new URL(r.url).pathname);
      return found;
    }""")
    assert "/client/app.js" in kept
    assert {path for path in kept if path.startswith("/api/")} == {"/api/texts/de", "/api/texts/en", "/api/games"}


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
