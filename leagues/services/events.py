"""An event for a season's players, created through the use cases of events and rosters."""

from dataclasses import replace

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Player, User
from games.registry import DEFAULT_GAME, GAMES
from leagues.inputs import SeasonEventInput
from leagues.models import CountingEvent, LeagueDivision, LeagueSeason
from leagues.queries import SeasonTable, season_tables
from leagues.services.leagues import lock_open_season, log
from lexicon.queries import visible_to
from ratings.models import PlayerRating
from ratings.queries.players import same_person
from tournaments.errors import NotReadyError, TournamentError
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.models import (
    MAX_ROUNDS,
    Division,
    Entry,
    Event,
)
from tournaments.queries.dictionaries import default_edition
from tournaments.services.entries.entries import lock_division
from tournaments.services.entries.roster import enter_rows
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division, create_event
from tournaments.services.events.locking import touch
from tournaments.services.events.templates import like_division, rate_like
from tournaments.services.rounds.round_plan import copy_plan


@transaction.atomic
def create_season_event(*, actor: User, season: LeagueSeason, data: SeasonEventInput) -> Event:
    """An event in preparation with a division for each of the season's that has players, who are entered; its games count.

    Settings, rating lists and handicaps are those of the last event that counted for the division. The event of this
    name and day that counts already is returned as it is. Raises TournamentError without players.
    """
    current = lock_open_season(actor, season)
    counted = CountingEvent.objects.filter(league_division__season=current)
    same_event = counted.filter(
        event_division__event__name=data.name.strip(), event_division__event__starts_on=data.starts_on
    )
    if (counting_event := same_event.select_related("event_division__event").first()) is not None:
        return counting_event.event_division.event
    tables = [table for table in season_tables(current) if table.rows]
    if not tables:
        raise NotReadyError(
            _("The season has no players yet; add them first, or count an event that has already been played.")
        )
    last_divisions = [_last_division(current, table.division) for table in tables]
    inputs = [_division_input(current, table, data, last) for table, last in zip(tables, last_divisions, strict=True)]
    event = create_event(
        actor=actor,
        club=current.league.club,
        data=EventInput(name=data.name, starts_on=data.starts_on, division=inputs[0]),
    )
    for item in inputs[1:]:
        add_division(actor=actor, event=event, data=item)
    divisions = Division.objects.filter(event=event).order_by("position")
    for table, division, last in zip(tables, divisions, last_divisions, strict=True):
        if last is not None:
            copy_plan(actor=actor, division=division, like=last)
            rate_like(actor, division, last)
        _enter(actor, table, division, last)
        CountingEvent.objects.create(league_division=table.division, event_division=division)
    log(actor, current, "season.event_made", after={"event": event.slug})
    return event


def _division_input(
    season: LeagueSeason, table: SeasonTable, data: SeasonEventInput, last: Division | None
) -> DivisionInput:
    """The settings of the event's division: those of the ``last`` one that counted, without its pool (``rate_like``)."""
    rounds = data.rounds or _everybody_once(len(table.rows), 1 if last is None else last.settings.meeting_games)
    name = table.division.name
    if last is None:
        club = season.league.club
        version = default_edition(club, GAMES[DEFAULT_GAME].dictionaries(visible_to(club)), timezone.localdate())
        return DivisionInput(name=name, lexicon_version_id=version.pk if version else None).with_settings(
            rounds_planned=rounds
        )
    return replace(like_division(last), name=name).with_settings(rounds_planned=rounds, table_numbers=())


def _everybody_once(players: int, games: int) -> int:
    """Rounds for everybody to play everybody, ``games`` in a row. Raises TournamentError when they are too many for an event."""
    rounds = max(1, players - 1 if players % 2 == 0 else players) * games
    if rounds > MAX_ROUNDS:
        raise TournamentError(
            _("%(count)d players cannot all play each other in %(max)d rounds; say how many rounds there are.")
            % {"count": players, "max": MAX_ROUNDS},
            code="rounds",
        )
    return rounds


def _last_division(season: LeagueSeason, division: LeagueDivision) -> Division | None:
    """The division of an event that counted last, in this season or in one before."""
    counted = CountingEvent.objects.filter(
        league_division__season__league=season.league_id, league_division__position=division.position
    ).select_related("event_division")
    last = counted.order_by("-event_division__event__starts_on", "-pk").first()
    return None if last is None else last.event_division


def _enter(actor: User, table: SeasonTable, division: Division, last: Division | None) -> None:
    """Enter the table's players in its order, with the pool's ratings, else those of their last entry for that pool."""
    current = lock_division(actor, division.pk, division.event_id)
    ids = [row.line.player for row in table.rows]
    people = Player.objects.in_bulk(ids)
    rated = PlayerRating.objects.filter(pool=current.rating_pool_id, player__in=ids, rating__isnull=False)
    ratings = {
        player: (rating, games) for player, rating, games in rated.values_list("player", "rating", "career_games")
    }
    alike = Entry.objects.filter(division__rating_pool=current.rating_pool_id, division__event__what_if_of=None)
    entered = alike.filter(player__in=ids, rating__isnull=False).order_by("pk")
    before = dict(entered.values_list("player", "rating"))
    rows = []
    for player in ids:
        rating, games = ratings.get(player, (before.get(player), None))
        rows.append(RosterRow(name=people[player].name, player_id=player, rating=rating, career_games=games))
    entries = enter_rows(actor, current, rows)
    if last is not None:
        _copy_handicaps(entries, last)
    touch(current.event)


def _copy_handicaps(entries: list[Entry], last: Division) -> None:
    """Give players the handicaps that they had in the last division."""
    same = same_person()
    had = {same.get(entry.player_id, entry.player_id): entry for entry in Entry.objects.filter(division=last)}
    for entry in entries:
        if (before := had.get(entry.player_id)) is not None:
            entry.handicap, entry.handicap_points = before.handicap, before.handicap_points
    Entry.objects.bulk_update(entries, ["handicap", "handicap_points"])
