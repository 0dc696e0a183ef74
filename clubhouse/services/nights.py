"""Use cases of the regular club night: its plan, and tonight's event with its players."""

from dataclasses import asdict
from datetime import date

from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.log import log_action
from clubhouse.inputs import NightInput, NightPlanInput
from clubhouse.models import ClubNight, NightPlan
from clubhouse.queries import last_night, plan_of
from clubhouse.services.people import players_meant, who_is_meant
from clubs.models import Club, Player, User
from clubs.permissions import Action, require
from ratings.queries.players import same_person
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry, Event
from tournaments.services.entries.entries import lock_division
from tournaments.services.entries.roster import enter_rows
from tournaments.services.entries.roster_lines import RosterRow, resolve
from tournaments.services.entries.same_names import NEW_PLAYER, WhoIsMeantError
from tournaments.services.events.locking import touch
from tournaments.services.events.templates import NewEventInput, create_from_template, create_like

#: What a night is made from where the club has neither a template nor a last night.
DEFAULT_TEMPLATE = "club_night"
MOST_PLAYERS = 300


@transaction.atomic
def save_plan(*, actor: User, club: Club, data: NightPlanInput) -> NightPlan:
    """Set the club's regular night. Raises PermissionDenied."""
    require(actor, club, Action.MANAGE_CLUB)
    values = asdict(data) | {"name": data.name.strip(), "skipped": sorted({day.isoformat() for day in data.skipped})}
    plan, _created = NightPlan.objects.update_or_create(club=club, defaults=values)
    after = {"name": plan.name, "first_on": data.first_on.isoformat(), "repeats": plan.repeats}
    log_action(actor=actor, verb="night_plan.changed", target=plan, scope=f"club:{club.pk}", after=after)
    return plan


@transaction.atomic
def end_plan(*, actor: User, club: Club) -> None:
    """The club no longer meets regularly. Nights that were held stay."""
    require(actor, club, Action.MANAGE_CLUB)
    for plan in NightPlan.objects.filter(club=club):
        log_action(
            actor=actor,
            verb="night_plan.ended",
            target=plan,
            scope=f"club:{club.pk}",
            before={"name": plan.name},
        )
        plan.delete()


def night_name(club: Club, day: date) -> str:
    """How the night of this day is called."""
    plan = plan_of(club)
    name = plan.name if plan else _("Club night")
    return f"{name} {date_format(day)}"


@transaction.atomic
def create_night(*, actor: User, club: Club, data: NightInput) -> Event:
    """Tonight's event, with its players entered: by the club's template, or like the last night.

    Raises TournamentError (nobody ticked, a closed club, …), WhoIsMeantError for a typed name that is only similar to a known one.
    """
    require(actor, club, Action.MANAGE_EVENT)
    players = _players(club, data)
    plan, last = plan_of(club), last_night(club)
    new = NewEventInput(name=night_name(club, data.day), starts_on=data.day, players=len(players))
    if plan is not None and plan.template:
        event = create_from_template(actor=actor, club=club, key=plan.template, data=new)
    elif last is not None:
        event = create_like(actor=actor, event=last, data=new)
    else:
        event = create_from_template(actor=actor, club=club, key=DEFAULT_TEMPLATE, data=new)
    ClubNight.objects.create(event=event)
    division = Division.objects.filter(event=event).order_by("position")[0]
    if len(players) < 2 and not division.settings.rolling:  # with rolling pairing they come when they come
        raise TournamentError(_("Tick who is here: at least two players."), code="players")
    _enter(actor, division, players)
    return event


def _players(club: Club, data: NightInput) -> list[Player]:
    """Everybody who plays, in the order of the list. Raises TournamentError, WhoIsMeantError."""
    names = [clean for name in data.others if (clean := " ".join(name.split()))]
    if too_long := next((name for name in names if len(name) > 80), None):
        raise TournamentError(_("“%(name)s” is too long for a name.") % {"name": f"{too_long[:40]}…"}, code="others")
    meant = who_is_meant(club, names)
    for name in names:
        one = meant[name.casefold()]
        if one.player is None and not data.all_new:
            raise WhoIsMeantError(one.name, one.similar)
    if data.all_new:
        meant = who_is_meant(club, names, dict.fromkeys(map(str.casefold, names), NEW_PLAYER))
    if len(data.players) + len(meant) > MOST_PLAYERS:
        raise TournamentError(
            _("A club night can have at most %(max)d players.") % {"max": MOST_PLAYERS}, code="players"
        )
    together = {**_ticked(club, data), **{one.pk: one for one in players_meant(club, meant).values()}}
    return list(together.values())


def _ticked(club: Club, data: NightInput) -> dict[int, Player]:
    """The ticked players, who must be known in the club: of it, entered in it before, or on its roll."""
    same = same_person()
    numbers = {same.get(number, number) for number in data.players}
    entered = Entry.objects.filter(division__event__club=club).values("player")
    players = Player.objects.filter(pk__in=numbers)
    known = players.filter(home_club=club) | players.filter(pk__in=entered) | players.filter(roll__club=club)
    by_number = {player.pk: player for player in known.distinct()}
    if len(by_number) < len(numbers):
        raise TournamentError(_("A ticked player is no longer in the club. Reload the page."), code="players")
    return by_number


def _enter(actor: User, division: Division, players: list[Player]) -> None:
    """Enter them, the strongest first; ratings come from the division's list."""
    current = lock_division(actor, division.pk, division.event_id)
    at_home = [one for one in players if one.home_club_id == current.event.club_id]
    rows = [RosterRow(name=one.name, player_id=one.pk, line=number) for number, one in enumerate(at_home, start=1)]
    preview = resolve(current, rows, ())
    if preview.problems:
        raise TournamentError(" ".join(problem.message for problem in preview.problems), code="players")
    visitors = [one for one in players if one.home_club_id != current.event.club_id]
    before = Entry.objects.filter(player__in=visitors, rating__isnull=False).order_by("pk")
    rated = dict(before.values_list("player_id", "rating"))
    all_rows = [
        *preview.rows,
        *(RosterRow(name=one.name, player_id=one.pk, rating=rated.get(one.pk)) for one in visitors),
    ]
    enter_rows(actor, current, sorted(all_rows, key=lambda row: (-(row.rating or 0), row.name)))
    touch(current.event)
