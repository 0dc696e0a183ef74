"""A club's page, the list of clubs, messages, photo, handing over, closing; the site's own texts."""

import time
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import MAX_SITE_TEXT, Club, ClubMessage, Membership, Player, SiteText, User
from clubs.services import ClubError
from clubs.text_services import forget_messages, save_text
from core.pictures import MAX_BYTES
from limits.forms import stamp
from mail.models import Mail
from registration.models import RegistrationGroup
from registration.services.contact import forget_contacts
from tests import factories
from tests.tournaments.scenes.pictures import picture
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

DETAILS = {"name": "Harbour", "roll_readers": "members", "takes_messages": "on"}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(client: Client, address: str = "/clubs/harbour/") -> str:
    return client.get(address).content.decode()


def test_a_new_club_shows_its_director_the_first_steps(club: Club, director: User) -> None:
    desk = browser(director)
    first = page(desk)
    assert "Your first event" in first
    assert 'href="/guide/directors/"' in first
    assert "Your first event" not in page(Client())
    assert "No events yet." in page(Client())
    factories.division(club, director)
    assert "Your first event" not in page(desk)


def test_details_are_shown_and_texts_are_cleaned(club: Club, director: User) -> None:
    desk = browser(director)
    text = "**Thursdays** <script>alert(1)</script> [bad](javascript:alert(1))"
    sent = DETAILS | {
        "about": text,
        "place": "Hall 3",
        "map_url": "https://map.example/x",
        "languages": "English, ગુજરાતી",
    }
    assert desk.post("/clubs/harbour/edit/", sent).status_code == 302
    html = page(Client())
    assert "<strong>Thursdays</strong>" in html
    assert "<script>alert" not in html
    assert 'href="javascript' not in html
    assert all(words in html for words in ("Hall 3", "https://map.example/x", "ગુજરાતી"))
    for field, value in (
        ("time_zone", "Europe/Nowhere"),
        ("map_url", "javascript:alert(1)"),
        ("map_url", "ftp://map.example/x"),
        ("roll_readers", "x"),
    ):
        answer = desk.post("/clubs/harbour/edit/", sent | {field: value})
        assert answer.status_code == 422, field
        assert "Hall 3" in answer.content.decode(), "what was typed stays"


def test_clubs_are_found_by_name_place_and_language(club: Club, director: User) -> None:
    factories.club(director, "Kasumi Circle")
    Club.objects.filter(slug="harbour").update(place="Quay Street", languages="English")
    for typed, shown in (("", 2), ("quay", 1), ("english harb", 1), ("kasumi", 1), ("quay kasumi", 0)):
        html = page(Client(), f"/clubs/?q={typed}")
        assert html.count('<li class="card">\n          <h2>') == shown, typed
    Club.objects.filter(slug="harbour").update(closed_at="2026-01-01T00:00Z")
    assert "Harbour" not in page(Client(), "/clubs/")


def test_a_message_reaches_the_directors_and_no_address_is_shown(
    club: Club, director: User, settings: Settings
) -> None:
    User.objects.filter(pk=director.pk).update(email="dora@harbour.example")
    form = {"name": "Vera", "email": "vera@visit.example", "text": "May I come?", "shown": stamp(time.time() - 60)}
    visitor = Client()
    assert "dora@harbour.example" not in page(visitor, "/clubs/harbour/contact/")
    robots = (form | {"website": "spam"}, form | {"shown": stamp()}, form | {"shown": ""}, form | {"text": " "})
    for bad in robots:
        assert visitor.post("/clubs/harbour/contact/", bad).status_code == 422
    assert not ClubMessage.objects.exists()
    answer = visitor.post("/clubs/harbour/contact/", form)
    assert "Message sent" in answer.content.decode()
    mail = Mail.objects.get()
    assert (mail.to, "May I come?" in mail.text) == ("dora@harbour.example", True)
    desk = browser(director)
    assert "vera@visit.example" in page(desk, "/clubs/harbour/messages/")
    message = ClubMessage.objects.get()
    desk.post(f"/clubs/harbour/messages/{message.pk}/", {"do": "answered"})
    message.refresh_from_db()
    assert message.answered_at is not None
    settings.RATES = {**settings.RATES, "contact": "1/hour"}
    codes = [visitor.post("/clubs/harbour/contact/", form, REMOTE_ADDR="192.0.2.9").status_code for _try in range(2)]
    assert codes == [200, 429]
    Club.objects.update(takes_messages=False)
    assert "does not accept messages" in page(visitor, "/clubs/harbour/contact/")
    assert visitor.post("/clubs/harbour/contact/", form, REMOTE_ADDR="192.0.2.10").status_code == 422


def test_a_photo_is_encoded_anew_shown_and_removed(club: Club, director: User) -> None:
    desk = browser(director)
    sent = picture(size=(600, 400), turned=True)
    assert b"Harbour Street" in sent

    def send(data: bytes) -> int:
        file = SimpleUploadedFile("hall.jpg", data, "image/jpeg")
        return desk.post("/clubs/harbour/edit/", DETAILS | {"photo": file}).status_code

    assert send(b"no picture") == 422
    assert Client().get("/clubs/harbour/photo.jpg").status_code == 404
    assert send(sent) == 302
    shown = Client().get("/clubs/harbour/photo.jpg")
    assert shown["Content-Type"] == "image/jpeg"
    assert b"Harbour Street" not in shown.content
    assert "photo.jpg?v=" in page(Client())
    desk.post("/clubs/harbour/edit/", DETAILS | {"no_photo": "on"})
    assert "photo.jpg" not in page(Client())


def test_a_club_is_handed_over(club: Club, director: User) -> None:
    desk, heir = browser(director), factories.user("heir")
    for name, message in (
        ("nobody", "There is no user"),
        ("director", "You are already the director"),
        ("", "required"),
    ):
        answer = desk.post("/clubs/harbour/hand-over/", {"username": name})
        assert message in answer.content.decode(), name
    assert desk.post("/clubs/harbour/hand-over/", {"username": "HEIR", "stay": "on"}).status_code == 302
    roles = dict(Membership.objects.filter(club=club).values_list("user__username", "role"))
    assert roles == {"director": "member", "heir": "director"}
    assert desk.get("/clubs/harbour/edit/").status_code == 403
    assert browser(heir).post("/clubs/harbour/hand-over/", {"username": "director"}).status_code == 302
    assert list(Membership.objects.filter(club=club).values_list("user__username", flat=True)) == ["director"]


def test_a_closed_club_takes_no_events_and_opens_again(club: Club, director: User) -> None:
    desk = browser(director)
    start = {"template": "club_night", "name": "", "starts_on": "2026-05-09"}
    desk.post("/clubs/harbour/close/", {"do": "close"})
    assert "This club closed on" in page(Client())
    assert "Reopen it to hold events" in desk.post("/clubs/harbour/events/start/", start).content.decode()
    assert "New club night" not in page(desk)
    desk.post("/clubs/harbour/close/", {"do": "reopen"})
    assert desk.post("/clubs/harbour/events/start/", start).status_code == 302
    verbs = ActionLog.objects.filter(verb__in=["club.closed", "club.reopened"]).order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["club.closed", "club.reopened"]


def test_the_sites_texts_have_defaults_and_are_rewritten_by_operators(director: User) -> None:
    visitor, operator = Client(), browser(User.objects.create_superuser("root"))
    assert "Site address" not in page(visitor, "/site/imprint/"), "an address that nobody has set"
    for key in ("privacy", "imprint", "retention"):
        assert f"/site/{key}/" in page(visitor, "/site/privacy/") or key == "privacy"
        assert visitor.get(f"/site/{key}/").status_code == 200
    assert "one year after the event" in page(visitor, "/site/retention/")
    assert 'href="/site/privacy/"' in page(visitor, "/"), "linked in the footer"
    for person in (visitor, browser(director)):
        assert person.post("/site/imprint/edit/", {"text": "Mine"}).status_code in {302, 403}
    assert operator.post("/site/imprint/edit/", {"text": "**Ferry Ltd**, Quay 3"}).status_code == 302
    assert "<strong>Ferry Ltd</strong>" in page(visitor, "/site/imprint/")
    assert operator.post("/site/imprint/edit/", {"text": ""}).status_code == 302
    assert not SiteText.objects.exists()
    assert "have not written their legal notice yet" in page(visitor, "/site/imprint/")
    assert visitor.get("/site/nothing/").status_code == 404


def test_messages_and_contact_details_are_forgotten_after_a_year(club: Club, director: User) -> None:
    division = factories.division(club, director)
    group = RegistrationGroup.objects.create(event=division.event, client_token=uuid4(), email="a@b.example")
    old = ClubMessage.objects.create(club=club, name="Vera", text="Long ago")
    new = ClubMessage.objects.create(club=club, name="Vera", text="Lately")
    ClubMessage.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=366))
    assert (forget_messages(), list(ClubMessage.objects.all())) == (1, [new])
    for days, address in ((364, "a@b.example"), (366, "")):
        Event.objects.update(starts_on=timezone.localdate() - timedelta(days=days))
        forget_contacts()
        group.refresh_from_db()
        assert group.email == address


def test_a_button_pressed_again_changes_nothing_and_is_not_logged(club: Club, director: User) -> None:
    """A message that is answered already, a photo that is not there, a club that is closed already."""
    desk = browser(director)
    message = ClubMessage.objects.create(club=club, name="Vera", text="May I come?")
    buttons: tuple[tuple[str, dict[str, str], str, int], ...] = (
        (f"messages/{message.pk}/", {"do": "answered"}, "club.message_answered", 1),
        ("edit/", DETAILS | {"no_photo": "on"}, "club.photo", 0),
        ("close/", {"do": "close"}, "club.closed", 1),
    )
    for page_, sent, verb, lines in buttons:
        for _time in range(2):
            assert desk.post(f"/clubs/harbour/{page_}", sent).status_code == 302, page_
        assert ActionLog.objects.filter(verb=verb).count() == lines, page_


def test_a_photo_too_large_is_refused_at_its_field(club: Club, director: User) -> None:
    Player.objects.create(name="Dora", home_club=club, user=director)
    desk, large = browser(director), b"x" * (MAX_BYTES + 1)
    for address, fields in (
        ("/clubs/harbour/edit/", DETAILS),
        (f"/accounts/players/{Player.objects.get().pk}/photo/", {}),
    ):
        answer = desk.post(address, fields | {"photo": SimpleUploadedFile("hall.jpg", large, "image/jpeg")})
        assert answer.status_code == 422, address
        assert f"larger than {MAX_BYTES // 1024**2} MB" in answer.content.decode(), address
    assert not Club.objects.get().photo


def test_an_operator_who_does_not_direct_a_club_cannot_hand_it_over(club: Club) -> None:
    operator = browser(User.objects.create_superuser("root"))
    assert operator.get("/clubs/harbour/hand-over/").status_code == 200
    assert operator.post("/clubs/harbour/hand-over/", {"username": "root"}).status_code == 403
    assert Membership.objects.filter(club=club, role="director").count() == 1


def test_a_text_of_the_site_begins_with_what_is_shown_and_is_kept_within_its_bounds(director: User) -> None:
    root = User.objects.create_superuser("root")
    operator = browser(root)
    assert "have not written their legal notice yet" in page(operator, "/site/imprint/edit/")
    assert operator.post("/site/imprint/edit/", {"text": " "}).status_code == 302
    assert not ActionLog.objects.filter(verb="site_text.changed").exists(), "there was none before either"
    assert operator.post("/site/imprint/edit/", {"text": "x" * (MAX_SITE_TEXT + 1)}).status_code == 422
    with pytest.raises(PermissionDenied):
        save_text(actor=director, key="imprint", text="Mine")
    for key, text, words in (
        ("motto", "Mine", "no such text"),
        ("imprint", "x" * (MAX_SITE_TEXT + 1), f"{MAX_SITE_TEXT} characters"),
    ):
        with pytest.raises(ClubError, match=words):
            save_text(actor=root, key=key, text=text)
    assert not SiteText.objects.exists()
