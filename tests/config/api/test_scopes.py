"""What tokens are for: every address of the API declares it, and nobody comes in with less."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import URLPattern, URLResolver

from clubs.models import ApiToken, User
from clubs.scopes import EVERYTHING, GRANTABLE, Scope
from clubs.tokens import TokenInput, make_token
from config.api.fallback import NothingHereView
from config.api.scopes import ROUTES, needs_of
from config.api_urls import urlpatterns
from lexicon.models import LexiconVersion
from tests import factories
from tests.api_client import Api
from tests.tournaments.api.test_access import TABLE, Scene, scene
from tournaments.models import Division

__all__ = ["scene"]


def routes(patterns: list[Any]) -> Iterator[tuple[str, str]]:
    """(name, method) of everything that the API answers."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            view = getattr(pattern.callback, "cls", None)
            if view is NothingHereView:
                continue
            for method in ("get", "post", "put", "patch", "delete"):
                if hasattr(view, method):
                    yield str(pattern.name), method.upper()


def test_every_address_declares_the_scope_of_each_of_its_methods() -> None:
    declared = {(name, method) for name, needs in ROUTES.items() for method in needs}
    answered = set(routes(urlpatterns))
    assert answered - declared == set(), "add rows to config/api/scopes.py"
    assert declared - answered == set(), "rows of config/api/scopes.py without an address"


def test_what_changes_something_needs_more_than_reading() -> None:
    for name, needs in ROUTES.items():
        for method, scopes in needs.items():
            if method != "GET" and scopes:
                assert Scope.READ not in scopes, name


def test_what_the_table_does_not_name_is_open_to_full_tokens_only() -> None:
    assert needs_of("no such address", "GET") == EVERYTHING
    assert needs_of("events", "TRACE") == EVERYTHING
    assert needs_of(None, "GET") == EVERYTHING
    assert needs_of("events", "HEAD") == needs_of("events", "GET")


def _token(user: User, *scopes: Scope, club: str | None = None) -> Api:
    return Api(make_token(actor=user, data=TokenInput(name="t", scopes=frozenset(scopes), days=1, club=club))[1])


@pytest.mark.django_db
def test_a_token_without_the_scope_is_refused_everywhere_and_one_with_it_nowhere(scene: Scene, director: User) -> None:
    """The director's token with everything but the scope: 403, whatever the role; with that scope alone: as the role says."""
    from django.urls import resolve

    alone = {scope: _token(director, scope) for scope in GRANTABLE}
    rest = {scope: _token(director, *(GRANTABLE - {scope})) for scope in GRANTABLE}
    seen = set()
    for method, template, _who, _body in TABLE:
        path = template.format(**scene.address)
        needs = needs_of(resolve(path).url_name, method.upper())
        for scope in needs - {Scope.ACCOUNT}:
            seen.add(scope)
            answer = rest[scope].client.generic(
                method.upper(), path, b"{}", "application/json", headers=rest[scope].headers
            )
            assert (answer.status_code, answer.json()["type"]) == (403, "not_allowed"), template
            if method == "get":
                api = alone[scope]
                assert api.client.get(path, headers=api.headers).status_code == 200, template
        if Scope.ACCOUNT in needs:
            api = _token_of_all(director)
            status = api.client.generic(
                method.upper(), path, b"{}", "application/json", headers=api.headers
            ).status_code
            assert status == 403, template
    assert seen == GRANTABLE - {scope for scope in GRANTABLE if not _in_table(scope)}


def _in_table(scope: Scope) -> bool:
    return any(scope in scopes for needs in ROUTES.values() for scopes in needs.values())


def _token_of_all(user: User) -> Api:
    return _token(user, *GRANTABLE)


@pytest.mark.django_db
def test_a_token_for_one_club_has_no_role_in_another(
    running: Division, director: User, dictionary: LexiconVersion
) -> None:
    other = factories.division(factories.club(director, "Elsewhere"), director)
    here, there = running.event.club, other.event.club
    api = _token(director, *GRANTABLE, club=here.slug)
    assert [found["club"] for found in api.get("auth/me/")["memberships"]] == [here.slug]
    api.get(f"clubs/{here.slug}/members/")
    api.get(f"clubs/{there.slug}/members/", expect=403)
    api.post("clubs/", {"name": "A third"}, expect=403)
    api.get(f"events/{other.event.slug}/", expect=404)  # it is in preparation
    assert other.event.slug not in [event["slug"] for event in api.get("events/")["results"]]
    User.objects.update(is_superuser=True)
    api.get(f"clubs/{there.slug}/members/", expect=403)
    api.get(f"events/{other.event.slug}/", expect=404)
    api.get(f"events/{running.event.slug}/")


@pytest.mark.django_db
def test_a_limited_token_makes_no_token_that_may_do_more(director: User) -> None:
    body = {"name": "more", "scopes": ["clubs:write"], "days": 1}
    api = _token_of_all(director)
    before = ApiToken.objects.count()
    assert api.post("auth/tokens/", body, expect=403)["type"] == "not_allowed"
    assert ApiToken.objects.count() == before
