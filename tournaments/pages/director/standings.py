"""A division's standings: how they are ordered, and who is still in contention for the prizes."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.forms.standings import StandingsForm
from tournaments.models import ContentionRun, Division
from tournaments.pages.director import common
from tournaments.permissions import actions_in
from tournaments.queries.contention import answer_of, question_of
from tournaments.services.entries.entries import last_public_round
from tournaments.services.events.events import update_division
from tournaments.services.standings import standings as services
from tournaments.services.standings.contention import request_contention


def rules(request: HttpRequest, division: Division) -> HttpResponse:
    """The order of the standings. Once a round is published, the players who would move are shown before it is saved."""
    started = last_public_round(division) > 0
    form = StandingsForm(request.POST or None, division=division, started=started)
    moves: list[services.Move] = []
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {"reason": "reason"}):
            try:
                update_division(
                    actor=common.signed_in(request),
                    division=division,
                    data=form.changed_division(services.input_of(division)),
                    reason=form.cleaned_data.get("reason", ""),
                    seen=request.POST.get("seen") == "1",
                )
            except services.UnseenMovesError as error:
                moves = error.moves
            else:
                return common.back_with(request, common.event_url(division.event), done=_("Standings settings saved."))
    context = common.of_division(division) | {"started": started, "moves": moves}
    return common.form_page(request, "standings_rules", form, context)


def _contention_url(division: Division) -> str:
    return common.division_url("contention", division)


@common.refused_to(_contention_url)
def contention(request: HttpRequest, division: Division) -> HttpResponse:
    """The chances for every prize. POST computes them; an open page asks every few seconds whether they are ready."""
    if request.method == "POST":
        request_contention(actor=common.signed_in(request), division=division)
        return redirect(_contention_url(division))
    context = _contention(division) | {"actions": actions_in(request.user, division.event)}
    part = "_" if "part" in request.GET else ""
    response = render(request, f"tournaments/director/{part}contention.html", context)
    if part and not context["open"]:
        response["HX-Refresh"] = "true"
    return response


def _contention(division: Division) -> dict[str, object]:
    question = question_of(division)
    runs = ContentionRun.objects.filter(division=division, fingerprint=question.fingerprint)
    run = None if question.knock_out else runs.first()
    return common.of_division(division) | {
        "knock_out": question.knock_out,
        "run": run,
        "open": run is not None and run.is_open,
        "contention": answer_of(question, run.result) if run is not None and run.result is not None else None,
    }
