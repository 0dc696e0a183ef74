"""Use cases of roles in a club or in one event: given by name or taken by a link, for some days or until ended, each logged.

A club's roles for good, given by name, are memberships (``clubs.services.set_member``); everything else is a grant beside them.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import MAX_TABLES_TEXT, Club, Grant, Membership, Role, RoleLink, Term, User
from clubs.permissions import read_tables
from clubs.role_access import ClubPlace, Place
from clubs.services import ClubError, require_giving, set_member, user_named


@dataclass(frozen=True, slots=True)
class TermInput:
    """Which role, from and until which day (None: at once, until it is ended), and a scorer's tables ("": all)."""

    role: str
    first_day: date | None = None
    last_day: date | None = None
    tables: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is the whole role, for good."""
        return self.first_day is None and self.last_day is None and not self.tables


@transaction.atomic
def give_role(*, actor: User, place: Place, username: str, term: TermInput) -> Grant | Membership:
    """Give a user a role; who has it by name gets the new days and tables. In a club a role for good takes the place of the one before.

    Raises ClubError (unknown user or role, days, tables, a day after the giver's own role), PermissionDenied.
    """
    place.lock()
    times = _times(place, term)
    require_giving(place.rights(actor), until=times["ends_at"], zone=place.zone)
    if isinstance(place, ClubPlace) and term.is_plain:
        return set_member(actor=actor, club=place.club, username=username, role=term.role)
    user = user_named(username)
    before = place.grants._default_manager.filter(
        **(place.of | {"user": user, "role": term.role, "ended_at": None, "link": None})
    ).first()
    if before is not None:
        require_giving(place.rights(actor), until=before.ends_at, zone=place.zone)
        before.ended_at = timezone.now()
        before.save(update_fields=["ended_at"])
    grant = place.grants._default_manager.create(**place.of, user=user, given_by=actor, **times)
    log_action(
        actor=actor,
        verb="role.given",
        target=grant,
        scope=place.scope,
        before=_said(before) if before is not None else None,
        after={"user": user.username, **_said(grant)},
    )
    return grant


@transaction.atomic
def end_role(*, actor: User, place: Place, grant_id: int) -> Grant:
    """End a role that was given by name or link: the next page of who had it refuses. Raises ClubError, PermissionDenied."""
    place.lock()
    grant = place.grants._default_manager.select_related("user").filter(**place.of, pk=grant_id, ended_at=None).first()
    if grant is None:
        raise ClubError(_("This role has already ended."), code="gone")
    require_giving(place.rights(actor), until=grant.ends_at, zone=place.zone)
    grant.ended_at = timezone.now()
    grant.save(update_fields=["ended_at"])
    log_action(
        actor=actor,
        verb="role.ended",
        target=grant,
        scope=place.scope,
        before={"user": grant.user.username, **_said(grant)},
    )
    return grant


@transaction.atomic
def make_role_link(
    *, actor: User, place: Place, term: TermInput, closes_on: date, most_uses: int | None = None
) -> RoleLink:
    """A link that gives a role to whoever opens it signed in, until ``closes_on`` is over. Raises ClubError, PermissionDenied."""
    place.lock()
    times = _times(place, term)
    require_giving(place.rights(actor), until=times["ends_at"], zone=place.zone)
    if closes_on < place.today():
        raise ClubError(_("The link's last day has already passed."), code="closes_on")
    link = place.links.fresh(
        **place.of,
        **times,
        made_by=actor,
        most_uses=most_uses,
        closes_on=closes_on,
        closes_at=_day_after(closes_on, place.zone),
    )
    link.save()
    log_action(actor=actor, verb="role.link_made", target=link, scope=place.scope, after=_said(link))
    return link


@transaction.atomic
def end_role_link(*, actor: User, place: Place, link_id: int) -> None:
    """End a link; who has taken the role keeps it. Raises ClubError, PermissionDenied."""
    place.lock()
    link = place.links._default_manager.filter(**place.of, pk=link_id, ended_at=None).first()
    if link is None:
        raise ClubError(_("This link has already been revoked."), code="gone")
    require_giving(place.rights(actor), until=link.ends_at, zone=place.zone)
    link.end()
    log_action(actor=actor, verb="role.link_ended", target=link, scope=place.scope, before=_said(link))


def why_closed(place: Place, link: RoleLink) -> str:
    """Why a link gives its role no longer; "" while it does. Three queries at most."""
    now = timezone.now()
    if link.ended_at is not None:
        return _("This link has been revoked.")
    if link.ends_at is not None and link.ends_at <= now:
        return _("The role that this link gives ended on %(day)s.") % {
            "day": date_format(link.last_day or link.ends_at)
        }
    if link.closes_at <= now:
        return _("This link was valid until %(day)s.") % {"day": date_format(link.closes_on)}
    if link.used_up:
        return _("This link has been used by as many people as it was made for.")
    if link.made_by is None or not place.rights(link.made_by).may_give(link.ends_at):
        return _("The person who made this link can no longer give roles here.")
    return ""


@transaction.atomic
def take_role(*, actor: User, place: Place, link_id: int) -> Grant:
    """Take the role of a link; a second time changes nothing. Raises ClubError for a link or a role that has ended."""
    place.lock()
    link = place.links._default_manager.select_related("made_by").get(**place.of, pk=link_id)
    taken = place.grants._default_manager.filter(**(place.of | {"link": link, "user": actor})).first()
    if taken is not None and taken.ended_at is None:
        return taken
    if taken is not None:
        raise ClubError(_("The role that this link gave you has been ended. Ask a director."), code="ended")
    if closed := why_closed(place, link):
        raise ClubError(_("%(why)s Ask a director for a new one.") % {"why": closed}, code="closed")
    given = {name: getattr(link, name) for name in _TERM} | {"given_by": link.made_by, "link": link}
    grant = place.grants._default_manager.create(**(place.of | given), user=actor)
    link.uses += 1
    link.save(update_fields=["uses"])
    log_action(
        actor=actor,
        verb="role.taken",
        target=grant,
        scope=place.scope,
        after={"user": actor.username, **_said(grant)},
    )
    return grant


def count_days_anew(place: Place) -> None:
    """The place has another time zone: its roles begin and end with its days. Inside a transaction only."""
    for model in (place.grants, place.links):
        for row in model._default_manager.filter(**place.of, ended_at=None):
            row.starts_at = None if row.first_day is None else _midnight(row.first_day, place.zone)
            row.ends_at = None if row.last_day is None else _day_after(row.last_day, place.zone)
            if isinstance(row, RoleLink):
                row.closes_at = _day_after(row.closes_on, place.zone)
            row.save()


def count_days_of_club(club: int) -> None:
    """The club (id) may have another time zone. Inside a transaction only."""
    count_days_anew(ClubPlace(Club.objects.get(pk=club)))


_TERM = ("role", "first_day", "last_day", "starts_at", "ends_at", "tables")


def _times(place: Place, term: TermInput) -> dict[str, Any]:
    """The columns of a term, counted in the place's time zone. Raises ClubError."""
    if term.role not in place.roles:
        known = ", ".join(place.roles)
        raise ClubError(
            _("“%(role)s” is not a role; choose one of %(known)s.") % {"role": term.role, "known": known}, code="role"
        )
    if term.last_day is not None and term.last_day < max(place.today(), term.first_day or date.min):
        over = term.last_day < place.today()
        text = _("The last day has already passed.") if over else _("The last day is before the first.")
        raise ClubError(text, code="last_day")
    if term.tables and term.role != Role.SCORER:
        raise ClubError(_("Only a scorer is given tables. Leave this empty for other roles."), code="tables")
    try:
        tables = read_tables(term.tables)
    except ValueError:
        raise ClubError(_("Write the tables as numbers and ranges, such as 1-8, 12."), code="tables") from None
    if len(tables) > MAX_TABLES_TEXT:
        raise ClubError(_("There are too many separate tables. Use ranges, such as 1-8."), code="tables")
    return {
        "role": term.role,
        "first_day": term.first_day,
        "last_day": term.last_day,
        "starts_at": None if term.first_day is None else _midnight(term.first_day, place.zone),
        "ends_at": None if term.last_day is None else _day_after(term.last_day, place.zone),
        "tables": tables,
    }


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time.min, zone)


def _day_after(day: date, zone: ZoneInfo) -> datetime:
    try:
        return _midnight(day + timedelta(days=1), zone)
    except OverflowError:
        raise ClubError(_("This date is too far in the future."), code="last_day") from None


def _said(term: Term) -> dict[str, object]:
    """A term as the log has it."""
    days = {"from": term.first_day, "until": term.last_day}
    said: dict[str, object] = {"role": term.role}
    said |= {name: day.isoformat() for name, day in days.items() if day}
    return said | ({"tables": term.tables} if term.tables else {})
