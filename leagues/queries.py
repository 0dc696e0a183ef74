"""Reads of leagues: which there are, and the tables of a season from the confirmed results of the events that count."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from clubs.models import Club, Player
from clubs.names import by_name, in_order
from clubs.permissions import Action, Visitor, allowed, allowed_actions
from core.wording import division_title
from leagues import engine
from leagues.models import (
    CountingEvent,
    League,
    LeagueDivision,
    LeagueSeason,
    SeasonPlayer,
)
from ratings.queries.players import same_person
from tournaments.engine.model import EntrySnapshot, GameFact
from tournaments.engine.standings import extra_columns
from tournaments.errors import TournamentError
from tournaments.models import (
    Division,
    Entry,
    Event,
)
from tournaments.permissions import is_listed
from tournaments.queries.results import facts_by_division
from tournaments.queries.snapshot import settings_of


@dataclass(frozen=True, slots=True)
class CountingEventView:
    """A counted division of an event. ``public``: its event is no longer in preparation; only then it counts."""

    id: int
    division: Division

    @property
    def event(self) -> Event:
        """The event, loaded with its division."""
        return self.division.event

    @property
    def public(self) -> bool:
        """Whether everybody may find the event: the season's tables are public, and link to it."""
        return is_listed(self.event)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A line of a season's table. ``zone``: up, down or ""; ``tied``: equal to somebody on the other side of a line.

    ``cells``: what each counting event of the division gave the player, None where not entered.
    """

    line: engine.Line
    name: str
    zone: str
    tied: bool
    cells: tuple[engine.Part | None, ...]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player entered in a counted event whose games there are in no table. ``elsewhere``: the player's own division."""

    player_id: int
    name: str
    elsewhere: str


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """A division of a season with all that its pages show. ``standing`` is what promotion is made from."""

    division: LeagueDivision
    counting_events: tuple[CountingEventView, ...]
    standing: engine.Standing
    zones: engine.Zones
    rows: tuple[TableRow, ...]
    guests: tuple[Guest, ...]

    @property
    def shown(self) -> list[CountingEventView]:
        """The counting events that everybody may know of: one for each of a row's cells."""
        return [counting_event for counting_event in self.counting_events if counting_event.public]

    @property
    def ended(self) -> int:
        """How many of the counting events are finished."""
        return sum(counting_event.event.state == Event.State.FINISHED for counting_event in self.counting_events)

    @property
    def counts_unplayed(self) -> bool:
        """Whether somebody's wins and losses are more than the games played: byes and forfeits."""
        return any(row.line.row.wins + row.line.row.losses != row.line.row.played for row in self.rows)


def sees_drafts(user: Visitor, club: Club) -> bool:
    """Whether the user sees seasons in preparation. One query."""
    return allowed(user, club, Action.VIEW_DRAFTS)


def leagues_of(club: Club, *, drafts: bool) -> QuerySet[League]:
    """The club's leagues: for its officials all, for everybody those that have begun. One query."""
    leagues = League.objects.filter(club=club).order_by(*by_name(), "pk")
    begun = LeagueSeason.objects.exclude(state=LeagueSeason.State.DRAFT).values("league")
    return leagues if drafts else leagues.filter(pk__in=begun)


def club_leagues(club: Club, viewer: Visitor) -> dict[str, Any]:
    """What a club's page shows: its leagues; those in preparation only for its officials, its directors also get “New league”."""
    actions = allowed_actions(viewer, club)
    return {
        "club": club,
        "leagues": list(leagues_of(club, drafts=Action.VIEW_DRAFTS in actions)),
        "may_create": Action.MANAGE_EVENT in actions,
    }


def losses_of(divisions: list[int]) -> list[str]:
    """What the divisions of events count for, as sentences. Raises TournamentError where a finished season counts one."""
    counted = CountingEvent.objects.filter(event_division__in=divisions).order_by("event_division", "pk")
    texts = []
    for counting_event in counted.select_related("event_division", "league_division__season__league"):
        names = {
            "division": division_title(counting_event.event_division.name),
            "place": counting_event.league_division,
        }
        if counting_event.league_division.season.state == LeagueSeason.State.FINISHED:
            raise TournamentError(
                _(
                    "This backup cannot be restored: %(division)s counts for %(place)s. That "
                    "season is finished; reopen it first."
                )
                % names,
                code="season_finished",
            )
        texts.append(_("%(division)s no longer counts for %(place)s.") % names)
    return texts


def _names_in(model: type[League] | type[LeagueSeason]) -> Callable[[set[int]], Iterable[tuple[int, str]]]:
    return lambda ids: model._default_manager.filter(pk__in=ids).values_list("pk", "name")


#: Finds the names of what the action log speaks of.
LOG_NAMES = {model._meta.label_lower: _names_in(model) for model in (League, LeagueSeason)}


def seasons_of(league: League, *, drafts: bool) -> QuerySet[LeagueSeason]:
    """The league's seasons, newest first. One query."""
    seasons = LeagueSeason.objects.filter(league=league).order_by("-number")
    return seasons if drafts else seasons.exclude(state=LeagueSeason.State.DRAFT)


def previous_of(season: LeagueSeason) -> LeagueSeason | None:
    """The season before. One query."""
    return LeagueSeason.objects.filter(league=season.league_id, number=season.number - 1).first()


def rules_of(season: LeagueSeason) -> engine.SeasonRules:
    """The season's rules as the engine takes them. No query."""
    return engine.SeasonRules(
        order=tuple(season.standings_order.split()),
        best=season.best_events,
        min_games=season.min_games,
        win_points=season.win_points,
        tie_points=season.tie_points,
        loss_points=season.loss_points,
        bye_half_wins=season.bye_half_wins,
    )


def columns_of(season: LeagueSeason) -> list[str]:
    """The tie-breaks that a table of the season shows besides games, wins, losses and spread. No query."""
    return extra_columns(rules_of(season).order, (season.win_points, season.tie_points, season.loss_points))


def counting_events_of(season: LeagueSeason) -> list[CountingEvent]:
    """The season's counting events by date, with their divisions and events. One query."""
    counting_events = CountingEvent.objects.filter(league_division__season=season)
    related = counting_events.select_related("event_division__event", "league_division")
    event = "event_division__event"
    return list(related.order_by(f"{event}__starts_on", event, "league_division__position", "pk"))


def linkable(season: LeagueSeason) -> QuerySet[Division]:
    """Divisions of the club's events, newest first, that do not count for this season yet. One query."""
    linked = CountingEvent.objects.filter(league_division__season=season).values("event_division")
    own = Division.objects.filter(event__club=season.league.club_id, event__what_if_of__isnull=True)
    return own.exclude(pk__in=linked).select_related("event").order_by("-event__starts_on", "-event", "position")


def season_tables(season: LeagueSeason) -> list[SeasonTable]:
    """The tables of all divisions of a season, the top one first. Seven queries, whatever the size."""
    return read_season(season).tables()


def read_season(season: LeagueSeason) -> "SeasonReading":
    """All that a season's tables are made of. Seven queries, whatever the size."""
    return SeasonReading(season, list(LeagueDivision.objects.filter(season=season).order_by("position")))


class SeasonReading:
    """What the tables of a season are made of, read once."""

    def __init__(self, season: LeagueSeason, divisions: Sequence[LeagueDivision]) -> None:
        self.season = season
        self.divisions = divisions
        self.rules = rules_of(season)
        self.counting_events = [
            (counting_event.league_division_id, CountingEventView(counting_event.pk, counting_event.event_division))
            for counting_event in counting_events_of(season)
        ]
        counted = {view.division.pk: view.division for _league, view in self.counting_events if view.public}
        self.same = same_person()
        self._read_entries(counted)
        self.games = facts_by_division(counted.values())
        self.counted = {pk: self._counting_event(division) for pk, division in counted.items()}
        named = SeasonPlayer.objects.filter(season=season).order_by("pk")
        rows: list[tuple[int, int | None]] = list(named.values_list("player", "division"))
        rows.sort(
            key=lambda row: row[0] not in self.same
        )  # a merged duplicate gives way to the player it was merged into
        divisions_by_person = {self._person(player): division for player, division in rows}
        # None: the player does not continue.
        self.places = {person: division for person, division in divisions_by_person.items() if division is not None}
        self.season_players = engine.players_of(
            [division.pk for division in divisions], self.places, self._appearances(), open_to_all=season.open_to_all
        )
        self.home = {player: place for place, players in self.season_players.items() for player in players}
        everybody = self.home.keys() | {player for players in self.entered.values() for player in players}
        self.names = dict(Player.objects.filter(pk__in=everybody).values_list("pk", "name"))
        sorted_players = sorted(everybody, key=lambda player: (*in_order(self.names[player]), player))
        self.numbers = {player: number for number, player in enumerate(sorted_players, start=1)}

    def _person(self, player: int) -> int:
        return self.same.get(player, player)

    def _read_entries(self, counted: Iterable[int]) -> None:
        """Who is entered where, and the last known rating of each."""
        self.person_of: dict[int, int] = {}
        self.entered: dict[int, dict[int, None]] = {pk: {} for pk in counted}
        self.ratings: dict[int, int | None] = {}
        rows = Entry.objects.filter(division__in=self.entered).order_by("division__event__starts_on", "pk")
        for pk, division, player, rating in rows.values_list("pk", "division", "player", "rating"):
            person = self._person(player)
            self.person_of[pk] = person
            self.entered[division][person] = None
            self.ratings[person] = rating or self.ratings.get(person)

    def _counting_event(self, division: Division) -> engine.CountingEvent:
        """One event's division by persons. Nobody is counted for a game against their own other entry."""
        by_person = (
            (fact, self.person_of[fact.first], None if fact.second is None else self.person_of[fact.second])
            for fact in self.games.get(division.pk, ())
        )
        games = tuple(_by_person(fact, first, second) for fact, first, second in by_person if first != second)
        return engine.CountingEvent(division.pk, frozenset(self.entered[division.pk]), games, settings_of(division))

    def _appearances(self) -> list[tuple[int, int]]:
        """(player, league division) in the order in which they were played."""
        return [
            (player, league)
            for league, view in self.counting_events
            if view.public
            for player in self.entered[view.division.pk]
        ]

    def tables(self) -> list[SeasonTable]:
        """The tables, with the zones that follow from all of them."""
        standings = [self._standing(division) for division in self.divisions]
        return [
            self._table(division, standing, zones)
            for division, standing, zones in zip(self.divisions, standings, engine.zones(standings), strict=True)
        ]

    def _views(self, division: LeagueDivision) -> list[CountingEventView]:
        return [view for league, view in self.counting_events if league == division.pk]

    def _standing(self, division: LeagueDivision) -> engine.Standing:
        season_players = [
            EntrySnapshot(player, self.numbers[player], self.ratings.get(player))
            for player in self.season_players[division.pk]
        ]
        counted = [self.counted[view.division.pk] for view in self._views(division) if view.public]
        lines = engine.season_table(season_players, counted, self.rules, self.ratings)
        return engine.Standing(division.pk, lines, division.exchange)

    def _table(self, division: LeagueDivision, standing: engine.Standing, zones: engine.Zones) -> SeasonTable:
        views = tuple(self._views(division))
        columns = [view.division.pk for view in views if view.public]
        last = len(standing.ranked) - zones.down
        rows = []
        for index, line in enumerate(standing.lines):
            zone = "" if line.rank is None else "up" if index < zones.up else "down" if index >= last else ""
            parts = {part.event: part for part in line.parts}
            cells = tuple(parts.get(column) for column in columns)
            rows.append(TableRow(line, self.names[line.player], zone, line.player in zones.tied, cells))
        return SeasonTable(division, views, standing, zones, tuple(rows), self._guests(columns))

    def _guests(self, columns: Sequence[int]) -> tuple[Guest, ...]:
        counted = {(league, view.division.pk) for league, view in self.counting_events}
        guests = {
            player
            for column in columns
            for player in self.entered[column]
            if (self.home.get(player, 0), column) not in counted  # neither here nor where the player belongs
        }
        names = {one.pk: one.name for one in self.divisions}
        return tuple(
            Guest(player, self.names[player], names.get(self.home.get(player, 0), ""))
            for player in sorted(guests, key=lambda player: self.numbers[player])
        )


def _by_person(fact: GameFact, first: int, second: int | None) -> GameFact:
    winner = {fact.first: first, fact.second: second}.get(fact.winner) if fact.winner is not None else None
    return replace(fact, first=first, second=second, winner=winner)


def players_by_person(season: LeagueSeason) -> dict[int, SeasonPlayer]:
    """The season's list by player: of merged players the row of the one that remains, if there is one. Two queries."""
    same = same_person()
    rows = SeasonPlayer.objects.filter(season=season).select_related("player").order_by("pk")
    merged_first = sorted(rows, key=lambda season_player: season_player.player_id not in same)
    return {same.get(season_player.player_id, season_player.player_id): season_player for season_player in merged_first}


def namesakes(tables: Iterable[SeasonTable]) -> list[str]:
    """Names that two players of a season have: perhaps one person who was entered twice. No query."""
    rows = [row for table in tables for row in table.rows]
    players: dict[str, set[int]] = {}
    for row in rows:
        players.setdefault(row.name.casefold(), set()).add(row.line.player)
    names = {row.name.casefold(): row.name for row in rows}
    return [names[name] for name, same_name in sorted(players.items()) if len(same_name) > 1]


def unfinished_events(season: LeagueSeason) -> list[Event]:
    """The counted events that are not finished. One query."""
    counted = Q(divisions__counted_in__league_division__season=season)
    return list(
        Event.objects.filter(counted).exclude(state=Event.State.FINISHED).distinct().order_by("starts_on", "pk")
    )
