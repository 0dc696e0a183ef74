"""Leagues, their seasons, and the tables of a season."""

from typing import Any

from rest_framework import serializers

from core.api.rows import RowSerializer
from leagues.engine import Part
from leagues.inputs import (
    MAX_ABOUT,
    MAX_LEAGUE_NAME,
    MAX_MIN_GAMES,
    LeagueDivisionInput,
    LeagueInput,
    SeasonInput,
)
from leagues.models import MAX_COUNTING_EVENTS, MAX_EXCHANGE, League, LeagueSeason
from leagues.queries import CountingEventView, SeasonTable, TableRow
from tournaments.api.serializers.registries import TiebreaksField
from tournaments.inputs.events import MAX_DIVISION_NAME, MAX_SLUG
from tournaments.models import MAX_POINTS


class LeagueSerializer(serializers.ModelSerializer[League]):
    """A league of a club."""

    class Meta:
        model = League
        fields = ("slug", "name", "about")
        read_only_fields = fields


class NewLeagueSerializer(serializers.Serializer[None]):
    """A new league; an empty `slug` is made from the name."""

    name = serializers.CharField(max_length=MAX_LEAGUE_NAME)
    about = serializers.CharField(max_length=MAX_ABOUT, allow_blank=True, default="")
    slug = serializers.CharField(max_length=MAX_SLUG, allow_blank=True, default="")

    def to_input(self) -> LeagueInput:
        """The frozen input; call after ``is_valid()``."""
        return LeagueInput(**self.validated_data)


class _Rules(serializers.Serializer[Any]):
    """A season's name, days and rules."""

    name = serializers.CharField(max_length=MAX_LEAGUE_NAME)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True, default=None)
    open_to_all = serializers.BooleanField(
        default=True,
        help_text="Everyone who plays in a counting event is in its division; otherwise season players only.",
    )
    best_events = serializers.IntegerField(
        min_value=1, max_value=MAX_COUNTING_EVENTS, allow_null=True, default=None, help_text="null: all events count."
    )
    min_games = serializers.IntegerField(min_value=0, max_value=MAX_MIN_GAMES, default=1)
    win_points = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, default=2)
    tie_points = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, default=1)
    loss_points = serializers.IntegerField(min_value=0, max_value=MAX_POINTS, default=0)
    bye_half_wins = serializers.IntegerField(min_value=0, max_value=2, default=2)
    standings_order = TiebreaksField(default="points spread")


class SeasonSerializer(_Rules):
    """A season of a league."""

    number = serializers.IntegerField(read_only=True)
    state = serializers.ChoiceField(choices=LeagueSeason.State.choices, read_only=True)


class CountingEventSerializer(RowSerializer[CountingEventView]):
    """A division of an event whose games count."""

    names = "id event=event.slug division=division.slug event.starts_on event.state"


class SeasonDivisionSerializer(RowSerializer[SeasonTable]):
    """A division of a season, 1 = the top, and what counts for it."""

    names = "division.name division.slug division.position division.exchange"
    help = {"exchange": "This many are promoted to the division above, and as many relegated from it."}

    players = serializers.SerializerMethodField()
    events = serializers.SerializerMethodField()

    def get_players(self, table: SeasonTable) -> int:
        """How many are in its table."""
        return len(table.rows)

    def get_events(self, table: SeasonTable) -> list[dict[str, Any]]:
        """The events that count; those in preparation for officials only."""
        shown = table.counting_events if self.context.get("drafts") else table.shown
        return [dict(CountingEventSerializer(counting_event).data) for counting_event in shown]


class SeasonDetailSerializer(SeasonSerializer):
    """A season with its divisions, the top one first."""

    divisions = SeasonDivisionSerializer(many=True, read_only=True)


class NewDivisionSerializer(serializers.Serializer[None]):
    """A division of a new season."""

    name = serializers.CharField(max_length=MAX_DIVISION_NAME)
    exchange = serializers.IntegerField(min_value=0, max_value=MAX_EXCHANGE, default=0)


class NewSeasonSerializer(_Rules):
    """The first season of a league, with its divisions from the top; those that follow are made from the season before."""

    divisions = NewDivisionSerializer(many=True)

    def to_input(self) -> SeasonInput:
        """The frozen input; call after ``is_valid()``."""
        return SeasonInput(**{name: value for name, value in self.validated_data.items() if name != "divisions"})

    def division_inputs(self) -> list[LeagueDivisionInput]:
        """The divisions, from the top."""
        return [LeagueDivisionInput(**item) for item in self.validated_data["divisions"]]


class CountedSerializer(serializers.Serializer[None]):
    """A division of one of the club's events, by their addresses."""

    event = serializers.CharField(max_length=MAX_SLUG)
    division = serializers.CharField(max_length=MAX_SLUG)


class PartSerializer(RowSerializer[Part]):
    """What one event gave a player; `counts` is false where only the best events count and this is not one of them."""

    names = "row.wins row.losses row.spread row.played counts"


class SeasonLineSerializer(RowSerializer[TableRow]):
    """A line of a season's table. `rank` is null for a player with too few games."""

    names = """line.rank player_id=line.player name zone tied line.short line.row.wins line.row.losses line.row.ties
        line.row.points line.row.spread line.row.played line.row.byes line.row.forfeits decided_by=line.row.values events=cells"""
    help = {
        "zone": "Promotion or relegation as the table stands.",
        "tied": "Tied at the cut.",
        "short": "Games still needed to be ranked.",
        "decided_by": "The value of each of standings_order.",
        "events": "What each event of the division gave, by date; null where not entered.",
    }
    choices = {"zone": ["up", "down", ""]}
