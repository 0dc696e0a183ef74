"""The running state of the program, for everything stored longer than a process lives."""

from functools import cache
from typing import Final

from core.packages import PACKAGES, ROOT

#: The files that pages are built from, and their folders.
_SUFFIXES: Final = frozenset({".py", ".html", ".jinja", ".mo", ".css", ".js", ".svg"})
_FOLDERS: Final = (*PACKAGES, "locale", "static", "templates")


@cache
def release() -> int:
    """Changes when the program does: the age of its newest file, in seconds since 1970. Looked up once a process."""
    files = (path for folder in _FOLDERS for path in (ROOT / folder).rglob("*.*"))
    return max(int(path.stat().st_mtime) for path in files if path.suffix in _SUFFIXES)
