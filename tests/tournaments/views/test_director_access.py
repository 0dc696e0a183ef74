"""Who may open and do what on the director's pages: every address against every role, closed by default."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Membership, Role, User
from clubs.permissions import Action
from tests.tournaments.pictures import sheet_photo
from tests.tournaments.views.hall import Hall, make_hall
from tournaments.models import Event, EventBackup, EventPrize, PairingRequest, RoundClock
from tournaments.queries.facts import event_facts
from tournaments.urls_director import urlpatterns

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 5, 2, 12, tzinfo=UTC)
G, P = "GET", "POST"
#: Name of an address → what it needs, and the methods that it answers to.
RULES: Mapping[str, tuple[Action, frozenset[str]]] = {
    "new_event": (Action.MANAGE_EVENT, frozenset({G, P})),
    "manage": (Action.VIEW_DRAFTS, frozenset({G})),
    "event_settings": (Action.MANAGE_EVENT, frozenset({G, P})),
    "new_division": (Action.MANAGE_EVENT, frozenset({G, P})),
    "edit_entry": (Action.MANAGE_EVENT, frozenset({G, P})),
    "entry_absences": (Action.MANAGE_EVENT, frozenset({P})),
    "seeds": (Action.MANAGE_EVENT, frozenset({G, P})),
    "blocks": (Action.MANAGE_EVENT, frozenset({G, P})),
    "remove_block": (Action.MANAGE_EVENT, frozenset({P})),
    "lock_game": (Action.PAIR, frozenset({P})),
    "auto_pairing": (Action.PAIR, frozenset({G, P})),
    "start_all": (Action.PAIR, frozenset({G, P})),
    "manage_clock": (Action.PAIR, frozenset({G, P})),
    "change_clock": (Action.PAIR, frozenset({P})),
    "manage_kiosk": (Action.PAIR, frozenset({G, P})),
    "finish_event": (Action.MANAGE_EVENT, frozenset({G, P})),
    "reopen_event": (Action.MANAGE_EVENT, frozenset({G, P})),
    "division_settings": (Action.MANAGE_EVENT, frozenset({G, P})),
    "division_ratings": (Action.MANAGE_EVENT, frozenset({G, P})),
    "pin_ratings": (Action.MANAGE_EVENT, frozenset({G, P})),
    "seed_ratings": (Action.MANAGE_EVENT, frozenset({G, P})),
    "contention": (Action.VIEW_DRAFTS, frozenset({G, P})),
    "standings_rules": (Action.MANAGE_EVENT, frozenset({G, P})),
    "manage_roster": (Action.MANAGE_EVENT, frozenset({G})),
    "add_entry": (Action.MANAGE_EVENT, frozenset({P})),
    "check_roster": (Action.MANAGE_EVENT, frozenset({P})),
    "import_roster": (Action.MANAGE_EVENT, frozenset({P})),
    "withdraw_entry": (Action.MANAGE_EVENT, frozenset({G, P})),
    "return_entry": (Action.MANAGE_EVENT, frozenset({G, P})),
    "manage_round": (Action.VIEW_DRAFTS, frozenset({G})),
    "draft_round": (Action.PAIR, frozenset({P})),
    "pairing_progress": (Action.VIEW_DRAFTS, frozenset({G})),
    "swap_players": (Action.PAIR, frozenset({P})),
    "swap_seats": (Action.PAIR, frozenset({P})),
    "discard_draft": (Action.PAIR, frozenset({P})),
    "publish_round": (Action.PAIR, frozenset({P})),
    "unpublish_round": (Action.PAIR, frozenset({G, P})),
    "backups": (Action.MANAGE_EVENT, frozenset({G})),
    "download_backup": (Action.MANAGE_EVENT, frozenset({G})),
    "event_log": (Action.MANAGE_EVENT, frozenset({G})),
    "replay_log": (Action.MANAGE_EVENT, frozenset({G})),
    "keep_copy": (Action.MANAGE_EVENT, frozenset({P})),
    "restore_backup": (Action.MANAGE_EVENT, frozenset({G, P})),
    "event_from_backup": (Action.MANAGE_EVENT, frozenset({P})),
    "try_out": (Action.MANAGE_EVENT, frozenset({P})),
    "throw_away": (Action.MANAGE_EVENT, frozenset({G, P})),
    "manage_prizes": (Action.MANAGE_EVENT, frozenset({G})),
    "new_prize": (Action.MANAGE_EVENT, frozenset({G, P})),
    "add_places": (Action.MANAGE_EVENT, frozenset({P})),
    "print_prizes": (Action.VIEW_DRAFTS, frozenset({G})),
    "edit_prize": (Action.MANAGE_EVENT, frozenset({G, P})),
    "remove_prize": (Action.MANAGE_EVENT, frozenset({P})),
    "move_prize": (Action.MANAGE_EVENT, frozenset({P})),
    "sheets": (Action.ENTER_RESULT, frozenset({G, P})),
    "enter_line": (Action.ENTER_RESULT, frozenset({P})),
    "enter_scores": (Action.ENTER_RESULT, frozenset({P})),
    "manage_game": (Action.VIEW_DRAFTS, frozenset({G})),
    "rule_game": (Action.RULE, frozenset({P})),
    "sheet_photo": (Action.VIEW_DRAFTS, frozenset({G})),
    "reissue_slip": (Action.PAIR, frozenset({P})),
    "explain_pair": (Action.VIEW_DRAFTS, frozenset({G})),
    "print_ranked": (Action.VIEW_DRAFTS, frozenset({G})),
    "print_alphabetical": (Action.VIEW_DRAFTS, frozenset({G})),
    "print_slips": (Action.PAIR, frozenset({G})),
    "print_standings": (Action.VIEW_DRAFTS, frozenset({G})),
    "print_handicap": (Action.VIEW_DRAFTS, frozenset({G})),
}
#: What each role may do, said once more here on purpose: a change of the table must be made twice.
MAY = {
    Role.DIRECTOR: set(Action),
    Role.SCORER: {Action.ENTER_RESULT, Action.VIEW_DRAFTS},
    Role.RATINGS_OFFICER: {Action.MANAGE_RATINGS, Action.VIEW_DRAFTS},
    Role.MEMBER: set(),
}


def plain_facts(event: Event) -> object:
    """The facts as JSON has them."""
    return json.loads(json.dumps(event_facts(event), cls=DjangoJSONEncoder))


def address(hall: Hall, name: str) -> str:
    """The address of this name for the hall's event."""
    values = {
        "club": hall.scene.club.slug,
        "event": hall.scene.event.slug,
        "division": hall.scene.division.slug,
        "number": 1,
        "pairing": hall.games()[0].pk,
        "entry": hall.scene.entries[0].pk,
        "block": 1,
        "clock": RoundClock.objects.get_or_create(event=hall.scene.event)[0].pk,
        "action": ActionLog.objects.filter(scope=f"event:{hall.scene.event.pk}").latest("pk").pk,
        "prize": EventPrize.objects.get_or_create(event=hall.scene.event, name="x", kind="high_win")[0].pk,
        "photo": sheet_photo(hall.games()[0]).pk,
        "backup": EventBackup.objects.get_or_create(
            event=hall.scene.event, why="x", defaults={"data": plain_facts(hall.scene.event)}
        )[0].pk,
    }
    PairingRequest.objects.get_or_create(
        division=hall.scene.division, round_number=1, system="cop", state="dropped", finished_at=NOW
    )
    (route,) = [route for route in urlpatterns if route.name == name]
    return reverse(f"tournaments:{name}", kwargs={key: values[key] for key in route.pattern.converters})


def client_of(hall: Hall, role: str | None) -> Client:
    """A browser signed in with this role in the hall's club; None: signed in, but no member."""
    user = User.objects.create_user(f"user-{role}")
    if role is not None:
        Membership.objects.create(user=user, club=hall.scene.club, role=role)
    client = Client()
    client.force_login(user)
    return client


def test_every_address_has_a_rule() -> None:
    assert {route.name for route in urlpatterns} == set(RULES)


@pytest.mark.parametrize("role", [*Role.values, None])
def test_roles_by_addresses(role: str | None) -> None:
    hall = make_hall()
    hall.publish()
    client = client_of(hall, role)
    for name, (action, methods) in RULES.items():
        where = address(hall, name)
        allowed = role is not None and action in MAY[Role(role)]
        if G in methods:
            answer = client.get(where)
            assert answer.status_code == (200 if allowed else 403), name
        elif not allowed:
            assert client.post(where).status_code == 403, name


@pytest.mark.parametrize("name", RULES)
def test_strangers_sign_in_first_and_other_methods_are_refused(name: str) -> None:
    hall = make_hall()
    hall.publish()
    where, methods = address(hall, name), RULES[name][1]
    stranger = Client()
    for method in methods:
        answer = stranger.generic(method, where)
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")
    for method in {"GET", "POST", "PUT", "DELETE"} - methods:
        assert hall.client.generic(method, where).status_code == 405


@pytest.mark.parametrize("name", sorted(set(RULES) - {"new_event"}))
def test_an_event_in_preparation_does_not_exist_for_others(name: str) -> None:
    hall = make_hall()
    hall.publish()
    Event.objects.update(state=Event.State.DRAFT)
    client = client_of(hall, Role.MEMBER)
    method = next(iter(RULES[name][1]))
    assert client.generic(method, address(hall, name)).status_code == 404


@pytest.mark.parametrize("name", sorted(set(RULES) - {"new_event"}))
def test_a_director_of_another_club_may_nothing_here(name: str) -> None:
    hall, other = make_hall(), make_hall("autumn")
    hall.publish()
    for method in RULES[name][1]:
        assert other.client.generic(method, address(hall, name)).status_code == 403


def test_posts_without_a_token_are_refused() -> None:
    hall = make_hall()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(hall.scene.director)
    assert strict.post(hall.url("draft_round", 1)).status_code == 403


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("number", [0, 2**31, 2**63, 10**30])
def test_ids_that_nothing_has_are_not_found(name: str, number: int) -> None:
    (route,) = [route for route in urlpatterns if route.name == name]
    hall = make_hall()
    hall.publish()
    for key in {
        "number",
        "pairing",
        "entry",
        "block",
        "backup",
        "photo",
        "prize",
        "action",
    } & route.pattern.converters.keys():
        values = {
            "club": "none",
            "event": hall.scene.event.slug,
            "division": "a",
            "number": 1,
            "pairing": 1,
            "entry": 1,
            "block": 1,
            "backup": 1,
            "photo": 1,
            "prize": 1,
            "action": 1,
        }
        where = reverse(
            f"tournaments:{name}", kwargs={part: (values | {key: number})[part] for part in route.pattern.converters}
        )
        answer = hall.client.generic(next(iter(RULES[name][1])), where)
        assert answer.status_code == 404, (key, where)
