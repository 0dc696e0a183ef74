"""What the pages of the clubhouse share."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubhouse.forms import TextForm
from clubs.club_pages import crumbs
from clubs.models import Club
from tournaments.errors import TournamentError
from tournaments.forms.fields import text_of

#: Of a list that is pasted or sent as a file.
MAX_BYTES = 1024 * 1024
_ANSWER = "who-"


class _Preview(Protocol):
    """What importing would do."""

    @property
    def ok(self) -> bool:
        """Whether it can be imported."""


PreviewOf = Callable[[str, Mapping[str, int]], _Preview]
#: Imports and says what was imported.
DoImport = Callable[[str, Mapping[str, int]], str]


def club_page(
    request: HttpRequest, club: Club, template: str, context: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    """A page of the club with its crumbs."""
    page = {"club": club, "crumbs": crumbs(club), **context}
    return render(request, f"clubhouse/{template}.html", page, status=status)


def import_page(
    request: HttpRequest,
    club: Club,
    template: str,
    columns: Iterable[str],
    preview_of: PreviewOf,
    do_import: DoImport,
    to: str,
) -> HttpResponse:
    """A list that is pasted or sent: its form, what importing it would do, and the import, which leads to the page ``to``."""
    context: dict[str, object] = {"form": TextForm(), "columns": ", ".join(columns)}
    if request.method != "POST":
        return club_page(request, club, template, context)
    text, problem = _sent_text(request)
    answers = _answers_of(request)
    preview = preview_of(text, answers)
    if request.POST.get("do") == "import" and not problem:
        try:
            done = do_import(text, answers)
        except TournamentError as error:
            problem = str(error)
        else:
            messages.success(request, done)
            return redirect(to, club=club.slug)
    context["form"] = TextForm(initial={"text": text})
    context |= {"text": text, "preview": preview, "problem": problem, "answers": answers}
    return club_page(request, club, template, context, 200 if preview.ok and not problem else 422)


def save(request: HttpRequest, form: forms.Form, act: Callable[[], object], done: str) -> bool:
    """Do what a valid form was sent for; what is refused stands at its field. Whether it is done."""
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        act()
    except ValidationError as error:
        form.add_error(error.code if error.code in form.fields else None, error)
        return False
    messages.success(request, done)
    return True


def _sent_text(request: HttpRequest) -> tuple[str, str]:
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


def _answers_of(request: HttpRequest) -> dict[str, int]:
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
