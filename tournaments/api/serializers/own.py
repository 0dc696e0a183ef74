"""A player's own part of an event, and personal links for officials."""

from rest_framework import serializers

from core.api.fields import IdField
from tournaments.api.serializers.results import (
    PLAYER_KIND_CHOICES,
    OfficialFileReportSerializer,
    OfficialReportSerializer,
)
from tournaments.api.serializers.rounds import PairingLineSerializer


class OwnReportSerializer(OfficialReportSerializer):
    """A player's report; the link says who reports."""

    kind = serializers.ChoiceField(choices=PLAYER_KIND_CHOICES, default="played")


class OwnFileReportSerializer(OwnReportSerializer, OfficialFileReportSerializer):
    """A player's report with a file."""


class OwnPageSerializer(serializers.Serializer[object]):
    """A player's event."""

    event = serializers.CharField()
    event_name = serializers.CharField()
    division = serializers.CharField()
    number = serializers.IntegerField(help_text="The player's number in the division.")
    name = serializers.CharField()
    next_round = serializers.IntegerField(allow_null=True, help_text="The round of the next game; null without one.")
    games = PairingLineSerializer(many=True, help_text="Public games and byes by round.")


class PersonalLinkSerializer(serializers.Serializer[object]):
    """A player's personal link. An empty key: replace the link."""

    entry_id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    key = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)


class SeenSerializer(serializers.Serializer[None]):
    """A reported result, in the version that was seen."""

    pairing_id = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)


class ConfirmSerializer(serializers.Serializer[None]):
    """Which reported results to confirm as they stand."""

    seen = serializers.ListField(child=SeenSerializer(), max_length=500)


class ConfirmedSerializer(serializers.Serializer[object]):
    """The outcome."""

    confirmed = serializers.ListField(child=IdField(), help_text="Pairings confirmed now.")
    changed = serializers.ListField(
        child=IdField(), help_text="Pairings left as they are: something else came in since."
    )
