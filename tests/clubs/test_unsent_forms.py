"""What was typed survives an expired session, a stale page and a change of the language."""

import re
from collections.abc import Mapping
from datetime import timedelta
from html import unescape

import pytest
from django.contrib.sessions.models import Session
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from clubs.models import User
from clubs.tasks import forget_sessions
from clubs.unsent_forms import KEEP, page_above
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall
from tests.walk import check_each
from tournaments.models import Pairing, Result, ResultRuling, SlipLink, Submission
from tournaments.services.results.slips import slip_key

pytestmark = pytest.mark.django_db

#: What a browser says when somebody opens a page.
PAGE = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def hall() -> Hall:
    scene = make_hall()
    scene.publish()
    scene.scene.director.set_password(factories.PASSWORD)
    scene.scene.director.save()
    scene.client.force_login(scene.scene.director)
    return scene


def after_signing_in(client: Client, address: str, values: Mapping[str, str], user: User) -> str:
    """Send a form without a session, sign in through the page one is sent to, and read the page after that."""
    sent = client.post(address, values, headers=PAGE)
    assert sent.status_code == 302, sent.status_code
    login = client.get(sent["Location"])
    assert "You were signed out" in login.content.decode()
    wrong = client.post(sent["Location"], {"username": user.username, "password": "no"})
    assert wrong.status_code in {200, 422}
    page = client.post(sent["Location"], {"username": user.username, "password": factories.PASSWORD}, follow=True)
    assert page.redirect_chain[-1][0] == reverse("clubs:unsent_form")
    return page.content.decode()


def send_unsent_form(client: Client, page: str) -> str:
    """Tap the button that sends it."""
    form = re.search(r'<form method="post" action="(/e/[^"]+)">(.*?)</form>', page, re.DOTALL)
    assert form is not None, "nothing to send"
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form[2])
    values: dict[str, list[str]] = {}
    for name, value in fields:
        values.setdefault(name, []).append(unescape(value))
    return client.post(unescape(form[1]), values, headers=PAGE, follow=True).content.decode()


def test_every_form_of_results_survives_an_expired_session(hall: Hall) -> None:
    game, other = hall.games()[:2]
    one, two = hall.numbers(game)
    forms = [
        (hall.url("enter_line", 1), {"line": f"{one} 431 {two} 389", "client_token": "a"}, "431", Submission),
        (hall.url("enter_line", 1), {"line": "rubbish", "client_token": "a"}, "rubbish", None),
        (
            hall.url("enter_scores", 1, other.pk),
            {"first_score": "410", "second_score": "3", "client_token": "b"},
            "410",
            Submission,
        ),
        (
            hall.url("rule_game", 1, game.pk),
            {"kind": "played", "first_score": "400", "second_score": "1", "reason": "both sheets say so"},
            "both sheets say so",
            ResultRuling,
        ),
        # A decision about the word judge's adjudication; here only that it is kept, as there is none of this number.
        (
            reverse("tournaments:adjudication", args=[hall.scene.event.slug, 1]),
            {"overrule": "1", "overrule-reason": "on page 12 of the list", "overrule-client_token": "c"},
            "on page 12 of the list",
            None,
        ),
        (hall.url("sheets", 1), {"pairing": str(game.pk)}, "1 box ticked", None),
    ]

    def check(address: str, values: dict[str, str], shown: str, kept_as: type[Model] | None) -> None:
        client = Client()
        client.force_login(hall.scene.director)
        Session.objects.all().delete()
        page = after_signing_in(client, address, values, hall.scene.director)
        assert shown in page
        answer = send_unsent_form(client, page)
        assert kept_as is None or kept_as._default_manager.count() == 1
        is_missing = "This page does not exist" in answer
        assert (
            kept_as or is_missing or shown in answer or Pairing.objects.filter(sheet_returned_at__isnull=False).exists()
        )
        assert client.get(reverse("clubs:unsent_form")).status_code == 302, "it is still kept"

    check_each(forms, check)


def test_a_slip_needs_no_session(hall: Hall) -> None:
    """Players send without signing in: neither an expired session nor an old token stops a report."""
    link = SlipLink.objects.filter(pairing=hall.games()[0]).first()
    assert link is not None
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.scene.director)
    Session.objects.all().delete()
    values = {"side": "first", "first_score": "400", "second_score": "380"}
    answer = client.post(f"/s/{slip_key(link)}/", values)
    assert "/sent/" in answer["Location"]
    assert Submission.objects.get().first_score == 400


def test_a_form_from_an_outdated_page_can_be_sent_again(hall: Hall) -> None:
    """Somebody signed in again in another tab: the token of the first tab's page is out of date."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(hall.scene.director)
    one, two = hall.numbers(hall.games()[0])
    values = {"line": f"{one} 431 {two} 389", "client_token": "a", "csrfmiddlewaretoken": "x" * 64}
    foreign = client.post(hall.url("enter_line", 1), values, headers={"sec-fetch-site": "cross-site"})
    assert foreign.status_code == 403
    answer = client.post(hall.url("enter_line", 1), values, headers={"sec-fetch-site": "same-origin"}, follow=True)
    page = answer.content.decode()
    assert f"{one} 431 {two} 389" in page
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert token is not None
    send_unsent_form(client, page)
    assert Result.objects.get().first_score == 431


def test_a_unsent_form_can_be_discarded_and_holds_no_password_and_no_file(hall: Hall) -> None:
    client = Client()
    address = hall.url("enter_line", 1)
    page = after_signing_in(client, address, {"line": "<b>1</b> 2"}, hall.scene.director)
    assert "&lt;b&gt;1&lt;/b&gt; 2" in page
    back = client.post(reverse("clubs:unsent_form"), headers=PAGE, follow=True)
    assert back.redirect_chain[-1][0] == hall.url("manage_round", 1)
    assert client.get(reverse("clubs:unsent_form")).status_code == 302
    client.logout()
    for values in ({"line": "1", "password": "secret"}, {"line": "x" * 100_001}, {"client_token": "a"}):
        assert "kept" not in client.post(address, values)["Location"]
        assert "unsent_form" not in client.session
    upload = {"line": "1 2", "scan": SimpleUploadedFile("scan.gcg", b"secret")}
    page = after_signing_in(client, address, upload, hall.scene.director)  # type: ignore[arg-type]
    assert "choose scan.gcg again" in page
    assert "secret" not in page


def test_an_address_for_forms_leads_to_the_page_above_it(hall: Hall) -> None:
    game = hall.games()[0]
    pages = {
        hall.url("enter_line", 1): hall.url("manage_round", 1),
        hall.url("enter_scores", 1, game.pk): hall.url("manage_game", 1, game.pk),
        hall.url("add_entry"): hall.url("manage_roster"),
        "/s/key/check/": "/s/key/",
        "/accounts/logout/": "/accounts/",
    }
    for address, page in pages.items():
        assert page_above(address) == page
    assert hall.client.get(hall.url("enter_line", 1)).status_code == 405
    assert hall.client.get(hall.url("enter_line", 1), headers=PAGE, follow=True).redirect_chain[-1][0] == hall.url(
        "manage_round", 1
    )


def test_the_language_switch_returns_to_the_page(hall: Hall) -> None:
    """From a page with a query, from the answer to a form with a mistake, from a page that is not there; never to another site."""
    line = hall.url("enter_line", 1)
    event = reverse("tournaments:event", args=[hall.scene.event.slug])

    def check(method: str, address: str, comes_back_to: str) -> None:
        client = Client()
        client.force_login(hall.scene.director)
        page = client.generic(method, address, "line=1", "application/x-www-form-urlencoded", headers=PAGE)
        link = re.search(r'href="(/language/[^"]*)"', page.content.decode())
        assert link is not None
        choice = client.get(unescape(link[1])).content.decode()
        again = re.search(r'href="(/language/[^"]*)"', choice)
        assert again is not None
        assert unescape(again[1]) == unescape(link[1]), "the page of languages forgets where one was"
        back = re.search(r'name="next" value="([^"]*)"', choice)
        assert back is not None
        answer = client.post(reverse("clubs:language"), {"language": "ja", "next": unescape(back[1])})
        assert answer.cookies["django_language"].value == "ja"
        arrived = client.get(answer["Location"], headers=PAGE, follow=True)
        assert arrived.request["PATH_INFO"] == comes_back_to.partition("?")[0]
        if "?" in comes_back_to:
            assert answer["Location"] == comes_back_to
        assert 'lang="ja"' in arrived.content.decode()[:200]

    with translation.override("en"):  # what the last page was in is not for the tests that follow
        check_each(
            [
                ("GET", f"{event}?a=b%20c&page=2&d=%26", f"{event}?a=b%20c&page=2&d=%26"),
                ("POST", line, hall.url("manage_round", 1)),
                ("GET", "/nothing/here/", "/nothing/here/"),
            ],
            check,
        )
    for evil in ("https://evil.example/", "//evil.example/", "javascript:alert(1)"):
        assert 'name="next" value="/"' in hall.client.get("/language/", {"next": evil}).content.decode()


def test_expired_sessions_are_deleted_with_their_forms(hall: Hall) -> None:
    later = timezone.now() + timedelta(days=1)
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now() - timedelta(minutes=1))
    Session.objects.create(session_key="new", session_data="", expire_date=later)
    forget_sessions()
    assert set(Session.objects.filter(session_key__in=["old", "new"]).values_list("session_key", flat=True)) == {"new"}


def test_a_form_that_was_kept_too_long_is_gone(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client()
    page = after_signing_in(client, hall.url("enter_line", 1), {"line": "1 431"}, hall.scene.director)
    assert "1 431" in page
    later = timezone.now() + KEEP + timedelta(seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert client.get(reverse("clubs:unsent_form"))["Location"] == reverse("clubs:home")
    monkeypatch.undo()
    assert client.get(reverse("clubs:unsent_form")).status_code == 302, "not back again either"


def test_an_outdated_page_of_somebody_who_was_signed_out_leads_through_signing_in(hall: Hall) -> None:
    """The token and the session are both over: the form is kept, and shown once they are signed in again."""
    client = Client(enforce_csrf_checks=True)
    values = {"line": "1 431 2 389", "csrfmiddlewaretoken": "x" * 64}
    sent = client.post(hall.url("enter_line", 1), values, headers={"sec-fetch-site": "same-origin"})
    assert sent["Location"].startswith("/accounts/login/?next=")
    client.force_login(hall.scene.director)
    assert "1 431 2 389" in client.get(reverse("clubs:unsent_form")).content.decode()
