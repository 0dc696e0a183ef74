"""How the lists of other languages are made from the packages they come in. No network, no disk: bytes in, words out.

Lists made for games (the ``tanglet`` ones) are taken as they are, but for the initials in the German one. A spell
checker's list is not a word game's, so of those only entries that are words by the rules of the game are taken: all in
lower case (names have capitals), nothing but letters (no hyphen, apostrophe, stop, digit or space), at least one vowel
unless it is an interjection, and no abbreviation. Two-letter words are entered by hand (``lexicon.engine.twos``), except in Russian.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from lexicon.engine import opencorpora
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.listcheck import Checked, check_lines
from lexicon.engine.package import BadPackageError, gunzip
from lexicon.engine.twos import TWOS

Files = Mapping[str, bytes]
_VOWELS = frozenset("AEIOUYÄÖÜ")
_VOWELLESS_WORDS = "BRR BRRR CRWTH GRR GRRR HMM MMH MMM PFF PFFT PSCHT PST PSST SST SSST TSS"
_VOWELLESS = frozenset(_VOWELLESS_WORDS.split())
#: Abbreviations that are written small and with a vowel, so that nothing else shows what they are.
_SHORT_FORMS = "afb betr bijv enz etc evt excl geb incl mevr nav resp tav telnr vgl vnl admin abrev aprox izq pag tel ecc avv dott ing"
_ABBREVIATIONS = frozenset(_SHORT_FORMS.split())


@dataclass(frozen=True)
class Recipe:
    """``members``: the files of the package that the recipe reads. ``words``: the words in them, in any order."""

    language: str
    members: tuple[str, ...]
    words: Callable[[Files], Iterator[str]]

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
        recipe.language: recipe
        for recipe in (
            _tanglet("de", _spelt),
            _tanglet("fr", _first),
            _tanglet("el", _first),
            _tanglet("pl", _first),
            _tanglet("ca", _first),
            _spell_checker("nl", "usr/share/dict/dutch"),
            _spell_checker("es", "usr/share/dict/spanish"),
            _spell_checker("it", "usr/share/dict/italian"),
            Recipe("ru", opencorpora.MEMBERS, _russian),
        )
    }
)
