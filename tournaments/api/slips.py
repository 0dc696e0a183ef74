"""Reports without an account: whoever holds the slip's key may say how the game ended, and nothing else."""

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from config.api.throttling import SlipThrottle
from tournaments.api.results import answer_outcome, line_of
from tournaments.api.serializers.results import (
    OutcomeSerializer,
    SlipFileReportSerializer,
    SlipReportSerializer,
    SlipSerializer,
)
from tournaments.models import Event, Pairing, Round, Submission
from tournaments.services.results import submit_scoresheet
from tournaments.services.slips import find_pairing


class SlipReportView(APIView):
    """A slip: who plays, and the report of the game."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (SlipThrottle,)

    @extend_schema(responses=SlipSerializer, tags=["slips"], operation_id="slip", auth=[])
    def get(self, _request: Request, key: str) -> Response:
        """Who plays at which table, and whether reports are taken."""
        pairing = find_pairing(key)
        event = pairing.round.division.event
        body = {
            "event": event.slug,
            "event_name": event.name,
            "division": pairing.round.division.slug,
            "open": _is_open(pairing, event),
            "pairing": line_of(pairing),
        }
        return Response(SlipSerializer(body).data, headers={"Cache-Control": "no-store"})

    @extend_schema(
        request={"application/json": SlipReportSerializer, "multipart/form-data": SlipFileReportSerializer},
        responses={201: OutcomeSerializer, 200: OutcomeSerializer},
        tags=["slips"],
        operation_id="report_game",
        auth=[],
    )
    def post(self, request: Request, key: str) -> Response:
        """Report the game: scores, a record, or both. The same client_token again is the same report (200 instead of 201)."""
        pairing = find_pairing(key)
        data = (SlipFileReportSerializer if request.FILES else SlipReportSerializer)(data=request.data)
        data.is_valid(raise_exception=True)
        sheet = data.to_input(side=data.validated_data["side"], channel=Submission.Channel.LINK)
        return answer_outcome(submit_scoresheet(pairing_id=pairing.pk, data=sheet))


def _is_open(pairing: Pairing, event: Event) -> bool:
    return pairing.round.state == Round.State.PUBLISHED and event.state == Event.State.RUNNING
