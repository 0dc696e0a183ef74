"""Tile sets: which tiles a language has, and how tiles are written, counted and packed.

A tile is a small integer, so that a rack, a word or a whole board is a ``bytes`` object:

* ``EMPTY`` (0): no tile; in a word, a square that is already filled (written ``.``);
* 1 … 63: the letters of the set, in the order of its data file;
* ``BLANK`` (64): a blank that has no letter yet (written ``?``);
* 64 + letter: a blank that stands for that letter (written in lower case; in a script without case with ``*`` behind it).

A tile of more than one letter is written in square brackets, ``[CH]``, as in GCG. Word length, anagrams and racks
count tiles, never characters.

>>> english = tile_set("en")
>>> list(english.encode("CaB.?"))
[3, 65, 2, 0, 64]
>>> english.text(english.encode("CaB.?")), english.face(english.encode("CaB"))
('CaB.?', 'CAB')
>>> english.value(english.encode("QuIZ"))
21
"""

from __future__ import annotations

import codecs
import tomllib
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import resources
from typing import Final

EMPTY: Final = 0
BLANK: Final = 64
LETTER_MASK: Final = 63
# One counter of a packed multiset: 5 bits of count and a guard bit, so that one subtraction compares all counts.
# No set has more than 24 of a tile, and no rack or word more than 21 tiles.
_FIELD_BITS: Final = 6
MOST_OF_A_TILE: Final = 31
_UNKNOWN: Final = "\ufffe"  # the charmap codecs' own mark for "no character here"
_SEPARATOR: Final = bytes((EMPTY,))
_NO_TILE: Final = 255
#: Written behind the letter of a blank where the script has no case.
BLANK_MARK: Final = "*"
#: Letters that a language writes and its tiles lack: they are played as the plain ones.
_WRITTEN: Final = {
    "ca": "ÀÈÉÍÏÒÓÚÜ",
    "da": "ÀÈÉ",
    "de": "ÀÂÇÈÉÊÎÔẞ",
    "el": "ΆΈΉΊΌΎΏΪΫ",
    "es": "ÁÉÍÓÚÜ",
    "eu": "Ñ",
    "fi": "ÀÅÉŠŽ",
    "fr": "ÀÂÇÈÉÊËÎÏÔÙÛÜŸÆŒ",
    "it": "ÀÈÉÌÍÎÒÓÙÚ",
    "nl": "ÀÁÂÄÈÉÊËÍÎÏÓÔÖÚÛÜ",
    "no": "ÀÈÉÊÒÓÔ",
    "pt": "ÀÁÂÃÉÊÍÓÔÕÚ",
    "ro": "ĂÂÎȘŞȚŢ",
    "sv": "ÀÁÈÉ",
    "tr": "ÂÎÛ",
}
_LIGATURES: Final = {"Æ": "AE", "Œ": "OE", "ẞ": "SS"}
#: Marks that only say how letters are drawn together.
_JOINERS: Final = str.maketrans("", "", "\u200c\u200d")


class UnknownTileError(ValueError):
    """Text that is not made of the set's tiles. ``letter`` is the first piece that is not one of them."""

    def __init__(self, letter: str, tile_set_name: str) -> None:
        self.letter = letter
        self.tile_set_name = tile_set_name
        super().__init__(f"{letter!r} is not a tile of the {tile_set_name} set")


@dataclass(frozen=True)
class Tile:
    """One kind of tile: its letter(s), how many the set holds, and its value in points."""

    letter: str
    count: int
    value: int
    lower: str


@dataclass(frozen=True)
class TileSet:
    """The tiles of one edition. Make one with :func:`tile_set`; compare by ``slug``."""

    slug: str
    name: str
    locale: str
    tiles: tuple[Tile, ...]
    vowels: tuple[str, ...]
    #: Whether letters that are a tile together may not be laid as two (Spanish C and H; but Hungarian Z and S may meet).
    whole: bool = False
    #: Whether the script has no case, so that a blank is written with ``BLANK_MARK``.
    caseless: bool = False
    #: Points of each tile code; 0 for EMPTY and every blank.
    values: tuple[int, ...] = field(init=False, repr=False, compare=False)
    #: Weight of each tile code in a packed multiset; blanks of any letter weigh the same. (A dictionary: its look-up is
    #: the fastest thing to map over codes.)
    weights: dict[int, int] = field(init=False, repr=False, compare=False)
    #: The guard bits of a packed multiset.
    guards: int = field(init=False, repr=False, compare=False)
    #: The whole set as sorted tile codes, and packed.
    bag: bytes = field(init=False, repr=False, compare=False)
    full: int = field(init=False, repr=False, compare=False)
    _codes: dict[str, int] = field(init=False, repr=False, compare=False)
    _encoding: dict[int, int] = field(init=False, repr=False, compare=False)
    #: Tile code of each ISO-8859-1 character, _NO_TILE for those that are none by themselves.
    _latin: bytes = field(init=False, repr=False, compare=False)
    _texts: dict[int, str] = field(init=False, repr=False, compare=False)
    _faces: dict[int, str] = field(init=False, repr=False, compare=False)
    #: Weight of each character of a rack; empty when some tile has more than one character.
    rack_weights: dict[str, int] = field(init=False, repr=False, compare=False)
    #: ``_faces`` as one string, for the charmap codec; only used when every tile is one letter.
    _alphabet: str = field(init=False, repr=False, compare=False)
    _longest: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        letters = [tile for tile in self.tiles if tile.letter != "?"]
        codes = {".": EMPTY, "?": BLANK}
        texts = {EMPTY: ".", BLANK: "?"}
        faces = {EMPTY: ".", BLANK: "?"}
        values = [0] * 128
        for code, tile in enumerate(letters, start=1):
            codes[tile.letter], codes[tile.lower] = code, code | BLANK
            texts[code], texts[code | BLANK] = _bracketed(tile.letter), _bracketed(tile.lower)
            faces[code] = faces[code | BLANK] = tile.letter
            values[code] = tile.value
        # Blanks share the first field; EMPTY weighs nothing.
        weights = {code: 1 << _FIELD_BITS * (code if code < BLANK else 0) for code in range(128)}
        weights[EMPTY] = 0
        bag = b"".join(bytes([codes[tile.letter]]) * tile.count for tile in self.tiles)
        longest = max(map(len, codes))
        encoding = {ord(text): code for text, code in codes.items() if len(text) == 1}
        derived = {
            "values": tuple(values),
            "weights": weights,
            "guards": sum(1 << _FIELD_BITS * code + _FIELD_BITS - 1 for code in range(len(letters) + 1)),
            "bag": bytes(sorted(bag)),
            "full": sum(weights[code] for code in bag),
            "_codes": codes,
            "_encoding": encoding,
            "_latin": bytes([encoding.get(char, _NO_TILE) if longest == 1 else _NO_TILE for char in range(256)]),
            "_texts": texts,
            "_faces": faces,
            "rack_weights": {} if longest > 1 else {tile.letter: weights[codes[tile.letter]] for tile in self.tiles},
            "_alphabet": "".join(faces.get(code, _UNKNOWN)[0] for code in range(128)),
            "_longest": longest,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)  # a frozen dataclass fills its derived fields this way

    @property
    def language(self) -> str:
        """The language of the words that the set lays: what its slug begins with (en-super is English too)."""
        return self.slug.split("-", maxsplit=1)[0]

    @cached_property
    def plain(self) -> dict[str, str]:
        """Letters that the language writes and the set lacks, each with what is played for it: É as E, œ as oe."""
        capitals = _WRITTEN.get(self.language, "")
        plain = {letter: _LIGATURES.get(letter, unicodedata.normalize("NFD", letter)[0]) for letter in capitals}
        # ß is small in words of capitals too (STRAßE), so it does not say that its tiles are blanks.
        return {letter.lower(): played if letter == "ẞ" else played.lower() for letter, played in plain.items()} | plain

    @cached_property
    def _plain(self) -> dict[int, str]:
        return str.maketrans(self.plain)

    @property
    def total(self) -> int:
        """How many tiles the set holds, blanks included."""
        return len(self.bag)

    @property
    def letters(self) -> bytes:
        """The code of every letter, those included that have no tile of their own: what a blank may stand for."""
        return bytes(range(1, len(self.tiles)))

    @cached_property
    def blank_only(self) -> frozenset[int]:
        """The codes of the letters that have no tile of their own."""
        return frozenset(self.letters) - frozenset(self.bag)

    @property
    def blanks(self) -> int:
        """How many blanks the set holds."""
        return self.bag.count(BLANK)

    def encode(self, text: str) -> bytes:
        """Tile codes of ``text`` in GCG notation. Raises UnknownTileError.

        Pieces outside brackets are matched longest first: ``CH`` is one tile where the set has it, ``[C]H`` two.
        """
        if self._longest == 1:
            with suppress(UnicodeEncodeError):
                return codecs.charmap_encode(text, "strict", self._encoding)[0]
        if text.isascii():
            return self._tokenise(text)
        return self._tokenise(unicodedata.normalize("NFKC", text).translate(_JOINERS).translate(self._plain))

    def try_encode(self, text: str) -> bytes | None:
        """:meth:`encode`, with None for text that is not made of the set's tiles."""
        # Nearly every word is of this kind; a character beyond ISO-8859-1 leaves a backslash, which is no tile.
        codes = text.encode("iso-8859-1", "backslashreplace").translate(self._latin)
        if _NO_TILE not in codes:
            return codes
        try:
            return self.encode(text)
        except UnknownTileError:
            return None

    def _tokenise(self, text: str) -> bytes:
        codes = bytearray()
        at = 0
        while at < len(text):
            if text[at] == "[" and (closing := text.find("]", at)) > 0:
                piece, step = text[at + 1 : closing], closing + 1 - at
            else:
                ends = range(min(self._longest, len(text) - at), 0, -1)
                step = next((size for size in ends if text[at : at + size] in self._codes), 1)
                piece = text[at : at + step]
            if piece not in self._codes:
                raise UnknownTileError(piece, self.name)
            codes.append(self._codes[piece])
            at += step
        return bytes(codes)

    def encode_rack(self, text: str) -> bytes:
        """Tile codes of a rack: case means nothing, a blank may be ``?``, ``_`` or ``*``. Raises UnknownTileError."""
        blanks_marked = text.replace("_", "?").replace("*", "?")
        try:
            codes = self.encode(blanks_marked if self.caseless else text)
        except UnknownTileError:
            codes = self.encode(self.upper(blanks_marked))
        if EMPTY in codes:
            raise UnknownTileError(".", self.name)
        return codes if max(codes, default=0) <= BLANK else bytes([code & LETTER_MASK or BLANK for code in codes])

    def upper(self, text: str) -> str:
        """``text`` with every lower-case tile of the set made upper case (right for Turkish, unlike ``str.upper``)."""
        return "".join(
            self._faces[self._codes[char]] if char in self._codes else char.upper()
            for char in unicodedata.normalize("NFKC", text)
        )

    def pack_rack(self, text: str) -> tuple[int, int]:
        """A rack as text, packed, and how many tiles it has. Raises UnknownTileError."""
        try:
            return sum(map(self.rack_weights.__getitem__, text)), len(text)
        except KeyError:
            codes = self.encode_rack(text)
            return self.pack(codes), len(codes)

    def text(self, codes: Iterable[int]) -> str:
        """GCG notation of tile codes: ``.`` for EMPTY, ``?`` for a blank, lower case for a blank's letter.

        ``encode(text(codes)) == codes``: where tiles together would read as another, the first is bracketed.
        """
        if self._longest == 1:
            return "".join([self._texts[code] for code in codes])
        pieces: list[str] = []
        for piece in (self._texts[code] for code in codes):
            pieces.append(piece)
            run = ""
            for at in range(len(pieces) - 1, max(-1, len(pieces) - 1 - self._longest), -1):
                if len(pieces[at]) > 1:
                    break
                run = pieces[at] + run
                if len(run) > 1 and run in self._codes:
                    pieces[at] = f"[{pieces[at]}]"
        return "".join(pieces)

    def face(self, codes: Iterable[int]) -> str:
        """The word that tile codes spell, in upper case, as a dictionary holds it."""
        if self._longest == 1 and isinstance(codes, bytes):
            return codecs.charmap_decode(codes, "strict", self._alphabet)[0]
        if self.whole:
            return self._split_face(codes)
        return "".join([self._faces[code] for code in codes])

    def _split_face(self, codes: Iterable[int]) -> str:
        """The face with ``|`` between tiles that may not stand for the one they spell together: no dictionary has it."""
        face, before = "", ""
        for piece in (self._faces[code] for code in codes):
            face += f"|{piece}" if before + piece in self._codes and before else piece
            before = piece
        return face

    def spell(self, words: Sequence[bytes]) -> list[str]:
        """The words that several plays of tile codes spell; the same as :meth:`face` of each, and faster."""
        if self._longest == 1:
            # No word holds EMPTY, so it may separate them, and one conversion does for all.
            return codecs.charmap_decode(_SEPARATOR.join(words), "strict", self._alphabet)[0].split(".")
        return [self.face(word) for word in words]

    def value(self, codes: Iterable[int]) -> int:
        """Sum of the tiles' values, in points."""
        values = self.values
        return sum([values[code] for code in codes])

    def pack(self, codes: Iterable[int]) -> int:
        """The multiset of tiles as one integer; add and subtract packed multisets with ``+`` and ``-``."""
        return sum(map(self.weights.__getitem__, codes))

    def holds(self, packed: int, needed: int) -> bool:
        """Whether the packed multiset ``packed`` contains ``needed``; each count at most MOST_OF_A_TILE."""
        return ((packed | self.guards) - needed) & self.guards == self.guards

    def lacking(self, available: bytes, needed: bytes) -> bytes:
        """The tiles of ``needed`` that ``available`` does not have, counted, sorted."""
        return b"".join(
            bytes([code]) * max(0, needed.count(code) - available.count(code)) for code in sorted(set(needed))
        )

    def unpack(self, packed: int) -> bytes:
        """Sorted tile codes of a packed multiset."""
        count_mask = (1 << _FIELD_BITS) - 1
        codes = bytearray()
        blanks, packed, code = packed & count_mask, packed >> _FIELD_BITS, 1
        while packed:
            if count := packed & count_mask:
                codes += bytes((code,)) * count
            packed >>= _FIELD_BITS
            code += 1
        return bytes(codes) + bytes((BLANK,)) * blanks


def _bracketed(letter: str) -> str:
    return letter if len(letter) == 1 else f"[{letter}]"


@cache
def tile_set(slug: str) -> TileSet:
    """The tile set of ``data/tiles/<slug>.toml``. Raises LookupError for an unknown slug."""
    if slug not in tile_set_slugs():
        raise LookupError(f"there is no tile set {slug!r}")
    source = resources.files(__package__).joinpath("data", "tiles", f"{slug}.toml")
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    lower: dict[str, str] = data.get("lower", {})
    caseless: bool = data.get("caseless", False)
    tiles = tuple(
        Tile(letter, count, value, lower.get(letter, letter + BLANK_MARK if caseless else letter.lower()))
        for letter, (count, value) in data["tiles"].items()
    )
    if sum(tile.count for tile in tiles) != data["total"]:
        raise ValueError(f"tile set {slug}: the counts do not add up to {data['total']}")
    if sum(tile.count * tile.value for tile in tiles) != data["points"]:
        raise ValueError(f"tile set {slug}: the values do not add up to {data['points']}")
    vowels, whole = tuple(data["vowels"]), data.get("whole", False)
    return TileSet(slug, data["name"], data["locale"], tiles, vowels, whole, caseless)


@cache
def tile_set_slugs() -> tuple[str, ...]:
    """The slugs of all tile sets, sorted."""
    folder = resources.files(__package__).joinpath("data", "tiles")
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))
