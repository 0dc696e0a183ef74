"""Reports without an account by the shared link of a table: they report, and confirm nothing."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.operations import Method
from limits.api import SlipThrottle
from limits.services import count, network
from tournaments.api.results import answer_outcome, line_of
from tournaments.api.serializers.results import (
    OfficialReportSerializer,
    OutcomeSerializer,
    SlipFileReportSerializer,
    SlipReportSerializer,
    SlipSerializer,
)
from tournaments.models import Event, Pairing, Round, Submission
from tournaments.services.results.results import submit_scoresheet
from tournaments.services.results.slips import find_pairing


class KeyView(APIView):
    """What a key alone opens, without an account."""

    authentication_classes = ()
    throttle_classes = (SlipThrottle,)

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Count a wrong key, so that nobody guesses one."""
        if response.status_code == status.HTTP_404_NOT_FOUND:
            count("wrong_key", network(self.request._request))
        return super().finalize_response(request, response, *args, **kwargs)


def takes_report(
    operation_id: str, typed: type[OfficialReportSerializer], with_file: type[OfficialReportSerializer]
) -> Callable[[Method], Method]:
    """What the schema says of a method that takes a report, as JSON or with a file."""
    return extend_schema(
        request={"application/json": typed, "multipart/form-data": with_file},
        responses={201: OutcomeSerializer, 200: OutcomeSerializer},
        tags=["slips"],
        operation_id=operation_id,
        auth=[],
    )


class SlipReportView(KeyView):
    """A slip: who plays, and the report of the game."""

    @extend_schema(responses=SlipSerializer, tags=["slips"], operation_id="slip", auth=[])
    def get(self, _request: Request, key: str) -> Response:
        """Who plays at which table, and whether reports are taken."""
        return Response(SlipSerializer(slip_of(find_pairing(key))).data, headers={"Cache-Control": "no-store"})

    @takes_report("report_game", SlipReportSerializer, SlipFileReportSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Report the game: scores, a record, or both. The same client_token again is the same report (200 instead of 201).

        Such a report waits for an official, or for both players by their own links.
        """
        pairing = find_pairing(key)
        data = (SlipFileReportSerializer if request.FILES else SlipReportSerializer)(data=request.data)
        data.is_valid(raise_exception=True)
        sheet = data.to_input(side=data.validated_data["side"], channel=Submission.Channel.TABLE)
        return answer_outcome(submit_scoresheet(pairing_id=pairing.pk, data=sheet, loaded=pairing))


def slip_of(pairing: Pairing) -> dict[str, object]:
    """A game as ``SlipSerializer`` shows it."""
    event = pairing.round.division.event
    return {
        "event": event.slug,
        "event_name": event.name,
        "division": pairing.round.division.slug,
        "open": _is_open(pairing, event),
        "pairing": line_of(pairing),
    }


def _is_open(pairing: Pairing, event: Event) -> bool:
    return pairing.round.state == Round.State.PUBLISHED and event.state == Event.State.RUNNING
