"""Roles × actions, as a table."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from clubs.models import Club, Membership, Role, User
from clubs.permissions import Action, allowed, allowed_actions, require

ALL = set(Action)
ASSISTS = {Action.PAIR, Action.CHECK_IN, Action.ENTER_RESULT, Action.RULE, Action.CORRECT, Action.VIEW_DRAFTS}
TABLE: list[tuple[str, set[Action]]] = [
    ("director", ALL),
    ("assistant", ASSISTS),
    ("word_judge", {Action.RULE, Action.VIEW_DRAFTS}),
    ("check_in", {Action.CHECK_IN, Action.VIEW_DRAFTS}),
    ("officer", {Action.MANAGE_PLAYERS}),
    ("scorer", {Action.CHECK_IN, Action.ENTER_RESULT, Action.VIEW_DRAFTS}),
    ("ratings_officer", {Action.MANAGE_RATINGS, Action.VIEW_DRAFTS}),
    ("member", set()),
    ("outsider", set()),
    ("director of another club", set()),
    ("anonymous", set()),
    ("superuser", ALL),
    ("inactive superuser", set()),
]


def person(kind: str, club: Club) -> User | AnonymousUser:
    """A user of that kind, seen from ``club``."""
    if kind == "anonymous":
        return AnonymousUser()
    user = User.objects.create(
        username=kind.replace(" ", "_"), is_superuser="superuser" in kind, is_active="inactive" not in kind
    )
    if kind in Role.values:
        Membership.objects.create(user=user, club=club, role=kind)
    elif kind == "director of another club":
        Membership.objects.create(user=user, club=Club.objects.create(name="Other", slug="other"), role=Role.DIRECTOR)
    return user


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "expected"), TABLE)
def test_roles_and_actions(kind: str, expected: set[Action]) -> None:
    club = Club.objects.create(name="Here", slug="here")
    user = person(kind, club)
    assert allowed_actions(user, club) == expected
    for action in Action:
        assert allowed(user, club, action) is (action in expected)
        if action in expected:
            require(user, club, action)
        else:
            with pytest.raises(PermissionDenied):
                require(user, club, action)


def test_every_role_has_a_row() -> None:
    assert {kind for kind, _actions in TABLE} >= set(Role.values)
