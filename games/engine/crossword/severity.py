"""How bad a finding is, and the shape of an entry in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Severity(StrEnum):
    """``error``: the record breaks the rules or its format; ``discrepancy``: it does not agree with itself or with the
    arithmetic, and the players decide; ``note``: worth knowing, nothing is wrong."""

    NOTE = "note"
    DISCREPANCY = "discrepancy"
    ERROR = "error"


#: Mildest first.
SEVERITY_ORDER: Final = (Severity.NOTE, Severity.DISCREPANCY, Severity.ERROR)


@dataclass(frozen=True)
class Entry:
    """One kind of finding. ``text`` is a ``%`` template; ``advice`` says why it matters or what to do."""

    group: str
    severity: Severity
    text: str
    advice: str
