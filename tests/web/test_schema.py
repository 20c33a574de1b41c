"""Whatever is sent, the answer is one that the API's own description allows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.store.helpers import hurry
from tests.web.helpers import Player
from wendekreis.web.app import ROUTERS, create_app
from wendekreis.web.pool import Pool

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
BOUNDED = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Described:
    """The API as it describes itself, and a play in it."""

    schema: schemathesis.BaseSchema
    secret: str
    play: str


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    """An app that lets new plays be begun without end."""
    app = create_app(f"sqlite:///{tmp_path_factory.mktemp('schema')}/w.sqlite", new_plays_a_minute=10**6, pool=Pool(1))
    hurry(app.state.store)
    player = Player(app)
    play = player.begin("unlimited")["id"]
    loaded = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    yield Described(loaded, player.http.cookies["wendekreis"], play)
    app.state.judge.close()
    app.state.desk.pool.close()
    app.state.store.close()


OPERATIONS = [
    (route.path, method.lower())
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute) and route.include_in_schema
    for method in sorted(route.methods or ())
]
REQUESTS = [(*operation, GenerationMode.POSITIVE) for operation in OPERATIONS]
REQUESTS += [(path, method, GenerationMode.NEGATIVE) for path, method in OPERATIONS if method == "post"]


@pytest.mark.parametrize(("path", "method", "mode"), REQUESTS)
def test_every_answer_is_as_described(described: Described, path: str, method: str, mode: GenerationMode) -> None:
    """To well-formed requests and to malformed ones, of a stranger, and of a player for a play of one's own."""
    operation = described.schema[path][method]

    @BOUNDED
    @given(operation.as_strategy(generation_mode=mode))
    def hold(case: schemathesis.Case[Any]) -> None:
        answers = [case.call_and_validate(checks=CHECKS)]
        if "play" in case.path_parameters:
            case.path_parameters["play"] = described.play
            answers.append(case.call_and_validate(checks=CHECKS, cookies={"wendekreis": described.secret}))
        if mode is GenerationMode.NEGATIVE:
            assert all(answer.status_code in (404, 413, 422) for answer in answers)

    hold()
