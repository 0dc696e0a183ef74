"""The director's side of the judge: the tablet's address, the log of rulings, appeals and decisions."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from lexicon.models import JudgeDesk, Ruling
from lexicon.services.desks import desk_key
from tournaments.access import DivisionPath, EventPath
from tournaments.errors import TournamentError
from tournaments.forms.judging import AppealForm, OverruleForm
from tournaments.labels.challenges import challenge_choices
from tournaments.models import Division, Event, Pairing
from tournaments.pages.director.common import back_with, event_crumbs, signed_in
from tournaments.queries.rulings import division_of_ruling, log_of, with_follow_ups
from tournaments.services.judging.challenge_forfeits import forfeit_of
from tournaments.services.judging.challenges import appeal_ruling, overrule
from tournaments.services.judging.judge_log import LogOf, division_scope
from tournaments.services.judging.tablets import close_judge, open_judge
from tournaments.web.qr import qr_code

_PAGE = 50


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A division, and the address of its judging tablet when it has one."""

    division: Division
    address: str = ""
    code: str = ""


def rulings(request: HttpRequest, event: str) -> HttpResponse:
    """The event's tablets and its log, newest first."""
    found = reached(request, EventPath(event))
    pages = Paginator(log_of(found), _PAGE)
    context = {
        "event": found,
        "crumbs": event_crumbs(found),
        "desks": _desks(request, found),
        "page": pages.get_page(request.GET.get("page")),
    }
    return _private(render(request, "tournaments/judge/log.html", context))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response


def _desks(request: HttpRequest, event: Event) -> list[DeskLine]:
    divisions = list(event.divisions.select_related("event", "lexicon_version"))
    scopes = [division_scope(division) for division in divisions]
    open_ones = {desk.scope: desk for desk in JudgeDesk.objects.filter(scope__in=scopes, ended_at=None)}
    return [_desk_line(request, division, open_ones.get(division_scope(division))) for division in divisions]


def _desk_line(request: HttpRequest, division: Division, desk: JudgeDesk | None) -> DeskLine:
    key = desk_key(desk) if desk else None
    if key is None:
        return DeskLine(division)
    path = reverse("tournaments:judge", args=[key])
    address = settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)
    return DeskLine(division, address, qr_code(address, label=_("Address of the word judge")))


def desk(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Open the division's tablet at a new address, or close it."""
    found = reached(request, DivisionPath(event, division))
    back = reverse("tournaments:rulings", args=[event])
    try:
        if "close" in request.POST:
            close_judge(actor=signed_in(request), division=found)
            return back_with(request, back, done=_("The tablet's address no longer works."))
        open_judge(actor=signed_in(request), division=found)
    except TournamentError as error:
        return back_with(request, back, error=error)
    return back_with(request, back, done=_("The tablet has a new address. Open it there with the code below."))


def ruling(request: HttpRequest, event: str, ruling: int) -> HttpResponse:
    """One verdict with what followed it; the forms for an appeal and for the director's decision."""
    found = reached(request, EventPath(event))
    verdict = get_object_or_404(log_of(found).select_related("club", "official", "version__lexicon"), pk=ruling)
    if verdict.kind != Ruling.Kind.VERDICT:
        return redirect("tournaments:ruling", event, verdict.refers_to_id)
    try:
        division = division_of_ruling(verdict, found)
    except Division.DoesNotExist as error:
        raise Http404 from error
    appealing = "appeal" in request.POST
    appeal = AppealForm(request.POST if appealing else None, prefix="appeal")
    decision = OverruleForm(request.POST if "overrule" in request.POST else None, prefix="overrule")
    form = appeal if appealing else decision
    if request.method == "POST" and form.is_valid():
        values = {
            "actor": signed_in(request),
            "division": division,
            "ruling": verdict,
            "reason": form.cleaned_data["reason"],
            "client_token": form.cleaned_data["client_token"],
        }
        try:
            if appealing:
                appeal_ruling(**values)
            else:
                overrule(**values, acceptable=form.cleaned_data["acceptable"])
        except TournamentError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Saved."))
            return redirect("tournaments:ruling", event, verdict.pk)
    entries = with_follow_ups(verdict)
    standing = Ruling.standing(entries) or verdict
    context = {
        "event": found,
        "crumbs": [*event_crumbs(found), (_("Word judge"), reverse("tournaments:rulings", args=[event]))],
        "verdict": verdict,
        "rule": dict(challenge_choices()).get(verdict.rule, verdict.rule),
        "entries": entries,
        "standing": standing,
        "effects": _effects(standing.outcome),
        "link": _link(verdict),
        "forfeit": forfeit_of(found, verdict),
        "appeal": appeal,
        "decision": decision,
    }
    status = 422 if form.errors else 200
    return _private(render(request, "tournaments/judge/ruling.html", context, status=status))


def _effects(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the ruling in force does to score and turn, one thing a line."""
    found = []
    points = result.get("points")
    if points:
        values = {"challenged": f"{points[0]:+d}", "challenger": f"{points[1]:+d}"}
        said = _("challenged player %(challenged)s, challenger %(challenger)s") % values
        found.append((_("Points"), said))
    if "on_turn" in result and result.get("possible", True):
        whose = {"challenger": _("the challenger"), "challenged": _("the challenged player")}
        found.append((_("Plays next"), whose.get(str(result["on_turn"]), _("nobody: the game is over"))))
    return found


def _link(verdict: Ruling) -> tuple[int, int] | None:
    """(pairing, turn) of the game's record that the verdict is about, when the game has a record that holds it."""
    kind, _colon, number = verdict.scope.partition(":")
    if kind != "pairing":
        return None
    pairing = (
        Pairing.objects.select_related("round__division__event", "result__record")
        .filter(pk=int(number), result__record__isnull=False)
        .first()
    )
    if pairing is None or pairing.result.record is None:
        return None
    played, summary = pairing.round.division.played, pairing.result.record.summary
    turn = played.judged_turn(summary, LogOf(pairing), verdict.pk)
    return None if turn is None else (pairing.pk, turn)
