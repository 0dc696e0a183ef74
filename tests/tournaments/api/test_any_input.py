"""Whatever JSON is sent to whatever address, the answer is an answer: never a fault of the server."""

from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.harness.deep import DEEP, times
from tests.openapi import committed_schema
from tests.tournaments.api.test_access import Scene, scene, table
from tests.walk import check_calls, quiet, undone

__all__ = ["scene"]  # the fixture

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

#: Examples for each address in the suite. PostgreSQL refuses more than SQLite: there it counts.
FEW = 3 if connection.vendor == "postgresql" else 2
ODD = [
    None,
    True,
    -1,
    0,
    1,
    9999,
    10**30,
    1.5,
    1e300,
    "",
    " ",
    "abc",
    "1",
    "\0",
    "é🂡",
    "../x",
    "{}",
    [],
    [None],
    {},
    {"a": [1]},
]


def properties(method: str, path: str) -> list[str]:
    """The names of the fields of the operation's body; of one that takes files too, sent as JSON all the same."""
    schema = committed_schema()
    documented = path.replace("{rated}", "{event}")
    body = schema["paths"][documented][method].get("requestBody")
    if body is None:
        return ["x"]
    content = body["content"]
    media_type = content.get("application/json") or content["multipart/form-data"]
    name = media_type["schema"]["$ref"].rsplit("/", 1)[-1]
    return list(schema["components"]["schemas"][name]["properties"])


def bodies(method: str, path: str) -> st.SearchStrategy[Any]:
    """Bodies of the right names with odd values, and bodies that are no objects."""
    odd = st.sampled_from(ODD) | st.text(max_size=20) | st.integers(-100, 2000)
    nested = odd | st.dictionaries(
        st.sampled_from(["name", "rounds_planned", "rule_options", "rating"]), odd, max_size=3
    )
    return (
        st.dictionaries(st.sampled_from(properties(method, path)), nested | st.lists(nested, max_size=3), max_size=6)
        | odd
    )


@pytest.mark.scaled
def test_any_body_of_every_operation_is_answered(scene: Scene) -> None:
    respond = scene.responses()
    misses: list[str] = []
    writes = [
        (method, path)
        for method, path, _who, _body in table()
        if method in {"post", "put", "patch"} and "logout" not in path
    ]

    def check_any_body(method: str, path: str) -> None:
        @settings(
            max_examples=times(FEW, deep=150), deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(bodies(method, path))
        def check_answer(body: Any) -> None:
            with undone():
                answer = respond(scene.call("director", method, path, set(), body))
            assert answer.status_code < 500, body
            if answer.status_code >= 400:
                assert {"type", "detail", "errors"} <= answer.json().keys(), body

        try:
            check_answer()
        except AssertionError as error:
            misses.append(f"{method} {path}: {error}")

    with quiet():
        for method, path in writes:
            check_any_body(method, path)
    assert not misses, "\n".join(misses)


@pytest.mark.scaled
def test_any_query_is_answered(scene: Scene) -> None:
    queries = ["page=%00", "page_size=-1", "page_size=x", "format=x", "after_round[]=1", "q=%F0%9F%90%99", "%FF=%FE"]
    calls = [
        scene.call("director", "get", f"{path}?{query}", {200, 400, 404})
        for number, (method, path, _who, _body) in enumerate(table())
        if method == "get"
        for query in (queries if DEEP else (queries[number % len(queries)],))
    ]
    calls += [
        scene.call("anonymous", "options", path, {401, 405}) for method, path, _who, _body in table() if method == "get"
    ]
    check_calls(calls, scene.asking())
