"""“Your game” at the top of an event's pages: for whoever is signed in, and for devices that have opened a player's own page."""

import pytest
from django.test import Client

from tests import factories
from tournaments.models import Division, Entry, Event, Pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(running: Division) -> Pairing:
    return Pairing.objects.get(round__division=running, round__number=1, table_number=1)


def test_from_the_table_to_the_result(client: Client, running: Division, game: Pairing) -> None:
    first, second = (seat.entry for seat in game.seats.select_related("entry__player").order_by("position"))
    ann = factories.user("ann")
    type(first.player).objects.filter(pk=first.player_id).update(user=ann)
    event = f"/e/{running.event.slug}/"
    pages = (event, f"{event}{running.slug}/standings/", f"{event}{running.slug}/rounds/1/", f"{event}your-games/")
    client.force_login(ann)
    for address in pages:
        page = client.get(address).content.decode()
        assert f"Table 1 against {second.name}" in page, address
        assert "plays first" in page, address
        assert factories.own_slip(game.pk) in page, address
        assert "Report the result" in page, address
        assert 'class="your-game"' not in Client().get(address).content.decode(), address
    named = f"{event}your-games/?player={running.slug}/{second.number}"
    part = Client().get(named).content.decode()
    assert f"Table 1 against {first.name}" in part
    assert "plays second" in part
    assert "/p/" not in part, "nobody else gets the key of a player's own page"
    for odd in ("x", "a/b", "a/²", "/", f"nowhere/{second.number}", f"{running.slug}/99999999999999999999"):
        assert Client().get(f"{event}your-games/", {"player": odd}).content.strip() == b"", odd
    factories.agree(game, 431, 389)
    page = " ".join(client.get(event).content.decode().split())
    assert "<strong>Won</strong>" in page
    assert "431–389" in page
    assert "Report the result" not in page
    Event.objects.filter(pk=running.event_id).update(state=Event.State.FINISHED)
    assert 'class="your-game"' not in client.get(event).content.decode()


def test_hidden_players_stay_hidden(client: Client, running: Division) -> None:
    Event.objects.filter(pk=running.event_id).update(state=Event.State.DRAFT, hide_entries=True)
    entry = Entry.objects.filter(division=running)[0]
    assert client.get(f"/e/{running.event.slug}/your-games/?player={running.slug}/{entry.number}").status_code == 404
