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
