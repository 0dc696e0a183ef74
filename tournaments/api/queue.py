"""The queue of a division with rolling pairing, over HTTP."""

from typing import Any

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath
from tournaments.api.serializers.queue import (
    FormedSerializer,
    FormPairsSerializer,
    HoldSerializer,
    JoinSerializer,
    QueueSerializer,
    QueueSwitchSerializer,
)
from tournaments.models import Division, QueueSwitch
from tournaments.queries.queue import queue_view
from tournaments.services.rounds import rolling

_TAG = "rounds"


def _body(division: Division) -> dict[str, Any]:
    view = queue_view(division)
    on = QueueSwitch.objects.filter(division=division).exists()
    games = [line.pairing_id for line in view.playing]
    return dict(QueueSerializer({"automatic": on, "waiting": view.waiting, "games": games}).data)


class QueueView(APIView):
    """Who waits in a division with rolling pairing, and whether pairs form automatically."""

    @operation("queue", _TAG, gives=QueueSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """Who waits, the longest wait first and those who are held last, and the games in play."""
        return Response(_body(reached(request, DivisionPath(**address))))

    @operation("switch_queue", _TAG, takes=QueueSwitchSerializer, gives=QueueSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Form pairs automatically, or only when a director says so."""
        division = reached(request, DivisionPath(**address))
        on = sent(request, QueueSwitchSerializer).validated_data["automatic"]
        (rolling.switch_on if on else rolling.switch_off)(actor=signed_in(request), division=division)
        return Response(_body(division))


class QueuePlacesView(APIView):
    """Places in the queue."""

    @operation("join_queue", _TAG, takes=JoinSerializer, gives=QueueSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Players are free; those who were in the queue already are left alone."""
        division = reached(request, DivisionPath(**address))
        entries = sent(request, JoinSerializer).validated_data["entries"]
        rolling.join(actor=signed_in(request), division=division, entries=entries)
        return Response(_body(division))


class QueuePlaceView(APIView):
    """One player's place in the queue."""

    @operation("hold_in_queue", _TAG, takes=HoldSerializer, gives=QueueSerializer)
    def patch(self, request: Request, **address: Any) -> Response:
        """Keep a player out of new pairs, or no longer."""
        entry = address.pop("entry")
        division = reached(request, DivisionPath(**address))
        held = sent(request, HoldSerializer).validated_data["held"]
        rolling.hold(actor=signed_in(request), division=division, entry_id=entry, held=held)
        return Response(_body(division))

    @operation("leave_queue", _TAG)
    def delete(self, request: Request, **address: Any) -> Response:
        """The player leaves the queue, or does not go back to it after the game in play."""
        entry = address.pop("entry")
        rolling.leave(actor=signed_in(request), division=reached(request, DivisionPath(**address)), entry_id=entry)
        return Response(status=status.HTTP_204_NO_CONTENT)


class QueuePairsView(APIView):
    """Games from the queue."""

    @operation("pair_queue", _TAG, takes=FormPairsSerializer, gives=FormedSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Form the pairs that the queue has now, which may be none; or pair the two `entries`, whatever counts against it."""
        division = reached(request, DivisionPath(**address))
        entries = sent(request, FormPairsSerializer).validated_data["entries"]
        actor = signed_in(request)
        if entries:
            games = [rolling.pair_two(actor=actor, division=division, entries=entries)]
        else:
            games = rolling.pair_now(actor=actor, division=division)
        return Response(FormedSerializer({"games": [game.pk for game in games]}).data)


class QueueGameView(APIView):
    """A game from the queue."""

    @operation("take_apart", _TAG)
    def delete(self, request: Request, **address: Any) -> Response:
        """Take the game apart while nobody has reported anything; both players are held in the queue, and have waited as long as before."""
        pairing = address.pop("game")
        division = reached(request, DivisionPath(**address))
        rolling.take_apart(actor=signed_in(request), division=division, pairing_id=pairing)
        return Response(status=status.HTTP_204_NO_CONTENT)
