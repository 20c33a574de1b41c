"""Without any colour: suits, states and outcomes are told by form, line and word."""

from io import BytesIO
from itertools import combinations

from PIL import Image, ImageChops

from tests.e2e.playing import Open
from tools.samples import sample

PIPS = """() => Object.fromEntries([...document.querySelectorAll('.stage .card .body.face')]
  .map(e => [e.dataset.suit, e.querySelector('.ix .pip').getBoundingClientRect()])
  .sort(([, a], [, b]) => a.width - b.width)
  .map(([suit, r]) => [suit, [r.left, r.top, r.right, r.bottom]]))"""

STATES = """states => {
  const card = document.querySelector('.stage .card:not(.covered, .astray)'), over = document.querySelector('.over');
  const plain = style => style.replace(/(rgba?|color|oklab)\\([^)]*\\)/g, '').replace(/\\s+/g, ' ');
  const look = (e, part, cls) => {
    if (cls) e.classList.add(cls);
    const s = getComputedStyle(part ? e.querySelector(part) : e, part ? null : '::after');
    const told = [s.outlineStyle === 'none' ? '' : s.outlineStyle + s.outlineWidth, s.boxShadow, s.translate, s.scale,
      s.content, s.borderStyle].map(plain).join(' | ');
    if (cls) e.classList.remove(cls);
    return told;
  };
  return Object.fromEntries(states.map(state => [state, state.startsWith('over ')
    ? look(over, '', state.slice(5)) : look(card, '.body', state)]));
}"""

OUTCOMES = """async () => {
  const {icon} = await import('/client/table/icons.js');
  const bar = document.createElement('div');
  bar.className = 'bar';
  document.querySelector('.app').append(bar);
  const pattern = cls => {
    const e = document.createElement('i');
    e.className = cls;
    bar.append(e);
    const s = getComputedStyle(e);
    return s.backgroundImage.replace(/(rgba?|color|oklab)\\([^)]*\\)/g, '') + s.boxShadow.includes('inset')
      + (s.backgroundColor === 'rgba(0, 0, 0, 0)');
  };
  const told = {
    icons: ['won', 'lost', 'open'].map(name => icon(name).innerHTML),
    strip: ['ok', 'un', 'bad', 'not'].map(pattern),
  };
  bar.remove();
  return told;
}"""


def test_suits_are_told_apart_by_their_form_on_the_smallest_screen(tables: Open) -> None:
    """In ink or no ink alone, at the size of a corner, each pair of suits differs in a tenth of its field or more."""
    table = tables(size=(320, 568)).deal("unlimited", sample("unlimited")[0])
    page = table.page
    page.wait_for_load_state("networkidle")
    page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
    page.wait_for_timeout(300)
    seen = Image.open(BytesIO(page.screenshot())).convert("L")
    inks = {}
    for suit, box in page.evaluate(PIPS).items():
        pip = seen.crop((box[0], box[1], box[2], box[3])).resize((16, 16))
        inks[suit] = pip.point(lambda shade: 255 if shade < 150 else 0)
    assert len(inks) == 4
    for one, other in combinations(sorted(inks), 2):
        differ = sum(ImageChops.difference(inks[one], inks[other]).histogram()[128:]) / 256
        assert differ > 0.1, (one, other, differ)


def test_states_and_outcomes_are_told_by_line_and_form(tables: Open) -> None:
    """Astray, picked up, lit, hinted, refused, last moved, target: no two of them differ in colour only."""
    table = tables(size=(390, 844)).deal("hemispheres", sample("hemispheres")[0])
    states = ["", "is-sel", "is-lit", "is-hint", "is-refused", "is-lastmove"]
    overs = ["over is-tgt", "over is-hint"]
    looks = table.page.evaluate(STATES, states + overs)
    for group in (states, overs):
        assert len({looks[state] for state in group}) == len(group), looks
    astray = table.page.locator(".card.astray").first
    assert astray.locator(".homeward path").count() == 1
    assert astray.locator(".body").evaluate("e => getComputedStyle(e).transform") != "none"
    for kind, told in table.page.evaluate(OUTCOMES).items():
        assert len(set(told)) == len(told), (kind, told)
