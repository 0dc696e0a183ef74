"""What of the data folder belongs to a backup: everything but what is made anew, and what is saved in another way."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from backups.engine.names import is_backup

#: Compiled from the program, or hints that the sweep sends again.
_MADE_ANEW: Final = frozenset({"static", "broker"})
#: The key is a part of its own; the database too.
_OTHERWISE_SAVED: Final = frozenset({"secret_key"})
_LEFT_OUT_SUFFIXES: Final = (".sqlite3", ".sqlite3-wal", ".sqlite3-shm", ".sqlite3-journal", ".log", ".part", ".pid")


def top_names(data: Path) -> list[str]:
    """The names directly in the data folder that belong to a backup."""
    if not data.is_dir():
        return []
    return sorted(path.name for path in data.iterdir() if path.name not in _MADE_ANEW and _belongs(path))


def files_to_back_up(data: Path, *, without: Path) -> Iterator[tuple[str, Path]]:
    """Every file that belongs to a backup: its name in the data folder, with slashes, and where it is. Nothing below ``without``."""
    for name in top_names(data):
        top = data / name
        for path in sorted(top.rglob("*")) if top.is_dir() and not top.is_symlink() else [top]:
            inside = path.relative_to(data)
            hidden = any(part.startswith(".") for part in inside.parts)
            backups = path.resolve().is_relative_to(without.resolve()) and without.resolve() != data.resolve()
            if path.is_file() and not path.is_symlink() and not hidden and not backups and _belongs(path):
                yield inside.as_posix(), path


def _belongs(path: Path) -> bool:
    name = path.name
    aside = ".before-" in name  # set aside by bring_over or restore
    ours = name in _OTHERWISE_SAVED or name.startswith("secret_key.") or is_backup(name)
    return not (name.startswith(".") or aside or ours or name.endswith(_LEFT_OUT_SUFFIXES))
