"""What the questions of word study cost: milliseconds for each, and memory of the indexes in a fresh process."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import psutil

from benchmarks.figures import Figure, rate
from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.anagrams import AnagramIndex
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.hooks import hooks
from lexicon.engine.patterns import PatternIndex
from lexicon.wordlists import files

#: Few and many answers, letters at the beginning, at the end, in the middle, nowhere; the last fits nothing at all.
PATTERNS = ("?A?E?S", "S*", "*ING", "*NESS", "?????Z", "???Q???", "Q*X*", "*A*E*I*O*U*", "*", "*QQ*")


def figures(lexicon: CompiledLexicon) -> list[Figure]:
    """The figures; about ten seconds."""
    letters = ENGLISH.codes
    anagrams, patterns = files.anagrams(lexicon), files.patterns(lexicon)
    size = files.hashed_list(lexicon).stat().st_size
    resident, private = _memory(lexicon.checksum)
    return [
        *(Figure(f"pattern {text}", _ms(lambda text=text: patterns.matches(text)), "ms") for text in PATTERNS),
        Figure("prefix QU", _ms(lambda: patterns.matches("QU*")), "ms"),
        Figure("anagrams of seven letters", _ms(lambda: anagrams.of("RETAINS")), "ms"),
        Figure("anagrams with two blanks", _ms(lambda: anagrams.of("RETAI??", letters)), "ms"),
        Figure("hooks of a word", _ms(lambda: hooks(lexicon, "TRAIN", letters)), "ms"),
        Figure("words and both indexes, all used: resident memory added", resident, "MB"),
        Figure("words and both indexes, all used: of it not shared", private, "MB"),
        Figure("list for an offline tablet", size / 1e6, "MB"),
    ]


def _ms(ask: object) -> float:
    assert callable(ask)
    return 1000 / rate(lambda: ask() is not None, seconds=0.3)


def _memory(checksum: str) -> tuple[float, float]:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, mp_context=spawn, max_tasks_per_child=1) as pool:
        return pool.submit(memory, files.folder(), checksum).result()


def memory(folder: Path, checksum: str) -> tuple[float, float]:
    """Megabytes added to a process that opens all of a dictionary and asks everything: resident, and its own."""
    before = _resident(), _own()
    lexicon = CompiledLexicon.open(folder / f"{checksum}.marisa")
    anagrams = AnagramIndex.open(folder / f"{checksum}.anagrams")
    patterns = PatternIndex.open(folder / f"{checksum}.columns")
    for text in PATTERNS:
        for word in patterns.matches(text):
            assert word in lexicon
            assert word in anagrams.of(word)
    return _resident() - before[0], _own() - before[1]


def _resident() -> float:
    return float(psutil.Process().memory_info().rss) / 1e6


def _own() -> float:
    """What no other process can share: Linux calls it anonymous."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("Anonymous:"))
