"""Who may do what over HTTP: one row for each operation of the schema, asked by every kind of visitor."""

import json
import re
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from django.urls import resolve
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import ClubGrant, Player, User
from clubs.services import set_member
from clubs.tokens import sign_in
from config.api.examples import EXAMPLES
from games.crossword.judge import PlayQuestion
from games.models import GameRecord
from lexicon.models import LexiconVersion, Upload
from ratings.models import OfficialList, PlayerMerge
from registration.models import Registration, RegistrationGroup, RegistrationLink
from registration.services.notices import page_of
from registration.services.register import next_position
from tests import factories
from tests.api_client import Api, as_user
from tests.declared import needs, who_may
from tests.harness.deep import DEEP
from tests.leagues.scene import make_league
from tests.openapi import committed_schema
from tests.walk import Answer, Call, check_calls, one_for_each, taking_turns, visitor
from tournaments.inputs.clock import ClockStart
from tournaments.models import (
    Division,
    Event,
    EventGrant,
    EventPrize,
    PairBlock,
    Pairing,
    PairingRequest,
    Round,
    TableTime,
)
from tournaments.services.events.copies import make_test_copy
from tournaments.services.feed.following import follow as follow_feed
from tournaments.services.feed.following import stop as stop_feed
from tournaments.services.hall.clock import start_clock
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk
from webhooks.inputs import WebhookInput
from webhooks.kinds import TEST, Topic
from webhooks.models import WebhookDelivery
from webhooks.services.webhooks import add_webhook

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db

OFFICIALS = {"director", "assistant", "scorer", "word_judge", "check_in", "ratings_officer"}
DIRECTOR = {"director"}
EVERYBODY = {*OFFICIALS, "officer", "member", "outsider", "anonymous"}

E = "/api/v1/events/{event}/"
D = E + "divisions/{division}/"
R = D + "rounds/{number}/"
P = E + "pairings/{pairing}/"

#: One's own things only: what belongs to somebody else is not found.
OWN = {"/api/v1/auth/tokens/{token}/"}
#: For everybody once the event is finished, before that for officials.
LATER = {("get", E + "awards/")}
#: What stands in an address for a key that is no number.
KEYS = {"uuid": "00000000-0000-4000-8000-000000000000"}
#: Fields of bodies that name rows, or say which version of one was seen: what each is in the scene, in a list one after another.
ROWS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("entry", "entry_a", "first", "challenger"), ("entry",)),
    **dict.fromkeys(("entry_b", "second"), ("opponent",)),
    "entries": ("entry", "opponent"),
    **dict.fromkeys(("pairing", "pairing_id"), ("pairing",)),
    "people": ("person", "companion"),
    **dict.fromkeys(("player", "same_as", "kept"), ("player",)),
    **dict.fromkeys(("really", "duplicate"), ("namesake",)),
    "lexicon_version": ("edition",),
    "official_list": ("listed",),
    **dict.fromkeys(("seen", "version", "expected_version"), ("version",)),
}
#: Keys with the id of a row: of a report to be undone, of a game in its rating list.
KEY = re.compile(r"^((report|pairing)[-:])\d+$")


def who_may_call(method: str, template: str) -> set[str]:
    """Who may, as the address declares it."""
    if (method, template) in LATER:
        return OFFICIALS
    if template in OWN:
        return DIRECTOR
    address = re.sub(r"{(\w+)}", lambda key: KEYS.get(key[1], "1"), template)
    return who_may(needs(f"api:{resolve(address).url_name}")[method.upper()]) & EVERYBODY


@cache
def table() -> list[tuple[str, str, set[str], object]]:
    """Method, address, who may and what is sent: the example of the schema, if it takes anything. A body that the use case refuses is
    as good as one it takes: only 401, 403 and 404 say that somebody was not let in."""
    rows: list[tuple[str, str, set[str], object]] = []
    for path, operations in committed_schema()["paths"].items():
        # In a rating pool an event is the pool's own, not the address of an event of this site.
        template = path.replace("{event}", "{rated}") if path.startswith("/api/v1/ratings/") else path
        for method, operation in operations.items():
            body = EXAMPLES.get(operation["operationId"], {} if method != "get" else None)
            rows.append((method, template, who_may_call(method, template), body))
    return rows


@dataclass
class Scene:
    """A running event whose first game has a confirmed result with a record, and the people around it."""

    people: dict[str, User]
    address: dict[str, Any]
    division: Division
    pairing: Pairing

    def call(self, who: str, method: str, template: str, expected: Set[Answer], body: object = None) -> Call:
        """A row of a table: the operation on this scene's rows."""
        return Call(who, method.upper(), template.format(**self.address), expected, self.on_rows(body))

    def on_rows(self, body: Any, field: str = "", place: int = 0) -> Any:
        """An example of a body, with the ids of this scene's rows."""
        if isinstance(body, dict):
            return {name: self.on_rows(value, name) for name, value in body.items()}
        if isinstance(body, list):
            return [self.on_rows(value, field, place) for place, value in enumerate(body)]
        if isinstance(body, str):
            return KEY.sub(lambda key: f"{key[1]}{self.address.get(key[2], 0)}", body)
        if type(body) is int and place < len(ROWS.get(field, ())):
            return self.address.get(ROWS[field][place], body)
        return body

    def responses(self) -> Callable[[Call], "Page"]:
        """Asks the API as the visitor of the row: each has a token, "anonymous" none."""
        headers = {who: {"Authorization": f"Token {sign_in(user)[1]}"} for who, user in self.people.items()}
        client = visitor()

        def respond(call: Call) -> "Page":
            data = b"" if call.method in {"GET", "DELETE"} else json.dumps(call.body).encode()
            return client.generic(
                call.method, call.address, data, content_type="application/json", headers=headers.get(call.who)
            )

        return respond

    def asking(self) -> Callable[[Call], Answer]:
        """The same, of which only the status is looked at."""
        respond = self.responses()
        return lambda call: respond(call).status_code


def registered(division: Division, name: str = "Zoe Park") -> Registration:
    """Somebody who is in, and of whom it is not known who is meant."""
    group = RegistrationGroup.objects.create(event=division.event, client_token=uuid4())
    RegistrationLink.fresh(group=group).save()
    return Registration.objects.create(
        group=group,
        division=division,
        position=next_position(division),
        state="entered",
        name=name,
        name_key=name.casefold(),
    )


@pytest.fixture
def scene(running: Division, director: User, dictionary: LexiconVersion) -> Scene:
    from tests.tournaments.api.test_journey import work

    club, event = running.event.club, running.event
    people = factories.everybody(club, director)
    line = factories.games(running.rounds.get(number=1))[0]
    factories.report(line.pairing_id, "first", 431, 389, record=b"8D TRAIN 12\n")
    factories.report(line.pairing_id, "second", 431, 389)
    work()
    PairingRequest.objects.create(
        division=running, round_number=1, system="cop", state="dropped", finished_at=timezone.now()
    )
    pairing = Pairing.objects.get(pk=line.pairing_id)
    director_api = Api(sign_in(director)[1])
    slips = director_api.get(f"events/{event.slug}/divisions/{running.slug}/rounds/1/slips/")["results"]
    assert running.rating_pool is not None
    rated = running.rating_pool.events.get()
    joined = set_member(actor=director, club=club, username=factories.user("edda").username, role="member")
    board = WebhookInput(name="Board", address="https://board.example.org/", topics=frozenset(Topic))
    webhook, _secret = add_webhook(actor=director, club=club, data=board)
    entries = running.entries.order_by("pk")
    block = PairBlock.objects.create(division=running, low=entries[0], high=entries[1], reason="x")
    factories.use_dictionary(running, dictionary)
    challenge = PlayQuestion(words=("TRAIN",), client_token="judged")
    list_of_the_club = Upload.objects.create(
        club=club, name="House words", label="1", language="en", state=Upload.State.CHECKED, report={"checksum": ""}
    )
    spare = Player.objects.bulk_create([Player(name=name, home_club=club) for name in ("Spare", "Spair", "Sparre")])
    official = OfficialList.objects.create(
        pool=running.rating_pool, name="May", effective=factories.DAY, ledger_version=0
    )
    league = make_league(club, director)
    follow_feed(actor=director, event=event, address="https://example.org/tourney.js", parts={running.pk: "A"})
    stop_feed(actor=director, event=event)
    asked = registered(running)
    grant = EventGrant.objects.create(event=event, user=joined.user, role="scorer")
    ClubGrant.objects.create(pk=grant.pk, club=club, user=joined.user, role="scorer")
    address = {
        "registration": page_of(asked.group).split("/")[2],
        "person": asked.pk,
        "league": league.league.slug,
        "season": league.season.number,
        "merge": PlayerMerge.objects.create(duplicate=spare[0], kept=spare[1], reason="x").pk,
        "listed": official.pk,
        "adjudication": rule_challenge(
            desk=Desk(Division.objects.get(pk=running.pk), official=director), data=challenge
        ).pk,
        "upload": list_of_the_club.pk,
        "edition": dictionary.pk,
        "club": club.slug,
        "webhook": webhook.pk,
        "delivery": WebhookDelivery.objects.create(webhook=webhook, topic=TEST).pk,
        "grant": grant.pk,
        "membership": joined.pk,
        "token": sign_in(director)[0].pk,
        "slug": dictionary.lexicon.slug,
        "word": "TRAIN",
        "pool": running.rating_pool.slug,
        "rated": rated.pk,
        "player": line.first.player_id,
        "other": line.second.player_id,
        "namesake": spare[2].pk,
        "event": event.slug,
        "division": running.slug,
        "number": 1,
        "entry": line.first.entry_id,
        "opponent": line.second.entry_id,
        "block": block.pk,
        "clock": start_clock(actor=director, event=event, data=ClockStart()).clock.pk,
        "time": TableTime.objects.create(pairing=pairing, minutes=5, reason="fire alarm").pk,
        "prize": EventPrize.objects.create(event=event, name="High game", kind="high_win").pk,
        "action": ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk").pk,
        "what_if": make_test_copy(actor=director, event=event).slug,
        "pairing": pairing.pk,
        "game": pairing.pk,
        "uuid": GameRecord.objects.get().uuid,
        "key": slips[0]["key"],
        "link": factories.own_slip(pairing.pk).split("/")[2],
    }
    return Scene(people, address, running, pairing)


#: What can be deleted only while nothing was played, which is no longer so here; and what is in a queue, which this division has not.
PLAYED = {E, D + "entries/{entry}/", D + "queue/players/{entry}/", D + "queue/games/{game}/"}


def right_answers(who: str, method: str, template: str, allowed: set[str]) -> Set[Answer]:
    """What this visitor may be answered."""
    if who in allowed:
        # 415: the address takes forms only, and this is asked after who one is.
        if method == "delete" and template in PLAYED:
            return {400, 409}
        return {"get": {200}, "delete": {204}}.get(method, {200, 201, 202, 204, 400, 409, 415})
    if who == "anonymous":
        return {401}
    return {404 if template in OWN else 403}


@pytest.mark.scaled
def test_those_who_may_are_answered_and_all_others_refused(scene: Scene) -> None:
    """In the suite each operation answers somebody and refuses somebody. What is for directors alone is sent by one, and its answer looked
    at, in ``test_schemathesis``."""
    answered, refused = [], []
    for method, template, allowed, body in table():
        for who in sorted(EVERYBODY):
            call = scene.call(who, method, template, right_answers(who, method, template, allowed), body)
            if who not in allowed:
                refused.append(call)
            elif DEEP or allowed != DIRECTOR:
                answered.append(call)
    check_calls(taking_turns(answered) + one_for_each(refused), scene.asking())


def for_officials(template: str, allowed: set[str]) -> bool:
    """Whether a stranger is asked to sign in before the event is looked for. Awards are everybody's once the event is finished."""
    return "anonymous" not in allowed and template != E + "awards/"


@pytest.mark.scaled
def test_an_event_in_preparation_is_found_by_its_officials_only(scene: Scene) -> None:
    Event.objects.update(state=Event.State.DRAFT)
    others = sorted(EVERYBODY - OFFICIALS)
    calls = [
        scene.call(
            who, method, template, {401 if who == "anonymous" and for_officials(template, allowed) else 404}, body
        )
        for method, template, allowed, body in table()
        if template.startswith(E)
        for who in others
    ]
    seen = [scene.call(who, "get", E, {200}) for who in sorted(OFFICIALS)]
    check_calls(one_for_each(calls) + taking_turns(seen), scene.asking())
    clients = {who: as_user(scene.people[who]) for who in ("member", "outsider", "scorer")} | {"anonymous": Api()}
    who_see = {who for who, client in clients.items() if client.get("events/")["count"]}
    assert who_see == {"scorer"}


def test_a_draft_round_is_found_by_officials_only(scene: Scene) -> None:
    Round.objects.update(state=Round.State.DRAFT)
    of_the_round = [R, R + "pairings/", P, P + "record/", P + "records/{uuid}/", P + "records/{uuid}/original/"]
    calls = [scene.call("scorer", "get", template, {200}) for template in of_the_round]
    for who in sorted(EVERYBODY - OFFICIALS):
        calls += [scene.call(who, "get", template, {404}) for template in [*of_the_round, "/api/v1/slips/{key}/"]]
    check_calls(calls, scene.asking())
    assert Api().get(f"events/{scene.address['event']}/divisions/a/rounds/")["count"] == 0


def test_nothing_of_one_event_is_reached_through_another(scene: Scene, director: User) -> None:
    other = factories.division(scene.division.event.club, director)
    scene.address |= {"event": other.event.slug, "division": other.slug}
    #: Of a round that the other event does not have yet.
    of_any_round = {
        ("post", R + "draft/"),
        ("post", R + "by-hand/"),
        ("get", R + "readiness/"),
        ("get", R + "locks/"),
        ("post", R + "locks/"),
        ("post", R + "unlock/"),
    }
    calls = [
        scene.call("director", method, template, {404}, body)
        for method, template, _who, body in table()
        if template.startswith((P, R, D + "entries/{entry}/", E + "registrations/{person}/"))
        and (method, template) not in of_any_round
    ]
    check_calls(calls, scene.asking())


def test_an_unconfirmed_report_is_for_officials(scene: Scene) -> None:
    line = factories.games(scene.division.rounds.get(number=1))[1]
    factories.report(line.pairing_id, "first", 300, 299, record=b"8D TRAIN 12\n")
    scene.address |= {"pairing": line.pairing_id, "uuid": GameRecord.objects.latest("pk").uuid}
    records = (P + "record/", P + "records/{uuid}/", P + "records/{uuid}/original/")
    calls = [
        scene.call(who, "get", template, {status})
        for template in records
        for who, status in (("outsider", 404), ("scorer", 200))
    ]
    check_calls(calls, scene.asking())
    public = Api().get(f"events/{scene.address['event']}/divisions/a/rounds/1/pairings/")["results"]
    assert [item["result"] is None for item in public] == [False, True, True]
    assert public[1]["state"] == "pending"
    scorer = as_user(scene.people["scorer"])
    for_officials = scorer.get(f"events/{scene.address['event']}/divisions/a/rounds/1/pairings/")["results"]
    assert for_officials[1]["result"]["first_score"] == 300
