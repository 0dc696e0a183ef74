"""What the director's views share: reaching objects through their event, and answering with a message."""

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from clubs import access
from games.registry import DEFAULT_GAME, GAMES
from tournaments.errors import TournamentError
from tournaments.models import Division, Event

Crumbs = list[tuple[str, str]]
signed_in = access.signed_in


def game_wanted(request: HttpRequest) -> str:
    """The game that the address asks a new division for; the usual one unless it names another."""
    wanted = request.GET.get("game", "")
    return wanted if wanted in GAMES else DEFAULT_GAME


def refuse_beyond_plan(division: Division, number: int) -> None:
    """404 for a round that the division can never have."""
    if not 1 <= number <= division.settings.rounds_planned:
        raise Http404


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
