"""A process that solves is killed while the player waits for it: the table says so and goes on."""

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.playing import Table, open_tables
from tests.servers import serving
from tests.web.test_asks_live import SOLVING, UNDECIDED, solvers, soon


@pytest.mark.long
def test_a_way_whose_process_is_killed_leaves_nobody_waiting(browser: Browser, tmp_path: Path) -> None:
    """On a phone: the panel no longer says that it thinks, and asking again and playing go on."""
    opened: list[Table] = []
    with serving(tmp_path / "w.sqlite", SOLVING) as server, open_tables(browser, server.url, opened) as tables:
        table = tables(size=(390, 844), touch=True)
        table.table(UNDECIDED["game"], f"number={UNDECIDED['number']}")
        page, aside = table.page, table.page.locator(".aside")
        page.keyboard.press("s")
        page.get_by_role("button", name="Show me").click()
        expect(aside).to_contain_text("Thinking")
        soon(lambda: len(solvers(server)) > 1)
        expect(aside).to_contain_text("2 s")  # by now it searches; one that is killed while it starts is started again
        os.kill(solvers(server)[1], signal.SIGKILL)
        expect(aside).not_to_contain_text("Thinking")
        expect(aside).not_to_contain_text("Demonstration")
        expect(aside).to_be_visible()
        assert aside.inner_text().strip()
        page.keyboard.press("Escape")
        expect(aside).to_be_hidden()
        table.do(lambda: page.keyboard.press("t"))
