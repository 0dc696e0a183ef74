"""The database part of the pairing benchmark: ``python -m benchmarks.pairing_event SIZE ROUNDS`` on an empty, migrated database."""

import json
import os
import random
import sys
import time
from collections.abc import Callable
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from django.test import Client  # noqa: E402 - Django must be set up before models are imported
from django.urls import reverse  # noqa: E402

from benchmarks.event_rows import add_round, confirm, new_division  # noqa: E402
from benchmarks.pairing import ROUNDS, played  # noqa: E402
from clubs.models import User  # noqa: E402
from tournaments.engine.model import GameFact  # noqa: E402
from tournaments.models import Division, Entry, Pairing, Round  # noqa: E402
from tournaments.pages.director.why import Explainer  # noqa: E402
from tournaments.queries.explanations import MAX_EXPLAINED  # noqa: E402
from tournaments.queries.rounds import pairings_of  # noqa: E402
from tournaments.services.rounds.pairing import draft_round  # noqa: E402
from tournaments.services.rounds.publish import publish_round  # noqa: E402

Times = dict[str, float]


def build(size: int) -> Division:
    """An event of this many (even) players after ten rounds."""
    division, entries = new_division(f"bench-{size}", size, rounds_planned=60)
    pk = {entry.number: entry.pk for entry in entries}
    games = played(size, ROUNDS).games
    for number in range(1, ROUNDS + 1):
        facts = [game for game in games if game.round == number]
        add_round(
            division,
            number,
            pairs=[(pk[fact.first], pk[fact.second or 0]) for fact in facts],
            scores=map(_scores, facts),
            state="closed",
        )
    return division


def _scores(fact: GameFact) -> tuple[int, int]:
    """The scores of an invented game, both raised if one is below 0."""
    first, second = fact.first_score or 0, fact.second_score or 0
    return first + max(0, -first), second + max(0, -first)


def measure(size: int, rounds: int) -> Times:
    """Milliseconds of processor time for each step, the median over this many rounds after the tenth."""
    director = User.objects.create_superuser("bench", password="bench")
    client = Client()
    client.force_login(director)
    division = build(size)
    dice = random.Random(size)
    rounds_measured = []
    for number in range(ROUNDS + 1, ROUNDS + 1 + rounds):
        rounds_measured.append(_round(director, client, division, number))
        tables = Pairing.objects.filter(round__division=division, round__number=number)
        confirm((table, (dice.randint(250, 550), dice.randint(250, 550))) for table in tables)
    return {name: median(one[name] for one in rounds_measured) for name in rounds_measured[0]}


def _round(director: User, client: Client, division: Division, number: int) -> Times:
    """One round drafted, its reasons read, published, and every pair's next best asked for."""
    times: Times = {}

    def timed(name: str, work: Callable[[], object]) -> None:
        start = time.process_time()
        work()
        times[name] = 1000 * (time.process_time() - start)

    def publish() -> None:
        round_ = Round.objects.get(division=division, number=number)
        publish_round(actor=director, round_id=round_.pk, expected_version=round_.version)

    def explain() -> None:
        round_ = Round.objects.select_related("run", "division").get(division=division, number=number)
        explainer = Explainer(round_, dict(Entry.objects.filter(division=division).values_list("pk", "name")))
        if not all(explainer.why(line).reasons for line in pairings_of(round_)):
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
        timed("next best again", page)
    return times


if __name__ == "__main__":
    json.dump(measure(int(sys.argv[1]), int(sys.argv[2])), sys.stdout)
