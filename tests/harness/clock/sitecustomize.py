"""A clock that can be set while processes run: Python imports this at its start when the folder is in PYTHONPATH.

The file named by DRILL_CLOCK holds by how many seconds the clock is wrong. What measures how long something takes (``time.monotonic``)
goes on, as on a machine whose clock is set. SQLite and PostgreSQL keep their own time, which the site never asks.
"""

import copyreg
import datetime as module
import os
import time

_FILE = os.environ.get("DRILL_CLOCK", "")
_TRUE_TIME = time.time
_TRUE = module.datetime


def _wrong_by() -> float:
    try:
        with open(_FILE) as file:  # noqa: PTH123 - no more imports than needed, before every program
            return float(file.read() or 0)
    except (OSError, ValueError):
        return 0.0


class _Looks(type):
    """Every datetime is one of these."""

    def __instancecheck__(cls, thing: object) -> bool:
        return isinstance(thing, _TRUE)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, _TRUE)


class _DateTime(_TRUE, metaclass=_Looks):
    """Makes ordinary datetimes; only what it says of now is another time."""

    def __new__(cls, *values: object, **named: object) -> object:  # type: ignore[misc]
        if cls is not _DateTime:  # a kind of its own
            return _TRUE.__new__(cls, *values, **named)  # type: ignore[arg-type]
        return _TRUE(*values, **named)  # type: ignore[arg-type]

    @classmethod
    def now(cls, tz: module.tzinfo | None = None) -> module.datetime:  # type: ignore[override]
        return _TRUE.fromtimestamp(time.time(), tz)

    @classmethod
    def utcnow(cls) -> module.datetime:  # type: ignore[override]
        return _TRUE.fromtimestamp(time.time(), module.UTC).replace(tzinfo=None)


if _FILE:
    time.time = lambda: _TRUE_TIME() + _wrong_by()
    time.time_ns = lambda: int((_TRUE_TIME() + _wrong_by()) * 1e9)
    setattr(module, "datetime", _DateTime)  # noqa: B010 - a type checker takes it for a type
    copyreg.pickle(
        _TRUE, lambda value: (_DateTime.fromisoformat, (value.isoformat(),))
    )  # its own name leads to ours now
