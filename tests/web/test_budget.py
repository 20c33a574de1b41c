"""How many bytes the first table costs who has never been here: the bounds of issue 6, for what browsers ask for.

``benchmarks/page.py`` measures the same in a browser, and the times.
"""

import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from tests.web.helpers import Player
from tools.fonts import FONTS, letters
from wendekreis.games import games
from wendekreis.web.version import CLIENT

KB = 1000
FACES = CLIENT / "faces"
JAVASCRIPT = 60 * KB
EVERYTHING = 250 * KB


def cost(player: Player, path: str, encoding: str) -> int:
    """What is sent for an address, the head of the answer aside."""
    answer = player.http.get(path, headers={"Accept-Encoding": encoding, "Accept": "text/html"})
    assert answer.status_code == 200, path
    return int(answer.headers["content-length"])


def named(player: Player, page: str) -> set[str]:
    """What a page and its style sheets name: modules, style sheets, fonts, icons."""
    found = set(re.findall(r'(?:href|src)="(/client/[^"]+)"', player.http.get(page).text))
    for sheet in [one for one in found if one.endswith(".css")]:
        answer = player.http.get(sheet)
        urls = re.findall(r"""url\(["']?([^"')#:]+)""", answer.text)
        found |= {str(answer.url.join(url).path) for url in urls}
    return found


# Brotli is asked for over TLS and on one's own machine only; elsewhere, in a network at home, it is gzip.
@pytest.mark.parametrize("encoding", ["gzip", "br"])
def test_the_first_table_costs_no_more_than_it_may(player: Player, encoding: str) -> None:
    """Modules alone, and everything: page, style, every font, all faces, texts, games and the view."""
    for game in games():
        page = f"/play/{game}"
        files = named(player, page)
        javascript = sum(cost(player, one, encoding) for one in files if one.endswith(".js"))
        assert javascript <= JAVASCRIPT, f"{javascript} bytes of JavaScript as {encoding}"
        api = ["/api/texts/de", "/api/games", f"/api/plays/{player.begin(game)['id']}"]
        others = [one for one in files if not one.endswith(".js")]
        assert [one for one in others if one.endswith(".woff2")], "the fonts are missing from the sum"
        faces = [f"/client/faces/{one.relative_to(FACES).as_posix()}" for one in FACES.rglob("*.svg")]
        assert len(faces) > 12, "the faces are missing from the sum"
        drawn = [one for one in faces if "/backs/" not in one]
        everything = javascript + sum(cost(player, one, encoding) for one in {page, *others, *api, *drawn})
        assert everything <= EVERYTHING, f"{everything} bytes for the table of {game} as {encoding}"


@pytest.mark.parametrize("font", sorted(FONTS.glob("*.woff2")), ids=lambda font: font.stem)
def test_the_fonts_have_the_letters_of_every_text(font: Path) -> None:
    """No word is drawn in two fonts; signs that the published fonts lack as well are drawn in another."""
    drawn = set(map(chr, TTFont(font).getBestCmap()))
    missing = {one for one in letters() - drawn if one.isalpha() or one in ",.;:!?()„“”‚‘’–—…·×−±°½«»"}
    assert missing <= {"ⁿ", "№"}, "python -m tools.fonts makes the fonts anew"
