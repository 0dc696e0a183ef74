"""Events and divisions."""

import re
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Club
from games.registry import GAMES, game_choices, rule_choices
from lexicon.models import LexiconVersion
from lexicon.queries import visible_to
from ratings.models import RatingPool
from tournaments.api.serializers.registries import RegistryField, TiebreaksField
from tournaments.challenge_words import challenge_choices
from tournaments.inputs import (
    EVENT_SETTINGS,
    MAX_DIVISION_NAME,
    MAX_EVENT_NAME,
    MAX_SLUG,
    DivisionInput,
    EventChanges,
    EventInput,
)
from tournaments.models import (
    MAX_GAMES,
    MAX_HANDICAP,
    MAX_MINUTES,
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_SEATS,
    MAX_TABLE,
    Division,
    Event,
    HandicapBy,
    LateRounds,
)

#: Whole numbers up to this are the same in every JSON reader.
MAX_SAFE_INTEGER = 2**53 - 1
MAX_ID = 2**31 - 1

_TABLE_LINKS = Event._meta.get_field("table_links")

_SETTINGS = (
    "name",
    "game",
    "best_of",
    "table_size",
    "rules_slug",
    "rule_options",
    "challenge_rule",
    "lexicon_version_id",
    "rounds_planned",
    "rating_pool_id",
    "bye_spread",
    "forfeit_spread",
    "spread_cap",
    "max_repeats",
    "seed",
    "late_rounds",
    "win_points",
    "tie_points",
    "loss_points",
    "standings_order",
    "bye_half_wins",
    "show_contention",
    "meeting_games",
    "handicap_by",
    "handicap_percent",
    "handicap_cap",
    "round_minutes",
)


_LISTS = ("table_numbers", "spread_caps")


class VersionField(serializers.PrimaryKeyRelatedField[LexiconVersion]):
    """An edition of a dictionary by its id, among those that the club may choose."""

    def __init__(self, **options: Any) -> None:
        bounded = serializers.IntegerField(min_value=1, max_value=MAX_ID)
        super().__init__(queryset=LexiconVersion.objects.all(), pk_field=bounded, **options)

    def get_queryset(self) -> QuerySet[LexiconVersion]:
        """The club's choice."""
        return visible_to(self.context.get("club"))


class PoolField(serializers.SlugRelatedField[RatingPool]):
    """A rating pool by its address, among those of the club."""

    def __init__(self, **options: Any) -> None:
        super().__init__(queryset=RatingPool.objects.all(), slug_field="slug", **options)

    def get_queryset(self) -> QuerySet[RatingPool]:
        """The club's pools."""
        club: Club | None = self.context.get("club")
        return RatingPool.objects.filter(club=club) if club else RatingPool.objects.none()


@extend_schema_field({"type": "object", "additionalProperties": {}, "example": {"rack_size": 9}})
class RuleOptionsField(serializers.DictField):
    """Changed parameters of the rules; the rules themselves say which there are."""

    default_error_messages = {"option": _("“{name}” is not an option of the rules.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """The options; their values are checked by the rules."""
        clean: dict[str, Any] = super().to_internal_value(data)
        for name in clean:
            if not re.fullmatch("[a-z_]{1,40}", name):
                self.fail("option", name=name[:40])
        return clean


class GameField(serializers.ChoiceField):
    """One of the games that there are."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=game_choices(), **options)


class RulesField(serializers.ChoiceField):
    """One of the named rules of all games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=rule_choices(), **options)


class DivisionSerializer(serializers.Serializer[Any]):
    """A division with its settings. Needs ``club`` in its context to read dictionaries and pools."""

    slug = serializers.SlugField(read_only=True)
    position = serializers.IntegerField(read_only=True)
    name = serializers.CharField(max_length=MAX_DIVISION_NAME, required=False)
    game = GameField(required=False)
    best_of = serializers.IntegerField(
        min_value=1, max_value=MAX_GAMES, required=False, help_text="Games of a meeting at Word Basket, an odd number."
    )
    table_size = serializers.IntegerField(
        min_value=2, max_value=MAX_SEATS, required=False, help_text="Players at a table; more than two: club tables."
    )
    meeting_games = serializers.IntegerField(
        min_value=1,
        max_value=MAX_GAMES,
        required=False,
        help_text="Rounds in a row against the same opponent, unless a round is paired otherwise.",
    )
    rules_slug = RulesField(required=False)
    rule_options = RuleOptionsField(required=False)
    challenge_rule = RegistryField(challenge_choices, required=False)
    lexicon_version = VersionField(required=False, allow_null=True, help_text="Id of an edition of a dictionary.")
    rounds_planned = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, required=False)
    rating_pool = PoolField(required=False, allow_null=True, help_text="Slug of a rating pool of the club.")
    bye_spread = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False)
    forfeit_spread = serializers.IntegerField(min_value=-MAX_SCORE, max_value=0, required=False)
    spread_cap = serializers.IntegerField(min_value=1, max_value=MAX_SCORE, required=False, allow_null=True)
    max_repeats = serializers.IntegerField(min_value=0, max_value=MAX_ROUNDS, required=False, allow_null=True)
    seed = serializers.IntegerField(min_value=0, max_value=MAX_SAFE_INTEGER, required=False)
    table_numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_TABLE),
        required=False,
        max_length=1000,
        help_text="Tables of the hall, best game first; empty: the lowest numbers no other division uses.",
    )
    late_rounds = serializers.ChoiceField(
        choices=LateRounds.choices, required=False, help_text="What rounds before a late entry count."
    )
    win_points = serializers.IntegerField(min_value=1, max_value=MAX_POINTS, required=False)
    tie_points = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, required=False)
    loss_points = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, required=False)
    standings_order = TiebreaksField(required=False)
    spread_caps = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_SCORE),
        required=False,
        max_length=MAX_ROUNDS,
        help_text="Spread cap of round 1, 2 …, the last for all that follow, 0 for none; empty: spread_cap everywhere.",
    )
    bye_half_wins = serializers.IntegerField(
        min_value=0, max_value=2, required=False, help_text="What a bye counts: 2 a win, 1 a tie, 0 a loss."
    )
    show_contention = serializers.BooleanField(required=False, help_text="Whether all see who can still win what.")
    handicap_by = serializers.ChoiceField(
        choices=HandicapBy.choices, required=False, help_text="What the handicap standings go by."
    )
    handicap_percent = serializers.IntegerField(
        min_value=1, max_value=100, required=False, help_text="By rating: percent of the difference, as points a game."
    )
    handicap_cap = serializers.IntegerField(
        min_value=1, max_value=MAX_HANDICAP, required=False, allow_null=True, help_text="Most points a game."
    )
    round_minutes = serializers.IntegerField(
        min_value=1, max_value=MAX_MINUTES, required=False, help_text="What the clock of a round is started with."
    )
    entry_count = serializers.IntegerField(read_only=True)
    round_count = serializers.IntegerField(read_only=True, help_text="Published rounds.")

    def to_input(self, keep: Division | None = None, like: Division | None = None) -> DivisionInput:
        """The frozen input; settings that were not sent are those of ``keep``, else the usual ones.

        ``like``: another division whose settings a new one has, but for its name, tables and random order.
        """
        model = keep or like
        if model is None:
            return division_input(self.validated_data, DivisionInput())
        kept: dict[str, Any] = {name: getattr(model, name) for name in _SETTINGS}
        kept |= {name: tuple(getattr(model, name)) for name in _LISTS}
        if keep is None:
            kept |= {"name": DivisionInput().name, "seed": None, "table_numbers": ()}
        return division_input(self.validated_data, DivisionInput(**kept))


class DivisionChangesSerializer(DivisionSerializer):
    """Changed settings of a division, with what a change of the standings during the event needs."""

    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        write_only=True,
        help_text="Why, for the log; needed to change what decides the standings once a round is published.",
    )
    confirm = serializers.BooleanField(
        required=False, write_only=True, help_text="That places which players have seen may change."
    )

    def confirmation(self) -> tuple[str, bool]:
        """The reason, and whether moves are confirmed; call before ``to_input``."""
        return self.validated_data.pop("reason", ""), self.validated_data.pop("confirm", False)


def division_input(data: dict[str, Any], base: DivisionInput) -> DivisionInput:
    """``base`` with what was sent. Who names another game and no rules takes its usual ones."""
    sent = dict(data)
    if "game" in sent and "rules_slug" not in sent and sent["game"] != base.game:
        sent |= {"rules_slug": GAMES[sent["game"]].default_rules, "rule_options": sent.get("rule_options", {})}
    for name in _LISTS:
        if name in sent:
            sent[name] = tuple(sent[name])
    for name in ("lexicon_version", "rating_pool"):
        if name in sent:
            found = sent.pop(name)
            sent[f"{name}_id"] = found.pk if found else None
    return replace(base, **sent)


class EventSerializer(serializers.Serializer[Event]):
    """An event. ``version`` grows with every public change: unchanged version, unchanged event."""

    slug = serializers.SlugField(max_length=MAX_SLUG, required=False, allow_blank=True)
    name = serializers.CharField(max_length=MAX_EVENT_NAME)
    starts_on = serializers.DateField()
    table_links = serializers.BooleanField(required=False, help_text=_TABLE_LINKS.help_text)
    club = serializers.CharField(source="club.slug", read_only=True)
    state = serializers.ChoiceField(choices=Event.State.choices, read_only=True)
    private = serializers.BooleanField(read_only=True, help_text="A copy that only officials see until it is released.")
    version = serializers.IntegerField(read_only=True)


class EventDetailSerializer(EventSerializer):
    """An event with its divisions."""

    divisions = DivisionSerializer(many=True, read_only=True)


class NewEventSerializer(EventSerializer):
    """A new event with its first division; an empty ``slug`` is made from the name."""

    division = DivisionSerializer(required=False)

    def to_input(self) -> EventInput:
        """The frozen input of ``create_event``; call after ``is_valid()``."""
        data = dict(self.validated_data)
        division = division_input(data.pop("division", {}), DivisionInput())
        return EventInput(division=division, **data)


class EventChangesSerializer(serializers.Serializer[None]):
    """Changed settings of an event; what is not sent stays."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME, required=False)
    starts_on = serializers.DateField(required=False)
    table_links = serializers.BooleanField(required=False, help_text=_TABLE_LINKS.help_text)

    def to_input(self, keep: Event) -> EventChanges:
        """The frozen input of ``update_event``; call after ``is_valid()``."""
        kept = {name: getattr(keep, name) for name in EVENT_SETTINGS}
        return EventChanges(**{**kept, **self.validated_data})


class ReasonSerializer(serializers.Serializer[None]):
    """A change that needs a reason."""

    reason = serializers.CharField(max_length=500)


class FinishSerializer(serializers.Serializer[None]):
    """The end of an event."""

    despite_questions = serializers.BooleanField(default=False, help_text="Finish although questions are open.")
