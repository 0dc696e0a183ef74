"""How the lists of other languages are made from the packages they come in. No network, no disk: bytes in, words out.

Lists made for games (the ``tanglet`` ones) are taken as they are, but for the initials in the German one. A spell
checker's list is not a word game's, so of those only entries that are words by the rules of the game are taken: all in
lower case (names have capitals), nothing but letters (no hyphen, apostrophe, stop, digit or space), at least one vowel
unless it is an interjection, and no abbreviation. Two-letter words are entered by hand (``lexicon.engine.twos``), except in Russian.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from lexicon.engine import hunspell, opencorpora
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.listcheck import Checked, check_lines
from lexicon.engine.package import BadPackageError, gunzip
from lexicon.engine.twos import TWOS
from lexicon.engine.vfst import Transducer

_GUJARATI: Final = "usr/share/hunspell/gu_IN.dic"
_GUJARATI_WORD: Final = re.compile("[\u0a80-\u0ae5:\u200c\u200d]+")
_BASQUE: Final = "usr/share/hunspell/eu"
_VOIKKO: Final = "usr/lib/voikko/5/mor-standard/mor.vfst"
_ZEMBEREK: Final = "zemberek/resources/lexicon.csv"
_SPANISH: Final = "usr/share/hunspell/es_ES"
#: Conjugation (R, E, and by patterns I, X), participles, gender and number.
_SPANISH_FLAGS: Final = frozenset("REIXDGS")
#: The infinitive and the gerund with se, which the conjugation has too.
_WITH_PRONOUN: Final = re.compile("(?:[aeií]rse|[áé]ndose)\\Z")
Files = Mapping[str, bytes]
_VOWELS = frozenset("AEIOUYÄÖÜ")
_SOUNDS: Final = frozenset("aeiouyæøı")
_VOWELLESS_WORDS = "BRR BRRR CRWTH GRR GRRR HMM MMH MMM PFF PFFT PSCHT PST PSST SST SSST TSS"
_VOWELLESS = frozenset(_VOWELLESS_WORDS.split())
#: Abbreviations that are written small and with a vowel, so that nothing else shows what they are.
_SHORT_FORMS = "afb betr bijv enz etc evt excl geb incl mevr nav resp tav telnr vgl vnl admin abrev aprox izq pag tel ecc avv dott ing"
_ABBREVIATIONS = frozenset(_SHORT_FORMS.split())


@dataclass(frozen=True)
class Recipe:
    """``members``: the files of the package that the recipe reads. ``words``: the words in them, in any order.

    ``name``: of the list, where the language has several.
    """

    language: str
    members: tuple[str, ...]
    words: Callable[[Files], Iterator[str]]
    name: str = ""

    @property
    def slug(self) -> str:
        """The list's."""
        return self.name or self.language

    def build(self, files: Files, progress: Callable[[int], None] = lambda _lines: None) -> Checked:
        """The list; what the alphabet has no letters for, and words of more than 15 tiles, are left out and counted.

        Raises BadPackageError. ``progress`` hears how many words have been read.
        """
        try:
            alphabet = ALPHABETS[self.language]
            return check_lines(self.words(files), alphabet, extra=TWOS.get(self.language, ()), progress=progress)
        except UnicodeDecodeError as error:
            raise BadPackageError(f"the list is not in the encoding it should be in ({error})") from error


def _tanglet(language: str, columns: Callable[[list[str]], list[str]]) -> Recipe:
    """A list of tanglet-data: each line a word in plain capitals, and behind it how it is really spelt."""
    member = f"usr/share/tanglet/gamedata/{language}/words"

    def words(files: Files) -> Iterator[str]:
        for line in gunzip(files[member]).decode("utf-8").splitlines():
            yield from columns(line.split())

    return Recipe(language, (member,), words)


def _spelt(columns: list[str]) -> list[str]:
    """The real spellings (the first column writes Ä as AE), without initials, which have more than one capital."""
    if not columns[1:]:
        return columns if _has_vowel(columns[0]) else []
    return [word for word in columns[1:] if word[1:] == word[1:].lower() and _has_vowel(word.upper())]


def _first(columns: list[str]) -> list[str]:
    """The first column; the others differ by accents that tiles do not have."""
    return columns[:1]


def _no_name(columns: list[str]) -> list[str]:
    """The first column, unless it is followed by spellings with a capital only."""
    return columns[:1] if not columns[1:] or any(word == word.lower() for word in columns[1:]) else []


def _spell_checker(language: str, member: str) -> Recipe:
    """A list of one of Debian's dictionary packages."""

    def words(files: Files) -> Iterator[str]:
        for entry in files[member].decode("utf-8").split("\n"):
            if _is_playable(entry, language):
                yield entry

    return Recipe(language, (member,), words)


def _is_playable(entry: str, language: str) -> bool:
    if len(entry) < 3 or not entry.isalpha() or entry != entry.lower() or entry in _ABBREVIATIONS:
        return False
    return _has_vowel(ALPHABETS[language].fold(entry))


def _gujarati(files: Files) -> Iterator[str]:
    """The entries of hunspell-gu: forms as they stand (it has no endings); some are in quotation marks, for their colon."""
    for entry, _flags in hunspell.entries(files[_GUJARATI].decode("utf-8")):
        word = entry.strip("'")
        if _GUJARATI_WORD.fullmatch(word):
            yield word


def _spanish(files: Files) -> Iterator[str]:
    """The entries of hunspell-es with plurals, feminine and verb forms; no diminutives, prefixes or attached pronouns."""
    rules = hunspell.read_affixes(files[f"{_SPANISH}.aff"].decode("utf-8"))
    for entry, flags in hunspell.entries(files[f"{_SPANISH}.dic"].decode("utf-8")):
        for form in hunspell.forms(entry, flags, rules, only=_SPANISH_FLAGS):
            if _is_playable(form, "es") and not _WITH_PRONOUN.search(form):
                yield form


def _inflected(language: str, stem: str, encoding: str = "utf-8", *, skip: str = "") -> Recipe:
    """The lower-case entries of a Hunspell dictionary with all their endings, and each form with its prefixes.

    Entries with a flag of ``skip`` are no words by themselves (parts of compounds, stems, misspellings).
    """
    affixes, entries = f"{stem}.aff", f"{stem}.dic"

    def words(files: Files) -> Iterator[str]:
        rules = hunspell.read_affixes(files[affixes].decode(encoding))
        endings = {flag: group for flag, group in rules.items() if group[0].suffix}
        prefixes = {flag: group for flag, group in rules.items() if not group[0].suffix}
        for entry, flags in hunspell.entries(files[entries].decode(encoding)):
            if entry != entry.lower() or not entry.isalpha() or not set(skip).isdisjoint(flags):
                continue
            forms = list(hunspell.forms(entry, flags, endings))
            before = (one.of(form) for flag in flags for one in prefixes.get(flag, ()) for form in forms)
            yield from filter(_is_word, (*forms, *filter(None, before)))

    return Recipe(language, (affixes, entries), words)


def _listed(language: str, member: str, encoding: str = "utf-8") -> Recipe:
    """A list of one of Debian's packages whose words have letters with marks that are tiles of their own."""

    def words(files: Files) -> Iterator[str]:
        yield from filter(_is_word, files[member].decode(encoding).split("\n"))

    return Recipe(language, (member,), words)


def _basque(files: Files) -> Iterator[str]:
    """The entries of hunspell-eu that are words without an ending; most need one, which may be an empty one."""
    affixes = files[f"{_BASQUE}.aff"].decode("utf-8")
    rules, no_words = hunspell.read_affixes(affixes), hunspell.no_words(affixes)
    empty = {flag for flag, group in rules.items() if any(_says_nothing(rule, no_words) for rule in group)}
    for entry, flags in hunspell.entries(
        files[f"{_BASQUE}.dic"].decode("utf-8"), numbered=hunspell.has_numbers(affixes)
    ):
        if (no_words.isdisjoint(flags) or not empty.isdisjoint(flags)) and _is_word(entry):
            yield entry


def _says_nothing(rule: hunspell.Affix, no_words: frozenset[str]) -> bool:
    """Whether a rule leaves the word as it is, and a word."""
    return not rule.add and not rule.strip and no_words.isdisjoint(rule.flags)


def _finnish(files: Files) -> Iterator[str]:
    """The headwords of Voikko."""
    for word in Transducer(files[_VOIKKO]).headwords():
        if _is_word(plain := word.replace("=", "")):
            yield plain


def _turkish(files: Files) -> Iterator[str]:
    """The headwords of Zemberek's lexicon but for names and abbreviations; verbs in -mak and -mek."""
    for line in files[_ZEMBEREK].decode("utf-8").splitlines():
        _identity, word, _root, kind, sort, *_others = line.split("\t")
        if sort not in {"Prop", "Abbrv"} and kind != "Punc" and _is_word(word):
            yield word


def _is_word(entry: str) -> bool:
    """Three letters or more, none a capital; with a vowel, which R and L may be between consonants (krk, vlk)."""
    if len(entry) < 3 or not entry.isalpha() or entry != entry.lower() or entry in _ABBREVIATIONS:
        return False
    plain = normalize("NFD", entry)
    return any(letter in _SOUNDS for letter in plain) or any(letter in "lr" for letter in plain[1:-1])


def _has_vowel(word: str) -> bool:
    return not _VOWELS.isdisjoint(word) or word in _VOWELLESS


def _russian(files: Files) -> Iterator[str]:
    """Ё may be written Е, so both are words."""
    for noun in opencorpora.nouns(files):
        yield noun
        if "ё" in noun:
            yield noun.replace("ё", "е")


RECIPES: Mapping[str, Recipe] = MappingProxyType(
    {
        recipe.slug: recipe
        for recipe in (
            _tanglet("de", _spelt),
            _tanglet("fr", _first),
            _tanglet("el", _first),
            _tanglet("pl", _first),
            _tanglet("ca", _first),
            _tanglet("hu", _no_name),
            _spell_checker("nl", "usr/share/dict/dutch"),
            _spell_checker("es", "usr/share/dict/spanish"),
            Recipe("es", (f"{_SPANISH}.aff", f"{_SPANISH}.dic"), _spanish, "es-forms"),
            _spell_checker("it", "usr/share/dict/italian"),
            _listed("da", "usr/share/dict/danish"),
            _listed("no", "usr/share/dict/bokmaal", "iso8859-1"),
            _listed("pt", "usr/share/dict/portuguese"),
            _inflected("sv", "usr/share/hunspell/sv_SE", skip="!%¤Z"),
            _inflected("cs", "usr/share/hunspell/cs_CZ", skip="qw"),
            _inflected("sk", "usr/share/hunspell/sk_SK"),
            _inflected("sl", "usr/share/hunspell/sl_SI", "iso8859-2"),
            _inflected("ro", "usr/share/hunspell/ro_RO"),
            Recipe("eu", (f"{_BASQUE}.aff", f"{_BASQUE}.dic"), _basque),
            Recipe("fi", (_VOIKKO,), _finnish),
            Recipe("tr", (_ZEMBEREK,), _turkish),
            Recipe("gu", (_GUJARATI,), _gujarati),
            Recipe("ru", opencorpora.MEMBERS, _russian),
        )
    }
)
