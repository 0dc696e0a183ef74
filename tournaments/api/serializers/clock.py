"""Clocks of the hall."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.engine.round_clock import Act
from tournaments.engine.table_numbers import MAX_TABLE
from tournaments.inputs.clock import ClockChange, TableTimeInput
from tournaments.models import MAX_MINUTES, ClockMark
from tournaments.queries.clock import ClockReading
from tournaments.queries.table_times import TableTimeReading

MAX_MARKS = 32_767


class ClockMarkSerializer(serializers.ModelSerializer[ClockMark]):
    """Something done to a clock. ``seconds``: what a start gives and an extension adds."""

    class Meta:
        model = ClockMark
        fields = ("number", "act", "at", "seconds", "reason")
        read_only_fields = fields


class ClockSerializer(RowSerializer[ClockReading]):
    """A clock and what it shows ``at`` the moment of the answer. ``left``: seconds; below zero: overtime."""

    names = """id=clock.pk division round=clock.round_number seen at state.length state.left state.running state.stopped
        state.over state.ends_at marks"""
    help = {
        "seen": "Send it with the next change.",
        "length": "Seconds given so far.",
    }

    division = serializers.CharField(
        source="clock.division.slug", allow_null=True, default=None, help_text="Null: of the whole event."
    )
    marks = serializers.SerializerMethodField(help_text="What was done to it, and why; for officials only.")

    @extend_schema_field(ClockMarkSerializer(many=True))
    def get_marks(self, reading: ClockReading) -> list[Any]:
        """Reasons are for officials."""
        return list(ClockMarkSerializer(reading.marks, many=True).data) if self.context.get("official") else []


class ClockStartSerializer(serializers.Serializer[None]):
    """A clock to start: of the event, or of a division's round in play."""

    division = serializers.SlugField(required=False, allow_null=True, help_text="Default: of the whole event.")
    minutes = serializers.IntegerField(
        min_value=1, max_value=MAX_MINUTES, required=False, help_text="Default: the division's round length."
    )


class ClockChangeSerializer(serializers.Serializer[None]):
    """A change of a clock. ``seen``: its last mark when that was decided. An extension has ``minutes`` and a ``reason``."""

    act = serializers.ChoiceField(choices=[act.value for act in Act if act is not Act.START])
    seen = serializers.IntegerField(min_value=1, max_value=MAX_MARKS)
    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES, required=False)
    reason = serializers.CharField(max_length=200, required=False, allow_blank=True)

    def to_input(self) -> ClockChange:
        """The frozen input; raises Django's ValidationError."""
        data = self.validated_data
        return ClockChange(
            act=Act(data["act"]),
            seen=data["seen"],
            minutes=data.get("minutes", 0),
            reason=data.get("reason", "").strip(),
        )


class TableTimeSerializer(RowSerializer[TableTimeReading]):
    """Extra time of a table. ``ends_at``: when its time is up, null without a running clock."""

    names = "id=time.pk pairing=time.pairing_id table minutes=time.minutes reason=time.reason ends_at"

    id = serializers.IntegerField(source="time.pk")
    pairing = serializers.IntegerField(source="time.pairing_id")
    minutes = serializers.IntegerField(source="time.minutes")
    reason = serializers.CharField(source="time.reason")


class TableTimeGivenSerializer(serializers.Serializer[None]):
    """Extra time for the game that is being played at a table. Everyone can read the reason."""

    table = serializers.IntegerField(min_value=1, max_value=MAX_TABLE)
    minutes = serializers.IntegerField(min_value=1, max_value=MAX_MINUTES)
    reason = serializers.CharField(max_length=200)

    def to_input(self) -> TableTimeInput:
        """The frozen input; call after ``is_valid()``."""
        return TableTimeInput(**self.validated_data)
