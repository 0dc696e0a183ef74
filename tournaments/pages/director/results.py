"""Entering results at the desk: the typed line, two scores beside a table, and a tap that confirms what was reported."""

import re

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import reached
from tournaments.access import PairingPath, RoundPath
from tournaments.errors import TournamentError
from tournaments.forms.game_scores import TallyScoreForm
from tournaments.forms.rounds import LineForm, ScoreForm, new_token
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Pairing, Result, Round, Seat
from tournaments.pages.director import common
from tournaments.pages.director.rounds import round_page
from tournaments.pages.director.rows import entry_names
from tournaments.services.results.confirming import confirm_reported
from tournaments.services.results.fast_entry import find_game, parse_line
from tournaments.services.results.results import same_result, submit_scoresheet
from tournaments.services.results.scoresheets import has_tally, with_scores
from tournaments.wording.sentences import describe

#: No round has more tables.
MAX_SEEN = 9999


def typed_line(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One line such as ``12 431 7 389``."""
    round_ = reached(request, RoundPath(event, division, number))
    found = round_.division
    form = LineForm(request.POST)
    if form.is_valid():
        try:
            game, result = read_line(round_, form.cleaned_data["line"])
            done = enter(request, game, result, form.cleaned_data["client_token"])
        except (ValidationError, TournamentError) as error:
            common.add_error(form, "line", error)
        else:
            return common.back_with(request, common.round_url(found, number), done=done)
    return round_page(request, found, number, line_form=form, status=422)


def table_scores(request: HttpRequest, event: str, division: str, number: int, pairing: int) -> HttpResponse:
    """Both scores, typed beside the table."""
    game = reached(request, PairingPath(event, pairing, division, number))
    found = game.round.division
    form = _form(request, game)
    if form.is_valid():
        try:
            done = enter(request, game, form.result_input(), form.cleaned_data["client_token"])
        except (ValidationError, TournamentError) as error:
            common.add_error(form, None, error)
        else:
            return common.back_with(request, f"{common.round_url(found, number)}#game-{game.pk}", done=done)
    return round_page(request, found, number, score_forms={game.pk: form}, status=422)


def confirm(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Confirm reported results as they stand: those named by ``seen``, each as game:version."""
    round_ = reached(request, RoundPath(event, division, number))
    back = common.round_url(round_.division, number)
    seen = _seen(request)
    try:
        done = confirm_reported(actor=common.signed_in(request), round_=round_, versions=seen)
    except TournamentError as error:
        return common.back_with(request, back, error=error)
    for game in done.changed:
        text = _("Table %(table)s was not confirmed: something else came in since. Check it again.")
        messages.warning(request, text % {"table": game.table_number or "–"})
    if len(done.results) == 1:
        (result,) = done.results
        return common.back_with(request, f"{back}#game-{result.pairing_id}", done=said(result.pairing, result))
    count = len(done.results)
    text = ngettext("%(count)d result confirmed.", "%(count)d results confirmed.", count) % {"count": count}
    return common.back_with(request, back, done=text if count else "")


def _seen(request: HttpRequest) -> dict[int, int]:
    """The games of the form, each with the version that was looked at; what is not two numbers is left out."""
    parts = (text.split(":") for text in request.POST.getlist("seen")[:MAX_SEEN])
    numbers = [part for part in parts if len(part) == 2 and all(re.fullmatch("[0-9]{1,9}", item) for item in part)]
    return {int(game): int(version) for game, version in numbers}


def _form(request: HttpRequest, game: Pairing) -> ScoreForm | TallyScoreForm:
    """The form that fits the table; 404 for a bye, which has no scores."""
    names = [seat.entry.name for seat in game.seats.all()]
    if len(names) < 2:
        raise Http404
    division = game.round.division
    if has_tally(division, len(names)):
        cards = division.played.scoring.by_seats
        return TallyScoreForm(request.POST, pairing_id=game.pk, cards=cards, token=new_token())
    return ScoreForm(request.POST, pairing_id=game.pk, names=names)


def read_line(round_: Round, line: str) -> tuple[Pairing, ResultInput]:
    """The game and result that a line speaks of. Raises ValidationError."""
    seats = (
        Seat.objects.filter(round=round_)
        .select_related("entry", "pairing__round__division")
        .prefetch_related("pairing__seats__entry")
    )
    return find_game(parse_line(line), {seat.entry.number: seat for seat in seats}, entry_names(round_.division))


def enter(request: HttpRequest, game: Pairing, result: ResultInput, token: str) -> str:
    """Submit an official's result and say what became of it. What is confirmed already is left to a correction with a reason."""
    stands = Result.objects.filter(pairing=game, state=Result.State.CONFIRMED).first()
    if stands is not None:
        if same_result(stands, with_scores(game, result)):
            return _("Already entered: %(said)s") % {"said": said(game, stands)}
        text = _(
            "A different result is already entered – %(said)s. To change it, open the table and correct it with a "
            "reason."
        )
        raise TournamentError(text % {"said": said(game, stands)}, code="confirmed")
    data = ScoresheetInput(side="official", channel="official", client_token=token, result=result)
    outcome = submit_scoresheet(pairing_id=game.pk, data=data, actor=common.signed_in(request), loaded=game)
    if outcome.result.state == Result.State.CONFLICT:
        text = _("Your entry is stored, but table %(table)s is in conflict: %(difference)s")
        messages.warning(request, text % {"table": game.table_number, "difference": outcome.difference or ""})
        return ""
    if not same_result(outcome.result, outcome.submission):  # another official was quicker by a moment
        text = _(
            "Your entry is stored, but a different result was entered at the same moment and counts – %(said)s. To "
            "change it, open the table and correct it with a reason."
        )
        messages.warning(request, text % {"said": said(game, outcome.result)})
        return ""
    return said(game, outcome.result)


def said(game: Pairing, result: Result) -> str:
    """A result in words: “Table 3: Ann 431, Bo 389”."""
    first, *_more, second = (seat.entry.name for seat in game.seats.all())
    if result.tally:
        names = " – ".join(seat.entry.name for seat in game.seats.all())
        values = {"table": game.table_number, "names": names, "said": describe(result)}
        return _("Table %(table)s, %(names)s: %(said)s") % values
    if result.kind != "played":
        return _("Table %(table)s, %(first)s – %(second)s: %(kind)s") % {
            "table": game.table_number,
            "first": first,
            "second": second,
            "kind": result.get_kind_display(),
        }
    scores = _("Table %(table)s: %(first)s %(a)d, %(second)s %(b)d") % {
        "table": game.table_number,
        "first": first,
        "a": result.first_score,
        "second": second,
        "b": result.second_score,
    }
    return f"{scores} ({result.get_lost_on_time_display()})" if result.lost_on_time else scores
