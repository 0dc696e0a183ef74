"""A permission is declared once: pages, API and document follow from it."""

import sys
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import LazySettings
from django.http import HttpRequest, HttpResponse
from django.test import Client
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs import permissions
from clubs.access import ClubPath, Needs, page, reached
from clubs.api.addresses import api
from clubs.models import Club, Role, User
from clubs.permission_table import permission_table
from clubs.permissions import Action
from clubs.scopes import Scope
from clubs.tokens import sign_in
from config import urls
from tests import factories
from tests.walk import SIGN_IN, answer_of, visitor


def test_the_document_is_what_the_addresses_declare() -> None:
    written = Path("docs/permissions.md").read_text()
    assert written == permission_table(), "run manage.py permissions"


def garden(request: HttpRequest, club: str) -> HttpResponse:
    """A page for those who may water the plants."""
    return HttpResponse(reached(request, ClubPath(club)).name)


class GardenView(APIView):
    """The same for programs."""

    def get(self, request: Request, club: str) -> Response:
        """The club's name."""
        return Response(reached(request, ClubPath(club)).name)


@pytest.fixture
def watering(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> Action:
    """An action that no role has yet, with a page and an address of the API that need it."""
    action = str.__new__(Action, "water_plants")
    action._name_, action._value_ = "WATER_PLANTS", "water_plants"
    monkeypatch.setitem(Action._member_map_, "WATER_PLANTS", action)
    monkeypatch.setattr(Action, "_member_names_", [*Action._member_names_, "WATER_PLANTS"])
    module = ModuleType("urls_with_a_garden")
    module.urlpatterns = [  # type: ignore[attr-defined]
        page("garden/<slug:club>/", garden, "garden", action),
        api("api/v1/garden/<slug:club>/", GardenView, "api_garden", get=Needs(action, Scope.READ)),
        *urls.urlpatterns,
    ]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    settings.ROOT_URLCONF = module.__name__
    return action


def answers(people: dict[str, User | None], address: str) -> dict[str, int | str]:
    browsers: dict[str, Client] = {who: visitor(user) for who, user in people.items()}
    return {who: answer_of(browser.get(address)) for who, browser in browsers.items()}


@pytest.mark.django_db
def test_a_new_permission_is_refused_and_allowed_everywhere(
    watering: Action, club: Club, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    people: dict[str, User | None] = {**factories.everybody(club, director), "anonymous": None}
    refused = dict.fromkeys(people, 403)
    here, over_http = f"/garden/{club.slug}/", f"/api/v1/garden/{club.slug}/"
    assert answers(people, here) == {**refused, "anonymous": SIGN_IN}
    assert visitor().get(over_http).status_code == 401
    assert answers({who: user for who, user in people.items() if user}, "/garden/no-such-club/") == dict.fromkeys(
        set(people) - {"anonymous"}, 404
    )
    assert "| `water_plants` |" + "  |" * len(Role) in permission_table()
    actions = {**permissions.ROLE_ACTIONS, Role.SCORER: permissions.ROLE_ACTIONS[Role.SCORER] | {watering}}
    monkeypatch.setattr(permissions, "ROLE_ACTIONS", actions)
    assert answers(people, here) == {**refused, "scorer": 200, "anonymous": SIGN_IN}
    for who, user in people.items():
        if user is not None:
            assert with_token(user, over_http) == (200 if who == "scorer" else 403), who
    monkeypatch.setattr("clubs.permission_table.ROLE_ACTIONS", actions)
    table = permission_table()
    assert "| `water_plants` |  |  | yes |  |" in table
    assert "| `/garden/<slug:club>/` | GET | water_plants |  |" in table
    assert "| `/api/v1/garden/<slug:club>/` | GET | water_plants | read |" in table


def with_token(user: User, address: str) -> int:
    """What the API answers a token of this user."""
    return Client().get(address, headers={"Authorization": f"Token {sign_in(user)[1]}"}).status_code
