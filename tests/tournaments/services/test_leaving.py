"""“Delete my account”, on its page: plain words, the password, which players of a family go, and nobody leaves a club alone."""

import pytest
from django.test import Client

from audit.models import ActionLog
from clubs.models import Erasure, Membership, Player, Role, User
from tests import factories
from tests.tournaments.services.test_erasure import holds
from tournaments.models import Division, Result

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PAGE = "/my/delete/"
WORDS = "sunny baize and ivory"


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


@pytest.fixture
def family(running: Division) -> User:
    """An account with two players of an event."""
    user = User.objects.create_user("hypatia.vane", "hypatia.vane@example.org", WORDS)
    Player.objects.filter(entries__division=running, name__in=["Ada", "Ben"]).update(user=user)
    return user


def test_the_account_goes_with_the_players_that_are_ticked(family: User, running: Division) -> None:
    browser = browser_of(family)
    assert f'href="{PAGE}"' in browser.get("/accounts/").content.decode()
    assert f'href="{PAGE}"' in browser.get("/my/").content.decode()
    page = browser.get(PAGE).content.decode()
    assert page.count(" checked>") == 2, "both players of the family are offered"
    ada, ben = family.players.order_by("pk")
    refused = browser.post(PAGE, {"players": [ada.pk], "password": "wrong"})
    assert refused.status_code == 422
    assert "Wrong password. Nothing has been deleted." in refused.content.decode()
    stranger = Player.objects.exclude(user=family).order_by("pk")[0]
    foreign = browser.post(PAGE, {"players": [stranger.pk], "password": WORDS})
    assert foreign.status_code == 422
    results = list(Result.objects.order_by("pk").values())
    done = browser.post(PAGE, {"players": [ada.pk], "password": WORDS})
    assert done.status_code == 200
    assert f"Player {ada.pk}" in done.content.decode()
    assert holds("hypatia.vane") == []
    assert list(Result.objects.order_by("pk").values()) == results
    assert browser.get("/my/").status_code == 302, "signed out"
    assert not Client().login(username="hypatia.vane", password=WORDS)
    ben.refresh_from_db()
    assert (ben.name, ben.user) == ("Ben", None)
    assert set(Erasure.objects.values_list("player_number", "user_number")) == {(ada.pk, None), (None, family.pk)}
    assert ActionLog.objects.filter(verb="user.erased", actor=family).count() == 1
    shown = Client().get(f"/e/{running.event.slug}/{running.slug}/standings/").content.decode()
    assert f"Player {ada.pk}" in shown
    assert "Ben" in shown


def test_without_a_password_the_user_name_is_typed(family: User) -> None:
    family.set_unusable_password()
    family.save()
    browser = browser_of(family)
    assert "This is not your username" in browser.post(PAGE, {"username": "x"}).content.decode()
    assert browser.post(PAGE, {"username": " Hypatia.Vane "}).status_code == 200
    assert set(Player.objects.filter(name__in=["Ada", "Ben"]).values_list("user", flat=True)) == {None}


def test_nobody_leaves_a_club_without_a_director(family: User, running: Division) -> None:
    club = running.event.club
    Membership.objects.filter(club=club).delete()
    Membership.objects.create(club=club, user=family, role=Role.DIRECTOR)
    browser = browser_of(family)
    page = browser.get(PAGE).content.decode()
    assert f"/clubs/{club.slug}/hand-over/" in page
    refused = browser.post(PAGE, {"password": WORDS})
    assert refused.status_code == 422
    assert f"You are the only director of {club.name}." in refused.content.decode()
    assert User.objects.get(pk=family.pk).is_active
    Membership.objects.create(club=club, user=factories.user("heir"), role=Role.DIRECTOR)
    assert browser.post(PAGE, {"password": WORDS}).status_code == 200


def test_passwords_cannot_be_tried_for_ever(family: User, settings: object) -> None:
    settings.RATES = {**settings.RATES, "second_factor": "2/min"}  # type: ignore[attr-defined]
    browser = browser_of(family)
    answers = [browser.post(PAGE, {"password": "wrong"}).status_code for _try in range(3)]
    assert answers == [422, 422, 429]
