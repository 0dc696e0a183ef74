"""The seed order."""

from typing import Any

from rest_framework import serializers

from core.api.fields import IdField
from core.api.rows import RowSerializer
from tournaments.inputs.seeds import SeedsInput
from tournaments.models import MAX_REASON
from tournaments.queries.seeds import SeedLine

MAX_PLACE = 9999
MAX_ROWS = 2000


class SeedLineSerializer(RowSerializer[SeedLine]):
    """A player's place. ``seed``: given by hand, with the ``reason``; null: by rating."""

    names = "place entry=entry.pk entry.name entry.rating entry.seed reason=entry.seed_reason"


class GivenSeedSerializer(serializers.Serializer[Any]):
    """A seed given by hand."""

    entry = IdField()
    seed = serializers.IntegerField(min_value=1, max_value=MAX_PLACE)


class SeedsSerializer(serializers.Serializer[None]):
    """All seeds given by hand, and why they change; whoever is not named is seeded by rating."""

    seeds = serializers.ListField(child=GivenSeedSerializer(), max_length=MAX_ROWS)
    reason = serializers.CharField(max_length=MAX_REASON)

    def to_input(self) -> SeedsInput:
        """The frozen input of ``set_seeds``; call after ``is_valid()``. Raises ValidationError."""
        rows = self.validated_data["seeds"]
        return SeedsInput(
            seeds=tuple((row["entry"], row["seed"]) for row in rows), reason=self.validated_data["reason"]
        )
