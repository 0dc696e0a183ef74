"""The queue of rolling pairing."""

from typing import Any

from rest_framework import serializers

from core.api.fields import IdField
from core.api.rows import RowSerializer
from tournaments.queries.queue import QueueLine

MAX_CHOSEN = 500


class QueueLineSerializer(RowSerializer[QueueLine]):
    """A waiting player. `minutes`: how long; `games`: tonight; `held`: kept out of new pairs."""

    names = "entry_id number name rating since minutes held games"


class QueueSwitchSerializer(serializers.Serializer[Any]):
    """Whether pairs form automatically."""

    automatic = serializers.BooleanField()


class QueueSerializer(serializers.Serializer[Any]):
    """The queue, and the games in play by their ids."""

    automatic = serializers.BooleanField(help_text="Pairs form automatically.")
    waiting = QueueLineSerializer(many=True)
    games = serializers.ListField(child=IdField())


class JoinSerializer(serializers.Serializer[Any]):
    """Who is free: entries by their ids."""

    entries = serializers.ListField(child=IdField(), min_length=1, max_length=MAX_CHOSEN)


class HoldSerializer(serializers.Serializer[Any]):
    """Whether a player is kept out of new pairs."""

    held = serializers.BooleanField()


class FormPairsSerializer(serializers.Serializer[Any]):
    """Nothing, or the two entries that a director pairs."""

    entries = serializers.ListField(child=IdField(), max_length=2, default=list)


class FormedSerializer(serializers.Serializer[Any]):
    """The games that begin, by their ids."""

    games = serializers.ListField(child=IdField())
