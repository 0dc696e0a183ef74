"""A player's photo for the name badge: given and removed by the account, seen by the desk of an event, gone with the person."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Player, User
from ratings.services.people import anonymise_player
from tests import factories
from tests.tournaments.scenes.pictures import picture
from tests.walk import visitor
from tournaments.models import Division, Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_from_the_account_to_the_badge_and_away_again(running: Division, director: User) -> None:
    entry = Entry.objects.get(division=running, name="Ada")
    ada, bo = factories.user("ada"), factories.user("bo")
    Player.objects.filter(pk=entry.player_id).update(user=ada)
    own = reverse("clubs:player_photo", args=[entry.player_id])
    image = reverse("clubs:own_photo", args=[entry.player_id])
    badge = reverse("tournaments:badge_photo", args=[running.event.slug, running.slug, entry.pk])
    badges = reverse("tournaments:print_badges", args=[running.event.slug])
    account, desk, stranger = visitor(ada), visitor(director), visitor(bo)
    assert own in account.get(reverse("clubs:my_players")).content.decode()
    assert (account.get(image).status_code, desk.get(badge).status_code) == (404, 404)
    assert badge not in desk.get(badges).content.decode()
    assert "only the officials of your events see it" in account.get(own).content.decode()
    assert account.post(own, {"photo": sent(b"no picture")}).status_code == 422
    assert account.post(own, {"photo": ""}).status_code == 422
    assert account.post(own, {"photo": sent(picture(turned=True))}).status_code == 302
    player = Player.objects.get(pk=entry.player_id)
    first = player.photo.path
    jpeg = desk.get(badge).content
    assert jpeg[:2] == b"\xff\xd8"
    assert b"Phones of Harbour Street" not in jpeg
    assert account.get(image).content == jpeg
    assert badge in desk.get(badges).content.decode()
    for address in (own, image):
        assert stranger.get(address).status_code == 404
        assert Client().get(address).status_code == 302
    assert stranger.get(badge).status_code == 403
    assert stranger.post(own, {"photo": sent(picture())}).status_code == 404
    assert account.post(own, {"photo": sent(picture(shade=10))}).status_code == 302
    player.refresh_from_db()
    assert player.photo.path != first
    with pytest.raises(FileNotFoundError):
        open(first, "rb")  # noqa: SIM115, PTH123 - it is gone
    assert account.get("/my/data/").json()["players"][0]["photo"] is True
    assert account.post(own, {"no_photo": "on"}).status_code == 302
    assert desk.get(badge).status_code == 404


def test_the_photo_goes_with_the_person(running: Division) -> None:
    entry = Entry.objects.get(division=running, name="Ada")
    ada = factories.user("ada")
    Player.objects.filter(pk=entry.player_id).update(user=ada)
    visitor(ada).post(reverse("clubs:player_photo", args=[entry.player_id]), {"photo": sent(picture())})
    player = Player.objects.get(pk=entry.player_id)
    storage, name = player.photo.storage, str(player.photo.name)
    assert storage.exists(name)
    anonymise_player(player=player, reason="asked for it")
    assert not storage.exists(name)
    assert not Player.objects.get(pk=player.pk).photo


def test_the_photo_goes_when_the_player_is_released(running: Division) -> None:
    entry = Entry.objects.get(division=running, name="Ada")
    ada = factories.user("ada")
    Player.objects.filter(pk=entry.player_id).update(user=ada)
    account = visitor(ada)
    account.post(reverse("clubs:player_photo", args=[entry.player_id]), {"photo": sent(picture())})
    assert account.post(reverse("clubs:release_player", args=[entry.player_id])).status_code == 302
    assert not Player.objects.get(pk=entry.player_id).photo


def sent(data: bytes) -> SimpleUploadedFile:
    """A file as the phone sends it."""
    return SimpleUploadedFile("me.jpg", data, "image/jpeg")
