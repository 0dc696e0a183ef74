"""A program that receives deliveries, on a free port of this machine."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django import Settings

from tests.harness.posts import Posts, running


class Receiver(Posts):
    """The program, which answers 200 unless told otherwise."""

    def received(self, path: str) -> list[tuple[str, dict[str, Any]]]:
        """The types and data of what came to this path, in order."""
        bodies = [json.loads(body) for body in self.bodies(path)]
        return [(body["type"], body["data"]) for body in bodies]


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    """The program, which the operator allows although it is on this machine."""
    for made in running(Receiver()):
        settings.WEBHOOK_ORIGINS = [made.origin]
        settings.SITE_URL = "https://wordhall.example.org"
        yield made
