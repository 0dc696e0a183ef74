"""Figures of game records, read from each record once, in the background."""

from clubhouse.models import RecordFigures
from clubhouse.queries import unread_records

#: Records read in one go; the rest follows a minute later.
MOST = 200


def read_records(limit: int = MOST) -> int:
    """Read the figures of records that have none yet; how many were read. Idempotent; two workers at once do the same work twice."""
    rows = []
    for result in unread_records(limit):
        game = result.pairing.round.division.played
        figures = game.figures(result.record.summary)
        seats = [[one.bingos, one.best, one.play, one.score] for one in figures]
        rows.append(RecordFigures(record=result.record, seats=seats))
    RecordFigures.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
