"""Letters that a language writes and its tiles lack are played as the plain ones; other languages' letters stay unknown."""

import pytest

from games.engine.crossword.tiles import UnknownTileError, tile_set, tile_set_slugs


@pytest.mark.parametrize(
    ("slug", "typed", "played"),
    [
        ("fr", "ÉTÉS", "ETES"),
        ("fr", "CŒUR", "COEUR"),
        ("fr", "MAÇoN", "MACoN"),
        ("fr", "TÊTé", "TETe"),
        ("es", "CAMIÓN", "CAMION"),
        ("es", "NIÑO", "NIÑO"),
        ("el", "ΛΌΓΟΣ", "ΛΟΓΟΣ"),
        ("pt", "AVÓS", "AVOS"),
        ("ca", "QÜESTIÓ", "QUESTIO"),
        ("ro", "ȘAȚI", "SATI"),
        ("de", "STRAßE", "STRASSE"),
        ("tr", "HİKÂYE", "HİKAYE"),
        ("da", "ALLÉ", "ALLE"),
    ],
)
def test_played_as(slug: str, typed: str, played: str) -> None:
    tiles = tile_set(slug)
    assert tiles.encode(typed) == tiles.encode(played)


def test_a_foreign_letter_is_no_tile() -> None:
    """Else a Spanish game in a French division would pass as French."""
    for slug, word in (("fr", "NIÑO"), ("en", "ÉTÉS"), ("it", "ŻÓŁW")):
        with pytest.raises(UnknownTileError):
            tile_set(slug).encode(word)


def test_no_tile_is_read_as_another() -> None:
    for slug in tile_set_slugs():
        tiles = tile_set(slug)
        letters = {tile.letter for tile in tiles.tiles} | {tile.lower for tile in tiles.tiles}
        assert letters.isdisjoint(tiles.plain)
