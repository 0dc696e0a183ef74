"""The dictionary pages: what there is, what it is not, the notices owed, and when an edition is in force."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.access import signed_in
from clubs.permissions import Action, allowed
from lexicon.engine.alphabets import ALPHABETS
from lexicon.forms import ValidityForm
from lexicon.models import Lexicon, LexiconVersion
from lexicon.names import language_name
from lexicon.queries import LexiconUnavailableError, current_version, edition_on, managed_by, readable_by
from lexicon.services.editions import ValidityError, set_validity
from lexicon.study import BadQuestionError, WordCard, card, is_closed_to
from lexicon.wordlists.quality import quality_of
from limits.web import limited_look_ups

#: Longer than any word in any spelling.
LONGEST_TYPED = 80


def lexicon_list(request: HttpRequest) -> HttpResponse:
    """The dictionaries this visitor may see."""
    lexicons = [(lexicon, current_version(lexicon)) for lexicon in readable_by(request.user)]
    return render(request, "lexicon/list.html", {"lexicons": lexicons, "keeps": managed_by(request.user)})


@limited_look_ups
def lexicon_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """One dictionary: language and tiles, who sees it, editions, source, licence; ``?word=`` looks a word up."""
    lexicon = get_object_or_404(readable_by(request.user), slug=slug)
    look_up = _looked_up(request, lexicon)
    response = _detail(request, lexicon, look_up=look_up)
    if look_up is not None and look_up.word:
        response.status_code = HTTPStatus.FORBIDDEN if look_up.closed else response.status_code
        response["X-Robots-Tag"] = "noindex"
    response["Cache-Control"] = "no-store, private"
    return response


@dataclass(frozen=True, slots=True)
class LookUp:
    """The box for one word, and its answer: ``card`` None before a question, and for one that cannot be answered (``problem``)."""

    word: str = ""
    card: WordCard | None = None
    problem: str = ""
    closed: bool = False


def _looked_up(request: HttpRequest, lexicon: Lexicon) -> LookUp | None:
    """A free list may be looked up by everybody, a club's by those who see it with an account; None where there is no box."""
    version = current_version(lexicon)
    if version is None or not (lexicon.is_free or request.user.is_authenticated):
        return None
    word = request.GET.get("word", "").strip()[:LONGEST_TYPED]
    if is_closed_to(request):
        return LookUp(word=word, closed=True)
    if not word:
        return LookUp()
    try:
        return LookUp(word=word, card=card(version, word))
    except BadQuestionError:
        return LookUp(word=word, problem=_("Type a word of 1 to 15 letters from this dictionary's alphabet."))
    except LexiconUnavailableError:
        return LookUp(word=word, problem=_("The words of this edition cannot be read right now."))


def _detail(
    request: HttpRequest,
    lexicon: Lexicon,
    bound: ValidityForm | None = None,
    pk: int = 0,
    *,
    look_up: LookUp | None = None,
) -> HttpResponse:
    versions = list(lexicon.versions.all())
    now = edition_on(versions, timezone.localdate())
    keeps = _keeps(request, lexicon)
    context: dict[str, Any] = {
        "lexicon": lexicon,
        "language": language_name(lexicon.language),
        "tiles": ALPHABETS[lexicon.language].tiles,
        "keeps": keeps,
        "look_up": look_up,
        "editions": [
            {
                "version": version,
                "quality": quality_of(version.checksum),
                "now": version == now and len(versions) > 1,
                "form": (bound if bound and version.pk == pk else _form(version)) if keeps else None,
            }
            for version in versions
        ],
    }
    return render(request, "lexicon/detail.html", context, status=422 if bound else 200)


def _form(version: LexiconVersion) -> ValidityForm:
    initial = {"valid_from": version.valid_from, "valid_to": version.valid_to}
    return ValidityForm(initial=initial, auto_id=f"edition-{version.pk}-%s")


def _keeps(request: HttpRequest, lexicon: Lexicon) -> bool:
    """Whether the visitor looks after this dictionary."""
    if lexicon.club is None:
        return bool(request.user.is_authenticated and request.user.is_superuser)
    return allowed(request.user, lexicon.club, Action.MANAGE_LEXICON)


def edition_days(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change when an edition is in force."""
    lexicon = get_object_or_404(readable_by(request.user), slug=slug)
    version = get_object_or_404(LexiconVersion, pk=pk, lexicon=lexicon)
    form = ValidityForm(request.POST, auto_id=f"edition-{version.pk}-%s")
    if form.is_valid():
        try:
            set_validity(actor=signed_in(request), version=version, **form.cleaned_data)
        except ValidityError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("Dates of edition %(label)s saved.") % {"label": version.label})
            return redirect("lexicon:detail", lexicon.slug)
    if not _keeps(request, lexicon):
        return HttpResponse(status=403)
    return _detail(request, lexicon, form, pk)
