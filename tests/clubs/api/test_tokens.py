"""Tokens with a name and scopes: made, shown once, used, counted, ended; over HTTP and on the account page."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import ApiToken, Club, User
from clubs.scopes import EVERYTHING, GRANTABLE, Scope, scopes_of, stored
from clubs.services import ClubError
from clubs.tokens import MOST_TOKENS, TokenInput, make_token, revoke_token, sign_in
from tests import factories
from tests.api_client import Api, as_user
from tests.walk import check_each

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
VALID: dict[str, Any] = {"name": "Scoreboard", "scopes": ["read", "results:write"], "days": 30}


def test_a_token_is_created_shown_once_used_and_revoked(director: User, club: Club) -> None:
    mine = as_user(director)
    created = mine.post("auth/tokens/", {**VALID, "club": club.slug}, expect=201)
    text = created.pop("secret")
    assert (created["name"], created["scopes"], created["club"]) == ("Scoreboard", ["read", "results:write"], club.slug)
    assert text.startswith(created["begins"])
    assert text not in str([*ApiToken.objects.values(), *ActionLog.objects.values()])
    listed = mine.get("auth/tokens/")["results"]
    assert created in [{**row, "last_used_at": None} for row in listed]
    assert not any("secret" in row for row in listed)
    program = Api(text)
    assert program.get("auth/me/")["username"] == "director"
    used = ApiToken.objects.get(pk=created["id"]).last_used_at
    assert used is not None
    mine.delete(f"auth/tokens/{created['id']}/")
    mine.delete(f"auth/tokens/{created['id']}/", expect=404)
    program.get("auth/me/", expect=401)
    verbs = list(ActionLog.objects.filter(verb__startswith="token.").values_list("verb", flat=True).order_by("pk"))
    assert verbs == ["token.made", "token.revoked"]


def test_use_is_noted_once_a_minute(director: User) -> None:
    grant, text = make_token(actor=director, data=TokenInput(name="t", scopes=frozenset({Scope.READ}), days=1))
    api = Api(text)
    assert factories.queries(lambda: api.get("auth/me/")) == factories.queries(lambda: api.get("auth/me/")) + 1
    long_ago = timezone.now() - timedelta(hours=1)
    ApiToken.objects.filter(pk=grant.pk).update(last_used_at=long_ago)
    api.get("auth/me/")
    grant.refresh_from_db()
    assert grant.last_used_at is not None
    assert grant.last_used_at > long_ago


def test_invalid_tokens_are_refused(director: User) -> None:
    factories.everybody(factories.club(director), director)

    def check(change: dict[str, object], field: str) -> None:
        answer = as_user(director).post("auth/tokens/", {**VALID, **change}, expect=400)
        assert [item["field"] for item in answer["errors"]] == [field]
        assert ApiToken.objects.filter(is_sign_in=False).count() == 0

    check_each(
        [
            ({"name": ""}, "name"),
            ({"name": "x" * 81}, "name"),
            ({"scopes": []}, "scopes"),
            ({"scopes": ["account"]}, "scopes.0"),
            ({"scopes": ["everything"]}, "scopes.0"),
            ({"days": 0}, "days"),
            ({"days": 367}, "days"),
            ({"club": "elsewhere"}, ""),
        ],
        check,
    )


def test_there_is_an_end_to_tokens(director: User) -> None:
    data = TokenInput(name="t", scopes=frozenset({Scope.READ}), days=1)
    for _n in range(MOST_TOKENS):
        make_token(actor=director, data=data)
    with pytest.raises(ClubError, match="50 tokens"):
        make_token(actor=director, data=data)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(days=1))
    make_token(actor=director, data=data)
    assert ApiToken.objects.count() == 1  # those that had expired are forgotten


def test_tokens_are_their_users(director: User) -> None:
    other = factories.user("other")
    grant, _text = sign_in(other)
    as_user(director).delete(f"auth/tokens/{grant.pk}/", expect=404)
    with pytest.raises(PermissionDenied):
        revoke_token(actor=director, token=grant)
    confined = User.objects.get(pk=director.pk)
    confined.confined_to = 1
    with pytest.raises(PermissionDenied):
        make_token(actor=confined, data=TokenInput(name="t", scopes=GRANTABLE, days=1))


def test_the_database_keeps_a_token_a_name_and_a_scope(director: User) -> None:
    for constraint, values in (("apitoken_has_name", {"name": ""}), ("apitoken_has_scope", {"scopes": ""})):
        with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
            ApiToken.objects.create(**{"user": director, "name": "t", "scopes": "read", **values})


def test_a_retired_scope_grants_nothing() -> None:
    assert scopes_of("read teleport:write") == {Scope.READ}
    assert scopes_of(stored(EVERYTHING)) == EVERYTHING


def test_the_account_page_makes_lists_and_ends_tokens(director: User, club: Club) -> None:
    page = Client()
    page.force_login(director)
    form = {"name": "Scoreboard", "scopes": ["read", "words:look-up"], "club": club.slug, "days": "30"}
    created = page.post("/accounts/tokens/new/", form)
    assert created["Cache-Control"] == "no-store"
    text = created.content.decode().split("<code>")[1].split("</code>")[0]
    Api(text).get(f"clubs/{club.slug}/members/")
    rows = page.get("/accounts/").content.decode()
    assert text not in rows
    for part in ("Scoreboard", "look up words", f"only in {club.name}", "last used"):
        assert part in rows
    grant = ApiToken.objects.get()
    visitor = Client()
    visitor.force_login(factories.user("other"))
    assert visitor.post(f"/accounts/tokens/{grant.pk}/revoke/").status_code == 404
    assert page.post(f"/accounts/tokens/{grant.pk}/revoke/").status_code == 302
    Api(text).get("auth/me/", expect=401)


def test_the_account_page_explains_errors_and_keeps_the_input(director: User) -> None:
    def check(change: dict[str, object]) -> None:
        page = Client()
        page.force_login(director)
        answer = page.post(
            "/accounts/tokens/new/", {"name": "Board", "scopes": ["words:look-up"], "days": "30", **change}
        )
        assert answer.status_code == 422
        assert "errorlist" in answer.content.decode()
        assert ApiToken.objects.count() == 0

    check_each([{"name": ""}, {"scopes": []}, {"scopes": ["account"]}, {"club": "elsewhere"}], check)


def _rates(settings: Settings, **rates: str) -> None:
    framework = settings.REST_FRAMEWORK
    settings.REST_FRAMEWORK = {**framework, "DEFAULT_THROTTLE_RATES": {**framework["DEFAULT_THROTTLE_RATES"], **rates}}


def test_each_token_has_its_own_rate_for_reading_and_for_writing(director: User, settings: Settings) -> None:
    _rates(settings, read="3/min", write="2/min", anonymous="4/min")
    one, other = as_user(director), as_user(director)
    for _n in range(3):
        one.get("clubs/")
    answer = one.get("clubs/", expect=429)
    assert answer["type"] == "throttled"
    other.get("clubs/")
    for _n in range(2):
        one.post("clubs/", {"name": ""}, expect=400)
    one.post("clubs/", {"name": ""}, expect=429)
    for _n in range(4):
        Api().get("clubs/")
    refused = Client().get("/api/v1/clubs/")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60


def test_another_forwarded_address_is_no_way_around_the_rate(director: User, settings: Settings) -> None:
    _rates(settings, anonymous="2/min")
    codes = [Client().get("/api/v1/clubs/", headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code for n in range(3)]
    assert codes == [200, 200, 429]


def test_no_token_without_a_name_a_scope_and_an_end(director: User) -> None:
    """Whoever makes it: the page and the API check the same before."""
    good = TokenInput(name="t", scopes=frozenset({Scope.READ}), days=1)
    attempts: list[tuple[dict[str, Any], str]] = [
        ({"name": " "}, "Give the token a name"),
        ({"name": "x" * 81}, "up to 80"),
        ({"scopes": frozenset()}, "at least one permission"),
        ({"scopes": EVERYTHING}, "at least one permission"),
        ({"days": 0}, "1 to 366 days"),
        ({"days": 367}, "1 to 366 days"),
    ]
    for wrong, words in attempts:
        with pytest.raises(ClubError, match=words):
            make_token(actor=director, data=replace(good, **wrong))
    assert not ApiToken.objects.exists()


def test_the_account_page_says_when_there_are_too_many_tokens(director: User) -> None:
    for _n in range(MOST_TOKENS):
        make_token(actor=director, data=TokenInput(name="t", scopes=frozenset({Scope.READ}), days=1))
    page = Client()
    page.force_login(director)
    answer = page.post("/accounts/tokens/new/", {"name": "One more", "scopes": ["read"], "club": "", "days": "30"})
    assert (answer.status_code, f"{MOST_TOKENS} tokens" in answer.content.decode()) == (422, True)
    assert 'value="One more"' in answer.content.decode()
    assert ApiToken.objects.count() == MOST_TOKENS
