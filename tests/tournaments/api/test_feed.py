"""A program follows an event that is run with tsh elsewhere."""

import pytest
from pytest_django import Settings

from clubs.models import Club, Player, User
from tests import factories
from tests.api_client import as_user
from tests.harness.web_folder import WebFolder, serving
from tests.tournaments.services.feed.test_following import PATH, Laptop
from tournaments.models import Division

pytestmark = pytest.mark.django_db


def test_a_feed_over_http(division: Division, director: User, club: Club, settings: Settings) -> None:
    known = Player.objects.create(name="Katherine Jonson", home_club=club)
    client, address = as_user(director), f"events/{division.event.slug}/feed/"
    client.get(address, expect=404)
    wrong = {"address": "ftp://example.org", "parts": {division.slug: "Open"}}
    assert client.call("PUT", address, wrong, expect=400)["errors"][0]["code"] == "address"
    client.call("PUT", address, {**wrong, "parts": {"nowhere": "Open"}}, expect=404)
    for web in serving(WebFolder()):
        settings.WEBHOOK_ORIGINS = [web.origin]
        laptop = Laptop(web, "Ada Byron", "Kathrine Johnson")
        laptop.pair((1, 2))
        web.files[PATH] = laptop.script
        begun = client.call("PUT", address, {"address": web.origin + PATH, "parts": {division.slug: "Open"}})
        assert (begun["state"], begun["read_at"]) == ("following", None)
        factories.run_jobs()
        (line,) = client.get(address)["divisions"]
        assert line == {
            "division": division.slug,
            "part": "Open",
            "problems": [],
            "who": {"Kathrine Johnson": [known.pk]},
        }
        client.post(f"{address}act/", {"act": "read", "who": {"Kathrine Johnson": 0}})
        factories.run_jobs()
        assert client.get(address)["divisions"][0]["who"] == {}
    assert list(division.entries.values_list("name", flat=True)) == ["Ada Byron", "Kathrine Johnson"]
    game = division.rounds.get().pairings.get()
    sent = {"first_score": 402, "second_score": 377, "client_token": "b"}
    reports = f"events/{division.event.slug}/pairings/{game.pk}/submissions/"
    assert client.post(reports, sent, expect=409)["errors"][0]["code"] == "followed"
    assert client.post(f"{address}act/", {"act": "pause"})["why"] == "by_hand"
    assert client.post(f"{address}act/", {"act": "read"}, expect=409)["errors"][0]["code"] == "paused"
    assert client.post(f"{address}act/", {"act": "resume"})["why"] == ""
    client.delete(address)
    assert client.get(address)["state"] == "stopped"
    client.post(reports, sent, expect=201)
