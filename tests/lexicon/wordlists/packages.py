"""Packages of our own in the forms that word lists come in: .deb, .whl, and the word graph of pymorphy's dictionaries."""

import binascii
import gzip
import io
import json
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Mapping

from lexicon.engine import opencorpora


def deb(files: Mapping[str, bytes], *, packer: str = "xz") -> bytes:
    """A Debian package that would install ``files``."""
    members = {"debian-binary": b"2.0\n", "control.tar.xz": _tar({}, "xz"), f"data.tar.{packer}": _tar(files, packer)}
    body = b"!<arch>\n"
    for name, content in members.items():
        body += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode() + content
        body += b"\n" * (len(content) % 2)
    return body


def _tar(files: Mapping[str, bytes], packer: str) -> bytes:
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w:xz" if packer == "xz" else "w:gz") as archive:
        for name, content in files.items():
            item = tarfile.TarInfo(f"./{name}")
            item.size = len(content)
            archive.addfile(item, io.BytesIO(content))
    return data.getvalue()


def wheel(files: Mapping[str, bytes]) -> bytes:
    """A wheel of ``files``."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def tanglet(language: str, lines: Iterable[str]) -> dict[str, bytes]:
    """The files of tanglet-data that a language's recipe and licence need."""
    folder = f"usr/share/tanglet/gamedata/{language}"
    return {
        f"{folder}/words": gzip.compress("".join(f"{line}\n" for line in lines).encode()),
        f"{folder}/language.ini": b"License=CC0-1.0\n",
        f"{folder}/README": b"read me\n",
        "usr/share/doc/tanglet-data/copyright": b"Copyright: nobody\n",
    }


def debian_list(package: str, name: str, text: str) -> dict[str, bytes]:
    """The files of one of Debian's dictionary packages."""
    return {
        f"usr/share/dict/{name}": text.encode(),
        f"usr/share/doc/{package}/copyright": b"License: of our own\n",
        f"usr/share/doc/{package}/README": b"About\n",
    }


def opencorpora_files(forms: Mapping[str, str]) -> dict[str, bytes]:
    """pymorphy's files for ``forms``, each with its tag, such as ``NOUN,inan,masc sing,nomn``: a paradigm for each."""
    tags = sorted(set(forms.values()))
    paradigms, keys = [], []
    for number, (form, tag) in enumerate(forms.items()):
        paradigms.append(struct.pack("<H3H", 3, 0, tags.index(tag), 0))
        keys.append(form.encode() + b"\x01" + binascii.b2a_base64(struct.pack(">HH", number, 0)))
    words, array, tag_list = opencorpora.MEMBERS
    return {
        words: _dawg(keys),
        array: struct.pack("<H", len(paradigms)) + b"".join(paradigms),
        tag_list: json.dumps(tags).encode(),
    }


def transducer(entries: Mapping[str, str], *, endless: bool = False) -> bytes:
    """A dictionary of Voikko with base forms, each with the mark of its class. ``endless``: a word leads back into itself."""
    spelt = [[mark, "[Xp]", *word, "[X]", "[Sn]"] for word, mark in entries.items()]
    symbols = ["", *sorted({symbol for symbols in spelt for symbol in symbols})]
    # State 0 has a transition to the second state of each word; every other state has one, and the last none that goes on.
    # More than 255 of them do not fit into the first, so that the cell after it says how many there are.
    more, wide = len(spelt) - 1, len(spelt) > 255
    cells = [(symbols.index(one[0]), 0) for one in spelt]
    cells[1:1] = [(0, 0)] * wide
    for number, one in enumerate(spelt):
        at = number + (wide and number > 0)
        cells[at] = (cells[at][0], len(cells))
        cells += [(symbols.index(symbol), len(cells) + at) for at, symbol in enumerate(one[1:], 1)]
        cells.append((-1, 0))
    if endless:
        cells[-4] = (cells[-4][0], len(cells) - 4)
    head = struct.pack("<II", 0x00013A6E, 0x000351FA) + bytes(8) + struct.pack("<H", len(symbols))
    head += b"".join(symbol.encode() + b"\0" for symbol in symbols)
    body = b"".join(
        struct.pack("<HHI", 0xFFFF if said < 0 else 0, max(said, 0), to | (min(more, 255) << 24 if number == 0 else 0))
        if not (wide and number == 1)
        else struct.pack("<II", more, 0)
        for number, (said, to) in enumerate(cells)
    )
    return head + bytes(-len(head) % 8) + body


def _dawg(keys: Iterable[bytes]) -> bytes:
    """A double array trie as dawgdic writes it, with its guide. A child of a node lies at node ^ offset ^ label."""
    tree: dict[int, dict[int, object]] = {}
    for key in keys:
        node: dict[int, object] = tree  # type: ignore[assignment]  # a tree of dicts by label
        for label in (*key, 0):
            node = node.setdefault(label, {})  # type: ignore[assignment]
    units: dict[int, int] = {0: 0}
    guide: dict[int, tuple[int, int]] = {}
    waiting = [(0, tree)]
    while waiting:
        at, children = waiting.pop()
        labels = sorted(children)
        offset = next(n for n in range(1, 1 << 21) if all(at ^ n ^ label not in units for label in labels))
        units[at] |= offset << 10 | (1 << 8 if 0 in labels else 0)
        letters = [label for label in labels if label]
        guide[at] = (letters[0] if letters else 0, guide.get(at, (0, 0))[1])
        for label in labels:
            units[at ^ offset ^ label] = label if label else 1 << 31
        for label, following in zip(letters, [*letters[1:], 0], strict=False):
            guide[at ^ offset ^ label] = (0, following)
            waiting.append((at ^ offset ^ label, children[label]))  # type: ignore[arg-type]
    size = (max(units) | 255) + 1
    body = b"".join(struct.pack("<I", units.get(n, 0)) for n in range(size))
    pairs = b"".join(bytes(guide.get(n, (0, 0))) for n in range(size))
    return struct.pack("<I", size) + body + struct.pack("<I", size) + pairs
