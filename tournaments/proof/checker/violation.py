"""What the checker says when a rule is broken."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Violation:
    """A rule that a round breaks. `rule`: absolute, optimum, next best, reason, first, bye, table, schedule, impossible."""

    rule: str
    text: str
