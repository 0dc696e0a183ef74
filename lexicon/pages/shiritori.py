"""A helper for practising shiritori: words from one letter to another. Closed while the reader's round is being played."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from clubs.access import signed_in
from lexicon.engine.kana import BadKanaError
from lexicon.models import LexiconVersion
from lexicon.nouns import KANA, NounQuery, find_nouns, letters_of
from lexicon.queries import LexiconUnavailableError, readable_by
from lexicon.study import is_closed_to
from limits.web import limited_look_ups

MOST_WORDS = 300
LONGEST = 20


@limited_look_ups
def shiritori(request: HttpRequest, slug: str) -> HttpResponse:
    """``?begins=あ&ends=る&length=5&least=1&proper=1`` of the newest edition; the letters in kana or Latin letters."""
    user = signed_in(request)
    lexicon = get_object_or_404(readable_by(user), slug=slug)
    if lexicon.language != KANA:
        raise Http404
    version = next(iter(lexicon.versions.all()), None)
    context: dict[str, Any] = {"lexicon": lexicon, "version": version, "most": MOST_WORDS, "asked": request.GET}
    context["lengths"] = range(2, LONGEST + 1)
    if is_closed_to(request):
        answer = render(request, "lexicon/shiritori.html", {**context, "closed": True}, status=403)
    else:
        if version is not None and any(request.GET.get(name, "").strip() for name in ("begins", "ends", "length")):
            context |= _found(version, request)
        answer = render(request, "lexicon/shiritori.html", context, status=422 if "problem" in context else 200)
    answer["Cache-Control"] = "no-store, private"
    return answer


def _found(version: LexiconVersion, request: HttpRequest) -> dict[str, Any]:
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
        return {"found": find_nouns(version, query, limit=MOST_WORDS)}
    except BadKanaError:
        return {"problem": _("Type the letters in kana or Latin letters, such as あ, ru or か行.")}
    except LexiconUnavailableError:
        return {"problem": _("The words of this edition cannot be read right now.")}
