"""An event and its divisions as files to download, for everyone who may see its pages."""

import json
from collections.abc import Iterable, Sequence

from django.http import Http404, HttpRequest, HttpResponse

from clubs.permissions import Action
from core.csv_text import csv_text
from tournaments.models import Division, Event
from tournaments.permissions import may
from tournaments.queries import exports
from tournaments.queries.published import AUDITOR, event_file


def event_json(_request: HttpRequest, event: Event) -> HttpResponse:
    """The event's facts and figures with their seals, for ``auditor.py``; without what only officials may see."""
    return download(f"{event.slug}.json", "application/json", _event_text(event, officials=False))


def officials_event_json(_request: HttpRequest, event: Event) -> HttpResponse:
    """The same with reports, rulings and players kept apart."""
    response = download(f"{event.slug}-officials.json", "application/json", _event_text(event, officials=True))
    response["Cache-Control"] = "no-store"
    return response


def _event_text(event: Event, *, officials: bool) -> str:
    return json.dumps(event_file(event, officials=officials), ensure_ascii=False)


def auditor_py(_request: HttpRequest, _event: Event) -> HttpResponse:
    """The program that checks the file."""
    return auditor_file()


def auditor_file() -> HttpResponse:
    """The auditor, as it is offered beside every file that it checks."""
    return download("auditor.py", "text/x-python", AUDITOR.read_text("utf-8"))


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
    return download(f"{division.event.slug}-{division.slug}-{name}", kind, text)


def download(name: str, kind: str, text: str) -> HttpResponse:
    """A file to save under this name; ``kind``: its content type."""
    response = HttpResponse(text.encode(), content_type=f"{kind}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-cache, private"
    return response
