"""Check-in."""

from typing import Any, get_args

from rest_framework import serializers

from core.api.fields import IdField
from core.api.rows import RowSerializer
from tournaments.inputs.check_in import CheckInInput
from tournaments.models import MAX_FORFEIT_MINUTES
from tournaments.queries.check_in import DeskLine, Presence

MAX_CHOSEN = 500


class CheckInSettingsSerializer(serializers.Serializer[Any]):
    """How players check in."""

    self_open = serializers.BooleanField(default=True, help_text="Players can check themselves in.")
    waits = serializers.BooleanField(default=False, help_text="Round 1 is not paired while somebody is missing.")
    forfeit_minutes = serializers.IntegerField(
        min_value=1, max_value=MAX_FORFEIT_MINUTES, allow_null=True, default=None, help_text="null: no forfeit timer."
    )

    def to_input(self) -> CheckInInput:
        """The frozen input; call after ``is_valid()``."""
        return CheckInInput(**self.validated_data)


class CheckInSerializer(serializers.Serializer[Any]):
    """Check-in of an event and how many are here, not here yet, or absent, over all divisions."""

    open = serializers.BooleanField(help_text="Check-in has begun.")
    settings = CheckInSettingsSerializer()
    here = serializers.IntegerField()
    missing = serializers.IntegerField()
    absent = serializers.IntegerField()


class DeskLineSerializer(RowSerializer[DeskLine]):
    """A player at the desk. `late`: the minutes that somebody who is not here yet has told."""

    names = "entry_id name number division=division_slug club round presence at absence late"
    help = {"round": "The next one of the division.", "absence": "What that round counts, in words."}
    choices = {"presence": get_args(Presence)}


class HereSerializer(serializers.Serializer[None]):
    """Who is here: entries by their ids, or everybody of a club who is not here yet."""

    entries = serializers.ListField(child=IdField(), max_length=MAX_CHOSEN, default=list)
    club = serializers.CharField(max_length=30, allow_blank=True, allow_null=True, default=None)


class CheckedInSerializer(serializers.Serializer[None]):
    """The entries that are new."""

    checked_in = serializers.ListField(child=IdField())


class AbsentSerializer(serializers.Serializer[None]):
    """Who did not come; null: everybody who is not here."""

    entries = serializers.ListField(child=IdField(), max_length=MAX_CHOSEN, allow_null=True, default=None)


class NoShowSerializer(serializers.Serializer[None]):
    """A player who did not come at all."""

    entry = serializers.IntegerField(min_value=1)
