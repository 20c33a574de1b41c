"""What fingers, mice and keys may do besides playing well: drop wrongly, tap twice, hurry, change their mind."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.e2e.playing import Open, Table, line

HEMISPHERES, MOVES = line("hemispheres")
EASY = "number=25483"  # cards can be built upon each other at once
# A deal whose first turned card, and whose first pile's last card, are aces.
ACES = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D AC 2H 3H 4H 5H AD AH AS TD JD QD KD "
    "6H 7H 8H 9H TH JH QH KH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)


def lit(table: Table) -> set[str]:
    """The piles that are shown as places to go to."""
    names: list[str] = table.page.eval_on_selector_all("button[data-pile].is-tgt", "e => e.map(x => x.dataset.pile)")
    return set(names)


def test_legal_targets_light_up_and_an_illegal_drop_glides_back(tables: Open) -> None:
    """With movements on: the card follows the mouse, goes home, shakes; nothing is sent."""
    table = tables(motion=True).table("hemispheres", EASY)
    view = table.view()
    choice = next(c for c in view["choices"] if c.get("from") and not c.get("swap"))
    key = view["piles"][choice["from"]][-1]
    card = table.page.locator(f"[data-card='{key}']")
    home = card.bounding_box()
    start = table.point(choice["from"])
    wrong = next(p for p in view["piles"] if p[0] == "b")
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move(start[0] + 40, start[1] + 40, steps=4)
    assert lit(table) == {c["to"] for c in view["choices"] if c.get("from") == choice["from"]}
    box = card.bounding_box()
    assert home is not None
    assert box is not None
    assert max(abs(box["x"] - home["x"] - 40), abs(box["y"] - home["y"] - 40)) < 4
    table.page.mouse.move(*table.point(wrong), steps=4)
    card.evaluate(
        """e => new MutationObserver(() => { window.refused ||= e.classList.contains('is-refused'); })
          .observe(e, {attributes: true})"""
    )
    table.page.mouse.up()
    table.page.wait_for_function("() => window.refused")  # for a moment, which a busy machine may miss
    expect(card).not_to_have_class(re.compile("is-refused"))
    at_rest = "x => document.querySelector(x).getAnimations().length === 0"
    table.page.wait_for_function(at_rest, arg=f"[data-card='{key}']")
    assert card.bounding_box() == home
    table.hears("Not possible")
    assert lit(table) == set()
    assert not [w for w in table.writes if w[0].endswith("/move")]


def test_a_drop_on_the_bare_table_and_a_cancelled_pointer_put_the_card_back(tables: Open) -> None:
    """Escape in the middle of a drag too; the second finger is ignored."""
    table = tables(size=(390, 844), touch=True).table("hemispheres", EASY)
    view = table.view()
    choice = next(c for c in view["choices"] if c.get("from") and not c.get("swap"))
    start, end = table.point(choice["from"]), table.point(choice["to"])
    touch = table.page.context.new_cdp_session(table.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    send("touchStart", start)
    send("touchMove", end)
    expect(table.page.locator(".is-lifted")).to_have_count(1)
    send("touchCancel")
    expect(table.page.locator(".is-lifted")).to_have_count(0)
    send("touchStart", start)
    send("touchMove", end)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(".is-lifted")).to_have_count(0)
    send("touchEnd")
    table.lies(view)
    assert not [w for w in table.writes if w[0].endswith("/move")]
    send("touchStart", start)
    send("touchMove", end)
    send("touchStart", end, table.point("stock"))  # a second finger on the stock
    send("touchEnd")
    table.shows(1)
    assert table.view()["counts"] == {"moves": 1, "turns": 0, "redeals": 0}


def test_a_double_click_shows_the_foundations_when_several_take_the_card(tables: Open) -> None:
    """The player chooses; the last ace has one place left and goes there by itself."""
    table = tables().deal("single-interchange", ACES)
    table.page.mouse.dblclick(*table.point("t1"))
    expect(table.page.locator("button[data-pile=f4]")).to_have_class(re.compile("is-tgt"))
    assert lit(table) == {"f1", "f2", "f3", "f4"}
    answer = table.do(lambda: table.click("f3"))
    assert answer["steps"][0]["shifts"][0]["to"] == "f3"
    for place in ("f1", "f4"):
        table.do(lambda: table.page.keyboard.press("t"))
        table.page.mouse.dblclick(*table.point("w"))
        table.do(lambda to=place: table.click(to))  # type: ignore[misc]
    table.do(lambda: table.page.keyboard.press("t"))
    assert table.do(lambda: table.page.mouse.dblclick(*table.point("w")))["steps"][0]["shifts"][0]["to"] == "f2"
    assert table.view()["counts"]["moves"] == 7


def test_a_double_click_on_an_ace_is_told_once(tables: Open) -> None:
    """What was picked up, with the first click; with the second what is to be done now."""
    table = tables().deal("single-interchange", ACES)
    table.listen()
    table.page.mouse.dblclick(*table.point("t1"))
    table.hears("Choose a foundation.")
    table.page.wait_for_timeout(200)
    assert table.page.evaluate("window.heard.join(' ').match(/picked up/g).length") == 1
    table.page.keyboard.press("Escape")
    table.hears("Put back.")
    table.pile("t1").press("Shift+Enter")
    table.hears("picked up. Choose a foundation.")


def test_a_long_press_and_two_fingers_are_no_refused_move(tables: Open) -> None:
    """Where a tap would be refused a long press shows and tells what lies there; two fingers are no tap."""
    table = tables(size=(390, 844), touch=True).table("single-interchange", "number=28")
    table.listen()
    view = table.view()
    dead = next(
        p for p, ids in view["piles"].items() if len(ids) > 2 and p not in {c.get("from") for c in view["choices"]}
    )
    touch = table.page.context.new_cdp_session(table.page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        touch.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
        )

    at = table.point(dead)
    send("touchStart", at)
    expect(table.page.locator(".look .card")).to_have_count(len(view["piles"][dead]))
    send("touchEnd")
    expect(table.page.locator(".look")).to_have_count(0)
    table.hears("face-down card")
    send("touchStart", at)
    send("touchStart", at, (at[0] + 60, at[1] + 60))
    send("touchMove", (at[0] - 9, at[1]), (at[0] + 90, at[1] + 90))
    send("touchEnd")
    table.page.wait_for_timeout(200)
    assert "Not possible." not in table.page.evaluate("window.heard.join(' ')")
    table.tap(dead)
    table.hears("Not possible.")
    choice = next(c for c in view["choices"] if c.get("from") and not c.get("swap"))
    before = table.revision
    send("touchStart", table.point(choice["from"]))  # a slow tap is a tap
    table.page.wait_for_timeout(600)
    send("touchEnd")
    expect(table.page.locator(f".app[data-revision='{before + 1}'], .is-sel").first).to_be_visible()


def test_the_second_click_of_a_double_click_moves_no_second_card(tables: Open) -> None:
    """The first click has sent the card to the only place it could go; what then lies there stays."""
    table = tables().table("hemispheres", EASY)
    view = table.view()
    starts = [c["from"] for c in view["choices"] if c.get("from") and not c.get("swap")]
    only = next(name for name in starts if starts.count(name) == 1)
    table.page.mouse.dblclick(*table.point(only))
    table.shows(1)
    table.page.mouse.dblclick(*table.point("stock"))  # but a stock is pressed as often as one likes
    table.shows(3)
    assert table.view()["counts"] == {"moves": 3, "turns": 2, "redeals": 0}


def lone_choice(view: dict[str, Any]) -> dict[str, Any]:
    """A card that has one target, and that is no exchange; something lies there already."""
    starts = [c["from"] for c in view["choices"] if c.get("from")]
    fitting = [c for c in view["choices"] if starts.count(c.get("from")) == 1 and not c.get("swap")]
    return next(c for c in fitting if view["piles"][c["to"]])


def test_card_then_target_is_one_move_though_the_first_tap_has_made_it(tables: Open) -> None:
    """The second tap, on the pile where the card went, is neither a new move nor a wrong one."""
    table = tables(size=(390, 844), touch=True).table("hemispheres", EASY)
    choice = lone_choice(table.view())
    table.tap(choice["from"])
    table.tap(choice["to"])
    table.shows(1)
    table.page.wait_for_timeout(300)
    assert table.view()["counts"]["moves"] == 1
    assert [w for w in table.writes if w[0].endswith("/move")][1:] == []
    expect(table.page.locator(".is-sel, .is-refused, .is-tgt")).to_have_count(0)
    assert "Not possible" not in table.said
    assert "to" in table.said
    table.page.wait_for_timeout(1100)  # later it is a tap of its own
    table.tap(choice["to"])
    table.page.wait_for_function("document.querySelector('.is-sel, .is-refused, .is-lit, [data-revision=\"2\"]')")


def test_with_the_setting_off_a_tap_only_picks_up(tables: Open) -> None:
    """It lights the target and says so; the second tap plays; a tap on the card itself puts it back."""
    table = tables(size=(390, 844), touch=True).table("hemispheres", EASY)
    table.page.get_by_role("button", name="Menu").click()
    group = table.page.get_by_role("group", name="One tap plays")
    expect(group.get_by_role("button", name="On")).to_have_attribute("aria-pressed", "true")
    group.get_by_role("button", name="Off").click()
    table.page.keyboard.press("Escape")
    choice = lone_choice(table.view())
    table.tap(choice["from"])
    table.hears("picked up. Target: ")
    assert lit(table) == {choice["to"]}
    assert not [w for w in table.writes if w[0].endswith("/move")]
    table.page.wait_for_timeout(600)  # else it would be a double tap
    table.tap(choice["from"])
    table.hears("Put back.")
    assert lit(table) == set()
    table.page.wait_for_timeout(600)
    table.tap(choice["from"])
    table.do(lambda: table.tap(choice["to"]))
    assert table.view()["counts"]["moves"] == 1


def test_a_card_astray_lights_its_partners_and_a_tap_exchanges(tables: Open) -> None:
    """And a tap beside everything puts it down again."""
    table = tables(size=(390, 844), touch=True).deal("hemispheres", HEMISPHERES)
    view = table.view()
    choice = table.choice("n4xs6", view)
    partners = {c["to"] for c in view["choices"] if c.get("from") == choice["from"] and c.get("swap")}
    table.tap(choice["from"])
    for pile in partners | {choice["from"]}:
        expect(table.pile(pile)).to_have_class(re.compile("is-lit"))
    expect(table.pile(choice["to"])).to_have_attribute("aria-label", re.compile("target: exchange"))
    table.tap(choice["from"])
    table.page.wait_for_timeout(600)  # else it would be a double tap
    expect(table.page.locator("button.is-lit")).to_have_count(0)
    table.tap(choice["from"])
    answer = table.do(lambda: table.tap(choice["to"]))
    assert len(answer["steps"][0]["shifts"]) == 2
    table.hears("exchanged")


def test_hurry_neither_loses_nor_doubles_a_card(tables: Open) -> None:
    """Clicks, keys and a drag in the middle of movements, as fast as they come."""
    table = tables(motion=True).deal("hemispheres", HEMISPHERES)
    for _ in range(6):
        table.click("stock")
    table.shows(6)
    for key in "zzztty":
        table.page.keyboard.press(key)
    table.shows(11)
    view = table.view()
    assert view["counts"] == {"moves": 5, "turns": 5, "redeals": 0}
    choice = table.choice(MOVES[0], view)
    table.drag(table.point(choice["from"]), table.point(choice["to"]))
    table.page.keyboard.press("z")
    table.page.keyboard.press("y")
    table.shows(14)
    view = table.view()
    table.lies(view)
    assert view["counts"] == {"moves": 6, "turns": 5, "redeals": 0}
    expect(table.page.locator(".ghost")).to_have_count(0)


def test_forward_turns_to_the_next_playable_card(tables: Open) -> None:
    """The button and the key; one undo takes back what one of them has turned, and one redo turns it again."""
    table = tables().deal("single-interchange", line("single-interchange")[0])
    answer = table.do(lambda: table.page.get_by_role("button", name="Forward to the next playable card").click())
    turns = answer["counts"]["turns"]
    assert turns > 1
    assert any(c.get("from") == "w" for c in answer["choices"])
    table.hears("turned")
    for key, there in (("z", 0), ("y", turns), ("z", 0), ("f", turns)):
        table.do(lambda key=key: table.page.keyboard.press(key))  # type: ignore[misc]
        assert table.view()["counts"]["turns"] == there


def test_a_run_is_chosen_by_keyboard_and_dragged_by_any_of_its_cards(tables: Open) -> None:
    """Up and down choose how many cards are meant; the name says it."""
    deal, moves = line("single-interchange")
    at = next(n for n, move in enumerate(moves) if "*" in move)
    table = tables().deal("single-interchange", deal)
    view = table.view()
    answer: dict[str, Any] = {}
    for move in moves[:at]:  # behind the page's back, which then takes over the table
        body = {"revision": view["revision"] if not answer else answer["revision"], "move": move}
        address = f"{table.url}/api/plays/{table.play}/move"
        answer = table.page.context.request.post(address, data=body, headers={"Origin": table.url}).json()
    table.page.reload()
    table.shows(answer["revision"])
    view = table.view()
    run = table.choice(moves[at], view)
    table.to_the_table()
    table.walk(run["from"])
    for _ in range(run["count"] - 1):
        table.page.keyboard.press("ArrowUp")
    expect(table.pile(run["from"])).to_have_attribute("aria-label", re.compile(rf"{run['count']} cards from"))
    table.page.keyboard.press("Enter")
    expect(table.page.locator(".card.is-sel")).to_have_count(run["count"])
    table.walk(run["to"])
    table.do(lambda: table.page.keyboard.press("Enter"))
    assert table.page.evaluate("document.activeElement.dataset.pile") == run["to"]
    table.do(lambda: table.page.keyboard.press("z"))
    table.do(lambda: table.drag(table.start_of(run, view), table.point(run["to"])))
    table.lies(table.view())
    table.hears(f"{run['count']} cards from")


def test_the_focus_stays_on_the_table_and_names_are_told(tables: Open) -> None:
    """After a move, an undo, a restart; each told once."""
    table = tables(lang="de").deal("hemispheres", HEMISPHERES)
    table.to_the_table()
    table.walk("n4")
    focused = table.page.locator("button[data-pile]:focus")
    name = re.compile(r"^Nordstapel 4, [^,]*, am falschen Ort, kann getauscht werden$")
    expect(focused).to_have_attribute("aria-label", name)
    table.page.keyboard.press("Enter")
    expect(focused).to_have_attribute("aria-label", re.compile("aufgenommen"))
    table.hears("aufgenommen. ")
    table.walk("s6")
    table.page.evaluate(
        """() => {
          window.heard = [];
          new MutationObserver(() => {
            const words = document.querySelector('[role=status]').textContent;
            if (words) window.heard.push(words);
          }).observe(document.querySelector('[role=status]'), {childList: true, characterData: true, subtree: true});
        }"""
    )
    table.do(lambda: table.page.keyboard.press("Enter"))
    table.hears("getauscht")
    assert table.page.evaluate("document.activeElement.dataset.pile") == "s6"
    table.do(lambda: table.page.keyboard.press("z"))
    table.hears("Zurückgenommen")
    assert table.page.evaluate("document.activeElement.dataset.pile") == "s6"
    table.do(lambda: table.page.keyboard.press("y"))
    table.hears("Wiederholt")
    before = table.view()["piles"]
    table.do(lambda: table.page.keyboard.press("r"))
    table.hears("Von vorn")
    assert table.page.evaluate("document.activeElement.dataset.pile") == "s6"
    heard = table.page.evaluate("window.heard")
    assert len(heard) == 4, heard
    barrier = table.pile("bN")
    expect(barrier).to_have_attribute("aria-label", "Barriere im Norden, Pik-Ass")
    expect(table.page.get_by_role("list", name="Hemispheres")).to_have_count(1)
    undo = table.page.locator("[data-tool=undo]:visible")
    expect(undo).to_have_attribute("aria-label", "Zurück: den Neubeginn zurücknehmen")
    table.page.reload()
    expect(undo).to_have_attribute("aria-disabled", "false")
    table.do(undo.click)
    table.hears("Zurückgenommen: der Neubeginn.")
    assert table.view()["piles"] == before
    expect(undo).to_have_attribute("aria-label", "Zurück: den letzten Zug zurücknehmen")


def test_a_click_without_a_pointer_is_an_enter(tables: Open) -> None:
    """As screen readers and switches give it."""
    table = tables().deal("hemispheres", HEMISPHERES)
    table.pile("n4").evaluate("e => e.click()")
    expect(table.pile("s6")).to_have_attribute("aria-label", re.compile("target: exchange"))
    table.do(lambda: table.pile("s6").evaluate("e => e.click()"))
    table.do(lambda: table.pile("stock").evaluate("e => e.click()"))
    assert table.view()["counts"] == {"moves": 2, "turns": 1, "redeals": 0}
