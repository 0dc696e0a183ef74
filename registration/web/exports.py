"""Registrations as a table for a spreadsheet."""

import csv
import io

from django.http import HttpResponse

from registration.models import Registration
from registration.queries import fee_of
from tournaments.models import Event
from tournaments.pages.public.exports import cell

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
    "wish",
    "wish_with",
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
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    rows = Registration.objects.filter(division__event=event).select_related("division__places", "group")
    for row in rows.order_by("division__position", "division", "position"):
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
        writer.writerow([cell(values[name] if name in values else getattr(row, name)) for name in COLUMNS])
    return out.getvalue()
