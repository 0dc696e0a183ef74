"""Japanese nouns for Word Basket: how a word is listed, in the shipped list or a club's own."""

from dataclasses import asdict, dataclass

from lexicon.engine.alphabet import BadLetterError
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.kana import first, last, row_of
from lexicon.engine.shiritori import Listing, Listings, read_word
from lexicon.engine.shiritori_index import Matches, NounDictionary
from lexicon.models import LexiconVersion
from lexicon.queries import open_version
from lexicon.wordlists.japanese import nouns

#: The language of the dictionaries that Word Basket is played with, and the list that comes with the program.
KANA = "ja"


@dataclass(frozen=True, slots=True)
class PlainList:
    """A list of words without proper names."""

    words: CompiledLexicon

    def listing(self, word: str) -> Listing:
        """How a folded word is listed."""
        try:
            code = ALPHABETS[KANA].encode(word)
        except BadLetterError:
            return Listing.UNLISTED
        return Listing.COMMON if code in self.words else Listing.UNLISTED


def listings_of(version: LexiconVersion) -> Listings:
    """The words of an edition. Raises LexiconUnavailableError when its file is gone.

    The list that comes with the program knows proper names too.
    """
    if version.lexicon.slug == KANA and version.lexicon.club_id is None:
        return nouns()
    return PlainList(open_version(version))


@dataclass(frozen=True, slots=True)
class NounQuery:
    """The words to find: first and last letter among these ("": any), and their length (None: any)."""

    begins: str = ""
    ends: str = ""
    length: int | None = None
    at_least: int = 0
    proper: bool = False


def find_nouns(version: LexiconVersion, query: NounQuery, *, limit: int) -> Matches:
    """The edition's matching words, shortest first, and how many there are. Raises LexiconUnavailableError.

    The shipped list is indexed; a club's own list is searched word by word, and has no proper names.
    """
    listings = listings_of(version)
    if isinstance(listings, NounDictionary):
        return listings.find(**asdict(query), limit=limit)
    alphabet = ALPHABETS[KANA]
    words = [word for code in open_version(version) if _answers(word := alphabet.decode(code), query)]
    words.sort(key=lambda word: (len(word), word))
    return Matches(len(words), tuple(words[:limit]))


def _answers(word: str, query: NounQuery) -> bool:
    return (
        not query.proper
        and (not query.begins or first(word) in query.begins)
        and (not query.ends or (last(word) or "?") in query.ends)
        and query.length in {None, len(word)}
        and len(word) >= query.at_least
    )


def letters_of(text: str) -> str:
    """Typed letters as a query takes them: ``る``, ``ru``, ``が`` (か) or a whole row, ``か行`` and ``ka*``. Raises BadKanaError."""
    text = text.strip()
    for mark in ("行", "*", "＊"):
        if text.endswith(mark):
            return row_of(first(read_word(text.removesuffix(mark))))
    return "".join(dict.fromkeys(first(letter) for letter in read_word(text))) if text else ""
