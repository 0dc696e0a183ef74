"""A change that a program sends twice with the same key is made once, and answered alike."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import ApiToken, Club, User
from clubs.tokens import sign_in
from limits.api_repeats import forget_answers
from limits.models import KeptAnswer
from tests import factories
from tests.openapi import committed_schema
from tests.walk import check_refused

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
CLUBS = "/api/v1/clubs/"


class Program:
    """A program with a token of its own."""

    def __init__(self, user: User) -> None:
        self.token = sign_in(user)[1]

    def post(self, address: str, body: object, key: str = "") -> Any:
        headers = {"Authorization": f"Token {self.token}"} | ({"Idempotency-Key": key} if key else {})
        return Client().post(address, body, content_type="application/json", headers=headers)


def test_the_first_answer_comes_again_and_nothing_is_made_twice(director: User) -> None:
    program, other = Program(director), Program(factories.user("other"))
    first = program.post(CLUBS, {"name": "Quay"}, "one")
    again = program.post(CLUBS, {"name": "Quay"}, "one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert ("Idempotency-Replayed" in first, again["Idempotency-Replayed"]) == (False, "true")
    assert Club.objects.count() == 1
    reused = program.post(CLUBS, {"name": "Pier"}, "one")
    assert (reused.status_code, reused.json()["type"]) == (422, "key_reused")
    elsewhere = program.post("/api/v1/auth/tokens/", {"name": "x"}, "one")
    assert elsewhere.status_code == 422, "the address counts too"
    assert other.post(CLUBS, {"name": "Pier"}, "one").status_code == 201, "each user has keys of their own"
    assert program.post(CLUBS, {"name": "Quay"}, "two").status_code == 400, "another key is another change"
    assert Club.objects.count() == 2
    KeptAnswer.objects.update(created_at=timezone.now() - timedelta(hours=25))
    assert program.post(CLUBS, {"name": "Jetty"}, "one").status_code == 201, "a day later the key is free"
    assert forget_answers() == 1
    assert KeptAnswer.objects.count() == 1


def test_a_refused_request_leaves_its_key_free_and_changes_nothing(director: User) -> None:
    program = Program(director)
    assert program.post(CLUBS, {"name": ""}, "one").status_code == 400
    assert not KeptAnswer.objects.exists()
    assert program.post(CLUBS, {"name": "Quay"}, "one").status_code == 201
    for key in ("x" * 201, "ключ"):
        refused = program.post(CLUBS, {"name": "Pier"}, key)
        assert (refused.status_code, refused.json()["errors"][0]["code"]) == (400, "idempotency_key")
    assert Client().post(CLUBS, {"name": "x"}, headers={"Idempotency-Key": "one"}).status_code == 401


def test_a_secret_in_an_answer_comes_again_but_stands_in_no_row(director: User) -> None:
    program = Program(director)
    body = {"name": "Board", "scopes": ["read"], "days": 30}
    first = program.post("/api/v1/auth/tokens/", body, "a key of its own").json()
    assert program.post("/api/v1/auth/tokens/", body, "a key of its own").json() == first
    assert ApiToken.objects.filter(name="Board").count() == 1
    (row,) = KeptAnswer.objects.values()
    assert first["secret"].encode() not in bytes(row["answer"])
    assert "a key" not in str(row)


def test_the_schema_names_the_header_where_it_counts() -> None:
    paths = committed_schema()["paths"]
    named = {
        path
        for path, methods in paths.items()
        if any(one["name"] == "Idempotency-Key" for one in methods.get("post", {}).get("parameters", []))
    }
    assert {CLUBS, "/api/v1/events/{event}/finish/"} <= named
    assert {"/api/v1/auth/login/", "/api/v1/own/{link}/rounds/{number}/"} & named == set()


def test_the_database_keeps_successes_only(db: None) -> None:
    check_refused({"kept_answer_is_a_success": KeptAnswer(mark="x", sent="y", status=400).save})
