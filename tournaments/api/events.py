"""Events and divisions over HTTP: parse, call one service, answer."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.dateparse import parse_date
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from core.api.bodies import sent
from core.api.filters import Filters
from core.api.operations import operation
from tournaments.access import DivisionPath, EventPath
from tournaments.api.filters import ClubEventFilters, EventFilters
from tournaments.api.serializers.events import (
    DivisionChangesSerializer,
    DivisionSerializer,
    EventChangesSerializer,
    EventDetailSerializer,
    EventSerializer,
    FinishSerializer,
    NewEventSerializer,
    ReasonSerializer,
)
from tournaments.models import Division, Event
from tournaments.permissions import visible_events
from tournaments.queries.events import divisions_of, events_of
from tournaments.services.events import events as services
from tournaments.services.events.copies import release
from tournaments.services.events.deleting import delete_event


def _detail(event: Event) -> dict[str, object]:
    """An event with its divisions; one query."""
    body = dict(EventSerializer(event).data)
    return {**body, "divisions": DivisionSerializer(divisions_of(event), many=True).data}


def _division(division: Division) -> dict[str, object]:
    return dict(DivisionSerializer(divisions_of(division.event).get(pk=division.pk)).data)


def _context(event: Event) -> dict[str, object]:
    """What a division's edition depends on."""
    return {"club": event.club, "day": event.starts_on}


def _day(request: Request) -> date | None:
    """The day of a new event, if it is one; its serializer says what is wrong with it."""
    try:
        return parse_date(str(request.data.get("starts_on"))) if isinstance(request.data, dict) else None
    except ValueError:
        return None


@extend_schema_view(get=extend_schema(tags=["events"], operation_id="list_events"))
class EventsView(generics.ListAPIView[Event]):
    """All events that this visitor may see."""

    serializer_class: type[serializers.Serializer[Event]] = EventSerializer
    filterset_class: type[Filters] = EventFilters

    def get_queryset(self) -> QuerySet[Event]:
        """Newest first."""
        return (
            Event.objects.filter(visible_events(self.request.user)).select_related("club").order_by("-starts_on", "-pk")
        )


@extend_schema_view(get=extend_schema(tags=["events"], operation_id="list_club_events"))
class ClubEventsView(EventsView):
    """The events of a club."""

    filterset_class = ClubEventFilters

    def get_queryset(self) -> QuerySet[Event]:
        """Newest first."""
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        club = get_object_or_404(Club, slug=self.kwargs["club"])
        return events_of(club, self.request.user).order_by("-starts_on", "-pk")

    @operation("create_event", "events", takes=NewEventSerializer, gives=EventDetailSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Create an event in preparation, with its first division."""
        club = reached(request, ClubPath(address["club"]))
        data = sent(request, NewEventSerializer, context={"club": club, "day": _day(request)})
        event = services.create_event(actor=signed_in(request), club=club, data=data.to_input())
        return Response(_detail(event), status=status.HTTP_201_CREATED)


class EventView(APIView):
    """One event."""

    @operation("event", "events", gives=EventDetailSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """An event with its divisions."""
        return Response(_detail(reached(request, EventPath(**address))))

    @operation("change_event", "events", takes=EventChangesSerializer, gives=EventDetailSerializer)
    def patch(self, request: Request, **address: Any) -> Response:
        """Rename or re-date the event; its address stays."""
        event = reached(request, EventPath(**address))
        data = sent(request, EventChangesSerializer)
        changed = services.update_event(actor=signed_in(request), event=event, data=data.to_input(event))
        return Response(_detail(changed))

    @operation("delete_event", "events")
    def delete(self, request: Request, **address: Any) -> Response:
        """Delete an event made by mistake, while no round of it is published; a private copy at any time."""
        delete_event(actor=signed_in(request), event=reached(request, EventPath(**address)))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _change(request: Request, address: dict[str, Any], change: Callable[..., Event], **values: Any) -> Response:
    """Make one change of an event; answers with the event."""
    event = reached(request, EventPath(**address))
    return Response(_detail(change(actor=signed_in(request), event=event, **values)))


class ReleaseView(APIView):
    """A private copy is released."""

    @operation("release_event", "events", gives=EventDetailSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Let everybody see an event that was made from a copy."""
        return _change(request, address, release)


class FinishView(APIView):
    """The end of an event."""

    @operation("finish_event", "events", takes=FinishSerializer, gives=EventDetailSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Finish the event: its rounds close, its ratings become official."""
        return _change(request, address, services.finish_event, **sent(request, FinishSerializer).validated_data)


class ReopenView(APIView):
    """A finished event is reopened."""

    @operation("reopen_event", "events", takes=ReasonSerializer, gives=EventDetailSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Reopen a finished event, so that results can be corrected."""
        return _change(request, address, services.reopen_event, **sent(request, ReasonSerializer).validated_data)


class DivisionsView(APIView):
    """The divisions of an event."""

    @operation("add_division", "events", takes=DivisionSerializer, gives=DivisionSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Add a division to an event that is not finished. What is not sent is as in the event's first division of that game."""
        event = reached(request, EventPath(**address))
        data = sent(request, DivisionSerializer, context=_context(event))
        first = divisions_of(event).first()
        like = first if first and data.validated_data.get("game", first.game) == first.game else None
        division = services.add_division(actor=signed_in(request), event=event, data=data.to_input(like=like))
        return Response(_division(division), status=status.HTTP_201_CREATED)


class DivisionView(APIView):
    """One division."""

    @operation("division", "events", gives=DivisionSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """A division with its settings."""
        return Response(_division(reached(request, DivisionPath(**address))))

    @operation("change_division", "events", takes=DivisionChangesSerializer(partial=True), gives=DivisionSerializer)
    def patch(self, request: Request, **address: Any) -> Response:
        """Change settings; what is not sent stays. Settings that games were played by no longer change.

        Once a round is published, what decides the standings changes only with a `reason`, and places that players have
        seen only with `confirm`; without it the answer names who would move.
        """
        division = reached(request, DivisionPath(**address))
        data = sent(request, DivisionChangesSerializer, partial=True, context=_context(division.event))
        reason, seen = data.confirmation()
        changed = services.update_division(
            actor=signed_in(request), division=division, data=data.to_input(keep=division), reason=reason, seen=seen
        )
        return Response(_division(changed))
