"""Pages for those who register: the form, their own page behind a personal link, the list of players, the message to the director."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from limits.forms import ContactForm
from limits.web import limited_form
from registration.forms import GroupForm, PersonForm, ReachForm, people_count
from registration.inputs import MAX_PEOPLE, OF_GROUP, OPTIONAL_FIELDS
from registration.models import Registration, RegistrationGroup, RegistrationSettings
from registration.queries import Places, places_of, public_list, settings_of, waiting_numbers, why_closed
from registration.services import register as services
from registration.services.contact import write_to_director
from registration.services.notices import own_parts, page_of
from tournaments.access import at_event
from tournaments.errors import TournamentError
from tournaments.models import Event, PersonalLink
from tournaments.pages.public.event import public_crumbs
from tournaments.pages.slip.private import private
from tournaments.services.entries.personal_links import key_of
from tournaments.web.qr import absolute

State = Registration.State


def _person_forms(data: Any, count: int, settings: RegistrationSettings, places: list[Places]) -> list[PersonForm]:
    return [PersonForm(data, prefix=f"p{index}", settings=settings, places=places) for index in range(count)]


@limited_form("registration")
def register_page(request: HttpRequest, event: Event) -> HttpResponse:
    """The form: one person, or several with “Add another person”."""
    settings = settings_of(event)
    places = places_of(event)
    closed = why_closed(event, settings)
    data = request.POST if request.method == "POST" else None
    count = people_count(data)
    if data is not None:
        known = _known(event, data.get("client_token", ""))
        if known is not None:  # sent twice
            return redirect(page_of(known))
    if data is not None and "more" in data:
        count = min(count + 1, MAX_PEOPLE)
    if data is not None and "fewer" in data:
        count = max(count - 1, 1)
    resized = data is not None and ("more" in data or "fewer" in data)
    people = _person_forms(data, count, settings, places)
    form = GroupForm(data, settings=settings, people=count)
    if resized:  # no errors yet: the form is not finished
        people = [
            PersonForm(
                initial={name.removeprefix(f"p{index}-"): value for name, value in (data or {}).items()},
                prefix=f"p{index}",
                settings=settings,
                places=places,
            )
            for index in range(count)
        ]
        form = GroupForm(initial=dict((data or {}).items()), settings=settings, people=count)
    elif data is not None and not closed and all([form.is_valid(), *(person.is_valid() for person in people)]):
        group = _send(request, event, form, people)
        if group is not None:
            return redirect(page_of(group))
    bad = not resized and (bool(form.errors) or any(person.errors for person in people))
    context = {
        "event": event,
        "crumbs": public_crumbs(event),
        "settings": settings,
        "places": places,
        "closed": closed,
        "zone": event.zone,
        "form": form,
        "people": people,
        "count": count,
        "most": MAX_PEOPLE,
    }
    return render(request, "registration/register.html", context, status=422 if bad else 200)


def _known(event: Event, token: str) -> RegistrationGroup | None:
    try:
        return RegistrationGroup.objects.filter(event=event, client_token=UUID(token)).first()
    except ValueError:
        return None


def _send(request: HttpRequest, event: Event, form: GroupForm, people: list[PersonForm]) -> RegistrationGroup | None:
    """Register them; None with the refusal at the field it is about."""
    try:
        return services.register(event=event, data=form.registration_input(people), actor=request.user)
    except services.PersonError as error:
        person = people[error.person]
        person.add_error(error.code if error.code in person.fields else None, str(error))
    except TournamentError as error:
        form.add_error(error.code if error.code in form.fields else None, str(error))
    except ValidationError as error:
        form.add_error(None, error)
    return None


def entry_list(request: HttpRequest, event: Event) -> HttpResponse:
    """Who is in and who waits."""
    lists: list[dict[str, object]] = []
    for division, people in public_list(event):
        waiting = sum(one.waiting is not None for one in people)
        shows = {"rating": any(one.rating is not None for one in people), "club": any(one.club for one in people)}
        counts = {"waiting": waiting, "entered": len(people) - waiting}
        lists.append({"division": division, "people": people, "shows": shows, **counts})
    context = {"event": event, "crumbs": public_crumbs(event), "lists": lists}
    return render(request, "registration/entry_list.html", context)


@limited_form("contact")
def contact(request: HttpRequest, event: Event) -> HttpResponse:
    """Write to the directors; their addresses are not shown."""
    form = ContactForm(request.POST or None)
    sent = False
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        write_to_director(event=event, name=data["name"], email=data["email"], text=data["text"])
        sent = True
    context = {"event": event, "crumbs": public_crumbs(event), "form": form, "sent": sent}
    return render(request, "registration/contact.html", context, status=422 if form.errors else 200)


def _own(request: HttpRequest, key: str, **more: object) -> HttpResponse:
    group = services.find_group(key)
    at_event(request, group.event)
    people = services.people_of(group)
    numbers = waiting_numbers({one.division_id for one in people})
    entries = {(one.division_id, one.player_id) for one in people if one.player_id and one.state == State.ENTERED}
    links = PersonalLink.live(entry__division__in=[division for division, _player in entries]).select_related("entry")
    keys = {(link.entry.division_id, link.entry.player_id): key_of(link) for link in links if entries}
    settings = settings_of(group.event)
    labels = {"name": _("Name"), **{name: str(label) for name, (label, _use) in OPTIONAL_FIELDS.items()}}
    lines = [
        {
            "one": one,
            "number": numbers.get(one.pk),
            "event_key": keys.get((one.division_id, one.player_id or 0)) if one.state == State.ENTERED else "",
            "marked": [labels[name] for name in one.marked if name in labels],
            "over": one.state in {State.CANCELLED, State.REFUSED},
            "editable": one.state in {State.TO_CORRECT, State.APPLIED, State.WAITING},
        }
        for one in people
    ]
    ask = settings.confirm_asked_at is not None and any(
        one.state == State.ENTERED and one.confirmed_at is None for one in people
    )
    context = {
        "key": key,
        "group": group,
        "event": group.event,
        "lines": lines,
        "ask": ask,
        "zone": group.event.zone,
        "settings": settings,
        "address": absolute(request, reverse("tournaments:own_registration", args=[key])),
        "parts": [part(group, key) for part in own_parts],
        **more,
    }
    return render(request, "registration/own.html", context)


@private
def own_registration(request: HttpRequest, key: str) -> HttpResponse:
    """Where the registration stands, and what can be done: accept or decline a place, correct, confirm, cancel."""
    if request.method != "POST":
        return _own(request, key)
    group = services.find_group(key)
    person = request.POST.get("person", "")
    number = int(person) if person.isascii() and person.isdigit() and len(person) < 19 else 0
    try:
        done = _act(group, request.POST.get("do", ""), number)
    except TournamentError as error:
        response = _own(request, key, error=str(error))
        response.status_code = 422
        return response
    return _own(request, key, done=done)


def _act(group: RegistrationGroup, what: str, number: int) -> str:
    """Do it; what was done, in words. Raises TournamentError."""
    if what == "accept":
        services.accept_offer(group=group, registration_id=number)
        return _("The place is yours.")
    if what == "decline":
        services.decline_offer(group=group, registration_id=number)
        return _("You declined the place. The next person on the waiting list gets it.")
    if what == "cancel":
        name = services.cancel(group=group, registration_id=number).name
        return _("The registration for %(name)s has been cancelled.") % {"name": name}
    if what == "confirm":
        services.confirm_details(group=group)
        return _("Thank you. Your details have been confirmed.")
    raise TournamentError(_("Choose one of the buttons."), code="do")


def _of_person(
    page: Callable[[HttpRequest, str, RegistrationGroup, Registration], HttpResponse],
) -> Callable[[HttpRequest, str, int], HttpResponse]:
    """A page about one person of the link's group; the link's own page where the group has nobody of this number."""

    @private
    @wraps(page)
    def view(request: HttpRequest, key: str, person: int) -> HttpResponse:
        group = services.find_group(key)
        one = next((row for row in services.people_of(group) if row.pk == person), None)
        return redirect("tournaments:own_registration", key) if one is None else page(request, key, group, one)

    return view


@_of_person
def own_cancel(request: HttpRequest, key: str, group: RegistrationGroup, one: Registration) -> HttpResponse:
    """A second look before a registration is cancelled."""
    return render(request, "registration/own_cancel.html", {"key": key, "one": one, "event": group.event})


@_of_person
def own_details(request: HttpRequest, key: str, group: RegistrationGroup, one: Registration) -> HttpResponse:
    """Correct one's details, with the fields marked that the director wants corrected."""
    settings = settings_of(group.event)
    places = [at for at in places_of(group.event) if at.division.pk == one.division_id]
    initial = {name: getattr(one, name) for name in PersonForm.base_fields if name != "division"}
    form = PersonForm(request.POST or None, initial=initial, settings=settings, places=places)
    known = {name: getattr(group, name) for name in OF_GROUP}
    reach = ReachForm(request.POST or None, initial=known, marked=one.marked, settings=settings)
    for fields in (form.fields, reach.fields):
        for name in fields.keys() & one.marked:
            fields[name].help_text = _("Please correct this.")
    if request.method == "POST" and form.is_valid() and reach.is_valid():
        try:
            row = services.correct(
                group=group, registration_id=one.pk, person=form.person_input(), reach=reach.cleaned_data
            )
        except TournamentError as error:
            form.add_error(error.code if error.code in form.fields else None, str(error))
        else:
            # under a new link if the email address was corrected
            return redirect(page_of(row.group) or reverse("tournaments:own_registration", args=[key]))
    context = {"key": key, "one": one, "event": group.event, "form": form, "reach": reach}
    wrong = form.errors or reach.errors
    return render(request, "registration/own_details.html", context, status=422 if wrong else 200)
