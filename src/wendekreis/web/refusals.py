"""Saying no: every 4xx and 5xx has the one shape, whoever raises it."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Match

from wendekreis import errors
from wendekreis.web import wire
from wendekreis.web.pages import shell

__all__ = ["declared", "install", "refusal"]

log = logging.getLogger("wendekreis.web")

STATUS: Mapping[type[errors.WendekreisError], int] = {
    errors.Unreadable: 400,
    errors.Refused: 422,
    errors.StaleRevision: 409,
    errors.OutdatedPlay: 410,
    errors.NotFound: 404,
    errors.Unanswered: 503,
    errors.TooManyAsks: 429,
    errors.StoreError: 503,
    errors.StoreFull: 507,
}
"""The status of each kind of error; a kind that is not here has its parent's."""

_CODES = {404: "not_found", 405: "method_not_allowed", 413: "body_too_large", 429: "too_many"}

_MEANINGS = {
    400: "A deal, a number or a move that can't be read",
    403: "A write from another site's page",
    404: "No such thing, or not this player's",
    409: "The play has gone on since; the answer tells how it is now",
    410: "The game has changed since the play was begun",
    413: "The body is too large",
    422: "The body is not as it should be, or what it asks can't be done now; nothing was changed",
    429: "Too many new plays, or questions, at once",
    503: "The database is locked, can only be read or does not work, or the solver can't be asked; nothing was changed",
    507: "There is no room on the disk; nothing was changed",
}


def declared(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """These refusals, for a route's declaration."""
    return {
        status: {
            "model": wire.StaleBody if status == 409 else wire.ErrorBody,
            "description": _MEANINGS[status],
        }
        for status in statuses
    }


def refusal(
    status: int,
    code: str,
    message: str,
    params: Mapping[str, str | int] | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> Response:
    """An answer that says no. ``more`` are fields beside ``error``."""
    body = {"error": {"code": code, "message": message, "params": dict(params or {})}, **more}
    return JSONResponse(body, status, headers=headers)


def install(app: FastAPI) -> None:
    """Have the app say no in this one shape."""

    @app.exception_handler(errors.WendekreisError)
    def _own(request: Request, error: errors.WendekreisError) -> Response:
        status = next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)
        if isinstance(error, errors.StoreError):
            # The whole story only where nobody foresaw it; a busy database or a full disk is told in a line.
            unforeseen = error if type(error) is errors.StoreError else None
            log.error("%s %s: %s", request.method, request.url.path, error, exc_info=unforeseen)
        headers = {"Retry-After": "1"} if isinstance(error, errors.StoreBusy) else None
        if isinstance(error, errors.TooManyAsks):
            headers = {"Retry-After": str(error.params["seconds"])}
        return refusal(status, error.code, str(error), error.params, headers)

    @app.exception_handler(RequestValidationError)
    def _unreadable(_request: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str))
        if first["type"] == "json_invalid":
            return _not_json()
        return refusal(422, "bad_request", f"{place or 'body'}: {first['msg']}", {"field": place or "body"})

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # FastAPI's, for a body that is not even text
            return _not_json()
        if error.status_code == 404 and _is_navigation(request):
            return shell(request, 404)
        headers = dict(error.headers or {})
        if error.status_code == 405:
            headers["Allow"] = ", ".join(_allowed(request))
        code = _CODES.get(error.status_code, "bad_request")
        phrase = HTTPStatus(error.status_code).phrase
        message = phrase.lower() if error.detail == phrase else str(error.detail)
        return refusal(error.status_code, code, message, None, headers)


def _is_navigation(request: Request) -> bool:
    """Whether a browser goes to a page, so that a page should say that there is none."""
    files = request.url.path.startswith(("/api/", "/client/")) or request.url.path in ("/api", "/client")
    return request.method in ("GET", "HEAD") and not files and "text/html" in request.headers.get("accept", "")


def _allowed(request: Request) -> list[str]:
    """The methods that there are for a path, of all its routes: Starlette names those of the first one only."""
    found = set[str]()
    for route in request.app.state.routes:
        if route.matches(request.scope)[0] is not Match.NONE:
            found.update(route.methods)
    return sorted(found)


def _not_json() -> Response:
    return refusal(422, "bad_request", "body: not JSON", {"field": "body"})
