"""Changes of a round: pair, swap, discard, publish, take back. Each is a POST that carries the version that was seen."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath, PairingPath, RoundPath
from tournaments.errors import StaleEditError, TournamentError
from tournaments.forms.pairing import PairForm, pair_form
from tournaments.forms.rounds import PublishForm, RoundEditForm, UnpublishForm
from tournaments.models import Division, Round
from tournaments.pages.director import common
from tournaments.pages.director.rounds import page_context, round_page
from tournaments.services.rounds import pairing as services
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds.publish import publish_match
from tournaments.services.rounds.requests import latest_request, request_round, requested_choice


def draft(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Pair the round (again)."""
    found = reached(request, DivisionPath(event, division))
    common.refuse_beyond_plan(found, number)
    despite = request.POST.get("despite_missing") == "1"
    back = common.round_url(found, number)
    if "show_options" in request.POST and not Round.objects.filter(division=found, number=number).exists():
        return round_page(request, found, number, chosen=pair_form(found, number, typed=request.POST.dict()))
    form = pair_form(found, number, request.POST) if "system" in request.POST else None
    if form is not None and not form.is_valid():
        return _choose_again(request, found, number, form)
    try:
        choice = _choice(form, found, number)
        _drafted, waiting = request_round(
            actor=common.signed_in(request), division=found, number=number, despite_missing=despite, **choice
        )
    except TournamentError as error:
        if form is not None:
            form.add_error(None, str(error))
            return _choose_again(request, found, number, form)
        return common.back_with(request, back, error=error)
    if waiting is not None:
        return common.back_with(request, back)
    return common.back_with(
        request, back, done=_("Round %(number)d drafted. Check it, then publish.") % {"number": number}
    )


def _choose_again(request: HttpRequest, division: Division, number: int, form: PairForm) -> HttpResponse:
    """The form as it was filled in, with what is wrong; where the round is paired meanwhile, its page says so."""
    if Round.objects.filter(division=division, number=number).exists():
        faults = [
            f"{form.fields[name].label}: " * (name in form.fields) + " ".join(map(str, e))
            for name, e in form.errors.items()
        ]
        return common.back_with(
            request, common.round_url(division, number), error=TournamentError(" ".join(faults), code="system")
        )
    return round_page(request, division, number, chosen=form, status=422)


def _choice(form: PairForm | None, division: Division, number: int) -> dict[str, Any]:
    """The system and its options: from the form, or, to pair a draft again, as it was paired."""
    if form is None:
        drafted = Round.objects.filter(division=division, number=number).select_related("run").first()
        return requested_choice(division, number, drafted.run if drafted is not None else None)
    return {
        "system": form.cleaned_data["system"],
        "options": form.options(),
        "based_on": form.cleaned_data["based_on"],
    }


def swap(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Exchange the places of the two ticked players."""
    found = reached(request, DivisionPath(event, division))
    common.refuse_beyond_plan(found, number)
    ticked = request.POST.getlist("entry")
    if len(ticked) != 2 or not all(value.isascii() and value.isdigit() and len(value) < 19 for value in ticked):
        error = TournamentError(_("Tick exactly two players to swap."))
        return common.back_with(request, common.round_url(found, number), error=error)
    entry_a, entry_b = (int(value) for value in ticked)

    def change(round_: Round, version: int) -> None:
        services.swap_players(
            actor=common.signed_in(request),
            round_id=round_.pk,
            expected_version=version,
            entry_a=entry_a,
            entry_b=entry_b,
        )

    return _edit(request, found, number, change, done=_("Players swapped."))


def seats(request: HttpRequest, event: str, division: str, number: int, pairing: int) -> HttpResponse:
    """Exchange first and second at one table."""
    game = reached(request, PairingPath(event, pairing, division, number))
    found = game.round.division

    def change(round_: Round, version: int) -> None:
        services.swap_seats(
            actor=common.signed_in(request), round_id=round_.pk, expected_version=version, pairing_id=game.pk
        )

    done = _("First and second swapped at table %(table)s.") % {"table": game.table_number}
    return _edit(request, found, number, change, done=done, anchor=f"#game-{game.pk}")


def discard(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Throw the draft away."""
    found = reached(request, DivisionPath(event, division))

    def change(round_: Round, version: int) -> None:
        services.discard_draft(actor=common.signed_in(request), round_id=round_.pk, expected_version=version)

    return _edit(request, found, number, change, done=_("Draft discarded."))


def progress(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """How far the computation of the round is; an open page asks until there is news, and then shows itself anew."""
    found = reached(request, DivisionPath(event, division))
    asked = latest_request(found, number)
    if asked is None:
        raise Http404
    page = page_context(request, found, number) | {"asked": asked}
    answer = render(request, "tournaments/director/_pairing_request.html", page)
    if not asked.is_open:
        answer["HX-Refresh"] = "true"
    return answer


def publish(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Make the draft public, with ``meeting`` also the rounds in which its pairs meet again."""
    found = reached(request, DivisionPath(event, division))
    form = PublishForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    publish_ = publish_match if request.POST.get("meeting") == "1" else publishing.publish_round

    def change(round_: Round, version: int) -> None:
        publish_(actor=common.signed_in(request), round_id=round_.pk, expected_version=version, reason=reason)

    def again(error: TournamentError) -> HttpResponse:
        """The page once more, with what was typed."""
        if error.code == "reason":
            form.add_error("reason", str(error))
        elif reason:
            messages.error(request, str(error))
        else:
            return common.back_with(request, common.round_url(found, number), error=error)
        return round_page(request, found, number, publish_form=form, status=422)

    done = _("Round %(number)d published.") % {"number": number}
    if publish_ is publish_match:
        done = _("Rounds of the match published, from round %(number)d.") % {"number": number}
    return _edit(request, found, number, change, done=done, refused=again)


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
    """Run one change of the round and go back to its page, which shows what is true now; ``refused`` answers a refusal."""
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


def unpublish(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Take a published round back to a draft, after showing what that loses."""
    round_ = reached(request, RoundPath(event, division, number))
    found = round_.division
    form = UnpublishForm(request.POST or None, initial={"expected_version": round_.version})
    if request.method == "POST" and form.is_valid():
        try:
            publishing.unpublish_round(actor=common.signed_in(request), round_id=round_.pk, **form.cleaned_data)
        except TournamentError as error:
            form.add_error(None, str(error))
        else:
            return common.back_with(
                request, common.round_url(found, number), done=_("Round unpublished; it is a draft again.")
            )
    context = page_context(request, found, number) | {
        "title": _("Unpublish round %(number)d?") % {"number": number},
        "points": publishing.unpublish_losses(round_),
        "form": form,
        "verb": _("Unpublish the round"),
        "danger": True,
        "back": common.round_url(found, number),
    }
    context["crumbs"] = [
        *context["crumbs"],
        (
            _("Round %(number)d") % {"number": number},
            reverse("tournaments:manage_round", args=[event, division, number]),
        ),
    ]
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)
