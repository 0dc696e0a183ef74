"""The Japanese nouns that come with the program: where they lie, how they are compiled on demand, how they were made.

To make the list again (Sudachi's dictionary has 200 MB, and nobody needs it to run the site)::

    python -m venv /tmp/sudachi
    /tmp/sudachi/bin/pip install sudachipy==0.7.0 sudachidict-core==20261015
    /tmp/sudachi/bin/python -m lexicon.engine.shiritori_build lexicon/data/ja.txt.xz
"""

import lzma
import mmap
import os
import tempfile
from functools import lru_cache
from pathlib import Path

from lexicon.engine.shiritori_index import BadNounFileError, NounDictionary, NounList, compile_nouns
from lexicon.files import folder

DATA = Path(__file__).resolve().parent / "data" / "ja.txt.xz"
LICENCE = DATA.with_name("ja.LICENSE")
LABEL = "SudachiDict core 20261015"
#: Of the list's text; the compiled file is named by it, so that a new list is compiled anew.
CHECKSUM = "899e74ffdf775f3105035e00f0662f37194da699ca62f77abc11c2cfe617989d"
SOURCE = (
    "SudachiDict core 20261015 by Works Applications Co., Ltd. (Apache License 2.0), which contains UniDic and part of "
    "NEologd; modified: readings of nouns of 2 to 20 letters, none that ends in ん, common nouns and proper names apart."
)


def nouns() -> NounDictionary:
    """The nouns, mapped once a process; compiled now (about a second) if their file is not there or damaged."""
    path = folder() / f"{CHECKSUM}.shiritori"
    try:
        return _opened(path)
    except (FileNotFoundError, BadNounFileError):
        _save(path, compile_nouns(shipped_list()))
        return _opened(path)


def shipped_list() -> NounList:
    """The list as it comes with the program, unpacked."""
    return NounList.parse(lzma.decompress(DATA.read_bytes()).decode())


@lru_cache(maxsize=4)
def _opened(path: Path) -> NounDictionary:
    with path.open("rb") as file:
        if not os.fstat(file.fileno()).st_size:
            raise BadNounFileError(f"{path} is empty")
        opened = NounDictionary(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    if f"{opened.checksum}.shiritori" != path.name:
        raise BadNounFileError(f"{path} holds other words than its name says")
    return opened


def _save(path: Path, data: bytes) -> None:
    """Put a file in place in one step; any number of processes may do so at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".compiling-", suffix=path.suffix)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o644)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
