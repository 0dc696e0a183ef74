"""The slip's page: who holds its link reports the game, without an account.

The key in the address is the only authority here. No cookie is looked at: a signed-in director who opens a slip is a
holder of the slip. That is also why these views need no CSRF token, and why a browser that hides where a request comes from
(the pages ask for it, so that the key does not travel on in a Referer header) is answered like any other.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import RequestDataTooBig, ValidationError
from django.core.files.uploadhandler import FileUploadHandler, MemoryFileUploadHandler, SkipFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import basket_viewer
from games.engine.crossword.report import Report
from games.models import MAX_RECORD_BYTES
from games.services import check_bytes
from games.viewer import replay_of_record, replay_of_report
from limits.web import limited_by_key
from tournaments.engine.results import derive
from tournaments.errors import SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.forms_player import ScoresheetForm
from tournaments.forms_sheet_tally import sheet_form
from tournaments.inputs import ResultInput, ScoresheetInput
from tournaments.models import MAX_PHOTOS, Event, Pairing, Round, SheetPhoto, Submission
from tournaments.queries.results import reports_of, rulings_of
from tournaments.services.basket_sheets import MeetingUnusableError
from tournaments.services.results import RecordUnusableError, says_the_same, submit_scoresheet
from tournaments.services.rules import rules_of
from tournaments.services.sheets import read_sheet, sheet_difference
from tournaments.services.slips import find_pairing
from tournaments.services.wording import describe, describe_difference
from tournaments.views.basket_sheet import basket_check, is_basket, keyboard
from tournaments.views.too_big import too_big

Page = Callable[..., HttpResponse]


class BoundedUpload(FileUploadHandler):
    """Lets the rest of the form through while dropping the bytes of a file that is too large, so that nothing typed is lost."""

    def __init__(self, request: HttpRequest, *, limit: int = MAX_RECORD_BYTES) -> None:
        super().__init__(request)
        self.oversized = False
        self._limit = limit
        self._seen = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Count each file from 0."""
        super().new_file(*args, **kwargs)
        self._seen = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002 - Django's signature
        """Pass the chunk on to the handler that keeps it in memory, up to the limit."""
        self._seen += len(raw_data)
        if self._seen > self._limit:
            self.oversized = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The file itself is made by the next handler."""


def by_key(view: Page) -> Page:
    """Find the pairing of the key, answer a bad key in words, and keep the key out of caches and Referer headers."""

    @csrf_exempt
    @limited_by_key
    @wraps(view)
    def with_pairing(request: HttpRequest, key: str, **kwargs: Any) -> HttpResponse:
        request.user = AnonymousUser()
        try:
            response = view(request, find_pairing(key), key, **kwargs)
        except SlipNotFoundError as error:
            response = _gone(request, error, HTTPStatus.NOT_FOUND)
        except SlipRevokedError as error:
            response = _gone(request, error, HTTPStatus.GONE)
        except RequestDataTooBig:
            response = too_big(request)
        add_never_cache_headers(response)
        response["Cache-Control"] = "no-store, private"
        response["Referrer-Policy"] = "no-referrer"
        response["X-Robots-Tag"] = "noindex"
        return response

    return with_pairing


def _gone(request: HttpRequest, error: TournamentError, status: HTTPStatus) -> HttpResponse:
    return render(request, "tournaments/slip/gone.html", {"problem": str(error)}, status=status)


@by_key
@require_http_methods(["GET", "HEAD", "POST"])
def slip_page(request: HttpRequest, pairing: Pairing, key: str) -> HttpResponse:
    """The form, and its answer. Sent with the check button it only checks the moves."""
    if pairing.kind != Pairing.Kind.GAME:
        return _render(request, pairing, key, {"closed": True})
    if request.method != "POST":
        # What was sent before the round closed is answered even afterwards; only the empty form is not offered any more.
        context = {"form": sheet_form(pairing=pairing)} if _is_open(pairing) else {"closed": True}
        return _render(request, pairing, key, context)
    bounded = BoundedUpload(request)
    request.upload_handlers = [bounded, MemoryFileUploadHandler(request)]
    if "check" in request.POST:
        # Not bound: a check is no report, so nothing is missing yet.
        form = sheet_form(initial=request.POST.dict(), pairing=pairing)
        return _render(
            request,
            pairing,
            key,
            {"form": form, "just_checked": True, **_checked(pairing, request.POST.get("moves", ""))},
        )
    form = sheet_form(request.POST, request.FILES, pairing=pairing, oversized=bounded.oversized)
    if not form.is_valid():
        form.keep_upload()
        return _render(request, pairing, key, {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _submit(request, pairing, key, form)


def _submit(request: HttpRequest, pairing: Pairing, key: str, form: ScoresheetForm) -> HttpResponse:
    try:
        data = form.to_input()
        outcome = submit_scoresheet(pairing_id=pairing.pk, data=data)
    except RecordUnusableError as error:
        form.add_error(None, str(error))
        context = {"form": form, "replay": replay_of_report(error.report)}
    except MeetingUnusableError as error:
        form.add_error(None, str(error))
        context = {"form": form, "basket": basket_viewer.replay_of_report(error.report)}
    except ValidationError as error:
        form.add_error(None, error)
        context = {"form": form}
    except TournamentError as error:
        form.add_error(None, str(error))
        context = {"form": form}
        if error.code == "token_reused":
            form.renew_token()
    else:
        return redirect("tournaments:slip_sent", key=key, token=outcome.submission.client_token)
    form.keep_upload()
    return _render(request, pairing, key, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@by_key
@require_POST
def check_moves(request: HttpRequest, pairing: Pairing, _key: str) -> HttpResponse:
    """The typed moves as the engine reads them: findings beside each move, the board after. A part of the page."""
    request.upload_handlers = [BoundedUpload(request), MemoryFileUploadHandler(request)]
    return render(request, "tournaments/slip/_check.html", _checked(pairing, request.POST.get("moves", "")))


def _checked(pairing: Pairing, moves: str) -> dict[str, Any]:
    if not moves.strip():
        return {"nothing_typed": True, "is_basket": is_basket(pairing)}
    if is_basket(pairing):
        return basket_check(pairing, moves[: MAX_RECORD_BYTES + 1])
    report = _report(pairing, moves.encode()[: MAX_RECORD_BYTES + 1])
    names = [seat.entry.name for seat in pairing.seats.all()] if report.format == "moves" else []
    return {"replay": replay_of_report(report, names=names)}


def _report(pairing: Pairing, data: bytes) -> Report:
    division = pairing.round.division
    return check_bytes(data=data, rules=rules_of(division), lexicon_version=division.lexicon_version)


@by_key
@require_safe
def sent_page(request: HttpRequest, pairing: Pairing, key: str, token: UUID) -> HttpResponse:
    """What became of a report: for whoever sent it, and knows its token."""
    return sent(request, pairing, key, report_of(pairing, token))


def report_of(pairing: Pairing, token: UUID) -> Submission:
    """The report whose form had this token. Raises SlipNotFoundError."""
    submission = Submission.objects.filter(pairing=pairing, client_token=str(token)).select_related("record").first()
    if submission is None:
        raise SlipNotFoundError(_("No report of this game has this address. Open your slip again to see the form."))
    return submission


def sent(
    request: HttpRequest, pairing: Pairing, key: str, submission: Submission, *, photo_problem: str = ""
) -> HttpResponse:
    """The page after a report; ``photo_problem`` says why a photo could not be kept."""
    context = {"submission": submission, "said": describe(submission), **_state(pairing, submission)}
    if request.GET.get("part") == "state":
        return _state_part(request, pairing, key, context)
    if submission.record is not None and submission.record.format == "wordbasket":
        replay = basket_viewer.replay_of_record(submission.record, game=_game_wanted(request))
        context |= {"basket": replay, "remarks": _remarks(pairing, submission)}
    elif submission.record is not None:
        names = [seat.entry.name for seat in pairing.seats.all()] if submission.record.format == "moves" else []
        context |= {
            "replay": replay_of_record(submission.record, names=names),
            "remarks": _remarks(pairing, submission),
        }
    context |= {
        "photo_problem": photo_problem,
        "photos": SheetPhoto.objects.filter(submission=submission).count(),
        "most_photos": MAX_PHOTOS,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if photo_problem else HTTPStatus.OK
    return _render(request, pairing, key, context, template="tournaments/slip/sent.html", status=status)


def _state_part(request: HttpRequest, pairing: Pairing, key: str, context: dict[str, Any]) -> HttpResponse:
    """The state alone, for a page that waits for the other player; nothing while nothing has changed."""
    if request.GET.get("have") == str(context["result"].version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _render(request, pairing, key, context, template="tournaments/slip/_state.html")


def _state(pairing: Pairing, submission: Submission) -> dict[str, Any]:
    """Where the result stands, seen from this report, and what the first difference is."""
    derived = derive(reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()))
    difference, where = "", None
    if derived is not None and derived.difference is not None:
        difference = describe_difference(derived.difference, [seat.entry.name for seat in pairing.seats.all()])
        where = sheet_difference(pairing)
    return {
        "result": pairing.result,
        "decided": describe(pairing.result),
        "agrees": says_the_same(pairing.result, submission),
        "difference": difference,
        "where": where,
        "replaced": Submission.objects.filter(supersedes=submission).exists(),
        "open": _is_open(pairing),
    }


def _remarks(pairing: Pairing, submission: Submission) -> tuple[str, ...]:
    """What is odd about the record beside its findings: other scores, other names, used before."""
    assert submission.record is not None
    data = ScoresheetInput(
        side=submission.side,
        channel=submission.channel,
        client_token=submission.client_token,
        result=ResultInput(
            kind=submission.kind,
            first_score=submission.first_score,
            second_score=submission.second_score,
            tally=submission.tally,
        ),
        record=bytes(submission.record.original),
    )
    return read_sheet(pairing, data).remarks


def _game_wanted(request: HttpRequest) -> int:
    text = request.GET.get("game", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 1


def _is_open(pairing: Pairing) -> bool:
    round_ = pairing.round
    return (
        round_.state == Round.State.PUBLISHED
        and round_.division.event.state != Event.State.FINISHED
        and pairing.kind == Pairing.Kind.GAME
    )


def _render(
    request: HttpRequest,
    pairing: Pairing,
    key: str,
    context: dict[str, Any],
    *,
    template: str = "tournaments/slip/page.html",
    status: int = 200,
) -> HttpResponse:
    seats = [seat.entry for seat in pairing.seats.all()]
    round_ = pairing.round
    base = {
        "pairing": pairing,
        "key": key,
        "seats": seats,
        "round": round_,
        "division": round_.division,
        "event": round_.division.event,
        "is_basket": is_basket(pairing),
        "keys": keyboard(pairing) if is_basket(pairing) else None,
        "is_game": pairing.kind == Pairing.Kind.GAME,
    }
    return render(request, template, base | context, status=status)
