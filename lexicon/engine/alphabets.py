"""The alphabets that there are: one for each language that has a tile set, and kana.

An alphabet has every letter of its tile set, and those that only a blank can stand for (Q in Swedish). What is left out
is what the rules of that language's game leave out: no K and W in Spanish, no K, W and Y in Catalan, no Q, V and X in
Polish. Marks that are no letter of their own are dropped: é is E in French.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lexicon.engine import kana
from lexicon.engine.alphabet import Alphabet

_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LIGATURES = {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"}
# str.upper makes SS of ß, but leaves the capital ẞ alone.
_SHARP_S = {"ẞ": "SS"}
_MIDDLE_DOTS = ("•", "‧", "∙", ".", "-")


@dataclass(frozen=True)
class KanaAlphabet(Alphabet):
    """Hiragana and ー, one character a letter; katakana and half width kana fold to them."""

    def fold(self, text: str) -> str:
        """The word in its one spelling; what is no kana stays as it is, to be refused by name."""
        try:
            return kana.fold(text)
        except kana.BadKanaError:
            return text


def _latin(
    slug: str, name: str, extra: str = "", *, without: str = "", expand: Mapping[str, str] = _LIGATURES
) -> Alphabet:
    """Latin letters with ``extra`` ones behind them, whose marks are theirs; ``without`` some."""
    tiles = tuple(letter for letter in _LATIN if letter not in without) + tuple(extra)
    return Alphabet(slug=slug, name=name, tiles=tiles, keep=frozenset(extra), expand=MappingProxyType(dict(expand)))


def _catalan_expand() -> dict[str, str]:
    """L·L as people type it, and QÜ, which is played as QU."""
    dots = {f"{a}{dot}{b}": f"{a}·{b}" for dot in _MIDDLE_DOTS for a, b in ("ll", "LL", "Ll")}
    return {**_LIGATURES, "ŀ": "l·", "Ŀ": "L·", **dots, "qü": "qu", "Qü": "QU", "QÜ": "QU"}


ENGLISH = _latin("en", "English")
GERMAN = _latin("de", "German", "ÄÖÜ", expand={**_LIGATURES, **_SHARP_S})
FRENCH = _latin("fr", "French")
ITALIAN = _latin("it", "Italian")
DUTCH = _latin("nl", "Dutch", expand={**_LIGATURES, "ĳ": "ij", "Ĳ": "IJ"})
POLISH = Alphabet(
    slug="pl",
    name="Polish",
    tiles=tuple("AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"),
    keep=frozenset("ĄĆĘŃÓŚŹŻ"),
)
SPANISH = Alphabet(
    slug="es",
    name="Spanish",
    tiles=(*"ABC", "CH", *"DEFGHIJL", "LL", *"MNÑOPQR", "RR", *"STUVXYZ"),
    keep=frozenset("Ñ"),
)
CATALAN = Alphabet(
    slug="ca",
    name="Catalan",
    tiles=(*"ABCÇDEFGHIJL", "L·L", *"MN", "NY", *"OP", "QU", *"RSTUVXZ"),
    keep=frozenset("Ç"),
    expand=MappingProxyType(_catalan_expand()),
)
GREEK = Alphabet(slug="el", name="Greek", tiles=tuple("ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"))
RUSSIAN = Alphabet(slug="ru", name="Russian", tiles=tuple("АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"), keep=frozenset("ЁЙ"))
JAPANESE = KanaAlphabet(
    slug="ja", name="Japanese (kana)", tiles=(*map(chr, range(ord("ぁ"), ord("ゖ") + 1)), kana.LONG)
)
_GUJARATI_SIGNS = (*"ાિીુૂૃૅેૈૉોૌ", *"ંઃ્")
GUJARATI = Alphabet(
    slug="gu",
    name="Gujarati",
    tiles=(
        *(*"અઆઇઈઉઊઋએઓ", *"કખગઘચછજઝટઠડઢણતથદધનપફબભમયરલવશષસહળ"),
        *("ક્ષ", "જ્ઞ", "ત્ર", "શ્ર", "પ્ર", "દ્ર", "દ્ધ"),
        *_GUJARATI_SIGNS,
    ),
    keep=frozenset(_GUJARATI_SIGNS),
    # The colon is typed for the visarga; the star marks a blank; the joiners only say how letters are drawn.
    expand=MappingProxyType({"ઁ": "ં", ":": "ઃ", "*": "", "\u200c": "", "\u200d": ""}),
)

_OTHERS = (
    _latin("no", "Norwegian", "ÆØÅÄÖÜ", expand={"œ": "oe", "Œ": "OE"}),
    _latin("da", "Danish", "ÆØÅ", expand={"œ": "oe", "Œ": "OE"}),
    _latin("sv", "Swedish", "ÅÄÖÆÜ", expand={"œ": "oe", "Œ": "OE"}),
    _latin("fi", "Finnish", "ÄÖ", without="QXZ"),
    _latin("pt", "Portuguese", "Ç", without="KWY"),
    _latin("ro", "Romanian", without="KQWY"),
    _latin("sl", "Slovene", "ČŠŽ", without="QWXY"),
    _latin("sk", "Slovak", "ÁÄČĎÉÍĹĽŇÓÔŔŠŤÚÝŽ", without="QW"),
    _latin("cs", "Czech", "ÁČĎÉĚÍŇÓŘŠŤÚŮÝŽ", without="QW"),
    # The capital of i is İ, that of ı is I; Python's upper() knows only the other rule.
    _latin("tr", "Turkish", "ÇĞİÖŞÜ", without="QWX", expand={"i": "İ", "ı": "I"}),
    Alphabet(
        slug="hu",
        name="Hungarian",
        tiles=(
            *("A", "Á", "B", "C", "CS", "D", "E", "É", "F", "G", "GY", "H", "I", "Í", "J", "K", "L", "LY", "M", "N"),
            *("NY", "O", "Ó", "Ö", "Ő", "P", "R", "S", "SZ", "T", "TY", "U", "Ú", "Ü", "Ű", "V", "Z", "ZS"),
        ),
        keep=frozenset("ÁÉÍÓÖŐÚÜŰ"),
    ),
    Alphabet(
        slug="eu",
        name="Basque",
        tiles=(*"ABDEFGHIJKLMNOPR", "RR", *"ST", "TS", "TX", "TZ", *"UXZ"),
    ),
)

#: By language; a dictionary names one of these.
ALPHABETS: Mapping[str, Alphabet] = MappingProxyType(
    {
        alphabet.slug: alphabet
        for alphabet in (
            *(ENGLISH, GERMAN, FRENCH, ITALIAN, DUTCH, POLISH, SPANISH, CATALAN, GREEK, RUSSIAN, GUJARATI, JAPANESE),
            *_OTHERS,
        )
    }
)
