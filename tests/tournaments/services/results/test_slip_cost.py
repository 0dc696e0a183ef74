"""What a slip with moves costs, through the page from the click to the answer: SQL statements, and files of the product that run.

``pytest -s`` on this file prints both lists.
"""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from clubs.models import User
from core.packages import PACKAGES, ROOT
from lexicon.models import LexiconVersion
from tests import factories
from tournaments.models import Division, Event, Pairing, Result

pytestmark = pytest.mark.django_db

#: What reads and checks the record: pure, and the same for the record tools.
CHECKER = ("games/engine/", "lexicon/engine/", "core/typed.py")
#: What runs for every page.
EVERY_PAGE = (
    "audit/middleware.py",
    "clubs/access.py",
    "clubs/unsent_forms.py",
    "config/metrics.py",
    "config/privacy.py",
    "core/language_choice.py",
    "core/replica.py",
    "core/sqlite/base.py",
    "tournaments/web/page_cache.py",
)


@dataclass(frozen=True)
class Cost:
    """The statements of one request, without the beginnings and ends of transactions, and the files whose functions ran."""

    statements: list[str]
    files: set[str]

    @property
    def wide(self) -> list[str]:
        """The statements of ten tables and more: PostgreSQL takes up to ten milliseconds to plan one, and a tenth of that to run it."""
        return [statement for statement in self.statements if statement.count(" JOIN ") > 8]

    @property
    def checker(self) -> list[str]:
        """The files that read and check the record."""
        return sorted(file for file in self.files if file.startswith(CHECKER))

    @property
    def slip(self) -> list[str]:
        """The files that are there for the slip."""
        return sorted(self.files - {*self.checker, *EVERY_PAGE})

    def __str__(self) -> str:
        parts = {"statements": self.statements, "files of the slip": self.slip, "files of the checker": self.checker}
        return "\n".join(line for name, lines in parts.items() for line in (f"{len(lines)} {name}:", *lines))


@contextmanager
def files_run() -> Iterator[set[str]]:
    """The files of the product of which a function runs; what runs once, while a module is imported, does not count."""
    files: set[str] = set()

    def note(frame: FrameType, event: str, _value: Any) -> None:
        path = frame.f_code.co_filename
        is_function = frame.f_code.co_flags & inspect.CO_OPTIMIZED
        if event == "call" and is_function and path.startswith(f"{ROOT}/"):
            file = Path(path).relative_to(ROOT).as_posix()
            if file.startswith(PACKAGES):
                files.add(file)

    sys.setprofile(note)
    try:
        yield files
    finally:
        sys.setprofile(None)


def report(pairing: Pairing, side: str, moves: str) -> Cost:
    """What it costs that a player sends scores and moves by the own link."""
    address, phone = factories.own_slip(pairing.pk, side), Client()
    assert phone.get(address).status_code == 200
    return sent(phone, address, {"client_token": str(uuid4()), "first_score": 431, "second_score": 389, "moves": moves})


def sent(browser: Client, address: str, form: dict[str, object]) -> Cost:
    """What it costs to send a form."""
    with CaptureQueriesContext(connection) as captured, files_run() as files:
        assert browser.post(address, form).status_code == 302
    control = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT")
    return Cost([query["sql"] for query in captured if not query["sql"].startswith(control)], files)


def test_a_slip_with_moves(running: Division, director: User, dictionary: LexiconVersion) -> None:
    """The first report of a rated game, and the one that confirms it, once an earlier game has filled the caches."""
    factories.use_dictionary(running, dictionary)
    before, game, tapped = (
        Pairing.objects.get(pk=game.pairing_id) for game in factories.games(running.rounds.get(number=1))[:3]
    )
    report(before, "first", "8D GALE 10")
    version = Event.objects.get(pk=running.event_id).version
    costs = {side: report(game, side, "8D TRAIN 12") for side in ("first", "second")}
    assert Event.objects.get(pk=running.event_id).version == version + 2, "pages stored before are out of date"
    assert Result.objects.get(pairing=game).state == Result.State.CONFIRMED
    report(tapped, "first", "8D TRAIN 12\n7E HOB 25")
    desk = Client()
    desk.force_login(director)
    address = reverse("tournaments:confirm_reported", args=[running.event.slug, running.slug, 1])
    costs["tap"] = sent(desk, address, {"seen": f"{tapped.pk}:{tapped.result.version}"})
    tapped.result.refresh_from_db()
    assert tapped.result.state == Result.State.CONFIRMED
    sys.stdout.write("\n".join(f"\n{side}\n{cost}" for side, cost in costs.items()))
    assert len(costs["first"].statements) <= 9
    assert len(costs["second"].statements) <= 15  # one asks whether the club has a webhook
    assert len(costs["tap"].statements) <= 20  # five of them reach the round and the official
    assert [len(costs[side].wide) for side in ("first", "second", "tap")] == [1, 1, 0]  # the one that loads the game
    assert len(costs["first"].slip) <= 30
    assert len(costs["first"].checker) <= 20
