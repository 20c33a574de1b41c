"""What an installed page needs: a manifest, icons, and a service worker that is as old as what it keeps."""

import json
import shutil
import struct
from pathlib import Path

import pytest

from tests.web.helpers import Player
from wendekreis.games import games
from wendekreis.web import assets, install, version


@pytest.mark.parametrize(("accepts", "lang"), [("de-DE,en;q=0.8", "de"), ("en-GB,de", "en"), ("fr", "en"), ("", "en")])
def test_the_manifest_speaks_the_browsers_language(player: Player, accepts: str, lang: str) -> None:
    """Name, description and a way to each game; both languages for a browser that can choose by itself."""
    answer = player.http.get("/manifest.webmanifest", headers={"Accept-Language": accepts})
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert (told["lang"], told["id"], told["display"]) == (lang, "/", "standalone")
    assert told["description"] == told["description_localized"][lang]
    assert [one["name"] for one in told["shortcuts"]] == [game.names[lang] for game in list(games().values())[:4]]
    for way in told["shortcuts"]:
        assert player.http.get(way["url"]).status_code == 200


def test_every_icon_is_there_in_the_size_that_is_said(player: Player) -> None:
    """Two sizes, one that may be cut to any shape, and the one for a home screen that reads no manifest."""
    icons = player.http.get("/manifest.webmanifest").json()["icons"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in icons} >= {
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    named = {icon["src"]: icon["sizes"] for icon in icons if icon["type"] == "image/png"}
    for path, size in {**named, "/client/icons/apple-touch-180.png": "180x180"}.items():
        width, height = struct.unpack(">II", player.http.get(path).content[16:24])
        assert f"{width}x{height}" == size, path
    assert 'rel="apple-touch-icon"' in player.http.get("/").text


def told(player: Player) -> dict[str, object]:
    """What the service worker is told to keep."""
    first = player.http.get("/service-worker.js").text.split("\n")[0]
    found: dict[str, object] = json.loads(first.removeprefix("self.WENDEKREIS=").removesuffix(";"))
    return found


def test_the_worker_keeps_this_very_client_and_nothing_of_a_player(player: Player) -> None:
    """Each file by its hash, as it is served; of the API only what is the same for everybody."""
    worker = told(player)
    files = worker["files"]
    assert isinstance(files, dict)
    for path, etag in files.items():
        assert etag in player.http.get(path).headers["etag"], path
    rules = {f"/api/rules/{game}/{lang}" for game in games() for lang in ("de", "en")}
    same = {"/api/texts/de", "/api/texts/en", "/api/games"} | rules
    assert {path for path in files if path.startswith("/api/")} == same
    assert {"/client/app.js", "/client/play/page.js", "/client/faces/faces.svg"} <= files.keys()
    page = player.http.get("/play/hemispheres")
    assert page.headers["wendekreis-client"] == worker["version"]
    assert f'<meta name="client" content="{worker["version"]}">' in page.text
    assert "no-cache" in player.http.get("/service-worker.js").headers["cache-control"]


def test_a_changed_file_makes_another_version(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that no worker serves old code for a new server, whoever forgot to count a number up."""
    before = told(player)["version"]
    shutil.copytree(version.CLIENT, tmp_path / "client")
    monkeypatch.setattr(version, "CLIENT", tmp_path / "client")
    for module in (version, install):
        monkeypatch.setattr(module, "_folder", assets.Folder(tmp_path / "client"))
    monkeypatch.setattr(version, "FRESH", 0.0)
    assert told(player)["version"] == before
    seen = {before}
    for name in ("play/hand.js", "css/felt.css", "worker.js", "index.html"):
        file = tmp_path / "client" / name
        file.write_text(file.read_text(encoding="utf-8") + "\n// changed\n", encoding="utf-8")
        seen.add(told(player)["version"])
    assert len(seen) == 5
