"""The players' personal links: printed to be cut apart, and replaced when one is lost."""

from dataclasses import dataclass
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.access import reached
from tournaments.access import DivisionPath, EntryPath
from tournaments.errors import TournamentError
from tournaments.forms.events import ReasonForm
from tournaments.models import Division, Entry
from tournaments.pages.director import common
from tournaments.services.entries.personal_links import keys_of, replace_link
from tournaments.web.qr import absolute, qr_code

NO_CODE: Final = SafeString()


@dataclass(frozen=True, slots=True)
class Strip:
    """One player's strip of paper; without ``address`` the link must be replaced."""

    name: str
    number: int
    entry: int
    address: str = ""
    code: SafeString = NO_CODE


def personal_links(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Everybody's link to print and cut apart; ``?number=N`` prints one player's."""
    found = reached(request, DivisionPath(event, division))
    if found.event.what_if_of_id is not None:
        raise Http404
    only = request.GET.get("number", "")
    made = strips(request, found)
    context = {
        "division": found,
        "event": found.event,
        "strips": [strip for strip in made.values() if only in {"", str(strip.number)}],
        "missing": any(not strip.address for strip in made.values()),
        "crumbs": common.event_crumbs(found.event),
    }
    response = render(request, "tournaments/print/links.html", context)
    response["Cache-Control"] = "no-store"
    return response


def strips(request: HttpRequest, division: Division) -> dict[int, Strip]:
    """The strip of each entry, by number. Two queries."""
    keys = keys_of(division)
    entries = Entry.objects.filter(division=division).order_by("number")
    return {entry.pk: _strip(request, entry, keys.get(entry.pk, "")) for entry in entries}


def _strip(request: HttpRequest, entry: Entry, key: str) -> Strip:
    if not key:
        return Strip(entry.name, entry.number, entry.pk)
    address = absolute(request, reverse("tournaments:own_page", args=[key]))
    code = qr_code(address, label=_("Personal link of %(name)s") % {"name": entry.name})
    return Strip(entry.name, entry.number, entry.pk, address, code)


def replace(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """End a player's link and give another; the reason goes into the log."""
    player = reached(request, EntryPath(event, division, entry))
    back = reverse("tournaments:edit_entry", args=[event, division, entry])
    form = ReasonForm(request.POST)
    if not form.is_valid():
        error = TournamentError(_("Say why the link is replaced (up to 500 characters)."))
        return common.back_with(request, f"{back}#link", error=error)
    try:
        replace_link(actor=common.signed_in(request), entry=player, reason=form.cleaned_data["reason"])
    except TournamentError as error:
        return common.back_with(request, f"{back}#link", error=error)
    printed = reverse("tournaments:personal_links", args=[event, division])
    done = _("%(name)s has a new link; the old one no longer works. Print it.") % {"name": player.name}
    return common.back_with(request, f"{printed}?number={player.number}", done=done)
