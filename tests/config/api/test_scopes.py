"""What tokens are for: every address of the API declares it, and nobody comes in with less."""

from collections.abc import Mapping

import pytest
from django.test import RequestFactory
from django.urls import resolve

from clubs.access import Needs, scopes_needed
from clubs.models import ApiToken, User
from clubs.scopes import EVERYTHING, GRANTABLE, Scope
from clubs.tokens import TokenInput, make_token
from config.api.scopes import needed
from lexicon.models import LexiconVersion
from tests import factories
from tests.api_client import Api
from tests.declared import addresses, needs
from tests.harness.deep import DEEP
from tests.tournaments.api.test_access import Scene, scene, table
from tournaments.models import Division

__all__ = ["scene"]


def declared_by_the_api() -> dict[str, Mapping[str, Needs]]:
    """Name of each address → what its methods need."""
    return {name: needs(name) for name in addresses() if name.startswith("api:") and name != "api:nothing"}


def test_every_address_declares_what_each_of_its_methods_needs() -> None:
    declared = {(name, method) for name, declared_needs in declared_by_the_api().items() for method in declared_needs}
    answered = {
        (name, method.upper())
        for name in declared_by_the_api()
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(getattr(addresses()[name].callback, "cls", None), method)
    }
    assert answered == declared


def test_what_changes_something_needs_more_than_reading() -> None:
    for name, declared_needs in declared_by_the_api().items():
        for method, need in declared_needs.items():
            assert method == "GET" or need.scope is not Scope.READ, name


def test_what_is_not_declared_is_open_to_full_tokens_only(rf: RequestFactory) -> None:
    def scopes(method: str, path: str) -> frozenset[Scope]:
        request = rf.generic(method, path)
        request.resolver_match = resolve(path)
        return needed(request)

    assert scopes("GET", "/api/v1/no-such-address/") == EVERYTHING
    assert scopes("TRACE", "/api/v1/events/") == EVERYTHING
    assert scopes("HEAD", "/api/v1/events/") == scopes("GET", "/api/v1/events/") == {Scope.READ}
    assert needed(rf.get("/")) == EVERYTHING


def _token(user: User, *scopes: Scope, club: str | None = None) -> Api:
    return Api(make_token(actor=user, data=TokenInput(name="t", scopes=frozenset(scopes), days=1, club=club))[1])


@pytest.mark.scaled
@pytest.mark.django_db
def test_a_token_without_the_scope_is_refused_everywhere_and_one_with_it_nowhere(scene: Scene, director: User) -> None:
    """The director's token with everything but the scope: 403, whatever the role; with that scope alone: as the role says.

    In the suite every third address answers one with the scope.
    """
    alone = {scope: _token(director, scope) for scope in GRANTABLE}
    rest = {scope: _token(director, *(GRANTABLE - {scope})) for scope in GRANTABLE}
    covered = set()
    for turn, (method, template, _who, _body) in enumerate(table()):
        path = template.format(**scene.address)
        required = scopes_needed(needs(f"api:{resolve(path).url_name}")[method.upper()])
        for scope in required - {Scope.ACCOUNT}:
            covered.add(scope)
            answer = rest[scope].client.generic(
                method.upper(), path, b"{}", "application/json", headers=rest[scope].headers
            )
            assert (answer.status_code, answer.json()["type"]) == (403, "not_allowed"), template
            if method == "get" and (DEEP or turn % 3 == 0):
                api = alone[scope]
                assert api.client.get(path, headers=api.headers).status_code == 200, template
        if Scope.ACCOUNT in required:
            api = _token_of_all(director)
            status = api.client.generic(
                method.upper(), path, b"{}", "application/json", headers=api.headers
            ).status_code
            assert status == 403, template
    assert covered == GRANTABLE - {scope for scope in GRANTABLE if not _in_table(scope)}


def _in_table(scope: Scope) -> bool:
    return any(
        need.scope is scope for declared_needs in declared_by_the_api().values() for need in declared_needs.values()
    )


def _token_of_all(user: User) -> Api:
    return _token(user, *GRANTABLE)


@pytest.mark.django_db
def test_a_token_for_one_club_has_no_role_in_another(
    running: Division, director: User, dictionary: LexiconVersion
) -> None:
    other = factories.division(factories.club(director, "Elsewhere"), director)
    here, there = running.event.club, other.event.club
    api = _token(director, *GRANTABLE, club=here.slug)
    assert [membership["club"] for membership in api.get("auth/me/")["memberships"]] == [here.slug]
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
