"""Roles × actions, as a table."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from clubs.models import Club, ClubGrant, Membership, Role, User
from clubs.permissions import Action, allowed, allowed_actions, belongs_to, holders_in, in_clubs, require

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


@pytest.mark.django_db
def test_roles_given_beside_the_members_count_from_their_first_day_to_their_last(club: Club) -> None:
    """Every role × every state of its term; several roles count together."""
    now, day = timezone.now(), timedelta(days=1)
    before, after = {"starts_at": now - day, "first_day": now - day}, {"ends_at": now + day, "last_day": now + day}
    states: dict[str, tuple[dict[str, Any], bool]] = {
        "for good": ({}, True),
        "today": (before | after, True),
        "over": ({"ends_at": now - day, "last_day": now - day}, False),
        "not yet begun": ({"starts_at": now + day, "first_day": now + day}, False),
        "ended": ({"ended_at": now}, False),
        "in another club": ({"club": Club.objects.create(name="Other", slug="other")}, False),
    }
    for role, expected in TABLE:
        for state, (columns, counts) in states.items():
            if role not in Role.values:
                continue
            user = User.objects.create(username=f"{role} {state}")
            ClubGrant.objects.create(**{"club": club, "user": user, "role": role, **columns})
            assert allowed_actions(user, club) == (expected if counts else set()), (role, state)
            seen = Club.objects.filter(in_clubs(user, field="pk"), pk=club.pk).exists()
            assert seen is belongs_to(user, club.pk) is counts, (role, state)
            assert (user in holders_in(club.pk, Action.PAIR)) is (counts and Action.PAIR in expected), (role, state)
    both = User.objects.create(username="both")
    for role in (Role.WORD_JUDGE, Role.OFFICER):
        ClubGrant.objects.create(club=club, user=both, role=role)
    assert allowed_actions(both, club) == {Action.RULE, Action.VIEW_DRAFTS, Action.MANAGE_PLAYERS}


def test_every_role_has_a_row() -> None:
    assert {kind for kind, _actions in TABLE} >= set(Role.values)
