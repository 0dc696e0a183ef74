"""Starting the drafted rounds of several divisions at once."""

from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.inputs.results import MAX_SLUG
from tournaments.models import MAX_ROUNDS
from tournaments.services.rounds.publish_all import PublishOutcome, PublishPreview, RoundOutcome

_MOST_DIVISIONS = 200
_MAX_VERSION = 2**31 - 1


class DivisionStartSerializer(RowSerializer[PublishPreview]):
    """What a start would do in a division: publish this round in this version, or nothing, and why. Warnings stop nothing."""

    names = "division=division.slug number version games ready in_the_way warnings"
    help = {
        "number": "Null when all rounds are published.",
        "version": "Null without a draft.",
    }


class RoundChoiceSerializer(serializers.Serializer[None]):
    """A division's round that is to start."""

    division = serializers.SlugField(max_length=MAX_SLUG)
    number = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    expected_version = serializers.IntegerField(min_value=0, max_value=_MAX_VERSION)


class StartSerializer(serializers.Serializer[None]):
    """Which rounds are to start. ``clock``: then start the event's clock, too."""

    rounds = serializers.ListField(child=RoundChoiceSerializer(), max_length=_MOST_DIVISIONS)
    clock = serializers.BooleanField(default=False)


class StartedSerializer(serializers.Serializer[RoundOutcome]):
    """What became of a division's round; ``why`` is empty when it is published."""

    division = serializers.CharField(source="division.slug")
    number = serializers.IntegerField()
    started = serializers.SerializerMethodField()
    why = serializers.CharField(allow_blank=True)

    def get_started(self, one: RoundOutcome) -> bool:
        """Whether it is published now."""
        return not one.why


class StartReportSerializer(serializers.Serializer[PublishOutcome]):
    """What became of each. ``clock``: the id of the event's clock if it was started; ``no_clock``: why it was not."""

    rounds = StartedSerializer(many=True)
    clock = serializers.IntegerField(source="clock.clock.pk", allow_null=True, default=None)
    no_clock = serializers.CharField(allow_blank=True)
