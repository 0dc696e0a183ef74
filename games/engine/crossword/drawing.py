"""Who starts: each player draws a tile; the one nearest to the start of the alphabet begins, and a blank beats all.

>>> import random
>>> from games.engine.crossword.tiles import tile_set
>>> english = tile_set("en")
>>> starters(english, english.encode("CAT")), starters(english, english.encode("A?")), starters(english, english.encode("BB"))
((1,), (1,), (0, 1))
>>> playing_order(english, [english.encode(tiles) for tiles in ("EB", "A", "EK")])
(1, 0, 2)
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from random import Random

from games.engine.crossword.tiles import BLANK, TileSet


class EqualTilesError(ValueError):
    """``players`` have drawn the same tiles and must draw again."""

    def __init__(self, players: tuple[int, ...]) -> None:
        super().__init__(f"players {players} drew the same tiles")
        self.players = players


def starters(tiles: TileSet, drawn: bytes) -> tuple[int, ...]:
    """The players who drew the best tile; when there are several they draw again. The tiles go back into the bag.

    The order of the alphabet is that of the tile set's data file. Raises ValueError when nothing was drawn.
    """
    if not drawn or len(drawn) > tiles.total:
        raise ValueError("each player draws one tile")
    ranks = _ranks(drawn)
    return tuple(player for player, rank in enumerate(ranks) if rank == min(ranks))


def playing_order(tiles: TileSet, drawn: Sequence[bytes]) -> tuple[int, ...]:
    """The players in the order in which they play. ``drawn``: each one's tile, and behind it those drawn again after equal ones.

    Raises EqualTilesError while two are level, ValueError for a player who has drawn nothing, or tiles that the bag does not have.
    """
    if not all(drawn):
        raise ValueError("each player draws a tile")
    _check_bag(tiles, drawn)
    level = defaultdict(list)
    for player, own in enumerate(drawn):
        level[tuple(_ranks(own))].append(player)
    for players in level.values():
        if len(players) > 1:
            raise EqualTilesError(tuple(players))
    return tuple(level[ranks][0] for ranks in sorted(level))


def draw(tiles: TileSet, players: int, random: Random) -> tuple[bytes, ...]:
    """Each player's tiles by a random draw from the full bag; who is level draws again, until the order is settled."""
    drawn = [bytes([tile]) for tile in random.sample(tiles.bag, players)]
    while True:
        try:
            playing_order(tiles, drawn)
        except EqualTilesError as equal:
            again = random.sample(tiles.bag, len(equal.players))
            for player, tile in zip(equal.players, again, strict=True):
                drawn[player] += bytes([tile])
        else:
            return tuple(drawn)


def _ranks(drawn: bytes) -> list[int]:
    return [0 if code == BLANK else code for code in drawn]


def _check_bag(tiles: TileSet, drawn: Sequence[bytes]) -> None:
    """Raise ValueError where one draw took more of a tile than there are."""
    for number in range(max(map(len, drawn))):
        together = [own[number] for own in drawn if len(own) > number]
        for tile in set(together):
            if together.count(tile) > tiles.bag.count(tile):
                raise ValueError("the bag does not have that many of a tile")
