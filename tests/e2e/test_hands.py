"""What the table shows the hand: on which side things lie, what a drop would do, what lies in a pile, what moved."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Open, Table

EASY = "number=25483"  # cards can be built upon each other at once
LOOK = ".look .card"


def middle(table: Table, pile: str) -> float:
    """How far from the table's left edge a pile lies, as a share of its width."""
    box, whole = table.pile(pile).bounding_box(), table.page.locator(".stage .table").bounding_box()
    assert box is not None
    assert whole is not None
    return float((box["x"] + box["width"] / 2 - whole["x"]) / whole["width"])


def filling(table: Table) -> tuple[dict[str, Any], str]:
    """A move that empties a pile, and the face of the card on the waste that drops into it."""
    table.do(lambda: table.page.keyboard.press("t"))
    view = table.view()
    choice = next(c for c in view["choices"] if c.get("fill") == "w" and view["piles"][c["to"]])
    return choice, view["faces"][str(view["piles"]["w"][-1])]


def test_the_left_hand_has_stock_and_waste_on_its_side_at_once(tables: Open) -> None:
    """And still after a reload; east stays in the east; on a phone on its side the rails change places, too."""
    table = tables().table("hemispheres", EASY)
    assert middle(table, "stock") > 0.85
    table.page.get_by_role("button", name="Menu").click()
    table.page.get_by_role("group", name="Hand").get_by_role("button", name="Left").click()
    table.page.keyboard.press("Escape")
    for _ in range(2):
        table.page.wait_for_selector(".app[data-side=left] .table[data-layout]")
        assert middle(table, "stock") < 0.15
        assert middle(table, "bW") < 0.4 < 0.6 < middle(table, "bE")
        table.page.reload()
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.wait_for_selector(".app.slim")
    tools, rail = table.page.locator(".tools").bounding_box(), table.page.locator(".rail").bounding_box()
    assert tools is not None
    assert rail is not None
    assert tools["x"] < 100 < 700 < rail["x"]
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.table("single-interchange", EASY)
    expect(table.page.locator(".tools.inside")).to_have_count(1)
    assert middle(table, "stock") < 0.2
    inside = table.page.locator(".tools.inside").bounding_box()
    assert inside is not None
    assert inside["x"] > 195


@pytest.mark.long
def test_each_side_is_where_its_name_says(tables: Open) -> None:
    """Stock and buttons are on the same side, for every game, on a desk and on a phone on its side."""
    table = tables()
    for game in ("single-interchange", "unlimited", "hemispheres"):
        for side in ("left", "right"):
            table.page.add_init_script(
                f"localStorage.setItem('wendekreis.settings', JSON.stringify({{side: '{side}'}}))"
            )
            for size in ((1440, 900), (844, 390)):
                table.page.set_viewport_size({"width": size[0], "height": size[1]})
                table.table(game, EASY)
                table.page.wait_for_selector(f".app[data-side={side}] .table[data-layout]")
                buttons = table.page.locator(".rail" if size == (1440, 900) else ".tools").bounding_box()
                stage = table.page.locator(".stage").bounding_box()
                assert buttons is not None
                assert stage is not None
                if size == (844, 390):  # a phone on its side: figures have their words
                    words = table.page.locator(".facts-slim .k").evaluate_all("all => all.map(e => e.clientHeight)")
                    assert len(words) == 2
                    assert min(words) > 8
                on_the_left = (middle(table, "stock") < 0.5, buttons["x"] < stage["x"])
                assert on_the_left == (side == "left",) * 2, f"{game}, {size}, {side}"


def test_a_carried_card_says_what_a_drop_would_do_and_what_will_fill_its_place(tables: Open) -> None:
    """By ring and badge, before anything is sent; afterwards the moved card and the one that followed are marked."""
    table = tables().table("hemispheres", EASY)
    choice, face = filling(table)
    view = table.view()
    carried, filler = str(view["piles"][choice["from"]][-1]), str(view["piles"]["w"][-1])
    mouse = table.page.mouse
    mouse.move(*table.point(choice["from"]))
    mouse.down()
    mouse.move(*table.point("bE"), steps=3)
    expect(table.page.locator(".card.is-nogo")).to_have_attribute("data-card", carried)
    expect(table.page.locator(".over.is-aim")).to_have_count(0)
    coming = table.page.locator(".signs .coming")
    expect(coming).to_have_attribute("data-suit", face[1])
    expect(table.page.locator(".coming-card .face")).to_have_count(1)
    mouse.move(*table.point(choice["to"]), steps=3)
    expect(table.page.locator(".card.is-fits")).to_have_attribute("data-card", carried)
    expect(table.page.locator(".card.is-nogo")).to_have_count(0)
    expect(table.page.locator(".over.is-aim")).to_have_attribute("data-over", choice["to"])
    assert not [w for w in table.writes if "m" in w[1] and '"move":"turn"' not in w[1] and w[0].endswith("/move")]
    table.do(mouse.up)
    expect(table.page.locator(".is-fits, .is-aim, .coming")).to_have_count(0)
    marked = table.page.locator(".card.is-lastmove")
    expect(marked).to_have_count(2)
    assert set(marked.evaluate_all("all => all.map(e => e.dataset.card)")) == {carried, filler}
    table.do(lambda: table.page.keyboard.press("z"))
    expect(marked).to_have_count(0)


def test_what_drops_from_the_stock_is_not_shown(tables: Open) -> None:
    """Only that a card does: the player can't know which. The keyboard hears it with the card that is picked up."""
    table = tables().table("hemispheres", EASY)
    view = table.view()
    choice = next(c for c in view["choices"] if c.get("fill") == "stock")
    table.to_the_table()
    table.walk(choice["from"])
    expect(table.page.locator(".signs .coming.unseen")).to_have_count(1)
    table.page.keyboard.press("Enter")
    table.hears("A card from the stock drops into the space.")
    table.page.keyboard.press("Escape")
    filling(table)
    table.page.keyboard.press("p")
    table.hears("drops into the space.")
    assert "A card from the stock" not in table.said


def test_a_pile_can_be_looked_into_by_finger_mouse_and_key(tables: Open) -> None:
    """A long press moves nothing, a resting mouse shows it, and the key says it from the top down."""
    table = tables(size=(390, 844), touch=True).table("hemispheres", EASY)
    choice, _ = filling(table)

    def play() -> None:
        table.tap(choice["from"])
        table.tap(choice["to"])

    table.do(play)
    view, at = table.view(), table.point(choice["to"])
    assert len(view["piles"][choice["to"]]) == 2
    touch = table.page.context.new_cdp_session(table.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at[0], "y": at[1]}]})
    expect(table.page.locator(LOOK)).to_have_count(2)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(table.page.locator(LOOK)).to_have_count(0)
    expect(table.page.locator(".is-sel, .is-lit")).to_have_count(0)
    assert table.view()["revision"] == view["revision"]

    table.to_the_table()
    table.walk(choice["to"])
    table.page.keyboard.press("p")
    expect(table.page.locator(LOOK)).to_have_count(2)
    table.hears(": ")
    assert re.search(r"\w+ pile \d: \w+ of \w+, \w+ of \w+\.", table.said)
    table.page.keyboard.press("Escape")
    expect(table.page.locator(LOOK)).to_have_count(0)
    table.page.mouse.move(*table.point("bN"))
    table.page.mouse.move(*at)
    expect(table.page.locator(LOOK)).to_have_count(2)
    table.page.mouse.move(*table.point("bN"))
    expect(table.page.locator(LOOK)).to_have_count(0)


def test_turning_the_phone_keeps_the_game_and_what_is_picked_up(tables: Open) -> None:
    """Another layout, the same play, the same card in the hand, the same targets; and it can be put down there."""
    table = tables(size=(390, 844), touch=True)
    table.page.add_init_script("localStorage.setItem('wendekreis.settings', '{\"tap\": \"pick\"}')")
    view = table.table("hemispheres", EASY).view()
    pile = next(c["from"] for c in view["choices"] if c.get("from") and not c.get("swap"))
    table.tap(pile)
    chosen = table.page.locator(".card.is-sel")
    expect(chosen).to_have_count(1)
    key = chosen.get_attribute("data-card")
    targets = table.page.locator("button.is-tgt").count()
    table.page.set_viewport_size({"width": 844, "height": 390})
    table.page.wait_for_selector(".app.slim .table[data-layout=wide]")
    expect(chosen).to_have_attribute("data-card", str(key))
    expect(table.page.locator("button.is-tgt")).to_have_count(targets)
    to = next(c["to"] for c in view["choices"] if c.get("from") == pile)
    table.do(lambda: table.tap(to))
    assert table.view()["counts"]["moves"] == 1


def test_a_pass_that_changed_nothing_is_noted_once(tables: Open) -> None:
    """Quietly, beside the table, when every card has been on top; the passes are counted on the stock."""
    table = tables(size=(390, 844), touch=True).table("single-interchange", "number=1")
    around = table.view()["stock"]
    for _ in range(around - 1):
        table.page.keyboard.press("t")
    table.shows(around - 1)
    notice = table.page.locator(".notice[data-kind=word]")
    expect(notice).to_be_hidden()
    table.do(lambda: table.page.keyboard.press("t"))
    expect(notice).to_contain_text("none was played")
    table.hears("none was played")
    table.do(lambda: table.page.keyboard.press("t"))
    expect(notice).to_be_hidden()
    expect(table.page.locator(".over.stock .redeal")).to_contain_text("1")
