"""A program on this machine is told what happens in a club: signed, again after a failure, never inside the network, never a secret."""

import base64
import contextlib
import hashlib
import hmac
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, User
from clubs.services import ClubError
from core import outgoing
from messaging.services.news import post_news, remove_news
from ratings.models import OfficialList
from ratings.services.official import publish_list
from tests import factories
from tests.harness.posts import running
from tests.walk import check_refused
from tests.webhooks.receiver import Receiver, receiver
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Event, Pairing
from tournaments.services.events.events import finish_event, reopen_event
from tournaments.services.results.results import rule_result
from tournaments.services.results.undo import undo_entry
from tournaments.services.rounds.publish import unpublish_round
from webhooks.engine.signing import PREFIX
from webhooks.inputs import WebhookInput
from webhooks.kinds import Topic
from webhooks.models import MAX_NAME, Webhook, WebhookDelivery, WebhookTopic
from webhooks.services import sending
from webhooks.services import webhooks as services

__all__ = ["receiver"]
pytestmark = pytest.mark.django_db


def add(club: Club, director: User, address: str, *topics: Topic) -> tuple[Webhook, bytes]:
    """A webhook of the club, told of these topics (all), and its secret."""
    data = WebhookInput(name="Board", address=address, topics=frozenset(topics or Topic))
    return services.add_webhook(actor=director, club=club, data=data)


def come_due() -> None:
    """Let the time pass until the next try, and make it."""
    WebhookDelivery.objects.filter(state="waiting").update(due_at=timezone.now())
    sending.sweep()
    factories.run_jobs()


def test_a_program_is_told_of_an_event_from_its_first_round_to_its_ratings(
    division: Division, director: User, club: Club, receiver: Receiver
) -> None:
    _webhook, secret = add(club, director, f"{receiver.origin}/all?key=x")
    add(club, director, f"{receiver.origin}/rounds", Topic.ROUND_PUBLISHED)
    add(factories.club(director, "Another"), director, f"{receiver.origin}/others")
    factories.start(division, director, 2)
    event = division.event
    post_news(actor=director, event=event, text="Lunch is at one.")
    assert receiver.posts == [], "nothing is sent in the request itself"
    factories.run_jobs()
    game = Pairing.objects.get(round__division=division)
    factories.report(game.pk, "first", 400, 350)
    factories.run_jobs()
    told_so_far = [kind for kind, _data in receiver.received("/all?key=x")]
    assert told_so_far == ["round.published", "news.posted", "ratings.updated"], "one report is no result"
    factories.report(game.pk, "second", 400, 350)
    factories.run_jobs()
    rule_result(
        actor=director,
        pairing_id=game.pk,
        data=RulingInput(result=ResultInput(first_score=401, second_score=350), reason="Added up."),
    )
    finish_event(actor=director, event=event)
    factories.run_jobs()
    reopen_event(actor=director, event=event, reason="A slip was lost.")
    factories.run_jobs()
    assert division.rating_pool is not None
    publish_list(pool=division.rating_pool, name="May", effective=event.starts_on, actor=director)
    factories.run_jobs()
    told = receiver.received("/all?key=x")
    kinds = [kind for kind, _data in told]
    assert set(kinds) == {str(topic) for topic in Topic} - {"round.changed", "round.unpublished"}
    by_kind = dict(told)
    site = "https://wordhall.example.org"
    published = by_kind["round.published"]
    assert published["club"] == {"slug": "harbour", "name": "Harbour", "page": f"{site}/clubs/harbour/"}
    assert published["event"]["api"] == f"{site}/api/v1/events/{event.slug}/"
    (pairing,) = published["pairings"]
    assert {player["name"] for player in pairing["players"]} == {"Ada", "Ben"}
    confirmed, corrected = by_kind["result.confirmed"]["pairing"], by_kind["result.corrected"]["pairing"]
    assert (confirmed["result"]["first_score"], corrected["result"]["first_score"]) == (400, 401)
    assert by_kind["news.posted"]["news"]["text"] == "Lunch is at one."
    assert by_kind["ratings.list_published"]["list"]["name"] == "May"
    assert [kind for kind, _data in receiver.received("/rounds")] == ["round.published"]
    assert receiver.received("/others") == []
    for path, headers, body in receiver.posts:
        if path == "/all?key=x":
            signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
            mac = base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()
            assert headers["webhook-signature"] == f"v1,{mac}"
            assert abs(time.time() - int(headers["webhook-timestamp"])) < 60
            assert headers["content-type"] == "application/json"
    rows = WebhookDelivery.objects.filter(webhook=_webhook)
    assert set(rows.values_list("state", "status_code", "tries")) == {("sent", 200, 1)}
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.posts}) == len(receiver.posts)


def test_what_is_no_longer_public_is_not_sent(
    division: Division, director: User, club: Club, receiver: Receiver
) -> None:
    add(club, director, f"{receiver.origin}/all", Topic.ROUND_PUBLISHED, Topic.ROUND_UNPUBLISHED)
    round_ = factories.start(division, director, 2)
    unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="A mistake.")
    Event.objects.filter(pk=division.event_id).update(visibility=Event.Visibility.PUBLIC)
    factories.run_jobs()
    assert [kind for kind, _data in receiver.received("/all")] == ["round.unpublished"]
    Event.objects.filter(pk=division.event_id).update(visibility=Event.Visibility.DRAFT)
    factories.publish(division, director, 1)
    factories.run_jobs()
    assert len(receiver.posts) == 1
    assert sorted(WebhookDelivery.objects.values_list("state", flat=True)) == ["dropped", "sent"]


def test_nothing_of_an_event_is_sent_once_its_page_is_hidden(
    division: Division, director: User, club: Club, receiver: Receiver
) -> None:
    """From its rounds and results to its news: only the club's ratings are still everybody's."""
    add(club, director, f"{receiver.origin}/all")
    round_ = factories.start(division, director, 2)
    game = Pairing.objects.get(round=round_)
    factories.agree(game)
    post_news(actor=director, event=division.event, text="Lunch is at one.")
    finish_event(actor=director, event=division.event)
    Event.objects.filter(pk=division.event_id).update(visibility=Event.Visibility.DRAFT)
    factories.run_jobs()
    assert {kind for kind, _data in receiver.received("/all")} == {"ratings.updated"}
    dropped = WebhookDelivery.objects.filter(state="dropped").values_list("topic", flat=True)
    assert set(dropped) == {"round.published", "result.confirmed", "news.posted", "event.finished"}


def test_what_was_taken_back_before_it_was_sent_is_not_sent_as_it_was(
    division: Division, director: User, club: Club, receiver: Receiver
) -> None:
    """News that was removed at once is not sent; a result that was entered and undone is no result, as on the pages."""
    add(club, director, f"{receiver.origin}/all", Topic.NEWS_POSTED, Topic.RESULT_CONFIRMED)
    game = Pairing.objects.get(round=factories.start(division, director, 2))
    entered = factories.report(game.pk, "official", 400, 350, actor=director)
    undo_entry(actor=director, fact=entered.submission)
    wrong = post_news(actor=director, event=division.event, text="Lunch is at five.")
    remove_news(actor=director, event=division.event, news_id=wrong.pk)
    post_news(actor=director, event=division.event, text="Lunch is at one.")
    factories.run_jobs()
    told = receiver.received("/all")
    assert [data["news"]["text"] for kind, data in told if kind == "news.posted"] == ["Lunch is at one."]
    (pairing,) = (data["pairing"] for kind, data in told if kind == "result.confirmed")
    assert (pairing["id"], pairing["result"]) == (game.pk, None)


def test_a_program_that_does_not_answer_in_time_is_given_up(
    club: Club, director: User, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One says nothing at all, the other a byte at a time for as long as one listens: neither holds a worker."""
    for dripping, seconds, deadline, trouble in ((False, 0.2, 60, "time"), (True, 60, 0.4, "connection")):
        monkeypatch.setattr(outgoing, "SECONDS", seconds)
        monkeypatch.setattr(outgoing, "DEADLINE", deadline)
        with slow_program(dripping=dripping) as (origin, given_up):
            settings.WEBHOOK_ORIGINS = [origin]
            webhook, _secret = add(club, director, f"{origin}/slow")
            delivery = services.send_test(actor=director, webhook=webhook)
            factories.run_jobs()
        delivery.refresh_from_db()
        assert (delivery.state, delivery.status_code, delivery.trouble) == ("failed", None, trouble)
        assert given_up.is_set(), f"{trouble}: the program itself ended the connection"


@contextlib.contextmanager
def slow_program(*, dripping: bool) -> Iterator[tuple[str, threading.Event]]:
    """A program that takes a connection and says nothing, or one letter after another.

    Its origin, and whether the other side ended the connection first. Every wait has a limit: a test that fails must end too.
    """
    given_up = threading.Event()

    def is_left(wire: socket.socket) -> bool:
        wire.settimeout(5)
        try:
            for _piece in range(100 if dripping else 0):
                time.sleep(0.05)
                wire.sendall(b"H")
            while not dripping and wire.recv(1024):
                pass
        except ConnectionError:
            return True
        return not dripping

    def answer(server: socket.socket) -> None:
        with contextlib.suppress(OSError):
            wire, _peer = server.accept()
            with wire:
                if is_left(wire):
                    given_up.set()

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        thread = threading.Thread(target=answer, args=(server,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}", given_up
        finally:
            thread.join()


@pytest.mark.postgres
def test_what_a_club_cannot_enter_is_refused(club: Club, director: User) -> None:
    nameless = WebhookInput(name=" ", address="https://example.org/", topics=frozenset(Topic))
    for data, field in (
        (nameless, "name"),
        (replace(nameless, name="x" * (MAX_NAME + 1)), "name"),
        (replace(nameless, name="Board", topics=frozenset()), "topics"),
    ):
        with pytest.raises(ClubError) as refused:
            services.add_webhook(actor=director, club=club, data=data)
        assert refused.value.code == field, data
    for number in range(services.MOST_WEBHOOKS):
        add(club, director, f"https://example.org/{number}", Topic.EVENT_FINISHED)
    with pytest.raises(ClubError, match=f"at most {services.MOST_WEBHOOKS} webhooks"):
        add(club, director, "https://example.org/one-more")
    add(factories.club(director, "Another"), director, "https://example.org/one-more")


@pytest.mark.postgres
def test_a_webhook_is_paused_and_resumed_once_and_sends_nothing_again_meanwhile(
    club: Club, director: User, receiver: Receiver
) -> None:
    webhook, _secret = add(club, director, f"{receiver.origin}/down")
    receiver.answers["/down"] = 500
    failed = services.send_test(actor=director, webhook=webhook)
    factories.run_jobs()
    failed.refresh_from_db()
    assert failed.state == "failed"
    paused_at = {services.pause_webhook(actor=director, webhook=webhook).paused_at for _twice in range(2)}
    assert len(paused_at) == 1
    with pytest.raises(ClubError, match="paused") as paused:
        services.send_again(actor=director, webhook=webhook, delivery_id=failed.pk)
    assert paused.value.code == "paused"
    for _twice in range(2):
        services.resume_webhook(actor=director, webhook=webhook)
    verbs = ActionLog.objects.exclude(verb="webhook.added").filter(verb__startswith="webhook.").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == ["webhook.paused", "webhook.resumed"]


@pytest.mark.postgres
def test_a_failure_is_tried_again_later_and_later_with_the_same_number(
    club: Club, director: User, receiver: Receiver
) -> None:
    webhook, _secret = add(club, director, f"{receiver.origin}/down")
    receiver.answers["/down"] = 500
    pool = factories.pool(club, director)
    for _twice in range(2):
        sending.note(club.pk, Topic.RATINGS_UPDATED, {"pool": pool.pk}, once=True)
    (delivery,) = WebhookDelivery.objects.all()
    waits: list[timedelta] = []
    for _try in range(sending.MAX_TRIES):
        before = timezone.now()
        come_due()
        delivery.refresh_from_db()
        waits.append(timedelta(seconds=round((delivery.due_at - before).total_seconds())))
    assert waits == sorted(waits)
    assert timedelta(hours=12) < sum(waits[:-1], timedelta()) < timedelta(days=2)
    assert (delivery.state, delivery.status_code, delivery.tries) == ("failed", 500, sending.MAX_TRIES)
    assert len({headers["webhook-id"] for _path, headers, _body in receiver.posts}) == 1
    come_due()
    assert len(receiver.posts) == sending.MAX_TRIES, "given up"
    receiver.answers.clear()
    services.send_again(actor=director, webhook=webhook, delivery_id=delivery.pk)
    factories.run_jobs()
    webhook.refresh_from_db()
    delivery.refresh_from_db()
    assert (delivery.state, webhook.failures) == ("sent", 0)
    with pytest.raises(ClubError, match="failed"):
        services.send_again(actor=director, webhook=webhook, delivery_id=delivery.pk)
    WebhookDelivery.objects.update(created_at=timezone.now() - sending.KEEP - timedelta(hours=1))
    sending.sweep()
    assert not WebhookDelivery.objects.exists()


def test_one_that_keeps_failing_or_is_gone_is_paused(club: Club, director: User, receiver: Receiver) -> None:
    webhook, _secret = add(club, director, f"{receiver.origin}/down")
    gone, _secret = add(club, director, f"{receiver.origin}/gone")
    receiver.answers = {"/down": 503, "/gone": 410}
    pool = factories.pool(club, director)
    for number in range(1, sending.MAX_FAILURES + 1):
        sending.note(club.pk, Topic.LIST_PUBLISHED, {"pool": pool.pk, "list": number})
    OfficialList.objects.bulk_create(
        OfficialList(pk=number, pool=pool, name="x", effective=date(2026, 1, 1) + timedelta(number), ledger_version=0)
        for number in range(1, sending.MAX_FAILURES + 1)
    )
    factories.run_jobs()
    webhook.refresh_from_db()
    gone.refresh_from_db()
    assert (webhook.paused_why, webhook.failures) == ("failures", sending.MAX_FAILURES)
    assert gone.paused_why == "gone"
    assert len([path for path, _headers, _body in receiver.posts if path == "/gone"]) == 1
    count = len(receiver.posts)
    sending.note(club.pk, Topic.RATINGS_UPDATED, {"pool": pool.pk})
    come_due()
    assert len(receiver.posts) == count, "nothing is noted or sent while it is paused"
    with pytest.raises(ClubError, match="paused"):
        services.send_test(actor=director, webhook=webhook)
    receiver.answers.clear()
    services.resume_webhook(actor=director, webhook=webhook)
    come_due()
    assert not WebhookDelivery.objects.filter(webhook=webhook).exclude(state="sent").exists(), "what waited is sent"


def test_nothing_goes_into_the_network_or_where_a_redirect_leads(
    club: Club, director: User, receiver: Receiver, settings: Settings, tmp_path: Path
) -> None:
    """The name counts as what it leads to when something is sent: ``localhost`` here."""
    settings.WEBHOOK_ORIGINS = [receiver.origin]
    port = receiver.origin.rpartition(":")[2]
    redirecting, _secret = add(club, director, f"{receiver.origin}/moved")
    receiver.answers["/moved"] = 307
    inside, _secret = add(club, director, f"https://localhost:{port}/inside")
    closed, _secret = add(club, director, f"{receiver.origin}/closed")
    certificate = tmp_path / "own.pem"
    certificate.write_bytes(self_signed())
    for other in running(Receiver(), certificate):
        settings.WEBHOOK_ORIGINS = [receiver.origin, other.origin]
        untrusted, _secret = add(club, director, f"{other.origin}/x")
        Webhook.objects.filter(pk=closed.pk).update(address="http://127.0.0.1:9/closed")
        settings.WEBHOOK_ORIGINS.append("http://127.0.0.1:9")
        for webhook in (redirecting, inside, closed, untrusted):
            services.send_test(actor=director, webhook=webhook)
        factories.run_jobs()
        assert other.posts == []
    assert [path for path, _headers, _body in receiver.posts] == ["/moved"]
    rows = WebhookDelivery.objects.order_by("pk").values_list("state", "status_code", "trouble")
    assert list(rows) == [
        ("failed", 307, "redirect"),
        ("failed", None, "private"),
        ("failed", None, "connection"),
        ("failed", None, "certificate"),
    ]
    settings.WEBHOOK_ORIGINS = []
    services.send_test(actor=director, webhook=redirecting)
    factories.run_jobs()
    assert len(receiver.posts) == 1, "the operator no longer allows it"
    for address in (
        "http://example.org/",
        "https://10.0.0.7/",
        "https://[::1]/",
        "https://2130706433/",
        "https://user@example.org/",
        "https://example.org/#part",
        "https://example.org:port/",
        "https:///path",
        "ftp://example.org/",
        "https://example.org/a b",
        f"https://example.org/{'x' * 500}",
        "results",
    ):
        with pytest.raises(ClubError) as refused:
            add(club, director, address)
        assert refused.value.code == "address", address


def self_signed() -> bytes:
    """A certificate for 127.0.0.1 that nobody vouches for, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    today = timezone.now()
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    signed = made.not_valid_before(today).not_valid_after(today + timedelta(days=1)).sign(key, hashes.SHA256())
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    return private + signed.public_bytes(pem)


def test_the_secret_is_in_no_row_and_ends_with_the_servers_key(
    club: Club, director: User, receiver: Receiver, settings: Settings
) -> None:
    webhook, secret = add(club, director, f"{receiver.origin}/key-in-address")
    assert webhook.secret == secret
    row = str(Webhook.objects.values().get())
    assert all(form not in row for form in (secret.hex(), base64.b64encode(secret).decode(), PREFIX))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key"
    settings.SECRET_KEY_FALLBACKS = [old]
    assert webhook.secret == secret
    settings.SECRET_KEY_FALLBACKS = []
    assert Webhook.objects.get().secret is None
    delivery = services.send_test(actor=director, webhook=webhook)
    factories.run_jobs()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.trouble, receiver.posts) == ("failed", "key", [])
    _webhook, renewed = services.renew_secret(actor=director, webhook=webhook)
    assert renewed != secret
    services.delete_webhook(actor=director, webhook=webhook)
    log = ActionLog.objects.filter(verb__startswith="webhook.").order_by("pk")
    assert list(log.values_list("verb", flat=True)) == [
        "webhook.added",
        "webhook.secret_renewed",
        "webhook.deleted",
    ]
    assert all("key-in-address" not in str(values) for values in log.values_list("before", "after"))


@pytest.mark.postgres
def test_the_database_refuses(club: Club, director: User) -> None:
    webhook, _secret = add(club, director, "https://example.org/")
    delivery = WebhookDelivery.objects.create(webhook=webhook, topic="test")

    def changed(row: Webhook | WebhookDelivery, **values: object) -> Callable[[], object]:
        return lambda: type(row).objects.filter(pk=row.pk).update(**values)

    check_refused(
        {
            "webhook_has_name": changed(webhook, name=""),
            "webhook_has_address": changed(webhook, address=""),
            "webhook_address_once_per_club": Webhook(club=club, name="x", address="https://example.org/").save,
            "webhook_pause_has_reason": changed(webhook, paused_why="gone"),
            "webhook_topic_once": WebhookTopic(webhook=webhook, topic="event.finished").save,
            "webhook_known_topic": WebhookTopic(webhook=webhook, topic="weather").save,
            "webhook_delivery_known_topic": changed(delivery, topic="weather"),
            "webhook_delivery_known_state": changed(delivery, state="lost"),
            "webhook_delivery_known_trouble": changed(delivery, trouble="rain"),
            "webhook_delivery_sent_has_time": changed(delivery, state="sent"),
        }
    )


def test_a_club_without_webhooks_pays_one_query(club: Club) -> None:
    assert factories.queries(lambda: sending.note(club.pk, Topic.RATINGS_UPDATED, {"pool": 1})) == 1
