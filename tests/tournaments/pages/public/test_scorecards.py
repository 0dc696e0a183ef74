"""A scorecard: what was played, in order, and an empty row for each round to come; the same on the director's print."""

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from tests import factories
from tests.harness.seen import seen
from tournaments.models import Division, Entry, Event
from tournaments.pages.director import prints

pytestmark = pytest.mark.django_db


def test_the_card_is_filled_as_far_as_was_played(running: Division, director: User, client: Client) -> None:
    line = factories.games(running.rounds.get(number=1))[0]
    factories.report(line.pairing_id, "first", 431, 389)
    at = [running.event.slug, running.slug]
    address = reverse("tournaments:scorecard", args=[*at, line.first.number])
    assert "431–389" not in seen(client.get(address).content.decode()), "not before the result is confirmed"
    factories.report(line.pairing_id, "second", 431, 389)
    card = client.get(address).context["card"]
    planned = running.settings.rounds_planned
    assert [row.round for row in card.rows] == list(range(1, planned + 1))
    assert [row.line is None for row in card.rows] == [False] + [True] * (planned - 1)
    words = seen(client.get(address).content.decode())
    assert f" first · {line.second.name} #{line.second.number} 431–389 +42 +42 1 +42" in words
    desk = Client()
    desk.force_login(director)
    print_out = reverse("tournaments:print_scorecards", args=at)
    page = desk.get(print_out)
    players = Entry.objects.filter(division=running).count()
    assert len(page.context["cards"]) == players
    assert (
        f" second · {line.first.name} #{line.first.number} 389–431 \N{MINUS SIGN}42 \N{MINUS SIGN}42 0 \N{MINUS SIGN}42"
        in seen(page.content.decode())
    )
    assert client.get(print_out).status_code == 302
    entry = Entry.objects.get(division=running, number=line.first.number)
    player_page = client.get(reverse("tournaments:player", args=[*at, entry.number])).content.decode()
    assert address in player_page


def test_the_cards_of_a_large_division_come_in_parts(
    running: Division, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Client()
    desk.force_login(director)
    print_out = reverse("tournaments:print_scorecards", args=[running.event.slug, running.slug])
    everybody = [card.entry.pk for card in desk.get(print_out).context["cards"]]
    assert "?page=" not in desk.get(print_out).content.decode()
    monkeypatch.setattr(prints, "CARDS_AT_A_TIME", 3)
    pages = [desk.get(f"{print_out}?page={page}") for page in range(1, -(-len(everybody) // 3) + 1)]
    assert [card.entry.pk for page in pages for card in page.context["cards"]] == everybody
    assert all(f'href="?page={len(pages)}"' in page.content.decode() for page in pages)


def test_the_links_of_a_large_division_come_in_parts(
    running: Division, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Client()
    desk.force_login(director)
    print_out = reverse("tournaments:personal_links", args=[running.event.slug, running.slug])
    everybody = [strip.number for strip in desk.get(print_out).context["strips"]]
    monkeypatch.setattr(prints, "LINKS_AT_A_TIME", 3)
    pages = [desk.get(f"{print_out}?page={page}") for page in range(1, -(-len(everybody) // 3) + 1)]
    assert [strip.number for page in pages for strip in page.context["strips"]] == everybody
    assert f'href="?page={len(pages)}"' in pages[0].content.decode()
    assert [strip.number for strip in desk.get(f"{print_out}?number=2").context["strips"]] == [2]


def test_a_hidden_event_hides_its_cards_and_the_print_asks_once(
    running: Division, director: User, client: Client
) -> None:
    desk = Client()
    desk.force_login(director)
    print_out = reverse("tournaments:print_scorecards", args=[running.event.slug, running.slug])
    desk.get(print_out)
    before = factories.queries(lambda: desk.get(print_out))
    for number in (97, 98):
        player = Player.objects.create(name=f"Late {number}", home_club=running.event.club)
        Entry.objects.create(division=running, player=player, name=player.name, number=number)
    assert factories.queries(lambda: desk.get(print_out)) == before
    Event.objects.filter(pk=running.event_id).update(visibility="members")
    address = reverse("tournaments:scorecard", args=[running.event.slug, running.slug, 1])
    assert client.get(address).status_code == 404
