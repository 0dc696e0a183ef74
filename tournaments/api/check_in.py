"""The check-in desk over HTTP: who is here, who is not yet, and what becomes of those who do not come."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.filters import chosen
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import EventPath
from tournaments.api.filters import ArrivalFilters
from tournaments.api.serializers.check_in import (
    AbsentSerializer,
    CheckedInSerializer,
    CheckInSerializer,
    CheckInSettingsSerializer,
    DeskLineSerializer,
    HereSerializer,
    NoShowSerializer,
)
from tournaments.inputs.check_in import CheckInInput
from tournaments.models import CheckIn, Event
from tournaments.queries.check_in import DeskLine, desk_lines
from tournaments.services.hall import check_in as services

_TAG = "check-in"


def _body(event: Event) -> dict[str, Any]:
    check_in = CheckIn.objects.filter(event=event).first()
    counts = Counter(line.presence for line in desk_lines(event))
    body = {name: counts[name] for name in ("here", "missing", "absent")}
    return dict(CheckInSerializer({**body, "open": check_in is not None, "settings": check_in or CheckInInput()}).data)


class CheckInView(APIView):
    """Check-in of an event."""

    @operation("check_in", _TAG, gives=CheckInSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """How players check in, and how many are here, not here yet, or absent."""
        return Response(_body(reached(request, EventPath(**address))))

    @operation("set_up_check_in", _TAG, takes=CheckInSettingsSerializer, gives=CheckInSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Open check-in, or change how it works."""
        event = reached(request, EventPath(**address))
        data = sent(request, CheckInSettingsSerializer).to_input()
        services.set_up_check_in(actor=signed_in(request), event=event, data=data)
        return Response(_body(event))

    @operation("end_check_in", _TAG)
    def delete(self, request: Request, **address: Any) -> Response:
        """End check-in; who was here is forgotten, so that it can begin again on another day."""
        event = reached(request, EventPath(**address))
        services.end_check_in(actor=signed_in(request), event=event)
        return Response(status=status.HTTP_204_NO_CONTENT)


class DeskView(PagedView):
    """The players at the desk."""

    serializer_class = DeskLineSerializer
    filterset_class = ArrivalFilters

    @operation("list_arrivals", _TAG, gives=DeskLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Everybody who is expected, of all divisions, by name; with `presence=missing` those who are not here yet."""
        event = reached(request, EventPath(**address))
        sought = chosen(ArrivalFilters, request)
        lines = desk_lines(event)
        return self.page([line for line in lines if all(getattr(line, name) == sought[name] for name in sought)])


class HereView(APIView):
    """Players are here."""

    @operation("check_players_in", _TAG, takes=HereSerializer, gives=CheckedInSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Check players in; those who were here already are left alone."""
        event = reached(request, EventPath(**address))
        data = sent(request, HereSerializer).validated_data
        ids = list(data["entries"])
        if data["club"] is not None:
            lines = desk_lines(event)
            ids += [line.entry_id for line in lines if line.club == data["club"] and line.presence == "missing"]
        new = services.check_in(actor=signed_in(request), event=event, entries=ids)
        return Response({"checked_in": [entry.pk for entry in new]})


class ArrivalView(APIView):
    """One player's arrival."""

    @operation("undo_arrival", _TAG)
    def delete(self, request: Request, entry: int, **address: Any) -> Response:
        """The player is not here after all."""
        event = reached(request, EventPath(**address))
        services.undo_check_in(actor=signed_in(request), event=event, entry_id=entry)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _lines(lines: Iterable[DeskLine]) -> Response:
    return Response(DeskLineSerializer(list(lines), many=True).data)


class AbsentView(APIView):
    """Players who did not come are absent."""

    @operation("mark_no_shows", _TAG, takes=AbsentSerializer, gives=DeskLineSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Those who are not here are absent in their next round, which counts nothing; who was marked, as they were before."""
        event = reached(request, EventPath(**address))
        chosen = sent(request, AbsentSerializer).validated_data["entries"]
        return _lines(services.mark_no_shows(actor=signed_in(request), event=event, entries=chosen))


class NoShowView(APIView):
    """A player who did not come has withdrawn."""

    @operation("withdraw_no_show", _TAG, takes=NoShowSerializer, gives=DeskLineSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Withdraw a player who is not here; nobody, if they have come meanwhile."""
        event = reached(request, EventPath(**address))
        number = sent(request, NoShowSerializer).validated_data["entry"]
        line = services.withdraw_no_show(actor=signed_in(request), event=event, entry_id=number)
        return _lines([] if line is None else [line])
