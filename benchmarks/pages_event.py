"""A 300-player, 20-round event in the database of WORDHALL_DATA, for the pages benchmark (bulk rows: services are not measured)."""

import os
import random
from datetime import date

EVENT_SLUG = "bench"
PLAYERS, ROUNDS = 300, 20


def build() -> None:
    """Write the event: every round paired at random, every game played."""
    from django.utils import timezone  # noqa: PLC0415 - after django.setup()

    from clubs.models import Club, Player  # noqa: PLC0415
    from tournaments.models import Division, Entry, Event, Pairing, Result, Round, Seat  # noqa: PLC0415
    from tournaments.settings import DivisionSettings  # noqa: PLC0415

    dice = random.Random(1)
    club = Club.objects.create(name="Bench", slug="bench")
    event = Event.objects.create(
        club=club, name="Bench Open", slug=EVENT_SLUG, starts_on=date(2026, 1, 1), state="running", version=1
    )
    division = Division.objects.create(
        event=event, name="A", slug="a", settings=DivisionSettings(rounds_planned=ROUNDS)
    )
    players = Player.objects.bulk_create(Player(name=f"Player {n:03}", home_club=club) for n in range(1, PLAYERS + 1))
    entries = Entry.objects.bulk_create(
        Entry(division=division, player=player, number=n, name=player.name, rating=dice.randint(800, 2100))
        for n, player in enumerate(players, 1)
    )
    now = timezone.now()
    for number in range(1, ROUNDS + 1):
        round_ = Round.objects.create(division=division, number=number, state="published", published_at=now)
        dice.shuffle(entries)
        tables = Pairing.objects.bulk_create(Pairing(round=round_, table_number=n) for n in range(1, PLAYERS // 2 + 1))
        Seat.objects.bulk_create(
            Seat(pairing=table, round=round_, entry=entries[2 * n + side], position=side + 1)
            for n, table in enumerate(tables)
            for side in (0, 1)
        )
        Result.objects.bulk_create(
            Result(
                pairing=table,
                state="confirmed",
                kind="played",
                first_score=dice.randint(250, 550),
                second_score=dice.randint(250, 550),
                confirmed_at=now,
            )
            for table in tables
        )


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    build()
