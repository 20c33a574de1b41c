"""The pages and the client's files. Every page is the same shell; the client's router fills it.

The shell names the modules that its page needs, so that a browser asks for all at once, not for one after the other as
it finds them named in each other.
"""

from functools import lru_cache
from html import escape

from fastapi import APIRouter, HTTPException, Request, Response

from wendekreis.games import games
from wendekreis.web.assets import TYPES, Asset, Folder, send
from wendekreis.web.contact import contact
from wendekreis.web.version import CLIENT, HEADER, client_version

__all__ = ["CLIENT", "pages", "shell"]

pages = APIRouter(include_in_schema=False)

MODULES = {
    "": "pages/start.js",
    "about": "pages/about.js",
    "history": "pages/history.js",
    "play": "play/page.js",
    "replay": "pages/replay.js",
    "rules": "pages/rules.js",
    "settings": "pages/settings.js",
    "statistics": "pages/statistics.js",
}
"""The client's module for each page, by the first part of its address; any other page is one that there is not."""

LATER = {"play": "play/sitting.js"}
"""The module that a page fetches when it has been painted."""

PERSONS = tuple(sorted(one.relative_to(CLIENT).as_posix() for one in (CLIENT / "faces" / "courts").glob("*.svg")))
"""The pictures that a table needs sooner or later."""

_folder = Folder(CLIENT)
_READ = ["GET", "HEAD"]


@pages.api_route("/", methods=_READ)
@pages.api_route("/about", methods=_READ)
@pages.api_route("/history", methods=_READ)
@pages.api_route("/settings", methods=_READ)
@pages.api_route("/statistics", methods=_READ)
def page(request: Request) -> Response:
    """The start page, the page about this program, the player's plays, settings and statistics."""
    return shell(request)


@pages.api_route("/play/{game}", methods=_READ)
@pages.api_route("/replay/{game}", methods=_READ)
@pages.api_route("/rules/{game}", methods=_READ)
def page_of_game(game: str, request: Request) -> Response:
    """A game's table, its rules, and plays of it replayed. For a game that there is not, the page itself says so."""
    return shell(request, 200 if game in games() else 404)


@pages.api_route("/client/{path:path}", methods=_READ)
def client_file(path: str, request: Request) -> Response:
    """A file of the client."""
    asset = _folder.get(path)
    if asset is None:
        raise HTTPException(404, f"there is no file {path!r}")
    return send(asset, request)


@pages.api_route("/healthz", methods=_READ)
def healthy() -> Response:
    """Whether the server answers."""
    return Response("ok\n", media_type="text/plain")


def shell(request: Request, status: int = 200) -> Response:
    """What every page is, one that there is not (404) included."""
    asset = _folder.get("index.html")
    if asset is None:
        return Response("this installation has no pages\n", 404, media_type="text/plain")
    part = request.url.path.split("/")[1]
    page = MODULES.get(part, "pages/missing.js") if status == 200 else "pages/missing.js"
    first = _folder.needed("app.js", page)
    later = [one for one in _folder.needed(LATER[part]) if one not in first] if part in LATER and status == 200 else []
    version = client_version()
    answer = send(_naming(asset.body, first, tuple(later), version, contact()), request, status)
    answer.headers[HEADER] = version
    return answer


@lru_cache(maxsize=64)
def _naming(html: bytes, first: tuple[str, ...], later: tuple[str, ...], version: str, write_to: str | None) -> Asset:
    """The shell with the modules that a page needs at first and later, and the name of the client that they are of.

    ``write_to`` is where players reach whoever runs the server.

    No browser knows what ``later`` is: the page makes a preload of it when its time has come.
    """
    named = f'<meta name="client" content="{version}">\n'
    if write_to:
        named += f'<meta name="contact" content="{escape(write_to)}">\n'
    named += "".join(f'<link rel="modulepreload" href="/client/{module}">\n' for module in first)
    named += "".join(f'<link rel="later" href="/client/{module}">\n' for module in later)
    if later:
        named += "".join(f'<link rel="later" as="image" href="/client/{picture}">\n' for picture in PERSONS)
    return Asset.of(html.replace(b"</head>", named.encode() + b"</head>"), TYPES[".html"], lasting=True)
