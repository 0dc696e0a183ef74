"""What opening a dictionary costs a process: run in a fresh one, so nothing of Django is imported here."""

import time
from collections.abc import Container
from pathlib import Path

import psutil

from lexicon.engine.compiled import CompiledLexicon


def cost(path: Path, probes: list[str]) -> tuple[float, float]:
    """Milliseconds to open the words at ``path``, and megabytes of memory once every probe was looked up.

    A ``.marisa`` file is mapped; any other is read into a frozenset.
    """
    process = psutil.Process()
    before = process.memory_info().rss
    started = time.perf_counter()
    words = _open(path)
    opened = time.perf_counter() - started
    assert all(probe in words for probe in probes)
    return opened * 1000, (process.memory_info().rss - before) / 1e6


def _open(path: Path) -> Container[str]:
    if path.suffix == ".marisa":
        return CompiledLexicon.open(path)
    return frozenset(path.read_text(encoding="utf-8").split("\n"))
