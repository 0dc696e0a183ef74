"""Asking to be told and ending it: on one's own pages, and by the link in each mail without signing in."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from audit.models import ActionLog
from messaging.models import MAX_NEWS, Address, Delivery, Message, News, PushKey, Subscription
from messaging.services.news import post_news
from messaging.services.outbox import KEEP, forget_old
from messaging.services.subscriptions import Owner, save_mail
from ratings.services.people import anonymise_player
from registration.models import RegistrationGroup
from tests import factories
from tests.harness.post_office import PostOffice
from tests.messaging.scene import EVERYTHING, Scene, mail_of
from tests.registration import scene as registering
from tournaments.errors import TournamentError
from tournaments.models import Event, Pairing
from tournaments.services.erasure import erase_account
from tournaments.services.rounds import rolling

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def news(scene: Scene, text: str) -> None:
    """News on the event's page, and everything that follows."""
    scene.official.post(f"{scene.manage}news/", {"text": text})
    factories.run_jobs()


def test_ending_it_from_a_mail(scene: Scene, post_office: PostOffice) -> None:
    """One topic or all by a button; all by the one POST of a mail program; a second time is no error."""
    scene.ask("Ada")
    scene.ask("Ben")
    news(scene, "One")
    addresses = {
        name: str(post_office.to(mail_of(name))[0]["List-Unsubscribe"])
        .strip("<>")
        .removeprefix("https://wordhall.example.org")
        for name in ("Ada", "Ben")
    }
    stranger = Client(enforce_csrf_checks=True)
    page = stranger.get(addresses["Ada"])
    assert "Event news" in page.content.decode()
    assert Subscription.objects.count() == 2 * len(EVERYTHING), "a program that opens links ends nothing"
    after = stranger.post(addresses["Ada"], {"topic": "news"}).content.decode()
    assert "Event news" not in after
    assert "Check-in is open" in after
    for _twice in range(2):
        answer = stranger.post(addresses["Ben"], {"List-Unsubscribe": "One-Click"})
        assert answer.status_code == 204
    assert "No messages are sent to this address" in stranger.get(addresses["Ben"]).content.decode()
    news(scene, "Two")
    scene.publish()
    factories.run_jobs()
    assert len(post_office.to(mail_of("Ben"))) == 1
    assert post_office.texts(mail_of("Ada"))[1].startswith("Spring Open: round 1")
    assert stranger.get("/u/aaaaaaaaaaaaaaaaaaaaaaaaaa/").status_code == 404


def test_one_person_with_several_ways_is_told_once(scene: Scene, post_office: PostOffice) -> None:
    """The own page, the account and a family's shared address: the news once, each table by itself."""
    account = factories.entrant("Ada")
    browser = Client()
    browser.force_login(account)
    to = "family@players.example"
    form = {"do": "mail", "email": to, "topics": EVERYTHING}
    assert browser.post("/my/tell/", form).status_code == 200
    for name in ("Ada", "Ben"):
        Client().post(f"{scene.own(name)}tell/", form | {"email": to.upper()})
    news(scene, "One")
    scene.publish()
    factories.run_jobs()
    subjects = [str(mail["Subject"]) for mail in post_office.to(to) + post_office.to(to.upper())]
    assert sum(subject.startswith("News") for subject in subjects) == 1
    assert sum("round 1" in subject for subject in subjects) == 2
    assert 'href="/my/tell/"' in browser.get("/my/").content.decode()


def test_the_form_answers_what_is_wrong(scene: Scene) -> None:
    tell = f"{scene.own('Ada')}tell/"
    for wrong in (
        {"email": "nobody", "topics": ["news"]},
        {"email": "a@b.example"},
        {"email": "a@b.example", "topics": "x"},
    ):
        answer = Client().post(tell, {"do": "mail", **wrong})
        assert answer.status_code == 422, wrong
        assert str(wrong["email"]) in answer.content.decode(), "what was typed stays"
    assert not Address.objects.exists()
    scene.ask("Ada", "news")
    changed = Client().post(tell, {"do": "mail", "email": "new@players.example", "topics": ["table"]})
    assert "new@players.example" in changed.content.decode()
    address = Address.objects.get()
    assert list(address.subscriptions.values_list("topic", flat=True)) == ["table"]
    other = f"{scene.own('Ben')}tell/"
    Client().post(other, {"do": "stop", "address": address.pk})
    assert Address.objects.exists(), "nobody ends it for somebody else"
    for number in ("", "x", "9" * 30, address.pk):
        assert Client().post(tell, {"do": "stop", "address": number}).status_code == 200
    assert not Address.objects.exists()


def test_nothing_to_say_and_nobody_to_say_it_to_are_refused(scene: Scene) -> None:
    """Also where no form of ours has looked at it before; news that is gone already is no error."""
    ada = Owner.of_entry(scene.entries["Ada"])
    event, director = scene.division.event, scene.director
    refused: list[tuple[Callable[[], object], str, str]] = [
        (lambda: save_mail(owner=ada, email=" ", topics=["news"]), "email", "Enter an email address."),
        (lambda: save_mail(owner=ada, email="a@b.example", topics=["desk", "weather"]), "topics", "Choose what"),
        (lambda: post_news(actor=director, event=event, text=" \n"), "text", "Write the news first."),
        (lambda: post_news(actor=director, event=event, text="x" * (MAX_NEWS + 1)), "text", "Shorten it."),
    ]
    for act, field, words in refused:
        with pytest.raises(TournamentError, match=words) as refusal:
            act()
        assert refusal.value.code == field, words
    assert not Address.objects.exists()
    assert not News.objects.exists()
    item = post_news(actor=director, event=event, text="x" * MAX_NEWS)
    for _twice in range(2):
        assert scene.official.post(f"{scene.manage}news/{item.pk}/remove/").status_code == 302
    assert not News.objects.exists()
    assert ActionLog.objects.filter(verb="news.removed").count() == 1


def test_the_address_of_a_form_can_be_ended_for_good(scene: Scene, post_office: PostOffice) -> None:
    """Whoever ends the mails about a registration gets no further one, whatever happens to it."""
    desk = registering.make(scene.division.event.club, scene.director).opened(capacity=5)
    [one] = desk.sent("Guest", email="guest@players.example")
    factories.run_jobs()
    [mail] = post_office.to("guest@players.example")
    end = str(mail["List-Unsubscribe"]).strip("<>").removeprefix("https://wordhall.example.org")
    Client().post(end, {"List-Unsubscribe": "One-Click"})
    desk.act(one, "cancel")
    factories.run_jobs()
    assert len(post_office.received) == 1


def test_an_erased_person_is_written_to_no_more(scene: Scene, post_office: PostOffice) -> None:
    account = factories.entrant("Ada")
    save_mail(owner=Owner(user=account), email="account@players.example", topics=["news"])
    scene.ask("Ada", "news")
    news(scene, "One")
    anonymise_player(player=scene.entries["Ada"].player, reason="asked for it")
    erase_account(user=account, reason="asked for it")
    news(scene, "Two")
    assert len(post_office.received) == 2
    assert not Address.objects.exists()


def test_a_test_copy_tells_nobody(scene: Scene, post_office: PostOffice) -> None:
    scene.ask("Ada")
    event = scene.division.event
    scene.official.post(f"{scene.manage}what-if/")
    copy = event.what_ifs.get()
    answer = scene.official.post(f"/e/{copy.slug}/manage/news/", {"text": "One"})
    assert answer.status_code in {302, 403, 422}
    division = copy.divisions.get()
    factories.change(division, rolling=True)
    both = list(division.entries.order_by("pk").values_list("pk", flat=True)[:2])
    rolling.join(actor=scene.director, division=division, entries=both)
    rolling.pair_two(actor=scene.director, division=division, entries=both)
    factories.run_jobs()
    assert Pairing.objects.filter(round__division=division).exists(), "Ada's game from the queue of the copy"
    assert post_office.received == []
    assert not Message.objects.exists()


def test_old_addresses_and_messages_are_forgotten(scene: Scene) -> None:
    """An address goes a year after its event, or a month after it was ended; the log after 400 days."""
    scene.ask("Ada", "news")
    scene.ask("Ben", "news")
    scene.official.post(f"{scene.manage}news/", {"text": "One"})
    factories.run_jobs()
    Event.objects.update(starts_on=timezone.localdate())
    ended = Address.objects.get(to=mail_of("Ben"))
    ended.subscriptions.all().delete()
    assert forget_old() == 0
    Address.objects.update(created_at=timezone.now() - timedelta(days=31))
    forget_old()
    assert Address.objects.get().to == mail_of("Ada")
    Event.objects.update(starts_on=timezone.localdate() - timedelta(days=366))
    forget_old()
    assert not Address.objects.exists()
    Message.objects.update(created_at=timezone.now() - KEEP - timedelta(days=1))
    forget_old()
    assert not Delivery.objects.exists()


@pytest.mark.parametrize("count", [1, 3])
def test_queries_stay_flat(scene: Scene, post_office: PostOffice, count: int) -> None:
    for name in list(scene.entries)[:count]:
        scene.ask(name, "news")
    official = scene.official
    posted = factories.queries(lambda: official.post(f"{scene.manage}news/", {"text": "One"}))
    factories.run_jobs()
    shown = factories.queries(lambda: official.get(f"{scene.manage}messages/"))
    assert (posted, shown) == (20, 9)


def test_the_database_keeps_messages_whole(scene: Scene) -> None:
    scene.ask("Ada", "news")
    scene.official.post(f"{scene.manage}news/", {"text": "One"})
    factories.run_jobs()
    address, message, delivery = Address.objects.get(), Message.objects.get(), Delivery.objects.get()
    bens = {"event": None, "player": None, "group": None, "user": None}
    copies: list[Any] = [
        Delivery(message=message, person=delivery.person, channel="mail", mark=delivery.mark),
        Delivery(message=message, channel="post", mark="x"),
        Delivery(message=message, channel="mail", mark="y", state="sent"),
        Message(event=message.event, kind=message.kind, about=message.about, version=message.version),
        Message(event=message.event, kind="rumour", about="x"),
        Message(event=message.event, kind="event-news", about=""),
        Subscription(address=address, topic="news"),
        Subscription(address=address, topic="weather"),
        Address(channel="mail", to="x@y.example", mark="m", **bens),
        Address(channel="mail", to="x@y.example", mark="m", **bens | {"user": scene.director, "event": message.event}),
        Address(channel="mail", to="", mark="m", **bens | {"user": scene.director}),
        Address(channel="push", to="https://x.example", mark="m", **bens | {"user": scene.director}),
        Address(channel="mail", to="x", mark=address.mark, event=address.event, player=address.player),
        News(event=message.event, text=""),
        PushKey(number=2, private_pem="x"),
        PushKey(number=1, private_pem=""),
    ]
    for copy in copies:
        with pytest.raises(IntegrityError), transaction.atomic():
            copy.save(force_insert=True)
    assert RegistrationGroup.objects.count() == 0
    assert timezone.now() >= delivery.created_at
