"""What cannot be right is answered with what is wrong, where and what to do; nothing is written."""

import itertools
import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from clubs.models import User
from tests import factories
from tests.api_client import Api, as_user
from tests.walk import check_each
from tournaments.models import Division, Entry, Event, Result, Round, Submission
from tournaments.queries.rounds import PairingLine

pytestmark = pytest.mark.django_db

HUGE = 10**30


@pytest.fixture
def desk(director: User) -> Api:
    """The director's client."""
    return as_user(director)


@pytest.fixture
def game(running: Division) -> PairingLine:
    """Table 1 of round 1."""
    return factories.games(running.rounds.get(number=1))[0]


@pytest.fixture
def slip(running: Division, desk: Api) -> str:
    """The address of table 1's slip."""
    slips = desk.get(f"events/{running.event.slug}/divisions/{running.slug}/rounds/1/slips/")["results"]
    return f"slips/{slips[0]['key']}/"


def fields(answer: Any) -> list[tuple[str, str]]:
    return [(item["field"], item["code"]) for item in answer["errors"]]


def report(**values: object) -> dict[str, object]:
    return {"side": "first", "client_token": "t", "first_score": 400, "second_score": 350, **values}


BAD_REPORTS: list[tuple[dict[str, object], list[tuple[str, str]]]] = [
    ({"first_score": -1501}, [("first_score", "min_value")]),
    ({"first_score": "abc"}, [("first_score", "invalid")]),
    ({"second_score": 9999}, [("second_score", "max_value")]),
    ({"second_score": HUGE}, [("second_score", "max_value")]),
    ({"second_score": 1e400}, [("second_score", "invalid")]),
    ({"second_score": 3.5}, [("second_score", "invalid")]),
    ({"second_score": True}, [("second_score", "invalid")]),
    ({"second_score": [1]}, [("second_score", "invalid")]),
    ({"first_score": -1501, "second_score": "abc"}, [("first_score", "min_value"), ("second_score", "invalid")]),
    ({"second_score": None}, [("", "score_missing")]),
    ({"first_score": None, "second_score": None}, [("", "nothing_reported")]),
    ({"side": "official"}, [("side", "invalid_choice")]),
    ({"side": None}, [("side", "null")]),
    ({"kind": "void"}, [("kind", "invalid_choice")]),
    ({"kind": "forfeit_win"}, [("", "kind_scores")]),
    ({"client_token": ""}, [("client_token", "blank")]),
    ({"client_token": "x" * 41}, [("client_token", "max_length")]),
    ({"client_token": "a\0b"}, [("client_token", "null_characters_not_allowed")]),
    ({"record": {"a": 1}}, [("record", "invalid")]),
]


@pytest.mark.postgres
def test_a_report_that_cannot_be(slip: str) -> None:
    def check(values: dict[str, object], expected: list[tuple[str, str]]) -> None:
        answer = Api().call(
            "POST", slip, raw=json.dumps(report(**values)).replace("Infinity", "1e400").encode(), expect=400
        )
        assert answer["type"] == "validation"
        assert fields(answer) == expected
        assert not Submission.objects.exists()

    check_each(BAD_REPORTS, check)


NO_REPORTS: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b'"text"',
    b"null",
    b"\x00\xff\xfe\x89PNG",
    b'{"side": "\\ud800"}',
    b'{"first_score": NaN}',
    b"[" * 100_000,
    b'{"first_score": ' + b"9" * 5000 + b"}",
]


def test_a_body_that_is_no_report(slip: str) -> None:
    def check(raw: bytes) -> None:
        answer = Api().call("POST", slip, raw=raw, expect=400)
        assert answer["type"] in {"malformed", "validation"}
        assert not Submission.objects.exists()

    check_each(NO_REPORTS, check)


@pytest.mark.postgres
def test_a_token_used_for_something_else(slip: str) -> None:
    Api().post(slip, report(), expect=201)
    answer = Api().post(slip, report(first_score=401), expect=400)
    assert (answer["type"], fields(answer)) == ("refused", [("", "token_reused")])
    assert Submission.objects.count() == 1


USELESS_FILES: list[tuple[bytes, int]] = [
    (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20, 400),
    (b"", 400),
    (b"#player1 a A\n#player2 b B\n>a: TRAIN 8D TRAIN +12 12\n", 400),
    (b"x" * (128 * 1024 + 1), 413),
    (b"x" * (3 * 1024 * 1024), 413),
]


def test_a_file_without_usable_scores(slip: str) -> None:
    def check(data: bytes, status: int) -> None:
        upload = SimpleUploadedFile("game.gcg", data)
        answer = Api().upload(slip, {"side": "first", "client_token": "t", "record_file": upload}, expect=status)
        if status == 413:
            assert answer["type"] == "too_large"
        assert not Submission.objects.exists()

    check_each(USELESS_FILES, check)


def test_an_unusable_record_comes_back_with_its_findings(slip: str) -> None:
    gcg = "#player1 a A\n#player2 b B\n>a: TRAIN 8D TRAIN +99 99\n"
    answer = Api().post(slip, report(first_score=None, second_score=None, record=gcg), expect=400)
    assert fields(answer) == [("", "record_unusable")]
    assert [turn["stated_score"] for turn in answer["report"]["turns"]] == [99]
    assert answer["report"]["findings"]


def test_a_binary_file_with_scores_is_kept_with_its_findings(slip: str) -> None:
    upload = SimpleUploadedFile("game.gcg", b"\x89PNG\r\n" + bytes(range(256)))
    answer = Api().upload(slip, {**report(), "record_file": upload}, expect=201)
    assert answer["report"]["verdict"] == "error"
    assert answer["result"]["first_score"] == 400


def test_fifty_megabytes_are_refused(slip: str) -> None:
    answer = Api().call("POST", slip, raw=b"[" + b" " * (50 * 1024 * 1024), expect=413)
    assert answer["type"] == "too_large"
    assert "51200 kB" in answer["detail"]


def test_a_key_of_no_slip(slip: str) -> None:
    def check(key: str) -> None:
        assert Api().get(f"slips/{key}/", expect=404)["type"] == "not_found"
        Api().post(f"slips/{key}/", report(), expect=404)

    check_each(["x", "a" * 26, "a" * 5000, "%00", "%F0%9F%90%99", "..%2f"], check)


def test_an_unknown_kind_of_body(slip: str) -> None:
    def check(content_type: str) -> None:
        answer = Client().generic("POST", f"/api/v1/{slip}", b"{}", content_type=content_type)
        assert answer.status_code in {400, 415}
        assert answer.json()["errors"] is not None

    check_each(["text/plain", "application/xml", "", "application/json; charset=klingon"], check)


def test_a_form_where_json_is_expected(desk: Api, running: Division) -> None:
    entries = Entry.objects.count()
    file = SimpleUploadedFile("a.csv", b"name\nZoe\n")
    desk.upload(f"events/{running.event.slug}/divisions/a/entries/", {"file": file}, expect=400)
    desk.upload("clubs/harbour/events/", {"division.rule_options": "x", "file": file}, expect=400)
    assert Entry.objects.count() == entries


BAD_EVENTS: list[tuple[dict[str, object], str]] = [
    ({"name": ""}, "name"),
    ({"name": "x" * 121}, "name"),
    ({"starts_on": "soon"}, "starts_on"),
    ({"starts_on": "2026-02-30"}, "starts_on"),
    ({"slug": "a b"}, "slug"),
    ({"division": "A"}, "division"),
    ({"division": {"rules_slug": "chess"}}, "division.rules_slug"),
    ({"division": {"rounds_planned": 0}}, "division.rounds_planned"),
    ({"division": {"rounds_planned": HUGE}}, "division.rounds_planned"),
    ({"division": {"bye_spread": -1}}, "division.bye_spread"),
    ({"division": {"forfeit_spread": 1}}, "division.forfeit_spread"),
    ({"division": {"lexicon_version": 9999}}, "division.lexicon_version"),
    ({"division": {"lexicon_version": HUGE}}, "division.lexicon_version"),
    ({"division": {"lexicon_version": "en"}}, "division.lexicon_version"),
    ({"division": {"rating_pool": "no-such"}}, "division.rating_pool"),
    ({"division": {"rating_pool": {"a": 1}}}, "division.rating_pool"),
    ({"division": {"rule_options": [1]}}, "division.rule_options"),
    ({"division": {"rule_options": {"self": 1}}}, ""),
    ({"division": {"rule_options": {"rack_size": 99}}}, ""),
    ({"division": {"rule_options": {"A b": 1}}}, "division.rule_options"),
    ({"division": {"seed": HUGE}}, "division.seed"),
]


def test_an_event_that_cannot_be(desk: Api, club: object) -> None:
    def check(values: dict[str, object], field: str) -> None:
        body = {"name": "Open", "starts_on": "2026-05-02", **values}
        answer = desk.post("clubs/harbour/events/", body, expect=400)
        assert [name for name, _code in fields(answer)] == [field]
        assert not Event.objects.exists()

    check_each(BAD_EVENTS, check)


def test_settings_that_games_were_played_by_stay(desk: Api, running: Division) -> None:
    answer = desk.patch(f"events/{running.event.slug}/divisions/a/", {"rules_slug": "tokyo-club"}, expect=400)
    assert fields(answer) == [("", "fixed_setting")]


def test_a_pool_of_another_club_is_no_choice(desk: Api, running: Division, director: User) -> None:
    elsewhere = factories.club(factories.user("other"), "Elsewhere")
    pool = factories.pool(elsewhere, director)
    answer = desk.patch(f"events/{running.event.slug}/divisions/a/", {"rating_pool": pool.slug}, expect=400)
    assert fields(answer) == [("rating_pool", "does_not_exist")]


@pytest.mark.postgres
def test_an_address_with_nul_names_nothing(desk: Api, running: Division) -> None:
    """PostgreSQL would not take the question."""
    pool = desk.patch(f"events/{running.event.slug}/divisions/a/", {"rating_pool": "a\0"}, expect=400)
    assert fields(pool) == [("rating_pool", "invalid")]
    prize = {"name": "First", "division": "\0", "value": "100"}
    assert fields(desk.post(f"events/{running.event.slug}/prizes/", prize, expect=400)) == [("division", "invalid")]


@pytest.mark.postgres
def test_a_round_that_is_not(desk: Api, running: Division) -> None:
    def check(number: int) -> None:
        address = f"events/{running.event.slug}/divisions/a/rounds/{number}/"
        for path in (address, f"{address}pairings/", f"{address}slips/", f"{address}run/"):
            desk.get(path, expect=404)
        desk.post(f"{address}publish/", {"expected_version": 0}, expect=404)
        answer = desk.post(f"{address}draft/", {}, expect=409 if number == 2 else 404)
        assert answer["type"] == ("not_ready" if number == 2 else "not_found")

    check_each([0, 2, 61, 99999999999999999999], check)


@pytest.mark.postgres
def test_a_pairing_that_is_not(desk: Api, running: Division) -> None:
    def check(pairing: int) -> None:
        address = f"events/{running.event.slug}/pairings/{pairing}/"
        answers = [
            desk.get(address, expect=404),
            desk.post(f"{address}submissions/", {}, expect=404),
            desk.post(f"{address}ruling/", {}, expect=404),
        ]
        assert {answer["type"] for answer in answers} == {"not_found"}

    check_each([0, 999999, 99999999999999999999], check)


def test_standings_after_no_round(running: Division) -> None:
    def check(after: str) -> None:
        answer = Api().get(f"events/{running.event.slug}/divisions/a/standings/?after_round={after}", expect=400)
        assert answer["errors"][0]["field"] == "after_round"

    check_each(["-1", "0", "abc", "9999", "1.5", "%00", "9" * 5000], check)


def test_standings_after_a_round_not_yet_played(running: Division) -> None:
    answer = Api().get(f"events/{running.event.slug}/divisions/a/standings/?after_round=2", expect=404)
    assert answer["type"] == "not_found"


def test_a_page_that_is_not(running: Division) -> None:
    def check(path: str, page: str) -> None:
        assert Api().get(f"{path}?page={page}", expect=404)["type"] == "not_found"

    check_each(
        itertools.product(
            ["events/", "events/spring-open/divisions/a/entries/", "ratings/harbour-ratings/players/"],
            ["-1", "0", "abc", "9999", "9" * 5000],
        ),
        check,
    )


def test_pages_are_bounded(running: Division) -> None:
    assert len(Api().get("events/spring-open/divisions/a/entries/?page_size=2")["results"]) == 2
    many = Api().get("events/spring-open/divisions/a/entries/?page_size=100000")
    assert len(many["results"]) == many["count"] == 6
    from config.api.pagination import BoundedPages

    assert BoundedPages.max_page_size == 500


def test_edits_of_a_draft_that_cannot_be(desk: Api, running: Division, director: User) -> None:
    factories.play(running.rounds.get(number=1))
    address = f"events/{running.event.slug}/divisions/a/rounds/2/"
    version = {"expected_version": desk.post(f"{address}draft/", {})["version"]}
    seat = desk.get(f"{address}pairings/")["results"][0]["first"]["entry_id"]
    foreign = desk.get(f"events/{running.event.slug}/divisions/a/rounds/1/pairings/")["results"][0]["id"]
    for body in ({"entry_a": seat, "entry_b": seat}, {"entry_a": seat, "entry_b": 999999}):
        assert fields(desk.post(f"{address}swap-players/", {**version, **body}, expect=400)) == [("", "swap")]
    assert fields(desk.post(f"{address}swap-seats/", {**version, "pairing_id": foreign}, expect=400)) == [("", "swap")]
    for path in ("publish", "discard", "swap-seats"):
        body = {"expected_version": version["expected_version"] + 1, "pairing_id": foreign}
        assert desk.post(f"{address}{path}/", body, expect=409)["type"] == "stale"
        assert desk.post(f"{address}{path}/", {"pairing_id": foreign}, expect=400)["errors"][0]["code"] == "required"
    desk.post(f"{address}draft/", {"system": "tarot"}, expect=400)
    assert Round.objects.get(number=2).state == "draft"


def test_a_ruling_on_what_was_seen_only(desk: Api, running: Division, game: PairingLine) -> None:
    address = f"events/{running.event.slug}/pairings/{game.pairing_id}/ruling/"
    body = {"first_score": 400, "second_score": 350, "reason": "Seen.", "expected_version": 0}
    factories.report(game.pairing_id, "first", 1, 2)
    assert desk.post(address, body, expect=409)["type"] == "stale"
    for values, field in (
        ({"reason": " "}, "reason"),
        ({"expected_version": -1}, "expected_version"),
        ({"expected_version": None}, "expected_version"),
        ({"first_score": 9999}, "first_score"),
        ({"kind": "nonsense"}, "kind"),
        ({"kind": "bye", "first_score": None, "second_score": None}, ""),
        ({"first_score": None}, ""),
    ):
        answer = desk.post(address, {**body, "expected_version": 1, **values}, expect=400)
        assert [name for name, _code in fields(answer)] == [field]
    assert Result.objects.get(pairing=game.pairing_id).state == "pending"


BAD_ROSTERS: list[tuple[dict[str, object], str]] = [
    ({}, "text"),
    ({"text": " "}, "text"),
    ({"text": "name\nZoe\n", "rows": [{"name": "Zoe"}]}, "text"),
    ({"text": "name,rating\nZoe,fast\n"}, "line.2"),
    ({"text": "name\nZoe\nZoe\n"}, "line.3"),
    ({"rows": [{"name": "Zoe"}, {"name": "Yan", "rating": -1}]}, "rows.1.rating"),
    ({"rows": [{"name": "Zoe"}, {"name": "zoe"}]}, "line.2"),
    ({"rows": [{"name": "Zoe"}, "Yan"]}, "rows.1"),
    ({"rows": [{"name": "Zoe"}] * 2001}, "rows"),
    ({"text": "Zoe", "format": "xls"}, "format"),
    ({"text": "a\0b"}, "text"),
]


@pytest.mark.postgres
def test_a_roster_that_cannot_be(desk: Api, running: Division) -> None:
    def check(body: dict[str, object], field: str) -> None:
        before = Entry.objects.count()
        answer = desk.post(f"events/{running.event.slug}/divisions/a/roster/import/", body, expect=400)
        assert fields(answer)[0][0] == field
        assert Entry.objects.count() == before

    check_each(BAD_ROSTERS, check)


BAD_ROSTER_FILES: list[tuple[bytes, int]] = [(b"a\0b", 400), (b"name\n" + b"x\n" * 300_000, 413), (b"", 400)]


def test_a_roster_file_that_cannot_be(desk: Api, running: Division) -> None:
    def check(data: bytes, status: int) -> None:
        before = Entry.objects.count()
        upload = {"format": "csv", "file": SimpleUploadedFile("players.csv", data)}
        desk.upload(f"events/{running.event.slug}/divisions/a/roster/import/", upload, expect=status)
        assert Entry.objects.count() == before

    check_each(BAD_ROSTER_FILES, check)


def test_a_tsh_file_is_imported(desk: Api, running: Division) -> None:
    upload = {"format": "tsh", "file": SimpleUploadedFile("a.t", b"Zoe 1500;\nYan 1400;\n")}
    preview = desk.upload(f"events/{running.event.slug}/divisions/a/roster/preview/", upload)
    assert [(row["name"], row["rating"], row["action"]) for row in preview["rows"]] == [
        ("Zoe", 1500, "new"),
        ("Yan", 1400, "new"),
    ]


def test_a_wrong_token_is_no_visitor() -> None:
    for header in ("Token x", "Token", "Token a b", "Token é", "Token " + "x" * 5000):
        answer = Client().get("/api/v1/events/", headers={"Authorization": header})
        assert answer.status_code == 401, header
        assert answer.json()["type"] == "not_authenticated"
        assert answer["WWW-Authenticate"] == "Token"


def test_many_tries_at_one_slip_are_slowed_down_and_others_are_not(
    slip: str, running: Division, desk: Api, settings: Settings
) -> None:
    assert settings.RATES["slip"] == "60/min"
    settings.RATES = {**settings.RATES, "slip": "6/min"}
    for _count in range(6):
        Api().get(slip)
    answer = Api().get(slip, expect=429)
    assert answer["type"] == "throttled"
    other = desk.get(f"events/{running.event.slug}/divisions/a/rounds/1/slips/")["results"][1]["key"]
    Api().get(f"slips/{other}/")
