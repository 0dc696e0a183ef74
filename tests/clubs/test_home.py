"""The home page shows what is on, what comes, who won, the best of a list and the clubs; the search finds players, clubs and events."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.models import Club, Player, User
from registration.models import DivisionPlaces, RegistrationSettings
from tests import factories
from tests.tournaments.scenes import sheets
from tests.walk import visitor
from tournaments.models import Division, Entry, Event, Pairing, PersonalLink

pytestmark = pytest.mark.django_db


def shown(client: Client, address: str = "/") -> str:
    """The page without its frame."""
    html = client.get(address).content.decode()
    return html[html.index("<main") : html.index("</main>")]


def test_what_is_on_and_what_comes(running: Division, director: User) -> None:
    home = shown(Client())
    assert f"round 1 of {running.settings.rounds_planned}" in home
    assert "0 of 3 results in" in home
    assert 'id="coming-up"' not in home
    assert 'id="last-winners"' not in home
    coming = factories.division(running.event.club, director).event
    soon = timezone.localdate() + timedelta(days=3)
    Event.objects.filter(pk=coming.pk).update(starts_on=soon, visibility="public", name="Winter Open")
    division = coming.divisions.get()
    RegistrationSettings.objects.create(event=coming, is_open=True)
    DivisionPlaces.objects.create(division=division, capacity=2)
    assert "2 places left" in shown(Client())
    Event.objects.filter(pk=coming.pk).update(visibility="draft")
    assert "Winter Open" not in shown(Client())
    Event.objects.filter(pk=running.event_id).update(state=Event.State.FINISHED)
    home = shown(Client())
    assert "won by" in home
    assert 'id="on-now"' not in home


def test_the_newest_games_with_their_boards(director: User) -> None:
    division = sheets.hall(director)
    assert 'id="newest-games"' not in shown(Client())
    for name in sheets.NAMES[:2]:
        sheets.send(name, sheets.GAME)
    game = sheets.table(division)
    at = f"/e/{division.event.slug}/games/{game.pk}/"
    home = shown(Client())
    assert f'href="{at}"' in home
    assert f'src="{at}position.svg"' in home
    assert "443" in home
    assert Client().get(f"{at}position.svg").headers["Cache-Control"] == "private, max-age=300"
    Pairing.objects.filter(pk=game.pk).update(record_visibility="unlisted")
    assert 'id="newest-games"' not in shown(Client())
    Pairing.objects.filter(pk=game.pk).update(record_visibility="public")
    Event.objects.filter(pk=division.event_id).update(visibility="members")
    assert 'id="newest-games"' not in shown(Client())
    assert 'id="newest-games"' in shown(visitor(director))


def test_the_next_game_of_ones_own_player(running: Division) -> None:
    ada = factories.user("ada")
    entry = Entry.objects.get(division=running, name="Ada")
    Player.objects.filter(pk=entry.player_id).update(user=ada)
    home = shown(visitor(ada))
    assert "against Dua" in home
    assert f"/p/{PersonalLink.live(entry=entry).get().key}/" in home
    assert "against Dua" not in shown(Client())


def test_the_search_finds_only_what_the_visitor_may_see(running: Division, director: User) -> None:
    found = shown(Client(), "/search/?q=ada")
    assert f"/players/{Entry.objects.get(name='Ada').player_id}/" in found
    assert running.event.slug in shown(Client(), f"/search/?q={running.event.name[:4]}")
    assert running.event.club.slug in shown(Client(), f"/search/?q={running.event.club.name[:4].lower()}")
    ada = Entry.objects.get(name="Ada")
    Entry.objects.filter(pk=ada.pk).update(name="Zwölfchen")  # entered under another name than the player's
    person = f"/players/{ada.player_id}/"
    assert person in shown(Client(), "/search/?q=zwolf")
    assert person not in shown(Client(), "/search/?q=ada"), "nobody played under that name"
    Entry.objects.filter(pk=ada.pk).update(name=ada.name)
    assert person in shown(Client(), "/search/?q=ada")
    Player.objects.filter(pk=Entry.objects.get(name="Ada").player_id).update(name="Łucja Adá")
    Entry.objects.filter(name="Ada").update(name="Łucja Adá")
    assert "Łucja" in shown(Client(), "/search/?q=lucja+ada")
    Event.objects.filter(pk=running.event_id).update(visibility="draft")
    for word in ("ada", running.event.name):
        assert "in its name" in shown(Client(), f"/search/?q={word}"), word
    assert "/players/" in shown(visitor(director), "/search/?q=ada")
    assert "at least two letters" in shown(Client(), "/search/?q=a")
    assert Client().get("/search/?q=" + "%27%22%3Cx" * 40).status_code == 200


def test_as_many_queries_with_three_events_as_with_one(club: Club, director: User) -> None:
    counts = []
    for number in (1, 2, 3):
        division = factories.division(club, director)
        factories.start(division, director, 4)
        if number != 2:
            counts.append(factories.queries(lambda: Client().get("/")))
    assert counts[0] == counts[1]
