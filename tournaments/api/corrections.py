"""What a ruling would change, over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import PairingPath
from tournaments.api.serializers.corrections import CorrectionSerializer
from tournaments.api.serializers.results import ResultFieldsSerializer
from tournaments.services.results.corrections import preview_correction


class RulingPreviewView(APIView):
    """What a ruling would change."""

    @operation("preview_ruling", "results", takes=ResultFieldsSerializer, gives=CorrectionSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Standings, prizes and ratings (official and live) before and after this result; nothing is stored."""
        pairing = reached(request, PairingPath(**address))
        data = sent(request, ResultFieldsSerializer)
        correction = preview_correction(actor=signed_in(request), pairing=pairing, result=data.result_input())
        return Response(CorrectionSerializer(correction).data)
