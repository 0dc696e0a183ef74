"""``python -m lexicon.engine.shiritori_build OUTPUT``: make the list of Japanese nouns from Sudachi's dictionary.

For maintainers, in an environment that has sudachipy and sudachidict-core; the steps are in :mod:`lexicon.wordlists.japanese`.
The only module here that writes a file: it is a program, and nothing imports it.
"""

from __future__ import annotations

import importlib
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path

from lexicon.engine.shiritori_source import Entry, build


def entries() -> Iterator[Entry]:
    """All entries of the installed dictionary; about three seconds, 300 MB of memory."""
    sudachi = importlib.import_module("sudachipy")
    for word in sudachi.Dictionary(dict="core").entries():
        yield Entry(word.surface(), tuple(word.part_of_speech()[:4]), word.reading_form(), word.part_of_speech()[5])


def main(arguments: list[str]) -> int:
    """Write the list; returns the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m lexicon.engine.shiritori_build OUTPUT\n")
        return 2
    nouns = build(entries())
    data = lzma.compress(nouns.text.encode(), preset=9 | lzma.PRESET_EXTREME)
    Path(arguments[0]).write_bytes(data)
    sys.stdout.write(
        f"common={len(nouns.common)} proper={len(nouns.proper)} others={len(nouns.others)} checksum={nouns.checksum}\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
