"""Word-smog: a play is good when its tiles, in any order, make a word.

>>> from games.engine.crossword.tiles import tile_set
>>> words = AnagramWords(["TRAIN", "CHORRILLO"], tile_set("es"))
>>> "NITRA" in words, "CHORRILLO" in words, "LLORRICHO" in words, "CORHRILLO" in words
(True, True, True, False)
"""

from __future__ import annotations

from collections.abc import Iterable

from games.engine.crossword.tiles import TileSet


class AnagramWords:
    """A dictionary in which the order of tiles does not matter; tiles are those of one set, so CH is no C and H.

    ``keys`` holds the tile codes of each word, sorted.
    """

    __slots__ = ("_tiles", "keys")

    def __init__(self, words: Iterable[str], tiles: TileSet) -> None:
        """Takes about a second for 250,000 words; those with letters outside the tile set are left out."""
        self._tiles = tiles
        keys = (self._key(word) for word in words)
        self.keys: frozenset[bytes] = frozenset(key for key in keys if key is not None)

    def _key(self, word: str) -> bytes | None:
        codes = self._tiles.try_encode(word)
        return None if codes is None else bytes(sorted(codes))

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and self._key(word) in self.keys
