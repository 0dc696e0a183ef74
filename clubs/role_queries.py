"""Who has which role in a club or an event, and which links give one: what the page of roles and the API show."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from django.utils import timezone

from clubs.models import Grant, Membership, Role, RoleLink
from clubs.names import by_name
from clubs.permissions import Rights
from clubs.queries import members_of
from clubs.role_access import ClubPlace, Place

#: Earlier roles that a page lists; the log has all.
MOST_EARLIER = 30


@dataclass(frozen=True, slots=True)
class RoleLine:
    """A role that somebody has, will have or had. ``id``: of the grant, None for a member of the club for good."""

    id: int | None
    username: str
    role: str
    first_day: date | None = None
    last_day: date | None = None
    tables: str = ""
    given_by: str = ""
    by_link: bool = False
    given_at: datetime | None = None
    ended_at: datetime | None = None
    begins_later: bool = False
    is_over: bool = False
    may_end: bool = False
    membership: int | None = None

    @property
    def role_label(self) -> str:
        """The role in words."""
        return str(Role(self.role).label)


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A link that gives a role and has not been ended. ``works``: whether it can still be opened."""

    id: int
    key: str
    role: str
    first_day: date | None
    last_day: date | None
    tables: str
    closes_on: date
    uses: int
    most_uses: int | None
    made_by: str
    works: bool
    may_end: bool

    @property
    def role_label(self) -> str:
        """The role in words."""
        return str(Role(self.role).label)


def _line(grant: Grant, rights: Rights) -> RoleLine:
    now = timezone.now()
    return RoleLine(
        id=grant.pk,
        username=grant.user.username,
        role=grant.role,
        first_day=grant.first_day,
        last_day=grant.last_day,
        tables=grant.tables,
        given_by=grant.given_by.username if grant.given_by is not None else "",
        by_link=grant.link_id is not None,  # type: ignore[attr-defined]  # each kind of grant has its kind of link
        given_at=grant.given_at,
        ended_at=grant.ended_at,
        begins_later=grant.starts_at is not None and grant.starts_at > now,
        is_over=grant.ended_at is not None or (grant.ends_at is not None and grant.ends_at <= now),
        may_end=rights.may_give(grant.ends_at),
    )


def line_of(given: Grant | Membership, rights: Rights) -> RoleLine:
    """The line of a role that was just given. ``rights``: of who looks."""
    return _members([given], rights)[0] if isinstance(given, Membership) else _line(given, rights)


def _members(members: Iterable[Membership], rights: Rights) -> list[RoleLine]:
    may_end = rights.may_give(None)
    return [
        RoleLine(id=None, username=one.user.username, role=one.role, may_end=may_end, membership=one.pk)
        for one in members
    ]


def _in_order(lines: list[RoleLine]) -> list[RoleLine]:
    """By role as ``Role`` lists them, the order of names kept."""
    order = list(Role.values)
    return sorted(lines, key=lambda line: order.index(line.role))


def roles_of(place: Place, rights: Rights) -> list[RoleLine]:
    """Who has a role here now or later, members for good among them. ``rights``: of who looks. Two queries at most."""
    grants = place.grants.lasting(**place.of).select_related("user", "given_by").order_by(*by_name("user__username"))
    members = _members(members_of(place.club), rights) if isinstance(place, ClubPlace) else []
    return _in_order(members + [_line(grant, rights) for grant in grants])


def earlier_roles(place: Place, rights: Rights) -> list[RoleLine]:
    """The last roles that have ended or whose days are over, the latest first. One query."""
    lasting = place.grants.lasting(**place.of).values("pk")
    grants = place.grants._default_manager.filter(**place.of).exclude(pk__in=lasting)
    rows = grants.select_related("user", "given_by").order_by("-given_at", "-pk")[:MOST_EARLIER]
    return [_line(grant, rights) for grant in rows]


def links_of(place: Place, rights: Rights) -> list[LinkLine]:
    """The links that were not ended, the newest first. Two queries."""
    givers = set(place.givers().values_list("pk", flat=True))
    rows = place.links.live(**place.of).select_related("made_by").order_by("-pk")
    return [_link_line(link, rights, givers) for link in rows]


def _link_line(link: RoleLink, rights: Rights, givers: set[int]) -> LinkLine:
    maker = link.made_by
    gives = maker is not None and (maker.pk in givers or maker.is_superuser)
    return LinkLine(
        id=link.pk,
        key=link.key or "",
        role=link.role,
        first_day=link.first_day,
        last_day=link.last_day,
        tables=link.tables,
        closes_on=link.closes_on,
        uses=link.uses,
        most_uses=link.most_uses,
        made_by=maker.username if maker is not None else "",
        works=link.is_open and gives and bool(link.key),
        may_end=rights.may_give(link.ends_at),
    )
