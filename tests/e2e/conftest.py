"""A browser for the tests of the page: one for each worker, and a page of its own for each test."""

import asyncio
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.e2e.playing import PATIENCE, Open, Table, open_tables
from tests.servers import Server
from tools.chromium import FLAGS, find


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if "tests/e2e/" in item.path.as_posix():
            item.add_marker("browser")


_playwrights: list[asyncio.AbstractEventLoop] = []
"""Playwright's event loop while no test of a browser runs; at most one."""


def lay_aside() -> None:
    """Hide Playwright's loop, which stands still but calls itself running: other tests have loops of their own."""
    if (loop := asyncio._get_running_loop()) is not None:
        _playwrights.append(loop)
        asyncio._set_running_loop(None)


def take_up() -> None:
    """Let Playwright have its loop again."""
    if _playwrights:
        asyncio._set_running_loop(_playwrights.pop())


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Before each test of this folder."""
    take_up()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    """After it: a worker may be given a test of the terminal next, which is asynchronous."""
    try:
        return (yield)
    finally:
        lay_aside()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, as a browser that talks to our server and to nobody else."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        yield browser
        take_up()
        browser.close()


@pytest.fixture
def tables(browser: Browser, live_server: Server) -> Iterator[Open]:
    """Opens tables: ``tables(size=(390, 844), touch=True, lang="de", motion=False)``.

    At the end every page must have kept its console clean and must have asked nobody else for anything.
    """
    opened: list[Table] = []
    with open_tables(browser, live_server.url, opened) as opener:
        yield opener
    for table in opened:
        assert table.complaints == [], table.complaints
        assert table.foreign == [], table.foreign
