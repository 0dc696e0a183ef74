"""Schemathesis sends what the schema allows to every operation, on real rows, as everybody: each answer is one that it describes."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
import schemathesis
from django.test.client import ClientHandler
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import APIOperation, Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.tokens import sign_in
from tests.declared import ANONYMOUS
from tests.harness.deep import DEEP, times
from tests.tournaments.api.test_access import Scene, scene
from tests.walk import quiet, undone

__all__ = ["scene"]  # the fixture

pytestmark = pytest.mark.django_db

#: What the schema says of answers. What it allows may still be refused by a use case, so that a 400 for a body of its shape is no miss.
OF_ANSWERS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
HANDLER = ClientHandler()


def site(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
    """The site as a WSGI application inside the transaction of the test, which one that serves the network would end."""
    response = HANDLER(environ)
    start_response(f"{response.status_code} {response.reason_phrase}", list(response.items()))
    return [b"".join(response)]


def misses_of(
    operation: APIOperation[Any, Any, Any, Any], scene: Scene, who: str, headers: dict[str, str]
) -> list[str]:
    """What is wrong with the answers to some requests that the schema allows; their addresses name rows of the scene."""

    @settings(
        max_examples=times(1, deep=15),
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy())
    def check(case: Case[Any]) -> None:
        # in a rating pool an event is the pool's own
        names = {
            name: "rated" if name == "event" and "/ratings/{pool}" in operation.path else name
            for name in case.path_parameters or {}
        }
        case.path_parameters = {name: str(scene.address[key]) for name, key in names.items()}
        with undone():
            case.validate_response(case.call(headers=headers), checks=OF_ANSWERS)

    try:
        check()
    except (AssertionError, BaseExceptionGroup) as error:
        return [f"{who}, {operation.label}: {error}"]
    return []


@pytest.mark.scaled
@pytest.mark.long
def test_every_answer_is_one_that_the_schema_describes(scene: Scene) -> None:
    people = {**scene.people} if DEEP else {"director": scene.people["director"]}
    headers = {who: {"Authorization": f"Token {sign_in(user)[1]}"} for who, user in people.items()}
    if DEEP:
        headers[ANONYMOUS] = {}
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/?format=json", site)
    with quiet():
        misses = [
            miss
            for operation in schema.get_all_operations()
            for who, sent in headers.items()
            for miss in misses_of(operation.ok(), scene, who, sent)  # type: ignore[union-attr]
        ]
    assert not misses, "\n\n".join(misses)
