"""Whatever JSON is sent to whatever address, the answer is an answer: never a fault of the server."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import User
from clubs.tokens import sign_in
from tests.tournaments.api.test_access import TABLE, Scene, scene

__all__ = ["scene"]  # the fixture

pytestmark = pytest.mark.django_db

SCHEMA = yaml.safe_load((Path(__file__).resolve().parents[3] / "docs" / "openapi.yaml").read_text())
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
WRITES = [(method, path) for method, path, _who, _body in TABLE if method in {"post", "patch"} and "logout" not in path]


def properties(method: str, path: str) -> list[str]:
    """The names of the fields of the operation's body; of one that takes files too, sent as JSON all the same."""
    documented = path.replace("{rated}", "{event}")
    body = SCHEMA["paths"][documented][method].get("requestBody")
    if body is None:
        return ["x"]
    content = body["content"]
    taken = content.get("application/json") or content["multipart/form-data"]
    name = taken["schema"]["$ref"].rsplit("/", 1)[-1]
    return list(SCHEMA["components"]["schemas"][name]["properties"])


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


@pytest.mark.parametrize(("method", "path"), WRITES, ids=str)
def test_an_answer_to_anything(scene: Scene, director: User, method: str, path: str) -> None:
    token = sign_in(director)[1]

    @settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(bodies(method, path))
    def ask(body: Any) -> None:

        answer = Client().generic(
            method.upper(),
            path.format(**scene.address),
            json.dumps(body).encode("utf-8", "surrogatepass"),
            content_type="application/json",
            headers={"Authorization": f"Token {token}"},
        )
        assert answer.status_code < 500
        if answer.status_code >= 400:
            assert {"type", "detail", "errors"} <= answer.json().keys()

    ask()


def test_an_answer_to_any_query(scene: Scene) -> None:
    queries = ["page=%00", "page_size=-1", "page_size=x", "format=x", "after_round[]=1", "q=%F0%9F%90%99", "%FF=%FE"]
    for path in [path for method, path, _who, _body in TABLE if method == "get"]:
        address = path.format(**scene.address)
        for query in queries:
            assert Client().get(f"{address}?{query}").status_code in {200, 400, 401, 404}, f"{address}?{query}"
        assert Client().options(address).status_code in {401, 405}, address
