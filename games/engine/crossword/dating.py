"""The day on which a game was played, according to its record.

GCG has no heading for it: people write ``#date``, or put the day into title or description. Only what can be read in one way
counts: 2026-03-01, 1.3.2026 (with dots the day comes first wherever that is written), 1 March 2026, March 1, 2026. Days with slashes
do not count: half of the world reads them the other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

from games.engine.crossword.record import Record

_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)\.?"
)
#: Patterns with their groups of year, month and day.
_WRITTEN: Final = tuple(
    (re.compile(rf"(?<![\w-]){pattern}(?![\w-])", re.IGNORECASE | re.ASCII), groups)
    for pattern, groups in (
        (r"(\d{4})-(\d{2})-(\d{2})", (1, 2, 3)),
        (r"(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})", (3, 2, 1)),
        (rf"(\d{{1,2}})\s{_MONTH}\s(\d{{4}})", (3, 2, 1)),
        (rf"{_MONTH}\s(\d{{1,2}}),\s(\d{{4}})", (3, 1, 2)),
    )
)
#: Most headings name no day at all: every form has a year of this or the last century, with more digits about.
_A_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)", re.ASCII)
#: The game is not older.
_FIRST_YEAR: Final = 1930
_LAST_YEAR: Final = 2100
#: Headings that say when a game was played; the first that names a day decides.
_HEADINGS: Final = ("date", "title", "description")
#: A longer text is no heading but a story.
_LONGEST: Final = 400


def played_on(record: Record) -> date | None:
    """The day that the record's headings name; None without one, or if they name several."""
    for heading in _HEADINGS:
        text = record.pragma(heading)[:_LONGEST]
        days = set(_days(text)) if _A_YEAR.search(text) else None
        if days:
            return days.pop() if len(days) == 1 else None
    return None


def day_in(text: str) -> date | None:
    """The only day that a heading names; None without one, or if it names several."""
    days = set(_days(text[:_LONGEST]))
    return days.pop() if len(days) == 1 else None


def _days(text: str) -> Iterator[date]:
    for pattern, (year, month, day) in _WRITTEN:
        for match in pattern.finditer(text):
            named = match[month][:3].lower()
            number = _MONTHS.index(named) + 1 if named in _MONTHS else int(match[month])
            try:
                one = date(int(match[year]), number, int(match[day]))
            except ValueError:  # such as 31.2.2026
                continue
            if _FIRST_YEAR <= one.year < _LAST_YEAR:
                yield one
