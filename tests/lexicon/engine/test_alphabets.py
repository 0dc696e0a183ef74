"""The alphabets of the languages: the same letters as their tile sets, and the pitfalls of folding."""

import pytest

from games.engine.crossword.tiles import tile_set, tile_set_slugs
from lexicon.engine.alphabet import BadLetterError
from lexicon.engine.alphabets import ALPHABETS

#: Letters that have no tile: only a blank stands for them.
BLANKS_ONLY = {"da": "QW", "it": "JKWXY", "no": "QXZÄÖÜ", "sv": "QWÆÜ"}


@pytest.mark.parametrize("slug", tile_set_slugs())
def test_the_letters_are_those_of_the_tile_set(slug: str) -> None:
    """Each tile is one letter of the alphabet, and the alphabet has no more than that and what a blank may be."""
    language = slug.split("-", maxsplit=1)[0]
    letters = {tile.letter for tile in tile_set(slug).tiles} - {"?"}
    assert set(ALPHABETS[language].tiles) == letters | set(BLANKS_ONLY.get(language, ""))


@pytest.mark.parametrize("slug", tile_set_slugs())
def test_a_tile_folds_to_itself_from_either_case(slug: str) -> None:
    alphabet = ALPHABETS[slug.split("-", maxsplit=1)[0]]
    for tile in tile_set(slug).tiles:
        if tile.letter != "?":
            assert alphabet.tokenise(tile.letter) == alphabet.tokenise(tile.lower) == (tile.letter,)


@pytest.mark.parametrize(
    ("slug", "typed", "tiles"),
    [
        ("de", "Straße", "S T R A S S E"),
        ("de", "STRAẞE", "S T R A S S E"),
        ("de", "Häuser", "H Ä U S E R"),
        ("de", "Ha\u0308user", "H Ä U S E R"),
        ("fr", "cœur", "C O E U R"),
        ("fr", "ŒUVRÉ", "O E U V R E"),
        ("fr", "garçon", "G A R C O N"),
        ("fr", "ex æquo".replace(" ", ""), "E X A E Q U O"),
        ("es", "chorrillo", "CH O RR I LL O"),
        ("es", "pingüino", "P I N G U I N O"),
        ("es", "niño", "N I Ñ O"),
        ("es", "nin\u0303o", "N I Ñ O"),
        ("ca", "col·legi", "C O L·L E G I"),
        ("ca", "coŀlegi", "C O L·L E G I"),
        ("ca", "col.legi", "C O L·L E G I"),
        ("ca", "COL•LEGI", "C O L·L E G I"),
        ("ca", "col-legi", "C O L·L E G I"),
        ("ca", "qüestió", "QU E S T I O"),
        ("ca", "QÜESTIÓ", "QU E S T I O"),
        ("ca", "any", "A NY"),
        ("ca", "plaça", "P L A Ç A"),
        ("nl", "ĳs", "I J S"),
        ("nl", "reëel", "R E E E L"),
        ("pl", "żółw", "Ż Ó Ł W"),
        ("el", "λόγος", "Λ Ο Γ Ο Σ"),
        ("el", "προΐσταμαι", "Π Ρ Ο Ι Σ Τ Α Μ Α Ι"),
        ("ru", "ёжик", "Ё Ж И К"),
        ("ru", "йод", "Й О Д"),
        ("ru", "и\u0306од", "Й О Д"),
        ("tr", "diz", "D İ Z"),
        ("tr", "dız", "D I Z"),
        ("hu", "asszony", "A S SZ O NY"),
        ("ja", "コンピューター", "こ ん ぴ ゅ ー た ー"),
        ("ja", "ﾊﾞﾀｰ", "ば た ー"),
    ],
)
def test_how_words_are_spelt_with_tiles(slug: str, typed: str, tiles: str) -> None:
    alphabet = ALPHABETS[slug]
    assert alphabet.tokenise(typed) == tuple(tiles.split())
    assert alphabet.decode(alphabet.encode(typed)) == tiles.replace(" ", "")
    assert len(alphabet.encode(typed)) == len(tiles.split())


@pytest.mark.parametrize(
    ("slug", "typed", "letter"),
    [
        ("en", "co-op", "HYPHEN-MINUS"),
        ("en", "don't", "APOSTROPHE"),
        ("es", "kilo", "LATIN CAPITAL LETTER K"),
        ("es", "web", "LATIN CAPITAL LETTER W"),
        ("ca", "yoga", "LATIN CAPITAL LETTER Y"),
        ("pl", "quiz", "LATIN CAPITAL LETTER Q"),
        ("ru", "cок", "LATIN CAPITAL LETTER C"),
        ("el", "Aλφα", "LATIN CAPITAL LETTER A"),
        ("en", "РАХ", "CYRILLIC CAPITAL LETTER ER"),
        ("ja", "漢字", "CJK UNIFIED IDEOGRAPH-6F22"),
        ("ja", "abc", "LATIN SMALL LETTER A"),
    ],
)
def test_a_letter_outside_the_alphabet_is_refused_by_name(slug: str, typed: str, letter: str) -> None:
    with pytest.raises(BadLetterError, match=letter):
        ALPHABETS[slug].encode(typed)
