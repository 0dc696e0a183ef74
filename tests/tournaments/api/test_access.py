"""Who may do what over HTTP: one row for each operation of the schema, asked by every kind of visitor."""

import json
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from audit.models import ActionLog
from clubs.models import Player, User
from clubs.services import set_member
from clubs.tokens import sign_in
from games.crossword.judge import PlayQuestion
from games.models import GameRecord
from lexicon.models import LexiconVersion, Upload
from ratings.models import OfficialList, PlayerMerge
from tests import factories
from tests.api_client import Api, as_user
from tests.leagues.scene import make_league
from tests.openapi import committed_schema
from tests.walk import Answer, Call, check_calls, visitor
from tournaments.inputs_clock import ClockStart
from tournaments.models import Division, Event, EventPrize, PairBlock, Pairing, PairingRequest, Round
from tournaments.services.challenges import rule_challenge
from tournaments.services.clock import start_clock
from tournaments.services.copies import make_what_if
from tournaments.services.judge_desks import Desk

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

OFFICIALS = {"director", "scorer", "ratings_officer"}
DESK = {"director", "scorer"}
DIRECTOR = {"director"}
RATERS = {"director", "ratings_officer"}
SIGNED_IN = {"director", "scorer", "ratings_officer", "member", "outsider"}
EVERYBODY = SIGNED_IN | {"anonymous"}

E = "/api/v1/events/{event}/"
D = E + "divisions/{division}/"
R = D + "rounds/{number}/"
P = E + "pairings/{pairing}/"
L = "/api/v1/clubs/{club}/leagues/"
S = L + "{league}/seasons/{season}/"
VERSION = {"expected_version": 0}

#: (method, address of the schema, who may, body). A body that the use case refuses is as good as one it takes: only 401, 403 and
#: 404 say that somebody was not let in.
TABLE: list[tuple[str, str, set[str], Any]] = [
    ("post", "/api/v1/auth/login/", EVERYBODY, {"username": "x"}),
    ("get", "/api/v1/auth/me/", SIGNED_IN, None),
    ("post", "/api/v1/auth/logout/", SIGNED_IN, {}),
    ("post", "/api/v1/auth/logout-everywhere/", SIGNED_IN, {}),
    ("get", "/api/v1/auth/tokens/", SIGNED_IN, None),
    ("post", "/api/v1/auth/tokens/", SIGNED_IN, {"name": ""}),
    ("delete", "/api/v1/auth/tokens/{token}/", DIRECTOR, None),
    ("get", "/api/v1/clubs/", EVERYBODY, None),
    ("post", "/api/v1/clubs/", SIGNED_IN, {"name": "Harbour"}),
    ("get", "/api/v1/clubs/{club}/", EVERYBODY, None),
    ("patch", "/api/v1/clubs/{club}/", DIRECTOR, {"name": ""}),
    ("get", "/api/v1/clubs/{club}/members/", DIRECTOR, None),
    ("post", "/api/v1/clubs/{club}/members/", DIRECTOR, {"username": "nobody", "role": "scorer"}),
    ("delete", "/api/v1/clubs/{club}/members/{membership}/", DIRECTOR, None),
    ("get", "/api/v1/clubs/{club}/events/", EVERYBODY, None),
    ("post", "/api/v1/clubs/{club}/events/", DIRECTOR, {"name": ""}),
    ("get", "/api/v1/clubs/{club}/rating-pools/", EVERYBODY, None),
    ("post", "/api/v1/clubs/{club}/rating-pools/", {"director", "ratings_officer"}, {"name": ""}),
    ("get", "/api/v1/clubs/{club}/merges/", RATERS, None),
    ("post", "/api/v1/clubs/{club}/merges/", RATERS, {"duplicate": 1, "kept": 1, "reason": ""}),
    ("post", "/api/v1/clubs/{club}/merges/{merge}/undo/", RATERS, {"reason": "two people"}),
    ("post", "/api/v1/clubs/{club}/players/{player}/anonymise/", RATERS, {"reason": ""}),
    ("get", "/api/v1/dictionaries/", EVERYBODY, None),
    ("get", "/api/v1/dictionaries/{slug}/", EVERYBODY, None),
    ("post", "/api/v1/dictionaries/{slug}/judge/", SIGNED_IN, {"words": ["TRAIN"]}),
    ("post", "/api/v1/dictionaries/{slug}/lookup/", SIGNED_IN, {"words": ["TRAIN"]}),
    ("get", "/api/v1/dictionaries/{slug}/search/", SIGNED_IN, None),
    ("get", "/api/v1/dictionaries/{slug}/words/{word}/", SIGNED_IN, None),
    ("get", "/api/v1/clubs/{club}/uploads/", DIRECTOR, None),
    ("post", "/api/v1/clubs/{club}/uploads/", DIRECTOR, {}),
    ("get", "/api/v1/clubs/{club}/uploads/{upload}/", DIRECTOR, None),
    ("post", "/api/v1/clubs/{club}/uploads/{upload}/confirm/", DIRECTOR, {}),
    ("delete", "/api/v1/clubs/{club}/uploads/{upload}/", DIRECTOR, None),
    ("get", "/api/v1/rules/", EVERYBODY, None),
    ("get", "/api/v1/ratings/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/accepts/", EVERYBODY, None),
    ("put", "/api/v1/ratings/{pool}/accepts/", RATERS, {"game": "chess"}),
    ("post", "/api/v1/ratings/{pool}/import/", RATERS, {"text": "name,rating\nNobody,1500"}),
    ("post", "/api/v1/ratings/{pool}/import/preview/", RATERS, {"text": "name,rating\nNobody,1500"}),
    ("get", "/api/v1/ratings/{pool}/checks/", RATERS, None),
    ("post", "/api/v1/ratings/{pool}/checks/", RATERS, {"kind": ""}),
    ("get", "/api/v1/ratings/{pool}/official/", EVERYBODY, None),
    ("post", "/api/v1/ratings/{pool}/official/", RATERS, {"name": ""}),
    ("get", "/api/v1/ratings/{pool}/official/{listed}/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/openings/{player}/", RATERS, None),
    ("put", "/api/v1/ratings/{pool}/openings/{player}/", RATERS, {"rating": 1500, "games": None, "reason": ""}),
    ("post", "/api/v1/ratings/{pool}/events/{rated}/move/", RATERS, {"game": "x"}),
    ("get", "/api/v1/ratings/{pool}/players/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/players/{player}/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/events/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/events/{rated}/", EVERYBODY, None),
    ("get", "/api/v1/ratings/{pool}/events/{rated}/players/{player}/", EVERYBODY, None),
    ("get", "/api/v1/events/", EVERYBODY, None),
    ("get", E, EVERYBODY, None),
    ("patch", E, DIRECTOR, {"name": ""}),
    ("delete", E, DIRECTOR, None),
    ("post", E + "release/", DIRECTOR, {}),
    ("post", E + "finish/", DIRECTOR, {}),
    ("post", E + "reopen/", DIRECTOR, {"reason": "x"}),
    ("post", E + "divisions/", DIRECTOR, {"name": "A"}),
    ("get", D, EVERYBODY, None),
    ("patch", D, DIRECTOR, {"rounds_planned": 0}),
    ("get", D + "ratings/", OFFICIALS, None),
    ("put", D + "ratings/", DIRECTOR, {"setting": "online"}),
    ("post", D + "ratings/pin/", DIRECTOR, {"official_list": "x"}),
    ("post", D + "ratings/list/", DIRECTOR, {"text": ""}),
    ("get", D + "standings/", EVERYBODY, None),
    ("get", D + "handicap-standings/", EVERYBODY, None),
    ("get", D + "contention/", OFFICIALS, None),
    ("post", D + "contention/", OFFICIALS, {}),
    ("get", E + "start/", OFFICIALS, None),
    ("post", E + "start/", DIRECTOR, {"rounds": []}),
    ("get", E + "clocks/", EVERYBODY, None),
    ("post", E + "clocks/", DIRECTOR, {"minutes": 0}),
    ("post", E + "clocks/{clock}/", DIRECTOR, {"act": "wind"}),
    ("get", L, EVERYBODY, None),
    ("post", L, DIRECTOR, {"name": ""}),
    ("get", L + "{league}/", EVERYBODY, None),
    ("get", L + "{league}/seasons/", EVERYBODY, None),
    ("post", L + "{league}/seasons/", DIRECTOR, {"name": ""}),
    ("get", S, EVERYBODY, None),
    ("get", S + "divisions/{division}/standings/", EVERYBODY, None),
    ("post", S + "divisions/{division}/events/", DIRECTOR, {"event": ""}),
    ("get", E + "prizes/", EVERYBODY, None),
    ("post", E + "prizes/", DIRECTOR, {"name": ""}),
    ("put", E + "prizes/{prize}/", DIRECTOR, {"name": ""}),
    ("delete", E + "prizes/{prize}/", DIRECTOR, None),
    ("get", E + "awards/", OFFICIALS, None),
    ("get", E + "log/", DIRECTOR, None),
    ("get", E + "log/{action}/", DIRECTOR, None),
    ("get", E + "what-ifs/", DIRECTOR, None),
    ("post", E + "what-ifs/", DIRECTOR, {}),
    ("delete", E + "what-ifs/{what_if}/", DIRECTOR, None),
    ("get", D + "entries/", EVERYBODY, None),
    ("post", D + "entries/", DIRECTOR, {"name": ""}),
    ("patch", D + "entries/{entry}/", DIRECTOR, {"name": ""}),
    ("delete", D + "entries/{entry}/", DIRECTOR, None),
    ("get", D + "entries/{entry}/absences/", OFFICIALS, None),
    ("put", D + "entries/{entry}/absences/", DIRECTOR, {"absences": [{"round": 0}]}),
    ("get", D + "seeds/", EVERYBODY, None),
    ("put", D + "seeds/", DIRECTOR, {"seeds": []}),
    ("get", D + "blocks/", OFFICIALS, None),
    ("post", D + "blocks/", DIRECTOR, {"entry_a": 1}),
    ("delete", D + "blocks/{block}/", DIRECTOR, None),
    ("get", R + "locks/", OFFICIALS, None),
    ("post", R + "locks/", DIRECTOR, {"first": 0}),
    ("post", R + "unlock/", DIRECTOR, {"first": 0}),
    ("get", D + "personal-links/", DIRECTOR, None),
    ("post", D + "entries/{entry}/link/", DIRECTOR, {}),
    ("post", D + "entries/{entry}/withdraw/", DIRECTOR, {}),
    ("post", D + "entries/{entry}/return/", DIRECTOR, {}),
    ("post", D + "roster/preview/", DIRECTOR, {"text": "Zoe"}),
    ("post", D + "roster/import/", DIRECTOR, {"text": ""}),
    ("post", D + "past-rounds/", DIRECTOR, {"text": ""}),
    ("get", D + "auto-pairing/", OFFICIALS, None),
    ("put", D + "auto-pairing/", DIRECTOR, {"system": "x"}),
    ("get", D + "rounds/", EVERYBODY, None),
    ("get", R, EVERYBODY, None),
    ("get", R + "pairings/", EVERYBODY, None),
    ("get", R + "readiness/", OFFICIALS, None),
    ("get", R + "run/", OFFICIALS, None),
    ("get", R + "slips/", DIRECTOR, None),
    ("post", R + "confirm/", DESK, {"seen": []}),
    ("post", R + "draft/", DIRECTOR, {}),
    ("get", R + "request/", OFFICIALS, None),
    ("post", R + "swap-players/", DIRECTOR, VERSION),
    ("post", R + "swap-seats/", DIRECTOR, VERSION),
    ("post", R + "discard/", DIRECTOR, VERSION),
    ("get", R + "broken-rules/", OFFICIALS, None),
    ("post", R + "publish/", DIRECTOR, VERSION),
    ("post", R + "unpublish/", DIRECTOR, VERSION),
    ("get", P, EVERYBODY, None),
    ("post", P + "submissions/", DESK, {"client_token": "same", "first_score": 431, "second_score": 389}),
    ("get", P + "history/", OFFICIALS, None),
    ("get", P + "consequences/", DIRECTOR, None),
    ("post", P + "ruling/preview/", DIRECTOR, {"kind": "nonsense"}),
    ("post", P + "ruling/", DIRECTOR, {"reason": "x"}),
    ("get", P + "record/", EVERYBODY, None),
    ("get", P + "records/{uuid}/", EVERYBODY, None),
    ("get", P + "records/{uuid}/original/", EVERYBODY, None),
    ("post", P + "slip/", DIRECTOR, {"reason": "x" * 501}),
    ("post", D + "rulings/", DIRECTOR, {"words": []}),
    ("post", D + "word-rulings/", DIRECTOR, {"word": ""}),
    ("get", E + "rulings/", DIRECTOR, None),
    ("get", E + "rulings/{ruling}/", DIRECTOR, None),
    ("post", E + "rulings/{ruling}/appeal/", DIRECTOR, {}),
    ("post", E + "rulings/{ruling}/overrule/", DIRECTOR, {}),
    ("get", "/api/v1/slips/{key}/", EVERYBODY, None),
    ("post", "/api/v1/slips/{key}/", EVERYBODY, {}),
    ("get", "/api/v1/own/{link}/", EVERYBODY, None),
    ("get", "/api/v1/own/{link}/rounds/{number}/", EVERYBODY, None),
    ("post", "/api/v1/own/{link}/rounds/{number}/", EVERYBODY, {}),
]

#: One's own things only: what belongs to somebody else is not found.
OWN = {"/api/v1/auth/tokens/{token}/"}


@dataclass
class Scene:
    """A running event whose first game has a confirmed result with a record, and the people around it."""

    people: dict[str, User]
    address: dict[str, object]
    division: Division
    pairing: Pairing

    def call(self, who: str, method: str, template: str, expected: Set[Answer], body: object = None) -> Call:
        """A row of a table: the operation on this scene's rows."""
        return Call(who, method.upper(), template.format(**self.address), expected, body)

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
    joined = set_member(actor=director, club=club, username=factories.user("joined").username, role="member")
    entries = running.entries.order_by("pk")
    block = PairBlock.objects.create(division=running, low=entries[0], high=entries[1], reason="x")
    running.lexicon_version = dictionary
    running.save(update_fields=["lexicon_version"])
    challenge = PlayQuestion(words=("TRAIN",), client_token="judged")
    list_of_the_club = Upload.objects.create(
        club=club, name="House words", label="1", language="en", state=Upload.State.CHECKED, report={"checksum": ""}
    )
    spare = Player.objects.bulk_create([Player(name="Spare", home_club=club), Player(name="Spair", home_club=club)])
    official = OfficialList.objects.create(
        pool=running.rating_pool, name="May", effective=factories.DAY, ledger_version=0
    )
    league = make_league(club, director)
    address = {
        "league": league.league.slug,
        "season": league.season.number,
        "merge": PlayerMerge.objects.create(duplicate=spare[0], kept=spare[1], reason="x").pk,
        "listed": official.pk,
        "ruling": rule_challenge(desk=Desk(Division.objects.get(pk=running.pk), official=director), data=challenge).pk,
        "upload": list_of_the_club.pk,
        "club": club.slug,
        "membership": joined.pk,
        "token": sign_in(director)[0].pk,
        "slug": dictionary.lexicon.slug,
        "word": "TRAIN",
        "pool": running.rating_pool.slug,
        "rated": rated.pk,
        "player": line.first.player_id,
        "event": event.slug,
        "division": running.slug,
        "number": 1,
        "entry": line.first.entry_id,
        "block": block.pk,
        "clock": start_clock(actor=director, event=event, data=ClockStart()).clock.pk,
        "prize": EventPrize.objects.create(event=event, name="High game", kind="high_win").pk,
        "action": ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk").pk,
        "what_if": make_what_if(actor=director, event=event).slug,
        "pairing": pairing.pk,
        "uuid": GameRecord.objects.get().uuid,
        "key": slips[0]["key"],
        "link": factories.own_slip(pairing.pk).split("/")[2],
    }
    return Scene(people, address, running, pairing)


def test_the_table_has_every_operation_of_the_schema() -> None:
    # In a rating pool an event is the pool's own, not the address of an event of this site.
    operations = {
        (method, path.replace("/events/{event}/", "/events/{rated}/") if path.startswith("/api/v1/ratings/") else path)
        for path, found in committed_schema()["paths"].items()
        for method in found
    }
    assert operations == {(method, path) for method, path, _who, _body in TABLE}


#: What can be deleted only while nothing was played, which is no longer so here.
PLAYED = {E, D + "entries/{entry}/"}


def right_answers(who: str, method: str, template: str, who_may: set[str]) -> Set[Answer]:
    """What this visitor may be answered."""
    if who in who_may:
        # 415: the address takes forms only, and this is asked after who one is.
        if method == "delete" and template in PLAYED:
            return {400, 409}
        return {"get": {200}, "delete": {204}}.get(method, {200, 201, 202, 204, 400, 409, 415})
    if who == "anonymous":
        return {401}
    return {404 if template in OWN else 403}


def test_those_who_may_are_answered_and_all_others_refused(scene: Scene) -> None:
    calls = [
        scene.call(who, method, template, right_answers(who, method, template, who_may), body)
        for method, template, who_may, body in TABLE
        for who in sorted(EVERYBODY)
    ]
    check_calls(calls, scene.asking())


def for_officials(template: str, who_may: set[str]) -> bool:
    """Whether a stranger is asked to sign in before the event is looked for. Awards are everybody's once the event is finished."""
    return "anonymous" not in who_may and template != E + "awards/"


def test_an_event_in_preparation_is_found_by_its_officials_only(scene: Scene) -> None:
    Event.objects.update(state=Event.State.DRAFT)
    others = sorted(EVERYBODY - OFFICIALS)
    calls = [
        scene.call(
            who, method, template, {401 if who == "anonymous" and for_officials(template, who_may) else 404}, body
        )
        for method, template, who_may, body in TABLE
        if template.startswith(E)
        for who in others
    ]
    calls += [scene.call(who, "get", E, {200}) for who in sorted(OFFICIALS)]
    check_calls(calls, scene.asking())
    clients = {who: as_user(scene.people[who]) for who in ("member", "outsider", "scorer")} | {"anonymous": Api()}
    seen = {who for who, client in clients.items() if client.get("events/")["count"]}
    assert seen == {"scorer"}


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
        ("get", R + "readiness/"),
        ("get", R + "locks/"),
        ("post", R + "locks/"),
        ("post", R + "unlock/"),
    }
    calls = [
        scene.call("director", method, template, {404}, body)
        for method, template, _who, body in TABLE
        if template.startswith((P, R, D + "entries/{entry}/")) and (method, template) not in of_any_round
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
    shown = Api().get(f"events/{scene.address['event']}/divisions/a/rounds/1/pairings/")["results"]
    assert [item["result"] is None for item in shown] == [False, True, True]
    assert shown[1]["state"] == "pending"
    scorer = as_user(scene.people["scorer"])
    seen = scorer.get(f"events/{scene.address['event']}/divisions/a/rounds/1/pairings/")["results"]
    assert seen[1]["result"]["first_score"] == 300
