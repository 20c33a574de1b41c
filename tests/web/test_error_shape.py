"""One shape for everything that says no, on every route, and a text for each in both languages."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from tests.web.helpers import Player
from wendekreis import errors
from wendekreis.deals import numbered_deal
from wendekreis.games import game
from wendekreis.web import refusals, wire
from wendekreis.web.app import ROUTERS
from wendekreis.web.catalogue import LANGUAGES, TEXTS, catalogue

WEB_CODES = {"bad_origin", "bad_request", "body_too_large", "internal_error", "method_not_allowed", "not_found"}


def routes() -> Iterator[APIRoute]:
    """Every route of the app."""
    for route in [route for router in ROUTERS for route in router.routes]:
        assert isinstance(route, APIRoute)
        yield route


def tree(kind: type[errors.WendekreisError] = errors.WendekreisError) -> Iterator[type[errors.WendekreisError]]:
    """Every kind of error of ours but those of studies, which are no matter of the web."""
    yield kind
    for child in kind.__subclasses__():
        if child is not errors.StudyError:
            yield from tree(child)


@pytest.mark.parametrize("route", list(routes()), ids=lambda route: route.name)
def test_every_route_refuses_in_one_shape(player: Player, route: APIRoute) -> None:
    """A wrong method, a foreign page, a bad body, a large one, a thing that is not there."""
    path = re.sub(r"\{.*?\}", "nosuch", route.path)
    answers = [
        player.http.request(method, path, **more)
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")
        for more in (
            {},
            {"content": b"{"},
            {"content": b"[]", "headers": {"Content-Type": "text/plain"}},
            {"content": b"\xff\xfe", "headers": {"Content-Type": "application/json"}},
            {"content": b'{"revision": 1e999}', "headers": {"Content-Type": "application/json"}},
            {"headers": {"Origin": "http://elsewhere.test"}},
            {"content": b" " * 20_000},
        )
    ]
    refused = [answer for answer in answers if answer.status_code >= 400]
    assert refused
    for answer in refused:
        if answer.headers["content-type"].startswith("text/html"):
            assert answer.status_code == 404  # a page of a game that there is not: the shell, which says so
            continue
        assert answer.status_code < 500, answer.text
        body = wire.ErrorBody.model_validate_json(answer.content)
        assert f"error.{body.error.code}" in catalogue("en")
        assert body.error.message
        assert "\n" not in body.error.message
        assert ("allow" in answer.headers) == (answer.status_code == 405)


@pytest.mark.parametrize(
    "route", [route for route in routes() if route.include_in_schema], ids=lambda route: route.name
)
def test_every_refusal_is_declared(app: FastAPI, route: APIRoute) -> None:
    """In the shape that it has; 409 with the view."""
    (method,) = (name.lower() for name in route.methods or ())
    declared = app.openapi()["paths"][route.path][method]["responses"]
    shapes = {
        status: said["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for status, said in declared.items()
        if status >= "4"
    }
    assert {status: shape for status, shape in shapes.items() if status != "409"} == {
        status: "ErrorBody" for status in shapes if status != "409"
    }
    assert shapes.get("409", "StaleBody") == "StaleBody"
    if method == "post":
        assert {"403", "413", "422", "503", "507"} <= set(shapes)


def test_every_error_has_a_status_and_a_code_of_its_own() -> None:
    """From the nearest of its parents that has one; no two kinds share a code."""
    kinds = list(tree())
    assert len({kind.code for kind in kinds}) == len(kinds)
    for kind in kinds[1:]:
        assert any(parent in refusals.STATUS for parent in kind.__mro__)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_error_has_a_text(lang: str) -> None:
    """In every language, under ``error.CODE``."""
    codes = {kind.code for kind in tree()} | WEB_CODES | {"too_many"}
    assert {f"error.{code}" for code in codes} <= set(catalogue(lang))


def placeholders(text: str) -> set[str]:
    """The names in braces; raises ValueError if a brace is left open."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_catalogues_say_the_same() -> None:
    """The same keys in the same, sorted order, the same placeholders, nothing empty."""
    german, english = catalogue("de"), catalogue("en")
    assert list(german) == list(english) == sorted(german)
    for key in german:
        assert german[key].strip()
        assert english[key].strip()
        assert placeholders(german[key]) == placeholders(english[key]), key


DEAL = numbered_deal(game("single-interchange"), "1").text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "body",
    [
        {"number": ""},
        {"number": "x"},
        {"deal": ""},
        {"deal": "#"},
        {"deal": "AS"},
        {"deal": f"{DEAL} AS"},
        {"deal": DEAL.replace("KH", "2C")},
        {"deal": f"{DEAL} XX"},
        {"deal": "AS " * 1000},
        {"deal": f"{DEAL} | turn t1-t2"},
        {"deal": f"{DEAL} | turn xyz"},
    ],
)
def test_a_text_is_filled_in_whole(player: Player, lang: str, body: dict[str, str]) -> None:
    """The page has a value for every placeholder, and no value is empty or long."""
    error = player.begin(status=422 if "t1-t2" in body.get("deal", "") else 400, **body)["error"]
    for name in placeholders(catalogue(lang)[f"error.{error['code']}"]):
        assert str(error["params"][name]).strip("– ")
    assert len(error["message"]) < 300
    assert all(len(str(value)) < 100 for value in error["params"].values())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_catalogue_has_no_key_twice(lang: str) -> None:
    """JSON would quietly take the last one."""
    keys = re.findall(r'^  "([^"]+)":', (TEXTS / f"{lang}.json").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(keys) == len(set(keys)) == len(catalogue(lang))
