"""Who starts: each player draws a tile; the one nearest to the start of the alphabet begins, and a blank beats all.

>>> from games.engine.crossword.tiles import tile_set
>>> english = tile_set("en")
>>> starters(english, english.encode("CAT")), starters(english, english.encode("A?")), starters(english, english.encode("BB"))
((1,), (1,), (0, 1))
"""

from __future__ import annotations

from games.engine.crossword.tiles import BLANK, TileSet


def starters(tiles: TileSet, drawn: bytes) -> tuple[int, ...]:
    """The players who drew the best tile; if there are several, they draw again. The tiles go back into the bag.

    The order of the alphabet is that of the tile set's data file. Raises ValueError when nothing was drawn.
    """
    if not drawn or len(drawn) > tiles.total:
        raise ValueError("each player draws one tile")
    ranks = [0 if code == BLANK else code for code in drawn]
    best = min(ranks)
    return tuple(player for player, rank in enumerate(ranks) if rank == best)
