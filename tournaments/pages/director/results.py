"""Entering results at the desk: a typed line, scores beside a table, a tap that confirms what was reported.

Lines of fast entry can wait in a queue on the device. A script sends them from there and gets a short answer instead of a page.
"""

import re
from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.validators import MaxLengthValidator
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import answers_signed_out, reached
from clubs.models import User
from clubs.permissions import Action
from tournaments.access import RoundPath
from tournaments.engine.results import undone_reports
from tournaments.errors import TournamentError
from tournaments.forms.game_scores import TallyScoreForm
from tournaments.forms.rounds import LineForm, ScoreForm, new_token
from tournaments.inputs.results import ResultInput, RulingInput, ScoresheetInput, columns_of
from tournaments.models import Pairing, Result, Round, Seat, Submission
from tournaments.pages.director import common
from tournaments.pages.director.rounds import round_page
from tournaments.pages.director.rows import entry_names
from tournaments.permissions import may, require_entering
from tournaments.queries.results import reports_of
from tournaments.queries.rounds import public_seats
from tournaments.services.results.fast_entry import MAX_LINE, find_game, parse_line
from tournaments.services.results.replacing import type_again, typing_error
from tournaments.services.results.results import confirm_reported, rule_result, same_result, submit_scoresheet
from tournaments.services.results.scoresheets import asks_leader, has_tally, with_scores
from tournaments.wording.sentences import describe_at_table

#: No round has more tables.
MAX_SEEN = 9999


def typed_line(request: HttpRequest, round_: Round) -> HttpResponse:
    """One line such as ``12 431 7 389``."""
    division, number = round_.division, round_.number
    form = LineForm(request.POST)
    if form.is_valid():
        with common.Refusals(form, other="line"):
            line, reason = _line_and_reason(form.cleaned_data["line"])
            game, result = _read_line(round_, line)
            done = _enter(request, game, result, form.cleaned_data["client_token"], reason)
            return common.back_with(request, common.round_url(division, number), done=done)
    return round_page(request, division, number, line_form=form, status=422)


@answers_signed_out
def queued_line(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One line of the device's queue. 200: saved; 422: refused, and why; 401: nobody, or someone else, is signed in by now.

    ``user`` is who typed the line: a line that waited on a shared device is never sent under another name.
    """
    by_script = request.headers.get("Accept", "") == "application/json"
    if not request.user.is_authenticated:
        if by_script:
            return _answer(401, _("You are signed out. What you typed is kept and is sent when you sign in again."))
        return redirect_to_login(reverse("tournaments:manage_round", args=[event, division, number]))
    if request.POST.get("user", str(request.user.pk)) != str(request.user.pk):
        return _answer(401, _("Someone else has signed in since. What you typed is kept and is sent when you sign in."))
    try:
        return _enter_queued(request, reached(request, RoundPath(event, division, number)))
    except PermissionDenied:
        if not by_script:
            raise
        return _answer(403, _("You are not allowed to enter results for this event."))
    except Http404:
        if not by_script:
            raise
        return _answer(404, _("This round no longer exists: it was unpublished or paired again."))


def _enter_queued(request: HttpRequest, round_: Round) -> HttpResponse:
    form = LineForm(request.POST)
    if not form.is_valid():
        return _answer(422, " ".join(str(error) for errors in form.errors.values() for error in errors))
    token = form.cleaned_data["client_token"]
    try:
        line, reason = _line_and_reason(form.cleaned_data["line"])
        game, result = _read_line(round_, line)
        if _is_repeated(game, result, token):
            return _answer(200, describe_at_table(game, game.result))
        done = _enter(request, game, result, token, reason)
    except ValidationError as error:
        return _answer(422, " ".join(error.messages))
    except TournamentError as error:
        return _answer(422, str(error))
    # What the page would show at its top belongs to this line here.
    return _answer(200, done, warning=" ".join(map(str, messages.get_messages(request))))


def _is_repeated(game: Pairing, result: ResultInput, token: str) -> bool:
    """Whether this very line was sent before and its answer was lost, whatever the result has become since."""
    earlier = Submission.objects.filter(pairing=game, client_token=token).first()
    if earlier is None or earlier.pk in undone_reports(reports_of(game.submissions.all())):
        return False
    return columns_of(earlier) == columns_of(with_scores(game, result))


def _answer(status: int, text: str, *, warning: str = "") -> JsonResponse:
    response = JsonResponse({"said": text, "warning": warning}, status=status)
    response["Cache-Control"] = "no-store, private"
    return response


def table_scores(request: HttpRequest, pairing: Pairing) -> HttpResponse:
    """Both scores, typed beside the table."""
    division, number = pairing.round.division, pairing.round.number
    form = _score_form(request, pairing)
    if form.is_valid():
        with common.Refusals(form, {"led_before": "led_before"}):
            done = _enter(request, pairing, form.result_input(), form.cleaned_data["client_token"])
            return common.back_with(request, f"{common.round_url(division, number)}#game-{pairing.pk}", done=done)
    return round_page(request, division, number, score_forms={pairing.pk: form}, status=422)


def _score_form(request: HttpRequest, pairing: Pairing) -> ScoreForm | TallyScoreForm:
    """The form that fits the table; 404 for a bye, which has no scores."""
    names = [seat.entry.name for seat in pairing.seats.all()]
    if len(names) < 2:
        raise Http404
    division = pairing.round.division
    if has_tally(division, len(names)):
        cards = division.played.scoring.by_seats
        leaders = names if asks_leader(division) else ()
        return TallyScoreForm(request.POST, pairing_id=pairing.pk, cards=cards, token=new_token(), leaders=leaders)
    return ScoreForm(request.POST, pairing_id=pairing.pk, names=names, asks_leader=asks_leader(division))


def _round_url(round_: Round) -> str:
    return common.round_url(round_.division, round_.number)


@common.refused_to(_round_url)
def confirm(request: HttpRequest, round_: Round) -> HttpResponse:
    """Confirm reported results as they stand: those named by ``seen``, each as game:version."""
    back = _round_url(round_)
    done = confirm_reported(actor=common.signed_in(request), round_=round_, versions=_seen(request))
    for game in done.changed:
        text = _("Table %(table)s was not confirmed: something else has come in since. Check it again.")
        messages.warning(request, text % {"table": game.table_number or "–"})
    if len(done.results) == 1:
        (result,) = done.results
        return common.back_with(
            request, f"{back}#game-{result.pairing_id}", done=describe_at_table(result.pairing, result)
        )
    count = len(done.results)
    text = ngettext("%(count)d result confirmed.", "%(count)d results confirmed.", count) % {"count": count}
    return common.back_with(request, back, done=text if count else "")


def _seen(request: HttpRequest) -> dict[int, int]:
    """The games of the form, each with the version that was looked at; what is not two numbers is left out."""
    parts = (text.split(":") for text in request.POST.getlist("seen")[:MAX_SEEN])
    numbers = [part for part in parts if len(part) == 2 and all(re.fullmatch("[0-9]{1,9}", item) for item in part)]
    return {int(game): int(version) for game, version in numbers}


def _line_and_reason(typed: str) -> tuple[str, str | None]:
    """A typed line, and the reason after “!” for which it replaces a result that is already entered; None without a “!”.

    The reason may be empty. Raises ValidationError for a line that is too long without its reason.
    """
    line, mark, reason = typed.replace("\uff01", "!").partition("!")
    MaxLengthValidator(MAX_LINE)(line.strip())
    return line.strip(), reason.strip() if mark else None


def _read_line(round_: Round, line: str) -> tuple[Pairing, ResultInput]:
    """The game and result that a line is about. Raises ValidationError."""
    typed = parse_line(line)
    return find_game(typed, _seats_meant(round_, typed.numbers), entry_names(round_.division))


def _seats_meant(round_: Round, numbers: Sequence[int]) -> dict[int, Seat]:
    """The round's seats by player number. With rolling pairing a game that is in play in another round is meant too, unless the
    players named have one here: nobody at the desk knows which round a game from the queue is in.
    """
    seats = Seat.objects.select_related("entry", "pairing__round__division").prefetch_related("pairing__seats__entry")
    here = {seat.entry.number: seat for seat in seats.filter(round=round_)}
    if not round_.division.settings.rolling:
        return here
    games = [here[number].pairing_id for number in numbers if number in here]
    if len(games) == len(numbers) > 1 and len(set(games)) == 1:
        return here
    playing = public_seats(round_.division).exclude(pairing__result__state=Result.State.CONFIRMED).values("pk")
    return here | {seat.entry.number: seat for seat in seats.filter(pk__in=playing, entry__number__in=numbers)}


def _refuse_replacing(actor: User, game: Pairing, confirmed: Result, *, is_own: bool, replaces: bool) -> None:
    """Raise TournamentError unless the line says that it replaces the result, and the actor may: their own new entry, or as a ruling."""
    require_entering(actor, game.round.division.event, game.table_number)  # or nothing typed would help
    if not is_own and not may(actor, game.round.division.event, Action.CORRECT):
        text = _("A different result is already entered – %(said)s. Ask a director to change it if it is wrong.")
    elif replaces:
        return
    else:
        text = _(
            "A different result is already entered – %(said)s. To change it, type “!” after the new result, or open "
            "the table and correct it there."
        )
    raise TournamentError(text % {"said": describe_at_table(game, confirmed)}, code="confirmed")


def _enter(request: HttpRequest, game: Pairing, result: ResultInput, token: str, reason: str | None = None) -> str:
    """Enter an official's result; what to say about it. A confirmed result changes only with a ``reason`` that may be empty."""
    actor = common.signed_in(request)
    data = ScoresheetInput(side="official", channel="official", client_token=token, result=result)
    confirmed = Result.objects.filter(pairing=game, state=Result.State.CONFIRMED).first()
    if confirmed is None:
        outcome = submit_scoresheet(pairing_id=game.pk, data=data, actor=actor, loaded=game)
    elif same_result(confirmed, with_scores(game, result)):
        return _("Already entered: %(said)s") % {"said": describe_at_table(game, confirmed)}
    else:
        mistyped = None if reason else typing_error(actor, confirmed)
        _refuse_replacing(actor, game, confirmed, is_own=mistyped is not None, replaces=reason is not None)
        if mistyped is None:
            ruling = RulingInput(result=result, reason=reason or _("typed again"), expected_version=confirmed.version)
            return describe_at_table(game, rule_result(actor=actor, pairing_id=game.pk, data=ruling))
        outcome = type_again(actor=actor, mistyped=mistyped, data=data)
    if outcome.result.state == Result.State.CONFLICT:
        text = _("Your entry is stored, but table %(table)s is in conflict: %(difference)s")
        messages.warning(request, text % {"table": game.table_number, "difference": outcome.difference or ""})
        return ""
    if not same_result(outcome.result, outcome.submission):  # another official was quicker by a moment
        text = _(
            "Your entry is stored, but a different result was entered at the same moment and counts – %(said)s. To "
            "change it, open the table and correct it with a reason."
        )
        messages.warning(request, text % {"said": describe_at_table(game, outcome.result)})
        return ""
    return describe_at_table(game, outcome.result)
