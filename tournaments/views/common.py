"""What the director's views share: reaching objects through their event, and answering with a message."""

from collections.abc import Sequence
from typing import cast

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse

from clubs.models import User
from clubs.permissions import Action, require
from tournaments.models import Division, Event, Pairing

Crumbs = list[tuple[str, str]]


def signed_in(request: HttpRequest) -> User:
    """The user of a request behind ``login_required``."""
    return cast("User", request.user)


def event_for(request: HttpRequest, event: str, action: Action) -> Event:
    """The event of this address. 404 when there is none, 403 unless the user may do ``action`` in its club."""
    found = get_object_or_404(Event.objects.select_related("club"), slug=event)
    require(signed_in(request), found.club, action)
    return found


def division_for(request: HttpRequest, event: str, division: str, action: Action) -> Division:
    """The division of this event; 404 and 403 as ``event_for``."""
    found = get_object_or_404(Division.objects.select_related("event__club"), event__slug=event, slug=division)
    require(signed_in(request), found.event.club, action)
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


def error_texts(error: ValidationError) -> Sequence[str]:
    """The messages of a refusal, for the person who caused it."""
    return [str(text) for text in error.messages]


def back_with(request: HttpRequest, to: str, *, error: ValidationError | None = None, done: str = "") -> HttpResponse:
    """Go to ``to`` with a message: what was done, or why nothing was."""
    for text in error_texts(error) if error else ():
        messages.error(request, text)
    if done:
        messages.success(request, done)
    return redirect(to)
