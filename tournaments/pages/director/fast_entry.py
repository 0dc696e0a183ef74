"""Lines of fast entry that a script sends from the queue on the device: each is answered in words and figures, not with a page."""

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import answers_signed_out, reached
from tournaments.access import RoundPath
from tournaments.errors import TournamentError
from tournaments.forms.rounds import LineForm
from tournaments.inputs.results import ResultInput, columns_of
from tournaments.models import Pairing, Submission
from tournaments.pages.director import results
from tournaments.services.results.scoresheets import with_scores


@answers_signed_out
def queued_line(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One line and its token. 200: saved; 422: refused, and why; 401: nobody, or somebody else, is signed in by now.

    ``user`` is who typed the line: a line that waited on a shared device never goes out under another name.
    """
    asked_by_script = request.headers.get("Accept", "") == "application/json"
    if not request.user.is_authenticated:
        if asked_by_script:
            return _answer(401, _("You are signed out. What you typed is kept and is sent when you sign in again."))
        return redirect_to_login(reverse("tournaments:manage_round", args=[event, division, number]))
    if request.POST.get("user", str(request.user.pk)) != str(request.user.pk):
        return _answer(401, _("Someone else has signed in since. What you typed is kept and is sent when you sign in."))
    try:
        return _take(request, event, division, number)
    except PermissionDenied:
        if not asked_by_script:
            raise
        return _answer(403, _("You are not allowed to enter results for this event."))
    except Http404:
        if not asked_by_script:
            raise
        return _answer(404, _("This round no longer exists: it was unpublished or paired again."))


def _take(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    round_ = reached(request, RoundPath(event, division, number))
    form = LineForm(request.POST)
    if not form.is_valid():
        return _answer(422, " ".join(str(error) for errors in form.errors.values() for error in errors))
    token = form.cleaned_data["client_token"]
    try:
        game, result = results.read_line(round_, form.cleaned_data["line"])
        if _is_known(game, result, token):
            return _answer(200, results.said(game, game.result))
        said = results.enter(request, game, result, token)
    except ValidationError as error:
        return _answer(422, " ".join(error.messages))
    except TournamentError as error:
        return _answer(422, str(error))
    # What the page would show at its top belongs to this line here.
    return _answer(200, said, warning=" ".join(map(str, messages.get_messages(request))))


def _is_known(game: Pairing, result: ResultInput, token: str) -> bool:
    """Whether this very line came before and its answer was lost, whatever the result has become since."""
    known = Submission.objects.filter(pairing=game, client_token=token).first()
    return known is not None and columns_of(known) == columns_of(with_scores(game, result))


def _answer(status: int, said: str, *, warning: str = "") -> JsonResponse:
    response = JsonResponse({"said": said, "warning": warning}, status=status)
    response["Cache-Control"] = "no-store, private"
    return response
