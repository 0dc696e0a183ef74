"""Mistakes undone: an entry or an event is deleted while nothing was played; a private copy is released."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.permissions import Action
from tournaments.errors import TournamentError
from tournaments.models import Entry
from tournaments.services import copies, deleting
from tournaments.views.director import common


@login_required
@require_http_methods(["GET", "POST"])
def delete_entry(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Delete an entry made by mistake, after a second look."""
    found = common.division_for(request, event, division, Action.MANAGE_EVENT)
    mistaken = get_object_or_404(Entry, division=found, pk=entry)
    back = reverse("tournaments:manage_roster", args=[event, division])
    if request.method == "POST":
        try:
            deleting.delete_entry(actor=common.signed_in(request), entry=mistaken)
        except TournamentError as error:
            return common.back_with(request, back, error=error)
        done = _("%(name)s deleted.") % {"name": mistaken.name}
        return common.back_with(request, back, done=done)
    context = {
        "event": found.event,
        "title": _("Delete %(name)s from the event?") % {"name": mistaken.name},
        "points": [_("The player is removed as if never entered; the log still shows it.")],
        "verb": _("Delete the player"),
        "danger": True,
        "back": back,
        "crumbs": [*common.event_crumbs(found.event), (_("Players"), back)],
    }
    return render(request, "tournaments/director/confirm.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def delete_event(request: HttpRequest, event: str) -> HttpResponse:
    """Delete an event made by mistake, after a second look."""
    found = common.event_for(request, event, Action.MANAGE_EVENT)
    back = reverse("tournaments:manage", args=[event])
    if request.method == "POST":
        try:
            club = deleting.delete_event(actor=common.signed_in(request), event=found)
        except TournamentError as error:
            return common.back_with(request, back, error=error)
        done = _("“%(event)s” deleted.") % {"event": found.name}
        return common.back_with(request, reverse("clubs:club", args=[club.slug]), done=done)
    context = {
        "event": found,
        "title": _("Delete %(event)s?") % {"event": found.name},
        "points": [
            _("Its divisions, players, drafts, prizes and backups are deleted. This cannot be undone."),
            _(
                "Players of the club stay; only those who joined with this event and have never played elsewhere "
                "are deleted too."
            ),
        ],
        "verb": _("Delete the event"),
        "danger": True,
        "back": back,
        "crumbs": common.event_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context)


@login_required
@require_http_methods(["GET", "POST"])
def release_copy(request: HttpRequest, event: str) -> HttpResponse:
    """Let everybody see a copy that was private."""
    found = common.event_for(request, event, Action.MANAGE_EVENT)
    back = reverse("tournaments:manage", args=[event])
    if request.method == "POST":
        try:
            copies.release(actor=common.signed_in(request), event=found)
        except TournamentError as error:
            return common.back_with(request, back, error=error)
        return common.back_with(request, back, done=_("The event is now public."))
    context = {
        "event": found,
        "title": _("Release %(event)s?") % {"event": found.name},
        "points": [_("Everyone will be able to see the event, with all its published rounds and results.")],
        "verb": _("Release the event"),
        "back": back,
        "crumbs": common.event_crumbs(found),
    }
    return render(request, "tournaments/director/confirm.html", context)
