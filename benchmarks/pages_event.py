"""A 300-player, 20-round event in the database of WORDHALL_DATA, for the pages benchmark: random pairings, every game played."""

import os
import random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup()

from benchmarks.event_rows import add_round, new_division  # noqa: E402 - Django must be set up before models are imported
from benchmarks.pages import EVENT_SLUG  # noqa: E402
from tournaments.models import Entry  # noqa: E402

PLAYERS, ROUNDS = 300, 20


def build() -> None:
    """Write the event."""
    dice = random.Random(1)
    division, entries = new_division(EVENT_SLUG, PLAYERS, ROUNDS)
    for entry in entries:
        entry.rating = dice.randint(800, 2100)
    Entry.objects.bulk_update(entries, ["rating"])
    for number in range(1, ROUNDS + 1):
        dice.shuffle(entries)
        ids = [entry.pk for entry in entries]
        pairs = list(zip(ids[::2], ids[1::2], strict=True))
        scores = [(dice.randint(250, 550), dice.randint(250, 550)) for _pair in pairs]
        add_round(division, number, pairs, scores, "published")


if __name__ == "__main__":
    build()
