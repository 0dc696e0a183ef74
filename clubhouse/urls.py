"""Addresses of a club's life: its roll, its nights, its old results."""

from django.urls import URLPattern

from clubhouse.pages import archive, nights, public, roll
from clubs.access import EVERYBODY, page
from clubs.permissions import Action
from tournaments.access import of_event

_club = "clubs/<slug:club>/"
MANAGE, PLAYERS = Action.MANAGE_CLUB, Action.MANAGE_PLAYERS

urlpatterns: list[URLPattern] = [
    page(f"{_club}roll/", roll.roll, "roll", PLAYERS, "GET POST"),
    page(f"{_club}roll/import/", roll.import_roll, "import_roll", PLAYERS, "GET POST"),
    page(f"{_club}roll/export.csv", roll.export_roll, "export_roll", PLAYERS),
    page(f"{_club}roll/<int:member>/", roll.member, "roll_member", PLAYERS, "GET POST"),
    page(f"{_club}night/", nights.night, "club_night", Action.MANAGE_EVENT, "GET POST"),
    page(f"{_club}night/plan/", nights.plan, "night_plan", MANAGE, "GET POST"),
    page(f"{_club}old-results/", archive.import_past, "import_past", MANAGE, "GET POST"),
    page(f"{_club}events/", public.events, "club_events", EVERYBODY),
    page(f"{_club}calendar.ics", public.calendar, "club_calendar", EVERYBODY),
    of_event("calendar.ics", public.event_calendar, "event_calendar", EVERYBODY),
]
