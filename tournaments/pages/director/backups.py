"""Backups of an event: made, downloaded, restored; and the copies made from them, to try things in or to begin anew."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.permissions import Action, allowed
from core.exact_json import ExactEncoder
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.models import Event, EventBackup
from tournaments.pages.director import common
from tournaments.queries.archive import event_facts
from tournaments.services.events import copies
from tournaments.services.events.backups import store_backup
from tournaments.services.events.restore import restore_event, restore_losses


def _backups_url(event: Event) -> str:
    return reverse("tournaments:backups", args=[event.slug])


def backup_list(request: HttpRequest, event: Event) -> HttpResponse:
    """All backups, newest first; ``?now=1`` downloads the event as it is now."""
    if request.GET.get("now") == "1":
        return _file(event_facts(event), f"{event.slug}-now.json")
    backups = EventBackup.objects.filter(event=event).select_related("made_by").defer("data")
    context = common.of_event(event) | {"backups": backups, "what_ifs": event.what_ifs.order_by("pk")}
    context["may_copy"] = allowed(common.signed_in(request), event.club, Action.MANAGE_EVENT)
    return render(request, "tournaments/director/backups.html", context)


def make_backup(request: HttpRequest, event: Event) -> HttpResponse:
    """Back the event up now."""
    store_backup(actor=common.signed_in(request), event=event, why=_("when a director made a backup"))
    return common.back_with(request, _backups_url(event), done=_("Backup made."))


def download(_request: HttpRequest, event: Event, backup: int) -> HttpResponse:
    """The event as it was."""
    stored = get_object_or_404(EventBackup, event=event, pk=backup)
    return _file(stored.data, f"{event.slug}-{stored.made_at:%Y%m%d-%H%M%S}.json")


def _file(data: object, name: str) -> HttpResponse:
    text = json.dumps(data, cls=ExactEncoder, ensure_ascii=False, indent=1)
    response = HttpResponse(text.encode(), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "no-store"
    return response


def restore(request: HttpRequest, event: Event, backup: int) -> HttpResponse:
    """Go back to a backup, after a list of what that loses."""
    stored = get_object_or_404(EventBackup, event=event, pk=backup)
    form = ReasonForm(request.POST or None)
    back = _backups_url(event)
    try:
        points = restore_losses(event, stored)
        if request.method == "POST" and form.is_valid():
            reason = form.cleaned_data["reason"]
            restore_event(actor=common.signed_in(request), event=event, backup_id=stored.pk, reason=reason)
            done = _("Event restored to how it was %(why)s. The state before restoring was saved as a backup.")
            return common.back_with(request, common.event_url(event), done=done % {"why": stored.why})
    except TournamentError as error:
        return common.back_with(request, back, error=error)
    return common.confirm(
        request,
        event,
        title=_("Restore this backup?"),
        intro=_("The event will return to how it was %(why)s. This will be lost:") % {"why": stored.why},
        points=points,
        form=form,
        verb=_("Restore"),
        danger=True,
        back=back,
        crumbs=[*common.event_crumbs(event), (_("Backups"), back)],
    )


@common.refused_to(_backups_url)
def new_event(request: HttpRequest, event: Event, backup: int) -> HttpResponse:
    """A new event from a backup."""
    stored = get_object_or_404(EventBackup, event=event, pk=backup)
    created = copies.new_event_from(actor=common.signed_in(request), event=event, backup_id=stored.pk)
    done = _("This is a new event made from the backup. It does not count for ratings until you choose a rating list.")
    return common.back_with(request, common.event_url(created), done=done)


@common.refused_to(_backups_url)
def make_test_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Make a test copy of the event as it is, and go there."""
    copy = copies.make_test_copy(actor=common.signed_in(request), event=event)
    done = _("This is a test copy of %(event)s: try anything, only officials see it.") % {"event": event.name}
    return common.back_with(request, common.event_url(copy), done=done)


@common.refused_to(common.event_url)
def delete_test_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Delete a test copy after a second look."""
    if request.method == "POST":
        original = copies.delete_test_copy(actor=common.signed_in(request), event=event)
        return common.back_with(request, common.event_url(original), done=_("Test copy deleted."))
    return common.confirm(
        request,
        event,
        title=_("Delete this test copy?"),
        points=[_("Everything you tried in it will be deleted. The event itself is not affected.")],
        verb=_("Delete"),
        danger=True,
        back=common.event_url(event),
    )


@common.refused_to(common.event_url)
def release_copy(request: HttpRequest, event: Event) -> HttpResponse:
    """Let everyone see a copy that was private."""
    back = common.event_url(event)
    if request.method == "POST":
        copies.release(actor=common.signed_in(request), event=event)
        return common.back_with(request, back, done=_("The event is now public."))
    return common.confirm(
        request,
        event,
        title=_("Release %(event)s?") % {"event": event.name},
        points=[_("Everyone will be able to see the event, with all its published rounds and results.")],
        verb=_("Release the event"),
        back=back,
    )
