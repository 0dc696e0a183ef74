"""What-ifs, and going back to a kept copy."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.models import EventBackup
from tournaments.pages.director import common
from tournaments.services.events import copies
from tournaments.services.events.restore import restore_event, restore_losses


def try_out(request: HttpRequest, event: str) -> HttpResponse:
    """Make a what-if of the event as it is, and go there."""
    found = reached(request, EventPath(event))
    try:
        made = copies.make_test_copy(actor=common.signed_in(request), event=found)
    except TournamentError as error:
        return common.back_with(request, reverse("tournaments:backups", args=[event]), error=error)
    done = _("This is a test copy of %(event)s: try anything, only officials see it.") % {"event": found.name}
    return common.back_with(request, reverse("tournaments:manage", args=[made.slug]), done=done)


def throw_away(request: HttpRequest, event: str) -> HttpResponse:
    """Delete a what-if after a second look."""
    found = reached(request, EventPath(event))
    if request.method == "POST":
        try:
            original = copies.delete_test_copy(actor=common.signed_in(request), event=found)
        except TournamentError as error:
            return common.back_with(request, reverse("tournaments:manage", args=[event]), error=error)
        return common.back_with(
            request, reverse("tournaments:manage", args=[original.slug]), done=_("Test copy deleted.")
        )
    context = {
        "event": found,
        "title": _("Delete this test copy?"),
        "points": [_("Everything you tried in it is deleted. The event is not affected.")],
        "verb": _("Delete"),
        "danger": True,
        "back": reverse("tournaments:manage", args=[event]),
        "crumbs": common.event_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context)


def restore(request: HttpRequest, event: str, backup: int) -> HttpResponse:
    """Go back to a kept copy, after reading what that loses."""
    found = reached(request, EventPath(event))
    kept = get_object_or_404(EventBackup, event=found, pk=backup)
    form = ReasonForm(request.POST or None)
    back = reverse("tournaments:backups", args=[event])
    try:
        points = restore_losses(found, kept)
        if request.method == "POST" and form.is_valid():
            restore_event(
                actor=common.signed_in(request), event=found, backup_id=kept.pk, reason=form.cleaned_data["reason"]
            )
            done = _("Event restored to how it was %(why)s. A backup of the state before that was made.") % {
                "why": kept.why
            }
            return common.back_with(request, reverse("tournaments:manage", args=[event]), done=done)
    except TournamentError as error:
        return common.back_with(request, back, error=error)
    context = {
        "event": found,
        "title": _("Restore this backup?"),
        "intro": _("The event returns to how it was %(why)s. This is lost:") % {"why": kept.why},
        "points": points,
        "form": form,
        "verb": _("Restore"),
        "danger": True,
        "back": back,
        "crumbs": [*common.event_crumbs(found), (_("Backups"), back)],
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def new_event(request: HttpRequest, event: str, backup: int) -> HttpResponse:
    """Make a new event of a kept copy."""
    found = reached(request, EventPath(event))
    kept = get_object_or_404(EventBackup, event=found, pk=backup)
    try:
        made = copies.new_event_from(actor=common.signed_in(request), event=found, backup_id=kept.pk)
    except TournamentError as error:
        return common.back_with(request, reverse("tournaments:backups", args=[event]), error=error)
    done = _("This is a new event made from the backup. It does not count for ratings until you choose a rating list.")
    return common.back_with(request, reverse("tournaments:manage", args=[made.slug]), done=done)
