"""Prizes over HTTP: the list, the awards, and who can still win what."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from clubs.permissions import Action
from tournaments.access import DivisionPath, EventPath
from tournaments.api.serializers.prizes import (
    AwardSerializer,
    ContentionWorkSerializer,
    PrizeSerializer,
    WorkSerializer,
)
from tournaments.models import ContentionRun, Event, EventPrize
from tournaments.permissions import require_action
from tournaments.queries.contention import answer_of, question_of
from tournaments.queries.prizes import prize_list
from tournaments.services import prizes as services
from tournaments.services.standings.contention import request_contention


def _read(request: Request, event: Event) -> PrizeSerializer:
    data = PrizeSerializer(data=request.data, context={"event": event})
    data.is_valid(raise_exception=True)
    return data


class PrizesView(generics.GenericAPIView[Any]):
    """The prizes of an event."""

    serializer_class = PrizeSerializer

    @extend_schema(responses=PrizeSerializer(many=True), tags=["prizes"], operation_id="list_prizes")
    def get(self, request: Request, event: str) -> Response:
        """The prizes in the order in which they are awarded."""
        found = reached(request, EventPath(event))
        page = self.paginate_queryset(EventPrize.objects.filter(event=found).select_related("division"))
        return self.get_paginated_response(PrizeSerializer(page, many=True, context={"event": found}).data)

    @extend_schema(request=PrizeSerializer, responses={201: PrizeSerializer}, tags=["prizes"], operation_id="add_prize")
    def post(self, request: Request, event: str) -> Response:
        """Add a prize at the end of the list."""
        found = reached(request, EventPath(event))
        (made,) = services.add_prizes(actor=signed_in(request), event=found, prizes=[_read(request, found).to_input()])
        return Response(PrizeSerializer(made, context={"event": found}).data, status=status.HTTP_201_CREATED)


class PrizeView(APIView):
    """One prize."""

    @extend_schema(request=PrizeSerializer, responses=PrizeSerializer, tags=["prizes"], operation_id="change_prize")
    def put(self, request: Request, event: str, prize: int) -> Response:
        """Replace what the prize is for."""
        found = reached(request, EventPath(event))
        _refuse_strange(found, prize)
        data = _read(request, found).to_input()
        changed = services.update_prize(actor=signed_in(request), event=found, prize_id=prize, data=data)
        return Response(PrizeSerializer(changed, context={"event": found}).data)

    @extend_schema(responses={204: None}, tags=["prizes"], operation_id="remove_prize")
    def delete(self, request: Request, event: str, prize: int) -> Response:
        """Take the prize off the list."""
        found = reached(request, EventPath(event))
        _refuse_strange(found, prize)
        services.remove_prize(actor=signed_in(request), event=found, prize_id=prize)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _refuse_strange(event: Event, prize: int) -> None:
    """404 for a prize of another event."""
    if not EventPrize.objects.filter(event=event, pk=prize).exists():
        raise Http404


class AwardsView(APIView):
    """Who wins the prizes."""

    @extend_schema(responses=AwardSerializer(many=True), tags=["prizes"], operation_id="awards")
    def get(self, request: Request, event: str) -> Response:
        """The awards in the order in which they are read out; before the event is finished for officials, as the results stand."""
        found = reached(request, EventPath(event))
        if found.state != Event.State.FINISHED:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            require_action(request.user, found, Action.VIEW_DRAFTS)
        return Response(AwardSerializer(prize_list(found).awards, many=True, context={"event": found}).data)


class ContentionView(APIView):
    """Who can still win what."""

    @extend_schema(responses=ContentionWorkSerializer, tags=["prizes"], operation_id="contention")
    def get(self, request: Request, event: str, division: str) -> Response:
        """What is known for the results as they are, and how far its computation is."""
        found = reached(request, DivisionPath(event, division))
        question = question_of(found)
        run = ContentionRun.objects.filter(division=found, fingerprint=question.fingerprint).first()
        result = answer_of(question, run.result) if run is not None and run.result is not None else None
        body = {"state": run.state if run else "none", "percent": run.percent if run else 0, "result": result}
        return Response(ContentionWorkSerializer(body).data)

    @extend_schema(
        request=None,
        responses={200: WorkSerializer, 202: WorkSerializer},
        tags=["prizes"],
        operation_id="compute_contention",
    )
    def post(self, request: Request, event: str, division: str) -> Response:
        """Compute it: 200 where that was quick, 202 while it is going on."""
        found = reached(request, DivisionPath(event, division))
        run = request_contention(actor=signed_in(request), division=found)
        code = status.HTTP_202_ACCEPTED if run.is_open else status.HTTP_200_OK
        return Response(WorkSerializer(run).data, status=code)
