"""The slip's page: whoever has its link reports the game, without an account.

The key in the address is the only authority. Cookies are not read: a signed-in director who opens a slip is just someone with
the slip. That is why these views need no CSRF token, and why a browser that hides where a request comes from (the pages ask it
to, so that the key does not leak in a Referer header) is answered like any other. One cookie is set, which closes dictionary
look-ups on the device while its player plays (``tournaments.queries.playing``).
"""

from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.core.files.uploadhandler import (
    FileUploadHandler,
    MemoryFileUploadHandler,
    SkipFile,
    TemporaryFileUploadHandler,
)
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from core.pictures import MAX_BYTES
from games.models import MAX_RECORD_BYTES, GameRecord
from games.viewer import Json, ReplayView
from limits.services import count, must_wait, network
from limits.web import too_often
from tournaments.access import at_event
from tournaments.engine.results import derive
from tournaments.errors import ReportKeptError, SlipNotFoundError, TournamentError
from tournaments.forms.slip import CodeForm, ScoresheetForm, reported_values, sheet_form
from tournaments.models import (
    MAX_PHOTOS,
    AtTable,
    Entry,
    Event,
    HeldReport,
    Pairing,
    PersonalLink,
    Round,
    SheetPhoto,
    Submission,
)
from tournaments.pages.slip.private import Page, private
from tournaments.queries.check_in import check_in_of
from tournaments.queries.next_games import NextGame, next_games
from tournaments.queries.playing import remember
from tournaments.queries.results import reports_of, rulings_of
from tournaments.queries.table_times import table_times_at
from tournaments.services.entries.personal_links import find_game, side_in
from tournaments.services.events.rules import rules_of, seating_of
from tournaments.services.hall.game_clock import clock_setup
from tournaments.services.judging.word_secrecy import dictionary_for, stored_for_players
from tournaments.services.results.held import attach_held_photo
from tournaments.services.results.open_questions import notes_about, questions_about, sheet_difference
from tournaments.services.results.photos import attach_photo, too_many_bytes
from tournaments.services.results.results import same_result, submit_scoresheet
from tournaments.services.results.scoresheets import RecordUnusableError
from tournaments.services.results.slips import find_pairing
from tournaments.services.rounds.first_move import drawing_of, tiles_by_seats
from tournaments.wording.sentences import describe, describe_difference, names_at


class BoundedUpload(FileUploadHandler):
    """Drops a file that is too large but lets the rest of the form through, so that nothing typed is lost."""

    def __init__(self, request: HttpRequest, *, limit: int = MAX_RECORD_BYTES) -> None:
        super().__init__(request)
        self.oversized = False
        self._limit = limit
        self._received = 0

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        """Count each file from 0."""
        super().new_file(*args, **kwargs)
        self._received = 0

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:  # noqa: ARG002 - Django's signature
        """Pass the chunk on to the handler that keeps it in memory, up to the limit."""
        self._received += len(raw_data)
        if self._received > self._limit:
            self.oversized = True
            raise SkipFile
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """The file itself is made by the next handler."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A game by its slip: the address of the page, and the player's personal link, or None for the table's."""

    pairing: Pairing
    home: str
    link: PersonalLink | None = None

    @property
    def side(self) -> str:
        """The seat of the player whose link it is; "" for the table's link."""
        return side_in(self.pairing, self.link.entry_id) if self.link else ""

    @property
    def players(self) -> list[int]:
        """The entries who use it: the link's own player, or everyone at the table."""
        return [self.link.entry_id] if self.link else [seat.entry_id for seat in self.pairing.seats.all()]

    @property
    def key(self) -> str:
        """The key in the address."""
        return self.home.split("/")[2]

    @property
    def last_report(self) -> Submission | None:
        """The last report sent from here: by this player, or from the table. One query."""
        from_here = Q(link__entry=self.link.entry_id) if self.link else Q(channel=Submission.Channel.TABLE)
        reports = Submission.objects.filter(from_here, pairing=self.pairing)
        return reports.select_related("record").order_by("-pk").first()


def by_slip(view: Page) -> Page:
    """Give the view the slip of the address: by the table's key, or by a player's key and the number of the round."""

    @private
    @wraps(view)
    def with_slip(request: HttpRequest, key: str, number: int | None = None, **kwargs: Any) -> HttpResponse:
        slip = slip_at(key, number)
        at_event(request, slip.pairing.round.division.event)
        return remember(request, view(request, slip, **kwargs), slip.players)

    return with_slip


def slip_at(key: str, number: int | None) -> Slip:
    """The slip of an address. Raises SlipNotFoundError, SlipRevokedError."""
    if number is None:
        return Slip(find_pairing(key), reverse("tournaments:slip", args=[key]))
    link, game = find_game(key, number)
    return Slip(game, reverse("tournaments:own_slip", args=[key, number]), link)


@csrf_exempt
def code_page(request: HttpRequest) -> HttpResponse:
    """Where players type their table's code; it leads to the table's form."""
    request.user = AnonymousUser()
    sender = network(request)
    if seconds := must_wait("wrong_key", sender):
        return too_often(request, seconds)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            find_pairing(form.cleaned_data["code"])
        except TournamentError:
            count("wrong_key", sender)
            form.add_error("code", _("No table has this code right now. Check your slip, or ask the director."))
        else:
            return redirect("tournaments:slip", key=form.cleaned_data["code"])
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "tournaments/slip/code.html", {"form": form}, status=status)


@by_slip
def slip_page(request: HttpRequest, slip: Slip) -> HttpResponse:
    """The form and its answer, or where the report from here stands. The check button only checks the moves."""
    if slip.pairing.kind != Pairing.Kind.GAME:
        return _render(request, slip, {"closed": True})
    if request.method != "POST":
        return opened(request, slip)
    bounded = BoundedUpload(request)
    request.upload_handlers = [bounded, MemoryFileUploadHandler(request)]
    if "check" in request.POST:
        # Not bound: a check is no report, so nothing is missing yet.
        form = sheet_form(initial=request.POST.dict(), pairing=slip.pairing, side=slip.side)
        checked = _checked(slip.pairing, request.POST.get("moves", ""))
        return _render(request, slip, {"form": form, "just_checked": True, **checked})
    form = sheet_form(request.POST, request.FILES, pairing=slip.pairing, side=slip.side, oversized=bounded.oversized)
    if not form.is_valid():
        form.keep_upload()
        return _render(request, slip, {"form": form}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    return _submit(request, slip, form)


def opened(
    request: HttpRequest, slip: Slip, *, draw_problem: str = "", problem: str = "", status: int = HTTPStatus.OK
) -> HttpResponse:
    """The slip when it is opened: the report from here and its state, or else the form, while reports are taken.

    ``draw_problem``: why the draw for the first move could not be taken; ``problem``: why a tick could not.
    """
    event = slip.pairing.round.division.event
    if event.on_laptop_since is not None and "correct" not in request.GET:
        own = {"link": slip.link} if slip.link else {"channel": Submission.Channel.TABLE}
        if held := _held_of(slip, **own):
            return _kept(request, slip, held)
    report = slip.last_report
    if report is not None and "correct" not in request.GET:
        return _sent(request, slip, report)
    if not _is_open(slip.pairing):
        return _render(request, slip, {"closed": True})
    initial = reported_values(report) if report is not None else {}
    form = sheet_form(initial=initial, pairing=slip.pairing, side=slip.side)
    context = {
        "form": form,
        "earlier": _earlier(slip),
        "draw_problem": draw_problem,
        "problem": problem,
        "ticks": _ticks(slip),
    }
    return _render(request, slip, context, status=status)


def _ticks(slip: Slip) -> list[tuple[Entry, bool, bool]]:
    """Each player of the table with whether they are there and whether this address may say so; nobody where the event has no
    forfeit timer. One query with it."""
    check_in = check_in_of(slip.pairing.round.division.event)
    if check_in is None or check_in.forfeit_minutes is None:
        return []
    there = set(AtTable.objects.filter(pairing=slip.pairing.pk).values_list("entry_id", flat=True))
    seats = slip.pairing.seats.all()
    return [(seat.entry, seat.entry_id in there, seat.entry_id in slip.players) for seat in seats]


def _earlier(slip: Slip) -> NextGame | None:
    """The player's next game where it is of an earlier round: rounds may be published ahead. One query for a personal link."""
    if slip.link is None:
        return None
    game = next_games(slip.pairing.round.division.event).get(slip.link.entry_id)
    return game if game is not None and not game.waits and game.round < slip.pairing.round.number else None


def _submit(request: HttpRequest, slip: Slip, form: ScoresheetForm) -> HttpResponse:
    try:
        data = form.to_input(link=slip.link.pk if slip.link else None)
        outcome = submit_scoresheet(pairing_id=slip.pairing.pk, data=data, loaded=slip.pairing)
    except ReportKeptError:
        return redirect(f"{slip.home}sent/{data.client_token}/")
    except RecordUnusableError as error:
        form.add_error(None, str(error))
        context = {"form": form, "replay": _replay(slip.pairing, error.check.as_dict())}
    except ValidationError as error:
        form.add_error(None, error)
        context = {"form": form}
    except TournamentError as error:
        if error.code == "led_before":
            form.ask_leader(str(error))
        else:
            form.add_error(None, str(error))
        context = {"form": form}
        if error.code == "token_reused":
            form.renew_token()
    else:
        return redirect(f"{slip.home}sent/{outcome.submission.client_token}/")
    form.keep_upload()
    return _render(request, slip, context, status=HTTPStatus.UNPROCESSABLE_ENTITY)


@by_slip
def check_moves(request: HttpRequest, slip: Slip) -> HttpResponse:
    """The typed moves as the engine reads them: findings for each move, and the board. A part of the page.

    ``brief``: an editor shows the moves, so the answer is only the state and the findings by line.
    """
    request.upload_handlers = [BoundedUpload(request), MemoryFileUploadHandler(request)]
    played = slip.pairing.round.division.played
    checked = _checked(slip.pairing, request.POST.get("moves", ""))
    context = {"played": played, "brief": "brief" in request.POST, **checked}
    return render(request, "tournaments/slip/_check.html", context)


def _checked(pairing: Pairing, moves: str) -> dict[str, Any]:
    if not moves.strip():
        return {"nothing_typed": True}
    division = pairing.round.division
    return division.played.check_typed(
        moves,
        rules=rules_of(division),
        dictionary=dictionary_for(pairing),
        seating=seating_of(pairing),
        most=MAX_RECORD_BYTES + 1,
    )


@by_slip
def sent_page(request: HttpRequest, slip: Slip, token: UUID) -> HttpResponse:
    """Where a report stands, for whoever sent it and so knows its token."""
    if held := _held_of(slip, client_token=str(token)):
        return _kept(request, slip, held)
    return _sent(request, slip, _report_of(slip.pairing, token))


def _held_of(slip: Slip, **which: Any) -> HeldReport | None:
    """A report from here that is kept while a laptop runs the event, or was left out afterwards: the latest one. One query."""
    held = HeldReport.objects.filter(pairing=slip.pairing.pk, submission=None, **which)
    return held.order_by("-pk").first()


def _kept(request: HttpRequest, slip: Slip, held: HeldReport, *, photo_problem: str = "") -> HttpResponse:
    """The page after a report that is kept; ``photo_problem``: why a photo could not be."""
    context = {
        "held": held,
        "said": describe(held, names_at(slip.pairing)) if held.kind else "",
        "photos": held.photos.count(),
        "most_photos": MAX_PHOTOS,
        "photo_problem": photo_problem,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if photo_problem else HTTPStatus.OK
    return _render(request, slip, context, template="tournaments/slip/kept.html", status=status)


def _report_of(pairing: Pairing, token: UUID) -> Submission:
    """The report whose form had this token. Raises SlipNotFoundError."""
    submission = Submission.objects.filter(pairing=pairing, client_token=str(token)).select_related("record").first()
    if submission is None:
        raise SlipNotFoundError(_("There is no report at this address. Open your slip again to see the form."))
    return submission


def _sent(request: HttpRequest, slip: Slip, submission: Submission, *, photo_problem: str = "") -> HttpResponse:
    """The page after a report; ``photo_problem``: why a photo could not be stored."""
    pairing = slip.pairing
    context = {"submission": submission, "said": describe(submission, names_at(pairing)), **_state(pairing, submission)}
    if request.GET.get("part") == "state":
        return _state_part(request, slip, context)
    if submission.record is not None:
        context["replay"] = _record_replay(pairing, submission.record, game=_requested_game(request))
    context |= {
        "questions": [text for text in questions_about(submission) if text != context["where"]],
        "notes": notes_about(pairing, submission),
        "photo_problem": photo_problem,
        "photos": SheetPhoto.objects.filter(submission=submission).count(),
        "most_photos": MAX_PHOTOS,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if photo_problem else HTTPStatus.OK
    return _render(request, slip, context, template="tournaments/slip/sent.html", status=status)


@by_slip
def send_photo(request: HttpRequest, slip: Slip, token: UUID) -> HttpResponse:
    """Store a photo of the scoresheet with the report that has this token; the page of the report says what is wrong with it."""
    bounded = BoundedUpload(request, limit=MAX_BYTES)
    request.upload_handlers = [bounded, TemporaryFileUploadHandler(request)]
    held = _held_of(slip, client_token=str(token))
    submission = None if held is not None else _report_of(slip.pairing, token)
    photo = request.FILES.get("photo")
    try:
        if bounded.oversized:
            raise too_many_bytes()
        if photo is None:
            raise TournamentError(_("Choose a photo first."), code="photo_missing")
        if held is not None:
            attach_held_photo(held=held, data=photo.read())
        elif submission is not None:
            attach_photo(submission_id=submission.pk, data=photo.read())
    except TournamentError as error:
        if held is not None:
            return _kept(request, slip, held, photo_problem=str(error))
        assert submission is not None
        return _sent(request, slip, submission, photo_problem=str(error))
    return redirect(f"{slip.home}sent/{token}/")


def _record_replay(pairing: Pairing, record: GameRecord, *, game: int) -> ReplayView:
    """The record that came with a report, without anything about its words while the game is on."""
    check = stored_for_players(pairing, record)
    stored = {**record.summary, "findings": record.findings} if check is None else check.as_dict()
    return _replay(pairing, stored, game=game)


def _replay(pairing: Pairing, data: Json, *, game: int = 1) -> ReplayView:
    return pairing.round.division.played.replay(data, seating=seating_of(pairing), game=game)


def _state_part(request: HttpRequest, slip: Slip, context: dict[str, Any]) -> HttpResponse:
    """The state alone, for a page that waits for the other player; empty while nothing has changed."""
    if request.GET.get("have") == str(context["result"].version):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return _render(request, slip, context, template="tournaments/slip/_state.html")


def _state(pairing: Pairing, submission: Submission) -> dict[str, Any]:
    """Where the result stands compared with this report, and the first difference."""
    derived = derive(reports_of(pairing.submissions.all()), rulings_of(pairing.rulings.all()))
    difference, where = "", None
    if derived is not None and derived.difference is not None:
        difference = describe_difference(derived.difference, names_at(pairing))
        where = sheet_difference(pairing)
    return {
        "result": pairing.result,
        "decided": describe(pairing.result, names_at(pairing)),
        "agrees": same_result(pairing.result, submission),
        "difference": difference,
        "where": where,
        "replaced": Submission.objects.filter(supersedes=submission).exists(),
        "open": _is_open(pairing),
        "by_table": submission.channel == Submission.Channel.TABLE,
    }


def _requested_game(request: HttpRequest) -> int:
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
    slip: Slip,
    context: dict[str, Any],
    *,
    template: str = "tournaments/slip/page.html",
    status: int = 200,
) -> HttpResponse:
    pairing = slip.pairing
    seats = [seat.entry for seat in pairing.seats.all()]
    round_ = pairing.round
    base = {
        "slip": slip,
        "pairing": pairing,
        "seats": seats,
        "round": round_,
        "division": round_.division,
        "event": round_.division.event,
        "played": round_.division.played,
        "keys": round_.division.played.keyboard(rules_of(round_.division), seating_of(pairing)),
        "is_game": pairing.kind == Pairing.Kind.GAME,
        "table_times": table_times_at(pairing.pk) if template == "tournaments/slip/page.html" else [],
        "has_clock": clock_setup(pairing) is not None,
        "drawing": drawing_of(pairing) is not None,
        "drawn": tiles_by_seats(pairing),
        "draw_url": f"{slip.home}draw/",
        "own_page": reverse("tournaments:own_page", args=[slip.key]) if slip.link else "",
    }
    return render(request, template, base | context, status=status)
