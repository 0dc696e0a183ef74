"""The switch that drafts the next round by itself, over HTTP."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from tournaments.access import DivisionPath
from tournaments.api.serializers.auto_draft import AutoPairingSerializer
from tournaments.models import Division
from tournaments.services.rounds.auto_draft import auto_pairing_of, switch_off, switch_on


def _body(division: Division) -> dict[str, object]:
    switch = auto_pairing_of(division)
    if switch is None:
        return {"on": False, "system": "", "drafted_round": None, "failed_round": None, "error": ""}
    names = ("system", "drafted_round", "failed_round", "error")
    return {"on": True, **{name: getattr(switch, name) for name in names}}


class AutoPairingView(APIView):
    """Whether a division's next round is drafted when the last result is in."""

    @extend_schema(responses=AutoPairingSerializer, tags=["rounds"], operation_id="auto_pairing")
    def get(self, request: Request, event: str, division: str) -> Response:
        """The switch, the last round that was drafted so, and why the next could not be."""
        return Response(_body(reached(request, DivisionPath(event, division))))

    @extend_schema(
        request=AutoPairingSerializer,
        responses=AutoPairingSerializer,
        tags=["rounds"],
        operation_id="switch_auto_pairing",
    )
    def put(self, request: Request, event: str, division: str) -> Response:
        """Switch it on (in the name of whoever asks) or off."""
        found = reached(request, DivisionPath(event, division))
        data = AutoPairingSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        if data.validated_data["on"]:
            switch_on(actor=signed_in(request), division=found, system=data.validated_data["system"])
        else:
            switch_off(actor=signed_in(request), division=found)
        return Response(_body(found))
