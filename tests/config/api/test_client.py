"""The Python client: as the schema makes it, and an event directed with it on the site itself."""

import hashlib
import hmac
import time
from base64 import b64encode
from typing import Any

import pytest
from wordhall import DivisionSent, Refused, Wordhall, is_ours

from config.api.client import CLIENT, client_of
from tests import factories
from tests.openapi import committed_schema
from tournaments.models import Event


def test_the_client_is_the_one_that_the_schema_makes() -> None:
    assert CLIENT.read_text("utf-8") == client_of(committed_schema()), "python -m config.api.client"


def schema(parts: dict[str, Any], responses: dict[str, Any] | None = None) -> dict[str, Any]:
    """A schema of one operation, which takes an ``Order`` and answers it, unless ``responses`` says otherwise."""
    order = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Order"}}}}
    operation = {"operationId": "place", "requestBody": order | {"required": True}, "responses": {"200": order}}
    if responses is not None:
        operation["responses"] = responses
    return {
        "info": {"version": "9.9"},
        "paths": {"/orders/": {"post": operation}},
        "components": {"schemas": parts},
    }


def test_what_is_sent_lacks_the_fields_of_answers_however_deep_they_are() -> None:
    """An order whose line has a product with a number that the site gives: none of the three is sent with it."""
    of = {name: {"$ref": f"#/components/schemas/{name}"} for name in ("Line", "Product", "Colour")}
    parts = {
        "Order": {"type": "object", "properties": {"lines": {"type": "array", "items": of["Line"]}}},
        "Line": {"type": "object", "properties": {"product": of["Product"]}, "required": ["product"]},
        "Product": {
            "type": "object",
            "properties": {"id": {"type": "integer", "readOnly": True}, "colour": of["Colour"]},
        },
        "Colour": {"type": "string", "enum": ["red", "blue"]},
    }
    text = client_of(schema(parts))
    compile(text, "wordhall.py", "exec")
    assert """Colour: TypeAlias = 'Literal["red", "blue"]'""" in text
    assert "def place(self, body: OrderSent) -> Order:" in text
    sent = text.partition("class ProductSent(TypedDict):")[2].partition("class ")[0]
    assert ("id:" in sent, "colour: NotRequired[Colour]" in sent) == (False, True)
    assert "class LineSent(TypedDict):\n    product: ProductSent\n" in text
    assert "class OrderSent(TypedDict):\n    lines: NotRequired[list[LineSent]]\n" in text


def test_a_schema_that_python_cannot_say_is_refused_and_an_operation_without_answer_returns_nothing() -> None:
    for name in ("first-score", "class"):
        parts = {"Order": {"type": "object", "properties": {name: {"type": "integer"}}}}
        with pytest.raises(ValueError, match=rf"Order has fields that Python has no names for: \['{name}'\]"):
            client_of(schema(parts))
    plain = {"Order": {"type": "object", "properties": {"word": {"type": "string"}}}}
    refusal = {"content": {"application/json": {"schema": {"type": "string"}}}}
    assert "def place(self, body: Order) -> None:" in client_of(schema(plain, {"400": refusal}))


@pytest.mark.django_db(transaction=True)
@pytest.mark.postgres
def test_an_event_from_the_club_to_the_standings(live_server: Any) -> None:
    factories.user("director")
    signed_in = Wordhall(live_server.url).login({"username": "director", "password": factories.PASSWORD})
    site = Wordhall(live_server.url, signed_in["token"])
    assert site.me()["username"] == "director"
    club = site.open_club({"name": "Harbour & Sons"}, key="open the club")["slug"]
    assert site.open_club({"name": "Harbour & Sons"}, key="open the club")["slug"] == club
    assert site.list_clubs()["count"] == 1
    division: DivisionSent = {"rules_slug": "tournament", "rounds_planned": 2}
    event = site.create_event(club, {"name": "Open", "starts_on": "2026-05-02", "division": division})["slug"]
    assert Event.objects.get().name == "Open"
    with pytest.raises(Refused, match="number") as refused:
        site.import_roster(event, "a", {"text": "name,rating\nAda,fast"})
    assert (refused.value.status, refused.value.errors[0]["field"]) == (400, "line.2")
    site.import_roster(event, "a", {"text": "name,rating\nAda,1800\nBen,1700\nCem,1600\nDua,1500"})
    names = [entry["name"] for entry in site.every(site.list_entries(event, "a", page_size=3))]
    assert names == ["Ada", "Ben", "Cem", "Dua"], "over two pages"
    draft = site.draft_round(event, "a", 1)
    site.publish_round(event, "a", 1, {"expected_version": draft["version"]})
    for game in site.every(site.list_pairings(event, "a", 1)):
        site.enter_result(event, game["id"], {"first_score": 400, "second_score": 350, "client_token": str(game["id"])})
    assert {game["state"] for game in site.every(site.list_pairings(event, "a", 1, state="confirmed"))} == {"confirmed"}
    lines = site.standings(event, "a")["results"]
    assert [line["wins"] for line in lines] == [1, 1, 0, 0]
    site.logout()
    with pytest.raises(Refused) as gone:
        site.me()
    assert (gone.value.status, gone.value.kind) == (401, "not_authenticated")


def test_a_signature_is_checked() -> None:
    secret, body = b"s" * 32, b'{"type": "test"}'
    now = int(time.time())

    def headers(at: int, signed: bytes = body) -> dict[str, str]:
        mac = b64encode(hmac.digest(secret, f"n1.{at}.".encode() + signed, hashlib.sha256)).decode()
        return {"webhook-id": "n1", "webhook-timestamp": str(at), "webhook-signature": f"v1,AAAA v1,{mac}"}

    text = "whsec_" + b64encode(secret).decode()
    assert is_ours(text, headers(now), body)
    for wrong in (headers(now - 301), headers(now, b"{}"), {}, headers(now) | {"webhook-timestamp": "now"}):
        assert not is_ours(text, wrong, body)
    assert not is_ours("whsec_" + b64encode(b"t" * 32).decode(), headers(now), body)
