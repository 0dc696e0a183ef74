"""The example in docs/pairing.md does what it says."""

from __future__ import annotations

import doctest

from core.packages import ROOT

PAGE = ROOT / "docs" / "pairing.md"


def test_the_example_runs() -> None:
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert outcome.attempted > 5
    assert outcome.failed == 0
