"""A division as files to download, for everyone who may see its pages."""

import json
from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse

from clubs.permissions import Action
from core.csv_text import csv_text
from tournaments.models import Division
from tournaments.permissions import may
from tournaments.queries import exports


def standings_csv(_request: HttpRequest, division: Division) -> HttpResponse:
    """The standings now as a table."""
    rows = exports.standings_rows(division)
    return _file(division, "standings.csv", "text/csv", _csv(exports.STANDINGS_COLUMNS, rows))


def results_csv(_request: HttpRequest, division: Division) -> HttpResponse:
    """Every pairing with its result as a table."""
    return _file(division, "results.csv", "text/csv", _csv(exports.RESULT_COLUMNS, exports.result_rows(division)))


def division_json(_request: HttpRequest, division: Division) -> HttpResponse:
    """Settings, standings and results as one JSON file."""
    text = json.dumps(exports.division_document(division), ensure_ascii=False, indent=1)
    return _file(division, "division.json", "application/json", text)


def division_tsh(request: HttpRequest, division: Division) -> HttpResponse:
    """The division file of tsh, with federation ids for directors; 404 for what tsh cannot hold."""
    if not exports.has_tsh_file(division):
        raise Http404
    with_ids = may(request.user, division.event, Action.MANAGE_EVENT)
    return _file(division, f"{division.slug}.t", "text/plain", exports.tsh_file(division, with_ids=with_ids))


def _csv(columns: Sequence[str], rows: Iterable[exports.Row]) -> str:
    return csv_text(columns, ([row[name] for name in columns] for row in rows))


def _file(division: Division, name: str, kind: str, text: str) -> HttpResponse:
    response = HttpResponse(text.encode(), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{division.event.slug}-{division.slug}-{name}"'
    response["Cache-Control"] = "no-cache, private"
    return response
