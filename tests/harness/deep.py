"""How much of a long test the suite runs, and how much ``script/test --deep``.

The suite holds one case of everything; the matrices and the long runs are for ``--deep``.
"""

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from hypothesis import settings

DEEP = bool(os.environ.get("WORDHALL_DEEP"))

#: Marks a test for the deep run only.
deep = pytest.mark.deep

Test = Callable[..., None]


def examples(suite: int, *, deep: int) -> Callable[[Test], Test]:
    """How many examples Hypothesis tries: so many in the suite, so many in the deep run."""
    limit = settings(max_examples=times(suite, deep=deep), deadline=None)

    def decorate(test: Test) -> Test:
        decorated: Test = pytest.mark.scaled(limit(test))
        return decorated

    return decorate


def times(suite: int, *, deep: int) -> int:
    """A number of games, rounds or players: the first in the suite, the second in the deep run. Mark the test ``scaled``."""
    return deep if DEEP else suite


def some(cases: Iterable[Any], *, suite: int = 1) -> list[Any]:
    """The cases for ``parametrize``: the first ``suite`` in every run, the others in the deep run only."""
    return [
        case if number < suite else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=deep)
        for number, case in enumerate(cases)
    ]
