"""How the player likes it: backs, faces, colours and sounds take effect at once and stay chosen."""

from playwright.sync_api import Page, Request

from tests.e2e.playing import Open, Table
from tools.samples import sample

HEARD = """window.heard = [];
for (const kind of [AudioBufferSourceNode, OscillatorNode]) {
  const start = kind.prototype.start;
  kind.prototype.start = function (...when) { window.heard.push(kind.name); return start.apply(this, when); };
}"""


def choose(page: Page, *names: str) -> None:
    """Press buttons of the menu, by their words, and close it."""
    page.locator("[data-tool=menu]").first.click()
    for name in names:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    page.keyboard.press("Escape")


def hears(page: Page, least: int) -> None:
    """Wait until so many tones or noises have begun. (The page's policy forbids a polling ``wait_for_function``.)"""
    for _ in range(50):
        if page.evaluate("heard.length") >= least:
            return
        page.wait_for_timeout(100)
    raise AssertionError(page.evaluate("heard"))


def middle(tables: Open, game: str = "hemispheres", size: tuple[int, int] = (1440, 900)) -> Table:
    """A table in the middle of a game."""
    return tables(size=size, lang="en").deal(game, sample(game)[0])


def test_backs_faces_and_colours_change_at_once_and_stay(tables: Open) -> None:
    """Each back is a drawing of its own; the dialog shows all of them; a reload keeps what was chosen."""
    table = middle(tables)
    page = table.page
    look = """() => {
      const back = getComputedStyle(document.querySelector('.stage .body.back')), after = '::after';
      const drawing = getComputedStyle(document.querySelector('.stage .body.back'), after);
      return [back.backgroundColor, drawing.maskImage.split('/').pop(), drawing.backgroundColor].join(' ');
    }"""
    seen = {page.evaluate(look)}
    for name in ("Waves", "Lattice", "Compass"):
        choose(page, name)
        seen.add(page.evaluate(look))
    assert len(seen) == 4, seen
    page.locator("[data-tool=menu]").first.click()
    drawings = page.evaluate("""() => [...document.querySelectorAll('.swatch')].map(e => {
      const r = e.getBoundingClientRect(), s = getComputedStyle(e, '::after');
      return [r.width > 20 && r.height > r.width, s.maskImage, getComputedStyle(e).backgroundColor].join(' ');
    })""")
    assert len({d for d in drawings if d.startswith("true")}) == 4, drawings
    page.keyboard.press("Escape")
    choose(page, "Index only", "Four", "Felt")
    page.reload()
    page.wait_for_selector(".app[data-revision] .stage .table[data-faces=index]")
    root = page.evaluate("() => ({...document.documentElement.dataset})")
    assert (root["back"], root["suits"]) == ("rose", "four")
    assert "rose" in page.evaluate(look)
    assert page.evaluate("matchMedia(document.getElementById('theme-felt').media).matches")


def test_small_screens_get_faces_that_they_can_show(tables: Open) -> None:
    """Classic where ten pips can be told apart, then large, then rank and suit alone; or what the player says."""
    table = middle(tables, "unlimited")
    faces = "document.querySelector('.stage .table').dataset.faces"
    seen = []
    for size in ((1440, 900), (390, 844), (320, 568)):
        table.page.set_viewport_size({"width": size[0], "height": size[1]})
        table.page.wait_for_timeout(250)
        seen.append(table.page.evaluate(faces))
    assert seen == ["classic", "large", "index"]
    choose(table.page, "Large")
    assert table.page.evaluate(faces) == "large"


def test_sounds_are_off_until_wanted_and_off_again_at_once(tables: Open) -> None:
    """Nothing of them is loaded before; then each kind of move is heard; off, all is silent."""
    table = tables(lang="en")
    page = table.page
    asked: list[str] = []

    def ask(request: Request) -> None:
        asked.append(request.url)

    page.on("request", ask)
    page.add_init_script(HEARD)
    table.table("single-interchange", "number=25483")
    page.keyboard.press("t")
    table.shows(1)
    assert page.evaluate("heard") == []
    assert not [url for url in asked if "synth" in url]
    choose(page, "Quiet")
    hears(page, 1)
    assert [url for url in asked if "synth" in url]
    page.evaluate("heard.length = 0")
    page.keyboard.press("t")
    hears(page, 2)
    page.locator("[data-tool=menu]").first.click()
    page.get_by_role("group", name="Sounds").get_by_role("button", name="Off", exact=True).click()
    page.keyboard.press("Escape")
    page.evaluate("heard.length = 0")
    page.keyboard.press("t")
    table.shows(3)
    page.wait_for_timeout(200)
    assert page.evaluate("heard") == []


SOUNDS = """async sounds => {
  const {play} = await import('/client/play/synth.js'), measured = {};
  const offline = new OfflineAudioContext(2, 3 * sounds.length * 44100, 44100);
  Object.defineProperty(offline, 'state', {value: 'running'});
  window.AudioContext = function () { return offline; };
  sounds.forEach((sound, i) => play(sound, 0.9, 3 * i + 0.5));
  const samples = (await offline.startRendering()).getChannelData(0);
  sounds.forEach((sound, i) => {
    let peak = 0, last = 0;
    samples.slice(3 * i * 44100, 3 * (i + 1) * 44100).forEach((x, at) => {
      peak = Math.max(peak, Math.abs(x));
      if (Math.abs(x) > 0.003) last = at / 44100 - 0.5;
    });
    measured[sound] = [peak, last];
  });
  return measured;
}"""


def test_every_sound_can_be_heard_and_is_short(tables: Open) -> None:
    """Neither silent nor cut off at its top, and over in two seconds, measured where they are made."""
    measured = middle(tables).page.evaluate(SOUNDS, ["place", "turn", "exchange", "refused", "win"])
    assert len(measured) == 5
    for sound, (peak, lasts) in measured.items():
        assert 0.05 < peak <= 1, (sound, peak)
        assert 0.02 < lasts < 2, (sound, lasts)
