"""The schema in the documents is the schema of the program, and the guide speaks of addresses that there are."""

import re
from pathlib import Path

import yaml
from django.core.management import call_command
from django.test import Client

ROOT = Path(__file__).resolve().parents[3]
COMMITTED = ROOT / "docs" / "openapi.yaml"


def test_the_committed_schema_is_valid_and_up_to_date(tmp_path: Path) -> None:
    made = tmp_path / "openapi.yaml"
    call_command("spectacular", file=str(made), validate=True, fail_on_warn=True)
    assert made.read_text() == COMMITTED.read_text(), "run: manage.py spectacular --file docs/openapi.yaml --validate"


def test_every_operation_has_words_an_answer_and_the_errors_it_can_have() -> None:
    schema = yaml.safe_load(COMMITTED.read_text())
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
    schema = yaml.safe_load(COMMITTED.read_text())
    guide = (ROOT / "docs" / "api.md").read_text()
    named = set(re.findall(r"`(GET|POST|PUT|PATCH|DELETE) (/[^`?]*)", guide))
    known = {
        (method.upper(), re.sub(r"\{\w+\}", "…", path.removeprefix("/api/v1")))
        for path, operations in schema["paths"].items()
        for method in operations
    }
    assert named == known


def test_the_schema_is_served_to_everybody() -> None:
    answer = Client().get("/api/v1/schema/")
    assert answer.status_code == 200
    assert yaml.safe_load(answer.content)["info"]["title"] == "Wordhall API"
