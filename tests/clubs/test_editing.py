"""A club's name and text are its director's to change."""

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, Role, User
from tests import factories
from tests.api_client import as_user

pytestmark = pytest.mark.django_db


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_director_changes_name_and_text_on_a_page(club: Club, director: User) -> None:
    client = browser(director)
    edit = reverse("clubs:edit_club", args=[club.slug])
    assert edit in client.get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert client.post(edit, {"name": " ", "about": "kept"}).status_code == 422
    client.post(edit, {"name": "Harbour Words", "about": "Tuesdays at seven.", "roll_readers": "members"})
    page = Client().get(reverse("clubs:club", args=[club.slug])).content.decode()
    assert "Harbour Words" in page
    assert "Tuesdays at seven." in page
    assert ActionLog.objects.get(verb="club.changed").after["name"] == "Harbour Words"


def test_others_are_refused_and_the_api_follows_the_same_rule(club: Club, director: User) -> None:
    people = factories.everybody(club, director)
    edit = reverse("clubs:edit_club", args=[club.slug])
    for role, user in people.items():
        expected = 200 if role == Role.DIRECTOR else 403
        assert browser(user).get(edit).status_code == expected, role
        as_user(user).call("PATCH", f"clubs/{club.slug}/", {"about": role}, expect=expected)
        assert browser(user).post(edit, {"name": "X", "about": "", "roll_readers": "members"}).status_code == (
            302 if expected == 200 else 403
        )
    club.refresh_from_db()
    assert (club.name, club.about, club.slug) == ("X", "", "harbour")
    assert as_user(director).patch(f"clubs/{club.slug}/", {"name": "Harbour"})["name"] == "Harbour"


def test_a_new_club_whose_address_is_taken_is_refused_at_its_field(club: Club, director: User) -> None:
    page = (
        browser(director).post(reverse("clubs:create_club"), {"name": "Harbour", "about": "Tuesdays."}).content.decode()
    )
    assert "Choose another address" in page
    assert "Tuesdays." in page, "what was typed stays"
    assert Club.objects.count() == 1
