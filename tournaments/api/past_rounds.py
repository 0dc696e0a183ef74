"""Continuing an event from a file of another program, over HTTP."""

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
    """Players and played rounds of a file of another program."""

    @operation("import_past_rounds", "roster", takes=PastRoundsSerializer, gives=PastPreviewSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Preview the import of a `.t`, `.tou`, `tourney.js` or table of results, or with `dry_run` false import it, all or nothing."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, PastRoundsSerializer)
        text = data.validated_data["text"]
        answers = data.answers()
        kind, part = data.validated_data["format"], data.validated_data["part"]
        preview = preview_past(division=division, text=text, format=kind, answers=answers, part=part)
        if not data.validated_data["dry_run"]:
            import_past(
                actor=signed_in(request),
                division=division,
                text=text,
                format=kind,
                answers=answers,
                part=part,
                despite_double_booking=data.validated_data["despite_double_booking"],
            )
        return Response(PastPreviewSerializer(preview).data)
