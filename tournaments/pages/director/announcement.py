"""The director's pages of what an event announces: who can see it, text, place, fees, private link and schedule."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.events import AnnouncementForm, RoundTimesForm, ScheduleItemForm
from tournaments.models import Event
from tournaments.pages.director import common
from tournaments.permissions import is_listed, is_public
from tournaments.queries.round_plan import untimed_rounds
from tournaments.queries.schedule import expected_lines
from tournaments.services.events import announcement as services
from tournaments.services.events.events import update_event
from tournaments.web.qr import absolute, short_or_long
from tournaments.wording.round_plan import rounds_in_words


def _announcement_url(event: Event) -> str:
    return reverse("tournaments:announcement", args=[event.slug])


def _schedule_url(event: Event) -> str:
    return reverse("tournaments:manage_schedule", args=[event.slug])


def announcement(request: HttpRequest, event: Event) -> HttpResponse:
    """Change what the event's page announces, and who can see it."""
    form = AnnouncementForm(request.POST or None, initial=AnnouncementForm.initial_of(event))
    if request.method == "POST" and form.is_valid():
        with common.Refusals(form, {name: name for name in form.fields}):
            update_event(actor=common.signed_in(request), event=event, data=form.changes(event))
            return common.back_with(request, _announcement_url(event), done=_("Announcement saved."))
    key = services.event_key(event)
    link = absolute(request, reverse("tournaments:open_event", args=[key])) if key else ""
    context = common.of_event(event) | {
        "link": link,
        "address": absolute(request, reverse("tournaments:event", args=[event.slug])),
        "short": short_or_long(request, event) if is_listed(event) else "",
        "is_public": is_public(event),
    }
    return common.form_page(request, "announcement", form, context)


@common.refused_to(_announcement_url)
def replace_link(request: HttpRequest, event: Event) -> HttpResponse:
    """A new private link; the one before ends."""
    services.replace_event_link(actor=common.signed_in(request), event=event)
    done = _("The event has a new private link. The old one no longer works for new visitors.")
    return common.back_with(request, _announcement_url(event), done=done)


@common.refused_to(_schedule_url)
def schedule(request: HttpRequest, event: Event) -> HttpResponse:
    """The schedule: add a line, or the times of several rounds at once."""
    several = "last" in request.POST
    initial = {"day": event.starts_on}
    longest = max((division.settings.rounds_planned for division in event.divisions.all()), default=1)
    form = ScheduleItemForm(None if several else request.POST or None, initial=initial)
    untimed = untimed_rounds(event, longest)
    times: dict[str, object] = {"last": longest}
    if untimed is not None:
        times |= {
            "first": untimed.first,
            "day": untimed.at.date(),
            "time": untimed.at.time(),
            "minutes": untimed.minutes,
        }
    rounds = RoundTimesForm(request.POST if several else None, initial=initial | times, prefix=None)
    sent = rounds if several else form
    if request.method == "POST" and sent.is_valid():
        data = dict(sent.cleaned_data)
        starts_at = datetime.combine(data.pop("day"), data.pop("time"), event.zone)
        act = services.plan_rounds if several else services.add_schedule_item
        with common.Refusals(sent):
            act(actor=common.signed_in(request), event=event, starts_at=starts_at, **data)
            return common.back_with(request, _schedule_url(event), done=_("Schedule saved."))
    lines = expected_lines(event, list(event.schedule.all()))
    context = common.of_event(event) | {"lines": lines, "rounds": rounds, "zone": event.zone.key}
    context["untimed"] = rounds_in_words(untimed.first, untimed.last) if untimed is not None else ""
    return common.form_page(
        request, "schedule", sent if several and sent.errors else form, context | {"line_form": form}
    )


@common.refused_to(_schedule_url)
def remove_line(request: HttpRequest, event: Event, item: int) -> HttpResponse:
    """Take a line out of the schedule."""
    line = get_object_or_404(event.schedule, pk=item)
    services.remove_schedule_item(actor=common.signed_in(request), event=event, item_id=line.pk)
    return common.back_with(request, _schedule_url(event), done=_("Line removed from the schedule."))
