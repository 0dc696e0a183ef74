"""The schema in the documents is the schema of the program, and the guide speaks of addresses that there are."""

import re

from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema

from core.packages import ROOT
from tests.openapi import COMMITTED, committed_schema


def test_the_schema_served_to_everybody_is_the_committed_one() -> None:
    """It is valid, the generator has nothing to complain of, and ``manage.py spectacular`` was run after the last change."""
    GENERATOR_STATS.reset()
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert not GENERATOR_STATS, "see: manage.py spectacular --fail-on-warn"
    assert answer.content.decode() == COMMITTED.read_text(), (
        "run: manage.py spectacular --file docs/openapi.yaml --validate"
    )
    validate_schema(committed_schema())  # type: ignore[no-untyped-call]
    assert committed_schema()["info"]["title"] == "Wordhall API"


def test_every_operation_has_words_an_answer_and_the_errors_it_can_have() -> None:
    schema = committed_schema()
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            where = f"{method} {path}"
            assert operation["description"], where
            answers = operation["responses"]
            assert any(code.startswith("2") for code in answers), where
            errors = [answers[code] for code in answers if code.startswith("4")]
            for error in errors:
                assert error["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Error"}, where
            assert ("404" in answers) == ("{" in path), where
            assert ("413" in answers) == ("requestBody" in operation), where


def test_the_guide_names_every_operation() -> None:
    schema = committed_schema()
    guide = (ROOT / "docs" / "api.md").read_text()
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`?]*)", guide))
    known = {
        (method.upper(), re.sub(r"\{\w+\}", "…", path.removeprefix("/api/v1")))
        for path, operations in schema["paths"].items()
        for method in operations
    }
    assert named == known
