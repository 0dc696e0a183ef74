"""Who may do what: one table of roles and actions, closed by default. Views, API and templates all ask here."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import DateTimeField, Q, QuerySet, Value

from clubs.models import Club, ClubGrant, Membership, Role, User
from core.typed import plain_move

Visitor = User | AnonymousUser


class Action(StrEnum):
    """An action in a club that needs a role."""

    MANAGE_CLUB = "manage_club"
    MANAGE_PLAYERS = "manage_players"
    GIVE_ROLES = "give_roles"
    MANAGE_EVENT = "manage_event"
    PAIR = "pair"
    CHECK_IN = "check_in"
    ENTER_RESULT = "enter_result"
    RULE = "rule"
    CORRECT = "correct_result"
    VIEW_DRAFTS = "view_drafts"
    MANAGE_RATINGS = "manage_ratings"
    MANAGE_LEXICON = "manage_lexicon"


#: What each role may do, in the club or in the one event for which it is given.
ROLE_ACTIONS: Mapping[str, frozenset[Action]] = {
    Role.DIRECTOR: frozenset(Action),
    Role.ASSISTANT: frozenset(
        {Action.PAIR, Action.CHECK_IN, Action.ENTER_RESULT, Action.RULE, Action.CORRECT, Action.VIEW_DRAFTS}
    ),
    Role.SCORER: frozenset({Action.CHECK_IN, Action.ENTER_RESULT, Action.VIEW_DRAFTS}),
    Role.WORD_JUDGE: frozenset({Action.RULE, Action.VIEW_DRAFTS}),
    Role.CHECK_IN: frozenset({Action.CHECK_IN, Action.VIEW_DRAFTS}),
    Role.OFFICER: frozenset({Action.MANAGE_PLAYERS}),
    Role.RATINGS_OFFICER: frozenset({Action.MANAGE_RATINGS, Action.VIEW_DRAFTS}),
    Role.MEMBER: frozenset(),
}


class Held(NamedTuple):
    """A role that somebody has now: at which tables ("": all), whether in the whole club, until when (None: for good)."""

    role: str
    tables: str
    whole_club: int
    ends_at: datetime | None


@dataclass(frozen=True, slots=True)
class Rights:
    """What somebody may do in a place.

    ``tables``: where they may enter results (None: everywhere). ``gives_until``: roles that they give end by then (None: or never);
    who directs for a day makes nobody director for longer.
    """

    actions: frozenset[Action] = frozenset()
    tables: frozenset[int] | None = None
    gives_until: datetime | None = None

    def may_enter_at(self, table: int | None) -> bool:
        """Whether they may enter the result of this table."""
        return Action.ENTER_RESULT in self.actions and (self.tables is None or table in self.tables)

    def may_give(self, until: datetime | None) -> bool:
        """Whether they may give and end a role that lasts until then (None: for good)."""
        lasts_longer = self.gives_until is not None and (until is None or until > self.gives_until)
        return Action.GIVE_ROLES in self.actions and not lasts_longer


EVERY_RIGHT = Rights(frozenset(Action))


def tables_in(text: str) -> frozenset[int]:
    """The table numbers of a stored text such as ``1-8,12``."""
    ranges = (part.partition("-") for part in text.split(",") if part)
    return frozenset(number for first, _dash, last in ranges for number in range(int(first), int(last or first) + 1))


def read_tables(typed: str) -> str:
    """Tables as somebody typed them, such as ``1–8, 12``, in their stored form. Raises ValueError."""
    cleaned = re.sub(r"\s*[-\N{EN DASH}~]\s*", "-", plain_move(typed).strip(" ,;"))
    parts = [part for part in re.split(r"[\s,;\N{IDEOGRAPHIC COMMA}]+", cleaned) if part]
    if not all(re.fullmatch("[0-9]{1,4}(-[0-9]{1,4})?", part, re.ASCII) for part in parts):
        raise ValueError(typed)
    numbers = tables_in(",".join(parts))
    if 0 in numbers or any(not tables_in(part) for part in parts):
        raise ValueError(typed)
    return tables_text(numbers)


def tables_text(numbers: Iterable[int]) -> str:
    """Table numbers in their stored form: ``1-8,12``."""
    ranges: list[list[int]] = []
    for number in sorted(set(numbers)):
        if ranges and number == ranges[-1][-1] + 1:
            ranges[-1] = [ranges[-1][0], number]
        else:
            ranges.append([number])
    return ",".join("-".join(map(str, one)) for one in ranges)


def rights_of(held: Iterable[Held]) -> Rights:
    """What these roles give together: a scorer of some tables who has a role for all is not held to them."""
    actions: set[Action] = set()
    tables: set[int] = set()
    everywhere = False
    giving: list[datetime | None] = []
    for one in held:
        allowed_to = ROLE_ACTIONS.get(one.role, frozenset())
        actions |= allowed_to
        tables |= tables_in(one.tables)
        everywhere = everywhere or (not one.tables and Action.ENTER_RESULT in allowed_to)
        if Action.GIVE_ROLES in allowed_to:
            giving.append(one.ends_at)
    until = None if None in giving else max((end for end in giving if end is not None), default=None)
    return Rights(frozenset(actions), None if everywhere or not tables else frozenset(tables), until)


def roles_held(user: User, club: Club) -> "QuerySet[Any, tuple[str, str, int, datetime | None]]":
    """The rows of ``Held`` in the club now; to be joined to those in one event."""
    for_good = Value(None, output_field=DateTimeField())
    member = Membership.objects.filter(user=user, club=club).values_list("role", Value(""), Value(1), for_good)
    granted = ClubGrant.in_force(user=user, club=club).values_list("role", "tables", Value(1), "ends_at")
    return member.union(granted, all=True)


def in_clubs(user: User, roles: Iterable[str] | None = None, field: str = "club") -> Q:
    """The filter for lists: ``field`` is a club in which the user has one of these roles now (None: any), as member or given."""
    of_roles = {} if roles is None else {"role__in": list(roles)}
    granted = ClubGrant.in_force(user=user, **of_roles)
    if user.confined_to is not None:
        granted = granted.filter(club=user.confined_to)
    member = memberships_of(user).filter(**of_roles)
    return Q(**{f"{field}__in": member.values("club")}) | Q(**{f"{field}__in": granted.values("club")})


def holders_in(club: int, action: Action) -> QuerySet[User]:
    """Who may do this in the club (id) now; superusers are not asked."""
    roles = [role for role, actions in ROLE_ACTIONS.items() if action in actions]
    members = Membership.objects.filter(club=club, role__in=roles).values("user")
    return User.objects.filter(
        Q(pk__in=members) | Q(pk__in=ClubGrant.in_force(club=club, role__in=roles).values("user"))
    )


def belongs_to(user: Visitor, club: int) -> bool:
    """Whether the user has any role in the club (id) now. One query."""
    return user.is_authenticated and Club.objects.filter(in_clubs(user, field="pk"), pk=club).exists()


def reaches(user: User, club: Club) -> bool:
    """Whether the request may act in the club at all: one with a token for another club may not."""
    return user.confined_to is None or user.confined_to == club.pk


def memberships_of(user: User) -> QuerySet[Membership]:
    """The user's memberships; with a token for one club, that one only. The same rule as ``reaches``, for lists."""
    mine = Membership.objects.filter(user=user)
    return mine if user.confined_to is None else mine.filter(club=user.confined_to)


def sees_all(user: Visitor) -> bool:
    """Whether the user is a superuser who did not come with a token for one club."""
    return user.is_authenticated and user.is_active and user.is_superuser and user.confined_to is None


def may_everything(user: Visitor, club: Club) -> bool:
    """Whether the user is a superuser whose token, if they came with one, reaches the club. No query."""
    return user.is_authenticated and user.is_active and user.is_superuser and reaches(user, club)


def rights_in_club(user: Visitor, club: Club) -> Rights:
    """What the user may do in the club; a superuser everything. One query."""
    if may_everything(user, club):
        return EVERY_RIGHT
    if not user.is_authenticated or not reaches(user, club):
        return Rights()
    return rights_of(map(Held._make, roles_held(user, club)))


def allowed_actions(user: Visitor, club: Club) -> frozenset[Action]:
    """Everything the user may do in the club; a superuser everything. One query."""
    return rights_in_club(user, club).actions


def allowed(user: Visitor, club: Club, action: Action) -> bool:
    """Whether the user may do ``action`` in the club."""
    return action in allowed_actions(user, club)


def require(user: Visitor, club: Club, action: Action) -> None:
    """Raise PermissionDenied unless the user may do ``action`` in the club."""
    if not allowed(user, club, action):
        raise PermissionDenied(f"{action} in {club.slug}")
