"""Changes of an entry, its absences, pairs kept apart or locked."""

from dataclasses import fields
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.fields import IdField
from tournaments.engine.adjustments import MAX_TEXT
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.inputs.entries import MAX_WORD, EntryChanges
from tournaments.models import MAX_HANDICAP, MAX_REASON, MAX_ROUNDS, MAX_TABLE, Absence, Entry, Handicap


class EntryChangesSerializer(serializers.Serializer[None]):
    """What may change about an entry; what is not sent stays."""

    name = serializers.CharField(max_length=80, required=False)
    rating = serializers.IntegerField(min_value=0, max_value=MAX_RATING, required=False, allow_null=True)
    fixed_table = serializers.IntegerField(min_value=1, max_value=MAX_TABLE, required=False, allow_null=True)
    player_class = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    team = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    club = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    federation_id = serializers.CharField(
        max_length=MAX_WORD, required=False, allow_blank=True, help_text="The player's in the club, for all events."
    )
    handicap = serializers.ChoiceField(choices=Handicap.choices, required=False, help_text="Of Word Basket.")
    handicap_points = serializers.IntegerField(
        min_value=0, max_value=MAX_HANDICAP, required=False, help_text="A game, in handicap standings by points."
    )
    spread_changes = serializers.CharField(
        max_length=2 * MAX_TEXT,
        required=False,
        allow_blank=True,
        help_text="Spread adjustments, rounds with points: “3 -25, 5 +10”. Together with the reason, or both empty.",
    )
    spread_reason = serializers.CharField(
        max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why; everybody sees it."
    )

    def to_input(self, entry: Entry) -> EntryChanges:
        """The frozen input of ``update_entry``; call after ``is_valid()``."""
        current = {field.name: getattr(entry, field.name, None) for field in fields(EntryChanges)}
        return EntryChanges(**{**current, **self.validated_data})


class AbsenceSerializer(serializers.Serializer[Any]):
    """A round that a player misses. ``kind``: what it counts (absent: nothing)."""

    round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    kind = serializers.ChoiceField(choices=Absence.Kind.choices)


class AbsencesSerializer(serializers.Serializer[None]):
    """All future rounds that a player misses."""

    absences = AbsenceSerializer(many=True)

    def validate_absences(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each round once."""
        if len({item["round"] for item in value}) < len(value):
            raise serializers.ValidationError(_("Name each round once."))
        return value

    def rounds(self) -> dict[int, str]:
        """Round → kind, as ``set_absences`` takes it."""
        return {item["round"]: item["kind"] for item in self.validated_data["absences"]}


class BlockSerializer(serializers.Serializer[Any]):
    """Two entries kept apart, and why. ``weak``: only if possible; ``until``: the last such round (null: always)."""

    id = serializers.IntegerField(read_only=True)
    entry_a = IdField(source="low_id")
    entry_b = IdField(source="high_id")
    reason = serializers.CharField(max_length=200)
    weak = serializers.BooleanField(default=False)
    until = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)

    def pair(self) -> dict[str, Any]:
        """The pair and its terms, as ``block_pair`` takes them."""
        values = dict(self.validated_data)
        return {"entry_a": values.pop("low_id"), "entry_b": values.pop("high_id"), **values}


class LockSerializer(serializers.Serializer[Any]):
    """Two entries paired in a round; ``first`` plays first. ``second`` null: ``first`` has the bye."""

    first = IdField(source="first_id")
    second = IdField(source="second_id", allow_null=True)

    def pair(self) -> tuple[int, int | None]:
        """First and second, as ``lock_pair`` takes them."""
        return self.validated_data["first_id"], self.validated_data["second_id"]
