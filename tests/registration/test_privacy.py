"""What each role sees of a person: every page of a club and its event and every answer of the API, asked as each role."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse

from clubhouse.models import RollMember
from clubs.models import Role, User
from clubs.photo_services import set_player_photo
from clubs.privacy import PERSON_FIELDS, PersonField, sees
from clubs.role_services import TermInput, give_role
from clubs.tokens import sign_in
from registration.models import Registration
from tests import factories
from tests.declared import addresses, needs
from tests.harness.deep import DEEP
from tests.registration.scene import make
from tests.tournaments.scenes.pictures import picture, sheet_photo
from tests.walk import quiet, visitor
from tournaments.models import Ban, Division, Entry, Event, Pairing
from tournaments.services.events.roles import EventPlace
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db

#: What a page that shows a field has in it.
MARKS = {
    "account_email": ["ann.account@example.org"],
    "email": ["ann.entry@example.org"],
    "phone": ["0123456789"],
    "note": ["Wheelchair please"],
    "federation_id": ["FED77"],
    "pronouns": ["xe/xem"],
    "minor": ["Minnie Youngblood"],
    "pairing_request": ["Zed Quirk"],
    "fee": ["half in cash"],
    "ban": ["Threw the tiles"],
    "dues": ["Owes since spring"],
    "portrait": ["badge.jpg"],
}
EVENT_DIRECTOR, OUTSIDER, ANONYMOUS = "director of the event alone", "outsider", "anonymous"


@pytest.fixture
def people_and_keys() -> tuple[dict[str, User | None], dict[str, object]]:
    """A person with all there is to know of one, in an event with a published round; and everybody who may look."""
    scene = make().opened(
        capacity=8,
        accepts_pairing_requests=True,
        initials_of_minors=True,
        fields={"pronouns": "optional", "phone": "optional", "federation_id": "optional", "minor": "optional"},
    )
    contact = {"email": "ann.entry@example.org", "phone": "0123456789", "note": "Wheelchair please"}
    extra = {
        "p0-pronouns": "xe/xem",
        "p0-federation_id": "FED77",
        "p0-pairing_request": "not_against",
        "p0-pairing_request_player": "Zed Quirk",
        "p1-minor": "on",
    }
    one, minor = scene.sent("Ann Reed", "Minnie Youngblood", extra=extra, **contact)
    scene.sent("Cleo Frank")
    scene.sent("Dora Green")
    scene.on(one, "fee", fee_mark="paid", fee_note="half in cash")
    event = scene.event
    club, director = event.club, scene.director
    Registration.objects.filter(pk=one.pk).update(fee_note="half in cash")
    player = Entry.objects.get(division=scene.a, name="Ann Reed").player
    account = factories.user("ann")
    User.objects.filter(pk=account.pk).update(email="ann.account@example.org")
    type(player).objects.filter(pk=player.pk).update(user=account)
    set_player_photo(actor=account, player=player, data=picture())
    ban = Ban.objects.create(club=club, player=player, reason="Threw the tiles")
    member = RollMember.objects.create(
        club=club, player=player, note="Owes since spring", dues_until=datetime.date(2026, 3, 1)
    )
    round_ = draft_round(actor=director, division=Division.objects.get(pk=scene.a.pk), number=1)
    publish_round(actor=director, round_id=round_.pk, expected_version=round_.version)
    game = Pairing.objects.filter(round=round_, kind="game")[0]
    photo = sheet_photo(game)
    people: dict[str, User | None] = {**factories.everybody(club, director), ANONYMOUS: None}
    people[EVENT_DIRECTOR] = factories.user("guest")
    place = EventPlace(Event.objects.get(pk=event.pk))
    give_role(actor=director, place=place, username="guest", term=TermInput("director"))
    keys: dict[str, object] = {
        "club": club.slug,
        "event": event.slug,
        "division": scene.a.slug,
        "number": 1,
        "pairing": game.pk,
        "entry": Entry.objects.get(division=scene.a, name="Ann Reed").pk,
        "person": one.pk,
        "player": player.pk,
        "photo": photo.pk,
        "ban": ban.pk,
        "member": member.pk,
        "token": 1,
    }
    assert minor.minor
    return people, keys


def reached_by(keys: dict[str, object]) -> dict[str, str]:
    """The addresses that one looks at, by name: all whose keys the scene has. Django's administration is the operators'."""
    found = {}
    for name in addresses():
        if name.startswith("admin:") or "GET" not in needs(name) or (name in OF_NOBODY and not DEEP):
            continue
        pattern = addresses_of_name(name)
        try:
            found[name] = reverse(name, kwargs={key: keys[key] for key in pattern})
        except (KeyError, NoReverseMatch):
            continue
    return found


def addresses_of_name(name: str) -> list[str]:
    """The keys of an address, those of the parts above it too."""
    resolver = addresses()[name]
    return list(getattr(resolver.pattern, "converters", {}))


def fields_on(answer: Any, name: str = "") -> set[str]:
    """Which fields of the person the answer shows."""
    if answer.status_code != 200:
        return set()
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if answer["Content-Type"] == "image/jpeg":
        return {"portrait" if name == "tournaments:badge_photo" else "photo"}
    text = content.decode(errors="replace")
    return {key for key, marks in MARKS.items() if any(mark in text for mark in marks)}


def expected(who: str, field: PersonField) -> bool:
    """What the table says of this visitor."""
    if who == EVENT_DIRECTOR:
        return sees(Role.DIRECTOR, field, event_alone=True)
    return who in Role.values and sees(who, field)


#: Made from the program alone, whatever the rows are, and slowly: for the deep run.
OF_NOBODY = {"api:schema"}
#: Who looks in the suite; everybody else does in the deep run.
LOOKING = {Role.DIRECTOR, Role.SCORER, ANONYMOUS}


@pytest.mark.long
@pytest.mark.scaled
def test_what_each_role_sees_of_a_person(
    people_and_keys: tuple[dict[str, User | None], dict[str, object]],
) -> None:
    people, keys = people_and_keys
    asked = reached_by(keys)
    assert len(asked) > 100, "most of the site"
    assert set(MARKS) | {"photo"} == {field.key for field in PERSON_FIELDS}
    looking = [who for who in people if DEEP or who in LOOKING]
    assert len(looking) >= len(LOOKING)
    seen: dict[str, dict[str, str]] = {}
    # In the suite a director looks at every page first; the others at those where there was something that they must not see or have not
    # seen yet, and in turn at every sixth of the rest.
    looking.sort(key=lambda who: who != Role.DIRECTOR)
    told: dict[str, set[str]] = {}
    with quiet():
        for place, who in enumerate(looking):
            user = people[who]
            page, api = visitor(user), Client()
            headers = {"Authorization": f"Token {sign_in(user)[1]}"} if user is not None else {}
            seen[who] = {}
            mine = {field.key for field in PERSON_FIELDS if expected(who, field)}
            for turn, (name, address) in enumerate(asked.items()):
                for_sight = told.get(name, set()) - (mine & seen[who].keys())
                if not DEEP and place and not for_sight and turn % (6 * len(looking) - 6) != 6 * place - 6:
                    continue
                answer = api.get(address, headers=headers) if name.startswith("api:") else page.get(address)
                if found := fields_on(answer, name):
                    told.setdefault(name, set()).update(found)
                for key in found:
                    seen[who].setdefault(key, address)
    misses = []
    for who in looking:
        for field in PERSON_FIELDS:
            should, where = expected(who, field), seen[who].get(field.key)
            if should != (where is not None):
                misses.append(f"{who} {'does not see' if should else 'sees'} {field.key} ({where})")
    assert not misses, "\n".join(misses)
