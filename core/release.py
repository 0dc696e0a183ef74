"""Which program is running: its version for people, and its exact state for everything stored longer than a process lives."""

import tomllib
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


@cache
def version() -> str:
    """The version as people name it, such as 0.1.0; ``pyproject.toml`` declares it. Looked up once a process."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return str(declared["project"]["version"])
