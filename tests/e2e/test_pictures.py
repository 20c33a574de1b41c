"""What the tables looked like when somebody last looked at them: pictures to compare with, with a tolerance.

A change that is meant is taken over by ``WENDEKREIS_PICTURES=anew`` in the environment; look at what comes out.
"""

import json
import os
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter

from tests.e2e.playing import Open, line
from tools.samples import sample

PICTURES = Path(__file__).parent / "pictures"
SHARE = 0.01  # of the pixels may differ: edges of letters do, from one version of the browser to the next
VISIBLE = 40  # of 255: a smaller difference of brightness is none to the eye


@dataclass(frozen=True)
class Shot:
    """A table in the middle of a game, or won, as a player has it."""

    game: str
    size: tuple[int, int]
    settings: dict[str, str] = field(default_factory=dict)
    lang: str = "en"
    won: bool = False
    forced: bool = False


SHOTS = {
    "round-phone": Shot("hemispheres", (360, 640)),
    "round-desk-dark": Shot("hemispheres", (1440, 900), {"theme": "dark"}, "de"),
    "round-tablet-forced": Shot("hemispheres", (768, 1024), forced=True),
    "fanned-phone-felt": Shot("single-interchange", (390, 844), {"theme": "felt", "back": "rose"}, "de"),
    "fanned-desk-four": Shot("single-interchange", (1024, 700), {"suits": "four", "faces": "large", "back": "waves"}),
    "wide-phone-index": Shot("unlimited", (320, 568), {"back": "lattice"}, "de"),
    "round-won": Shot("hemispheres", (390, 844), won=True),
}


def differing(now: Image.Image, then: Image.Image) -> float:
    """The share of pixels that a person would see differ; what has moved by less than a pixel does not."""
    pair = [one.convert("RGB").filter(ImageFilter.BoxBlur(1)) for one in (now, then)]
    bands = ImageChops.difference(*pair).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[VISIBLE:]) / (now.width * now.height)


@pytest.mark.long
@pytest.mark.parametrize("name", SHOTS)
def test_a_table_looks_as_it_did(tables: Open, name: str) -> None:
    """The same cards, sizes, colours and places; the time played is not shown."""
    shot = SHOTS[name]
    table = tables(size=shot.size, lang=shot.lang)
    page = table.page
    chosen = json.dumps({"timer": "off", "theme": "light", **shot.settings})
    page.add_init_script(f"localStorage.setItem('wendekreis.settings', '{chosen}')")
    if shot.forced:
        page.emulate_media(forced_colors="active")
    if shot.won:
        deal, moves = line(shot.game)
        table.deal(shot.game, f"{deal} | {' '.join(moves)}")
        page.wait_for_selector(".legend.win")
    else:
        deal, moves = sample(shot.game)
        table.deal(shot.game, f"{deal} | {' '.join(moves)}" if moves else deal)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.activeElement?.blur()")
    page.wait_for_timeout(400)
    now = Image.open(BytesIO(page.screenshot()))
    file = PICTURES / f"{name}.png"
    if os.environ.get("WENDEKREIS_PICTURES") == "anew":
        now.convert("RGB").quantize(128, method=Image.Quantize.MEDIANCUT).save(file, optimize=True)
    then = Image.open(file)
    assert now.size == then.size
    assert differing(now, then) <= SHARE, f"{file.name}: {differing(now, then):.2%} of the pixels differ"


def test_a_difference_that_can_be_seen_is_found() -> None:
    """A card of another suit, or one at another place, is more than the tolerance; a pixel's noise is not."""
    then = Image.open(PICTURES / "round-phone.png").convert("RGB")
    moved = then.copy()
    moved.paste(then.crop((10, 120, 74, 200)), (150, 300))
    assert differing(moved, then) > SHARE
    assert differing(ImageChops.offset(then, 0, 0), then) == 0
    noisy = Image.blend(then, Image.new("RGB", then.size, "grey"), 0.04)
    assert differing(noisy, then) <= SHARE
