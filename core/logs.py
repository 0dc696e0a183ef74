"""Log lines with the id of their request or job, and without private addresses."""

import logging
import re
from contextvars import ContextVar
from typing import Final

#: What this thread is doing now: a request's id, or "job 12".
current: ContextVar[str] = ContextVar("current", default="")

#: The key in one of these addresses lets anyone report, judge or look in; its first letters are enough to find its row.
_KEYS: Final = re.compile(
    r"(/(?:s|k|p|judge|slips|players/invitation|roles/club|roles/event|password/reset/key|confirm-email)/|/sent/)([\w-]{4,})"
)
#: The same anywhere else: keys are 26 letters and digits, tokens of forms are UUIDs.
_LONG: Final = re.compile(r"\b(?:[a-z2-7]{26}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b")


def without_keys(text: str) -> str:
    """The text with every key cut off after its first three letters."""
    shorter = _KEYS.sub(lambda match: f"{match[1]}{match[2][:3]}…", text)
    return _LONG.sub(lambda match: f"{match[0][:3]}…", shorter)


class LineFormatter(logging.Formatter):
    """Adds the request's id, shortens keys; in tracebacks too."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole line or lines of a record."""
        record.current = current.get() or "-"
        return without_keys(super().format(record))
