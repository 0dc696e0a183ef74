"""The director's side of the word judge: the tablet's address, the log of adjudications, appeals, overruling, forfeits."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.permissions import Action
from lexicon.models import Adjudication, JudgeTablet
from lexicon.services.tablets import desk_key
from tournaments.errors import TournamentError
from tournaments.forms.judging import AppealForm, ForfeitForm, OverruleForm
from tournaments.labels import challenge_label
from tournaments.models import Division, Event, Pairing
from tournaments.pages.director.common import Refusals, back_with, confirm, of_event, refused_to, signed_in
from tournaments.pages.judging.common import judge_crumbs
from tournaments.permissions import may
from tournaments.queries.adjudications import division_of_adjudication, log_of, with_follow_ups
from tournaments.services.judging.challenge_forfeits import Forfeit, enter_forfeit, forfeit_of
from tournaments.services.judging.challenges import appeal_adjudication, overrule
from tournaments.services.judging.judge_log import LogOf, division_scope
from tournaments.services.judging.tablets import close_judge, open_judge
from tournaments.services.results.corrections import correction_effects
from tournaments.web.qr import absolute, qr_code

_PAGE = 50


@dataclass(frozen=True, slots=True)
class DeskLine:
    """A division, and the address of its judging tablet when it has one."""

    division: Division
    address: str = ""
    code: str = ""


def adjudications(request: HttpRequest, event: Event) -> HttpResponse:
    """The event's tablets and its log, newest first."""
    page = Paginator(log_of(event), _PAGE).get_page(request.GET.get("page"))
    may_manage = may(request.user, event, Action.MANAGE_EVENT)
    context = of_event(event) | {"desks": _desks(request, event), "page": page, "may_manage": may_manage}
    return _private(render(request, "tournaments/judge/log.html", context))


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store, private"
    return response


def _desks(request: HttpRequest, event: Event) -> list[DeskLine]:
    divisions = list(event.divisions.select_related("event", "lexicon_version"))
    scopes = [division_scope(division) for division in divisions]
    desks = {desk.scope: desk for desk in JudgeTablet.objects.filter(scope__in=scopes, ended_at=None)}
    return [_desk_line(request, division, desks.get(division_scope(division))) for division in divisions]


def _desk_line(request: HttpRequest, division: Division, desk: JudgeTablet | None) -> DeskLine:
    key = desk_key(desk) if desk else None
    if key is None:
        return DeskLine(division)
    address = absolute(request, reverse("tournaments:judge", args=[key]))
    return DeskLine(division, address, qr_code(address, label=_("Address of the word judge")))


def _log_url(division: Division) -> str:
    return reverse("tournaments:adjudications", args=[division.event.slug])


@refused_to(_log_url)
def desk(request: HttpRequest, division: Division) -> HttpResponse:
    """Open the division's tablet at a new address, or close it."""
    back = _log_url(division)
    if "close" in request.POST:
        close_judge(actor=signed_in(request), division=division)
        return back_with(request, back, done=_("The tablet's address no longer works."))
    open_judge(actor=signed_in(request), division=division)
    return back_with(request, back, done=_("The tablet has a new address. Open it there with the code below."))


def adjudication(request: HttpRequest, event: Event, adjudication: int) -> HttpResponse:
    """One adjudication with what followed it; the forms for an appeal and for the director's decision."""
    verdict = get_object_or_404(log_of(event).select_related("club", "official", "version__lexicon"), pk=adjudication)
    if verdict.kind != Adjudication.Kind.VERDICT:
        return redirect("tournaments:adjudication", event.slug, verdict.refers_to_id)
    try:
        division = division_of_adjudication(verdict, event)
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
            "adjudication": verdict,
            "reason": form.cleaned_data["reason"],
            "client_token": form.cleaned_data["client_token"],
        }
        with Refusals(form):
            if appealing:
                appeal_adjudication(**values)
            else:
                overrule(**values, acceptable=form.cleaned_data["acceptable"])
            return back_with(request, _adjudication_url(event, verdict), done=_("Saved."))
    entries = with_follow_ups(verdict)
    standing = Adjudication.standing(entries) or verdict
    context = {
        "event": event,
        "crumbs": judge_crumbs(event),
        "verdict": verdict,
        "rule": challenge_label(verdict.rule),
        "entries": entries,
        "standing": standing,
        "effects": _effects(standing.outcome),
        "link": _link(verdict),
        "forfeit": forfeit_of(event, verdict),
        "appeal": appeal,
        "decision": decision,
    }
    status = 422 if form.errors else 200
    return _private(render(request, "tournaments/judge/adjudication.html", context, status=status))


def _effects(result: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What the adjudication in force does to score and turn, line by line."""
    lines = []
    points = result.get("points")
    if points:
        values = {"challenged": f"{points[0]:+d}", "challenger": f"{points[1]:+d}"}
        lines.append((_("Points"), _("challenged player %(challenged)s, challenger %(challenger)s") % values))
    if "on_turn" in result and result.get("possible", True):
        whose = {
            "challenger": _("the challenger"),
            "challenged": _("the challenged player"),
            "following": str(result.get("next_player") or _("the player seated after the challenged player")),
        }
        lines.append((_("Plays next"), whose.get(str(result["on_turn"]), _("nobody: the game is over"))))
    return lines


def _link(verdict: Adjudication) -> tuple[int, int] | None:
    """(pairing, turn) in the game's record that the adjudication is about, if the game has a record with it."""
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


def enter_forfeit_page(request: HttpRequest, event: Event, adjudication: int) -> HttpResponse:
    """The forfeit of a challenge that costs the game, entered after a second look."""
    verdict = get_object_or_404(log_of(event), pk=adjudication)
    forfeit = forfeit_of(event, verdict)
    if forfeit is None:
        raise Http404
    back = _adjudication_url(event, verdict)
    form = ForfeitForm(request.POST or None, initial={"expected_version": forfeit.version})
    if request.method == "POST" and form.is_valid():
        version = form.cleaned_data["expected_version"]
        try:
            enter_forfeit(actor=signed_in(request), event=event, adjudication=verdict, expected_version=version)
        except TournamentError as error:
            return back_with(request, back, error=error)
        return back_with(request, back, done=_("Forfeit of %(name)s entered.") % {"name": forfeit.loser})
    return confirm(
        request,
        event,
        title=_("Enter the forfeit of %(name)s?") % {"name": forfeit.loser},
        points=_points(forfeit),
        form=form,
        verb=_("Enter the forfeit"),
        danger=True,
        back=back,
        crumbs=[*judge_crumbs(event), (_("Adjudication"), back)],
    )


def _points(forfeit: Forfeit) -> list[str]:
    """What the result will be, what it is now, and what depends on it."""
    points = [_("%(winner)s wins the game regardless of the score.") % {"winner": forfeit.winner}]
    if forfeit.now:
        points.append(_("The result now: %(result)s.") % {"result": forfeit.now})
    if forfeit.version:
        points += correction_effects(pairing_id=forfeit.pairing.pk)
    return points


def _adjudication_url(event: Event, verdict: Adjudication) -> str:
    return reverse("tournaments:adjudication", args=[event.slug, verdict.pk])
