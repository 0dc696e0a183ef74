"""Editions of Japanese nouns as Word Basket takes them: what is known of a word, whoever brought the list."""

from dataclasses import dataclass

from lexicon.engine.alphabet import BadLetterError
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.compiled import CompiledLexicon
from lexicon.engine.shiritori import Listing, Listings
from lexicon.japanese import nouns
from lexicon.models import LexiconVersion
from lexicon.queries import open_version

#: The language of the dictionaries that Word Basket is played with, and the list that comes with the program.
KANA = "ja"


@dataclass(frozen=True, slots=True)
class PlainList:
    """A list of words that tells no proper names apart."""

    words: CompiledLexicon

    def listing(self, word: str) -> Listing:
        """What is known of a folded word."""
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
