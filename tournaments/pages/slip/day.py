"""The day by the personal link: here, late, a bye, leaving; and the tick that says who sits at a table."""

from http import HTTPStatus

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.access import at_event
from tournaments.errors import TournamentError
from tournaments.forms.check_in import ByeForm, LateForm
from tournaments.models import Arrival, Entry, Event, PersonalLink, PlayerNotice
from tournaments.pages.slip.private import private
from tournaments.pages.slip.slip import Slip, by_slip, opened
from tournaments.queries.check_in import check_in_of
from tournaments.services.entries import notices
from tournaments.services.entries.entries import last_public_round
from tournaments.services.entries.personal_links import find_link
from tournaments.services.hall.check_in import check_oneself_in, sit_down
from tournaments.services.rounds import rolling
from tournaments.web.qr import absolute, qr_code


@private
def here(_request: HttpRequest, key: str) -> HttpResponse:
    """The player is here; the own page says so, or why not."""
    try:
        check_oneself_in(find_link(key))
    except TournamentError as error:
        if error.status in {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}:
            raise
        return _day(_request, find_link(key), key, problem=str(error))
    return redirect("tournaments:own_page", key=key)


@private
def queue(request: HttpRequest, key: str) -> HttpResponse:
    """The player is free, or no longer; the own page says so, or why not."""
    link = find_link(key)
    try:
        if "leave" in request.POST:
            rolling.leave_oneself(link)
        else:
            rolling.join_oneself(link)
    except TournamentError as error:
        return _day(request, link, key, problem=str(error))
    return redirect("tournaments:own_page", key=key)


@private
def day(request: HttpRequest, key: str) -> HttpResponse:
    """The code for the desk, and what a player may tell the director: late, a bye ahead, leaving."""
    link = find_link(key)
    if request.method != "POST":
        return _day(request, link, key)
    tell = request.POST.get("tell", "")
    form: forms.Form | None = None
    try:
        if tell == "late":
            form = LateForm(request.POST)
            if form.is_valid():
                notices.tell_late(link=link, minutes=form.cleaned_data["minutes"])
                return _sent(key)
        elif tell == "bye":
            form = _bye_form(link.entry, request)
            if form.is_valid():
                notices.ask_for_bye(link=link, number=form.cleaned_data["number"])
                return _sent(key)
        elif tell == "leave":
            if request.POST.get("sure") == "on":
                notices.withdraw_oneself(link=link)
                return _sent(key)
            return _day(request, link, key, problem=_("Tick the box to say that you are leaving."))
    except TournamentError as error:
        return _day(request, link, key, problem=str(error))
    return _day(
        request, link, key, form=form, problem="" if form is not None else _("Choose what to tell the director.")
    )


def _sent(key: str) -> HttpResponse:
    return redirect(reverse("tournaments:own_day", args=[key]) + "?told=1")


def _bye_form(entry: Entry, request: HttpRequest | None = None) -> ByeForm:
    last = last_public_round(entry.division)
    data = request.POST if request is not None else None
    return ByeForm(data, first=last + 1, last=entry.division.settings.rounds_planned)


def _day(
    request: HttpRequest, link: PersonalLink, key: str, *, form: forms.Form | None = None, problem: str = ""
) -> HttpResponse:
    entry = link.entry
    event = entry.division.event
    at_event(request, event)
    address = absolute(request, reverse("tournaments:own_page", args=[key]))
    check_in = check_in_of(event)
    bye_form = form if isinstance(form, ByeForm) else _bye_form(entry)
    context = {
        "key": key,
        "entry": entry,
        "event": event,
        "division": entry.division,
        "check_in": check_in,
        "arrived": Arrival.objects.filter(entry=entry).exists(),
        "plays": entry.status == Entry.Status.ACTIVE and event.state != Event.State.FINISHED,
        "notices": PlayerNotice.objects.filter(entry=entry),
        "code": qr_code(address, label=_("%(name)s’s personal link") % {"name": entry.name}),
        "late_form": form if isinstance(form, LateForm) else LateForm(),
        "bye_form": bye_form if bye_form.has_rounds and not entry.division.settings.rolling else None,
        "problem": problem,
        "told": request.GET.get("told") == "1" and not problem,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if problem or form is not None else HTTPStatus.OK
    return render(request, "tournaments/slip/day.html", context, status=status)


@by_slip
def at_table(request: HttpRequest, slip: Slip) -> HttpResponse:
    """A player sits at the table: oneself by the personal link, any of the table by the table's."""
    text = request.POST.get("entry", "")
    own = [
        seat.entry_id for seat in slip.pairing.seats.all() if slip.link is None or seat.entry_id == slip.link.entry_id
    ]
    entry = next((pk for pk in own if str(pk) == text), None)
    if entry is None:
        return opened(
            request, slip, problem=_("Choose a player at this table."), status=HTTPStatus.UNPROCESSABLE_ENTITY
        )
    try:
        sit_down(pairing=slip.pairing, entry_id=entry, here="away" not in request.POST)
    except TournamentError as error:
        return opened(request, slip, problem=str(error), status=error.status)
    return redirect(slip.home)
