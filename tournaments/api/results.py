"""Games over HTTP: a pairing, reports of officials, history, rulings, records."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from games.models import GameRecord
from tournaments.access import PairingPath, is_official
from tournaments.api.rounds import slip_body
from tournaments.api.serializers.results import (
    ConsequencesSerializer,
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
from tournaments.api.serializers.rounds import PairingSerializer
from tournaments.models import Pairing, Result, Seat, Submission
from tournaments.queries.playing import is_playing
from tournaments.queries.results import history_of
from tournaments.queries.rounds import PairingLine, pairing_lines
from tournaments.services.judging.word_secrecy import record_for
from tournaments.services.results.corrections import correction_effects
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

    @extend_schema(responses=PairingSerializer, tags=["results"], operation_id="pairing")
    def get(self, request: Request, event: str, pairing: int) -> Response:
        """A pairing with its result and the version that a ruling must send back."""
        found = reached(request, PairingPath(event, pairing))
        context = {"official": is_official(request, found.round.division.event), "pairing": found}
        return Response(PairingSerializer(line_of(found), context=context).data)


class SubmissionsView(APIView):
    """Reports of officials."""

    @extend_schema(
        request={"application/json": OfficialReportSerializer, "multipart/form-data": OfficialFileReportSerializer},
        responses={201: OutcomeSerializer, 200: OutcomeSerializer},
        tags=["results"],
        operation_id="enter_result",
    )
    def post(self, request: Request, event: str, pairing: int) -> Response:
        """Enter a result at the desk. The same client_token again is the same report (200 instead of 201)."""
        found = reached(request, PairingPath(event, pairing))
        kind = OfficialFileReportSerializer if request.FILES else OfficialReportSerializer
        data = kind(data=request.data)
        data.is_valid(raise_exception=True)
        sheet = data.to_input(side=Submission.Side.OFFICIAL, channel=Submission.Channel.API)
        return answer_outcome(
            submit_scoresheet(pairing_id=found.pk, data=sheet, actor=signed_in(request), loaded=found)
        )


class HistoryView(generics.GenericAPIView[Any]):
    """Everything that was reported and ruled about a game."""

    serializer_class = HistoryItemSerializer

    @extend_schema(responses=HistoryItemSerializer(many=True), tags=["results"], operation_id="result_history")
    def get(self, request: Request, event: str, pairing: int) -> Response:
        """Reports and rulings in order; for officials."""
        found = reached(request, PairingPath(event, pairing))
        page = self.paginate_queryset(history_of(found))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class ConsequencesView(APIView):
    """What a correction would change."""

    @extend_schema(responses=ConsequencesSerializer, tags=["results"], operation_id="ruling_consequences")
    def get(self, request: Request, event: str, pairing: int) -> Response:
        """What a ruling on this game changes and what it does not, before it is made."""
        found = reached(request, PairingPath(event, pairing))
        return Response(ConsequencesSerializer({"consequences": correction_effects(pairing_id=found.pk)}).data)


class RulingView(APIView):
    """An official decides."""

    @extend_schema(request=RulingSerializer, responses=ResultSerializer, tags=["results"], operation_id="rule_result")
    def post(self, request: Request, event: str, pairing: int) -> Response:
        """Decide a disputed result, or correct a confirmed one; earlier facts stay."""
        found = reached(request, PairingPath(event, pairing))
        data = RulingSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        result = rule_result(actor=signed_in(request), pairing_id=found.pk, data=data.to_input())
        return Response(ResultSerializer(result).data)


def _record_of(request: Request, event: str, pairing: int, uuid: str | None) -> GameRecord:
    """The record that goes with the confirmed result, for everybody; any report's record, for officials."""
    found = reached(request, PairingPath(event, pairing))
    current = Result.objects.filter(pairing=found, record__isnull=False)
    official = is_official(request, found.round.division.event)
    if not official:
        current = current.filter(state=Result.State.CONFIRMED)
    mine = GameRecord.objects.filter(pk__in=current.values("record"))
    if uuid is not None and official:
        reported = Submission.objects.filter(pairing=found, record__isnull=False)
        mine = GameRecord.objects.filter(pk__in=reported.values("record"))
    record = get_object_or_404(mine, uuid=uuid) if uuid is not None else get_object_or_404(mine)
    return record_for(found, record, official=official and not is_playing(request._request))


class RecordView(APIView):
    """The record of a game."""

    @extend_schema(responses=RecordSerializer, tags=["results"], operation_id="game_record")
    def get(self, request: Request, event: str, pairing: int) -> Response:
        """The record that goes with the result, with findings and the position after each turn."""
        return Response(RecordSerializer(_record_of(request, event, pairing, None)).data)


class ReportedRecordView(APIView):
    """A record by its id."""

    @extend_schema(responses=RecordSerializer, tags=["results"], operation_id="reported_record")
    def get(self, request: Request, event: str, pairing: int, uuid: str) -> Response:
        """One report's record; those that do not go with the result are for officials."""
        return Response(RecordSerializer(_record_of(request, event, pairing, uuid)).data)


class OriginalView(APIView):
    """A record's original bytes."""

    @extend_schema(
        responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, "The bytes as they came in.")},
        tags=["results"],
        operation_id="original_record",
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

    @extend_schema(
        request=ReissueSerializer, responses=SlipKeySerializer, tags=["results"], operation_id="replace_slip"
    )
    def post(self, request: Request, event: str, pairing: int) -> Response:
        """End the link of a slip that was lost or photographed, and issue another."""
        found = reached(request, PairingPath(event, pairing))
        data = ReissueSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        link = revoke_link(actor=signed_in(request), pairing=found, reason=data.validated_data["reason"])
        body = slip_body(request, line_of(found), slip_key(link), link.code)
        return Response(SlipKeySerializer(body).data, headers={"Cache-Control": "no-store"})
