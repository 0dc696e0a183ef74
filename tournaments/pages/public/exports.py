"""A division as files that everybody may take along who may see its pages."""

import csv
import io
import json
from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.models import Division
from tournaments.queries import exports

#: A spreadsheet takes a cell that begins so for a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The standings now as a table."""
    found = reached(request, DivisionPath(event, division))
    return _file(found, "standings.csv", "text/csv", _csv(exports.STANDINGS_COLUMNS, exports.standings_rows(found)))


def results_csv(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Every pairing with its result as a table."""
    found = reached(request, DivisionPath(event, division))
    return _file(found, "results.csv", "text/csv", _csv(exports.RESULT_COLUMNS, exports.result_rows(found)))


def division_json(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Settings, standings and results as one JSON file."""
    found = reached(request, DivisionPath(event, division))
    text = json.dumps(exports.division_document(found), ensure_ascii=False, indent=1)
    return _file(found, "division.json", "application/json", text)


def division_tsh(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The division file of tsh; 404 for what tsh cannot hold."""
    found = reached(request, DivisionPath(event, division))
    if not exports.has_tsh_file(found):
        raise Http404
    return _file(found, f"{found.slug}.t", "text/plain", exports.tsh_file(found))


def _csv(columns: Sequence[str], rows: Iterable[exports.Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row[name]) for name in columns])
    return out.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULA):
        return f"'{value}"
    return "" if value is None else value


def _file(division: Division, name: str, kind: str, text: str) -> HttpResponse:
    response = HttpResponse(text.encode(), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{division.event.slug}-{division.slug}-{name}"'
    response["Cache-Control"] = "no-cache, private"
    return response
