"""A local mail server receives what players and those who registered are told: each in the reader's language, once."""

import re
import socket

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from clubs.models import Role
from mail.models import Mail
from mail.services import send as send_mail
from mail.services import sweep
from messaging.models import Delivery, Message
from messaging.services import outbox
from registration.services.notices import page_of
from tests import factories
from tests.harness.post_office import PostOffice, part
from tests.messaging.scene import DIRECTOR, Scene, mail_of
from tests.registration import scene as registering
from tournaments.models import EventGrant, Pairing
from tournaments.services.entries.leaving import withdraw_entry

pytestmark = [pytest.mark.django_db]


def tell_again() -> None:
    """Every message, as by jobs that were killed after their work and run once more."""
    Message.objects.update(spread_at=None)
    for message in Message.objects.all():
        outbox.spread(message_id=message.pk)
    factories.run_jobs()


def test_who_asked_is_told_the_table_and_the_news_once(scene: Scene, post_office: PostOffice) -> None:
    assert scene.ask("Ada").status_code == 200
    assert scene.ask("Ben", "news").status_code == 200
    published = scene.publish()
    news = f"{scene.manage}news/"
    for _twice in range(2):
        assert scene.official.post(news, {"text": "Lunch is at one.\nBring water."}).status_code == 302
    factories.run_jobs()
    table, news_mail = post_office.texts(mail_of("Ada"))
    assert [text.split("\n")[0] for text in post_office.texts(mail_of("Ben"))] == ["News: Spring Open"]
    seat = Pairing.objects.get(round=published, seats__entry=scene.entries["Ada"])
    other = seat.seats.exclude(entry=scene.entries["Ada"]).get().entry
    assert table.startswith(f"Spring Open: round 1, table {seat.table_number}\n")
    assert f"Ada plays at table {seat.table_number} in round 1, against {other.name}." in table
    assert f"https://wordhall.example.org{scene.own('Ada')}" in table
    assert "Lunch is at one." in news_mail
    assert "Lunch is at one." in part(post_office.to(mail_of("Ada"))[1], "html")
    for page in (f"/e/{scene.division.event.slug}/", scene.own("Cem")):
        assert "Lunch is at one." in scene.official.get(page).content.decode()
    tell_again()
    assert len(post_office.received) == Delivery.objects.count() == 3
    assert [outbox.spread(message_id=message.pk) for message in Message.objects.all()] == [0, 0], "all have it"


def test_taken_back_and_changed(scene: Scene, post_office: PostOffice) -> None:
    """All who had a table hear that the round was unpublished; then only those who sit elsewhere."""
    for name in scene.entries:
        scene.ask(name, "table")
    published = scene.publish()
    scene.take_back(published)
    factories.run_jobs()
    tables = {name: post_office.texts(mail_of(name)) for name in scene.entries}
    assert {len(texts) for texts in tables.values()} == {1}, "the first message was out of date before it was written"
    assert all("Spring Open: round 1 was unpublished" in texts[0] for texts in tables.values())
    post_office.received.clear()
    first, second, third = Pairing.objects.filter(round=published).order_by("table_number")
    ours, theirs = first.seats.get(position=1), second.seats.get(position=1)
    address = f"/e/{scene.division.event.slug}/{scene.division.slug}/rounds/1/swap/"
    published.refresh_from_db()
    swapped = {"entry": [ours.entry_id, theirs.entry_id], "expected_version": published.version}
    answer = scene.official.post(address, swapped)
    assert answer.status_code in {200, 302}, answer.content.decode()[-500:]
    assert first.seats.get(position=1).entry_id == theirs.entry_id, "the swap was made"
    scene.publish_again(published)
    factories.run_jobs()
    untouched = {seat.entry.name for seat in third.seats.all()}
    readers = {to for to, _mail in post_office.received}
    assert readers == {mail_of(name) for name in scene.entries if name not in untouched}
    assert "Spring Open: round 1 changed, table 2" in post_office.texts(mail_of(ours.entry.name))[0]
    tell_again()
    assert len(post_office.received) == 4
    scene.take_back(published)
    scene.publish_again(published)
    factories.run_jobs()
    assert len(post_office.received) == 4, "published again before anybody was told, and as it was"


def test_a_player_who_left_before_the_round_came_back_hears_that_there_is_no_game(
    scene: Scene, post_office: PostOffice
) -> None:
    """Ada has withdrawn while the round was unpublished: the table that she was told is no longer hers."""
    scene.ask("Ada", "table")
    published = scene.publish()
    factories.run_jobs()
    scene.take_back(published)
    withdraw_entry(actor=scene.director, entry=scene.entries["Ada"], after_round=0)
    scene.publish_again(scene.draft())
    factories.run_jobs()
    *_before, last = post_office.texts(mail_of("Ada"))
    assert last.startswith("Spring Open: round 1, no game\n")
    assert "The pairings of this round were changed. Ada has no game in round 1." in last


def test_those_who_registered_get_what_they_asked_for_on_their_own_page(scene: Scene, post_office: PostOffice) -> None:
    """One who plays and one on the waiting list ask for news and tables, at another address than that of the form."""
    desk = registering.make(scene.division.event.club, scene.director).opened(capacity=1)
    people = [desk.sent(name, email=f"form.{mail_of(name)}")[0] for name in ("Gus", "Hana")]
    for one in people:
        form = {"do": "mail", "email": mail_of(one.name), "topics": ["news", "table", "place"]}
        assert Client().post(f"{page_of(one.group)}tell/", form).status_code == 200
    factories.run_jobs()
    post_office.received.clear()
    scene.official.post(f"/e/{desk.event.slug}/manage/news/", {"text": "Lunch is at one."})
    factories.entries(desk.a, scene.director, 3)
    factories.publish(desk.a, scene.director, 1)
    factories.run_jobs()
    plays, waits = post_office.texts(mail_of("Gus")), post_office.texts(mail_of("Hana"))
    assert [text.split("\n")[0].split(", ")[0] for text in plays] == ["News: Spring Open", "Spring Open: round 1"]
    assert [text.split("\n")[0] for text in waits] == ["News: Spring Open"]
    assert f"https://wordhall.example.org{page_of(people[1].group)}" in waits[0]
    desk.act(people[1], "cancel")
    factories.run_jobs()
    assert "cancelled" in post_office.texts(mail_of("Hana"))[-1]
    assert not [to for to, _mail in post_office.received if to.startswith("form.")], "the address of the form has ended"


def test_a_disputed_result_reaches_those_who_settle_it_once(scene: Scene, post_office: PostOffice) -> None:
    """The director and an event's assistant who asked; not a scorer, not one whose role has ended; nothing once it is settled."""
    event = scene.division.event
    assert 'value="desk"' in scene.official.get("/my/tell/").content.decode()
    assert "/my/tell/" in scene.official.get(f"{scene.manage}news/").content.decode()
    assert scene.ask("Ada", "desk").status_code == 422, "only those who settle results are offered it"
    assert scene.ask_as_director("desk").status_code == 200
    helpers = {}
    for name, role in (("now", Role.ASSISTANT), ("ended", Role.ASSISTANT), ("desk", Role.SCORER)):
        user = helpers[name] = factories.user(name)
        EventGrant.objects.create(event=event, user=user, role=role)
        browser = Client()
        browser.force_login(user)
        offered = browser.post("/my/tell/", {"do": "mail", "email": mail_of(name), "topics": ["desk"]})
        assert offered.status_code == (422 if role == Role.SCORER else 200), name
    EventGrant.objects.filter(user=helpers["ended"]).update(ended_at=timezone.now())
    published = scene.publish()
    one, other = Pairing.objects.filter(round=published).order_by("pk")[:2]
    for game in (one, other):
        factories.report(game, "first", 400, 350)
        factories.report(game, "second", 400, 360)
    factories.report(other, "second", 400, 350)  # corrected before a worker came to it
    factories.run_jobs()
    tell_again()
    [text] = post_office.texts(DIRECTOR)
    assert text.startswith("Spring Open: disputed result in round 1\n")
    names = " – ".join(one.seats.order_by("position").values_list("entry__name", flat=True))
    assert f"The reports of the game {names} (Division A, round 1, table {one.table_number}) differ." in text
    address = re.search(r"https://wordhall.example.org(\S+/manage/)", text)
    assert address
    assert scene.official.get(address[1]).status_code == 200
    assert len(post_office.texts(mail_of("now"))) == 1
    assert len(post_office.received) == 2


@pytest.mark.parametrize("reply", ["550 No such user", "450 Try later"])
def test_what_the_server_refuses_is_shown_to_the_club(scene: Scene, post_office: PostOffice, reply: str) -> None:
    """An address refused for good is written to no more until it is saved again; the log says so without showing it."""
    post_office.refusals[mail_of("Ada")] = reply
    scene.ask("Ada", "news")
    scene.ask("Ben", "news")
    news, log = f"{scene.manage}news/", f"{scene.manage}messages/"
    scene.official.post(news, {"text": "Lunch is at one."})
    factories.run_jobs()
    assert len(post_office.to(mail_of("Ben"))) == 1
    page, lost = scene.official.get(log).content.decode(), scene.official.get(f"{log}?lost=1").content.decode()
    assert mail_of("Ada") not in page + lost
    assert all(name in page for name in ("Ada", "Ben"))
    for_good = reply.startswith("5")
    assert ("No such user" in lost) == for_good
    assert ("could not be delivered" in scene.official.get(news).content.decode()) == for_good
    assert ("refuses" in Client().get(f"{scene.own('Ada')}tell/").content.decode()) == for_good
    post_office.refusals.clear()
    scene.official.post(news, {"text": "Lunch is at two."})
    Mail.objects.update(due_at=timezone.now())
    sweep()
    factories.run_jobs()
    assert len(post_office.to(mail_of("Ada"))) == (0 if for_good else 2)
    scene.ask("Ada", "news")
    scene.official.post(news, {"text": "Lunch is at three."})
    factories.run_jobs()
    assert "Lunch is at three." in post_office.texts(mail_of("Ada"))[-1]


def test_a_server_that_hangs_delays_no_page(scene: Scene, settings: Settings) -> None:
    """The pages write rows only: nobody even connects to the server before a worker does."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_TIMEOUT = 1
    settings.SITE_URL = "https://wordhall.example.org"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.EMAIL_HOST, settings.EMAIL_PORT = silent.getsockname()
        settings.MAIL_SERVER = settings.EMAIL_HOST
        silent.settimeout(0)
        for name in scene.entries:
            scene.ask(name)
        scene.publish()
        scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
        assert Mail.objects.count() == 0
        with pytest.raises(BlockingIOError):
            silent.accept()
        outbox.spread(message_id=Message.objects.get(kind="event-news").pk)
        mail = Mail.objects.order_by("pk")[0]
        assert send_mail(mail_id=mail.pk) is False
    mail.refresh_from_db()
    assert mail.state == Mail.State.WAITING
    page = scene.official.get(f"{scene.manage}messages/").content.decode()
    assert page.count("Waiting") == len(scene.entries)
