"""The names of backups in a folder, and which of them are deleted."""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final

_NAME: Final = re.compile(r"wordhall-[0-9]{8}-[0-9]{6}(-[0-9]+)?\.zip", re.ASCII)


def file_name(at: datetime, taken: Iterable[str] = ()) -> str:
    """The name of a backup of this time (UTC), as none of ``taken``. In the order of the alphabet the newest is last."""
    others = set(taken)
    stem = f"wordhall-{at.astimezone(UTC):%Y%m%d-%H%M%S}"
    name, number = f"{stem}.zip", 1
    while name in others:
        number += 1
        name = f"{stem}-{number}.zip"
    return name


def is_backup(name: str) -> bool:
    """Whether the site gives such names to its backups; nothing else is ever deleted."""
    return _NAME.fullmatch(name) is not None


def outdated(names: Iterable[str], *, newest: str, keep: int) -> list[str]:
    """Which backups go so that ``keep`` stay. ``newest``, just written, always stays: the clock may have been set back."""
    others = sorted((name for name in names if is_backup(name) and name != newest), key=_age)
    return others[: max(0, len(others) - (keep - 1))]


def _age(name: str) -> tuple[str, int]:
    stem, _dot, _suffix = name.partition(".")
    _site, day, time, *number = stem.split("-")
    return day + time, int(number[0]) if number else 1
