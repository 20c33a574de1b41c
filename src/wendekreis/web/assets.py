"""Files and made texts that browsers may keep: with an ETag to ask again by, and compressed where that helps."""

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

__all__ = ["Asset", "Folder", "send"]

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""What is served, by the end of its name; anything else in a folder is not there."""

ALREADY_SMALL = frozenset({".ico", ".png", ".woff2"})


@dataclass(frozen=True, slots=True)
class Asset:
    """A body with its type, its ETag, and its compressed form if that is shorter."""

    body: bytes
    media_type: str
    etag: str
    compressed: bytes | None

    @classmethod
    def of(cls, body: bytes, media_type: str, *, compress: bool = True) -> "Asset":
        """Make one from its body."""
        small = gzip.compress(body, 6, mtime=0) if compress and len(body) > 500 else None
        if small is not None and len(small) >= len(body):
            small = None
        return cls(body, media_type, hashlib.sha256(body).hexdigest()[:24], small)

    @classmethod
    def of_json(cls, value: object) -> "Asset":
        """Make one from what JSON can say."""
        return cls.of(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), TYPES[".json"])


class Folder:
    """The files below a folder, as assets. They are read once, and again when they change."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def get(self, path: str) -> Asset | None:
        """The file at a path below the folder; none for a name that leaves it, is hidden or of no served type."""
        parts = path.split("/")
        if any(part in ("", ".", "..") or part[0] == "." or "\\" in part or "\0" in part for part in parts):
            return None
        file = self.root.joinpath(*parts)
        if file.suffix not in TYPES:
            return None
        try:
            changed = file.stat().st_mtime_ns
            return _read(file, changed)
        except (OSError, ValueError):
            return None


@lru_cache(maxsize=512)
def _read(file: Path, _changed: int) -> Asset:
    return Asset.of(file.read_bytes(), TYPES[file.suffix], compress=file.suffix not in ALREADY_SMALL)


def send(asset: Asset, request: Request, status: int = 200) -> Response:
    """The answer with an asset: not at all if the browser has it, compressed if it takes that."""
    packed = asset.compressed is not None and "gzip" in request.headers.get("accept-encoding", "")
    etag = f'"{asset.etag}-gzip"' if packed else f'"{asset.etag}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if asset.compressed is not None:
        headers["Vary"] = "Accept-Encoding"
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if status == 200 and (etag in known or "*" in known):
        return Response(status_code=304, headers=headers)
    if packed:
        headers["Content-Encoding"] = "gzip"
    body = asset.compressed if packed else asset.body
    return Response(body, status, headers, asset.media_type)
