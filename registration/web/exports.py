"""Registrations as a table for a spreadsheet."""

from django.http import HttpResponse

from core.csv_text import csv_text
from registration.queries import fee_of, registrations_of
from tournaments.models import Event

COLUMNS = (
    "division",
    "position",
    "state",
    "name",
    "rating",
    "club",
    "federation_id",
    "player_class",
    "title",
    "pronouns",
    "minor",
    "email",
    "phone",
    "note",
    "pairing_request",
    "pairing_request_player",
    "fee",
    "fee_mark",
    "fee_note",
    "confirmed_at",
    "created_at",
)


def csv_response(event: Event) -> HttpResponse:
    """Every registration of the event with all that was typed, as a file to download."""
    response = HttpResponse(_csv(event).encode(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}-registrations.csv"'
    response["Cache-Control"] = "no-store, private"
    return response


def _csv(event: Event) -> str:
    lines = []
    for row in registrations_of(event):
        values = {
            "division": row.division.name,
            "email": row.group.email,
            "phone": row.group.phone,
            "note": row.group.note,
            "fee": fee_of(row),
            "minor": "1" if row.minor else "",
            "confirmed_at": row.confirmed_at.isoformat() if row.confirmed_at else "",
            "created_at": row.created_at.isoformat(),
        }
        lines.append([values[name] if name in values else getattr(row, name) for name in COLUMNS])
    return csv_text(COLUMNS, lines)
