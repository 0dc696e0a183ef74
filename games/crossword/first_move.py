"""Who plays first, drawn with the tiles of the division."""

from collections.abc import Sequence
from random import Random

from django.utils.translation import gettext as _

from games.engine.crossword import drawing
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import UnknownTileError
from games.errors import GameError


class TileDraw:
    """Each player draws a tile: the one nearest to the start of the alphabet plays first, and a blank beats all."""

    def __init__(self, rules: RuleSet) -> None:
        self._tiles = rules.tiles

    def draw(self, players: int, random: Random) -> tuple[str, ...]:
        """What each player drew, equal tiles drawn again until the order is settled."""
        return tuple(map(self._tiles.text, drawing.draw(self._tiles, players, random)))

    def order(self, drawn: Sequence[str]) -> tuple[int, ...]:
        """The players in the order in which they play. Raises GameError, whose message says what to type."""
        try:
            return drawing.playing_order(self._tiles, [self._tiles.encode_rack(own.strip()) for own in drawn])
        except drawing.EqualTilesError as error:
            raise GameError(
                _(
                    "Two players drew the same tile. They draw again: type the new tile after the first one, such as EK."
                ),
                code="equal_tiles",
            ) from error
        except UnknownTileError as error:
            raise GameError(
                _("“%(tile)s” is not a tile used in this division.") % {"tile": error.letter}, code="tile"
            ) from error
        except ValueError as error:
            raise GameError(
                _("Type each player's tile, “?” for a blank; there cannot be more of a tile than the bag has."),
                code="tile",
            ) from error
