"""The word judge: one page for a tablet, by the procedure of the judging table.

The key in the address is the only authority; no cookie is read, so a request needs no CSRF token (but a player's own device gets no
dictionary to keep: ``tournaments.queries.playing``). Every answer is ``no-store``, so that the browser's history holds none. All
refusals of what was typed are the same answer.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _

from lexicon.engine.alphabet import Alphabet, BadLetterError
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.judge import MalformedPlayError
from lexicon.models import LexiconVersion
from lexicon.queries import LexiconUnavailableError, open_version
from lexicon.services.adjudications import adjudication_with
from lexicon.wordlists import files
from tournaments.access import at_event
from tournaments.errors import NotOpenError, SlipNotFoundError, SlipRevokedError, TournamentError
from tournaments.forms.judging import ChallengeForm
from tournaments.pages.judging import online
from tournaments.pages.judging.common import CLEAR_SECONDS, refusal, too_many, wants_json
from tournaments.pages.slip.private import unlimited
from tournaments.queries.playing import device_is_playing, remember
from tournaments.services.events.rules import rules_of
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk, desk_of, desk_of_slip, judge_of, refuse_idle, seats_at

Page = Callable[..., HttpResponseBase]
TEMPLATE = "tournaments/judge/kiosk.html"
STEPS = ("start", "words", "confirm")
#: How often the page reloads while nothing is being played, in seconds.
RETRY_SECONDS = 20


def _desk(find: Callable[..., Desk]) -> Callable[[Page], Page]:
    """Find the desk of the key, answer a bad key in words, and keep everything out of caches and Referer headers."""

    def decorate(view: Page) -> Page:
        @wraps(view)
        def with_desk(request: HttpRequest, key: str, number: int | None = None, **kwargs: Any) -> HttpResponseBase:
            try:
                return view(request, find(key) if number is None else find(key, number), key, **kwargs)
            except (SlipNotFoundError, SlipRevokedError):
                raise
            except (TournamentError, LexiconUnavailableError) as error:
                return _problem(request, error, HTTPStatus.CONFLICT)

        return unlimited(with_desk, problem=_problem)

    return decorate


def _problem(request: HttpRequest, error: Exception, status: HTTPStatus) -> HttpResponse:
    # A tablet at a table reloads until its round begins.
    context = {"again_seconds": RETRY_SECONDS if isinstance(error, NotOpenError) else None}
    return refusal(request, "tournaments/judge/problem.html", context, str(error), status)


@_desk(desk_of)
def judge_page(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """The tablet's page, and its answers."""
    return _answer(request, desk, key)


@_desk(desk_of_slip)
def slip_judge_page(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    """The same for one table, by its slip or a player's own link."""
    players = [seat.entry_id for seat in seats_at(desk)] if request.path.startswith("/s/") else []
    return remember(request, _answer(request, desk, key), players)


def _answer(request: HttpRequest, desk: Desk, key: str) -> HttpResponse:
    at_event(request, desk.division.event)
    if request.method != "POST":
        refuse_idle(desk)
    version = _version(desk)
    here = request.path
    judge = judge_of(desk.division)
    if not judge.offline:
        return online.answer(request, desk, key, here, version, judge)
    most = judge.most_words(rules_of(desk.division))
    base = {
        "desk": desk,
        "event": desk.division.event,
        "version": version,
        "here": here,
        "token": str(uuid4()),
        "numbers": range(1, most + 1),
        "asks_player": judge.asks_player(desk.division.settings.table_size),
        "clear_seconds": CLEAR_SECONDS,
    }
    if request.method != "POST":
        context = base | {
            "seats": seats_at(desk),
            "script": _for_script(desk, version, key, here, players_own=device_is_playing(request)),
            "step": "start",
            "fresh": True,
        }
        return render(request, TEMPLATE, context)
    form = ChallengeForm(request.POST, most=most)
    step = request.POST.get("step", "")
    if step == "judge":
        return _judge(request, desk, form, base, key)
    if desk.pairing is None:
        refuse_idle(desk)
    return _step(request, form, step, base, ALPHABETS[version.lexicon.language], seats_at(desk))


def _version(desk: Desk) -> LexiconVersion:
    version = desk.division.lexicon_version
    if version is None:
        raise TournamentError(_("No dictionary is set for this division; the director chooses one in its settings."))
    return version


def _step(
    request: HttpRequest, form: ChallengeForm, step: str, base: dict[str, Any], alphabet: Alphabet, seats: Any
) -> HttpResponse:
    """The next page of the procedure for a browser without scripts."""
    if step not in STEPS or not form.is_valid() or not form.typed:
        step = "start"
    context = {**base, "seats": seats, "step": step, "values": request.POST, "words": list(enumerate(form.typed, 1))}
    if step == "confirm":
        context["spelt"] = [(n, word, _tiles(alphabet, word)) for n, word in context["words"]]
    return render(request, TEMPLATE, context)


def _tiles(alphabet: Alphabet, word: str) -> tuple[str, ...]:
    """The word's tiles; letters that are on no tile as they were typed, so that players see the mistake."""
    try:
        return alphabet.tokenise(word.strip())
    except BadLetterError:
        return tuple(alphabet.fold(word.strip()))


def _judge(request: HttpRequest, desk: Desk, form: ChallengeForm, base: dict[str, Any], key: str) -> HttpResponse:
    refused_page = {**base, "step": "refused"}
    if not _is_logged(desk, form):
        was_offline = form.cleaned_data.get("announced") is not None
        if refused := too_many(request, TEMPLATE, refused_page, key, was_offline=was_offline):
            return refused
    try:
        if not form.is_valid():
            raise MalformedPlayError
        adjudication = rule_challenge(desk=desk, data=form.to_input())
    except MalformedPlayError:
        return refusal(request, TEMPLATE, refused_page, malformed())
    if wants_json(request):
        return JsonResponse({"acceptable": adjudication.acceptable, "consequence": adjudication.consequence})
    context = {
        **base,
        "step": "verdict",
        "acceptable": adjudication.acceptable,
        "consequence": adjudication.consequence,
    }
    return render(request, TEMPLATE, context)


def _is_logged(desk: Desk, form: ChallengeForm) -> bool:
    """Whether this adjudication was made offline and is already in the log: it is sent again if the answer was lost."""
    form.is_valid()
    data = form.cleaned_data
    token = data.get("client_token") if data.get("announced") is not None else None
    return bool(token and adjudication_with(desk.division.event.club, token))


def malformed() -> str:
    """The one sentence for everything that cannot be judged."""
    return _(
        "Nothing was adjudicated. Check the spelling: 2 to 15 letters in each word, only letters that are on tiles."
    )


def _for_script(desk: Desk, version: LexiconVersion, key: str, here: str, *, players_own: bool) -> dict[str, Any]:
    """What the tablet needs to work offline."""
    alphabet = ALPHABETS[version.lexicon.language]
    # A device that stays in the hall works offline; on a player's own phone every look-up must be logged at once.
    judge, rules = judge_of(desk.division), rules_of(desk.division)
    tablet = (desk.pairing is None or desk.table is not None) and not players_own
    sizes = range(2, desk.division.settings.table_size + 1)
    return {
        "here": here,
        "words": reverse("tournaments:judge_words", args=[key, version.checksum]) if tablet else None,
        "checksum": version.checksum,
        "count": version.word_count,
        "worker": reverse("tournaments:worker") if tablet else None,
        "assets": [
            static(path)
            for path in (
                "css/wordhall.css",
                "css/judge.css",
                "js/device-store.js",
                "js/judge-store.js",
                "js/judge.js",
                "js/judge-screen.js",
                "img/icon.svg",
            )
        ],
        "most": judge.most_words(rules),
        "clearSeconds": CLEAR_SECONDS,
        "tiles": alphabet.tiles,
        "keep": sorted(alphabet.keep),
        "expand": dict(alphabet.expand),
        "size": desk.division.settings.table_size,
        "consequences": {size: judge.all_consequences(rules, size) for size in sizes},
        "named": {size: judge.named_consequences(rules, size) for size in sizes},
        "texts": {
            "malformed": malformed(),
            "acceptable": _("Acceptable"),
            "unacceptable": _("Not acceptable"),
            "ready": _("Ready for offline use"),
            "loading": _("Loading the dictionary for offline use …"),
            "online": _("The word judge needs a network here"),
            "offline": _("Offline: adjudications continue and are logged later"),
            "waiting": _("Adjudications waiting to sync: %s"),
            "lost": _("Offline, and this tablet has no dictionary yet. Nothing was adjudicated; try again."),
        },
    }


@_desk(desk_of)
def words(request: HttpRequest, desk: Desk, key: str, checksum: str) -> HttpResponse:  # noqa: ARG001 - it led to the desk
    """The dictionary as hashes, for the tablet: whoever has it can test a word, not read the list."""
    version = _version(desk)
    if version.checksum != checksum:
        raise TournamentError(_("The division has switched to another edition. Reload the page."))
    if device_is_playing(request):
        raise TournamentError(
            _("On a player's own device the word judge only works online, so that every word is logged.")
        )
    path = files.hashed_list(open_version(version))
    return HttpResponse(path.read_bytes(), content_type="application/octet-stream")
