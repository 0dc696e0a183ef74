"""Russian nouns from OpenCorpora's dictionary, in the form in which pymorphy3-dicts-ru carries it.

``words.dawg`` is a word graph (dawgdic's double array) of keys ``form \\x01 base64(paradigm, form number)``; a paradigm
lists for each form its suffix, tag and prefix; a tag is a line such as ``NOUN,inan,masc sing,nomn``.

Russian rules take common nouns in the nominative singular, and those that have no singular (ножницы).
"""

import binascii
import json
import struct
from array import array
from collections.abc import Iterator, Mapping

from lexicon.engine.package import BadPackageError

FOLDER = "pymorphy3_dicts_ru/data/"
MEMBERS = tuple(FOLDER + name for name in ("words.dawg", "paradigms.array", "gramtab-opencorpora-int.json"))
#: Names of people, places, organisations and trade marks; initials and abbreviations; what is misspelt or out of use.
_NOT_COMMON = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Abbr", "Init", "Erro"})
_SEPARATOR = 1
_HAS_LEAF, _EXTENSION = 1 << 8, 1 << 9
_LABEL = (1 << 31) | 0xFF


def nouns(files: Mapping[str, bytes]) -> Iterator[str]:
    """The nouns, from the package's files. Raises BadPackageError."""
    words, paradigms, tags = (files[name] for name in MEMBERS)
    try:
        noun_forms = _noun_forms(paradigms, [_is_noun(tag) for tag in json.loads(tags)])
        for key in _keys(words):
            form, _, code = key.partition(bytes([_SEPARATOR]))
            if code in noun_forms:
                yield form.decode()
    except (struct.error, ValueError, IndexError) as error:
        raise BadPackageError(f"the dictionary is not what it should be ({error})") from error


def _is_noun(tag: str) -> bool:
    fixed, _, inflected = tag.partition(" ")
    grammemes = {*fixed.split(","), *inflected.split(",")}
    return (
        "NOUN" in grammemes
        and "nomn" in grammemes
        and bool(grammemes & {"sing", "Pltm"})
        and not grammemes & _NOT_COMMON
    )


def _noun_forms(paradigms: bytes, is_noun: list[bool]) -> set[bytes]:
    """The pairs of paradigm and form whose tag is wanted, as keys of the graph hold them."""
    (count,) = struct.unpack_from("<H", paradigms, 0)
    at = 2
    keys: set[bytes] = set()
    for number in range(count):
        (length,) = struct.unpack_from("<H", paradigms, at)
        codes = struct.unpack_from(f"<{length}H", paradigms, at + 2)
        forms = length // 3
        pairs = ((number, form) for form in range(forms) if is_noun[codes[forms + form]])
        keys.update(binascii.b2a_base64(struct.pack(">HH", *pair)) for pair in pairs)
        at += 2 + 2 * length
    return keys


def _keys(data: bytes) -> Iterator[bytes]:
    """All keys of the graph: a walk along first child and next sibling, as dawgdic's completer does it."""
    units, guide = _arrays(data)
    # A stack of nodes on the way from the root; ``key`` holds the letters that led to them.
    stack, key = [0], bytearray()
    label = guide[0]
    while stack:
        if label:
            following = _follow(units, stack[-1], label)
            stack.append(following)
            key.append(label)
            if units[following] & _HAS_LEAF:
                yield bytes(key)
            label = guide[2 * following]
        else:
            last = stack.pop()
            if key:
                key.pop()
            label = guide[2 * last + 1] if stack else 0


def _arrays(data: bytes) -> tuple["array[int]", bytes]:
    (count,) = struct.unpack_from("<I", data, 0)
    units = array("I")
    units.frombytes(data[4 : 4 + 4 * count])
    rest = 4 + 4 * count
    (guides,) = struct.unpack_from("<I", data, rest)
    return units, data[rest + 4 : rest + 4 + 2 * guides]


def _follow(units: "array[int]", at: int, label: int) -> int:
    unit = units[at]
    following: int = (at ^ ((unit >> 10) << ((unit & _EXTENSION) >> 6)) ^ label) & 0xFFFFFFFF
    if units[following] & _LABEL != label:
        raise ValueError("a node of the word graph leads nowhere")
    return following
