"""Log lines with the id of their request or job, and without private addresses."""

import json
import logging
import re
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Final

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


#: What a line may say beyond its words.
_MORE: Final = ("status_code", "page", "seconds", "task")


class JsonFormatter(logging.Formatter):
    """One JSON object a line, for programs that collect logs: time (UTC), level, logger, message; request or job; exception."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record, keys shortened in all of it."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_doing(),
        }
        line |= {name: getattr(record, name) for name in _MORE if hasattr(record, name)}
        if record.exc_info and record.exc_info[0] is not None:
            line["exception"] = self.formatException(record.exc_info)
        return without_keys(json.dumps(line, ensure_ascii=False, default=str))


def _doing() -> dict[str, Any]:
    """The request or job that this thread works on."""
    kind, _, number = current.get().partition(" ")
    if kind == "job" and number.isdecimal():
        return {"job": int(number)}
    return {"request": kind} if kind else {}


#: The formats of the log as Python's ``dictConfig`` has them, by the value of ``LOG_FORMAT``.
FORMATTERS: Final[Mapping[str, Mapping[str, str]]] = {
    "plain": {
        "()": "core.logs.LineFormatter",
        "format": "%(asctime)s %(levelname)s [%(current)s] %(name)s %(message)s",
    },
    "json": {"()": "core.logs.JsonFormatter"},
}
