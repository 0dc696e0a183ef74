"""Games over HTTP: a pairing, reports of officials, history, rulings, records."""

from typing import Any

from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from games.models import GameRecord
from tournaments.access import PairingPath, is_official
from tournaments.api.rounds import slip_body
from tournaments.api.serializers.results import (
    ConsequencesSerializer,
    GoesOnSerializer,
    HistoryItemSerializer,
    OfficialFileReportSerializer,
    OfficialReportSerializer,
    OutcomeSerializer,
    RecordSerializer,
    ReissueSerializer,
    ResultSerializer,
    RulingSerializer,
    SlipKeySerializer,
)
from tournaments.api.serializers.rounds import PairingLineSerializer, PairingSerializer
from tournaments.engine.results import Side
from tournaments.models import Pairing, Result, Seat, Submission
from tournaments.queries.playing import is_playing
from tournaments.queries.results import history_of
from tournaments.queries.rounds import PairingLine, pairing_lines
from tournaments.queries.seats import record_is_hidden
from tournaments.services.judging.word_secrecy import record_for
from tournaments.services.results.corrections import correction_effects
from tournaments.services.results.going_on import say_who_goes_on
from tournaments.services.results.results import SubmissionOutcome, rule_result, submit_scoresheet
from tournaments.services.results.slips import revoke_link, slip_key


def line_of(pairing: Pairing) -> PairingLine:
    """The pairing as a line of its round's list; one query."""
    return pairing_lines(Seat.objects.filter(pairing=pairing))[0]


def answer_outcome(outcome: SubmissionOutcome) -> Response:
    """201 for a new report; 200 with the same body when the same report was sent before."""
    code = status.HTTP_201_CREATED if outcome.created else status.HTTP_200_OK
    return Response(OutcomeSerializer(outcome).data, status=code)


class PairingView(APIView):
    """One pairing."""

    @operation("pairing", "results", gives=PairingSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """A pairing with its result and the version that a ruling must send back."""
        pairing = reached(request, PairingPath(**address))
        context = {"official": is_official(request, pairing.round.division.event), "pairing": pairing}
        return Response(PairingSerializer(line_of(pairing), context=context).data)


class SubmissionsView(APIView):
    """Reports of officials."""

    @operation(
        "enter_result",
        "results",
        takes={"application/json": OfficialReportSerializer, "multipart/form-data": OfficialFileReportSerializer},
        gives={201: OutcomeSerializer, 200: OutcomeSerializer},
    )
    def post(self, request: Request, **address: Any) -> Response:
        """Enter a result at the desk. The same client_token again is the same report (200 instead of 201)."""
        pairing = reached(request, PairingPath(**address))
        kind = OfficialFileReportSerializer if request.FILES else OfficialReportSerializer
        data = sent(request, kind)
        sheet = data.to_input(side=Side.OFFICIAL, channel=Submission.Channel.API)
        return answer_outcome(
            submit_scoresheet(pairing_id=pairing.pk, data=sheet, actor=signed_in(request), loaded=pairing)
        )


class HistoryView(PagedView):
    """Everything that was reported and ruled about a game."""

    serializer_class = HistoryItemSerializer

    @operation("result_history", "results", gives=HistoryItemSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Reports and rulings in order; for officials."""
        pairing = reached(request, PairingPath(**address))
        return self.page(history_of(pairing))


class ConsequencesView(APIView):
    """What a correction would change."""

    @operation("ruling_consequences", "results", gives=ConsequencesSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """What a ruling on this game changes and what it does not, before it is made."""
        pairing = reached(request, PairingPath(**address))
        return Response(ConsequencesSerializer({"consequences": correction_effects(pairing_id=pairing.pk)}).data)


class RulingView(APIView):
    """An official decides."""

    @operation("rule_result", "results", takes=RulingSerializer, gives=ResultSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Decide a disputed result, or correct a confirmed one; earlier facts stay."""
        pairing = reached(request, PairingPath(**address))
        data = sent(request, RulingSerializer)
        result = rule_result(actor=signed_in(request), pairing_id=pairing.pk, data=data.to_input())
        return Response(ResultSerializer(result).data)


class GoesOnView(APIView):
    """Who goes on from a level match."""

    @operation("say_who_goes_on", "results", takes=GoesOnSerializer, gives=PairingLineSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Say who goes on from a match of a knock-out that ended level with this game; its result stays as it is."""
        pairing = reached(request, PairingPath(**address))
        seat = sent(request, GoesOnSerializer).validated_data["seat"]
        say_who_goes_on(actor=signed_in(request), pairing_id=pairing.pk, seat=seat)
        return Response(PairingLineSerializer(line_of(pairing)).data)


def _record_of(request: Request, event: str, pairing: int, uuid: str | None) -> GameRecord:
    """The record that goes with the confirmed result, for everybody; any report's record, for officials."""
    game = reached(request, PairingPath(event, pairing))
    current = Result.objects.filter(pairing=game, record__isnull=False)
    official = is_official(request, game.round.division.event)
    if record_is_hidden(game, request.user, official=official):
        raise Http404
    if not official:
        current = current.filter(state=Result.State.CONFIRMED)
    records = GameRecord.objects.filter(pk__in=current.values("record"))
    if uuid is not None and official:
        reported = Submission.objects.filter(pairing=game, record__isnull=False)
        records = GameRecord.objects.filter(Q(pk__in=reported.values("record")) | Q(pk__in=current.values("record")))
    record = get_object_or_404(records if uuid is None else records.filter(uuid=uuid))
    return record_for(game, record, official=official and not is_playing(request._request))


class RecordView(APIView):
    """The record of a game."""

    @operation("game_record", "results", gives=RecordSerializer)
    def get(self, request: Request, event: str, pairing: int) -> Response:
        """The record that goes with the result, with findings and the position after each turn."""
        return Response(RecordSerializer(_record_of(request, event, pairing, None)).data)


class ReportedRecordView(APIView):
    """A record by its id."""

    @operation("reported_record", "results", gives=RecordSerializer)
    def get(self, request: Request, event: str, pairing: int, uuid: str) -> Response:
        """One report's record; those that do not go with the result are for officials."""
        return Response(RecordSerializer(_record_of(request, event, pairing, uuid)).data)


class OriginalView(APIView):
    """A record's original bytes."""

    @operation(
        "original_record",
        "results",
        gives={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "The bytes as they came in.")},
    )
    def get(self, request: Request, event: str, pairing: int, uuid: str) -> HttpResponse:
        """The record exactly as it was sent."""
        record = _record_of(request, event, pairing, uuid)
        return HttpResponse(
            bytes(record.original),
            content_type="text/plain; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="game-{pairing}.{record.format}"'},
        )


class SlipView(APIView):
    """A pairing's private link is replaced."""

    @operation("replace_slip", "results", takes=ReissueSerializer, gives=SlipKeySerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """End the link of a slip that was lost or photographed, and issue another."""
        pairing = reached(request, PairingPath(**address))
        data = sent(request, ReissueSerializer)
        link = revoke_link(actor=signed_in(request), pairing=pairing, reason=data.validated_data["reason"])
        body = slip_body(request, line_of(pairing), slip_key(link), link.code)
        return Response(SlipKeySerializer(body).data, headers={"Cache-Control": "no-store"})
