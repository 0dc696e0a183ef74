"""Brackets."""

from core.api.rows import RowSerializer
from tournaments.queries.bracket import BracketGame, BracketLine, BracketSide


class BracketSideSerializer(RowSerializer[BracketSide]):
    """One of the two in a match: a player, or the number of the match whose winner or loser it will be; with neither a bye."""

    help = {"seed": "In the bracket.", "won": "Games won so far; a tie is half of one."}


class BracketGameSerializer(RowSerializer[BracketGame]):
    """A game of a match; the scores stand in the order of the match's sides."""

    help = {"kind": "Of the result; empty until it is confirmed."}


class BracketLineSerializer(RowSerializer[BracketLine]):
    """A match of a knock-out's bracket, of one to come too."""

    help = {
        "number": "From 1, in the order of play; null where one of the two has a bye.",
        "size": "How many matches this part of the bracket has at this stage.",
        "best_of": "How many games it has at most.",
        "winner": "The entry that goes on; null until that is decided.",
    }
