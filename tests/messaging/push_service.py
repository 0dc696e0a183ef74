"""A local push service, and the browsers that it serves."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import http_ece  # type: ignore[import-untyped]
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pytest_django import Settings

from tests.harness.posts import Posts, running
from tests.messaging.scene import EVERYTHING

SECRET = b"sixteen bytes ok"


def encoded(data: bytes) -> str:
    """As browsers write bytes."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class PushService(Posts):
    """The service, which answers 201 unless told otherwise. ``key``: that of every browser."""

    usual: int = 201
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def notes(self, path: str) -> list[dict[str, Any]]:
        """What the browser behind this path shows, decrypted."""
        return [
            json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=SECRET, version="aes128gcm"))
            for body in self.bodies(path)
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
    for made in running(PushService()):
        settings.PUSH_SERVICES = [made.origin]
        yield made
