"""Publishing the drafts of several divisions at once over HTTP."""

from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import EventPath
from tournaments.api.serializers.publish_all import DivisionStartSerializer, StartReportSerializer, StartSerializer
from tournaments.models import Division
from tournaments.services.rounds.publish_all import RoundChoice, preview_publishing, publish_rounds


class StartView(APIView):
    """The drafted rounds of an event's divisions."""

    @operation("what_starts", "rounds", gives=DivisionStartSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """What publishing would do in each division, and what blocks it."""
        event = reached(request, EventPath(**address))
        previews: Any = preview_publishing(event)  # the stubs of ``many=True`` know querysets only
        return Response(DivisionStartSerializer(previews, many=True).data)

    @operation("start_rounds", "rounds", takes=StartSerializer, gives=StartReportSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Publish the drafts that are named, each by itself; those refused stay drafts, with the reason."""
        event = reached(request, EventPath(**address))
        data = sent(request, StartSerializer)
        divisions = dict(Division.objects.filter(event=event).values_list("slug", "pk"))
        rows = data.validated_data["rounds"]
        if any(row["division"] not in divisions for row in rows):
            raise Http404
        chosen = [RoundChoice(divisions[row["division"]], row["number"], row["expected_version"]) for row in rows]
        outcome = publish_rounds(
            actor=signed_in(request), event=event, chosen=chosen, with_clock=data.validated_data["clock"]
        )
        return Response(StartReportSerializer(outcome).data)
