"""Mistakes undone while nothing was played, and copies that stay private until they are released."""

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, Player
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry, Event, EventBackup, Pairing, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_hall(players=4)


def event_page(hall: Hall, name: str) -> str:
    return reverse(f"tournaments:{name}", args=[hall.scene.event.slug])


def test_a_mistaken_entry_is_deleted_with_the_player_nobody_else_knows(hall: Hall) -> None:
    hall.client.post(hall.url("add_entry"), {"name": "Mistyped Person", "rating": ""})
    entry = Entry.objects.get(name="Mistyped Person")
    assert "Delete this player" in text(hall.client.get(hall.url("edit_entry", entry.pk)))
    hall.client.get(hall.url("delete_entry", entry.pk))
    assert Entry.objects.filter(pk=entry.pk).exists(), "looking deletes nothing"
    hall.client.post(hall.url("delete_entry", entry.pk))
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert not Player.objects.filter(name="Mistyped Person").exists()
    assert ActionLog.objects.get(verb="entry.deleted").before["name"] == "Mistyped Person"


def test_who_sits_in_a_round_stays_and_the_answer_says_what_to_do(hall: Hall) -> None:
    round_ = hall.draft(1)
    ada = hall.scene.entries[0]
    assert "discard it first" in text(hall.client.post(hall.url("delete_entry", ada.pk), follow=True))
    form = {"expected_version": round_.version}
    hall.client.post(hall.url("publish_round", 1), form)
    assert "withdraw the player instead" in text(hall.client.post(hall.url("delete_entry", ada.pk), follow=True))
    assert Entry.objects.filter(pk=ada.pk).exists()
    assert "Delete this player" not in text(hall.client.get(hall.url("edit_entry", ada.pk)))
    api = as_user(hall.scene.director)
    base = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/"
    assert "withdraw" in api.call("DELETE", f"{base}{ada.pk}/", expect=400)["detail"]


def test_a_late_entry_that_only_missed_rounds_is_deleted_with_them(hall: Hall) -> None:
    factories.change(hall.scene.division, late_rounds="bye")
    hall.publish(1)
    hall.client.post(hall.url("add_entry"), {"name": "Mistyped Person", "rating": ""})
    entry = Entry.objects.get(name="Mistyped Person")
    before = Pairing.objects.count()
    assert Seat.objects.filter(entry=entry).count() == 1
    base = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/"
    as_user(hall.scene.director).delete(f"{base}{entry.pk}/")
    assert not Entry.objects.filter(pk=entry.pk).exists()
    assert Pairing.objects.count() == before - 1


def test_a_mistaken_event_is_deleted_while_no_round_is_published(hall: Hall) -> None:
    hall.scene.event.state = Event.State.DRAFT
    hall.scene.event.save(update_fields=["state"])
    hall.draft(1)
    assert "Delete the event" in text(hall.client.get(event_page(hall, "manage")))
    answer = hall.client.post(event_page(hall, "delete_event"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("clubs:club", args=[hall.scene.club.slug])
    assert not Event.objects.exists()
    assert Club.objects.get() == hall.scene.club
    log = ActionLog.objects.get(verb="event.deleted")
    assert (log.scope, log.before["slug"]) == (f"club:{hall.scene.club.pk}", "spring")


def test_an_event_with_a_published_round_stays(hall: Hall) -> None:
    hall.publish(1)
    assert "Delete the event" not in text(hall.client.get(event_page(hall, "manage")))
    assert "published" in text(hall.client.post(event_page(hall, "delete_event"), follow=True))
    as_user(hall.scene.director).call("DELETE", f"events/{hall.scene.event.slug}/", expect=409)
    assert Event.objects.exists()


def test_a_copy_is_private_until_it_is_released(hall: Hall) -> None:
    hall.publish(1)
    hall.client.post(event_page(hall, "keep_copy"))
    response = hall.client.post(
        reverse("tournaments:event_from_backup", args=[hall.scene.event.slug, EventBackup.objects.get().pk])
    )
    copy = Event.objects.exclude(pk=hall.scene.event.pk).get()
    assert response.headers["Location"] == reverse("tournaments:manage", args=[copy.slug])
    visitor = Client()
    public = [
        reverse("tournaments:event", args=[copy.slug]),
        reverse("tournaments:standings", args=[copy.slug, hall.scene.division.slug]),
        f"/api/v1/events/{copy.slug}/",
    ]
    assert [visitor.get(address).status_code for address in public] == [404, 404, 404]
    assert copy.slug not in text(visitor.get(reverse("clubs:club", args=[hall.scene.club.slug])))
    assert "Private copy" in text(hall.client.get(reverse("tournaments:manage", args=[copy.slug])))
    refused = hall.client.post(reverse("tournaments:finish_event", args=[copy.slug]), follow=True)
    assert "This copy is private" in text(refused)
    hall.client.post(reverse("tournaments:release_copy", args=[copy.slug]))
    assert [visitor.get(address).status_code for address in public] == [200, 200, 200]
    assert "is not private" in text(
        hall.client.post(reverse("tournaments:release_copy", args=[copy.slug]), follow=True)
    )


def test_a_private_copy_is_deleted_though_it_has_rounds_and_results(hall: Hall) -> None:
    hall.publish(1)
    for game in hall.games():
        form = {"kind": "played", "first_score": "400", "second_score": "300", "reason": "x", "expected_version": ""}
        hall.client.post(hall.url("rule_game", 1, game.pk), form)
    hall.client.post(event_page(hall, "keep_copy"))
    hall.client.post(
        reverse("tournaments:event_from_backup", args=[hall.scene.event.slug, EventBackup.objects.get().pk])
    )
    copy = Event.objects.exclude(pk=hall.scene.event.pk).get()
    as_user(hall.scene.director).delete(f"events/{copy.slug}/")
    assert list(Event.objects.values_list("slug", flat=True)) == [hall.scene.event.slug]
    assert Entry.objects.count() == 4
