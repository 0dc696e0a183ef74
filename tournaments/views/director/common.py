"""What the director's views share: reaching objects through their event, and answering with a message."""

from typing import cast

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from clubs.models import User
from clubs.permissions import Action
from games.registry import DEFAULT_GAME, GAMES
from tournaments.errors import TournamentError
from tournaments.models import Division, Event, Pairing, Round
from tournaments.permissions import may_see_event, require_action

Crumbs = list[tuple[str, str]]


def signed_in(request: HttpRequest) -> User:
    """The user of a request behind ``login_required``."""
    return cast("User", request.user)


def game_wanted(request: HttpRequest) -> str:
    """The game that the address asks a new division for; the usual one unless it names another."""
    wanted = request.GET.get("game", "")
    return wanted if wanted in GAMES else DEFAULT_GAME


def event_for(request: HttpRequest, event: str, action: Action) -> Event:
    """The event of this address. 404 when the user may not know of it, 403 unless the user may do ``action`` in it."""
    return _checked(request, get_object_or_404(Event.objects.select_related("club"), slug=event), action)


def division_for(request: HttpRequest, event: str, division: str, action: Action) -> Division:
    """The division of this event; 404 and 403 as ``event_for``."""
    found = get_object_or_404(Division.objects.select_related("event__club"), event__slug=event, slug=division)
    _checked(request, found.event, action)
    return found


def _checked(request: HttpRequest, event: Event, action: Action) -> Event:
    user = signed_in(request)
    if not may_see_event(user, event):
        raise Http404
    require_action(user, event, action)
    return event


def refuse_beyond_plan(division: Division, number: int) -> None:
    """404 for a round that the division can never have."""
    if not 1 <= number <= division.settings.rounds_planned:
        raise Http404


def round_for(division: Division, number: int) -> Round:
    """The division's round of this number; 404 when it has not been paired."""
    found = get_object_or_404(Round.objects.select_related("run"), division=division, number=number)
    found.division = division
    return found


def game_for(division: Division, number: int, pairing: int) -> Pairing:
    """The pairing of this division's round, with its seats and entries; 404 for one of another round, division or event."""
    games = Pairing.objects.select_related("round__division__event__club").prefetch_related("seats__entry")
    return get_object_or_404(games, round__division=division, round__number=number, pk=pairing)


def event_crumbs(event: Event) -> Crumbs:
    """Club / event."""
    return [
        (event.club.name, reverse("clubs:club", args=[event.club.slug])),
        (event.name, reverse("tournaments:manage", args=[event.slug])),
    ]


def round_url(division: Division, number: int) -> str:
    """The director's page of a round."""
    return reverse("tournaments:manage_round", args=[division.event.slug, division.slug, number])


def back_with(request: HttpRequest, to: str, *, error: TournamentError | None = None, done: str = "") -> HttpResponse:
    """Go to ``to`` with a message: what was done, or why nothing was."""
    if error is not None:
        messages.error(request, str(error))
    if done:
        messages.success(request, done)
    return redirect(to)


def add_error(form: forms.Form, field: str | None, error: ValidationError | TournamentError) -> None:
    """Show a refusal at the field it is about (None: above the form)."""
    form.add_error(field, error if isinstance(error, ValidationError) else str(error))
