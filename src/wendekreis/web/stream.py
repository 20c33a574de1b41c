"""Answers that take a while, as server-sent events: ``progress`` now and then, at last ``answer`` or ``error``."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from wendekreis.errors import WendekreisError

__all__ = ["MEDIA_TYPE", "Emit", "EventStream", "until_gone"]

log = logging.getLogger("wendekreis.web")

MEDIA_TYPE = "text/event-stream"

Emit: TypeAlias = Callable[[str, str], Awaitable[None]]
"""Sends an event with this name and data, which is JSON on one line."""


class EventStream(Response):
    """Does the work while it streams. ``work`` is given a way to send events, and returns the answer as JSON.

    A client that goes away cancels the work. ``at_end`` is called in any case, once.
    """

    media_type = MEDIA_TYPE

    def __init__(self, work: Callable[[Emit], Awaitable[str]], at_end: Callable[[], None]) -> None:
        # A proxy that would hold events back is told not to.
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.work = work
        self.at_end = at_end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it all, unless the client goes away."""

        async def emit(event: str, data: str) -> None:
            text = f"event: {event}\ndata: {data}\n\n"
            await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

        async def whole() -> None:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            try:
                answer = await self.work(emit)
            except WendekreisError as error:
                await emit("error", _told(error.code, str(error), error.params))
            except Exception:
                log.exception("%s %s failed", scope["method"], scope["path"])
                await emit("error", _told("internal_error", "something went wrong on the server; nothing was lost", {}))
            else:
                await emit("answer", answer)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

        try:
            await until_gone(receive, whole())
        finally:
            self.at_end()


async def until_gone(receive: Receive, work: Awaitable[None]) -> None:
    """Wait for the work, or cancel it when the client goes away."""

    async def gone() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        unfinished = not working.done()
        for task in (working, leaving):
            task.cancel()
        with suppress(asyncio.CancelledError):
            await leaving
        if unfinished:
            with suppress(asyncio.CancelledError, OSError):
                await working
    if not unfinished:
        working.result()


def _told(code: str, message: str, params: Mapping[str, str | int]) -> str:
    return json.dumps({"error": {"code": code, "message": message, "params": dict(params)}}, ensure_ascii=False)
