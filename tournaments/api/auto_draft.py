"""The switch of automatic drafts, over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath
from tournaments.api.serializers.auto_draft import AutoPairingSerializer
from tournaments.models import AutoPairing, Division
from tournaments.services.rounds.auto_draft import auto_pairing_of, switch_off, switch_on


def _body(division: Division) -> dict[str, object]:
    switch = auto_pairing_of(division) or AutoPairing()
    names = ("system", "drafted_round", "failed_round", "error")
    return {"on": switch.pk is not None, **{name: getattr(switch, name) for name in names}}


class AutoPairingView(APIView):
    """Whether a division's next round is drafted when the last result is in."""

    @operation("auto_pairing", "rounds", gives=AutoPairingSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The switch, the last round drafted automatically, and why the next could not be."""
        return Response(_body(reached(request, DivisionPath(**address))))

    @operation("switch_auto_pairing", "rounds", takes=AutoPairingSerializer, gives=AutoPairingSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Switch it on (in the name of whoever asks) or off."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, AutoPairingSerializer)
        if data.validated_data["on"]:
            switch_on(actor=signed_in(request), division=division, system=data.validated_data["system"])
        else:
            switch_off(actor=signed_in(request), division=division)
        return Response(_body(division))
