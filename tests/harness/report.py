"""A pytest plugin that writes down how long each test took, for the summary at the end of ``script/test``."""

import json
import os
from collections import Counter, defaultdict
from pathlib import Path

import pytest

#: Where to write; set by ``tests.harness.suite``.
VARIABLE = "WORDHALL_TEST_TIMES"
_seconds: defaultdict[str, float] = defaultdict(float)
_outcomes: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add up setting up, the call and clearing away."""
    _seconds[report.nodeid] += report.duration
    if report.when == "call" or report.outcome != "passed":
        _outcomes[report.outcome] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write once, in the process that hears of all tests."""
    target = os.environ.get(VARIABLE)
    if target and not hasattr(session.config, "workerinput"):
        Path(target).write_text(json.dumps({"seconds": _seconds, "outcomes": _outcomes}))
