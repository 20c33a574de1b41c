"""The browser's own way back: from a new deal to the one before, and away from a page that was still loading."""

from playwright.sync_api import Route, expect

from tests.e2e.playing import Open


def test_from_a_new_deal_the_way_back_leads_to_the_one_before(tables: Open) -> None:
    """Back and forth between two deals, each as it was left; and before the first, to the page from where it came."""
    table = tables().open("/about")
    page = table.page
    table.table("single-interchange", "number=25483")
    page.keyboard.press("t")
    table.shows(1)
    first = table.play
    page.keyboard.press("n")
    page.locator("dialog input[name=number]").fill("28")
    page.keyboard.press("Enter")
    table.shows(0)
    second = table.play
    assert second != first
    page.go_back()
    table.shows(1)
    assert table.play == first
    assert "number=25483" in page.url
    page.go_forward()
    table.shows(0)
    assert table.play == second
    page.go_back()
    table.shows(1)
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url.endswith("/about")


def test_a_page_that_is_left_while_it_loads_complains_of_nothing(tables: Open) -> None:
    """What was asked for and never came is no error when nobody waits for it any more."""
    table = tables(intercept=True)
    held: list[Route] = []
    table.page.route(
        "**/api/**", lambda r: r.continue_() if r.request.url.endswith(("/games", "/texts/en")) else held.append(r)
    )
    for path in ("/", "/statistics", "/history", "/rules/hemispheres"):
        table.open(path)
        expect(table.page.locator("header.mast")).to_be_visible()
        table.page.wait_for_timeout(100)
        table.page.evaluate("document.querySelector('.mast a[href=\"/about\"]').click()")
        expect(table.page.locator(".mast [aria-current=page][href='/about']")).to_be_visible()
        for route in held:
            route.abort()
        held.clear()
        table.page.wait_for_timeout(200)
    table.complaints[:] = [one for one in table.complaints if "Failed to load resource" not in one]
    assert table.complaints == []
