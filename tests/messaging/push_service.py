"""A local push service, and the browsers that it serves."""

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
from pytest_django import Settings

from tests.messaging.scene import EVERYTHING

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

    @property
    def public(self) -> str:
        """The browsers' public key."""
        form = serialization.PublicFormat.UncompressedPoint
        return encoded(self.key.public_key().public_bytes(serialization.Encoding.X962, form))

    def device(self, path: str, **more: Any) -> dict[str, Any]:
        """The form that the script of “Notify me on this device” sends."""
        form = {"endpoint": self.origin + path, "key": self.public, "secret": encoded(SECRET), "name": "Phone"}
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
