"""The judge of a Word Basket division: the word, where it was said, and one of four verdicts with its reasons."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lexicon.engine.shiritori import Verdict
from lexicon.models import LexiconVersion, Ruling
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.forms_judge import BasketChallengeForm
from tournaments.services.basket_judge import read_question, rule_word, spelt
from tournaments.services.judge_desks import Desk, seats_at
from tournaments.views.judge.common import CLEAR_SECONDS, too_many, wants_json

TEMPLATE = "tournaments/judge/basket.html"
#: What a verdict is called, and its look: stands, is for the players to decide, comes off.
TITLES: dict[str, tuple[str | Promise, str]] = {
    Verdict.COMMON_NOUN: (gettext_lazy("Common noun"), "acceptable"),
    Verdict.PROPER_NAME: (gettext_lazy("Proper name"), "doubtful"),
    Verdict.NOT_LISTED: (gettext_lazy("Not listed"), "doubtful"),
    Verdict.ILLEGAL: (gettext_lazy("Not allowed"), "unacceptable"),
}


def answer(request: HttpRequest, desk: Desk, key: str, here: str, version: LexiconVersion) -> HttpResponse:
    """The page, and its answers. Needs the network: nothing of it is kept on the tablet."""
    posted = request.method == "POST"
    form = BasketChallengeForm(request.POST) if posted else BasketChallengeForm(initial={"client_token": str(uuid4())})
    context: dict[str, Any] = {
        "desk": desk,
        "event": desk.division.event,
        "version": version,
        "here": here,
        "form": form,
        "seats": seats_at(desk),
        "clear_seconds": CLEAR_SECONDS,
        "step": "start",
    }
    if not posted:
        return render(request, TEMPLATE, context)
    try:
        if not form.is_valid():
            raise TournamentError(_("Choose from the lists and type the word."), code="form")
        return _step(request, desk, key, form, context)
    except (NotOpenError, NotReadyError):
        raise
    except TournamentError as error:
        return _refuse(request, context, str(error), HTTPStatus.UNPROCESSABLE_ENTITY)


def _step(
    request: HttpRequest, desk: Desk, key: str, form: BasketChallengeForm, context: dict[str, Any]
) -> HttpResponse:
    data = form.to_input()
    read_question(data)
    step = request.POST.get("step", "")
    if step == "confirm":
        shown = {"step": "confirm", "tiles": tuple(spelt(data.word)), "asked": data}
        return render(request, TEMPLATE, {**context, **shown})
    if step != "judge":
        return render(request, TEMPLATE, context)
    if wait := too_many(key):
        problem = _("Too many adjudications in a minute. Wait a minute, then try again.")
        answer = _refuse(request, context, problem, HTTPStatus.TOO_MANY_REQUESTS)
        answer["Retry-After"] = str(wait)
        return answer
    ruling = rule_word(desk=desk, data=data)
    if wants_json(request):
        return JsonResponse({**_said(ruling), "consequence": ruling.consequence})
    return render(request, TEMPLATE, {**context, "step": "verdict", "ruling": ruling, **_shown(ruling)})


def _said(ruling: Ruling) -> dict[str, object]:
    return {name: ruling.outcome.get(name) for name in ("word", "verdict", "reasons", "sentence", "links_on")}


def _shown(ruling: Ruling) -> dict[str, object]:
    title, look = TITLES[str(ruling.outcome["verdict"])]
    return {"title": title, "look": look, "sentence": ruling.outcome["sentence"]}


def _refuse(request: HttpRequest, context: dict[str, Any], problem: str, status: HTTPStatus) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"refused": problem}, status=status)
    return render(request, TEMPLATE, {**context, "problem": problem}, status=status)
