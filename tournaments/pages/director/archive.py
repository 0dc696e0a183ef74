"""An event as one file: downloaded whole, and brought in on another site after a dry run."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect

from clubs.access import ClubPath, reached
from clubs.models import Club
from clubs.permissions import Action, allowed
from tournaments.errors import TournamentError
from tournaments.forms.archive import AnswersForm, ArchiveForm, AsideForm, BoundedArchive
from tournaments.models import ArchiveUpload, Event
from tournaments.pages.director import common
from tournaments.services.archive.bringing_in import Answers, bring_in, plan
from tournaments.services.archive.uploads import forget_archive, opened, receive_archive, too_large
from tournaments.services.archive.writing import write_archive
from tournaments.services.events.locking import refuse_test_copy


def event_archive(request: HttpRequest, event: Event) -> HttpResponseBase:
    """The whole event as a ZIP file; a test copy has none."""
    try:
        refuse_test_copy(event)
    except TournamentError as error:
        return common.back_with(request, common.event_url(event), error=error)
    return archive_response(event)


def archive_response(event: Event, *, key: str = "") -> FileResponse:
    """The archive as a download; ``key`` as of ``write_archive``."""
    name = f"{event.slug}-laptop.zip" if key else f"{event.slug}.zip"
    response = FileResponse(write_archive(event, key=key), as_attachment=True, filename=name)
    response["Content-Type"] = "application/zip"
    response["Cache-Control"] = "no-store, private"
    return response


@csrf_exempt  # only until the handler is in place: the token is in the form that must be read through it
def send_archive(request: HttpRequest, club: str) -> HttpResponse:
    """Send the archive of an event that was held elsewhere."""
    host = reached(request, ClubPath(club))
    handler = BoundedArchive(request)
    request.upload_handlers = [handler]
    return _send(request, host, handler)


@csrf_protect
def _send(request: HttpRequest, club: Club, handler: BoundedArchive) -> HttpResponse:
    form = ArchiveForm(request.POST or None, request.FILES or None)
    if upload := received(request, form, handler, club):
        return redirect("tournaments:bring_in", club.slug, upload.pk)
    return common.form_page(request, "send_archive", form, {"club": club, "crumbs": _crumbs(club)})


def received(
    request: HttpRequest, form: ArchiveForm, handler: BoundedArchive, club: Club, event: Event | None = None
) -> ArchiveUpload | None:
    """The archive that the form brings; None without one, or with the reason at the form."""
    if request.method != "POST":
        return None
    if handler.oversized:
        form.is_valid()
        form.errors.pop("file", None)
        form.add_error("file", str(too_large()))
        return None
    if not form.is_valid():
        return None
    with common.Refusals(form, other="file"):
        file = form.cleaned_data["file"]
        return receive_archive(actor=common.signed_in(request), club=club, file=file.file, event=event)
    return None


def _crumbs(club: Club) -> common.Crumbs:
    return [(club.name, reverse("clubs:club", args=[club.slug]))]


def bring_in_archive(request: HttpRequest, club: str, upload: int) -> HttpResponse:
    """What bringing the archive in would do, with its questions; then do it."""
    host, user = reached(request, ClubPath(club)), common.signed_in(request)
    sent = get_object_or_404(ArchiveUpload, pk=upload, club=host, event=None, sent_by=user)
    crumbs = [*_crumbs(host), (_("Import an event"), reverse("tournaments:send_archive", args=[host.slug]))]
    refused = ""
    try:
        with opened(sent) as archive:
            planned = plan(host, archive, Answers())
            may_rate = allowed(user, host, Action.MANAGE_RATINGS)
            form = AnswersForm(
                request.POST or None,
                club=host,
                players=planned.players,
                dictionaries=planned.dictionaries,
                lists=planned.lists,
                may_rate=may_rate,
            )
            aside = AsideForm(request.POST or None) if planned.earlier is not None else None
            sure = aside is None or aside.is_valid()
            if request.method == "POST" and form.is_valid() and sure:
                answers = form.answers()
                planned = plan(host, archive, answers)
                try:
                    event = bring_in(actor=user, club=host, archive=archive, answers=answers, aside=sure)
                except TournamentError as error:
                    refused = "" if planned.problems else str(error)
                else:
                    forget_archive(sent)
                    done = _("“%(event)s” has been brought in.") % {"event": event.name}
                    return common.back_with(request, common.event_url(event), done=done)
    except TournamentError as error:
        return common.back_with(request, reverse("tournaments:send_archive", args=[host.slug]), error=error)
    context = {"club": host, "crumbs": crumbs, "plan": planned, "form": form, "aside": aside, "refused": refused}
    context["back"] = isinstance(planned.archive.head.get("back"), dict)
    status = 422 if refused or form.errors or (aside is not None and aside.errors) else 200
    return render(request, "tournaments/director/bring_in.html", context, status=status)
