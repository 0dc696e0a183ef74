"""The clocks of the hall over HTTP."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath, EventPath, is_official
from tournaments.api.serializers.clock import (
    ClockChangeSerializer,
    ClockSerializer,
    ClockStartSerializer,
    TableTimeGivenSerializer,
    TableTimeSerializer,
)
from tournaments.inputs.clock import ClockStart
from tournaments.models import RoundClock, TableTime
from tournaments.queries.clock import ClockReading, clocks_of
from tournaments.queries.table_times import table_times_at, table_times_of
from tournaments.services.hall import clock as services
from tournaments.services.hall.table_time import cancel_table_time, give_table_time


def _body(clock: ClockReading, *, official: bool) -> dict[str, Any]:
    return dict(ClockSerializer(clock, context={"official": official}).data)


class ClocksView(APIView):
    """The clocks of an event."""

    @operation("clocks", "rounds", gives=ClockSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The clocks of the hall, with what they show; the event's own first."""
        event = reached(request, EventPath(**address))
        official = is_official(request, event)
        return Response([_body(clock, official=official) for clock in clocks_of(event)])

    @operation("start_clock", "rounds", takes=ClockStartSerializer, gives=ClockSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Start a clock; it replaces one that is over, or of an earlier round."""
        event = reached(request, EventPath(**address))
        data = sent(request, ClockStartSerializer)
        slug = data.validated_data.get("division")
        division = reached(request, DivisionPath(division=slug, **address)) if slug is not None else None
        start = ClockStart(division_id=division.pk if division else None, minutes=data.validated_data.get("minutes"))
        started = services.start_clock(actor=signed_in(request), event=event, data=start)
        return Response(_body(started, official=True), status=status.HTTP_201_CREATED)


class ClockView(APIView):
    """One clock."""

    @operation("change_clock", "rounds", takes=ClockChangeSerializer, gives=ClockSerializer)
    def post(self, request: Request, clock: int, **address: Any) -> Response:
        """Pause, resume, extend (with minutes and a reason) or stop it; answers what it then shows."""
        event = reached(request, EventPath(**address))
        get_object_or_404(RoundClock, event=event, pk=clock)
        data = sent(request, ClockChangeSerializer)
        changed = services.change_clock(actor=signed_in(request), event=event, clock_id=clock, data=data.to_input())
        return Response(_body(changed, official=True))


class TableTimesView(APIView):
    """Extra time of single tables."""

    @operation("table_times", "rounds", gives=TableTimeSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The extra time of the tables that still play, by table."""
        event = reached(request, EventPath(**address))
        return Response(TableTimeSerializer(table_times_of(event, clocks_of(event)), many=True).data)

    @operation("give_table_time", "rounds", takes=TableTimeGivenSerializer, gives=TableTimeSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Give a table extra time, beyond what the clock gives everyone."""
        event = reached(request, EventPath(**address))
        data = sent(request, TableTimeGivenSerializer).to_input()
        given = give_table_time(actor=signed_in(request), event=event, data=data)
        reading = next(one for one in table_times_at(given.pairing_id) if one.time.pk == given.pk)
        return Response(TableTimeSerializer(reading).data, status=status.HTTP_201_CREATED)


class TableTimeView(APIView):
    """Extra time of one table."""

    @operation("cancel_table_time", "rounds")
    def delete(self, request: Request, time: int, **address: Any) -> Response:
        """Cancel extra time that was given by mistake; the log keeps both."""
        event = reached(request, EventPath(**address))
        get_object_or_404(TableTime, pairing__round__division__event=event, pk=time)
        cancel_table_time(actor=signed_in(request), event=event, time_id=time)
        return Response(status=status.HTTP_204_NO_CONTENT)
