"""The director's registration desk: the list, one person, settings, messages, export."""

from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.typed import searched
from registration.forms import FeeForm, PlacesForm, SendBackForm, SettingsForm
from registration.models import ContactMessage, Registration
from registration.queries import (
    DeskSearch,
    desk_list,
    fee_of,
    fee_rows,
    fee_totals,
    places_of,
    settings_of,
    waiting_numbers,
)
from registration.services import desk as services
from registration.services.notices import page_of
from registration.services.places import entry_of, whom
from registration.web.exports import csv_response
from tournaments.engine.similar_names import SimilarNames
from tournaments.errors import TournamentError
from tournaments.models import Division, Entry, Event
from tournaments.pages.director import common
from tournaments.web.qr import absolute

State = Registration.State


def _desk_url(event: Event) -> str:
    return reverse("tournaments:registration_desk", args=[event.slug])


def _person_url(event: Event, person: int) -> str:
    return reverse("tournaments:registration_person", args=[event.slug, person])


def _ids(request: HttpRequest) -> list[int]:
    sent = request.POST.getlist("person")
    return [int(one) for one in sent if one.isascii() and one.isdigit() and len(one) < 19]


def desk(request: HttpRequest, event: Event) -> HttpResponse:
    """The list by division and state, with search; ticked people are accepted, refused, cancelled or marked."""
    if request.method == "POST":
        back = request.get_full_path()
        try:
            return common.back_with(request, back, done=_act(request, event))
        except TournamentError as error:
            return common.back_with(request, back, error=error)
    search = DeskSearch(
        searched(request.GET.get("q", "")), request.GET.get("state", ""), request.GET.get("division", "")
    )
    rows = list(desk_list(event, search))
    places = places_of(event)
    current, hidden = settings_of(event), services.only_officials_see(event)
    numbers = waiting_numbers([one.division.pk for one in places])
    context = common.of_event(event) | {
        "search": search,
        "lines": [(row, numbers.get(row.pk), fee_of(row)) for row in rows],
        "places": places,
        "has_fees": any(one.rules.fee for one in places),
        "totals": fee_totals(fee_rows(event)),
        "settings": current,
        "hidden": hidden,
        "can_open": event.state != Event.State.FINISHED and (hidden or not current.is_open),
        "states": [*State.choices, ("unclear", _("player not identified"))],
        "fees": Registration.Fee.choices,
        "messages_open": _open_messages(event),
        "form_address": absolute(request, reverse("tournaments:register", args=[event.slug])),
    }
    return render(request, "registration/desk.html", context)


def _open_messages(event: Event) -> int | None:
    """How many messages wait for an answer; None if nobody has written."""
    counted = ContactMessage.objects.filter(event=event).aggregate(
        total=Count("pk"), waiting=Count("pk", filter=Q(answered_at=None))
    )
    return int(counted["waiting"]) if counted["total"] else None


def _act(request: HttpRequest, event: Event) -> str:
    """What a button of the desk does to the ticked people; what was done, in words. Raises TournamentError."""
    ids, user, reason = _ids(request), common.signed_in(request), request.POST.get("reason", "")
    what = request.POST.get("do", "")
    if what == "confirm":
        count = services.ask_to_confirm(actor=user, event=event)
        return ngettext(
            "%(count)d player has been asked to confirm.", "%(count)d players have been asked to confirm.", count
        ) % {"count": count}
    if not ids:
        raise TournamentError(_("Tick at least one player."), code="person")
    if what == "accept":
        count = len(services.accept(actor=user, event=event, ids=ids))
        return ngettext("%(count)d player accepted.", "%(count)d players accepted.", count) % {"count": count}
    if what == "refuse":
        services.refuse(actor=user, event=event, ids=ids, reason=reason)
        return _("Refused.")
    if what == "cancel":
        services.cancel(actor=user, event=event, ids=ids, reason=reason)
        return _("Cancelled.")
    if what in Registration.Fee.values:
        services.mark_fee(actor=user, event=event, ids=ids, mark=what, note=reason)
        return _("Fees updated.")
    raise TournamentError(_("Choose one of the buttons."), code="do")


def person_page(request: HttpRequest, event: Event, person: int) -> HttpResponse:
    """One registration: all that was typed, and all that can be done with it."""
    row = get_object_or_404(
        Registration.objects.select_related("group", "division__places", "division__rating_pool", "player"),
        division__event=event,
        pk=person,
    )
    row.division.event = event
    back_form = SendBackForm(
        request.POST if request.POST.get("do") == "send_back" else None, settings=settings_of(event)
    )
    if request.method == "POST" and (request.POST.get("do") != "send_back" or back_form.is_valid()):
        here = _person_url(event, row.pk)
        try:
            return common.back_with(request, here, done=_act_on(request, event, row, back_form))
        except TournamentError as error:
            return common.back_with(request, here, error=error)
    unclear = row.state == State.ENTERED and row.player_id is None
    entry = entry_of(row)
    path = page_of(row.group)
    others = list(Entry.objects.filter(division=row.division).exclude(player=row.player_id).order_by("name"))
    meant = (
        SimilarNames([(one.pk, one.name) for one in others]).find(row.pairing_request_player)
        if row.pairing_request
        else []
    )
    context = common.of_event(event) | {
        "one": row,
        "entry": entry,
        "unclear": unclear,
        "similar": whom(row)[1] if unclear else (),
        "link": absolute(request, path) if path else "",
        "others": others,
        "meant": meant[0] if meant else None,
        "divisions": Division.objects.filter(event=event).exclude(pk=row.division_id).order_by("position"),
        "fee": fee_of(row),
        "settings": settings_of(event),
        "fee_form": FeeForm(initial={"mark": row.fee_mark, "note": row.fee_note}),
        "send_back": back_form,
        "live": row.state not in {State.REFUSED, State.CANCELLED},
        "crumbs": [*common.event_crumbs(event), (_("Registration"), _desk_url(event))],
    }
    return render(request, "registration/person.html", context, status=422 if back_form.errors else 200)


def _act_on(request: HttpRequest, event: Event, row: Registration, back_form: SendBackForm) -> str:
    user, what, sent = common.signed_in(request), request.POST.get("do", ""), request.POST
    number = int(sent["to"]) if sent.get("to", "").isascii() and sent.get("to", "").isdigit() else 0
    if what == "send_back":
        data = back_form.cleaned_data
        services.send_back(
            actor=user, event=event, registration_id=row.pk, fields=data["fields_marked"], message=data["message"]
        )
        return _("Returned for correction.")
    if what == "who":
        services.say_who(actor=user, event=event, registration_id=row.pk, same_as=number)
        return _("%(name)s is now on the list of players.") % {"name": row.name}
    if what == "undo_who":
        services.undo_who(actor=user, event=event, registration_id=row.pk)
        return _("Choose again who this is.")
    if what == "move":
        services.move(actor=user, event=event, registration_id=row.pk, division_id=number)
        return _("Moved.")
    if what == "pairing_request":
        services.grant_pairing_request(actor=user, event=event, registration_id=row.pk, other=number)
        return _("The two are kept apart.")
    if what == "link":
        services.replace_link(actor=user, event=event, group_id=row.group_id)
        return _("The link has been replaced; the old one no longer works.")
    if what == "fee":
        services.mark_fee(actor=user, event=event, ids=[row.pk], mark=sent.get("mark", ""), note=sent.get("note", ""))
        return _("Fee updated.")
    return _act(request, event)


@common.refused_to(_desk_url)
def open_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Take registrations with the usual settings: what that means, and the button."""
    if request.method == "POST":
        services.open_registration(actor=common.signed_in(request), event=event)
        return common.back_with(request, _desk_url(event), done=_("Registration is open."))
    points = [
        _("Players register with their names; no account is needed."),
        _("Places, fees and what the form asks for can be set now or later, in the registration settings."),
    ]
    if services.only_officials_see(event):
        points.insert(0, _("Everybody can see the event from now on."))
    return common.confirm(
        request,
        event,
        title=_("Open registration"),
        points=points,
        verb=_("Open registration"),
        back=common.event_url(event),
    )


def settings_page(request: HttpRequest, event: Event) -> HttpResponse:
    """Window, places, fields, fees."""
    zone = event.zone
    current = settings_of(event)
    form = SettingsForm(request.POST or None, zone=zone, initial=SettingsForm.initial_of(current, zone))
    rows = [
        PlacesForm(
            request.POST or None,
            division=at.division,
            initial={name: getattr(at.rules, name) for name in PlacesForm.base_fields},
        )
        for at in places_of(event)
    ]
    if request.method == "POST" and all([form.is_valid(), *(row.is_valid() for row in rows)]):
        try:
            services.save_settings(actor=common.signed_in(request), event=event, data=form.settings_input(rows))
        except (TournamentError, ValidationError) as error:
            common.add_error(form, error.code if error.code in form.fields else None, error)
        else:
            return common.back_with(request, _desk_url(event), done=_("Registration settings saved."))
    context = common.of_event(event) | {"form": form, "rows": rows, "zone": zone.key}
    context["crumbs"] = [*common.event_crumbs(event), (_("Registration"), _desk_url(event))]
    bad = bool(form.errors) or any(row.errors for row in rows)
    return render(request, "registration/settings.html", context, status=422 if bad else 200)


def message_list(request: HttpRequest, event: Event) -> HttpResponse:
    """What people wrote to the directors; a message is marked once it is answered."""
    if request.method == "POST":
        for number in _ids(request):
            services.answer_message(actor=common.signed_in(request), event=event, message_id=number)
        here = reverse("tournaments:registration_messages", args=[event.slug])
        return common.back_with(request, here, done=_("Marked as answered."))
    context = common.of_event(event) | {"contact_messages": ContactMessage.objects.filter(event=event)[:200]}
    context["crumbs"] = [*common.event_crumbs(event), (_("Registration"), _desk_url(event))]
    return render(request, "registration/messages.html", context)


def fee_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Who pays what, to print for the desk: everybody who is in or is offered a place, by name. Four queries."""
    rows = fee_rows(event)
    context = common.of_event(event) | {
        "lines": [(row, fee_of(row)) for row in rows],
        "totals": fee_totals(rows),
        "settings": settings_of(event),
        "crumbs": [*common.event_crumbs(event), (_("Registration"), _desk_url(event))],
    }
    return render(request, "registration/fee_list.html", context)


def export(_request: HttpRequest, event: Event) -> HttpResponse:
    """Every registration as a table for a spreadsheet."""
    return csv_response(event)
