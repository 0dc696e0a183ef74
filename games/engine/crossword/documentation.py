"""The page ``docs/findings.md``, made from the catalogue.

Write it anew with ``python -m games.engine.crossword.documentation > docs/findings.md``; a test compares the two.
"""

from __future__ import annotations

import sys
from typing import Final

from games.engine.crossword.catalogue import CATALOGUE
from games.engine.findings import FindingKind, markdown_table

_INTRODUCTION: Final = """\
# What a check finds

A game record is replayed move by move. Whatever does not fit is a *finding*; what was written is never replaced.
Each finding has a code, a severity, a line and column in the file, the number of the event, what the record states
and what the rules compute, and a sentence.

- **error**: the record breaks the rules of the game or of its format.
- **discrepancy**: the record does not agree with itself, or with the arithmetic. The written score stands unless
  the players or the director correct it.
- **note**: worth knowing; nothing is wrong.

One slip is one finding: after a wrong score the replay goes on with the computed score, and later totals are compared
with the totals that were written; after a play that cannot be placed, plays that depend on it are not judged.

This page is generated from `games/engine/crossword/catalogue.py`. Words in *italics* are filled in.
"""


def markdown() -> str:
    """The whole page."""
    groups: dict[str, dict[str, FindingKind]] = {}
    for code, entry in CATALOGUE.items():
        groups.setdefault(entry.group, {})[code] = entry
    tables = (f"## {group}\n\n{markdown_table(entries)}" for group, entries in groups.items())
    return "\n\n".join([_INTRODUCTION.rstrip(), *tables]) + "\n"


if __name__ == "__main__":
    sys.stdout.write(markdown())
