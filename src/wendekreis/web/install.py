"""What lets a browser install the page and open it without a network: the web manifest and the service worker."""

import json
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response

from wendekreis.games import games
from wendekreis.web.assets import TYPES, Asset, Folder, send
from wendekreis.web.catalogue import catalogue
from wendekreis.web.version import CLIENT, WORKER, client_files, client_version

__all__ = ["install"]

install = APIRouter(include_in_schema=False)

_folder = Folder(CLIENT)
_READ = ["GET", "HEAD"]
LANGS = ("en", "de")

ICONS: list[dict[str, str]] = [
    {"src": "/client/icons/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    {"src": "/client/icons/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/client/icons/icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/client/icons/maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]


@install.api_route("/manifest.webmanifest", methods=_READ)
def manifest(request: Request) -> Response:
    """The web manifest, in the browser's language; the other language stands beside it where a browser can read it."""
    lang = _language(request.headers.get("accept-language", ""))
    asset = Asset.of(json.dumps(_manifest(lang), ensure_ascii=False).encode(), TYPES[".webmanifest"])
    answer = send(asset, request)
    answer.headers["Vary"] = "Accept-Language, Accept-Encoding"
    return answer


@install.api_route("/service-worker.js", methods=_READ)
def service_worker(request: Request) -> Response:
    """The service worker, headed by what it is to keep: it is another file whenever anything of the client is."""
    asset = _folder.get(WORKER)
    if asset is None:
        raise HTTPException(404, "this installation has no service worker")
    told = json.dumps({"version": client_version(), "files": client_files()}, separators=(",", ":"))
    return send(Asset.of(f"self.WENDEKREIS={told};\n".encode() + asset.body, TYPES[".js"]), request)


def _language(accepted: str) -> str:
    """German, if a browser would rather have it than English; a browser names the dearest language first."""
    named = [one.strip()[:2].lower() for one in accepted.split(",")]
    return next((name for name in named if name in LANGS), LANGS[0])


def _manifest(lang: str) -> dict[str, Any]:
    texts = {one: catalogue(one) or {} for one in LANGS}
    return {
        "id": "/",
        "name": texts[lang]["app.name"],
        "short_name": texts[lang]["app.name"],
        "description": texts[lang]["app.description"],
        "description_localized": {one: texts[one]["app.description"] for one in LANGS},
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#e3eae7",
        "theme_color": "#0b5c70",
        "categories": ["games"],
        "icons": ICONS,
        "shortcuts": [
            {
                "name": game.names[lang],
                "name_localized": dict(game.names),
                "url": f"/play/{game.id}",
                "icons": ICONS[1:2],
            }
            for game in list(games().values())[:4]
        ],
    }
