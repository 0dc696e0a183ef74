"""The database part of the pairing benchmark: ``python -m benchmarks.pairing_event SIZE ROUNDS`` on an empty, migrated database."""

import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterable
from datetime import date
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.test import Client  # noqa: E402 - Django must be set up before models are imported
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.pairing import ROUNDS, played  # noqa: E402
from clubs.models import Club, Player, User  # noqa: E402
from tournaments.engine.model import GameFact  # noqa: E402
from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat  # noqa: E402
from tournaments.pages.director.explain import MAX_EXPLAINED  # noqa: E402
from tournaments.pages.director.rows import rows_of  # noqa: E402
from tournaments.services.rounds.pairing import draft_round, publish_round  # noqa: E402
from tournaments.settings import DivisionSettings  # noqa: E402

Taken = dict[str, float]


def build(size: int) -> Division:
    """An event of so many (even) players after ten rounds, as bulk rows: that they come in is not measured."""
    club = Club.objects.create(name="Bench", slug=f"bench-{size}")
    event = Event.objects.create(
        club=club, name="Bench Open", slug=f"bench-{size}", starts_on=date(2026, 1, 1), state="running", version=1
    )
    division = Division.objects.create(event=event, name="A", slug="a", settings=DivisionSettings(rounds_planned=60))
    people = Player.objects.bulk_create(Player(name=f"Player {n:04}", home_club=club) for n in range(1, size + 1))
    entries = Entry.objects.bulk_create(
        Entry(division=division, player=person, number=n, name=person.name) for n, person in enumerate(people, 1)
    )
    pk = {entry.number: entry.pk for entry in entries}
    games = played(size, ROUNDS).games
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(division=division, number=number, state="closed", published_at=timezone.now())
        facts = [game for game in games if game.round == number]
        tables = Pairing.objects.bulk_create(Pairing(round=round_, table_number=n) for n in range(1, len(facts) + 1))
        Seat.objects.bulk_create(
            Seat(pairing=table, round=round_, entry_id=pk[player], position=position)
            for table, fact in zip(tables, facts, strict=True)
            for position, player in enumerate((fact.first, fact.second or 0), 1)
        )
        _confirm(zip(tables, map(_scores, facts), strict=True))
    return division


def _scores(fact: GameFact) -> tuple[int, int]:
    """The scores of an invented game, both higher by as much if one is below nothing."""
    first, second = fact.first_score or 0, fact.second_score or 0
    return first + max(0, -first), second + max(0, -first)


def _confirm(scored: Iterable[tuple[Pairing, tuple[int, int]]]) -> None:
    now = timezone.now()
    Result.objects.bulk_create(
        Result(pairing=table, state="confirmed", kind="played", first_score=a, second_score=b, confirmed_at=now)
        for table, (a, b) in scored
    )


def measure(size: int, rounds: int) -> Taken:
    """Milliseconds of processor time for each step, the median of so many rounds after the tenth."""
    director = User.objects.create_superuser("bench", password="bench")
    client = Client()
    client.force_login(director)
    division = build(size)
    dice = random.Random(size)
    found = []
    for number in range(ROUNDS + 1, ROUNDS + 1 + rounds):
        found.append(_round(director, client, division, number))
        tables = Pairing.objects.filter(round__division=division, round__number=number)
        _confirm((table, (dice.randint(250, 550), dice.randint(250, 550))) for table in tables)
    return {name: median(one[name] for one in found) for name in found[0]}


def _round(director: User, client: Client, division: Division, number: int) -> Taken:
    """One round drafted, its reasons read, published, and every pair's next best asked for."""
    taken: Taken = {}

    def timed(name: str, work: Callable[[], object]) -> None:
        start = time.process_time()
        work()
        taken[name] = 1000 * (time.process_time() - start)

    def publish() -> None:
        round_ = Round.objects.get(division=division, number=number)
        publish_round(actor=director, round_id=round_.pk, expected_version=round_.version)

    def explain() -> None:
        rows = rows_of(Round.objects.select_related("run", "division").get(division=division, number=number))
        if not all(row.why and row.why.reasons for row in rows):
            raise AssertionError("somebody's pairing is not explained")

    def page() -> None:
        answer = client.get(reverse("tournaments:explain_pair", args=[division.event.slug, "a", number]), {"every": 1})
        if 2 * answer.content.count(b'<th scope="row">') != division.entries.count():
            raise AssertionError("somebody's next best is not explained")

    timed("drafted", lambda: draft_round(actor=director, division=division, number=number))
    timed("published", publish)
    timed("reasons", explain)
    if division.entries.count() <= MAX_EXPLAINED:
        timed("next best", page)
    return taken


if __name__ == "__main__":
    json.dump(measure(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
