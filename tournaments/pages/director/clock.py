"""The director's page of the clocks in the hall: one for the event, or one for each division's round."""

from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.engine.round_clock import Act
from tournaments.errors import TournamentError
from tournaments.forms.clock import ClockChangeForm, ClockStartForm, TableTimeForm
from tournaments.models import Division, Event, RoundClock, TableTime
from tournaments.pages.director import common
from tournaments.queries.clock import ClockReading, clocks_of
from tournaments.queries.next_games import rounds_in_play
from tournaments.queries.round_plan import round_lengths
from tournaments.queries.table_times import table_times_of
from tournaments.services.hall import clock as services
from tournaments.services.hall import table_time as services_of_tables


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
    return _page(request, event)


def _page(request: HttpRequest, event: Event, table_form: TableTimeForm | None = None) -> HttpResponse:
    clocks = clocks_of(event)
    context = common.of_event(event) | {
        "rows": _rows(event, clocks),
        "table_form": table_form or TableTimeForm(auto_id="id_table_%s"),
        "table_times": table_times_of(event, clocks),
    }
    return render(request, "tournaments/director/clock.html", context, status=200 if table_form is None else 422)


def give_table_time(request: HttpRequest, event: Event) -> HttpResponse:
    """Give one table extra time; a form with errors comes back filled in."""
    form = TableTimeForm(request.POST, auto_id="id_table_%s")
    if form.is_valid():
        with common.Refusals(form, {"table": "table", "reason": "reason", "minutes": "minutes"}):
            given = services_of_tables.give_table_time(
                actor=common.signed_in(request), event=event, data=form.table_time()
            )
            minutes = ngettext("%(count)d extra minute", "%(count)d extra minutes", given.minutes)
            done = _("Table %(table)s has %(minutes)s: %(reason)s.") % {
                "table": given.pairing.table_number,
                "minutes": minutes % {"count": given.minutes},
                "reason": given.reason,
            }
            return common.back_with(request, f"{_clocks_url(event)}#table-time", done=done)
    return _page(request, event, form)


@common.refused_to(_clocks_url)
def end_table_time(request: HttpRequest, event: Event, extra: int) -> HttpResponse:
    """Cancel extra time of a table."""
    get_object_or_404(TableTime, pairing__round__division__event=event, pk=extra)
    given = services_of_tables.cancel_table_time(actor=common.signed_in(request), event=event, time_id=extra)
    done = _("The extra time of table %(table)s was cancelled.") % {"table": given.pairing.table_number}
    return common.back_with(request, f"{_clocks_url(event)}#table-time", done=done)


def _rows(event: Event, readings: list[ClockReading]) -> list[Timed]:
    clocks = {shown.clock.division_id: shown for shown in readings}
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
