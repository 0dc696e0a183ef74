"""The plan of a division's rounds."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.api.serializers.pairing import PairingOptionsSerializer, SystemField
from tournaments.engine.round_plan import Plan, PlannedRound
from tournaments.forms.round_plan import MAX_TYPED
from tournaments.models import MAX_MINUTES, MAX_ROUNDS


class PlannedRoundSerializer(serializers.Serializer[Any]):
    """One round of a plan."""

    number = serializers.IntegerField(read_only=True)
    system = SystemField(allow_blank=True, default="", help_text="Empty: not planned, so as the round before.")
    options = PairingOptionsSerializer(required=False)
    lag = serializers.IntegerField(
        min_value=0,
        max_value=MAX_ROUNDS - 1,
        default=0,
        help_text="How many rounds the standings are behind; 0 for the latest.",
    )
    minutes = serializers.IntegerField(
        min_value=1,
        max_value=MAX_MINUTES,
        allow_null=True,
        default=None,
        help_text="Its length; null for that of the division's rounds.",
    )
    starts_at = serializers.DateTimeField(read_only=True, allow_null=True, help_text="By the event's schedule.")
    paired_by = serializers.CharField(read_only=True, help_text="The system that paired it; empty while it is open.")

    def planned(self, values: dict[str, Any]) -> PlannedRound:
        """One round as the engine has it."""
        return PlannedRound(values["system"], values.get("options", {}), values["lag"], values["minutes"])


class PlanSerializer(serializers.Serializer[Any]):
    """The rounds of a division, as planned. To change it, send the rounds to come, or the same as `text`."""

    first_open_round = serializers.IntegerField(read_only=True, help_text="The first round that is not paired yet.")
    from_round = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUNDS,
        write_only=True,
        help_text="The number of the first round that is sent; those before stay.",
    )
    text = serializers.CharField(
        max_length=MAX_TYPED,
        required=False,
        help_text="As it is typed: “4 Swiss on lagged standings, 2 KOTH”. In the answer the whole plan.",
    )
    rounds = PlannedRoundSerializer(many=True, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Either the rounds or the text."""
        if bool(attrs.get("rounds")) == bool(attrs.get("text")):
            raise serializers.ValidationError(_("Send either rounds or text."))
        return attrs

    def plan(self) -> Plan:
        """The rounds that were sent; call after ``is_valid()``."""
        first = self.validated_data["from_round"]
        row = PlannedRoundSerializer()
        return {first + place: row.planned(one) for place, one in enumerate(self.validated_data["rounds"])}
