"""The end of a won game: what is seen of it, and what counts."""

from playwright.sync_api import Page, expect

from tests.e2e.playing import Open, Table, line

MOVEMENTS = """() => {
  window.glides = 0;
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const made = animate.apply(this, how), {easing} = made.effect.getTiming();
    window.moved.push([this.classList[0], easing, made.effect.getKeyframes().some(f => f.translate === '0px -14px')]);
    if (this.classList.contains('table')) made.finished.then(() => window.glides++, () => {});
    return made;
  };
}"""
"""Notes each movement as it begins, and counts how often the table as a whole has glided to its end."""

REACHED = """button => {
  button.scrollIntoView({block: 'center'});
  const b = button.getBoundingClientRect(), panel = button.closest('.legend').getBoundingClientRect();
  return b.top >= panel.top && b.bottom <= panel.bottom && panel.top >= 0 && panel.bottom <= innerHeight;
}"""


def nearly_won(table: Table, game: str) -> Table:
    """A table one move before the end."""
    deal, moves = line(game)
    return table.deal(game, f"{deal} | {' '.join(moves[:-1])}")


def finish(page: Page) -> None:
    """The last move, by the button that is offered then."""
    page.locator("[data-tool=finish]:visible").click()


def test_a_win_lights_the_border_and_lifts_the_foundations(tables: Open) -> None:
    """Twelve parts, one after the other; then the panel. Whoever wants no movement sees the border lit at once."""
    table = nearly_won(tables(lang="en", motion=True), "hemispheres")
    page = table.page
    page.evaluate(MOVEMENTS)
    finish(page)
    page.wait_for_function("() => window.moved.some(([what]) => what === 'g-won')")
    moved = page.evaluate("window.moved")
    assert [easing for what, easing, _ in moved if what == "g-won"] == ["steps(12)"]
    assert sum(rises for what, _, rises in moved if what == "card") == 8
    expect(page.get_by_role("heading", name="It came out")).to_be_visible()
    page.wait_for_function("() => window.glides > 0")
    page.wait_for_function("() => !document.getAnimations().length")
    assert page.evaluate("window.glides") == 1  # the table makes room for the panel, and is not seen to jump
    page.keyboard.press("Escape")
    expect(page.locator(".legend.win")).to_have_count(0)
    assert page.evaluate("!!document.activeElement.dataset.pile")
    calm = nearly_won(tables(lang="en"), "hemispheres")
    calm.page.evaluate(MOVEMENTS)
    finish(calm.page)
    expect(calm.page.locator(".table.won .g-won")).to_have_css("stroke-dasharray", "none")
    expect(calm.page.locator(".legend.win")).to_be_visible()
    assert calm.page.evaluate("window.glides") == 0
    empty = calm.page.get_by_role("listitem").filter(has_not=calm.page.get_by_role("button"))
    expect(empty).to_have_count(0)  # the places that a win has emptied are gone for the ear too
    calm.page.set_viewport_size({"width": 195, "height": 422})  # a phone at twice its size: nothing is out of reach
    for name in ("New deal", "Statistics"):
        button = calm.page.locator(".legend.win").get_by_text(name)
        for _ in range(60):
            if reached := button.evaluate(REACHED):
                break
            calm.page.wait_for_timeout(50)
        assert reached, name


def test_the_panel_says_when_a_win_does_not_count(tables: Open) -> None:
    """Who was shown the way is told so, at once and after a reload; who was not is told nothing of it."""
    words = "the statistics do not count this game as won"
    table = nearly_won(tables(lang="en"), "single-interchange")
    page = table.page
    finish(page)
    expect(page.get_by_role("heading", name="It came out")).to_be_visible()
    expect(page.get_by_text(words)).to_have_count(0)
    other = nearly_won(tables(lang="en"), "single-interchange")
    page = other.page
    page.keyboard.press("s")
    page.get_by_role("dialog").get_by_role("button", name="Show me").click()
    expect(page.locator(".aside")).to_contain_text("Demonstration")
    page.keyboard.press("Escape")
    finish(page)
    expect(page.get_by_text(words)).to_be_visible()
    page.reload()
    expect(page.get_by_text(words)).to_be_visible()
