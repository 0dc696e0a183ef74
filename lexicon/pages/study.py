"""Word study: hooks, anagrams, patterns, words for shiritori. For people with an account, and closed while their round is being played."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from clubs.access import signed_in
from lexicon.engine.kana import BadKanaError
from lexicon.models import Lexicon, LexiconVersion
from lexicon.nouns import KANA, NounQuery, find_nouns, letters_of
from lexicon.queries import LexiconUnavailableError, current_version, definitions_of, readable_by
from lexicon.study import MOST_WORDS, BadQuestionError, card, is_closed_to, search
from limits.web import limited_look_ups

MOST_NOUNS = 300
LONGEST_NOUN = 20


@limited_look_ups
def study(request: HttpRequest, slug: str) -> HttpResponse:
    """``?kind=word|prefix|pattern|anagram&q=…`` of the edition in force today."""
    lexicon = _lexicon(request, slug)
    version = current_version(lexicon)
    kind, question = request.GET.get("kind", "word"), request.GET.get("q", "").strip()
    context: dict[str, Any] = {"lexicon": lexicon, "version": version, "kind": kind, "q": question, "most": MOST_WORDS}

    def answer() -> dict[str, Any]:
        return _answer(version, kind, question) if question and version is not None else {}

    return _page(request, "lexicon/study.html", context, answer)


@limited_look_ups
def shiritori(request: HttpRequest, slug: str) -> HttpResponse:
    """``?begins=あ&ends=る&length=5&least=1&proper=1`` of the newest edition; the letters in kana or Latin letters."""
    lexicon = _lexicon(request, slug)
    if lexicon.language != KANA:
        raise Http404
    version = next(iter(lexicon.versions.all()), None)
    context: dict[str, Any] = {"lexicon": lexicon, "version": version, "most": MOST_NOUNS, "asked": request.GET}
    context["lengths"] = range(2, LONGEST_NOUN + 1)

    def answer() -> dict[str, Any]:
        is_question = any(request.GET.get(name, "").strip() for name in ("begins", "ends", "length"))
        return _nouns(version, request) if version is not None and is_question else {}

    return _page(request, "lexicon/shiritori.html", context, answer)


def _lexicon(request: HttpRequest, slug: str) -> Lexicon:
    return get_object_or_404(readable_by(signed_in(request)), slug=slug)


def _page(
    request: HttpRequest, template: str, context: dict[str, Any], answer: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The page with the answer to its question; 403 while the reader is playing, 422 for a question with a ``problem``."""
    if is_closed_to(request):
        response = render(request, template, {**context, "closed": True}, status=403)
    else:
        context |= answer()
        response = render(request, template, context, status=422 if "problem" in context else 200)
    response["Cache-Control"] = "no-store, private"
    return response


def _answer(version: LexiconVersion, kind: str, question: str) -> dict[str, Any]:
    try:
        if kind == "word":
            return {"card": card(version, question)}
        words = search(version, kind, question)
        definitions = definitions_of(version, words)
        return {"words": words, "defined": [(word, definitions.get(word, "")) for word in words] if definitions else []}
    except BadQuestionError as error:
        problems = {
            "letters": _("That contains letters this dictionary does not use."),
            "length": _("That is too short or too long."),
            "blanks": _("At most two blanks, please."),
        }
        return {"problem": problems.get(error.code, _("There is no such search."))}


def _nouns(version: LexiconVersion, request: HttpRequest) -> dict[str, Any]:
    length = request.GET.get("length", "")
    count = int(length) if length.isascii() and length.isdigit() and len(length) < 3 else None
    least = request.GET.get("least") == "1" and count is not None
    try:
        query = NounQuery(
            begins=letters_of(request.GET.get("begins", "")[:20]),
            ends=letters_of(request.GET.get("ends", "")[:20]),
            length=None if least else count,
            at_least=(count or 0) if least else 0,
            proper=request.GET.get("proper") == "1",
        )
        return {"found": find_nouns(version, query, limit=MOST_NOUNS)}
    except BadKanaError:
        return {"problem": _("Type the letters in kana or Latin letters, such as あ, ru or か行.")}
    except LexiconUnavailableError:
        return {"problem": _("The words of this edition cannot be read right now.")}
