"""The table without a pointer: the order of the piles, a key for everything, the help, and where the focus is."""

from itertools import islice

import pytest
from playwright.sync_api import expect

from tests.e2e.playing import Open

# Its first pile's last card is an ace.
ACES = (
    "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC 2D 3D 4D 5D 6D 7D 8D 9D AC 2H 3H 4H 5H AD AH AS TD JD QD KD "
    "6H 7H 8H 9H TH JH QH KH 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"
)
EASY = "number=25483"  # cards can be built upon each other at once
CLOCKWISE = ["bN", "n4", "n5", "n6", "bE", "s1", "s2", "s3", "bS", "s4", "s5", "s6", "bW", "n1", "n2", "n3"]
FOCUSED = "document.activeElement.dataset.pile"
OUTSIDE = """() => [...document.querySelectorAll('button, a, .stage .table .card, .label')].filter(e => {
  const r = e.getBoundingClientRect(), scroller = e.closest('.rail, .legend, .skip');
  return e.checkVisibility() && !scroller && r.width &&
    (r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1);
}).map(e => e.outerHTML.slice(0, 120))"""


def test_the_piles_are_walked_clockwise_and_read_in_the_same_order(tables: Open) -> None:
    """Barriers and empty places too; backwards again; and from anywhere the arrows come everywhere."""
    table = tables(lang="de").table("hemispheres", EASY)
    table.to_the_table()
    table.walk("n3")
    seen = []
    for _ in range(26):
        table.page.keyboard.press(".")
        seen.append(table.page.evaluate(FOCUSED))
    assert seen[-1] == "n3"
    assert len(set(seen)) == 26
    assert [p for p in seen if p[0] in "nsb" and p != "stock"] == CLOCKWISE
    table.page.keyboard.press(",")
    assert table.page.evaluate(FOCUSED) == seen[-2]
    read = table.page.eval_on_selector_all(
        "[role=list] button[data-pile]", "all => all.map(e => [e.dataset.pile, e.ariaLabel])"
    )
    assert [pile for pile, _ in islice(read, 16)] == CLOCKWISE
    assert all(name.strip() for _, name in read)
    assert dict(read)["bN"] == "Barriere im Norden, Pik-Ass"


def test_help_labels_every_pile_beside_the_table_and_lists_the_keys(tables: Open) -> None:
    """It lies over no card, on a desk and on a phone; Escape closes it and the focus is where it was."""
    table = tables().table("hemispheres", EASY)
    table.to_the_table()
    table.walk("n2")
    for size in ((1440, 900), (390, 844), (844, 390)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.page.keyboard.press("?")
        panel = table.page.get_by_role("region", name="Help")
        expect(panel.get_by_role("heading", name="Help")).to_be_focused()
        expect(table.page.locator(".labels .label")).to_have_count(26)
        under = table.page.evaluate(
            """() => {
              const p = document.querySelector('.legend.help').getBoundingClientRect();
              return [...document.querySelectorAll('.stage .table .card:not([hidden])')].filter(e => {
                const r = e.getBoundingClientRect();
                return r.right > p.left && r.left < p.right && r.bottom > p.top && r.top < p.bottom;
              }).length;
            }"""
        )
        assert under == 0
        assert table.page.evaluate(OUTSIDE) == []
        keys = panel.locator("kbd").all_text_contents()
        assert {"?", "p", ".", ",", "m", "l", "k", "t", "f", "z", "y", "h", "r", "n", "Esc"} <= set(keys)
        table.page.keyboard.press("Escape")
        expect(panel).to_have_count(0)
        expect(table.page.locator(".label")).to_have_count(0)
        assert table.page.evaluate(FOCUSED) == "n2"


def test_a_step_that_there_is_not_says_so(tables: Open) -> None:
    """Whatever the key, and after all has been taken back: in the live region, and beside the table."""
    table = tables().table("hemispheres", EASY)
    for key, words in (
        ("z", "There is no move to take back."),
        ("y", "No move was taken back."),
        ("r", "at its start"),
    ):
        table.page.keyboard.press(key)
        table.hears(words)
        expect(table.page.locator(".notice[data-kind=word]")).to_contain_text(words)
    table.page.keyboard.press("a")
    table.hears("finished by itself")
    table.do(lambda: table.page.keyboard.press("t"))
    table.do(lambda: table.page.keyboard.press("r"))
    table.hears("Restarted.")
    table.do(lambda: table.page.keyboard.press("z"))
    table.hears("Undone: the restart.")
    table.do(lambda: table.page.keyboard.press("z"))
    table.page.keyboard.press("z")
    table.hears("There is no move to take back.")


def test_many_undos_in_a_hurry_are_told_in_one_short_piece(tables: Open) -> None:
    """How many they were; and of turn, undo, redo only what came of them."""
    table = tables().table("hemispheres", EASY)
    table.page.keyboard.press("t")
    table.shows(1)
    for _ in range(11):
        table.page.keyboard.press("t")
    table.shows(12)
    table.page.wait_for_timeout(600)
    table.listen()
    table.page.evaluate(
        """() => { for (let i = 0; i < 12; i++)
          document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'z', ctrlKey: true, bubbles: true})); }"""
    )
    table.shows(24)
    table.hears(" moves undone.")
    table.page.wait_for_timeout(600)
    for key in "tzy":
        table.page.keyboard.press(key)
    table.shows(27)
    table.hears("Redone: ")
    heard = table.page.evaluate("window.heard")
    assert len(heard) < 8, heard  # of 15 steps; how fast the machine is decides
    assert [words.count(". ") for words in heard] == [0] * len(heard), heard


def test_targets_are_told_by_ear_and_a_key_goes_from_one_to_the_next(tables: Open) -> None:
    """Only they are called targets, in either direction the key comes to no other pile, and they are named when few."""
    table = tables().table("hemispheres", "number=4242")
    view = table.view()
    table.to_the_table()
    table.page.keyboard.press("g")
    movable = {c.get("from") or c.get("press") for c in view["choices"]}
    assert table.page.evaluate(FOCUSED) in movable
    swaps = [c for c in view["choices"] if c.get("swap")]
    fits: dict[str, set[str]] = {}
    for c in view["choices"]:
        if c.get("from"):
            fits.setdefault(c["from"], set()).add(c["to"])
    start = next(c["from"] for c in swaps if 2 <= len(fits[c["from"]]) <= 3)
    table.walk(start)
    table.page.keyboard.press("Enter")
    table.hears("picked up. Targets: ")
    names = "all => Object.fromEntries(all.map(e => [e.dataset.pile, e.ariaLabel]))"
    table.page.wait_for_function(
        "n => document.querySelectorAll('[aria-label*=target]').length === n", arg=len(fits[start])
    )
    told = table.page.eval_on_selector_all("[role=list] button[data-pile]", names)
    assert {pile for pile, name in told.items() if "target" in name} == fits[start]
    assert not [name for name in told.values() if "can be exchanged" in name]
    seen = []
    for key in ["g"] * len(fits[start]):
        table.page.keyboard.press(key)
        seen.append(table.page.evaluate(FOCUSED))
    assert set(seen) == fits[start]
    table.page.keyboard.press("Shift+G")
    assert table.page.evaluate(FOCUSED) == seen[-2]
    table.do(lambda: table.page.keyboard.press("Enter"))


def test_an_ace_finds_a_place_by_one_key_pressed_twice(tables: Open) -> None:
    """The first time the places are offered; the second time the first of them takes it."""
    table = tables().deal("single-interchange", ACES)
    table.to_the_table()
    table.walk("t1")
    table.page.keyboard.press("Shift+Enter")
    table.hears("Choose a foundation.")
    answer = table.do(lambda: table.page.keyboard.press("Shift+Enter"))
    assert answer["steps"][0]["shifts"][0]["to"] == "f1"


def test_no_button_of_a_mouse_takes_the_focus_from_the_table(tables: Open) -> None:
    """On a pile, beside one, beside the table."""
    table = tables().table("hemispheres", EASY)
    table.to_the_table()
    table.walk("n2")
    stage = table.page.locator(".stage").bounding_box()
    assert stage is not None
    bare = (stage["x"] + 3, stage["y"] + 3)
    for at in (table.point("n3"), bare):
        for button in ("right", "middle", "left"):
            table.page.mouse.click(*at, button=button)
            assert table.page.evaluate("!!document.activeElement.dataset.pile"), (at, button)


def test_what_help_took_the_focus_from_has_it_again(tables: Open) -> None:
    """A button beside the table too; and two buttons of one dialog are not called alike."""
    table = tables().table("hemispheres", EASY)
    table.page.locator("[data-tool=menu]:visible").focus()
    for key in ("?", "k"):
        table.page.keyboard.press(key)
        table.page.wait_for_selector(".legend.help, dialog[open]")
        table.page.keyboard.press("Escape")
        expect(table.page.locator(".legend.help, dialog[open]")).to_have_count(0)
        assert table.page.evaluate("document.activeElement.dataset.tool") == "menu", key
    table.page.keyboard.press("n")
    table.page.wait_for_selector("dialog[open]")
    names = table.page.eval_on_selector_all("dialog[open] button", "all => all.map(e => e.ariaLabel || e.innerText)")
    assert len(set(names)) == len(names), names


def test_the_focus_is_never_lost(tables: Open) -> None:
    """After a move, an undo, a closed dialog, a finished look, a turned window, a new deal; each is said once."""
    table = tables().table("hemispheres", EASY)
    view = table.view()
    choice = next(c for c in view["choices"] if c.get("fill") and view["piles"][c["to"]])
    table.to_the_table()
    table.walk(choice["from"])
    table.listen()
    table.page.keyboard.press("Enter")
    table.hears("picked up")
    table.walk(choice["to"])
    table.do(lambda: table.page.keyboard.press("Enter"))
    table.hears("fills")
    assert table.page.evaluate(FOCUSED) == choice["to"]
    table.do(lambda: table.page.keyboard.press("z"))
    table.hears("Undone")
    assert table.page.evaluate(FOCUSED) == choice["to"]
    assert len(table.page.evaluate("window.heard")) == 3
    for key in "mkn":
        table.page.keyboard.press(key)
        expect(table.page.locator("dialog[open]")).to_have_count(1)
        table.page.keyboard.press("Escape")
        expect(table.page.locator("dialog[open]")).to_have_count(0)
        assert table.page.evaluate(FOCUSED) == choice["to"], key
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.page.wait_for_selector(".app.portrait")
    assert table.page.evaluate(FOCUSED) == choice["to"]
    table.page.keyboard.press("n")
    table.page.locator("dialog[open] .btn.primary").press("Enter")
    table.hears("New deal")
    assert table.page.evaluate(FOCUSED)


@pytest.mark.parametrize("game", ["hemispheres", "single-interchange"])
def test_at_200_per_cent_and_in_forced_colours_nothing_is_out_of_reach(tables: Open, game: str) -> None:
    """A desk's window seen twice as large: no scrolling, all on the screen; the focus and the hand are seen."""
    table = tables(size=(640, 360))
    table.page.emulate_media(forced_colors="active")
    table.table(game, EASY)
    assert table.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert table.page.evaluate(OUTSIDE) == []
    table.to_the_table()
    pile = next(c["from"] for c in table.view()["choices"] if c.get("from")) if game == "hemispheres" else "stock"
    table.walk(pile)
    ring = table.page.locator(f".over[data-over={pile}]")
    style = ring.evaluate("e => getComputedStyle(e, '::before').outlineStyle")
    assert style == "solid"
    if game == "hemispheres":
        table.page.keyboard.press("Enter")
        assert table.page.locator("button.is-tgt, button.is-lit").count() > 0
    table.page.keyboard.press("?")
    expect(table.page.get_by_role("region", name="Help")).to_be_visible()
    assert table.page.evaluate(OUTSIDE) == []
