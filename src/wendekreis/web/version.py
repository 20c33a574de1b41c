"""Which client this server sends: a name that changes with any file, text or game of it.

A page tells by it whether the server has a newer client, and the service worker which of the files that it keeps belong
to which page.
"""

import hashlib
import threading
import time
from pathlib import Path

from wendekreis.errors import WendekreisError
from wendekreis.games import games
from wendekreis.web import present
from wendekreis.web.assets import TYPES, Asset, Folder
from wendekreis.web.catalogue import catalogue_asset
from wendekreis.web.contact import contact
from wendekreis.web.rulespages import rules_html

__all__ = ["CLIENT", "HEADER", "client_files", "client_version"]

CLIENT = Path(__file__).parent / "client"

HEADER = "Wendekreis-Client"
"""The header in which every page names its client."""

WORKER = "worker.js"
FRESH = 1.0  # seconds for which the files are not looked at again

_folder = Folder(CLIENT)
_known: tuple[float, dict[str, str]] = (-FRESH, {})
_looking = threading.Lock()
"""Who looks first, reads and renders everything, a third of a second long; the others wait for that."""


def client_files() -> dict[str, str]:
    """The address of everything that a table needs without a network, and the beginning of its ETag."""
    global _known  # a memory of one second
    with _looking:
        since, files = _known
        if time.monotonic() - since < FRESH:
            return files
        names = sorted(path.relative_to(CLIENT).as_posix() for path in CLIENT.rglob("*") if path.suffix in TYPES)
        found: dict[str, Asset | None] = {
            f"/client/{name}": _folder.get(name)
            for name in names
            if name not in (WORKER, "index.html") and not name.endswith(".txt")
        }
        found |= {f"/api/texts/{lang}": catalogue_asset(lang) for lang in ("de", "en")}
        found |= {f"/api/rules/{game}/{lang}": _rules(game, lang) for game in games() for lang in ("de", "en")}
        found["/api/games"] = Asset.of_json(present.games_list().model_dump(mode="json"))
        files = {path: asset.etag for path, asset in found.items() if asset}
        _known = (time.monotonic(), files)
    return files


def _rules(game: str, lang: str) -> Asset | None:
    """A game's rules as they are served; none where there are none, or where a player's own game has faulty ones."""
    try:
        html = rules_html(game, lang)
    except WendekreisError:
        return None
    return Asset.of_json({"html": html}) if html else None


def client_version() -> str:
    """The name of the client as it is now."""
    own = [asset.etag for name in (WORKER, "index.html") if (asset := _folder.get(name))]
    return hashlib.sha256(repr((sorted(client_files().items()), own, contact())).encode()).hexdigest()[:16]
