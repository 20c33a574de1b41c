"""Pages, files, texts and rules: what is served, how it is kept, and what is not there."""

import gzip
import json
import re
from pathlib import Path

import brotli
import pytest
from markdown_it.common.utils import unescapeAll

from tests.web.helpers import Player
from wendekreis.deals import numbered_deal
from wendekreis.errors import BadDeal, IllegalMove
from wendekreis.games import game, games
from wendekreis.session import Session
from wendekreis.web import wire
from wendekreis.web.assets import Folder, accepted
from wendekreis.web.catalogue import LANGUAGES
from wendekreis.web.pages import CLIENT
from wendekreis.web.rulespages import render, rules_html

ALONE = ["/", "/about", "/history", "/settings", "/statistics"]
PAGES = [*ALONE, *(f"/{kind}/{name}" for kind in ("play", "replay", "rules") for name in games())]


def without_modules(page: str) -> str:
    """The shell as it lies there: without the version and the modules that the server names in it."""
    return re.sub(r'<(link rel="(?:modulepreload|later)"|meta name="client")[^>]*>\n', "", page)


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_the_shell(player: Player, path: str) -> None:
    """The client's router fills it; nothing in it is inline or from elsewhere."""
    page = player.http.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert without_modules(page.text) == (CLIENT / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]* src=)|<style| style=| on[a-z]+=|https?://", page.text)
    assert player.http.head(path).headers["etag"]


@pytest.mark.parametrize("path", ["/play/nosuch", "/rules/nosuch"])
def test_a_page_of_a_game_that_there_is_not(player: Player, path: str) -> None:
    """The shell, which will say so, but not as if it were there."""
    page = player.http.get(path)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")


@pytest.mark.parametrize(
    "path", ["/nowhere", "/play", "/play/", "/play/hemispheres/xyz", "/rules", "/about/", "/apiary"]
)
def test_a_page_that_there_is_not(player: Player, path: str) -> None:
    """Whoever goes there with a browser gets the shell, which will say so; a program gets JSON."""
    browser = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    page = player.http.get(path, headers=browser)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert without_modules(page.text) == (CLIENT / "index.html").read_text(encoding="utf-8")
    assert player.http.head(path, headers=browser).status_code == 404
    assert player.get(path, 404)["error"]["code"] == "not_found"
    assert player.http.post(path, headers=browser).json()["error"]["code"] == "not_found"


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/nosuch", "/api/plays/x/y", "/client", "/client/nosuch.js"])
def test_what_is_no_page_is_refused_as_ever(player: Player, path: str) -> None:
    """In JSON, whoever asks."""
    answer = player.http.get(path, headers={"Accept": "text/html"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


def test_everything_that_the_shell_and_the_modules_name_is_there(player: Player) -> None:
    """Every file of the client that another one names is served, and with the right type."""
    seen, waiting = set[str](), ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = player.http.get(path)
        assert answer.status_code == 200, path
        found: list[str] = []
        text = re.sub(r"/\*.*?\*/", "", answer.text, flags=re.DOTALL)  # types are imported in comments
        if "javascript" in answer.headers["content-type"] or path == "/":
            found = re.findall(r"""(?:from|import|href=|src=)\s*\(?["']([./][^"'?#]+)["']""", text)
        elif "css" in answer.headers["content-type"]:
            found = re.findall(r"""url\(["']?([^"')#]+)["']?\)""", text)
        waiting += [str(answer.url.join(name).path) for name in found]
    assert len(seen) > 20


def test_a_file_is_kept_until_it_changes(player: Player) -> None:
    """Compressed where that helps and is wanted, and not sent again to who has it."""
    plain = player.http.get("/client/app.js", headers={"Accept-Encoding": "identity"})
    gzipped = player.http.get("/client/app.js", headers={"Accept-Encoding": "deflate, gzip"})
    packed = player.http.get("/client/app.js", headers={"Accept-Encoding": "gzip, deflate, br, zstd"})
    assert (gzipped.headers["content-encoding"], packed.headers["content-encoding"]) == ("gzip", "br")
    assert "content-encoding" not in plain.headers
    assert plain.content == gzipped.content == packed.content
    lengths = [int(answer.headers["content-length"]) for answer in (packed, gzipped, plain)]
    assert lengths == sorted(lengths)
    assert {answer.headers["vary"] for answer in (plain, gzipped, packed)} == {"Accept-Encoding"}
    assert plain.headers["cache-control"] == "no-cache"
    for answer, encoding in ((plain, "identity"), (gzipped, "gzip"), (packed, "br")):
        etag = answer.headers["etag"]
        for known in (etag, f'W/{etag}, "other"', "*"):
            again = player.http.get("/client/app.js", headers={"Accept-Encoding": encoding, "If-None-Match": known})
            assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    assert len({answer.headers["etag"] for answer in (plain, gzipped, packed)}) == 3


WANTED = {
    "gzip, deflate, br, zstd": "br",
    "gzip, deflate": "gzip",
    "br;q=0.2, gzip;q=0.8": "br",
    "BR": "br",
    "br;q=0, gzip": "gzip",
    "br; q=0.0, gzip; q=0": None,
    "*": "br",
    "br;q=0, *": "gzip",
    "*;q=0": None,
    "identity": None,
    "": None,
    "brotli, gzipped, br;q=x": None,
}


@pytest.mark.parametrize(("header", "encoding"), WANTED.items())
def test_what_a_browser_takes_it_gets(header: str, encoding: str | None) -> None:
    """The smallest form that it says it can read, and never one that it refuses."""
    assert accepted(header) == encoding


def test_a_changed_file_is_seen(tmp_path: Path) -> None:
    """Without a restart."""
    file, folder = tmp_path / "a.css", Folder(tmp_path)
    file.write_text("a {}")
    first = folder.get("a.css")
    file.write_text("a { color: red }" * 100)
    second = folder.get("a.css")
    assert first is not None
    assert second is not None
    assert first.etag != second.etag
    assert gzip.decompress(second.form("gzip")) == brotli.decompress(second.form("br")) == second.body
    file.unlink()
    assert folder.get("a.css") is None


NOT_THERE = ["", "/", "..", "../app.py", "css/../../app.py", "css/../app.js", "./app.js", "css", "css/", "wire.d.ts"]
NOT_THERE += ["nosuch.js", ".hidden.js", "a\\b.js", "\0.js", "/etc/hostname.txt", "x" * 5000 + ".js"]


@pytest.mark.parametrize("path", NOT_THERE)
def test_nothing_else_is_served(path: str) -> None:
    """No way out of the folder, no folder, no file of a kind that the page does not need."""
    assert Folder(CLIENT).get(path) is None


@pytest.mark.parametrize("path", ["nosuch.js", "wire.d.ts", "%2e%2e/app.py", "%2e%2e%2fapp.py", "%00.js", "css"])
def test_a_file_that_is_not_there(player: Player, path: str) -> None:
    """In the one shape."""
    assert player.get(f"/client/{path}", 404)["error"]["code"] == "not_found"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts(player: Player, lang: str) -> None:
    """The catalogue as it is."""
    texts = player.get(f"/api/texts/{lang}")
    assert texts["app.name"] == "Wendekreis"
    assert all(isinstance(text, str) for text in texts.values())


@pytest.mark.parametrize("lang", ["fr", "DE", "..", "de.json", ""])
def test_texts_in_no_language_of_ours(player: Player, lang: str) -> None:
    """There are none."""
    assert player.get(f"/api/texts/{lang}", 404)["error"]["code"] == "not_found"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_rules_pages(player: Player, name: str, lang: str) -> None:
    """Every game has its page in both languages, and every table in it is a position that can be drawn."""
    html = player.get(f"/api/rules/{name}/{lang}")["html"]
    assert html.startswith("<h1>")
    assert " style=" not in html
    assert "<script" not in html
    for shown in re.findall(r'<figure class="table-figure"[^>]* data-view="([^"]*)"', html):
        view = wire.View.model_validate_json(unescapeAll(shown))
        assert (view.game, view.choices) == (name, [])


def test_rules_that_there_are_not(player: Player) -> None:
    """No such game, no such language."""
    assert player.get("/api/rules/nosuch/de", 404)["error"]["code"] == "unknown_game"
    assert player.get("/api/rules/hemispheres/fr", 404)["error"]["code"] == "not_found"


def test_suit_signs_in_the_rules_have_their_colours() -> None:
    """Each is marked with its suit, and no device may draw an emoji instead; code stays as it is."""
    html = render("hemispheres", "Im Norden K♠ A♥, *A♦*, `3♣`.")
    assert re.findall(r'<span class="sign" data-suit="(.)">(.)\ufe0e</span>', html) == [
        ("S", "♠"),
        ("H", "♥"),
        ("D", "♦"),
    ]
    assert "<code>3♣</code>" in html


def test_rules_of_a_game_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They lie beside its file."""
    (tmp_path / "hemispheres.de.md").write_text("# Mine")
    (tmp_path / "nosuch.de.md").write_text("# Not found")
    monkeypatch.setenv("WENDEKREIS_GAMES", str(tmp_path))
    monkeypatch.setattr("wendekreis.web.rulespages.TEXTS", tmp_path / "none")
    assert rules_html("hemispheres", "de") == "<h1>Mine</h1>\n"
    assert rules_html("hemispheres", "en") is None


def test_a_table_in_the_rules_shows_what_can_be_seen() -> None:
    """The position after the moves, with its caption; hidden cards stay hidden."""
    deal = numbered_deal(game("single-interchange"), "1")
    position = f"{deal.text} | turn turn"
    html = render(deal.game.id, f'```table w=320 onload=x\ncaption: Two <turned> "cards"\n{position}\n```\n')
    assert html.startswith('<figure class="table-figure" data-game="single-interchange" data-view="{')
    assert ' data-w="320"' in html
    assert html.endswith("<figcaption>Two &lt;turned&gt; &quot;cards&quot;</figcaption></figure>\n")
    found = re.search(r'data-view="([^"]*)"', html)
    assert found
    view = json.loads(unescapeAll(found[1]))
    session = Session.load(deal, ["turn", "turn"])
    assert view["faces"] == {str(card): str(face) for card, face in session.view().faces.items()}
    assert view["stock"] == 25
    assert (view["number"], view["undo"], view["redo"], view["forward"]) == (None, False, False, False)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", games())
def test_rules_have_an_example_that_can_be_played(player: Player, name: str, lang: str) -> None:
    """Its moves are legal, and each tells what it does; an illegal one would be an error."""
    html = player.get(f"/api/rules/{name}/{lang}")["html"]
    (told,) = re.findall(r'data-frames="([^"]*)"', html)
    frames = json.loads(unescapeAll(told))
    assert len(frames) > 2
    assert all(frame["steps"] for frame in frames)
    deal = numbered_deal(game(name), "1")
    with pytest.raises(IllegalMove, match="move 0"):
        render(name, f"```table\nthen: redeal\n{deal.text}\n```\n")


def test_html_in_the_rules_is_shown_and_not_obeyed() -> None:
    """So are links that would run something; other blocks of code stay what they are."""
    html = render("unlimited", "<script>x</script> <b>x</b> [x](javascript:x)\n\n```\ntable\n```\n\n|a|\n|-:|\n|1|\n")
    assert "<script" not in html
    assert "<b>" not in html
    assert "href" not in html
    assert "<pre><code>table\n</code></pre>" in html
    assert '<td class="align-right">1</td>' in html


@pytest.mark.parametrize(("text", "error"), [("AS KS", BadDeal), ("", BadDeal)])
def test_a_table_that_is_no_position_is_an_error(text: str, error: type[Exception]) -> None:
    """The test of the rules pages above then fails: nobody gets to see it."""
    with pytest.raises(error):
        render("single-interchange", f"```table\n{text}\n```")
    deal = numbered_deal(game("single-interchange"), "1").text
    with pytest.raises(IllegalMove):
        render("single-interchange", f"```table\n{deal} | redeal\n```")


def test_the_server_says_that_it_is_there(player: Player) -> None:
    """For whoever watches it."""
    assert player.http.get("/healthz").text == "ok\n"
