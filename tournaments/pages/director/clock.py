"""The director's page of the clocks in the hall: one for the event, or one for each division's round."""

from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.engine.round_clock import Act
from tournaments.errors import TournamentError
from tournaments.forms.clock import ClockChangeForm, ClockStartForm
from tournaments.models import Division, Event, RoundClock
from tournaments.pages.director import common
from tournaments.queries.clock import ClockReading, clocks_of
from tournaments.queries.next_games import rounds_in_play
from tournaments.queries.round_plan import round_lengths
from tournaments.services.hall import clock as services


@dataclass(frozen=True, slots=True)
class Timed:
    """What can have a clock: the event (no division), or a division's round in play. ``form``: to start one."""

    division: Division | None
    round: int | None
    clock: ClockReading | None
    form: forms.Form

    @property
    def key(self) -> str:
        """Tells one from another in the page."""
        return self.division.slug if self.division else "event"


def _clocks_url(event: Event) -> str:
    return reverse("tournaments:manage_clock", args=[event.slug])


@common.refused_to(_clocks_url)
def manage_clock(request: HttpRequest, event: Event) -> HttpResponse:
    """All clocks with what can be done to them; a POST starts one."""
    if request.method == "POST":
        return _start(request, event)
    return render(request, "tournaments/director/clock.html", common.of_event(event) | {"rows": _rows(event)})


def _rows(event: Event) -> list[Timed]:
    clocks = {shown.clock.division_id: shown for shown in clocks_of(event)}
    playing = rounds_in_play(event)
    divisions = [one for one in Division.objects.filter(event=event).order_by("position") if one.pk in playing]
    lengths = round_lengths(divisions, {pk: round_.number for pk, round_ in playing.items()})
    rows = [Timed(None, None, clocks.get(None), _form("event", max(lengths.values())))] if divisions else []
    return rows + [
        Timed(one, playing[one.pk].number, clocks.get(one.pk), _form(one.slug, lengths[one.pk])) for one in divisions
    ]


def _form(key: str, minutes: int) -> ClockStartForm:
    return ClockStartForm(initial={"minutes": minutes}, auto_id=f"id_%s_{key}")


def _start(request: HttpRequest, event: Event) -> HttpResponse:
    slug = request.POST.get("division", "")
    division = get_object_or_404(Division, event=event, slug=slug) if slug else None
    form = ClockStartForm(request.POST)
    if not form.is_valid():
        raise _first_error(form)
    data = form.start(division.pk if division else None)
    services.start_clock(actor=common.signed_in(request), event=event, data=data)
    return common.back_with(request, _clocks_url(event), done=_("Clock started."))


@common.refused_to(_clocks_url)
def change_clock(request: HttpRequest, event: Event, clock: int) -> HttpResponse:
    """Pause, resume, extend or stop."""
    get_object_or_404(RoundClock, event=event, pk=clock)
    form = ClockChangeForm(request.POST)
    if not form.is_valid():
        raise _first_error(form)
    try:
        change = form.change()
    except ValidationError as error:
        raise TournamentError(" ".join(error.messages)) from error
    services.change_clock(actor=common.signed_in(request), event=event, clock_id=clock, data=change)
    done = {
        Act.PAUSE: _("Clock paused."),
        Act.RESUME: _("Clock resumed."),
        Act.EXTEND: _("Round extended."),
        Act.STOP: _("Clock stopped."),
    }
    return common.back_with(request, _clocks_url(event), done=done[change.act])


def _first_error(form: forms.Form) -> TournamentError:
    """What is wrong with the form, in one sentence."""
    name, errors = next(iter(form.errors.items()))
    label = form.fields[name].label if name in form.fields else None
    return TournamentError(f"{label}: {errors[0]}" if label else str(errors[0]), code="clock_form")
