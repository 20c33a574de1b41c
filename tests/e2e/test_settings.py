"""Settings from the head of every page: found with the keyboard, in force at once, here and in other tabs."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.e2e.playing import Open


def test_settings_open_from_every_page_and_hold_at_once(tables: Open) -> None:
    """By keyboard alone; pictures of tables and an open table in another tab follow; the focus goes back."""
    table = tables(size=(390, 844)).table("hemispheres", "number=25483")
    other = tables(beside=table).open("/")
    page = other.page
    expect(page.locator(".gamecard .table .card").first).to_be_visible()
    opener = page.get_by_role("button", name="Settings")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    assert Axe().run(page).response["violations"] == []
    dialog.get_by_role("button", name="Felt").press("Enter")
    dialog.get_by_role("button", name="Index only").press("Space")
    for one in (table, other):
        expect(one.page.locator("#theme-felt")).to_have_attribute("media", "all")
    expect(table.page.locator(".stage .card .art.big").first).to_be_attached()
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    opener.press("Enter")
    dialog.get_by_role("button", name="Deutsch").press("Enter")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Einstellungen")).to_be_focused()
    for path in ("/history", "/statistics", "/about", "/rules/unlimited"):
        page.goto(table.url + path)
        page.get_by_role("button", name="Einstellungen").click()
        expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()


def test_settings_have_an_address(tables: Open) -> None:
    """It can be kept and loaded anew; closed, the start page is there; a page that there is not leads to it."""
    table = tables(size=(390, 844)).open("/settings")
    page = table.page
    dialog = page.get_by_role("dialog", name="Settings")
    expect(dialog).to_be_visible()
    expect(page).to_have_title("Settings · Wendekreis")
    dialog.get_by_role("button", name="Felt").click()
    page.reload()
    expect(dialog.get_by_role("button", name="Felt")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    expect(page).to_have_url(f"{table.url}/")
    expect(page).to_have_title("Wendekreis")
    table.open("/nowhere")
    table.complaints.clear()  # the browser remarks on the answer that says no
    page.get_by_role("main").get_by_role("link", name="Settings").click()
    expect(dialog).to_be_visible()
    page.go_back()
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("heading", level=1, name="There is no such page")).to_be_visible()
