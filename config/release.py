"""Which state of the program runs: for whatever is kept longer than a process lives."""

from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

#: What pages are made of, and where; the data is none of it.
_MADE_OF: Final = frozenset({".py", ".html", ".jinja", ".mo", ".css", ".js", ".svg"})
_WHERE: Final = (
    "audit",
    "clubs",
    "config",
    "games",
    "jobs",
    "leagues",
    "lexicon",
    "limits",
    "locale",
    "ratings",
    "static",
    "templates",
    "tournaments",
)


@cache
def release() -> int:
    """Changes when the program does: the age of its newest file, in seconds since 1970. Looked up once a process."""
    files = (path for folder in _WHERE for path in (Path(settings.BASE_DIR) / folder).rglob("*.*"))
    return max(int(path.stat().st_mtime) for path in files if path.suffix in _MADE_OF)
