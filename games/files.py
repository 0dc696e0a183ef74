"""Checking many record files at once, whatever game they are of: the files named, and those below the folders named. Without Django.

Reading comes first and checking after it, so that the rate is that of the checking alone. A file that cannot be read is a finding of
its own; nothing here raises. What a game does with one file is in its own ``files.py``.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from games.engine.findings import Finding, Verdict, verdict_of

F_co = TypeVar("F_co", covariant=True)


class MakeFinding(Protocol[F_co]):
    """A game's own way to make a finding: ``finding("folder_empty")``, ``finding("file_unreadable", stated=…)``."""

    def __call__(self, code: str, *, stated: str | None = None) -> F_co:
        """The finding of this code."""


@dataclass(frozen=True)
class LoadedFile(Generic[F_co]):
    """A file's first bytes (one more than the limit, so that the check notices a file that is too large), or why there are none."""

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


@dataclass(frozen=True)
class CheckedFile:
    """The findings of one file; ``details``: what else the game says about it; ``events``: how many the record has."""

    path: str
    findings: tuple[Finding, ...]
    details: Mapping[str, object] = field(default_factory=dict)
    events: int = 0

    @property
    def verdict(self) -> Verdict:
        """The worst severity found."""
        return verdict_of(self.findings)

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        findings = [one.as_dict() for one in self.findings]
        return {"path": self.path, "verdict": str(self.verdict), **self.details, "findings": findings}


@dataclass(frozen=True)
class CheckedFiles:
    """The result of a run. ``seconds`` is the time that ``repeat`` rounds of checking took together."""

    files: tuple[CheckedFile, ...]
    seconds: float
    repeat: int

    @property
    def has_errors(self) -> bool:
        """Whether any file has a finding of severity error."""
        return any(file.verdict is Verdict.ERROR for file in self.files)

    @property
    def events(self) -> int:
        """How many events the records have together."""
        return sum(file.events for file in self.files)

    def rate(self, count: int) -> float:
        """How many of them were checked per second; 0 if nothing was."""
        return count * self.repeat / self.seconds if self.seconds else 0.0

    def totals(self) -> dict[str, object]:
        """Figures of the run besides the number of files."""
        return {
            "files_per_second": round(self.rate(len(self.files)), 1),
            "seconds": round(self.seconds, 6),
            "repeat": self.repeat,
        }

    def summary(self) -> str:
        """The same for people."""
        return f"{self.rate(len(self.files)):,.0f} files/s"

    def as_dict(self) -> dict[str, object]:
        """JSON-able form."""
        counts = self._verdicts()
        return {
            "files": [file.as_dict() for file in self.files],
            "totals": {"files": len(self.files), **self.totals(), **counts},
        }

    def lines(self, sentence: Callable[[Finding], str] = lambda finding: finding.message) -> Iterator[str]:
        """The result as text: a line for each file with its findings under it, then the totals."""
        for file in self.files:
            yield f"{file.path}: {file.verdict}"
            yield from (f"    {describe(finding, sentence(finding))}" for finding in file.findings)
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self._verdicts().items())
        yield f"{len(self.files)} files: {counts}; {self.summary()}"

    def _verdicts(self) -> dict[str, int]:
        counts = Counter(file.verdict for file in self.files)
        return {str(verdict): counts[verdict] for verdict in Verdict}


def describe(finding: Finding, sentence: str) -> str:
    """One finding on one line: severity, code, place, stated and computed value, sentence."""
    names = ("line", "column", "turn", "stated", "computed")
    places = " ".join(f"{name}={value}" for name in names if (value := getattr(finding, name)) is not None)
    return f"{finding.severity} {finding.code} {places}: {sentence}".replace(" :", ":")


L = TypeVar("L")


def check_all(
    loaded: Sequence[L], check: Callable[[L], CheckedFile], *, repeat: int = 1
) -> tuple[tuple[CheckedFile, ...], float]:
    """Check every file ``repeat`` times: the findings of the last round, and how many seconds it took altogether."""
    checked: tuple[CheckedFile, ...] = ()
    start = time.perf_counter()
    for _ in range(repeat):
        checked = tuple(check(file) for file in loaded)
    return checked, time.perf_counter() - start
