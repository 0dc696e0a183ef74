"""The default English list, made from SCOWL, the Spell Checker Oriented Word Lists (Kevin Atkinson and others).

A spell checker's list is not a word game's: it is full of abbreviations among the short words. The recipe:

* the ``words`` classes only (no upper case, proper names, abbreviations or contractions), sizes 10 to 80;
* all five dialects and variants 1 and 2, without the class ``british_variant_1``;
* entries of 3 to 15 plain letters a-z (nothing with an apostrophe, hyphen or accent);
* threes without a vowel (Y is one) only if they are words and not initials: BRR CWM HMM NTH PHT PST SHH TSK ZZZ;
* twos not from SCOWL at all: the 96 of ENABLE, which is in the public domain, and KI OK QI ZA.
"""

import re
from collections.abc import Iterable, Mapping

from lexicon.engine.alphabets import ENGLISH
from lexicon.engine.wordlist import WordList, read_words

LARGEST_SIZE = 80
_DIALECTS = ("american", "australian", "british", "british_z", "canadian")
CLASSES = frozenset({"english", "variant_1", "variant_2", *_DIALECTS}).union(
    f"{dialect}_variant_{n}" for dialect in _DIALECTS for n in (1, 2)
) - {"british_variant_1"}
VOWELLESS_THREES = frozenset(["BRR", "CWM", "HMM", "NTH", "PHT", "PST", "SHH", "TSK", "ZZZ"])
_ENABLE_TWOS = """
    AA AB AD AE AG AH AI AL AM AN AR AS AT AW AX AY BA BE BI BO BY DE DO ED EF EH EL EM EN ER ES ET EX FA GO HA HE HI
    HM HO ID IF IN IS IT JO KA LA LI LO MA ME MI MM MO MU MY NA NE NO NU OD OE OF OH OM ON OP OR OS OW OX OY PA PE PI
    RE SH SI SO TA TI TO UH UM UN UP US UT WE WO XI XU YA YE YO
"""
TWOS = frozenset(_ENABLE_TWOS.split()) | {"KI", "OK", "QI", "ZA"}

_FILE = re.compile(r"(?P<cls>[a-z_0-9]+)-words\.(?P<size>\d+)")
_ENTRY = re.compile(r"[a-z]{3,15}")
_VOWELS = frozenset("AEIOUY")


def is_used(file_name: str) -> bool:
    """Whether the recipe reads the SCOWL file of this name, such as ``british_z-words.35``."""
    match = _FILE.fullmatch(file_name)
    return match is not None and match["cls"] in CLASSES and int(match["size"]) <= LARGEST_SIZE


def build(files: Mapping[str, str]) -> WordList:
    """The word list from SCOWL's files, name to text; names that the recipe does not use are ignored."""
    entries: Iterable[str] = (entry for name, text in files.items() if is_used(name) for entry in text.split())
    words = {entry.upper() for entry in entries if _ENTRY.fullmatch(entry)}
    return read_words({word for word in words if _is_playable(word)} | TWOS, ENGLISH)


def _is_playable(word: str) -> bool:
    return len(word) > 3 or not _VOWELS.isdisjoint(word) or word in VOWELLESS_THREES
