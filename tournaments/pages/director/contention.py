"""Who can still win what: for officials always, for everybody where the division says so."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from clubs.access import reached
from tournaments.access import DivisionPath
from tournaments.errors import TournamentError
from tournaments.models import ContentionRun, Division
from tournaments.pages.director import common
from tournaments.permissions import actions_in
from tournaments.queries.contention import answer_of, question_of
from tournaments.services.standings.contention import request_contention


def contention(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The chances for every prize. POST computes them; an open page asks every few seconds how far that is."""
    found = reached(request, DivisionPath(event, division))
    if request.method == "POST":
        here = reverse("tournaments:contention", args=[event, division])
        try:
            request_contention(actor=common.signed_in(request), division=found)
        except TournamentError as error:
            return common.back_with(request, here, error=error)
        return common.back_with(request, here)
    context = _context(found) | {"actions": actions_in(request.user, found.event)}
    part = "_" if "part" in request.GET else ""
    answer = render(request, f"tournaments/director/{part}contention.html", context)
    if part and not context["open"]:
        answer["HX-Refresh"] = "true"
    return answer


def _context(division: Division) -> dict[str, object]:
    question = question_of(division)
    runs = ContentionRun.objects.filter(division=division, fingerprint=question.fingerprint)
    run = None if question.knock_out else runs.first()
    found = answer_of(question, run.result) if run is not None and run.result is not None else None
    return {
        "division": division,
        "event": division.event,
        "crumbs": common.event_crumbs(division.event),
        "knock_out": question.knock_out,
        "run": run,
        "open": run is not None and run.is_open,
        "found": found,
    }
