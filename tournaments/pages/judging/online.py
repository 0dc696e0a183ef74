"""The page of a word judge that needs the network: the question, a step to confirm it, and the answer with its reasons."""

from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from games.errors import GameError
from games.judging import QuestionForm, WordJudge
from lexicon.models import LexiconVersion
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.pages.judging.common import CLEAR_SECONDS, refusal, too_many, wants_json
from tournaments.services.judging.challenges import rule_challenge
from tournaments.services.judging.tablets import Desk, seats_at


def answer(
    request: HttpRequest, desk: Desk, key: str, here: str, version: LexiconVersion, judge: WordJudge
) -> HttpResponse:
    """The page, and its answers. Nothing of it is stored on the tablet."""
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
        return refusal(request, judge.template, context, str(error))


def _step(
    request: HttpRequest, desk: Desk, key: str, form: QuestionForm, judge: WordJudge, context: dict[str, Any]
) -> HttpResponse:
    data, letters = form.to_input(), form.check()
    step = request.POST.get("step", "")
    if step == "confirm":
        return render(request, judge.template, {**context, "step": "confirm", "tiles": letters, "question": data})
    if step != "judge":
        return render(request, judge.template, context)
    if refused := too_many(request, judge.template, context, key):
        return refused
    adjudication = rule_challenge(desk=desk, data=data)
    outcome = adjudication.outcome
    if wants_json(request):
        parts = {name: outcome.get(name) for name in ("word", "verdict", "reasons", "sentence", "links_on")}
        return JsonResponse({**parts, "consequence": adjudication.consequence})
    title, look = judge.titles[str(outcome["verdict"])]
    answer = {
        "step": "verdict",
        "adjudication": adjudication,
        "title": title,
        "look": look,
        "sentence": outcome["sentence"],
    }
    return render(request, judge.template, context | answer)
