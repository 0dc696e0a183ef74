"""Which pairing system which rounds have, as a line: ``swiss, koth from 12``.

>>> read_plan("swiss, koth from 12")
((1, 'swiss'), (12, 'koth'))
>>> system_in("swiss, koth from 12", 11), system_in("swiss, koth from 12", 12), system_in("", 3)
('swiss', 'koth', '')
"""

from __future__ import annotations

import re
from collections.abc import Collection

_PART = re.compile(r"(?P<system>[a-z_]+)(?: from (?P<first>[1-9][0-9]?))?")
#: The form of a plan, for settings and database.
PATTERN = r"^$|^[a-z_]+( from [1-9][0-9]?)?(, [a-z_]+ from [1-9][0-9]?)*$"


class PlanError(ValueError):
    """A plan that cannot be: ``what`` is ``unknown``, ``order`` or ``form``, ``value`` the part it is about."""

    def __init__(self, what: str, value: str) -> None:
        super().__init__(f"{what}: {value}")
        self.what, self.value = what, value


def read_plan(text: str, known: Collection[str] = ()) -> tuple[tuple[int, str], ...]:
    """First rounds with their systems, in order; () for an empty line. ``known``: the systems there are. Raises PlanError."""
    parts: list[tuple[int, str]] = []
    for part in text.split(", ") if text else ():
        matched = _PART.fullmatch(part)
        if matched is None:
            raise PlanError("form", part)
        first = int(matched["first"] or 1)
        if known and matched["system"] not in known:
            raise PlanError("unknown", matched["system"])
        if parts and first <= parts[-1][0]:
            raise PlanError("order", part)
        parts.append((first, matched["system"]))
    return tuple(parts)


def system_in(text: str, number: int) -> str:
    """The system planned for round ``number``; "" for none. Raises PlanError."""
    return next((system for first, system in reversed(read_plan(text)) if first <= number), "")
