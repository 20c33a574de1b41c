"""The pages and the client's files. Every page is the same shell; the client's router fills it.

The shell names the modules that its page needs, so that a browser asks for all at once, not for one after the other as
it finds them named in each other.
"""

from functools import lru_cache

from fastapi import APIRouter, HTTPException, Request, Response

from wendekreis.games import games
from wendekreis.web.assets import TYPES, Asset, Folder, send
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
    page = MODULES.get(request.url.path.split("/")[1], "pages/missing.js") if status == 200 else "pages/missing.js"
    version = client_version()
    answer = send(_naming(asset.body, _folder.needed("app.js", page), version), request, status)
    answer.headers[HEADER] = version
    return answer


@lru_cache(maxsize=64)
def _naming(html: bytes, modules: tuple[str, ...], version: str) -> Asset:
    """The shell with the modules that a page needs, and the name of the client that they are of."""
    named = f'<meta name="client" content="{version}">\n'
    named += "".join(f'<link rel="modulepreload" href="/client/{module}">\n' for module in modules)
    return Asset.of(html.replace(b"</head>", named.encode() + b"</head>"), TYPES[".html"], lasting=True)
