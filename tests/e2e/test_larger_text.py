"""The browser's larger text, as its settings have it: pages and tables make room for it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.playing import Open, Table, open_tables
from tests.servers import Server
from tools.chromium import FLAGS, find

SPILT = """() => {
  const seen = e => e.getClientRects().length > 0 && getComputedStyle(e).clipPath === 'none', found = [];
  for (const button of [...document.querySelectorAll('.btn')].filter(seen)) {
    const box = button.getBoundingClientRect(), scrolls = button.closest('.rail, .page');
    const out = box.left < -1 || box.right > innerWidth + 1 || !scrolls && box.bottom > innerHeight + 1;
    if (out) found.push(`outside: ${button.textContent}`);
    for (const words of [...button.querySelectorAll('span')].filter(seen)) {
      const range = document.createRange();
      range.selectNodeContents(words);
      const text = range.getBoundingClientRect();
      if (text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 1)
        found.push(`spilt: ${words.textContent}`);
    }
  }
  const words = document.querySelector('.aside-words');
  if (words && words.scrollHeight > words.clientHeight) found.push('cut: advice');
  if (document.documentElement.scrollWidth > innerWidth) found.push('scrolls sideways');
  return found;
}"""


@pytest.fixture(params=[*(pytest.param(size, marks=pytest.mark.long) for size in (20, 24)), 32])
def larger(request: pytest.FixtureRequest, browser: Browser, live_server: Server) -> Iterator[Open]:
    """Tables in a browser whose text is set to 125, 150 or 200 per cent."""
    flags = [*FLAGS, f"--blink-settings=defaultFontSize={request.param}"]
    own = browser.browser_type.launch(executable_path=find(), args=flags)
    opened: list[Table] = []
    with open_tables(own, live_server.url, opened) as opener:
        yield opener
    own.close()


def test_no_page_scrolls_sideways_and_no_button_loses_its_words(larger: Open) -> None:
    """On a phone: the start page and the rules; at a table, with advice and without, on a phone and on a desk."""
    table = larger(size=(390, 844), lang="de")
    for path in ("/", "/rules/hemispheres"):
        table.open(path)
        expect(table.page.locator("h1")).to_be_visible()
        assert table.page.evaluate(SPILT) == [], path
    for size in ((390, 844), (1280, 720)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.table("hemispheres", "number=869899595")
        assert table.page.evaluate(SPILT) == [], size
        table.page.keyboard.press("h")
        expect(table.page.locator(".aside b")).to_be_visible()
        expect(table.page.locator(".aside-more")).to_contain_text("88")
        assert table.page.evaluate(SPILT) == [], f"advice at {size}"
