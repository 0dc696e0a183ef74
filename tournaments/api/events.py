"""Events and divisions over HTTP: parse, call one service, answer."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club
from tournaments.access import DivisionPath, EventPath
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


@extend_schema_view(get=extend_schema(tags=["events"], operation_id="list_events"))
class EventsView(generics.ListAPIView[Event]):
    """All events that this visitor may see."""

    serializer_class: type[serializers.Serializer[Event]] = EventSerializer

    def get_queryset(self) -> QuerySet[Event]:
        """Newest first."""
        return (
            Event.objects.filter(visible_events(self.request.user)).select_related("club").order_by("-starts_on", "-pk")
        )


@extend_schema_view(get=extend_schema(tags=["events"], operation_id="list_club_events"))
class ClubEventsView(EventsView):
    """The events of a club."""

    def get_queryset(self) -> QuerySet[Event]:
        """Newest first."""
        if getattr(self, "swagger_fake_view", False):
            return Event.objects.none()
        club = get_object_or_404(Club, slug=self.kwargs["club"])
        return events_of(club, self.request.user).order_by("-starts_on", "-pk")

    @extend_schema(
        request=NewEventSerializer, responses={201: EventDetailSerializer}, tags=["events"], operation_id="create_event"
    )
    def post(self, request: Request, club: str) -> Response:
        """Create an event in preparation, with its first division."""
        found, user = reached(request, ClubPath(club)), signed_in(request)
        data = NewEventSerializer(data=request.data, context={"club": found})
        data.is_valid(raise_exception=True)
        event = services.create_event(actor=user, club=found, data=data.to_input())
        return Response(_detail(event), status=status.HTTP_201_CREATED)


class EventView(APIView):
    """One event."""

    @extend_schema(responses=EventDetailSerializer, tags=["events"], operation_id="event")
    def get(self, request: Request, event: str) -> Response:
        """An event with its divisions."""
        return Response(_detail(reached(request, EventPath(event))))

    @extend_schema(
        request=EventChangesSerializer, responses=EventDetailSerializer, tags=["events"], operation_id="change_event"
    )
    def patch(self, request: Request, event: str) -> Response:
        """Rename or re-date the event; its address stays."""
        found = reached(request, EventPath(event))
        data = EventChangesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        changed = services.update_event(actor=signed_in(request), event=found, data=data.to_input(found))
        return Response(_detail(changed))

    @extend_schema(responses={204: None}, tags=["events"], operation_id="delete_event")
    def delete(self, request: Request, event: str) -> Response:
        """Delete an event made by mistake, while no round of it is published; a private copy at any time."""
        delete_event(actor=signed_in(request), event=reached(request, EventPath(event)))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ReleaseView(APIView):
    """A private copy is released."""

    @extend_schema(request=None, responses=EventDetailSerializer, tags=["events"], operation_id="release_event")
    def post(self, request: Request, event: str) -> Response:
        """Let everybody see an event that was made from a copy."""
        found = reached(request, EventPath(event))
        return Response(_detail(release(actor=signed_in(request), event=found)))


class FinishView(APIView):
    """The end of an event."""

    @extend_schema(
        request=FinishSerializer, responses=EventDetailSerializer, tags=["events"], operation_id="finish_event"
    )
    def post(self, request: Request, event: str) -> Response:
        """Finish the event: its rounds close, its ratings become official."""
        found = reached(request, EventPath(event))
        data = FinishSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        finished = services.finish_event(actor=signed_in(request), event=found, **data.validated_data)
        return Response(_detail(finished))


class ReopenView(APIView):
    """A finished event is taken up again."""

    @extend_schema(
        request=ReasonSerializer, responses=EventDetailSerializer, tags=["events"], operation_id="reopen_event"
    )
    def post(self, request: Request, event: str) -> Response:
        """Open a finished event again, so that results can be corrected."""
        found = reached(request, EventPath(event))
        data = ReasonSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        reopened = services.reopen_event(actor=signed_in(request), event=found, **data.validated_data)
        return Response(_detail(reopened))


class DivisionsView(APIView):
    """The divisions of an event."""

    @extend_schema(
        request=DivisionSerializer, responses={201: DivisionSerializer}, tags=["events"], operation_id="add_division"
    )
    def post(self, request: Request, event: str) -> Response:
        """Add a division to an event that is not finished. What is not sent is as in the event's first division of that game."""
        found = reached(request, EventPath(event))
        data = DivisionSerializer(data=request.data, context={"club": found.club})
        data.is_valid(raise_exception=True)
        first = divisions_of(found).first()
        like = first if first and data.validated_data.get("game", first.game) == first.game else None
        division = services.add_division(actor=signed_in(request), event=found, data=data.to_input(like=like))
        return Response(_division(division), status=status.HTTP_201_CREATED)


class DivisionView(APIView):
    """One division."""

    @extend_schema(responses=DivisionSerializer, tags=["events"], operation_id="division")
    def get(self, request: Request, event: str, division: str) -> Response:
        """A division with its settings."""
        return Response(_division(reached(request, DivisionPath(event, division))))

    @extend_schema(
        request=DivisionChangesSerializer(partial=True),
        responses=DivisionSerializer,
        tags=["events"],
        operation_id="change_division",
    )
    def patch(self, request: Request, event: str, division: str) -> Response:
        """Change settings; what is not sent stays. Settings that games were played by no longer change.

        Once a round is published, what decides the standings changes only with a `reason`, and places that players have
        seen only with `confirm`; without it the answer names who would move.
        """
        found = reached(request, DivisionPath(event, division))
        data = DivisionChangesSerializer(data=request.data, partial=True, context={"club": found.event.club})
        data.is_valid(raise_exception=True)
        reason, seen = data.confirmation()
        changed = services.update_division(
            actor=signed_in(request), division=found, data=data.to_input(keep=found), reason=reason, seen=seen
        )
        return Response(_division(changed))
