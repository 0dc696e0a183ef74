"""Handicap standings."""

from core.api.rows import RowSerializer
from tournaments.queries.handicaps import HandicapLine


class HandicapLineSerializer(RowSerializer[HandicapLine]):
    """A line of the handicap standings: wins, losses and spread with head starts, and the plain ones beside them."""

    names = """line.row.rank line.entry_id line.player_id line.number line.name line.rating points line.row.wins
        line.row.losses line.row.spread line.row.withdrawn plain_rank=plain.rank plain_wins=plain.wins
        plain_losses=plain.losses plain_spread=plain.spread"""
    help = {"points": "The player's handicap points; null where the handicap goes by rating."}
