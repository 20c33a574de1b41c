"""Files and made texts that browsers may keep: with an ETag to ask again by, and compressed where that helps."""

import gzip
import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from starlette.requests import Request
from starlette.responses import Response

from wendekreis.web.modules import read_module

try:
    import brotli
except ImportError:  # on a machine where it can't be installed; gzip is there always
    brotli = None

__all__ = ["TYPES", "Asset", "Folder", "accepted", "send"]

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

ENCODINGS = ("gzip",) if brotli is None else ("br", "gzip")
"""How a body may be sent, the smallest first."""

SMALLEST = 500
"""Bytes below which nothing is worth compressing."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A body with its type and its ETag.

    ``imports`` are the files of its folder that a module needs before it runs. A body that is ``lasting`` is sent often
    as it is, and worth the time that the smallest form of it takes, once for each encoding that is asked for.
    """

    body: bytes
    media_type: str
    etag: str
    compress: bool = True
    lasting: bool = False
    imports: tuple[str, ...] = ()
    _forms: dict[str, bytes] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls, body: bytes, media_type: str, *, compress: bool = True, lasting: bool = False, imports: Sequence[str] = ()
    ) -> "Asset":
        """Make one from its body."""
        etag = hashlib.sha256(body).hexdigest()[:24]
        return cls(body, media_type, etag, compress and len(body) > SMALLEST, lasting, tuple(imports))

    @classmethod
    def of_json(cls, value: object) -> "Asset":
        """Make one from what JSON can say."""
        return cls.of(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(), TYPES[".json"])

    def form(self, encoding: str) -> bytes:
        """The body in one of ``ENCODINGS``."""
        found = self._forms.get(encoding)
        if found is None:
            found = self._forms[encoding] = _pack(self.body, encoding, self.lasting)
        return found


def _pack(body: bytes, encoding: str, lasting: bool) -> bytes:
    if encoding == "gzip":
        return gzip.compress(body, 9 if lasting else 6, mtime=0)
    # The best quality takes 4 ms for a module, 0.4 s for the card faces; the next one is as small there, in 0.1 s.
    quality = 5 if not lasting else 11 if len(body) < 100_000 else 10
    packed: bytes = brotli.compress(body, quality=quality)
    return packed


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
            return _read(file, path, changed, os.environ.get("WENDEKREIS_MODULES") == "whole")
        except (OSError, ValueError):
            return None

    def needed(self, *paths: str) -> tuple[str, ...]:
        """These modules and all that they import, each once, and before what it imports."""
        found: dict[str, None] = {}
        waiting = list(reversed(paths))
        while waiting:
            path = waiting.pop()
            if path not in found and (asset := self.get(path)):
                found[path] = None
                waiting += reversed(asset.imports)
        return tuple(found)


@lru_cache(maxsize=512)
def _read(file: Path, path: str, _changed: int, whole: bool) -> Asset:
    body = file.read_bytes()
    imports: list[str] = []
    if file.suffix == ".js":
        module = read_module(body)
        body = body if whole else module.text
        imports = [normpath(join(dirname(path), name)) for name in module.imports]
    compress = file.suffix not in ALREADY_SMALL
    return Asset.of(body, TYPES[file.suffix], compress=compress, lasting=True, imports=imports)


def accepted(header: str) -> str | None:
    """The best of ``ENCODINGS`` that an ``Accept-Encoding`` header allows; none if it allows none."""
    weights = {}
    for one in header.lower().split(","):
        name, _, weight = one.partition(";")
        try:
            weights[name.strip()] = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            weights[name.strip()] = 0
    return next((one for one in ENCODINGS if weights.get(one, weights.get("*", 0)) > 0), None)


def send(asset: Asset, request: Request, status: int = 200) -> Response:
    """The answer with an asset: not at all if the browser has it, compressed if it takes that."""
    encoding = accepted(request.headers.get("accept-encoding", "")) if asset.compress else None
    etag = f'"{asset.etag}-{encoding}"' if encoding else f'"{asset.etag}"'
    headers = {"ETag": etag, "Cache-Control": "no-cache"}
    if asset.compress:
        headers["Vary"] = "Accept-Encoding"
    known = {tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")}
    if status == 200 and (etag in known or "*" in known):
        return Response(status_code=304, headers=headers)
    if encoding:
        headers["Content-Encoding"] = encoding
    return Response(asset.form(encoding) if encoding else asset.body, status, headers, asset.media_type)
