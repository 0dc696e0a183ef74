"""What the apps refuse is one family: whoever answers it need not know the app."""

import ast
import builtins
import re
from http import HTTPStatus
from typing import Any

import pytest

from config.api.errors import handle
from core.errors import WordhallError
from core.packages import PACKAGES, ROOT


def is_exception(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


#: Exceptions that nobody outside can put right: faults of the program or of how it was set up.
FAULTS = {
    "backups/services/reading.py _WriteFailed",
    "core/errors.py AppendOnlyError",
    "core/env.py BadEnvironment",
    "jobs/supervisor.py ChildKeepsDying",
    "limits/services.py BadRateError",
    "messaging/services/push.py PushFailed",
    "core/outgoing.py NotPublicAddress",
    "core/outgoing.py TooLarge",
}

#: A class with a base of Python's own exceptions.
BUILTINS = re.compile(
    rf"class \w+\([^)]*\b(?:{'|'.join(name for name, one in vars(builtins).items() if is_exception(one))})\b"
)


class ClubIsAsleep(WordhallError):
    """A refusal of an app that nobody has heard of."""

    kind = "asleep"
    status = HTTPStatus.CONFLICT


@pytest.mark.django_db
def test_a_refusal_declared_now_is_answered_with_its_status_kind_and_code() -> None:
    for error, code in ((ClubIsAsleep("Wake it first."), "asleep"), (ClubIsAsleep("No.", code="deep"), "deep")):
        answer = handle(error, {})
        assert answer is not None
        body: Any = answer.data
        assert (answer.status_code, body["type"], body["errors"][0]["code"]) == (409, "asleep", code)
        assert body["detail"] == str(error)


def test_every_exception_of_an_app_is_a_refusal_or_a_listed_fault() -> None:
    """Engines have their own, plain ones: a service puts them into words."""
    roots = {
        f"{path.relative_to(ROOT)} {node.name}"
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "engine" not in path.parts
        if BUILTINS.search(text := path.read_text())  # parsing all of the program takes seconds
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and any(map(is_builtin_exception, node.bases))
    }
    assert roots == FAULTS | {"core/errors.py WordhallError"}


def is_builtin_exception(base: ast.expr) -> bool:
    return isinstance(base, ast.Name) and is_exception(getattr(builtins, base.id, None))
