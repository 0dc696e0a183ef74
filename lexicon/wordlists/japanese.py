"""The Japanese nouns for Word Basket: compiled on demand in their own form, and how they were made.

``lexicon.wordlists.shipped.JAPANESE`` is the same list as a dictionary like the others (common nouns only).

To make the list again (Sudachi's dictionary has 200 MB, and nobody needs it to run the site)::

    python -m venv /tmp/sudachi
    /tmp/sudachi/bin/pip install sudachipy==0.7.0 sudachidict-core==20261015
    /tmp/sudachi/bin/python -m lexicon.engine.shiritori_build lexicon/data/ja.txt.xz
"""

import lzma
import mmap
import os
from functools import lru_cache
from pathlib import Path

from lexicon.engine.shiritori_index import BadNounFileError, NounDictionary, NounList, compile_nouns
from lexicon.wordlists.files import folder, put_in_place
from lexicon.wordlists.shipped import JAPANESE

DATA = JAPANESE.data_path
LICENCE = JAPANESE.licence_path
#: Of the list's text; the compiled file is named by it, so that a new list is compiled anew.
CHECKSUM = "fd7ae15bbfcf434fbab73223bde7234ee1afdba8e147fa70c6e2fc62873108bf"


def nouns() -> NounDictionary:
    """The nouns, mapped once a process; compiled now (about a second) if their file is not there or damaged."""
    path = folder() / f"{CHECKSUM}.shiritori"
    try:
        return _open(path)
    except (FileNotFoundError, BadNounFileError):
        put_in_place(path, compile_nouns(shipped_list()))
        return _open(path)


def shipped_list() -> NounList:
    """The list as it comes with the program, unpacked."""
    return NounList.parse(lzma.decompress(DATA.read_bytes()).decode())


@lru_cache(maxsize=4)
def _open(path: Path) -> NounDictionary:
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            raise BadNounFileError(f"{path} is empty")
        dictionary = NounDictionary(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if f"{dictionary.checksum}.shiritori" != path.name:
        raise BadNounFileError(f"{path} holds other words than its name says")
    return dictionary
