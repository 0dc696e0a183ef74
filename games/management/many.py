"""A great many record files: checked in several processes, with a note of each, so that a run that was stopped goes on.

The answer is the same as that of one process without notes, file by file, in the same order.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import django
from django.core.management import load_command_class
from django.core.management.base import CommandError

from games.files import CheckedFile, CheckedFiles, LoadedFile, printable

#: Files that a process takes at once; progress and notes are written as often.
BATCH = 200
#: A file's name, or why there is none; and the seal of its bytes when it was noted.
Named = tuple[str | LoadedFile[Any], str]
#: A file's path and seal; None for one that is as it was noted.
Answer = tuple[str, str, CheckedFile | None]


class Notes:
    """A file with a line for each record that has been checked; its first line says ``by`` what.

    Raises CommandError for notes of another check. A line that was cut off when the run was stopped is left out.
    """

    def __init__(self, path: Path, by: Mapping[str, object], read: Callable[[Mapping[str, Any]], CheckedFile]) -> None:
        self.path, self.known = path, dict[str, tuple[str, CheckedFile]]()
        first, kept = json.dumps({"checked by": by}, sort_keys=True) + "\n", 0
        try:
            lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
            if lines and lines[0] != first.encode():
                raise CommandError(
                    f"{path} is no file of notes, or was made with other rules, another dictionary or another version of the "
                    "program. Name another file, or delete it."
                )
            for line in lines[1:]:
                if not line.endswith(b"\n"):
                    break
                row = json.loads(line)
                self.known[row["path"]] = (row["seal"], read(row))
                kept += len(line)
            self._file = path.open("r+b" if lines else "w+b")
            self._file.truncate(len(first.encode()) + kept if lines else 0)
            self._file.seek(0, 2)
            if not lines:
                self._file.write(first.encode())
        except OSError as error:
            raise CommandError(f"{path}: {error.strerror}.") from error
        except (ValueError, LookupError, TypeError) as error:
            raise CommandError(f"{path} is damaged. Name another file, or delete it.") from error

    def add(self, seal: str, file: CheckedFile) -> None:
        """Note a record that has been checked."""
        findings = [asdict(one) for one in file.findings]
        row = {
            "path": file.path,
            "seal": seal,
            "details": dict(file.details),
            "events": file.events,
            "findings": findings,
        }
        self._file.write(json.dumps(row, default=str).encode() + b"\n")

    def flush(self) -> None:
        """Whatever is noted so far survives the end of the process."""
        self._file.flush()

    def close(self) -> None:
        """Nothing more is noted."""
        self._file.close()


@dataclass
class Worker:
    """What one process needs to check a batch."""

    read: Callable[[str], LoadedFile[Any]]
    check: Callable[[Sequence[LoadedFile[Any]]], CheckedFiles]

    def batch(self, names: Sequence[Named]) -> list[Answer]:
        """Read and check some files; one whose bytes have the seal of its note is not checked again."""
        loaded = [self.read(name) if isinstance(name, str) else name for name, _seal in names]
        seals = [hashlib.sha256(file.data).hexdigest() for file in loaded]
        pairs = list(zip(loaded, seals, (noted for _name, noted in names), strict=True))
        checked = iter(self.check([file for file, seal, noted in pairs if seal != noted]).files)
        return [(file.path, seal, None if seal == noted else next(checked)) for file, seal, noted in pairs]


_worker: Worker | None = None


def start(command: str, options: Mapping[str, Any]) -> None:
    """Prepare this process, which has loaded nothing of the site yet."""
    global _worker  # noqa: PLW0603 - a process has one
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the command, which ends its processes
    django.setup()
    _worker = load_command_class("games", command).worker(options)  # type: ignore[attr-defined]


def _batch(names: Sequence[Named]) -> list[Answer]:
    if _worker is None:
        raise RuntimeError("the process was not started")
    return _worker.batch(names)


def check_many(
    names: Sequence[str | LoadedFile[Any]],
    *,
    command: str,
    options: Mapping[str, Any],
    worker: Worker,
    notes: Notes | None,
    tell: Callable[[int], None],
) -> CheckedFiles:
    """All files in their order, by ``options["jobs"]`` processes; ``tell`` is called with how many are done."""
    began = time.perf_counter()
    files: list[CheckedFile] = []
    known = notes.known if notes else {}
    requested = [(name, known.get(printable(name), ("",))[0] if isinstance(name, str) else "") for name in names]
    batches = [requested[start : start + BATCH] for start in range(0, len(requested), BATCH)]
    with ExitStack() as stack:
        if notes:
            stack.callback(notes.close)
        answers: Iterator[list[Answer]] = map(worker.batch, batches)
        if options["jobs"] > 1:
            context = multiprocessing.get_context("spawn")
            pool = stack.enter_context(context.Pool(options["jobs"], start, (command, dict(options))))
            answers = pool.imap(_batch, batches)
        for answer in answers:
            for path, seal, checked in answer:
                files.append(known[path][1] if checked is None else checked)
                if notes and checked is not None:
                    notes.add(seal, checked)
            if notes:
                notes.flush()
            tell(len(files))
    return CheckedFiles(tuple(files), time.perf_counter() - began, 1)
