"""What the pages of the clubhouse share."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubhouse.forms import TextForm
from clubs.club_pages import crumbs
from clubs.models import Club
from tournaments.forms.fields import text_of

#: Of a list that is pasted or sent as a file.
MAX_BYTES = 1024 * 1024
_ANSWER = "who-"


def club_page(
    request: HttpRequest, club: Club, template: str, context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """A page of the club with its crumbs."""
    page = {"club": club, "crumbs": crumbs(club), **context}
    return render(request, f"clubhouse/{template}.html", page, status=status)


def sent_text(request: HttpRequest) -> tuple[str, str]:
    """The text that was pasted or sent as a file, and what is wrong with it."""
    form = TextForm(request.POST, request.FILES)
    form.is_valid()
    file = request.FILES.get("file")
    if file is None:
        return str(form.cleaned_data.get("text") or ""), ""
    if file.size is None or file.size > MAX_BYTES:
        return "", _("The file is too large; import it in parts.")
    text = text_of(file.read())
    return (text, "") if text is not None else ("", _("This is not a text file. Save it as CSV."))


def answers_of(request: HttpRequest) -> dict[str, int]:
    """The answers to who is meant, by name in lower case: fields that carry the name (``who-ben``)."""
    return {
        name.removeprefix(_ANSWER).casefold(): int(value)
        for name, value in request.POST.items()
        if name.startswith(_ANSWER)
        and isinstance(value, str)
        and value.isascii()
        and value.isdigit()
        and len(value) < 19
    }
