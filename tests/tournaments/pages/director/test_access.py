"""Who may open and do what on the director's pages: every address against every role, closed by default."""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from functools import cache
from itertools import product
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.urls.converters import IntConverter
from django.utils import timezone

from audit.models import ActionLog
from clubs.access import Needs
from clubs.models import Membership, Role, User
from clubs.photo_services import set_player_photo
from core.exact_json import ExactEncoder
from tests import factories
from tests.declared import needs, who_may
from tests.harness.deep import DEEP
from tests.tournaments.scenes.hall import Hall, make_hall
from tests.tournaments.scenes.pictures import picture, sheet_photo
from tests.walk import NOBODYS_IDS, SIGN_IN, Answer, Call, answer_of, browsers, check_calls, taking_turns
from tournaments.inputs.clock import ClockStart
from tournaments.models import (
    Ban,
    Division,
    Event,
    EventBackup,
    EventGrant,
    EventPrize,
    EventRoleLink,
    HeldReport,
    PairBlock,
    PairingRequest,
    PlayerNotice,
    ScheduleItem,
    TableTime,
)
from tournaments.models.events import EVENT_ROLES
from tournaments.queries.archive import event_facts
from tournaments.services.archive.writing import write_archive
from tournaments.services.hall.clock import start_clock
from tournaments.urls.director import urlpatterns

pytestmark = pytest.mark.django_db

G, P = "GET", "POST"
#: Pages that only a test copy has: tests/tournaments/services/events/test_copy_ratings.py.
OF_A_COPY = {"copy_ratings"}
#: Pages of an archive, for the one who sent it: below, and tests/tournaments/pages/director/test_laptop.py.
OF_A_SENDER = {"bring_in", "bring_back"}
#: Downloads of what this event does not have lead to the page that says so.
LED_BACK = {"laptop_archive"}
#: The queue of a division with rolling pairing: the scene has one beside the division that is played in rounds.
OF_A_QUEUE = {"queue", "join_queue", "pair_queue"}
#: Pages of a club, not of one of its events.
OF_THE_CLUB = {"start_event", "new_event", "bans", "lift_ban", "send_archive"}
#: Name of an address → what its methods need, as the address declares it.
RULES: Mapping[str, Mapping[str, Needs]] = {
    str(route.name): needs(f"tournaments:{route.name}")
    for route in urlpatterns
    if route.name not in OF_A_COPY | OF_A_SENDER
}


#: Methods that no page answers to.
NEVER = ("PUT", "PATCH", "DELETE")
#: Keys that say where in the site something is; the others name a thing there.
PLACES = {"club", "event", "division", "number"}
#: Answers to a form of somebody who may, without anything filled in.
ACCEPTED: Set[Answer] = {200, 302, 400, 409, 422}


def plain_facts(event: Event) -> object:
    """The facts as JSON has them."""
    return json.loads(json.dumps(event_facts(event), cls=ExactEncoder))


@dataclass(frozen=True)
class Desk:
    """A hall with round 1 published, rows for every key of the addresses, and people who may more or less."""

    hall: Hall
    people: dict[str, User]
    values: dict[str, object]

    def address(self, name: str, **other: object) -> str:
        """The address of this name for the hall's event, some of its keys changed."""
        values = self.values | ({"division": "evening"} if name in OF_A_QUEUE else {}) | other
        return reverse(f"tournaments:{name}", kwargs={key: values[key] for key in keys(name)})

    def only(self, *who: str) -> dict[str, User]:
        """These people alone: signing in all of them takes its time."""
        return {one: self.people[one] for one in who}

    def call(self, who: str, method: str, name: str, expected: Set[Answer]) -> Call:
        """A row of a table."""
        return Call(who, method, self.address(name), expected)


@cache
def keys(name: str) -> Mapping[str, object]:
    """The keys of the address with this name, each with its converter."""
    (route,) = [route for route in urlpatterns if route.name == name]
    return dict(route.pattern.converters)


#: Those with a role in the event alone, and those whose role does not count.
IN_EVENT = "in the event: "
NOTHING = ("over", "not yet begun", "ended", "by an ended link", "of another event")


def long_ago() -> datetime:
    return timezone.now() - timedelta(days=2)


def days(first: int | None, last: int | None) -> dict[str, object]:
    """The columns of a term from and to so many days from now."""
    today = timezone.localdate()
    begins, ends = (None if day is None else today + timedelta(days=day) for day in (first, last))
    at = {"starts_at": begins, "ends_at": ends and ends + timedelta(days=1)}
    zone = timezone.get_current_timezone()
    instants = {name: day and datetime.combine(day, time.min, zone) for name, day in at.items()}
    return {"first_day": begins, "last_day": ends, **instants}


def a_link(hall: Hall, **columns: Any) -> EventRoleLink:
    """A link to the role of a director in the event."""
    columns = {"role": Role.DIRECTOR, "made_by": hall.scene.director, **columns}
    soon = timezone.now() + timedelta(days=1)
    link = EventRoleLink.fresh(event=hall.scene.event, closes_on=soon.date(), closes_at=soon, **columns)
    link.save()
    return link


def a_held_report(hall: Hall) -> HeldReport:
    """A report that came while a laptop ran the event."""
    pairing = hall.games()[0]
    return HeldReport.objects.create(
        event=hall.scene.event, pairing=pairing, place="A", channel="link", side="first", client_token="x"
    )


def people_of_the_event(hall: Hall) -> dict[str, User]:
    """One user for each role in the event, every other one for today only, and those whose directing does not count."""
    event, people = hall.scene.event, {}
    for number, role in enumerate(EVENT_ROLES):
        people[IN_EVENT + role] = user = User.objects.create_user(f"event-{role}")
        EventGrant.objects.create(event=event, user=user, role=role, **days(0, 0) if number % 2 else {})
    other = make_hall("winter", players=2).scene.event
    refused: dict[str, dict[str, Any]] = {
        "over": days(-2, -1),
        "not yet begun": days(1, 2),
        "ended": {"ended_at": long_ago()},
        "by an ended link": {"ended_at": long_ago(), "link": a_link(hall, ended_at=long_ago())},
        "of another event": {"event": other},
    }
    assert set(refused) == set(NOTHING)
    for name, columns in refused.items():
        people[name] = User.objects.create_user(f"nothing-{name.replace(' ', '-')}")
        EventGrant.objects.create(**{"event": event, "user": people[name], "role": Role.DIRECTOR, **columns})
    return people


@pytest.fixture
def desk() -> Desk:
    hall, other = make_hall(), make_hall("autumn", players=2)
    hall.publish()
    event, division, entries = hall.scene.event, hall.scene.division, hall.scene.entries
    evening = Division.objects.create(event=event, name="Evening", slug="evening", position=2)
    factories.change(evening, rolling=True, standings_order="points played percent spread")
    PairingRequest.objects.create(
        division=division, round_number=1, system="cop", state="dropped", finished_at=timezone.now()
    )
    people = {role: User.objects.create_user(f"user-{role}") for role in Role.values}
    Membership.objects.bulk_create(
        Membership(user=user, club=hall.scene.club, role=role) for role, user in people.items()
    )
    people |= people_of_the_event(hall)
    player = entries[0].player
    player.user = people[Role.MEMBER]
    player.save()
    set_player_photo(actor=player.user, player=player, data=picture())
    people |= {"no member": User.objects.create_user("user"), "director of another club": other.scene.director}
    values = {
        "club": hall.scene.club.slug,
        "event": event.slug,
        "division": division.slug,
        "number": 1,
        "pairing": hall.games()[0].pk,
        "entry": entries[0].pk,
        "block": PairBlock.objects.create(division=division, low=entries[0], high=entries[1], reason="x").pk,
        "ban": Ban.objects.create(club=hall.scene.club, player=entries[2].player, reason="x").pk,
        "notice": PlayerNotice.objects.create(entry=entries[3], kind="late", minutes=10).pk,
        "item": ScheduleItem.objects.create(event=event, title="Lunch", starts_at=timezone.now(), minutes=30).pk,
        "extra": TableTime.objects.create(
            pairing=hall.games()[0], minutes=5, reason="lamp", actor=hall.scene.director
        ).pk,
        "clock": start_clock(actor=hall.scene.director, event=event, data=ClockStart()).clock.pk,
        "action": ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk").pk,
        "prize": EventPrize.objects.create(event=event, name="x", kind="high_win").pk,
        "photo": sheet_photo(hall.games()[0]).pk,
        "grant": EventGrant.objects.get(user=people[IN_EVENT + Role.SCORER]).pk,
        "role_link": a_link(hall).pk,
        "report": a_held_report(hall).pk,
        "backup": EventBackup.objects.create(event=event, why="x", data=plain_facts(event)).pk,
    }
    return Desk(hall, people, values)


def may(who: str, name: str, need: Needs) -> bool:
    """Whether this one may open the address: a role in the event counts in the event alone, one that is over nowhere."""
    if who.startswith(IN_EVENT):
        of_the_club = {"event_from_backup"}  # it makes an event in the club
        return "event" in keys(name) and name not in of_the_club and who.removeprefix(IN_EVENT) in who_may(need)
    return who in who_may(need)


@pytest.mark.scaled
def test_roles_by_addresses(desk: Desk) -> None:
    """Each role opens what it may and no more; members of no club and directors of another open nothing.

    In the suite each address lets somebody in by each method, and refuses one for each need: that is all that the method decides.
    """
    calls: list[Call] = []
    for turn, (name, methods) in enumerate(RULES.items()):
        address = desk.address(name)
        refused: dict[Needs, list[Call]] = {}
        for method, need in methods.items():
            accepted = ACCEPTED if method == P else {302 if name in LED_BACK else 200}
            let_in = {who for who in desk.people if may(who, name, need)}
            calls += [Call(who, method, address, accepted) for who in desk.people if who in let_in]
            others = [Call(who, method, address, {403}) for who in desk.people if who not in let_in]
            refused.setdefault(need, []).extend(others)
        for others in refused.values():
            calls += others if DEEP else [others[turn % len(others)]]
    check_calls(taking_turns(calls), browsers(desk.people))


@pytest.mark.scaled
def test_visitors_sign_in_first_and_other_methods_are_refused(desk: Desk) -> None:
    """In the suite one of the methods that no page answers to is tried at each address."""
    calls = []
    for turn, (name, methods) in enumerate(RULES.items()):
        address = desk.address(name)
        calls += [Call("stranger", method, address, {SIGN_IN}) for method in methods]
        others = NEVER if DEEP else [NEVER[turn % len(NEVER)]]
        calls += [Call(Role.DIRECTOR, method, address, {405}) for method in {G, P, *others} - methods.keys()]
    check_calls(calls, browsers(desk.only(Role.DIRECTOR)))


@pytest.mark.scaled
def test_an_event_in_preparation_does_not_exist_for_others(desk: Desk) -> None:
    """In the suite each address is asked for by one of them, by one of its methods."""
    Event.objects.update(state=Event.State.DRAFT)
    others = (Role.MEMBER, Role.OFFICER, "no member", "director of another club", *NOTHING)
    calls = []
    for turn, (name, methods) in enumerate((name, RULES[name]) for name in RULES if name not in OF_THE_CLUB):
        asked = list(product(others, methods))
        address = desk.address(name)
        calls += [Call(who, method, address, {404}) for who, method in (asked if DEEP else [asked[turn % len(asked)]])]
    check_calls(calls, browsers(desk.only(*others)))


def test_posts_without_a_token_are_refused(desk: Desk) -> None:
    calls = [desk.call(Role.DIRECTOR, P, name, {403}) for name, methods in RULES.items() if P in methods]
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(desk.people[Role.DIRECTOR])
    check_calls(calls, lambda call: answer_of(strict.post(call.address)))


@pytest.mark.scaled
def test_keys_that_nothing_has_are_not_found(desk: Desk) -> None:
    """With any one key changed to one that nothing has, an address is not found; with the scene's own keys ``test_roles_by_addresses``
    opens each.

    In the suite one wrong key of each kind. The keys of ``PLACES`` are looked up before the method matters, and together: of these one
    at each address, by one of its methods.
    """
    calls: list[Call] = []
    for turn, (name, methods) in enumerate(RULES.items()):
        asked = list(product(keys(name), methods))
        if not DEEP:
            places = [(key, method) for key, method in asked if key in PLACES]
            asked = [places[turn % len(places)], *(pair for pair in asked if pair[0] not in PLACES)]
        for key, method in asked:
            wrong: Sequence[object] = NOBODYS_IDS if isinstance(keys(name)[key], IntConverter) else ("no-such",)
            if not DEEP:  # one number that nobody has, another one each time
                wrong = [wrong[len(calls) % len(wrong)]]
            calls += [Call(Role.DIRECTOR, method, desk.address(name, **{key: one}), {404}) for one in wrong]
    check_calls(calls, browsers(desk.only(Role.DIRECTOR)))


def test_an_archive_to_bring_in_is_its_senders_alone(desk: Desk) -> None:
    """Another director of the club has to send it too; all others may not bring in events at all."""
    sender = Client()
    sender.force_login(desk.people[Role.DIRECTOR])
    with write_archive(desk.hall.scene.event) as archive:
        file = SimpleUploadedFile("event.zip", archive.read())
    sent = sender.post(desk.address("send_archive"), {"file": file}).headers["Location"]
    colleague = User.objects.create_user("colleague")
    Membership.objects.create(user=colleague, club=desk.hall.scene.club, role=Role.DIRECTOR)
    people = {**desk.people, "colleague": colleague}
    need = needs("tournaments:bring_in")
    expected: dict[str, Set[Answer]] = {
        who: ({200, 422} if may(who, "bring_in", need[G]) else {403}) for who in desk.people
    }
    expected |= {"colleague": {404}, "stranger": {SIGN_IN}}
    assert [who for who, answers in expected.items() if 200 in answers] == [Role.DIRECTOR]
    check_calls(
        [Call(who, method, sent, answers) for who, answers in expected.items() for method in (G, P)], browsers(people)
    )
