"""Reading record files, whatever game they are of: the files named, and those below the folders named. Without Django.

A file that cannot be read is a finding of its own; nothing here raises.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

F_co = TypeVar("F_co", covariant=True)


class MakeFinding(Protocol[F_co]):
    """A game's own way to make a finding: ``finding("folder_empty")``, ``finding("file_unreadable", stated=…)``."""

    def __call__(self, code: str, *, stated: str | None = None) -> F_co:
        """The finding of this code."""


@dataclass(frozen=True)
class LoadedFile(Generic[F_co]):
    """A file's first bytes (a byte more than is ever read, so that too large shows), or why there are none."""

    path: str
    data: bytes
    problem: F_co | None = None


@dataclass(frozen=True)
class Loader(Generic[F_co]):
    """Reads the files of one game: their ``suffixes`` (in lower case), the most bytes that are read, its findings."""

    suffixes: tuple[str, ...]
    most: int
    finding: MakeFinding[F_co]

    def load(self, paths: Iterable[str]) -> tuple[LoadedFile[F_co], ...]:
        """The files, and all records below the folders, in order of their names. Never raises."""
        return tuple(loaded for path in paths for loaded in self._load(path))

    def _load(self, path: str) -> Iterator[LoadedFile[F_co]]:
        try:
            inside = sorted(self._below(path)) if Path(path).is_dir() else None
        except (OSError, ValueError) as error:
            yield self._unreadable(path, error)
            return
        if inside is None:
            yield self._file(path)
        elif not inside:
            yield LoadedFile(printable(path), b"", self.finding("folder_empty"))
        else:
            for name in inside:
                yield self._file(name)

    def _below(self, folder: str) -> Iterator[str]:
        for root, _folders, names in os.walk(folder):
            yield from (str(Path(root, name)) for name in names if name.lower().endswith(self.suffixes))

    def _file(self, path: str) -> LoadedFile[F_co]:
        try:
            file = Path(path)
            if file.exists() and not file.is_file():
                # A pipe or a device might never end.
                return LoadedFile(printable(path), b"", self.finding("file_unreadable", stated="not a file"))
            with file.open("rb") as stream:
                return LoadedFile(printable(path), stream.read(self.most + 1))
        except (OSError, ValueError) as error:
            return self._unreadable(path, error)

    def _unreadable(self, path: str, error: OSError | ValueError) -> LoadedFile[F_co]:
        reason = error.strerror if isinstance(error, OSError) else None
        return LoadedFile(printable(path), b"", self.finding("file_unreadable", stated=reason or str(error)))


def printable(path: str) -> str:
    """A path as valid text: bytes of a file name that are not UTF-8 are shown as escapes."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")
