"""The guards before the routes, as plain ASGI: headers, unforeseen errors, foreign pages, large bodies."""

import logging
from collections.abc import Mapping
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wendekreis.web.refusals import refusal

__all__ = ["BodyLimit", "LastResort", "OwnPagesOnly", "SafeHeaders", "is_foreign"]

log = logging.getLogger("wendekreis.web")

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Everything from here, nothing from elsewhere, nothing inline."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}

OF_DOCUMENTS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""Headers for what a browser may show as a page, or run as a worker: all but the files of ``PARTS``."""

PARTS = ("/client/", (".css", ".woff2", ".js"))
"""Where the files lie that are only ever parts of a page, and how their names end. A page has sixty of them: without
headers that mean nothing for them, it is a tenth smaller. A script that is to be a worker lies elsewhere."""

PORTS = {"http": 80, "https": 443}

READING = frozenset({"GET", "HEAD", "OPTIONS"})


class SafeHeaders:
    """Sets the security headers on every answer, those of documents on what can be one.

    What the API tells is not to be kept by caches unless it says so.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        place, ends = PARTS
        part = scope["path"].startswith(place) and scope["path"].endswith(ends)
        given = HEADERS if part else {**HEADERS, **OF_DOCUMENTS}

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in given.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


class LastResort:
    """Answers what nobody foresaw: the log gets the whole story, the page learns nothing of it."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if started:
                raise
            no = refusal(500, "internal_error", "something went wrong on the server; nothing was lost")
            await no(scope, receive, send)


class OwnPagesOnly:
    """Refuses writes that another site's page sends, cookie and all."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] == "http" and scope["method"] not in READING and is_foreign(scope):
            no = refusal(403, "bad_origin", "writes are taken from this server's own pages only")
            await no(scope, receive, send)
            return
        await self.app(scope, receive, send)


def is_foreign(scope: Scope) -> bool:
    """Whether a browser says that another origin's page sent this. A program that says nothing is no browser.

    The scheme is that of the connection; behind a proxy that ends TLS it is what the proxy says in
    ``X-Forwarded-Proto``, which uvicorn reads from proxies that it trusts.
    """
    headers = Headers(scope=scope)
    if headers.get("sec-fetch-site") in ("cross-site", "same-site"):
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    given, own = _origin(origin), _origin(f"{scope['scheme']}://{headers.get('host', '')}")
    return given is None or given != own


def _origin(text: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of an origin, or none if it is none."""
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname or parts.scheme not in PORTS or "@" in parts.netloc or parts.path + parts.query:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port


class BodyLimit:
    """Refuses bodies of more than ``limit`` bytes, whether announced or not, before a route sees any of it.

    ``of`` has other limits for some paths.
    """

    def __init__(self, app: ASGIApp, limit: int, of: Mapping[str, int] | None = None) -> None:
        self.app = app
        self.limit = limit
        self.of = dict(of or {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.of.get(scope["path"], self.limit)
        announced = Headers(scope=scope).get("content-length", "0")
        body, more = b"", not announced.isdigit() or int(announced) <= limit
        too_large = not more
        while more and not too_large:
            message = await receive()
            if message["type"] != "http.request":
                return  # the client has gone
            body += message.get("body", b"")
            more = message.get("more_body", False)
            too_large = len(body) > limit
        if too_large:
            text = f"the body is larger than {limit} bytes"
            no = refusal(413, "body_too_large", text, {"limit": limit}, {"Connection": "close"})
            await no(scope, receive, send)
            return
        whole: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        await self.app(scope, replay, send)
