"""Figures of game records, read from each record once, in the background."""

from dataclasses import asdict

from stats.models import RecordFigures
from stats.queries import unread_records

#: Records read in one go; the rest follows a minute later.
MOST = 200


def read_records(limit: int = MOST) -> int:
    """Read the figures of records that have none yet; how many were read. Idempotent; two workers at once do the same work twice."""
    rows = []
    for result in unread_records(limit):
        record = result.record
        check = {**record.summary, "findings": record.findings}
        figures = result.pairing.round.division.played.figures(check)
        rows.append(RecordFigures(record=record, seats=[asdict(one) for one in figures]))
    RecordFigures.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
