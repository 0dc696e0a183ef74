"""Old results, one game a line: checked as a whole, then imported."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import ngettext

from clubhouse.forms import TextForm
from clubhouse.pages.common import answers_of, club_page, sent_text
from clubhouse.services import archive as services
from clubs.access import ClubPath, reached, signed_in
from tournaments.errors import TournamentError


def import_past(request: HttpRequest, club: str) -> HttpResponse:
    """The form, what importing would do, and the import."""
    this_club = reached(request, ClubPath(club))
    columns = ", ".join(services.COLUMNS)
    if request.method != "POST":
        return club_page(request, this_club, "import_past", {"form": TextForm(), "columns": columns})
    text, problem = sent_text(request)
    answers, today = answers_of(request), timezone.localdate()
    preview, _games = services.preview_archive(this_club, text, today, answers)
    if request.POST.get("do") == "import" and not problem:
        try:
            made = services.import_archive(
                actor=signed_in(request), club=this_club, text=text, today=today, answers=answers
            )
        except TournamentError as error:
            problem = str(error)
        else:
            done = ngettext("%(count)d event imported.", "%(count)d events imported.", len(made))
            messages.success(request, done % {"count": len(made)})
            return redirect("tournaments:club_events", club=this_club.slug)
    context = {
        "form": TextForm(initial={"text": text}),
        "columns": columns,
        "text": text,
        "preview": preview,
        "problem": problem,
        "answers": answers,
    }
    return club_page(request, this_club, "import_past", context, 200 if preview.ok and not problem else 422)
