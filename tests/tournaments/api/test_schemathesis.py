"""Schemathesis sends what the schema allows to every operation, on real rows, as everybody: each answer is one that it describes."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, TypeAlias

import pytest
import schemathesis
from django.test.client import ClientHandler
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from clubs.models import User
from clubs.tokens import sign_in
from config.api.examples import EXAMPLES
from tests.declared import ANONYMOUS
from tests.harness.deep import DEEP, times
from tests.openapi import committed_schema
from tests.tournaments.api.states import State, as_it_is, brought_into, state_for
from tests.tournaments.api.test_access import Scene, scene
from tests.walk import quiet, undone

__all__ = ["scene"]  # the fixture

pytestmark = pytest.mark.django_db

Operation: TypeAlias = APIOperation[Any, Any, Any, Any]

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


@cache
def operations() -> list[Operation]:
    """Everything that the schema describes."""
    schema = schemathesis.openapi.from_dict(committed_schema())
    schema.app = site
    return [operation.ok() for operation in schema.get_all_operations()]  # type: ignore[union-attr]


def name_of(operation: Operation) -> str:
    """Its ``operationId``."""
    return str(operation.definition.raw["operationId"])


def misses_of(
    operation: Operation, cases: st.SearchStrategy[Case[Any]], check: Callable[[Case[Any]], None], *, count: int
) -> list[str]:
    """What is wrong with the answers to some requests that the schema allows."""

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(cases)
    def check_one(case: Case[Any]) -> None:
        with undone():
            check(case)

    try:
        check_one()
    except (AssertionError, BaseExceptionGroup) as error:
        return [f"{operation.label}: {error}"]
    return []


def address(case: Case[Any], scene: Scene) -> None:
    """The address names rows of the scene."""
    # in a rating pool an event is the pool's own
    names = {
        name: "rated" if name == "event" and "/ratings/{pool}" in case.operation.path else name
        for name in case.path_parameters or {}
    }
    case.path_parameters = {name: str(scene.address[key]) for name, key in names.items()}


def headers_of(user: User) -> dict[str, str]:
    """A token of the user."""
    return {"Authorization": f"Token {sign_in(user)[1]}"}


@pytest.mark.scaled
@pytest.mark.long
def test_every_answer_is_one_that_the_schema_describes(scene: Scene) -> None:
    """In the suite to what takes no body: to the others nearly every body at random is refused, and their examples are sent below."""
    people = {**scene.people} if DEEP else {"director": scene.people["director"]}
    headers = {who: headers_of(user) for who, user in people.items()}
    if DEEP:
        headers[ANONYMOUS] = {}

    def misses_as(who: str, operation: Operation) -> list[str]:
        def check(case: Case[Any]) -> None:
            address(case, scene)
            answer = case.call(headers=headers[who])
            case.validate_response(answer, checks=OF_ANSWERS)
            assert who != "director" or answer.status_code not in {401, 403}, "a director may do everything"

        found = misses_of(operation, operation.as_strategy(), check, count=times(1, deep=15))
        return [f"{who}, {miss}" for miss in found]

    with quiet():
        misses = [
            miss
            for operation in operations()
            if DEEP or not operation.body
            for who in headers
            for miss in misses_as(who, operation)
        ]
    assert not misses, "\n\n".join(misses)


def test_every_example_is_taken_and_answered_as_described(scene: Scene) -> None:
    """Of every operation that takes a body, as a director would send it, in its state; and of those that take none but need a state."""
    headers = headers_of(scene.people["director"])
    by_state: defaultdict[State, list[Operation]] = defaultdict(list)
    for operation in operations():
        state = state_for(name_of(operation))
        if operation.body or state is not as_it_is:
            by_state[state].append(operation)

    def misses_in(own: Scene, operation: Operation) -> list[str]:
        def check(case: Case[Any]) -> None:
            address(case, own)
            if operation.body:
                assert case.body == EXAMPLES.get(name_of(operation)), "what would be sent is not its example"
                case.body = own.on_rows(case.body)
            answer = case.call(headers=headers)
            case.validate_response(answer, checks=OF_ANSWERS)
            assert answer.status_code < 300, f"{answer.status_code} {answer.text} to {case.body!r}"

        # The first example is the body's; after it come those of single fields, with whatever else the schema allows.
        cases = [*operation.get_strategies_from_examples(), operation.as_strategy()]
        return misses_of(operation, cases[0], check, count=1)

    misses: list[str] = []
    for state, of_state in by_state.items():
        with brought_into(scene, state) as own:
            misses += [miss for operation in of_state for miss in misses_in(own, operation)]
    assert not misses, "\n\n".join(misses)
