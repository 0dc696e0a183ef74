"""A round's draft: made, changed, discarded, published, unpublished; automatic drafts; all divisions published at once.

Each change is a POST that carries the version of the round that the director saw.
"""

import re
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from core.wording import division_title
from tournaments.errors import StaleEditError, TournamentError
from tournaments.forms.pairing import PairForm, auto_pairing_form, pair_form
from tournaments.forms.rounds import PublishForm, RoundEditForm, UnpublishForm
from tournaments.models import Division, Event, Pairing, Round
from tournaments.pages.director import common
from tournaments.pages.director.rounds import page_context, round_page
from tournaments.services.rounds import pairing as services
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds.auto_draft import auto_pairing_of, switch_off, switch_on
from tournaments.services.rounds.publish import publish_match
from tournaments.services.rounds.publish_all import PublishOutcome, RoundChoice, preview_publishing, publish_rounds
from tournaments.services.rounds.requests import latest_request, request_round, requested_choice


def draft(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Pair the round (again)."""
    common.refuse_beyond_plan(division, number)
    despite = request.POST.get("despite_missing") == "1"
    back = common.round_url(division, number)
    if "show_options" in request.POST and not Round.objects.filter(division=division, number=number).exists():
        return round_page(request, division, number, chosen=pair_form(division, number, typed=request.POST.dict()))
    form = pair_form(division, number, request.POST) if "system" in request.POST else None
    if form is not None and not form.is_valid():
        return _choose_again(request, division, number, form)
    try:
        choice = _choice(form, division, number)
        _draft, waiting = request_round(
            actor=common.signed_in(request), division=division, number=number, despite_missing=despite, **choice
        )
    except TournamentError as error:
        if form is not None:
            form.add_error(None, str(error))
            return _choose_again(request, division, number, form)
        return common.back_with(request, back, error=error)
    done = _("Round %(number)d drafted. Check it, then publish.") % {"number": number}
    return common.back_with(request, back, done="" if waiting is not None else done)


def _choose_again(request: HttpRequest, division: Division, number: int, form: PairForm) -> HttpResponse:
    """The form as it was filled in, with what is wrong; if the round has been paired meanwhile, its page says so."""
    if Round.objects.filter(division=division, number=number).exists():
        error = TournamentError(common.form_errors(form), code="system")
        return common.back_with(request, common.round_url(division, number), error=error)
    return round_page(request, division, number, chosen=form, status=422)


def _choice(form: PairForm | None, division: Division, number: int) -> dict[str, Any]:
    """The system and its options: from the form, or, to pair a draft again, as it was paired."""
    if form is None:
        current = Round.objects.filter(division=division, number=number).select_related("run").first()
        return requested_choice(division, number, current.run if current is not None else None)
    return {
        "system": form.cleaned_data["system"],
        "options": form.options(),
        "based_on": form.cleaned_data["based_on"],
    }


def progress(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """How far the calculation of the round is; an open page asks until it has ended, and then reloads itself."""
    latest = latest_request(division, number)
    if latest is None:
        raise Http404
    context = page_context(request, division, number) | {"pairing_request": latest}
    response = render(request, "tournaments/director/_pairing_request.html", context)
    if not latest.is_open:
        response["HX-Refresh"] = "true"
    return response


def swap(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Swap the two ticked players."""
    common.refuse_beyond_plan(division, number)
    ticked = request.POST.getlist("entry")
    if len(ticked) != 2 or not all(value.isascii() and value.isdigit() and len(value) < 19 for value in ticked):
        error = TournamentError(_("Tick exactly two players to swap."))
        return common.back_with(request, common.round_url(division, number), error=error)
    entry_a, entry_b = map(int, ticked)

    def change(round_: Round, version: int) -> None:
        services.swap_players(
            actor=common.signed_in(request),
            round_id=round_.pk,
            expected_version=version,
            entry_a=entry_a,
            entry_b=entry_b,
        )

    return _edit(request, division, number, change, done=_("Players swapped."))


def swap_seats(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Swap first and second at one table."""

    def change(round_: Round, version: int) -> None:
        services.swap_seats(
            actor=common.signed_in(request), round_id=round_.pk, expected_version=version, pairing_id=pairing.pk
        )

    done = _("First and second swapped at table %(table)s.") % {"table": pairing.table_number}
    round_ = pairing.round
    return _edit(request, round_.division, round_.number, change, done=done, anchor=f"#game-{pairing.pk}")


def discard(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Delete the draft."""

    def change(round_: Round, version: int) -> None:
        services.discard_draft(actor=common.signed_in(request), round_id=round_.pk, expected_version=version)

    return _edit(request, division, number, change, done=_("Draft discarded."))


def publish(request: HttpRequest, division: Division, number: int) -> HttpResponse:
    """Make the draft public; with ``meeting`` also the later rounds of its matches."""
    form = PublishForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    publish_ = publish_match if request.POST.get("meeting") == "1" else publishing.publish_round

    def change(round_: Round, version: int) -> None:
        publish_(actor=common.signed_in(request), round_id=round_.pk, expected_version=version, reason=reason)

    def refused(error: TournamentError) -> HttpResponse:
        """The page once more, with what was typed."""
        if error.code == "reason":
            form.add_error("reason", str(error))
        elif reason:
            messages.error(request, str(error))
        else:
            return common.back_with(request, common.round_url(division, number), error=error)
        return round_page(request, division, number, publish_form=form, status=422)

    done = _("Round %(number)d published.") % {"number": number}
    if publish_ is publish_match:
        done = _("All rounds of the match published, from round %(number)d on.") % {"number": number}
    return _edit(request, division, number, change, done=done, refused=refused)


def _edit(
    request: HttpRequest,
    division: Division,
    number: int,
    change: Callable[[Round, int], None],
    *,
    done: str,
    anchor: str = "",
    refused: Callable[[TournamentError], HttpResponse] | None = None,
) -> HttpResponse:
    """Make one change of the round and go back to its page; ``refused`` answers a refusal."""
    common.refuse_beyond_plan(division, number)
    back = common.round_url(division, number)
    form = RoundEditForm(request.POST)
    round_ = Round.objects.filter(division=division, number=number).first()
    try:
        if round_ is None:
            raise StaleEditError(
                _("Round %(number)d is no longer paired: its draft was discarded.") % {"number": number}
            )
        if not form.is_valid():
            raise TournamentError(_("The form was incomplete. This is the current state; try again."))
        change(round_, form.cleaned_data["expected_version"])
    except TournamentError as error:
        return refused(error) if refused else common.back_with(request, back, error=error)
    return common.back_with(request, back + anchor, done=done)


def unpublish(request: HttpRequest, round_: Round) -> HttpResponse:
    """Make a published round a draft again, after a list of what that loses."""
    division, number = round_.division, round_.number
    form = UnpublishForm(request.POST or None, initial={"expected_version": round_.version})
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form):
            publishing.unpublish_round(actor=common.signed_in(request), round_id=round_.pk, **form.cleaned_data)
            done = _("Round unpublished; it is a draft again.")
            return common.back_with(request, common.round_url(division, number), done=done)
    return common.confirm(
        request,
        division.event,
        title=_("Unpublish round %(number)d?") % {"number": number},
        points=publishing.unpublish_losses(round_),
        form=form,
        verb=_("Unpublish the round"),
        danger=True,
        back=common.round_url(division, number),
        crumbs=common.round_crumbs(round_),
    )


def _dashboard_url(division: Division) -> str:
    return common.event_url(division.event)


@common.refused_to(_dashboard_url)
def automatic(request: HttpRequest, division: Division) -> HttpResponse:
    """Switch automatic drafts on or off."""
    form = auto_pairing_form(division, auto_pairing_of(division), request.POST if request.method == "POST" else None)
    back = _dashboard_url(division)
    if request.method == "POST" and form.is_valid():
        user = common.signed_in(request)
        if form.cleaned_data["on"]:
            switch_on(actor=user, division=division, system=form.cleaned_data["system"])
            done = _("%(division)s: the next round is drafted automatically after the last result. You publish it.")
        else:
            switch_off(actor=user, division=division)
            done = _("%(division)s: automatic drafts are off.")
        return common.back_with(request, back, done=done % {"division": division_title(division.name)})
    return common.confirm(
        request,
        division.event,
        title=_("%(division)s: automatic drafts") % {"division": division_title(division.name)},
        intro=_("Players do not see drafts; you check and publish them."),
        points=[
            _("An automatic draft is the same as one made with the button; the log shows it under your name."),
            _(
                "An existing draft is never replaced. If a result is corrected later, the draft says so; pair the "
                "round again if you like."
            ),
            _("If you discard a draft, it is not made again automatically."),
        ],
        form=form,
        verb=_("Save"),
        back=back,
    )


def _publish_all_url(event: Event) -> str:
    return reverse("tournaments:start_all", args=[event.slug])


@common.refused_to(_publish_all_url)
def publish_all(request: HttpRequest, event: Event) -> HttpResponse:
    """The drafts of all divisions and what is in the way of each; a POST publishes those that are ticked."""
    if request.method != "POST":
        starts = preview_publishing(event)
        context = common.of_event(event) | {"starts": starts, "ready": any(start.ready for start in starts)}
        return render(request, "tournaments/director/start_all.html", context)
    report = publish_rounds(
        actor=common.signed_in(request),
        event=event,
        chosen=_ticked_rounds(request, event),
        with_clock=request.POST.get("clock") == "1",
    )
    _add_messages(request, report)
    return redirect("tournaments:manage", event=event.slug)


def _ticked_rounds(request: HttpRequest, event: Event) -> list[RoundChoice]:
    """The ticked rounds, each with the version that was seen. Raises TournamentError for what no page of ours sends."""
    divisions = dict(Division.objects.filter(event=event).values_list("slug", "pk"))
    choices = []
    for value in request.POST.getlist("round"):
        parts = re.fullmatch(r"([-\w]+):(\d{1,2}):(\d{1,9})", value, re.ASCII)
        if parts is None or parts[1] not in divisions:
            raise TournamentError(_("The form was incomplete. This is the current state; try again."))
        choices.append(RoundChoice(divisions[parts[1]], int(parts[2]), int(parts[3])))
    return choices


def _add_messages(request: HttpRequest, report: PublishOutcome) -> None:
    for one in report.rounds:
        values = {"division": division_title(one.division.name), "number": one.number, "why": one.why}
        if one.why:
            messages.error(request, _("%(division)s: round %(number)d was not published. %(why)s") % values)
        else:
            messages.success(request, _("%(division)s: round %(number)d published.") % values)
    if report.clock is not None:
        messages.success(request, _("Clock started."))
    if report.no_clock:
        messages.error(request, report.no_clock)
