"""Reaching objects: always through the event, never by a bare id. What a visitor may not know of is not found."""

from typing import cast

from django.http import Http404
from rest_framework.request import Request

from clubs.models import User
from clubs.permissions import Action
from tournaments.models import Division, Entry, Event, Pairing, Round
from tournaments.permissions import may, require_action
from tournaments.queries.events import division_for, event_for
from tournaments.queries.rounds import pairing_for, round_for


def signed_in(request: Request) -> User:
    """The user of a request that the permission classes let through."""
    return cast("User", request.user)


def event_of(request: Request, slug: str, action: Action | None = None) -> Event:
    """The event of this address; 404 when the visitor may not know of it, 403 unless the user may do ``action`` in it."""
    try:
        event = event_for(slug, request.user)
    except Event.DoesNotExist as error:
        raise Http404 from error
    if action is not None:
        require_action(request.user, event, action)
    return event


def division_of(request: Request, event: str, division: str, action: Action | None = None) -> Division:
    """The division of this event; 404 and 403 as ``event_of``."""
    found = event_of(request, event, action)
    try:
        return division_for(found, division)
    except Division.DoesNotExist as error:
        raise Http404 from error


def round_of(request: Request, event: str, division: str, number: int, action: Action | None = None) -> Round:
    """The round of this division; a draft is not found by those who may not see drafts. 404 and 403 as ``event_of``."""
    found = division_of(request, event, division, action)
    try:
        return round_for(found, number, request.user)
    except Round.DoesNotExist as error:
        raise Http404 from error


def pairing_of(request: Request, event: str, pairing: int, action: Action | None = None) -> Pairing:
    """The pairing of this event, with its round, division and event; 404 and 403 as ``event_of``."""
    try:
        found = pairing_for(event, pairing, request.user)
    except Pairing.DoesNotExist as error:
        raise Http404 from error
    if action is not None:
        require_action(request.user, found.round.division.event, action)
    return found


def entry_of(division: Division, entry: int) -> Entry:
    """The entry of this division; 404 for one of another."""
    try:
        return Entry.objects.select_related("division__event__club", "player").get(division=division, pk=entry)
    except Entry.DoesNotExist as error:
        raise Http404 from error


def is_official(request: Request, event: Event) -> bool:
    """Whether the user sees what is not public yet: drafts, unconfirmed reports."""
    return may(request.user, event, Action.VIEW_DRAFTS)
