"""The pages and the client's files. Every page is the same shell; the client's router fills it."""

from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

from wendekreis.games import games
from wendekreis.web.assets import Folder, send

__all__ = ["CLIENT", "pages", "shell"]

CLIENT = Path(__file__).parent / "client"

pages = APIRouter(include_in_schema=False)

_folder = Folder(CLIENT)
_READ = ["GET", "HEAD"]


@pages.api_route("/", methods=_READ)
@pages.api_route("/about", methods=_READ)
@pages.api_route("/history", methods=_READ)
@pages.api_route("/statistics", methods=_READ)
def page(request: Request) -> Response:
    """The start page, the page about this program, the player's plays and statistics."""
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
    return send(asset, request, status)
