"""Word study: hooks, anagrams, patterns. For people with an account, and closed while their round is being played."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from clubs.access import signed_in
from lexicon.models import LexiconVersion
from lexicon.queries import current_version, readable_by
from lexicon.study import MOST_WORDS, BadQuestionError, card, is_closed_to, search
from limits.web import limited_look_ups


@limited_look_ups
def study(request: HttpRequest, slug: str) -> HttpResponse:
    """``?kind=word|prefix|pattern|anagram&q=…`` of the edition in force today."""
    user = signed_in(request)
    lexicon = get_object_or_404(readable_by(user), slug=slug)
    version = current_version(lexicon)
    kind, question = request.GET.get("kind", "word"), request.GET.get("q", "").strip()
    context: dict[str, Any] = {"lexicon": lexicon, "version": version, "kind": kind, "q": question, "most": MOST_WORDS}
    if is_closed_to(request):
        answer = render(request, "lexicon/study.html", {**context, "closed": True}, status=403)
    else:
        if question and version is not None:
            context |= _answer(version, kind, question)
        answer = render(request, "lexicon/study.html", context, status=422 if "problem" in context else 200)
    answer["Cache-Control"] = "no-store, private"
    return answer


def _answer(version: LexiconVersion, kind: str, question: str) -> dict[str, Any]:
    try:
        if kind == "word":
            return {"card": card(version, question)}
        return {"words": search(version, kind, question)}
    except BadQuestionError as error:
        problems = {
            "letters": _("That contains letters this dictionary does not use."),
            "length": _("That is too short or too long."),
            "blanks": _("At most two blanks, please."),
        }
        return {"problem": problems.get(error.code, _("There is no such kind of search."))}
