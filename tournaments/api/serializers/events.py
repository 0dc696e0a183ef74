"""Events and divisions."""

from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import serializers

from clubs.models import Club
from core.api.fields import BySlug, IdField
from games.registry import GAMES, game_choices, rule_choices
from lexicon.models import LexiconVersion
from lexicon.queries import visible_to
from ratings.models import RatingPool
from tournaments.errors import TournamentError
from tournaments.inputs.events import (
    EVENT_SETTINGS,
    MAX_DIVISION_NAME,
    MAX_EVENT_NAME,
    MAX_SLUG,
    DivisionInput,
    EventChanges,
    EventInput,
)
from tournaments.models import MAX_ABOUT, Division, Event, new_settings, settings_class
from tournaments.queries.dictionaries import dictionary_for
from tournaments.services.standings.standings import input_of
from tournaments.settings.serializers import serializer_fields

#: The editions of all games, by their keys.
EDITIONS = {one.key: one for game in GAMES.values() for one in game.editions()}

_TABLE_LINKS = Event._meta.get_field("table_links")


class VersionField(serializers.PrimaryKeyRelatedField[LexiconVersion]):
    """An edition of a dictionary by its id, among those that the club may choose."""

    def __init__(self, **options: Any) -> None:
        bounded = IdField()
        super().__init__(queryset=LexiconVersion.objects.all(), pk_field=bounded, **options)

    def get_queryset(self) -> QuerySet[LexiconVersion]:
        """The club's choice."""
        return visible_to(self.context.get("club"))


class PoolField(BySlug[RatingPool]):
    """A rating pool by its address, among those of the club."""

    def __init__(self, **options: Any) -> None:
        super().__init__(queryset=RatingPool.objects.all(), **options)

    def get_queryset(self) -> QuerySet[RatingPool]:
        """The club's pools."""
        club: Club | None = self.context.get("club")
        return RatingPool.objects.filter(club=club) if club else RatingPool.objects.none()


class GameField(serializers.ChoiceField):
    """One of the games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=game_choices(), **options)


class RulesField(serializers.ChoiceField):
    """One of the named rules of all games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=rule_choices(), **options)


class EditionField(serializers.ChoiceField):
    """One of the language editions of the games."""

    def __init__(self, **options: Any) -> None:
        super().__init__(choices=[(one.key, one.label) for one in EDITIONS.values()], **options)


class DivisionSerializer(serializers.Serializer[Any]):
    """A division with its settings. Needs ``club`` in its context to read dictionaries and pools."""

    slug = serializers.SlugField(read_only=True)
    position = serializers.IntegerField(read_only=True)
    name = serializers.CharField(max_length=MAX_DIVISION_NAME, required=False)
    game = GameField(required=False)
    rules_slug = RulesField(required=False)
    lexicon_version = VersionField(required=False, allow_null=True, help_text="Id of an edition of a dictionary.")
    edition = EditionField(
        required=False,
        allow_blank=True,
        write_only=True,
        help_text="Sets tiles, dictionary and, where the edition has its own, rules together, by the day of the event; rules_slug "
        "and a lexicon_version of the same language that are sent with it stay.",
    )
    rating_pool = PoolField(required=False, allow_null=True, help_text="Slug of a rating pool of the club.")
    entry_count = serializers.IntegerField(read_only=True)
    round_count = serializers.IntegerField(read_only=True, help_text="Published rounds.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """With a field for each setting that is declared."""
        return {**super().get_fields(), **serializer_fields(settings_class(), source="settings")}

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """An edition as its dictionary and its options. Raises ValidationError when no dictionary of it is installed."""
        club, key = self.context.get("club"), attrs.pop("edition", "")
        if not key or club is None:
            return attrs
        edition, chosen = EDITIONS[key], attrs.get("lexicon_version")
        try:
            day = self.context.get("day") or timezone.localdate()
            version = dictionary_for(edition, club, visible_to(club), day, chosen)
        except TournamentError as error:
            raise serializers.ValidationError({"edition": str(error)}, code="edition") from error
        if edition.rules:
            attrs.setdefault("rules_slug", edition.rules)
        return {**attrs, "lexicon_version": version, "edition_options": edition.options}

    def to_input(self, keep: Division | None = None, like: Division | None = None) -> DivisionInput:
        """The frozen input; settings that were not sent are those of ``keep``, else the defaults.

        ``like``: another division whose settings a new one has, but for its name, tables and random order.
        """
        model = keep or like
        if model is None:
            return division_input(self.validated_data, DivisionInput())
        base = input_of(model)
        if keep is None:
            base = replace(base, name=DivisionInput().name).with_settings(seed=new_settings().seed, table_numbers=())
        return division_input(self.validated_data, base)


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
        required=False, write_only=True, help_text="True: places that players have seen may change."
    )

    def confirmation(self) -> tuple[str, bool]:
        """The reason, and whether moves are confirmed; call before ``to_input``."""
        return self.validated_data.pop("reason", ""), self.validated_data.pop("confirm", False)


def division_input(data: dict[str, Any], base: DivisionInput) -> DivisionInput:
    """``base`` with the values sent. Another game brings its default settings where it differs, and its default rules unless sent."""
    values = dict(data)
    settings = base.settings
    changes = {name: _frozen(value) for name, value in values.pop("settings", {}).items()}
    if options := values.pop("edition_options", {}):
        same = values.get("rules_slug", base.rules_slug) == base.rules_slug and "game" not in values
        kept = changes.get("rule_options", settings.rule_options if same else {})
        changes["rule_options"] = {**kept, **options}
    if "game" in values and values["game"] != base.game:
        settings = settings.fitted(values["game"])
        if "rules_slug" not in values:
            values["rules_slug"] = GAMES[values["game"]].default_rules
            settings = settings.changed(rule_options={})
    for name in ("lexicon_version", "rating_pool"):
        if name in values:
            chosen = values.pop(name)
            values[f"{name}_id"] = chosen.pk if chosen else None
    return replace(base, **values, settings=settings.changed(**changes))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class AnnouncementSerializer(serializers.Serializer[Any]):
    """Who may see an event, and what it announces."""

    visibility = serializers.ChoiceField(
        choices=Event.Visibility.choices,
        required=False,
        help_text="Who may see the event at any stage; others get 404 for everything in it.",
    )
    about = serializers.CharField(
        max_length=MAX_ABOUT, required=False, allow_blank=True, help_text="The announcement, in Markdown."
    )
    place = serializers.CharField(max_length=200, required=False, allow_blank=True)
    map_url = serializers.URLField(max_length=500, required=False, allow_blank=True)
    fees = serializers.CharField(max_length=300, required=False, allow_blank=True)
    time_zone = serializers.CharField(
        max_length=60, required=False, allow_blank=True, help_text="Such as Europe/London; empty: the site's own."
    )
    hide_entries = serializers.BooleanField(
        required=False, help_text="Visitors do not see the players until round 1 is published."
    )


class EventSerializer(AnnouncementSerializer):
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


class EventChangesSerializer(AnnouncementSerializer):
    """Changed settings of an event; what is not sent stays."""

    name = serializers.CharField(max_length=MAX_EVENT_NAME, required=False)
    starts_on = serializers.DateField(required=False)
    table_links = serializers.BooleanField(required=False, help_text=_TABLE_LINKS.help_text)

    def to_input(self, event: Event) -> EventChanges:
        """The frozen input of ``update_event``; call after ``is_valid()``."""
        current = {name: getattr(event, name) for name in EVENT_SETTINGS}
        return EventChanges(**{**current, **self.validated_data})


class ReasonSerializer(serializers.Serializer[None]):
    """A change that needs a reason."""

    reason = serializers.CharField(max_length=500)


class FinishSerializer(serializers.Serializer[None]):
    """The end of an event."""

    despite_questions = serializers.BooleanField(default=False, help_text="Finish although questions are open.")
