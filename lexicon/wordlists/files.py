"""Compiled word lists on disk: one file for each set of words, named by its checksum, never changed."""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from lexicon.engine import hashed
from lexicon.engine.anagrams import AnagramIndex, compile_anagrams
from lexicon.engine.compiled import BadLexiconFileError, CompiledLexicon, compile_words
from lexicon.engine.definitions import Definitions, pack
from lexicon.engine.patterns import BadPatternFileError, PatternIndex, compile_patterns
from lexicon.engine.wordlist import WordList


def folder() -> Path:
    """Where the compiled lists lie."""
    return Path(settings.WORDHALL_DATA) / "lexicons"


def file_name(checksum: str) -> str:
    """The name of the file that holds the words with this checksum."""
    return f"{checksum}.marisa"


def save(words: WordList) -> Path:
    """Compile ``words`` and put the file in place atomically; any number of processes may do so at once.

    A file in use is never written to: the new one is complete before it gets the name, and the old one lives on for
    whoever has it mapped.
    """
    return put_in_place(folder() / file_name(words.checksum), compile_words(words))


def hashed_list(lexicon: CompiledLexicon) -> Path:
    """The list for tablets that may lose the network (see ``engine.hashed``); made when it is first asked for."""
    target = folder() / f"{lexicon.checksum}.hashed"
    if not target.is_file() or target.stat().st_size != len(lexicon) * hashed.BYTES:
        put_in_place(target, hashed.build(lexicon, lexicon.checksum))
    return target


def anagrams(lexicon: CompiledLexicon) -> AnagramIndex:
    """The index for anagrams of these words; made on first use, mapped once per process."""
    target = folder() / f"{lexicon.checksum}.anagrams"
    if not target.is_file():
        put_in_place(target, compile_anagrams(lexicon))
    return _open_anagrams(target)


@lru_cache(maxsize=16)
def _open_anagrams(path: Path) -> AnagramIndex:
    return AnagramIndex.open(path)


def patterns(lexicon: CompiledLexicon) -> PatternIndex:
    """The index for patterns of these words; made on first use or when damaged, mapped once per process."""
    target = folder() / f"{lexicon.checksum}.columns"
    try:
        return _open_patterns(target)
    except (FileNotFoundError, BadPatternFileError):
        put_in_place(target, compile_patterns(lexicon))
        return _open_patterns(target)


@lru_cache(maxsize=64)
def _open_patterns(path: Path) -> PatternIndex:
    return PatternIndex.open(path)


def save_definitions(definitions: Mapping[str, str]) -> Path:
    """Pack definitions (by encoded words) into a file named by its content, and put it in place."""
    data = pack(definitions)
    return put_in_place(folder() / f"{hashlib.sha256(data).hexdigest()}.definitions", data)


@lru_cache(maxsize=16)
def open_definitions(path: Path) -> Definitions:
    """The definitions at ``path``. Raises FileNotFoundError, BadDefinitionsFileError."""
    return Definitions.open(path)


def put_in_place(target: Path, data: bytes) -> Path:
    """Write ``data`` under another name, then give it the name ``target``, in one step."""
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".compiling-", suffix=target.suffix)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)
    return target


@lru_cache(maxsize=64)
def open_list(path: Path) -> CompiledLexicon:
    """The list at ``path``, mapped once in this process. Raises FileNotFoundError, BadLexiconFileError."""
    lexicon = CompiledLexicon.open(path)
    if file_name(lexicon.checksum) != path.name:
        raise BadLexiconFileError(f"{path} holds other words than its name says; remove it and compile the list again")
    return lexicon
