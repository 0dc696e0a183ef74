"""The log of an event, the event as it was after an action, and its what-ifs."""

from typing import Any

from rest_framework import serializers

from tournaments.models import Result
from tournaments.queries.action_log import Search
from tournaments.services.replay import Replay

MAX_TEXT = 80


class SearchSerializer(serializers.Serializer[None]):
    """What is looked for in the log; nothing: everything."""

    text = serializers.CharField(
        max_length=MAX_TEXT, required=False, help_text="In the reason and in what was there before and after."
    )
    who = serializers.CharField(max_length=MAX_TEXT, required=False, help_text="Part of a user name.")
    verb = serializers.CharField(
        max_length=MAX_TEXT, required=False, help_text="What happened, such as round.published."
    )
    what = serializers.CharField(max_length=MAX_TEXT, required=False, help_text="To what, such as division.")
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False, help_text="The last day that counts.")

    def to_search(self) -> Search:
        """The frozen search; call after ``is_valid()``."""
        return Search(**self.validated_data)


class ChangeSerializer(serializers.Serializer[Any]):
    """One value that an action changed."""

    name = serializers.CharField()
    title = serializers.CharField(source="label", help_text="What people call it, in the language asked for.")
    before = serializers.CharField()
    after = serializers.CharField()


class LogLineSerializer(serializers.Serializer[Any]):
    """One action. An empty `actor` is the site itself, or somebody with a slip's key."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    actor = serializers.CharField()
    verb = serializers.CharField()
    what = serializers.CharField(source="target_type")
    what_id = serializers.CharField(source="target_id")
    what_name = serializers.CharField(source="target", help_text="Such as “Round 3, Division A”.")
    sentence = serializers.CharField(help_text="What happened, in words, in the language asked for.")
    reason = serializers.CharField()
    changes = ChangeSerializer(many=True)


class ReplayLineSerializer(serializers.Serializer[Any]):
    """A line of the standings then."""

    rank = serializers.IntegerField(source="row.rank")
    number = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField(source="row.points", help_text="Match points.")
    wins = serializers.FloatField(source="row.wins")
    losses = serializers.FloatField(source="row.losses")
    spread = serializers.IntegerField(source="row.spread")
    withdrawn = serializers.BooleanField(source="row.withdrawn")


class ReplayGameSerializer(serializers.Serializer[Any]):
    """A game then, with its result if there was one."""

    table = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField(), help_text="Names by seat.")
    state = serializers.ChoiceField(choices=Result.State.choices, allow_blank=True, help_text="Empty: no report yet.")
    kind = serializers.CharField(allow_blank=True)
    first_score = serializers.IntegerField(allow_null=True)
    second_score = serializers.IntegerField(allow_null=True)
    tally = serializers.CharField(allow_blank=True)


class ReplayRoundSerializer(serializers.Serializer[Any]):
    """A round then; a draft is named only."""

    number = serializers.IntegerField()
    public = serializers.BooleanField()
    games = ReplayGameSerializer(many=True)


class ReplayDivisionSerializer(serializers.Serializer[Any]):
    """A division then."""

    slug = serializers.CharField(source="division.slug")
    name = serializers.CharField(source="division.name")
    standings = ReplayLineSerializer(many=True, source="lines")
    rounds = ReplayRoundSerializer(many=True)


class ReplaySerializer(serializers.Serializer[Replay]):
    """The event right after an action."""

    exact = serializers.BooleanField(
        help_text="False: a later backup is missing, so drafts discarded since then may be missing."
    )
    divisions = ReplayDivisionSerializer(many=True)


class LogEntrySerializer(serializers.Serializer[Any]):
    """An action, and the event right after it."""

    action = LogLineSerializer()
    event = ReplaySerializer()


class WhatIfSerializer(serializers.Serializer[Any]):
    """A trial copy of an event: for officials alone, without slips and ratings, never public."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
