"""What the upload of a large list costs, and how far it slows look-ups: the dry run and the compilation of 300,000 words.

The work runs in a process of its own, as in a worker; the look-ups go on in this one.
"""

import itertools
import multiprocessing
import random
import tempfile
import time
from collections.abc import Callable, Container
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.figures import Figure
from lexicon.engine import hashed
from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.anagrams import compile_anagrams
from lexicon.engine.compiled import compile_words
from lexicon.engine.listcheck import check_lines
from lexicon.engine.patterns import compile_patterns
from lexicon.wordlists.unpack import guess_encoding, lines_of

WORDS = 300_000


def figures(lexicon: Container[str], probes: list[str]) -> list[Figure]:
    """The figures; about ten seconds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list.txt"
        path.write_text("\n".join(_invented_words()), encoding="utf-8")
        alone = _rate(lexicon, probes, 1.0)
        spawn = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(1, mp_context=spawn) as pool:
            work = pool.submit(upload, path)
            meanwhile = _until(work.done, lexicon, probes)
            check, compilation, extras, memory = work.result()
    return [
        Figure("upload of 300,000 words: dry run", check, "s"),
        Figure("upload of 300,000 words: compiling", compilation, "s"),
        Figure("upload of 300,000 words: the three indexes", extras, "s"),
        Figure("upload of 300,000 words: memory of the worker", memory, "MB"),
        Figure.against("look-ups meanwhile", meanwhile, "words/s", yardstick="alone", measured=alone),
    ]


def upload(path: Path) -> tuple[float, float, float, float]:
    """Seconds of the dry run, of compiling, of the indexes made beside it; peak memory in MB that the three added."""
    before = _peak()
    times = [time.perf_counter()]
    checked = check_lines(lines_of(path, guess_encoding(path, "en")), ENGLISH)
    checked.report(None)
    times.append(time.perf_counter())
    compile_words(checked.words)
    times.append(time.perf_counter())
    compile_anagrams(checked.words.words)
    compile_patterns(checked.words.words)
    hashed.build(checked.words.words, checked.words.checksum)
    times.append(time.perf_counter())
    check, compilation, extras = (after - start for start, after in itertools.pairwise(times))
    return check, compilation, extras, _peak() - before


def _peak() -> float:
    """The most memory that this process has held, in MB. Linux counts it from the start of this program."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _invented_words() -> list[str]:
    """Words that nobody owns, shaped like real ones: syllables, 4 to 12 letters."""
    rng = random.Random(300)
    words: set[str] = set()
    while len(words) < WORDS:
        words.add("".join(rng.choice("BCDFGHLMNPRSTVW") + rng.choice("AEIOU") for _n in range(rng.randint(2, 6))))
    return sorted(words)


def _rate(lexicon: Container[str], probes: list[str], seconds: float) -> float:
    end = time.perf_counter() + seconds
    return _until(lambda: time.perf_counter() >= end, lexicon, probes)


def _until(done: Callable[[], bool], lexicon: Container[str], probes: list[str]) -> float:
    started, count = time.perf_counter(), 0
    while not done():
        count += sum(word in lexicon for word in probes)
    return count / (time.perf_counter() - started)
