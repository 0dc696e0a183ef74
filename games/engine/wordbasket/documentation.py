"""The table of findings in ``docs/wordbasket.md``, made from the catalogue.

Print it anew with ``python -m games.engine.wordbasket.documentation``; a test compares the two.
"""

from __future__ import annotations

import re
import sys
from typing import Final

from games.engine.wordbasket.catalogue import CATALOGUE

_PARAMETER: Final = re.compile(r"%\((\w+)\)s")


def findings_table() -> str:
    """Every code with its severity, sentence and advice, in Markdown; parameters in italics."""
    rows = ["| code | severity | sentence | advice |", "|---|---|---|---|"]
    for code, entry in CATALOGUE.items():
        sentence = _PARAMETER.sub(r"*\1*", entry.text)
        rows.append(f"| `{code}` | {entry.severity} | {sentence} | {entry.advice} |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.stdout.write(findings_table() + "\n")
