"""Signing in, tokens, clubs and members over HTTP."""

from datetime import timedelta

import pytest
from django.utils import timezone

from clubs.models import ApiToken, Club, Membership, User
from tests import factories
from tests.api_client import Api, as_user
from tests.walk import check_each

pytestmark = pytest.mark.django_db


def test_a_token_is_issued_used_and_revoked(director: User) -> None:
    answer = Api().post("auth/login/", {"username": "director", "password": factories.PASSWORD})
    assert answer["username"] == "director"
    assert ApiToken.objects.get().user == director
    assert answer["token"] not in str(ApiToken.objects.values())  # only its hash is kept
    api = Api(answer["token"])
    assert api.get("auth/me/") == {"username": "director", "memberships": []}
    api.post("auth/logout/", expect=204)
    api.get("auth/me/", expect=401)
    assert not ApiToken.objects.exists()


def test_logging_out_everywhere_ends_all_tokens_of_the_user_only(director: User) -> None:
    one, two, other = as_user(director), as_user(director), as_user(factories.user("other"))
    one.post("auth/logout-everywhere/", expect=204)
    assert two.get("auth/me/", expect=401)["type"] == "not_authenticated"
    assert other.get("auth/me/")["username"] == "other"


def test_signing_in_with_something_else(director: User) -> None:
    def check(body: dict[str, object], status: int) -> None:
        Api().post("auth/login/", body, expect=status)
        assert not ApiToken.objects.exists()

    check_each(
        [
            ({"username": "director", "password": "wrong"}, 401),
            ({"username": "nobody", "password": "wrong"}, 401),
            ({"username": "director"}, 400),
            ({"username": ["director"], "password": {}}, 400),
            ({"username": "a\0b", "password": "x"}, 400),
            ({"username": "x" * 151, "password": "x"}, 400),
            ({"username": "director", "password": "x" * 100_000}, 400),
        ],
        check,
    )


def test_guessing_passwords_is_slowed_down(director: User) -> None:
    for _try in range(20):
        Api().post("auth/login/", {"username": "director", "password": "guess"}, expect=401)
    answer = Api().post("auth/login/", {"username": "director", "password": factories.PASSWORD}, expect=429)
    assert answer["type"] == "throttled"


def test_an_expired_token_and_an_inactive_user_are_refused(director: User) -> None:
    api = as_user(director)
    ApiToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))
    assert api.get("auth/me/", expect=401)["type"] == "not_authenticated"
    api = as_user(director)
    User.objects.update(is_active=False)
    assert api.get("clubs/", expect=401)["type"] == "not_authenticated"
    before = ApiToken.objects.count()
    Api().post("auth/login/", {"username": "director", "password": factories.PASSWORD}, expect=401)
    assert ApiToken.objects.count() == before


def test_a_club_is_created_and_its_address_is_unique(director: User) -> None:
    api = as_user(director)
    club = api.post("clubs/", {"name": "Harbour", "about": "Tuesdays."}, expect=201)
    assert {name: club[name] for name in ("name", "slug", "about")} == {
        "name": "Harbour",
        "slug": "harbour",
        "about": "Tuesdays.",
    }
    assert (club["time_zone"], club["closed_at"]) == ("", None)
    assert api.get("auth/me/")["memberships"] == [{"club": "harbour", "role": "director"}]
    again = api.post("clubs/", {"name": "harbour!"}, expect=400)
    assert (again["type"], "already" in again["detail"]) == ("refused", True)
    assert Api().get("clubs/harbour/") == club
    assert Api().get("clubs/")["count"] == 1


def test_members_come_change_and_go(director: User, club: Club) -> None:
    api = as_user(director)
    factories.user("sam")
    address = f"clubs/{club.slug}/members/"
    sam = api.post(address, {"username": "sam", "role": "scorer"})
    assert api.post(address, {"username": "SAM", "role": "member"})["id"] == sam["id"]
    assert [(member["username"], member["role"]) for member in api.get(address)["results"]] == [
        ("director", "director"),
        ("sam", "member"),
    ]
    assert api.post(address, {"username": "nobody", "role": "member"}, expect=400)["type"] == "refused"
    assert api.post(address, {"username": "sam", "role": "king"}, expect=400)["errors"][0]["field"] == "role"
    api.delete(f"{address}{sam['id']}/")
    own = Membership.objects.get(user=director).pk
    assert "only director" in api.delete(f"{address}{own}/", expect=400)["detail"]
    api.delete(f"{address}{sam['id']}/", expect=404)
    other = factories.club(factories.user("other"), "Elsewhere")
    api.delete(f"{address}{Membership.objects.get(club=other).pk}/", expect=404)
