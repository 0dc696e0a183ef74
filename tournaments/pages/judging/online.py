"""The page of a judge that needs the network: what is asked, a step to confirm it, and a verdict with its reasons."""

from http import HTTPStatus
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.errors import GameError
from games.judging import QuestionForm, WordJudge
from lexicon.models import LexiconVersion, Ruling
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.pages.judging.common import CLEAR_SECONDS, too_many, wants_json
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk, seats_at


def answer(
    request: HttpRequest, desk: Desk, key: str, here: str, version: LexiconVersion, judge: WordJudge
) -> HttpResponse:
    """The page, and its answers. Needs the network: nothing of it is kept on the tablet."""
    posted = request.method == "POST"
    form = judge.form(request.POST) if posted else judge.form(initial={"client_token": str(uuid4())})
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
        return render(request, judge.template, context)
    try:
        if not form.is_valid():
            raise TournamentError(_("Choose from the lists and type the word."), code="form")
        return _step(request, desk, key, form, judge, context)
    except (NotOpenError, NotReadyError):
        raise
    except (TournamentError, GameError) as error:
        return _refuse(request, judge, context, str(error), HTTPStatus.UNPROCESSABLE_ENTITY)


def _step(
    request: HttpRequest, desk: Desk, key: str, form: QuestionForm, judge: WordJudge, context: dict[str, Any]
) -> HttpResponse:
    data, letters = form.to_input(), form.check()
    step = request.POST.get("step", "")
    if step == "confirm":
        shown = {"step": "confirm", "tiles": letters, "asked": data}
        return render(request, judge.template, {**context, **shown})
    if step != "judge":
        return render(request, judge.template, context)
    if wait := too_many(key):
        problem = _("Too many adjudications in a minute. Wait a minute, then try again.")
        answer = _refuse(request, judge, context, problem, HTTPStatus.TOO_MANY_REQUESTS)
        answer["Retry-After"] = str(wait)
        return answer
    ruling = rule_challenge(desk=desk, data=data)
    if wants_json(request):
        return JsonResponse({**_said(ruling), "consequence": ruling.consequence})
    return render(request, judge.template, {**context, "step": "verdict", "ruling": ruling, **_shown(ruling, judge)})


def _said(ruling: Ruling) -> dict[str, object]:
    return {name: ruling.outcome.get(name) for name in ("word", "verdict", "reasons", "sentence", "links_on")}


def _shown(ruling: Ruling, judge: WordJudge) -> dict[str, object]:
    title, look = judge.titles[str(ruling.outcome["verdict"])]
    return {"title": title, "look": look, "sentence": ruling.outcome["sentence"]}


def _refuse(
    request: HttpRequest, judge: WordJudge, context: dict[str, Any], problem: str, status: HTTPStatus
) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"refused": problem}, status=status)
    return render(request, judge.template, {**context, "problem": problem}, status=status)
