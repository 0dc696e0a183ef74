"""The schema in the documents is the schema of the program, and the guide speaks of addresses that there are."""

import re
from collections.abc import Iterator
from typing import Any

from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.validation import validate_schema
from rest_framework import serializers

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
            queries = {parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"}
            assert ("404" in answers) == ("{" in path or "page" in queries), where
            assert ("400" in answers) == (method != "get" or bool(queries)), where
            assert ("413" in answers) == ("415" in answers) == ("requestBody" in operation), where


def test_a_form_has_a_file_of_bytes() -> None:
    """Else a client made from the schema would send the file as a text, and the site would find no file."""
    schema = committed_schema()
    forms = {
        operation["requestBody"]["content"]["multipart/form-data"]["schema"]["$ref"].rpartition("/")[2]
        for operations in schema["paths"].values()
        for operation in operations.values()
        if "multipart/form-data" in operation.get("requestBody", {}).get("content", {})
    }
    assert forms
    for name in forms:
        fields = schema["components"]["schemas"][name]["properties"].values()
        assert any(field.get("format") == "binary" for field in fields), name


def subclasses(base: type[Any]) -> Iterator[type[Any]]:
    for one in base.__subclasses__():
        yield one
        yield from subclasses(one)


def test_a_choice_that_may_be_empty_says_so() -> None:
    """What REST framework forgets of rows that are only read: such a serializer is a ``ShownSerializer``."""
    Client().get("/api/v1/schema/")  # every serializer is known
    shown = [one for one in subclasses(serializers.ModelSerializer) if hasattr(getattr(one, "Meta", None), "model")]
    silent = [
        f"{one.__name__}.{name}"
        for one in shown
        for name, field in one().fields.items()
        if isinstance(field, serializers.ChoiceField) and not field.allow_blank
        for column in one.Meta.model._meta.fields
        if column.name == field.source and column.blank
    ]
    assert shown
    assert not silent


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
