"""Continuing an event from tsh, over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath
from tournaments.api.serializers.past_rounds import PastPreviewSerializer, PastRoundsSerializer
from tournaments.services.entries.past_rounds import import_past, preview_past


class PastRoundsView(APIView):
    """Players and played rounds of a division file of tsh."""

    @operation("import_past_rounds", "roster", takes=PastRoundsSerializer, gives=PastPreviewSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Preview the import of a `.t` file, or with `dry_run` false import it, all or nothing."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, PastRoundsSerializer)
        text = data.validated_data["text"]
        answers = data.answers()
        preview = preview_past(division=division, text=text, answers=answers)
        if not data.validated_data["dry_run"]:
            import_past(
                actor=signed_in(request),
                division=division,
                text=text,
                answers=answers,
                despite_double_booking=data.validated_data["despite_double_booking"],
            )
        return Response(PastPreviewSerializer(preview).data)
