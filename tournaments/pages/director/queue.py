"""The queue of a division with rolling pairing: who is free, who plays, and what the director does about it."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.permissions import Action
from core.wording import listed
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, QueueSwitch
from tournaments.pages.director import common
from tournaments.permissions import actions_in
from tournaments.queries.queue import queue_view
from tournaments.services.rounds import rolling


def queue_url(division: Division) -> str:
    """The director's page of the queue."""
    return common.division_url("queue", division)


def queue(request: HttpRequest, division: Division) -> HttpResponse:
    """Who waits and who plays. An open page asks for it again, as the minutes grow."""
    if not division.settings.rolling:
        raise Http404
    actions = actions_in(common.signed_in(request), division.event)
    is_open = division.event.state != Event.State.FINISHED
    context = common.of_division(division) | {
        "view": queue_view(division),
        "on": QueueSwitch.objects.filter(division=division).exists(),
        "longest": division.settings.rolling_longest,
        "may_pair": is_open and Action.PAIR in actions,
        "may_join": is_open and Action.CHECK_IN in actions,
        "may_manage": is_open and Action.MANAGE_EVENT in actions,
        "crumbs": common.event_crumbs(division.event),
    }
    return render(request, "tournaments/director/queue.html", context)


@common.refused_to(queue_url)
def join(request: HttpRequest, division: Division) -> HttpResponse:
    """Players join the queue, or one leaves it: at once, or after the game in play."""
    actor, sent = common.signed_in(request), request.POST
    if "last" in sent:
        name = rolling.leave(actor=actor, division=division, entry_id=_number(sent["last"]))
        done = _("%(name)s will not be paired again after this game.") % {"name": name} if name else ""
        return common.back_with(request, queue_url(division), done=done)
    if "leave" in sent:
        name = rolling.leave(actor=actor, division=division, entry_id=_number(sent["leave"]))
        done = _("%(name)s is no longer in the queue.") % {"name": name} if name else ""
        return common.back_with(request, queue_url(division), done=done)
    others = [entry.pk for entry in queue_view(division).others] if "all" in sent else []
    entries = others or [_number(value) for value in sent.getlist("join")]
    names = rolling.join(actor=actor, division=division, entries=entries)
    done = ngettext("%(names)s is in the queue.", "%(names)s are in the queue.", len(names))
    return common.back_with(request, queue_url(division), done=done % {"names": listed(names)} if names else "")


@common.refused_to(queue_url)
def pair(request: HttpRequest, division: Division) -> HttpResponse:
    """What forms pairs or keeps players out of them: each button names what it does."""
    for name, do in _DEEDS.items():
        if name in request.POST:
            return common.back_with(request, queue_url(division), done=do(request, division))
    raise TournamentError(_("Choose what to do."), code="deed")


def _on(request: HttpRequest, division: Division) -> str:
    rolling.switch_on(actor=common.signed_in(request), division=division)
    return _("Pairs form automatically from now on.")


def _off(request: HttpRequest, division: Division) -> str:
    rolling.switch_off(actor=common.signed_in(request), division=division)
    return _("Pairs form only when you say so. The queue stays.")


def _now(request: HttpRequest, division: Division) -> str:
    games = rolling.pair_now(actor=common.signed_in(request), division=division)
    if not games:
        return _(
            "No pair yet: nobody has waited long enough to play one of the others. You can still pair two by hand."
        )
    return ngettext("%(count)d game begins.", "%(count)d games begin.", len(games)) % {"count": len(games)}


def _two(request: HttpRequest, division: Division) -> str:
    ticked = [_number(value) for value in request.POST.getlist("entry")]
    game = rolling.pair_two(actor=common.signed_in(request), division=division, entries=ticked)
    return _("They play at table %(table)s.") % {"table": game.table_number}


def _hold(request: HttpRequest, division: Division) -> str:
    entry = _number(request.POST["hold"])
    name = rolling.hold(actor=common.signed_in(request), division=division, entry_id=entry, held=True)
    return _("%(name)s will not be paired until you say so.") % {"name": name}


def _release(request: HttpRequest, division: Division) -> str:
    entry = _number(request.POST["release"])
    name = rolling.hold(actor=common.signed_in(request), division=division, entry_id=entry, held=False)
    return _("%(name)s can be paired again.") % {"name": name}


def _apart(request: HttpRequest, division: Division) -> str:
    pairing = _number(request.POST["apart"])
    words = rolling.take_apart(actor=common.signed_in(request), division=division, pairing_id=pairing)
    return _("Unpaired: %(game)s. Both are held in the queue.") % {"game": words}


_DEEDS: dict[str, Callable[[HttpRequest, Division], str]] = {
    "on": _on,
    "off": _off,
    "now": _now,
    "two": _two,
    "hold": _hold,
    "release": _release,
    "apart": _apart,
}


def _number(text: str) -> int:
    """An id that a form sent; 0, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0
