"""A local push service receives notifications as a browser's would: encrypted for one browser, signed by the site, once each."""

import base64
import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02  # type: ignore[import-untyped]
from pytest_django import Settings

from jobs.models import Job
from jobs.services import run_job
from messaging.models import Address, Delivery, Message, PushKey
from messaging.services import outbox, push
from messaging.services.push import MAX_TRIES, is_push_service, public_key
from messaging.services.subscriptions import Device, Owner, save_device
from ratings.services.people import anonymise_player
from registration.services.notices import page_of
from tests import factories
from tests.messaging.push_service import SECRET, PushService, encoded, service
from tests.messaging.scene import Scene
from tests.registration import scene as registering
from tournaments.models import Pairing
from tournaments.services.erasure import erase_account

__all__ = ["service"]
pytestmark = pytest.mark.django_db


def test_a_phone_shows_the_table_once_and_opens_the_own_page(scene: Scene, service: PushService) -> None:
    tell = f"{scene.own('Ada')}tell/"
    page = Client().get(tell).content.decode()
    assert f'data-push="{public_key()}"' in page, "the key was made when the page was first opened"
    assert "Phone" in Client().post(tell, service.device("/ada")).content.decode()
    Client().post(tell, service.device("/tablet", topics=["news"]))
    published = scene.publish()
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
    factories.run_jobs()
    Message.objects.update(spread_at=None)
    for message in Message.objects.all():
        outbox.spread(message_id=message.pk)
    factories.run_jobs()
    table = Pairing.objects.get(round=published, seats__entry=scene.entries["Ada"]).table_number
    shown, news = service.notes("/ada")
    assert [note["body"] for note in service.notes("/tablet")] == [news["body"]] == ["Lunch is at one."]
    assert shown["title"] == f"Spring Open: round 1, table {table}"
    assert shown["body"].startswith(f"Ada plays at table {table} in round 1, against ")
    assert shown["url"] == scene.own("Ada")
    headers = service.posts[0][1]
    assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "7200")
    signed = dict(part.strip().split("=", 1) for part in headers["authorization"].removeprefix("vapid ").split(","))
    assert signed["k"] == public_key()
    claims = json.loads(base64.urlsafe_b64decode(signed["t"].split(".")[1] + "=="))
    assert claims["aud"] == service.origin
    assert Vapid02.verify(headers["authorization"]), "signed by this key"
    assert PushKey.objects.count() == 1
    assert set(Delivery.objects.values_list("state", "text")) == {("sent", "")}, "what was said is not kept"


def run_once() -> None:
    """Every queued job once, as a worker that finds the push service as it is."""
    for job in Job.objects.filter(state=Job.State.QUEUED):
        run_job(job_id=job.pk)
    Job.objects.update(due_at=timezone.now())


@pytest.mark.parametrize(
    ("status", "tries"), [(404, 1), (410, 1), (403, 1), (307, 1), (503, MAX_TRIES), (429, MAX_TRIES)]
)
def test_what_a_push_service_answers(scene: Scene, service: PushService, status: int, tries: int) -> None:
    """A browser that is gone is forgotten; what may pass is tried again, and given up in the end; no redirect is followed."""
    Client().post(f"{scene.own('Ada')}tell/", service.device("/ada"))
    service.answers["/ada"] = status
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
    for _time in range(MAX_TRIES + 2):
        run_once()
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.tries, len(service.posts)) == ("failed", tries, tries)
    assert Address.objects.exists() == (status not in {404, 410})
    assert "Ada" in scene.official.get(f"{scene.manage}messages/?lost=1").content.decode()


def test_a_notification_is_sent_once_and_not_to_a_device_that_was_removed(
    scene: Scene, service: PushService, settings: Settings
) -> None:
    """A job that runs twice, a device that its owner removed and a service that the operator struck off before a worker came."""
    tell = f"{scene.own('Ada')}tell/"
    for name in ("/stays", "/removed"):
        Client().post(tell, service.device(name))
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
    spread = Job.objects.get(task="messaging.spread")
    run_job(job_id=spread.pk)
    removed = Address.objects.get(to__endswith="/removed")
    assert "/removed" not in Client().post(tell, {"do": "stop", "address": removed.pk}).content.decode()
    factories.run_jobs()
    sent, lost = Delivery.objects.order_by("state")[::-1]
    assert (sent.state, lost.state, lost.error) == ("sent", "failed", "The device was removed.")
    assert not push.send(delivery_id=sent.pk)
    undelivered = f"{scene.manage}messages/?lost=1"
    before = scene.official.get(undelivered).content.decode()
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at two."})
    settings.PUSH_SERVICES = []
    factories.run_jobs()
    assert len(service.posts) == 1
    after = scene.official.get(undelivered).content.decode()
    assert [page.count("Ada") for page in (before, after)] == [1, 2]
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["failed", "failed", "sent"]


def test_a_key_that_no_browser_gives_out_reaches_nobody_and_stops_nobody(scene: Scene, service: PushService) -> None:
    """Of the right length as text, but none of the curve: the form comes from anybody."""
    for key in ("A" * 80, "A" * 87):
        Client().post(f"{scene.own('Ada')}tell/", service.device(f"/{len(key)}", key=key))
    Client().post(f"{scene.own('Ben')}tell/", service.device("/ben"))
    scene.official.post(f"{scene.manage}news/", {"text": "Lunch is at one."})
    for _time in range(MAX_TRIES + 2):
        run_once()
    assert [path for path, _headers, _body in service.posts] == ["/ben"]
    assert sorted(Delivery.objects.values_list("state", flat=True)) == ["failed", "failed", "sent"]


def test_who_waits_for_a_place_opens_the_registration_from_the_phone(scene: Scene, service: PushService) -> None:
    desk = registering.make(scene.division.event.club, scene.director).opened(capacity=0)
    [waiting] = desk.sent("Gus")
    own = page_of(waiting.group)
    assert Client().post(f"{own}tell/", service.device("/gus", topics=["news"])).status_code == 200
    scene.official.post(f"/e/{desk.event.slug}/manage/news/", {"text": "Lunch is at one."})
    factories.run_jobs()
    assert [(note["body"], note["url"]) for note in service.notes("/gus")] == [("Lunch is at one.", own)]


def test_an_account_has_ten_devices_at_most_and_none_after_it_is_erased(scene: Scene, service: PushService) -> None:
    """The same device again is no further one. The player's own devices go with the player."""
    account = factories.entrant("Ada")
    browser = Client()
    browser.force_login(account)
    for number in range(9):
        device = Device(endpoint=f"{service.origin}/{number}", key=service.public, secret=encoded(SECRET))
        save_device(owner=Owner(user=account), device=device, topics=["news"])
    for path in ("/9", "/3"):
        assert browser.post("/my/tell/", service.device(path)).status_code == 200, path
    full = browser.post("/my/tell/", service.device("/another"))
    assert full.status_code == 422
    assert "There are already 10 devices. Remove one first." in full.content.decode()
    Client().post(f"{scene.own('Ada')}tell/", service.device("/own"))
    assert Address.objects.count() == 11
    anonymise_player(player=scene.entries["Ada"].player, reason="asked for it")
    assert Address.objects.filter(player=None).count() == Address.objects.count() == 10
    erase_account(user=account, reason="asked for it")
    assert not Address.objects.exists()


def test_only_known_push_services(scene: Scene, service: PushService, settings: Settings) -> None:
    """The address comes from anybody who has a link: the site posts to no other machine."""
    settings.PUSH_SERVICES = ["push.services.mozilla.com", "fcm.googleapis.com"]
    tell = f"{scene.own('Ada')}tell/"
    for bad in (
        service.origin + "/ada",
        "http://fcm.googleapis.com/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fcm.googleapis.com:8443/x",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/fcm.googleapis.com",
        "https://[::1/x",
    ):
        assert not is_push_service(bad), bad
        assert Client().post(tell, service.device("", endpoint=bad)).status_code == 422, bad
    assert is_push_service("https://updates.push.services.mozilla.com/wpush/v2/abc")
    wrong: dict[str, Any]
    for wrong in ({"key": "x"}, {"secret": "<script>"}, {"topics": []}, {"endpoint": ""}):
        good = "https://fcm.googleapis.com/fcm/send/abc"
        assert Client().post(tell, service.device("", **({"endpoint": good} | wrong))).status_code == 422, wrong
    assert not Address.objects.exists()


def test_the_site_can_be_put_on_the_home_screen(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    manifest = client.get("/manifest.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    icons = {icon["purpose"] for icon in manifest.json()["icons"]}
    assert icons == {"any", "maskable"}
    worker = client.get("/worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in worker.content
