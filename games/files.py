"""Checking many record files at once, whatever game they are of: the files named, and those below the folders named. Without Django.

Reading comes first and checking after it, so that the rate is that of the checking alone. A file that cannot be read is a finding of
its own; nothing here raises. What a game does with one file is in its own ``files.py``.
"""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
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
        return tuple(self.read(name) if isinstance(name, str) else name for name in self.names(paths))

    def names(self, paths: Iterable[str]) -> list[str | LoadedFile[F_co]]:
        """The same without reading them: their paths; for an empty folder, or one that cannot be read, what ``load`` says of it."""
        return [name for path in paths for name in self._names(path)]

    def _names(self, path: str) -> Iterator[str | LoadedFile[F_co]]:
        try:
            inside = sorted(self._below(path)) if Path(path).is_dir() else None
        except (OSError, ValueError) as error:
            yield self._unreadable(path, error)
            return
        if inside is None:
            yield path
        elif not inside:
            yield LoadedFile(printable(path), b"", self.finding("folder_empty"))
        else:
            yield from inside

    def _below(self, folder: str) -> Iterator[str]:
        for root, _folders, names in os.walk(folder):
            yield from (str(Path(root, name)) for name in names if name.lower().endswith(self.suffixes))

    def read(self, path: str) -> LoadedFile[F_co]:
        """One file. Never raises."""
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
class Occurrences:
    """A kind of finding: in how many ``files``, how many ``times`` altogether, and the ``first`` of the files."""

    severity: str
    code: str
    files: int
    times: int
    first: str


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

    def as_dict(self, *, summary: bool = False) -> dict[str, object]:
        """JSON-able form; a ``summary`` has how often each finding came instead of the files."""
        counts = self._verdicts()
        return {
            **(
                {"findings": [asdict(one) for one in self.by_finding()]}
                if summary
                else {"files": [file.as_dict() for file in self.files]}
            ),
            "totals": {"files": len(self.files), **self.totals(), **counts},
        }

    def by_finding(self) -> list[Occurrences]:
        """How often each finding came, the most frequent first."""
        times: Counter[tuple[str, str]] = Counter()
        inside: dict[tuple[str, str], list[str]] = {}
        for file in self.files:
            kinds = [(str(one.severity), one.code) for one in file.findings]
            times.update(kinds)
            for kind in set(kinds):
                inside.setdefault(kind, []).append(file.path)
        ordered = sorted(times, key=lambda kind: (-len(inside[kind]), kind))
        return [Occurrences(*kind, len(inside[kind]), times[kind], inside[kind][0]) for kind in ordered]

    def lines(
        self, sentence: Callable[[Finding], str] = lambda finding: finding.message, *, summary: bool = False
    ) -> Iterator[str]:
        """The result as text: a line for each file with its findings under it, then the totals. A ``summary`` has a line for each
        kind of finding instead of the files."""
        for one in self.by_finding() if summary else ():
            yield f"{one.severity} {one.code}: {one.files:,} files, {one.times:,} times, first in {one.first}"
        for file in () if summary else self.files:
            yield f"{file.path}: {file.verdict}"
            yield from (f"    {describe(finding, sentence(finding))}" for finding in file.findings)
        counts = ", ".join(f"{count:,} {verdict}" for verdict, count in self._verdicts().items())
        yield f"{len(self.files):,} files: {counts}; {self.summary()}"

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
