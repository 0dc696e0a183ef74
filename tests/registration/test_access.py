"""The desk's pages: every role, every method, as declared."""

import pytest
from django.db.models import F
from django.test import Client

from registration.urls import director_urls
from tests import factories
from tests.registration.scene import Scene, make
from tests.walk import browsers, calls_as_declared, check_calls, let_in_and_refused
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return make().opened()


@pytest.mark.scaled
def test_the_desk_is_for_directors(scene: Scene) -> None:
    """Others are refused, and visitors sent to sign in; with the right role every page opens.

    In the suite each method of a page refuses one of them.
    """
    one = scene.sent("Ann Reed")[0]
    people = factories.everybody(scene.event.club, scene.director)
    calls = calls_as_declared(director_urls, {"event": scene.event.slug, "person": one.pk})
    check_calls(let_in_and_refused(calls), browsers(people))


def test_what_each_visitor_sees_of_a_person(scene: Scene) -> None:
    """Contact, notes, fees and pairing requests are the director's; name, rating and club everybody's, unless the players are hidden."""
    scene.opened(
        accepts_pairing_requests=True, fields={"pronouns": "optional", "phone": "optional", "federation_id": "optional"}
    )
    secret = {"email": "ann@example.org", "phone": "0123456789", "note": "Wheelchair."}
    more = {
        "p0-pronouns": "they/them",
        "p0-pairing_request": "not_against",
        "p0-pairing_request_player": "Zed Quirk",
        "p0-federation_id": "FED77",
    }
    shown = {"p0-rating": "1432", "p0-club": "Lakeside"}
    one = scene.sent("Ann Reed", **secret, **more, **shown)[0]
    people = factories.everybody(scene.event.club, scene.director)
    for who in ("anonymous", "member", "outsider", "scorer"):
        client = Client()
        if who in people:
            client.force_login(people[who])
        addresses = [
            "",
            "entries/",
            "register/",
            "contact/",
            f"{scene.a.slug}/roster/",
            f"{scene.a.slug}/division.json",
        ]
        pages = "".join(client.get(f"/e/{scene.event.slug}/{address}").content.decode() for address in addresses)
        for value in (*secret.values(), "they/them", "Zed Quirk", "FED77"):
            assert value not in pages, (who, value)
        for value in ("Ann Reed", "1432", "Lakeside"):
            assert value in pages, (who, value)
    desk = scene.official.get(f"/e/{scene.event.slug}/manage/registration/{one.pk}/").content.decode()
    for value in (*secret.values(), "they/them", "Zed Quirk", "FED77", "1432", "Lakeside"):
        assert value in desk, value
    Event.objects.filter(pk=scene.event.pk).update(hide_entries=True, version=F("version") + 1)
    for address in (
        "entries/",
        f"{scene.a.slug}/roster/",
        f"{scene.a.slug}/standings/",
        f"{scene.a.slug}/division.json",
    ):
        assert Client().get(f"/e/{scene.event.slug}/{address}").status_code == 404, address
        assert scene.official.get(f"/e/{scene.event.slug}/{address}").status_code == 200, address
    assert "Ann Reed" not in Client().get(f"/e/{scene.event.slug}/").content.decode()
