"""How the filter with links grows: an event of 100 players, by the number of people on the list.

``python -m benchmarks.ratings_links [PEOPLE…] [--site]``.  Invented events of 100 players and twelve rounds over twelve
years: a third of each field is new, the others came during the last two years; most people never come back.  Once with
the preset, which drops the links of those absent for three years, and once without forgetting.

``--site``: in a list of 3,000 people in a private data folder (SQLite, or DATABASE_URL if it is set: an empty database),
seconds of one core until a list is right again after a result of an open event and after an event is finished.
"""

import argparse
import json
import os
import resource
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta

import numpy as np
from numpy.typing import NDArray

from benchmarks.database import output_of, private_database
from ratings.engine import linked
from ratings.engine.kalman import EventGames
from ratings.engine.linked import Book, LinkedConstants

_PLAYERS, _ROUNDS, _NEW = 100, 12, 33
_YEARS = 12
_SIZES = (3000, 5000, 10_000, 20_000)
_TIMED = 5
_SITE_PEOPLE = 3000
Field = NDArray[np.int64]


def fields(people: int, generator: np.random.Generator) -> Iterator[tuple[int, Field]]:
    """The day (from 1) and the players of each event, until so many people have come."""
    events, recent = people // _NEW, [np.arange(0)]
    for number in range(events):
        known = np.unique(np.concatenate(recent))
        old = generator.choice(known, min(len(known), _PLAYERS - _NEW), replace=False)
        field = np.concatenate((old, np.arange(_NEW * number, _NEW * (number + 1))))
        recent = [*recent, field][-max(2, 2 * events // _YEARS) :]
        yield 1 + number * _YEARS * 365 // events, field


def games_of(field: Field, day: int, generator: np.random.Generator) -> EventGames:
    """Twelve rounds, drawn at random."""
    count = len(field)
    pairs = np.concatenate([generator.permutation(count)[: count // 2 * 2].reshape(-1, 2) for _ in range(_ROUNDS)])
    margin, total = (np.round(generator.normal(mean, 110, len(pairs))) for mean in (0, 817))
    division = np.zeros(count, dtype=np.int64)
    return EventGames(day, field, division, pairs[:, 0], pairs[:, 1], margin, total, np.ones(len(pairs)))


def engine(people: int, *, forgetting: bool) -> str:
    """A line of the table."""
    constants = LinkedConstants() if forgetting else LinkedConstants(forget_days=0)
    generator, book, day = np.random.default_rng(people), Book(), 1
    started = time.process_time()
    for day, field in fields(people, generator):
        linked.rate_event(book, games_of(field, day, generator), constants)
    history = time.process_time() - started
    took = []
    for turn in range(_TIMED):
        field = generator.choice(np.array(book.players[-3 * _PLAYERS :]), _PLAYERS, replace=False)
        event = games_of(field, day + turn, generator)
        started = time.process_time()
        linked.rate_event(book, event, constants)
        took.append(time.process_time() - started)
    megabytes = 4 * len(book) ** 2 / 1e6
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{people:7} {'yes' if forgetting else 'no':>10} {len(book):7} {megabytes:10.0f} "
        f"{sorted(took)[_TIMED // 2]:15.3f} {history:10.1f} {peak:9.0f}"
    )


def site() -> list[tuple[str, float]]:
    """Seconds of recomputes in a list of 3,000 people; needs an empty, migrated database."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django  # noqa: PLC0415 - only this part needs a database

    django.setup()
    from clubs.models import Player  # noqa: PLC0415 - Django must be set up
    from ratings.engine.types import RatedGame  # noqa: PLC0415
    from ratings.services.ledger import finalize_event, open_event, record_results  # noqa: PLC0415
    from ratings.services.pools import create_pool  # noqa: PLC0415
    from ratings.services.recompute import recompute_pool  # noqa: PLC0415

    generator = np.random.default_rng(1)
    people = Player.objects.bulk_create([Player(name=f"Player {number:05d}") for number in range(_SITE_PEOPLE)])
    pool = create_pool(name="Bench", slug="bench", system="linked-kalman")

    def games(event: EventGames) -> list[RatedGame]:
        names = [people[player].pk for player in event.players]
        return [
            RatedGame(f"g{number}", number // 50 + 1, names[one], names[two], 400 + int(margin), 400)
            for number, (one, two, margin) in enumerate(zip(event.one, event.two, event.margin, strict=True))
        ]

    def recomputed() -> float:
        started = time.process_time()
        recompute_pool(pool_id=pool.pk)
        return time.process_time() - started

    *earlier, (last_day, last) = fields(_SITE_PEOPLE, generator)
    first = date(2015, 1, 1)
    for day, field in earlier:
        row = open_event(pool=pool, key=str(day), name=str(day), date=first + timedelta(day), rounds=_ROUNDS)
        record_results(event=row, games=games(games_of(field, day, generator)))
        finalize_event(event=row)
    figures = [(f"{len(earlier)} events of {_PLAYERS} rated from the ledger", recomputed())]
    row = open_event(pool=pool, key="last", name="Last", date=first + timedelta(last_day), rounds=_ROUNDS)
    played = games(games_of(last, last_day, generator))
    record_results(event=row, games=played[:-1])
    figures.append(("results of an open event of 100", recomputed()))
    record_results(event=row, games=played[-1:])
    figures.append(("one more result of it", recomputed()))
    finalize_event(event=row)
    figures.append(("the event finished", recomputed()))
    return figures


def main() -> None:
    """Print the table, or the figures of a list in a database."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("people", nargs="*", type=int, default=list(_SIZES), metavar="PEOPLE")
    parser.add_argument("--site", action="store_true")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        json.dump(site(), sys.stdout)
        return
    if options.site:
        variables = {"DATABASE_URL": os.environ["DATABASE_URL"]} if os.environ.get("DATABASE_URL") else {}
        with private_database(**variables) as environment:
            for name, seconds in output_of("ratings_links", "--child", environment=environment):
                print(f"{seconds:8.2f} s  {name}")
        return
    print(
        f"{'people':>7} {'forgetting':>10} {'linked':>7} {'links, MB':>10} {'event of 100, s':>15} {'history, s':>10} {'peak, MB':>9}"
    )
    for people in options.people:
        for forgetting in (True, False):
            print(engine(people, forgetting=forgetting), flush=True)


if __name__ == "__main__":
    main()
