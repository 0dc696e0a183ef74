"""A local push service receives notifications as a browser's would: encrypted for one browser, signed by the site, once each."""

import base64
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from django.utils import timezone
from py_vapid import Vapid02  # type: ignore[import-untyped]
from pytest_django import Settings

from jobs.models import Job
from jobs.services import run_job
from messaging.models import Address, Delivery, Message, PushKey
from messaging.services import outbox
from messaging.services.push import MAX_TRIES, is_push_service, public_key
from tests import factories
from tests.messaging.scene import EVERYTHING, Scene
from tournaments.models import Pairing

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
SECRET = b"sixteen bytes ok"


def encoded(data: bytes) -> str:
    """As browsers write bytes."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class PushService:
    """What was posted to each path, and what it answers there (201 otherwise). ``key``: that of every browser."""

    origin: str = ""
    posts: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    answers: dict[str, int] = field(default_factory=dict)
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def notes(self, path: str) -> list[dict[str, Any]]:
        """What the browser behind this path shows, decrypted."""
        bodies = [body for to, _headers, body in self.posts if to == path]
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET, version="aes128gcm"))
            for body in bodies
        ]

    def device(self, path: str, **more: Any) -> dict[str, Any]:
        """The form that the script of “Notify me on this device” sends."""
        public = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        form = {"endpoint": self.origin + path, "key": encoded(public), "secret": encoded(SECRET), "name": "Phone"}
        fields = {f"device-{name}": value for name, value in (form | more).items()}
        return {"do": "device", "device-topics": more.pop("topics", EVERYTHING), **fields}


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    """The push service on a free port."""
    made = PushService()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            made.posts.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
            status = made.answers.get(self.path, 201)
            self.send_response(status)
            if status in {301, 302, 307}:
                self.send_header("Location", f"{made.origin}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    made.origin = f"http://127.0.0.1:{server.server_address[1]}"
    settings.PUSH_SERVICES = [made.origin]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


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
    worker = client.get("/push-worker.js")
    assert worker["Content-Type"].startswith("text/javascript")
    assert b"showNotification" in worker.content
