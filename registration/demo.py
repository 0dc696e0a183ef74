"""The demo's announced event: registration is open, one division is full."""

from datetime import datetime, time, timedelta
from decimal import Decimal
from uuid import NAMESPACE_URL, uuid5

from django.utils import timezone

from clubs.models import Club, User
from registration.inputs import PersonInput, PlacesInput, RegistrationInput, SettingsInput
from registration.services.desk import save_settings
from registration.services.register import register
from tournaments.inputs.events import DivisionInput, EventInput
from tournaments.models import Event
from tournaments.services.events.announcement import add_schedule_item, plan_rounds
from tournaments.services.events.events import add_division, create_event

_ABOUT = """Two divisions, six rounds, tea at four.

## What to bring

- a set and a clock, if you have one
- your own pencil
"""
_FORMS = (
    ("Nadia Wren",),
    ("Oskar Teal",),
    ("Priya Holm", "Tomas Holm"),
    ("Quentin Ives",),
    ("Rosa Field",),
)


def add_registration(director: User, club: Club) -> Event:
    """An event three weeks ahead, with people in and on the waiting list."""
    day = timezone.localdate() + timedelta(days=21)
    data = EventInput(
        name="Autumn Open",
        slug="autumn-open",
        starts_on=day,
        visibility=Event.Visibility.PUBLIC,
        about=_ABOUT,
        place="The old ferry office, 3 Quay Street",
        map_url="https://www.openstreetmap.org/",
        fees="12 EUR, 6 EUR under 18",
        division=DivisionInput().with_settings(rounds_planned=6),
    )
    event = create_event(actor=director, club=club, data=data)
    second = add_division(actor=director, event=event, data=DivisionInput(name="B").with_settings(rounds_planned=6))
    first = event.divisions.exclude(pk=second.pk).get()
    begins = datetime.combine(day, time(10), event.zone)
    plan_rounds(actor=director, event=event, first=1, last=3, starts_at=begins, minutes=60)
    lunch = begins + timedelta(hours=3)
    add_schedule_item(actor=director, event=event, starts_at=lunch, minutes=60, title="Lunch")
    plan_rounds(actor=director, event=event, first=4, last=6, starts_at=lunch + timedelta(hours=1), minutes=60)
    places = (
        PlacesInput(division_id=first.pk, capacity=4, fee=Decimal(12)),
        PlacesInput(division_id=second.pk, capacity=16, fee=Decimal(12)),
    )
    settings = SettingsInput(is_open=True, currency="EUR", fields={"minor": "optional"}, places=places)
    save_settings(actor=director, event=event, data=settings)
    for index, names in enumerate(_FORMS):
        people = tuple(PersonInput(name=name, division_id=first.pk) for name in names)
        token = uuid5(NAMESPACE_URL, f"demo-{index}")
        register(event=event, data=RegistrationInput(client_token=token, people=people, together=len(names) > 1))
    return event
