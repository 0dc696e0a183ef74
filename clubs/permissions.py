"""Who may do what: one table of roles and actions, closed by default. Views, API and templates all ask here."""

from collections.abc import Mapping
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet

from clubs.models import Club, Membership, Role, User

Visitor = User | AnonymousUser


class Action(StrEnum):
    """An action in a club that needs a role."""

    MANAGE_CLUB = "manage_club"
    MANAGE_EVENT = "manage_event"
    PAIR = "pair"
    CHECK_IN = "check_in"
    ENTER_RESULT = "enter_result"
    RULE = "rule"
    CORRECT = "correct_result"
    VIEW_DRAFTS = "view_drafts"
    MANAGE_RATINGS = "manage_ratings"
    MANAGE_LEXICON = "manage_lexicon"


ROLE_ACTIONS: Mapping[str, frozenset[Action]] = {
    Role.DIRECTOR: frozenset(Action),
    Role.SCORER: frozenset({Action.CHECK_IN, Action.ENTER_RESULT, Action.VIEW_DRAFTS}),
    Role.RATINGS_OFFICER: frozenset({Action.MANAGE_RATINGS, Action.VIEW_DRAFTS}),
    Role.MEMBER: frozenset(),
}


def role_of(user: Visitor, club: Club) -> str | None:
    """The user's role in the club, or None. One query."""
    if not user.is_authenticated or not reaches(user, club):
        return None
    return Membership.objects.filter(user=user, club=club).values_list("role", flat=True).first()


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


def allowed_actions(user: Visitor, club: Club) -> frozenset[Action]:
    """Everything the user may do in the club; a superuser everything."""
    if user.is_authenticated and user.is_active and user.is_superuser and reaches(user, club):
        return frozenset(Action)
    return ROLE_ACTIONS.get(role_of(user, club) or "", frozenset())


def allowed(user: Visitor, club: Club, action: Action) -> bool:
    """Whether the user may do ``action`` in the club."""
    return action in allowed_actions(user, club)


def require(user: Visitor, club: Club, action: Action) -> None:
    """Raise PermissionDenied unless the user may do ``action`` in the club."""
    if not allowed(user, club, action):
        raise PermissionDenied(f"{action} in {club.slug}")
