"""Answers get lost, servers go away, disks are full, other tabs play on: nothing is doubled and nothing is lost."""

import json
from functools import partial
from typing import Any, cast

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.playing import Open, Table, line

HEMISPHERES, MOVES = line("hemispheres")


@pytest.fixture
def tables(tables: Open) -> Open:
    """Tables whose requests can be held back from the first one on."""
    return cast("Open", partial(tables, intercept=True))


def away_notice(table: Table) -> Any:
    """The notice that says that the server is away."""
    return table.page.locator(".notice[data-kind=away]")


def loses_the_first_answer(table: Table, pattern: str) -> list[str]:
    """Let the server handle the first request that matches, and lose its answer. Returns the bodies, as they come."""
    bodies: list[str] = []

    def handle(route: Route) -> None:
        bodies.append(route.request.post_data or "")
        if len(bodies) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    table.page.route(pattern, handle)
    return bodies


def holds_the_first(table: Table) -> list[Route]:
    """Hold the first move back on its way to the server; let the others pass."""
    held: list[Route] = []

    def handle(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    table.page.route("**/api/plays/*/move", handle)
    return held


def let_go(table: Table, held: list[Route]) -> None:
    """Let the move go that is held back, once it has come: a move is sent a frame after it is seen."""
    for _ in range(200):
        if held:
            break
        table.page.wait_for_timeout(20)
    held[0].continue_()


def forget_lost_requests(table: Table) -> None:
    """The browser's own remarks on requests that the test let fail are no complaint about the page."""
    table.complaints[:] = [c for c in table.complaints if "Failed to load resource" not in c]


def test_a_lost_answer_is_asked_for_again_and_done_once(tables: Open) -> None:
    """For a move and for an undo: the same bytes twice, one change."""
    table = tables().deal("hemispheres", HEMISPHERES)
    for what, key, moves in (("move", "t", 1), ("undo", "z", 0)):
        before = table.revision
        bodies = loses_the_first_answer(table, f"**/api/plays/*/{what}")
        table.page.keyboard.press(key)
        table.shows(before + 1)
        assert len(bodies) == 2
        assert bodies[0] == bodies[1]
        view = table.view()
        assert (view["counts"]["moves"], view["revision"]) == (moves, before + 1)
        table.lies(view)
    expect(away_notice(table)).to_be_hidden()
    forget_lost_requests(table)


def test_a_server_that_is_away_is_said_and_the_move_goes_when_it_is_back(tables: Open) -> None:
    """The notice comes and goes; what is tried meanwhile is not begun; the voice says it."""
    table = tables().deal("hemispheres", HEMISPHERES)
    table.page.route("**/api/plays/**", lambda route: route.abort())
    table.page.keyboard.press("t")
    expect(away_notice(table)).to_be_visible()
    table.hears("The server does not answer")
    table.page.keyboard.press("t")
    table.page.keyboard.press("z")
    table.click("stock")
    table.page.unroute("**/api/plays/**")
    table.shows(1)
    expect(away_notice(table)).to_be_hidden()
    assert table.view()["counts"] == {"moves": 1, "turns": 1, "redeals": 0}
    table.page.keyboard.press("t")
    table.shows(2)
    forget_lost_requests(table)


UNDER = """() => {
  const box = document.querySelector('.notice[data-kind]').getBoundingClientRect();
  return [...document.querySelectorAll('.stage .body, .stage .pile')].filter(e => {
    const r = e.getBoundingClientRect();
    return Math.min(r.right, box.right) - Math.max(r.left, box.left) > 1
      && Math.min(r.bottom, box.bottom) - Math.max(r.top, box.top) > 1;
  }).map(e => e.className);
}"""


@pytest.mark.parametrize("game", [pytest.param("hemispheres", marks=pytest.mark.long), "single-interchange"])
def test_the_notice_hides_no_pile_and_the_history_waits(tables: Open, game: str) -> None:
    """In every layout, by its longest words; undo and its kin are shown as out of reach until the server is back."""
    table = tables(size=(320, 568), lang="de").table(game, "number=25483")
    table.page.keyboard.press("t")
    table.shows(1)
    undo = table.page.get_by_role("button", name="Zurück:")
    expect(undo).to_have_attribute("aria-disabled", "false")
    table.page.route("**/api/plays/**", lambda route: route.abort())
    table.page.keyboard.press("t")
    expect(away_notice(table)).to_be_visible()
    for width, height in [(320, 568), (360, 640), (390, 844), (768, 1024), (667, 375), (844, 390), (1440, 900)]:
        table.page.set_viewport_size({"width": width, "height": height})
        table.page.wait_for_timeout(200)
        assert table.page.evaluate(UNDER) == [], f"{width}x{height}"
        expect(away_notice(table)).to_be_in_viewport(ratio=1)
        expect(undo).to_have_attribute("aria-disabled", "true")
    table.page.unroute("**/api/plays/**")
    table.shows(2)
    expect(away_notice(table)).to_be_hidden()
    expect(undo).to_have_attribute("aria-disabled", "false")
    forget_lost_requests(table)


def test_a_busy_store_and_a_late_answer_are_told(tables: Open) -> None:
    """Not at once, and only until the answer has come."""
    table = tables(lang="de").deal("hemispheres", HEMISPHERES)
    error = {"error": {"code": "store_busy", "message": "busy", "params": {}}}
    table.page.route("**/move", lambda route: route.fulfill(status=503, body=json.dumps(error)))
    table.page.keyboard.press("t")
    expect(table.page.locator(".notice[data-kind=busy]")).to_contain_text("Der Spielstand ist gerade gesperrt")
    table.hears("gesperrt")
    table.page.unroute("**/move")
    table.shows(1)
    expect(table.page.locator(".notice[data-kind]")).to_be_hidden()
    held = holds_the_first(table)
    table.page.keyboard.press("t")
    expect(table.page.locator(".notice[data-kind=slow]")).to_contain_text("Warten auf den Server", timeout=6000)
    held[0].continue_()
    table.shows(2)
    expect(table.page.locator(".notice[data-kind]")).to_be_hidden()
    forget_lost_requests(table)


def test_the_move_in_hand_survives_closing_the_page(tables: Open) -> None:
    """It is kept in the browser and sent when the table is opened again."""
    table = tables().deal("hemispheres", HEMISPHERES)
    table.page.route("**/api/plays/*/move", lambda route: route.abort())
    table.page.keyboard.press("t")
    expect(away_notice(table)).to_be_visible()
    forget_lost_requests(table)
    again = tables(beside=table).table("hemispheres")
    again.shows(1)
    assert again.view()["counts"]["turns"] == 1
    table.page.unroute("**/api/plays/*/move")
    table.shows(1)
    assert again.view()["revision"] == 1
    forget_lost_requests(table)


def test_a_dropped_card_lies_where_it_was_dropped_before_the_answer(tables: Open) -> None:
    """While the answer is held back the card is there, and gestures wait for their turn."""
    table = tables().deal("hemispheres", HEMISPHERES)
    held = holds_the_first(table)
    view = table.view()
    choice = table.choice(MOVES[0], view)
    north, south = view["piles"][choice["from"]][-1], view["piles"][choice["to"]][-1]
    table.drag(table.point(choice["from"]), table.point(choice["to"]))
    for card, pile in ((north, choice["to"]), (south, choice["from"])):
        expect(table.page.locator(f"[data-card='{card}']")).to_have_attribute("data-pile", pile)
    table.click("stock")
    table.click("stock")
    table.page.keyboard.press("z")
    let_go(table, held)
    table.shows(4)
    after = table.view()
    assert after["counts"] == {"moves": 2, "turns": 1, "redeals": 0}, "two turns, the second taken back"
    table.lies(after)


def test_a_card_dropped_while_an_answer_is_on_its_way_is_read_when_it_has_come(tables: Open) -> None:
    """It stays where it was let go, then it goes where it may go on the new table."""
    table = tables().deal("hemispheres", HEMISPHERES)
    view = table.view()
    first, second = (table.choice(move, view) for move in ("n4xs6", "n1xs3"))
    held = holds_the_first(table)
    table.drag(table.point(first["from"]), table.point(first["to"]))
    table.drag(table.point(second["from"]), table.point(second["to"]))
    let_go(table, held)
    table.shows(2)
    table.lies(table.view())
    expect(table.page.locator(".is-lifted")).to_have_count(0)


def test_a_refused_move_goes_back_and_says_why(tables: Open) -> None:
    """A full disk, in the page's language; the card lies where it lay."""
    table = tables(lang="de").deal("hemispheres", HEMISPHERES)
    error = {"error": {"code": "store_full", "message": "disk full", "params": {}}}
    table.page.route("**/move", lambda route: route.fulfill(status=507, body=json.dumps(error)))
    choice = table.choice(MOVES[0], table.view())
    table.drag(table.point(choice["from"]), table.point(choice["to"]))
    table.hears("Der Platz auf der Festplatte ist voll")
    expect(table.page.locator(".notice[data-kind]")).to_contain_text("Der Platz auf der Festplatte ist voll")
    table.lies(table.view())
    table.page.unroute("**/move")
    table.page.keyboard.press("t")
    table.shows(1)
    expect(table.page.locator(".notice[data-kind]")).to_be_hidden()
    forget_lost_requests(table)


def test_a_stale_page_takes_over_the_whole_table(tables: Open) -> None:
    """Somebody has played on behind the page's back: the move is not made, the table is shown as it is."""
    table = tables().deal("hemispheres", HEMISPHERES)
    headers = {"Origin": table.url}
    for revision in range(2):
        address, body = f"{table.url}/api/plays/{table.play}/move", {"revision": revision, "move": "turn"}
        assert table.page.context.request.post(address, data=body, headers=headers).ok
    choice = table.choice(MOVES[0], table.view())
    table.drag(table.point(choice["from"]), table.point(choice["to"]))
    table.shows(2)
    table.hears("The game had gone on")
    view = table.view()
    assert view["counts"] == {"moves": 2, "turns": 2, "redeals": 0}
    table.lies(view)
    forget_lost_requests(table)


def test_reload_second_tab_and_new_window_show_the_same_table(tables: Open) -> None:
    """The game is where it was, and a second tab follows the first."""
    first = tables().deal("hemispheres", HEMISPHERES)
    for n in range(1, 4):
        first.page.keyboard.press("t")
        first.shows(n)
    first.page.reload()
    first.shows(3)
    second = tables(beside=first).table("hemispheres")
    second.shows(3)
    assert second.play == first.play
    first.listen()
    second.page.keyboard.press("z")
    second.shows(4)
    first.shows(4)
    first.hears("another window")
    for n in (5, 6):
        second.page.keyboard.press("z")
        first.shows(n)
    assert len(first.page.evaluate("window.heard")) == 1, "it goes on, which need not be said again"
    for table in (first, second):
        table.lies(table.view())
    third = tables(beside=first).open("/")
    third.page.get_by_role("link", name="Continue").first.click()
    third.shows(6)


def test_a_share_link_opens_the_deal_and_then_continues_it(tables: Open) -> None:
    """By number and by text; for another player it is a play of their own."""
    table = tables().table("single-interchange", "number=25483")
    table.page.keyboard.press("t")
    table.shows(1)
    again = tables(beside=table).table("single-interchange", "number=25483")
    again.shows(1)
    assert again.play == table.play
    shown = tables(beside=table).table("single-interchange", "number=Nr.%2025%E2%80%AF483")
    assert shown.play == table.play
    stranger = tables().table("single-interchange", "number=25483")
    stranger.shows(0)
    assert stranger.view()["piles"] == {**table.view()["piles"], "w": []}
    deal = line("single-interchange", 4)[0]
    by_text = tables(beside=table).deal("single-interchange", deal)
    assert by_text.view()["deal"] == deal
    assert tables(beside=table).deal("single-interchange", deal).play == by_text.play


def test_what_is_done_before_the_hands_are_there_is_done_then(tables: Open) -> None:
    """The table is seen before the code that plays it: keys and taps in between are not lost."""
    table = tables()
    held: list[Route] = []
    table.page.route("**/client/play/sitting.js", lambda route: held.append(route))
    table.open("/play/single-interchange?number=25483")
    table.page.wait_for_selector(".stage .table [data-card]")
    table.page.wait_for_timeout(500)
    table.page.keyboard.press("t")
    table.click("stock")
    table.page.keyboard.press("z")
    assert table.page.get_attribute(".app", "data-revision") is None
    for route in held:
        route.continue_()
    table.shows(3)
    assert [json.loads(body).get("move") for path, body in table.writes if path.endswith(("/move", "/undo"))] == [
        "turn",
        "turn",
        None,
    ]
    table.lies(table.view())
