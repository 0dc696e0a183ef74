"""The log of an event, its history and its test copies."""

from typing import Any

from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.log_wording import Change, LogLine
from tournaments.models import Result
from tournaments.services.events.history import PastDivision, PastEvent, PastGame, PastLine, PastRound


class ChangeSerializer(RowSerializer[Change]):
    """One value that an action changed."""

    names = "name title=label before after"
    help = {"title": "Its label, in the requested language."}


class LogLineSerializer(RowSerializer[LogLine]):
    """One action. An empty `actor` is the site itself, or somebody with a slip's key."""

    names = "id at actor verb what=target_type what_id=target_id what_name=target sentence reason changes"
    help = {
        "what_name": "Such as “Round 3, Division A”.",
        "sentence": "What happened, in the requested language.",
    }


class ReplayLineSerializer(RowSerializer[PastLine]):
    """A line of the standings then."""

    names = "row.rank number name rating row.points row.wins row.losses row.spread row.withdrawn"
    help = {"points": "Match points."}


class ReplayGameSerializer(RowSerializer[PastGame]):
    """A game then, with its result if there was one."""

    help = {
        "players": "Names by seat.",
        "led_before": "Who led before unplayed tiles and so won equal totals, by seat.",
    }

    state = serializers.ChoiceField(choices=Result.State.choices, allow_blank=True, help_text="Empty: no report yet.")


class ReplayRoundSerializer(RowSerializer[PastRound]):
    """A round then; a draft is named only."""


class ReplayDivisionSerializer(RowSerializer[PastDivision]):
    """A division then."""

    names = "division.slug division.name standings=lines rounds"


class ReplaySerializer(RowSerializer[PastEvent]):
    """The event right after an action."""

    names = "exact divisions"
    help = {"exact": "False: the backup before a later step was deleted, so discarded drafts may be missing."}


class LogEntrySerializer(serializers.Serializer[Any]):
    """An action, and the event right after it."""

    action = LogLineSerializer()
    event = ReplaySerializer()


class WhatIfSerializer(serializers.Serializer[Any]):
    """A test copy of an event: for officials alone, without slips and ratings, never public."""

    slug = serializers.SlugField()
    name = serializers.CharField()
    created_at = serializers.DateTimeField()
