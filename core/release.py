"""Which state of the program runs: for whatever is kept longer than a process lives."""

from functools import cache
from typing import Final

from core.packages import PACKAGES, ROOT

#: What pages are made of, and where; the data is none of it.
_MADE_OF: Final = frozenset({".py", ".html", ".jinja", ".mo", ".css", ".js", ".svg"})
_WHERE: Final = (*PACKAGES, "locale", "static", "templates")


@cache
def release() -> int:
    """Changes when the program does: the age of its newest file, in seconds since 1970. Looked up once a process."""
    files = (path for folder in _WHERE for path in (ROOT / folder).rglob("*.*"))
    return max(int(path.stat().st_mtime) for path in files if path.suffix in _MADE_OF)
