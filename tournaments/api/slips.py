"""Reports without an account by the shared link of a table: they report, and confirm nothing."""

from django.utils.crypto import salted_hmac
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

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


class SlipThrottle(ScopedRateThrottle):
    """The rate of one slip from one address: a hall of players behind one address must not be locked out."""

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Address and slip; the key itself is not kept."""
        who = f"{self.get_ident(request)} {view.kwargs.get('key') or view.kwargs['link']}"
        ident = salted_hmac("tournaments.slip-throttle", who, algorithm="sha256").hexdigest()
        return self.cache_format % {"scope": self.scope, "ident": ident}


class SlipReportView(APIView):
    """A slip: who plays, and the report of the game."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (SlipThrottle,)
    throttle_scope = "slip"

    @extend_schema(responses=SlipSerializer, tags=["slips"], operation_id="slip", auth=[])
    def get(self, _request: Request, key: str) -> Response:
        """Who plays at which table, and whether reports are taken."""
        return Response(SlipSerializer(slip_of(find_pairing(key))).data, headers={"Cache-Control": "no-store"})

    @extend_schema(
        request={"application/json": SlipReportSerializer, "multipart/form-data": SlipFileReportSerializer},
        responses={201: OutcomeSerializer, 200: OutcomeSerializer},
        tags=["slips"],
        operation_id="report_game",
        auth=[],
    )
    def post(self, request: Request, key: str) -> Response:
        """Report the game: scores, a record, or both. The same client_token again is the same report (200 instead of 201).

        Such a report waits for an official, or for both players by their own links.
        """
        pairing = find_pairing(key)
        data = (SlipFileReportSerializer if request.FILES else SlipReportSerializer)(data=request.data)
        data.is_valid(raise_exception=True)
        sheet = data.to_input(side=data.validated_data["side"], channel=Submission.Channel.TABLE)
        return answer_outcome(submit_scoresheet(pairing_id=pairing.pk, data=sheet))


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
