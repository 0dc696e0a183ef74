"""Handicap standings."""

from rest_framework import serializers

from tournaments.queries.handicaps import HandicapLine


class HandicapLineSerializer(serializers.Serializer[HandicapLine]):
    """A line of the handicap standings: wins, losses and spread with head starts, and the plain ones beside them."""

    rank = serializers.IntegerField(source="line.row.rank")
    entry_id = serializers.IntegerField(source="line.entry_id")
    player_id = serializers.IntegerField(source="line.player_id")
    number = serializers.IntegerField(source="line.number")
    name = serializers.CharField(source="line.name")
    rating = serializers.IntegerField(source="line.rating", allow_null=True)
    points = serializers.IntegerField(
        allow_null=True, help_text="The player's handicap points; null where the handicap goes by rating."
    )
    wins = serializers.FloatField(source="line.row.wins")
    losses = serializers.FloatField(source="line.row.losses")
    spread = serializers.IntegerField(source="line.row.spread")
    withdrawn = serializers.BooleanField(source="line.row.withdrawn")
    plain_rank = serializers.IntegerField(source="plain.rank")
    plain_wins = serializers.FloatField(source="plain.wins")
    plain_losses = serializers.FloatField(source="plain.losses")
    plain_spread = serializers.IntegerField(source="plain.spread")
