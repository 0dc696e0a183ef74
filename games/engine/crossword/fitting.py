"""Which tile set a record was played with, when it does not say so.

>>> from games.engine.crossword.gcg import read
>>> fitting_tile_set(read("#character-encoding UTF-8\\n>a: AĆĘIPST 8G STĘPIĆ +46 46".encode()).record, "en")
'pl'
>>> fitting_tile_set(read(b">a: DINNVWY 8D WINDY +32 32").record, "en")
'en'
"""

from __future__ import annotations

from games.engine.crossword.record import Kind, Record
from games.engine.crossword.tiles import TileSet, UnknownTileError, tile_set, tile_set_slugs


def fitting_tile_set(record: Record, preferred: str) -> str:
    """``preferred`` if every tile of the record is in that set, else the only set that fits; else ``preferred``."""
    texts = {event.rack for event in record.events}
    texts |= {event.text for event in record.events if event.kind is Kind.PLAY}
    if _fits(tile_set(preferred), texts):
        return preferred
    slugs = [slug for slug in tile_set_slugs() if _fits(tile_set(slug), texts)]
    return slugs[0] if len(slugs) == 1 else preferred


def _fits(tiles: TileSet, texts: set[str]) -> bool:
    try:
        for text in texts:
            if not tiles.blank_only.isdisjoint(tiles.encode(text)):
                return False
    except UnknownTileError:
        return False
    return True
