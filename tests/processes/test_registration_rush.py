"""Everybody registers in the same second while processes are killed: places in order, nobody twice, nothing lost, a link for each."""

import contextlib
import os
import re
import signal
import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest

from tests.harness.deep import DEEP, times
from tests.harness.post_office import PostOffice
from tests.harness.reading import Form
from tests.harness.site import Site
from tests.harness.visitor import Seen, Visitor

pytestmark = [pytest.mark.processes, pytest.mark.postgres, pytest.mark.scaled, pytest.mark.long]

#: In the long run the database is held until pages say that it is busy, which takes its whole patience.
HELD = DEEP and not os.environ.get("DATABASE_URL")
#: As many as a popular event has in its first second, and its places.
PEOPLE, PLACES = times(24, deep=200), times(8, deep=64)
SCENE = """
from tests.registration.scene import make
scene = make().opened(capacity=CAPACITY, other=0)
print(scene.event.slug, scene.a.pk)
"""
ROWS = """
SELECT g.email, r.position, r.state FROM registration_registration r
JOIN registration_registrationgroup g ON g.id = r.group_id ORDER BY r.position
"""
WAITING = "SELECT count(*) FROM jobs_job WHERE state IN ('queued', 'running')"
MAILS = "SELECT kind, state, count(*) FROM mail_mail WHERE kind = 'registration-received' GROUP BY kind, state"
ENTRIES = "SELECT count(*) FROM tournaments_entry WHERE division_id = DIVISION"
MEANT = "SELECT count(*) FROM registration_registration WHERE state = 'entered' AND player_id IS NOT NULL"


@dataclass
class Rush:
    """Who wants to play, what they saw in the end, and what was killed meanwhile."""

    site: Site
    slug: str
    division: str
    visitors: list[Visitor]
    answers: dict[int, list[Seen]] = field(default_factory=dict)
    killed: list[str] = field(default_factory=list)

    def email(self, number: int) -> str:
        """The address of the person of this number."""
        return f"person{number}@players.example"

    def name(self, number: int) -> str:
        """A name that no other is like."""
        letters = "abcdefghijklmnopqrst"
        return f"{letters[number % 20] * 6} {letters[number // 20] * 9}"

    def open_form(self, number: int) -> tuple[Seen, Form, dict[str, str]]:
        """The form as the person has it on the screen, filled in."""
        seen = self.visitors[number].look(f"/e/{self.slug}/register/")
        typed = {"p0-name": self.name(number), "p0-division": self.division, "email": self.email(number)}
        return seen, seen.form(), typed

    def all_at_once(self) -> None:
        """Everybody presses the button in the same second, every fourth person twice; workers are killed in between."""
        with ThreadPoolExecutor(16) as pool:
            opened = list(pool.map(self.open_form, range(PEOPLE)))
        time.sleep(2)  # nobody fills in a form faster, or it is taken for a program's
        thumbs = [number for number in range(PEOPLE) for _tap in range(2 if number % 4 == 0 else 1)]
        gate, done = threading.Barrier(len(thumbs)), threading.Semaphore(0)

        def press(number: int) -> tuple[int, Seen]:
            gate.wait()
            seen = self.visitors[number].send(*opened[number])
            done.release()
            return number, seen

        with ThreadPoolExecutor(len(thumbs) + 2) as pool:
            killer = pool.submit(self._kill, done, len(thumbs))
            held = pool.submit(self._hold) if HELD else None
            for number, seen in pool.map(press, thumbs):
                self.answers.setdefault(number, []).append(seen)
            killer.result()
            assert held is None or held.result()

    def _hold(self) -> int:
        """Somebody else writes for so long that the first pages say “busy right now”. PostgreSQL lets them wait instead."""
        with contextlib.closing(sqlite3.connect(self.site.data / "wordhall.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            while not any(visitor.busy for visitor in self.visitors):
                time.sleep(0.1)
            other.execute("ROLLBACK")
        return sum(visitor.busy for visitor in self.visitors)

    def _kill(self, done: threading.Semaphore, count: int) -> None:
        """After an eighth of the answers one of the web server's workers, later the one that sends mails, later another of the web's."""
        for share, who in ((8, "web"), (4, "mail"), (2, "web")):
            for _answer in range(count // share):
                done.acquire()
            for number in self.site.web_pids()[:1] if who == "web" else self.site.worker_pids():
                os.kill(number, signal.SIGKILL)
                self.killed.append(who)


@pytest.fixture(scope="module")
def rush(busy_site: Site) -> Rush:
    """The registration, over."""
    slug, division = busy_site.python(SCENE.replace("CAPACITY", str(PLACES))).split()[-2:]
    rush = Rush(busy_site, slug, division, [Visitor(busy_site.url) for _one in range(PEOPLE)])
    rush.all_at_once()
    return rush


def test_places_in_order_and_nobody_twice(rush: Rush) -> None:
    assert Counter(rush.killed)["web"] == 2
    assert "mail" in rush.killed
    rows = rush.site.query(ROWS)
    assert [row[1] for row in rows] == list(range(1, PEOPLE + 1))
    assert [row[2] for row in rows] == ["entered"] * PLACES + ["waiting"] * (PEOPLE - PLACES)
    assert {str(row[0]) for row in rows} == {rush.email(number) for number in range(PEOPLE)}
    assert rush.site.query(ENTRIES.replace("DIVISION", rush.division)) == rush.site.query(MEANT)


def test_everybody_sees_their_own_page_and_number(rush: Rush) -> None:
    """Whatever was busy or cut off meanwhile: the answer is the page of the personal link, the same one for both taps."""
    numbers: list[int] = []
    addresses: set[str] = set()
    position = {str(email): int(str(place)) for email, place, _state in rush.site.query(ROWS)}
    for number, answers in rush.answers.items():
        assert {seen.status for seen in answers} == {200}
        assert len({seen.address for seen in answers}) == 1, "both taps lead to one registration"
        seen = answers[-1]
        assert re.fullmatch(rf"{rush.site.url}/r/\w{{26}}/", seen.address)
        addresses.add(seen.address)
        page = rush.visitors[number].look(seen.address).text
        assert rush.name(number) in page
        assert urlsplit(seen.address).path in page
        waits = re.search(r"number (\d+) on the waiting list", page)
        place = position[rush.email(number)]
        assert (int(waits[1]) if waits else 0) == max(0, place - PLACES)
        numbers += [int(waits[1])] if waits else []
    assert len(addresses) == PEOPLE
    assert sorted(numbers) == list(range(1, PEOPLE - PLACES + 1))


def test_everybody_gets_the_mail_once(rush: Rush, office: PostOffice) -> None:
    """A mail whose worker was killed after sending may come again, and then has the same id, by which mail programs know it."""
    limit = time.monotonic() + times(300, deep=600)
    all_sent = [("registration-received", "sent", PEOPLE)]
    # A mail can have arrived and still count as being sent, until the claim of the killed worker runs out.
    while rush.site.query(MAILS) != all_sent or rush.site.query(WAITING) != [(0,)]:
        assert time.monotonic() < limit, (rush.site.query(WAITING), rush.site.query(MAILS), rush.site.log[-3000:])
        time.sleep(0.2)
    for number in range(PEOPLE):
        mails = office.to(rush.email(number))
        assert len({mail["Message-ID"] for mail in mails}) == 1
        assert urlsplit(rush.answers[number][0].address).path in office.texts(rush.email(number))[0]
