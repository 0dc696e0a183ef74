"""Publishing the drafts of several divisions at once."""

from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.inputs.events import MAX_SLUG
from tournaments.models import MAX_ROUNDS
from tournaments.services.rounds.publish_all import PublishOutcome, PublishPreview, RoundOutcome

_MOST_DIVISIONS = 200
_MAX_VERSION = 2**31 - 1


class DivisionStartSerializer(RowSerializer[PublishPreview]):
    """A division's round to publish in this version, or why it cannot be. Warnings stop nothing."""

    names = "division=division.slug number version games ready in_the_way warnings"
    help = {
        "number": "Null when all rounds are published.",
        "version": "Null without a draft.",
    }


class RoundChoiceSerializer(serializers.Serializer[None]):
    """A division's round to publish."""

    division = serializers.SlugField(max_length=MAX_SLUG)
    number = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS)
    expected_version = serializers.IntegerField(min_value=0, max_value=_MAX_VERSION)


class StartSerializer(serializers.Serializer[None]):
    """Which rounds to publish. ``clock``: then start the event's clock, too."""

    rounds = serializers.ListField(child=RoundChoiceSerializer(), max_length=_MOST_DIVISIONS)
    clock = serializers.BooleanField(default=False)


class StartedSerializer(RowSerializer[RoundOutcome]):
    """The outcome for a division's round; ``why`` is empty when it is published."""

    names = "division=division.slug number started=published why"


class StartReportSerializer(RowSerializer[PublishOutcome]):
    """The outcome for each. ``clock``: the id of the event's clock if it was started; ``no_clock``: why it was not."""

    names = "rounds clock=clock.clock.pk no_clock"
