"""The dictionary pages: what there is, what it is not, the notices owed, and when an edition is in force."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.models import User
from clubs.permissions import Action, allowed
from lexicon.engine.alphabets import ALPHABETS
from lexicon.forms import ValidityForm
from lexicon.models import Lexicon, LexiconVersion
from lexicon.names import language_name
from lexicon.queries import current_version, edition_on, kept_by, readable_by
from lexicon.services.editions import ValidityError, set_validity


@require_safe
def lexicon_list(request: HttpRequest) -> HttpResponse:
    """The dictionaries this visitor may see."""
    lexicons = [(lexicon, current_version(lexicon)) for lexicon in readable_by(request.user)]
    return render(request, "lexicon/list.html", {"lexicons": lexicons, "keeps": kept_by(request.user)})


@require_safe
def lexicon_detail(request: HttpRequest, slug: str) -> HttpResponse:
    """One dictionary: language and tiles, who sees it, editions, when they are in force, source, licence."""
    return _detail(request, get_object_or_404(readable_by(request.user), slug=slug))


def _detail(request: HttpRequest, lexicon: Lexicon, bound: ValidityForm | None = None, pk: int = 0) -> HttpResponse:
    versions = list(lexicon.versions.all())
    now = edition_on(versions, timezone.localdate())
    keeps = _keeps(request, lexicon)
    context: dict[str, Any] = {
        "lexicon": lexicon,
        "language": language_name(lexicon.language),
        "tiles": ALPHABETS[lexicon.language].tiles,
        "keeps": keeps,
        "editions": [
            {
                "version": version,
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


@login_required
@require_POST
def edition_days(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Change when an edition is in force."""
    lexicon = get_object_or_404(readable_by(request.user), slug=slug)
    version = get_object_or_404(LexiconVersion, pk=pk, lexicon=lexicon)
    form = ValidityForm(request.POST, auto_id=f"edition-{version.pk}-%s")
    if form.is_valid():
        try:
            set_validity(actor=cast("User", request.user), version=version, **form.cleaned_data)
        except ValidityError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _("The days of edition %(label)s have been changed.") % {"label": version.label})
            return redirect("lexicon:detail", lexicon.slug)
    if not _keeps(request, lexicon):
        return HttpResponse(status=403)
    return _detail(request, lexicon, form, pk)
