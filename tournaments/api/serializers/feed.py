"""The file of another program that an event follows."""

from typing import Any

from rest_framework import serializers

from core.api.fields import MAX_ID
from core.outgoing import MAX_ADDRESS
from tournaments.models import MAX_PART, EventFeed
from tournaments.queries.feed import FeedLine, FeedView

#: No event has more divisions.
_MOST_PARTS = 100
_MOST_ANSWERS = 2_000


class FeedDivisionSerializer(serializers.Serializer[FeedLine]):
    """A division and its name in the file. ``problems``: why nothing of the newest file was taken over.

    ``who``: names in it that are only similar to known players; send who they are.
    """

    division = serializers.SlugField(source="division.slug")
    part = serializers.CharField()
    problems = serializers.ListField(child=serializers.CharField())
    who = serializers.SerializerMethodField()

    def get_who(self, line: FeedLine) -> dict[str, list[int]]:
        """By name the ids of the players whom it may mean."""
        return {question.name: [pk for pk, _name in question.similar] for question in line.questions}


class FeedSerializer(serializers.Serializer[FeedView]):
    """How the file stands. ``why``: why it is paused or stopped; ``trouble``: why it could not be read the last time."""

    address = serializers.CharField(source="feed.address")
    state = serializers.ChoiceField(choices=EventFeed.State.choices, source="feed.state")
    why = serializers.ChoiceField(choices=EventFeed.Why.choices, source="feed.why", allow_blank=True)
    trouble = serializers.ChoiceField(choices=EventFeed.Trouble.choices, source="feed.trouble", allow_blank=True)
    status_code = serializers.IntegerField(source="feed.status_code", allow_null=True)
    read_at = serializers.DateTimeField(source="feed.read_at", allow_null=True)
    changed_at = serializers.DateTimeField(source="feed.changed_at", allow_null=True)
    due_at = serializers.DateTimeField(source="feed.due_at", help_text="When it is read next, while it is followed.")
    divisions = FeedDivisionSerializer(many=True, source="lines")


class FollowSerializer(serializers.Serializer[None]):
    """The file to follow."""

    address = serializers.CharField(max_length=MAX_ADDRESS, help_text="Of the tourney.js, beginning with https://.")
    parts = serializers.DictField(
        child=serializers.CharField(max_length=MAX_PART),
        help_text="Slug of a division → its name in the file. Divisions that are left out are entered here.",
    )

    def validate_parts(self, parts: dict[str, str]) -> dict[str, str]:
        """No more than there can be."""
        return _bounded(parts, _MOST_PARTS)


class FeedActSerializer(serializers.Serializer[None]):
    """What to do. ``who`` with ``read``: who is meant by names in the file, a player's id, or 0 for a new player."""

    act = serializers.ChoiceField(choices=["read", "pause", "resume"])
    who = serializers.DictField(child=serializers.IntegerField(min_value=0, max_value=MAX_ID), required=False)

    def validate_who(self, who: dict[str, Any]) -> dict[str, Any]:
        """No more than a file can have."""
        return _bounded(who, _MOST_ANSWERS)


def _bounded(values: dict[str, Any], most: int) -> dict[str, Any]:
    if len(values) > most:
        raise serializers.ValidationError(f"At most {most}.")
    return values
