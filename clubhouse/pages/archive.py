"""Old results, one game a line: checked as a whole, then imported."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import ngettext

from clubhouse.pages.common import import_page
from clubhouse.services import archive as services
from clubs.access import ClubPath, reached, signed_in


def import_past(request: HttpRequest, club: str) -> HttpResponse:
    """The form, what importing would do, and the import."""
    this_club = reached(request, ClubPath(club))
    today = timezone.localdate()

    def preview(text: str, answers: Mapping[str, int]) -> services.ArchivePreview:
        return services.preview_archive(this_club, text, today, answers)[0]

    def do_import(text: str, answers: Mapping[str, int]) -> str:
        made = services.import_archive(
            actor=signed_in(request), club=this_club, text=text, today=today, answers=answers
        )
        return ngettext("%(count)d event imported.", "%(count)d events imported.", len(made)) % {"count": len(made)}

    to = "tournaments:club_events"
    return import_page(request, this_club, "import_past", services.COLUMNS, preview, do_import, to)
