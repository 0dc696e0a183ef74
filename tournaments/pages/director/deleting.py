"""Mistakes undone: an entry or an event is deleted while nothing was played; a private copy is released."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import EntryPath, EventPath
from tournaments.errors import TournamentError
from tournaments.pages.director import common
from tournaments.services.events import copies, deleting


def delete_entry(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """Delete an entry made by mistake, after a second look."""
    mistaken = reached(request, EntryPath(event, division, entry))
    found = mistaken.division
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


def delete_event(request: HttpRequest, event: str) -> HttpResponse:
    """Delete an event made by mistake, after a second look."""
    found = reached(request, EventPath(event))
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


def release_copy(request: HttpRequest, event: str) -> HttpResponse:
    """Let everybody see a copy that was private."""
    found = reached(request, EventPath(event))
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
