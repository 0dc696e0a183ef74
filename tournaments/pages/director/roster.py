"""Players of a division: typed, checked and imported, withdrawn and returned."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import reached
from tournaments.access import DivisionPath, EntryPath
from tournaments.errors import TournamentError
from tournaments.forms.entries import MAX_ROSTER_BYTES, EntryForm, ReturnForm, RosterForm, WithdrawForm, who_choices
from tournaments.models import Division, Entry
from tournaments.pages.director import common
from tournaments.queries.events import entries_of
from tournaments.services.entries import roster as services
from tournaments.services.entries.double_booking import booked_elsewhere
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.leaving import games_ahead, reinstate_entry, withdraw_entry
from tournaments.services.entries.past_rounds import import_past, preview_past
from tournaments.services.entries.roster_lines import RosterAction, RosterPreview, RosterRow
from tournaments.services.entries.same_names import WhoIsMeantError
from tournaments.web.too_big import answers_too_big


def roster(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The players, and the ways to add some."""
    found = reached(request, DivisionPath(event, division))
    return _page(request, found)


def add(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Enter one typed player."""
    found = reached(request, DivisionPath(event, division))
    form = EntryForm(request.POST, division=found)
    if not form.is_valid():
        return _page(request, found, entry_form=form)
    typed = form.cleaned_data
    row = RosterRow(name=typed["name"], rating=typed["rating"], same_as=typed["same_as"])
    try:
        entered = services.enter_player(
            actor=common.signed_in(request),
            division=found,
            row=row,
            from_round=typed["from_round"],
            despite_double_booking=typed["despite_double_booking"],
        )
    except WhoIsMeantError as error:
        form.add_error(None, str(error))
        form.ask_who(error.similar)
        return _page(request, found, entry_form=form)
    except services.DoubleBookedError as error:
        form.add_error(None, str(error))
        form.ask_double_booking()
        return _page(request, found, entry_form=form)
    except TournamentError as error:
        form.add_error("name", str(error))
        return _page(request, found, entry_form=form)
    return common.back_with(request, _address(found), done=_told(entered))


def _told(entered: services.Entered) -> str:
    """That the player is entered, and with which rating if it came from a list."""
    entry = entered.entry
    values = {"name": entry.name, "number": entry.number, "rating": entry.rating, "source": entered.rating_source}
    if entered.rating_source:
        return _("%(name)s is number %(number)d, rated %(rating)s by “%(source)s”.") % values
    return _("%(name)s is number %(number)d.") % values


@answers_too_big
def check(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Show what importing the list would do; nothing is written."""
    found = reached(request, DivisionPath(event, division))
    form = RosterForm(request.POST, request.FILES)
    if not form.is_valid():
        too_large = any(error.code == "too_large" for error in form.errors.as_data().get("file", []))
        return _page(request, found, roster_form=form, status=413 if too_large else 422)
    return _dry_run(request, found, form.roster_text(), form.roster_format(), answers=form.answers())


@answers_too_big
def import_checked(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Import the list that was shown, all of it or nothing."""
    found = reached(request, DivisionPath(event, division))
    form = RosterForm(request.POST)
    if not form.is_valid():
        return _page(request, found, roster_form=form, status=422)
    text, kind, answers = form.roster_text(), form.roster_format(), form.answers()
    preview = services.preview_roster(division=found, text=text, format=kind, answers=answers)
    if preview.questions and not preview.problems:
        refused = _("Choose the player for each marked line; nothing has been imported yet.")
        return _dry_run(request, found, text, kind, refused=refused, answers=answers)
    if not preview.ok:
        return _dry_run(request, found, text, kind, answers=answers)
    meant = "despite_double_booking" in request.POST
    try:
        if request.POST.get("past") == "1":
            rounds = import_past(
                actor=common.signed_in(request),
                division=found,
                text=text,
                answers=answers,
                despite_double_booking=meant,
            )
            done = ngettext("%(count)d round imported.", "%(count)d rounds imported.", len(rounds))
            home = reverse("tournaments:manage", args=[found.event.slug])
            return common.back_with(request, home, done=done % {"count": len(rounds)})
        new = services.import_roster(
            actor=common.signed_in(request), division=found, rows=preview.rows, despite_double_booking=meant
        )
    except TournamentError as error:
        return _dry_run(request, found, text, kind, refused=str(error), answers=answers)
    return common.back_with(request, _address(found), done=_imported(len(new), preview))


def _imported(new: int, preview: RosterPreview) -> str:
    """How many were entered, and how many of those already entered were changed."""
    done = ngettext("%(count)d player entered.", "%(count)d players entered.", new) % {"count": new}
    changed = sum(row.action == RosterAction.CHANGED for row in preview.rows)
    if not changed:
        return done
    more = ngettext("%(count)d player changed.", "%(count)d players changed.", changed) % {"count": changed}
    return f"{done} {more}" if new else more


def _dry_run(
    request: HttpRequest,
    division: Division,
    text: str,
    kind: services.RosterFormat,
    *,
    refused: str = "",
    answers: Mapping[int, int] | None = None,
) -> HttpResponse:
    preview = services.preview_roster(division=division, text=text, format=kind, answers=answers)
    asked = preview.questions
    context = _context(division) | {
        "preview": preview,
        "lines": [(row, who_choices(row.similar) if row.similar else []) for row in preview.rows],
        "past": preview_past(division=division, text=text, answers=answers) if kind == "tsh" else None,
        "refused": refused,
        "new_count": sum(row.is_new or row in asked for row in preview.rows),
        "changed_count": sum(row.action == RosterAction.CHANGED for row in preview.rows),
        "asked_count": len(asked),
        "text": text,
        "max_text": MAX_ROSTER_BYTES,
        "format": kind,
    }
    context["crumbs"] = [*common.event_crumbs(division.event), (_("Players"), _address(division))]
    return render(
        request,
        "tournaments/director/check_roster.html",
        context,
        status=422 if refused or preview.problems or not preview.rows else 200,
    )


def withdraw(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """A player leaves; the round and the reason are asked first."""
    leaving = reached(request, EntryPath(event, division, entry))
    found = leaving.division
    last = last_public_round(found)
    ahead = [game for game in games_ahead(leaving, 0) if not game.played]
    form = WithdrawForm(request.POST or None, games=bool(ahead), initial={"after_round": last})
    if request.method == "POST" and form.is_valid():
        try:
            withdraw_entry(actor=common.signed_in(request), entry=leaving, **form.cleaned_data)
        except TournamentError as error:
            form.add_error("after_round", str(error))
        else:
            return common.back_with(
                request, _address(found), done=_("%(name)s has withdrawn.") % {"name": leaving.name}
            )
    title = _("Withdraw %(name)s?") % {"name": leaving.name}
    points = [_("The player is no longer paired. Results stay in the standings, and the player can be reinstated.")]
    if ahead:
        points.append(_("Published games not yet played. Those after the round you choose, if you agree below:"))
        points += [str(game) for game in ahead]
    return _confirm(request, found, form, title=title, points=points, verb=_("Withdraw the player"))


def bring_back(request: HttpRequest, event: str, division: str, entry: int) -> HttpResponse:
    """A withdrawn player comes back."""
    returning = reached(request, EntryPath(event, division, entry))
    found = returning.division
    form = ReturnForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            reinstate_entry(actor=common.signed_in(request), entry=returning, **form.cleaned_data)
        except TournamentError as error:
            form.add_error(None, str(error))
        else:
            return common.back_with(request, _address(found), done=_("%(name)s reinstated.") % {"name": returning.name})
    title = _("Reinstate %(name)s?") % {"name": returning.name}
    points = [
        _("The player is paired again from the next round."),
        _("Games that became forfeits stay forfeits; correct them on their own pages if they are played after all."),
    ]
    return _confirm(request, found, form, title=title, points=points, verb=_("Reinstate the player"))


def _confirm(
    request: HttpRequest, division: Division, form: forms.Form, *, title: str, points: list[str], verb: str
) -> HttpResponse:
    crumbs = [*common.event_crumbs(division.event), (_("Players"), _address(division))]
    context = {
        "title": title,
        "points": points,
        "verb": verb,
        "form": form,
        "back": _address(division),
        "crumbs": crumbs,
    }
    return render(request, "tournaments/director/confirm.html", context, status=422 if form.errors else 200)


def _page(
    request: HttpRequest,
    division: Division,
    *,
    entry_form: EntryForm | None = None,
    roster_form: RosterForm | None = None,
    status: int | None = None,
) -> HttpResponse:
    entries = list(entries_of(division).prefetch_related("absences"))
    last = last_public_round(division)
    elsewhere = booked_elsewhere(division, {entry.player_id for entry in entries})
    context = _context(division) | {
        "entries": entries,
        "elsewhere": {entry.pk: elsewhere.get(entry.player_id, ()) for entry in entries},
        "last_round": last,
        "active_count": sum(entry.status == Entry.Status.ACTIVE for entry in entries),
        "entry_form": entry_form or EntryForm(division=division),
        "roster_form": roster_form or RosterForm(),
        "crumbs": common.event_crumbs(division.event),
    }
    bad = entry_form is not None or roster_form is not None
    return render(request, "tournaments/director/roster.html", context, status=status or (422 if bad else 200))


def _context(division: Division) -> dict[str, Any]:
    return {"division": division, "event": division.event}


def _address(division: Division) -> str:
    return reverse("tournaments:manage_roster", args=[division.event.slug, division.slug])
