"""Use cases of leagues: found one, begin its first season, set its rules and divisions, choose the events that count."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import date

from django.db import IntegrityError, transaction
from django.db.models import Model
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Club, User
from clubs.permissions import Action, require
from clubs.services import free_slug
from core.wording import division_title
from jobs.services import enqueue
from leagues.inputs import SEASON_RULES, LeagueDivisionInput, LeagueInput, SeasonInput
from leagues.models import (
    MAX_COUNTING_EVENTS,
    MAX_LEAGUE_DIVISIONS,
    CountingEvent,
    League,
    LeagueDivision,
    LeagueSeason,
    SeasonPlayer,
)
from tournaments.errors import NotOpenError, TournamentError
from tournaments.inputs.events import MAX_SLUG
from tournaments.models import Division


def scope(league: League) -> str:
    """The action log's scope of a league."""
    return f"league:{league.pk}"


def lock_league(actor: User, league_id: int) -> League:
    """The league with its club, locked until the transaction ends; the actor may manage the club's events."""
    league = League.objects.select_for_update(of=("self",), no_key=True).select_related("club").get(pk=league_id)
    require(actor, league.club, Action.MANAGE_EVENT)
    return league


def lock_season(actor: User, season: LeagueSeason) -> LeagueSeason:
    """The season as it is now, its league locked. Raises NotOpenError when it has been deleted."""
    league = lock_league(actor, season.league_id)
    current = LeagueSeason.objects.filter(pk=season.pk, league=league).first()
    if current is None:
        raise NotOpenError(_("This season has since been deleted."))
    current.league = league
    return current


def lock_open_season(actor: User, season: LeagueSeason) -> LeagueSeason:
    """The season, its league locked. Raises NotOpenError when it is finished."""
    current = lock_season(actor, season)
    if current.state == LeagueSeason.State.FINISHED:
        raise NotOpenError(
            _("“%(season)s” is finished. Reopen it first to correct something.") % {"season": current.name}
        )
    return current


@transaction.atomic
def create_league(*, actor: User, club: Club, data: LeagueInput) -> League:
    """Found a league of the club. Raises TournamentError when the address is taken."""
    require(actor, club, Action.MANAGE_EVENT)
    base = slugify(data.name)[: MAX_SLUG - 4] or "league"
    taken = set(League.objects.filter(club=club, slug__startswith=base).values_list("slug", flat=True))
    slug = data.slug or free_slug(base if base != "new" else "league", taken)
    if slug == "new":
        raise TournamentError(_("“new” cannot be an address. Choose another one."), code="slug_taken")
    try:
        with transaction.atomic():
            league = League.objects.create(club=club, name=data.name.strip(), slug=slug, about=data.about.strip())
    except IntegrityError as error:
        raise TournamentError(
            _("The club already has a league at “%(slug)s”. Choose another address.") % {"slug": slug},
            code="slug_taken",
        ) from error
    after = {"name": league.name, "slug": slug}
    log_action(actor=actor, verb="league.created", target=league, scope=scope(league), after=after)
    return league


@transaction.atomic
def update_league(*, actor: User, league: League, data: LeagueInput) -> League:
    """Rename a league or change what it says of itself; its address stays."""
    current = lock_league(actor, league.pk)
    before, after = _changes(current, {"name": data.name.strip(), "about": data.about.strip()})
    if after:
        _write(current, after)
        log_action(actor=actor, verb="league.changed", target=current, scope=scope(current), before=before, after=after)
    return current


def _changes(row: Model, values: Mapping[str, object]) -> tuple[dict[str, object], dict[str, object]]:
    """The values that differ from the row's: before and after."""
    after = {name: value for name, value in values.items() if getattr(row, name) != value}
    return {name: getattr(row, name) for name in after}, after


def _write(row: Model, values: Mapping[str, object]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
    row.save(update_fields=list(values))


@transaction.atomic
def create_season(
    *, actor: User, league: League, data: SeasonInput, divisions: Sequence[LeagueDivisionInput]
) -> LeagueSeason:
    """Begin a league's first season, in preparation; those that follow come from the season before (``next_season``).

    ``divisions`` from the top. Raises TournamentError when there is a season already, and without a division.
    """
    current = lock_league(actor, league.pk)
    if LeagueSeason.objects.filter(league=current).exists():
        raise TournamentError(
            _(
                "The league already has a season. Finish it and start the next one from there, so that no players "
                "are lost."
            ),
            code="season_exists",
        )
    if not divisions:
        raise TournamentError(_("Name at least one division."), code="divisions")
    season = LeagueSeason.objects.create(league=current, number=1, **_values(data))
    for item in divisions:
        _create_division(season, item)
    log(
        actor, season, "season.created", after=_logged(_values(data)) | {"divisions": [item.name for item in divisions]}
    )
    return season


def _values(data: SeasonInput) -> dict[str, object]:
    return asdict(data) | {"name": data.name.strip()}


def _logged(values: Mapping[str, object]) -> dict[str, object]:
    """The values as the log takes them: days as text."""
    return {name: str(value) if isinstance(value, date) else value for name, value in values.items()}


def log(
    actor: User,
    season: LeagueSeason,
    verb: str,
    *,
    before: dict[str, object] | None = None,
    after: dict[str, object] | None = None,
    reason: str = "",
) -> None:
    """Log an action on a season, in its league's log, and have its tables checked."""
    log_action(
        actor=actor,
        verb=verb,
        target=season,
        scope=scope(season.league),
        before=before,
        after={"season": season.name, **(after or {})},
        reason=reason.strip(),
    )
    enqueue("leagues.check_season", season.pk)


@transaction.atomic
def update_season(*, actor: User, season: LeagueSeason, data: SeasonInput, reason: str = "") -> LeagueSeason:
    """Change a season's name, days and rules. Raises TournamentError for other rules of a running season without a reason."""
    current = lock_open_season(actor, season)
    before, after = _changes(current, _values(data))
    if SEASON_RULES & after.keys() and current.state == LeagueSeason.State.RUNNING and not reason.strip():
        raise TournamentError(
            _("The season is running, so its tables will change at once. Say why you are changing the rules."),
            code="reason",
        )
    if after:
        _write(current, after)
        log(actor, current, "season.changed", before=_logged(before), after=_logged(after), reason=reason)
    return current


def _create_division(season: LeagueSeason, data: LeagueDivisionInput) -> LeagueDivision:
    """Add a division below the others; season locked."""
    others = list(LeagueDivision.objects.filter(season=season).order_by("position"))
    if len(others) >= MAX_LEAGUE_DIVISIONS:
        raise TournamentError(
            _("A season has at most %(max)d divisions.") % {"max": MAX_LEAGUE_DIVISIONS}, code="divisions"
        )
    name = data.name.strip()
    _refuse_same_name(name, others)
    slug = free_slug(slugify(name)[: MAX_SLUG - 4] or "division", {other.slug for other in others} | {"manage"})
    exchange = data.exchange if others else 0  # there is nothing above the top
    return LeagueDivision.objects.create(
        season=season, name=name, slug=slug, position=len(others) + 1, exchange=exchange
    )


def _refuse_same_name(name: str, others: Sequence[LeagueDivision]) -> None:
    if name.casefold() in {other.name.casefold() for other in others}:
        raise TournamentError(
            _("The season already has a division “%(name)s”; choose another name.") % {"name": name},
            code="division_taken",
        )


@transaction.atomic
def add_league_division(*, actor: User, season: LeagueSeason, data: LeagueDivisionInput) -> LeagueDivision:
    """Add a division below the others. Raises TournamentError when the name is taken."""
    current = lock_open_season(actor, season)
    division = _create_division(current, data)
    log(actor, current, "season.division_added", after={"division": division.name, "exchange": division.exchange})
    return division


def _division(season: LeagueSeason, division: LeagueDivision) -> LeagueDivision:
    current = LeagueDivision.objects.filter(pk=division.pk, season=season).first()
    if current is None:
        raise TournamentError(_("This division has since been removed."), code="gone")
    return current


@transaction.atomic
def update_league_division(
    *, actor: User, division: LeagueDivision, data: LeagueDivisionInput, reason: str = ""
) -> LeagueDivision:
    """Rename a division or change how many go up and down. A running season needs a reason for the latter."""
    season = lock_open_season(actor, division.season)
    current = _division(season, division)
    exchange = data.exchange if current.position > 1 else 0
    before, after = _changes(current, {"name": data.name.strip(), "exchange": exchange})
    if "name" in after:
        _refuse_same_name(data.name.strip(), list(LeagueDivision.objects.filter(season=season).exclude(pk=current.pk)))
    if "exchange" in after and season.state == LeagueSeason.State.RUNNING and not reason.strip():
        raise TournamentError(
            _("The season is running: say why you are changing the promotion and relegation places."), code="reason"
        )
    if after:
        _write(current, after)
        log(actor, season, "season.division_changed", before=before, after=after, reason=reason)
    return current


@transaction.atomic
def remove_league_division(*, actor: User, division: LeagueDivision) -> None:
    """Remove the lowest division of a season in preparation. Raises TournamentError when it has players or counting events."""
    season = lock_open_season(actor, division.season)
    current = _division(season, division)
    if season.state != LeagueSeason.State.DRAFT:
        raise TournamentError(_("The season is running, so its divisions cannot change."), code="running")
    if current.position == 1 or LeagueDivision.objects.filter(season=season, position__gt=current.position).exists():
        raise TournamentError(
            _("Only the lowest division can be removed, and a season needs at least one."), code="not_lowest"
        )
    if (
        SeasonPlayer.objects.filter(division=current).exists()
        or CountingEvent.objects.filter(league_division=current).exists()
    ):
        raise TournamentError(
            _("%(division)s has players or events. Move them to another division first.")
            % {"division": division_title(current.name)},
            code="not_empty",
        )
    current.delete()
    log(actor, season, "season.division_removed", before={"division": current.name})


@transaction.atomic
def count_event(*, actor: User, division: LeagueDivision, event_division_id: int) -> CountingEvent:
    """Let the games of an event's division count. Linking again changes nothing. Raises TournamentError for other clubs' events."""
    season = lock_open_season(actor, division.season)
    current = _division(season, division)
    own = Division.objects.filter(event__club=season.league.club_id, event__what_if_of__isnull=True)
    played = own.select_related("event").filter(pk=event_division_id).first()
    if played is None:
        raise TournamentError(_("The club has no such event. Choose one from the list."), code="event")
    if CountingEvent.objects.filter(league_division=current).count() >= MAX_COUNTING_EVENTS:
        raise TournamentError(
            _("At most %(max)d events can count for a division.") % {"max": MAX_COUNTING_EVENTS}, code="too_many_events"
        )
    counting_event, created = CountingEvent.objects.get_or_create(league_division=current, event_division=played)
    if created:
        log(actor, season, "season.event_counted", after={"division": current.name, "event": played.event.slug})
    return counting_event


@transaction.atomic
def stop_counting(*, actor: User, season: LeagueSeason, counting_event_id: int) -> None:
    """Stop counting an event; the event itself stays as it is. Raises TournamentError when it did not count."""
    current = lock_open_season(actor, season)
    counting_events = CountingEvent.objects.select_related("league_division", "event_division__event")
    counting_event = counting_events.filter(pk=counting_event_id, league_division__season=current).first()
    if counting_event is None:
        raise TournamentError(_("This event no longer counts."), code="gone")
    counting_event.delete()
    before: dict[str, object] = {
        "division": counting_event.league_division.name,
        "event": counting_event.event_division.event.slug,
    }
    log(actor, current, "season.event_uncounted", before=before)
