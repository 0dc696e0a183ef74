"""Prizes over HTTP: the list, the awards, and who is still in contention."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from clubs.permissions import Action
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import DivisionPath, EventPath
from tournaments.api.serializers.prizes import (
    AwardSerializer,
    ContentionWorkSerializer,
    PrizeFundSerializer,
    PrizeSerializer,
    PrizeSheetSerializer,
    WorkSerializer,
)
from tournaments.inputs.prizes import PrizeInput
from tournaments.models import ContentionRun, Event, EventPrize
from tournaments.permissions import require_action
from tournaments.queries.contention import answer_of, question_of
from tournaments.queries.prize_sheet import prize_sheet
from tournaments.queries.prizes import prize_list
from tournaments.services import prizes as services
from tournaments.services.standings.contention import request_contention


def _prize(request: Request, event: Event) -> PrizeInput:
    return sent(request, PrizeSerializer, context={"event": event}).to_input()


class PrizesView(PagedView):
    """The prizes of an event."""

    serializer_class = PrizeSerializer

    @operation("list_prizes", "prizes", gives=PrizeSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The prizes in the order in which they are awarded."""
        event = reached(request, EventPath(**address))
        return self.page(EventPrize.objects.filter(event=event).select_related("division"), event=event)

    @operation("add_prize", "prizes", takes=PrizeSerializer, gives=PrizeSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Add a prize at the end of the list."""
        event = reached(request, EventPath(**address))
        (prize,) = services.add_prizes(actor=signed_in(request), event=event, prizes=[_prize(request, event)])
        return Response(PrizeSerializer(prize, context={"event": event}).data, status=status.HTTP_201_CREATED)


class PrizeView(APIView):
    """One prize."""

    @operation("change_prize", "prizes", takes=PrizeSerializer, gives=PrizeSerializer)
    def put(self, request: Request, prize: int, **address: Any) -> Response:
        """Replace what the prize is for."""
        event = reached(request, EventPath(**address))
        get_object_or_404(EventPrize, event=event, pk=prize)
        data = _prize(request, event)
        changed = services.update_prize(actor=signed_in(request), event=event, prize_id=prize, data=data)
        return Response(PrizeSerializer(changed, context={"event": event}).data)

    @operation("remove_prize", "prizes")
    def delete(self, request: Request, prize: int, **address: Any) -> Response:
        """Take the prize off the list."""
        event = reached(request, EventPath(**address))
        get_object_or_404(EventPrize, event=event, pk=prize)
        services.remove_prize(actor=signed_in(request), event=event, prize_id=prize)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PrizeSheetView(APIView):
    """The money of an event."""

    @operation("prize_sheet", "prizes", gives=PrizeSheetSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """What comes in, what the prizes cost, who gets how much as the results stand, and what is left."""
        event = reached(request, EventPath(**address))
        return Response(PrizeSheetSerializer(prize_sheet(event)).data)

    @operation("change_prize_fund", "prizes", takes=PrizeFundSerializer, gives=PrizeSheetSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Replace fees, added money, costs and the way of sharing."""
        event = reached(request, EventPath(**address))
        services.change_fund(actor=signed_in(request), event=event, data=sent(request, PrizeFundSerializer).to_input())
        return Response(PrizeSheetSerializer(prize_sheet(event)).data)


class AwardsView(APIView):
    """Who wins the prizes."""

    @operation("awards", "prizes", gives=AwardSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The awards in the order in which they are read out; before the event is finished for officials, as the results stand."""
        event = reached(request, EventPath(**address))
        if event.state != Event.State.FINISHED:
            if not request.user.is_authenticated:
                raise NotAuthenticated
            require_action(request.user, event, Action.VIEW_DRAFTS)
        return Response(AwardSerializer(prize_list(event).awards, many=True, context={"event": event}).data)


class ContentionView(APIView):
    """Who is still in contention."""

    @operation("contention", "prizes", gives=ContentionWorkSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The contention by the current results, and how far its calculation is."""
        division = reached(request, DivisionPath(**address))
        question = question_of(division)
        run = ContentionRun.objects.filter(division=division, fingerprint=question.fingerprint).first()
        result = answer_of(question, run.result) if run is not None and run.result is not None else None
        body = {"state": run.state if run else "none", "percent": run.percent if run else 0, "result": result}
        return Response(ContentionWorkSerializer(body).data)

    @operation("compute_contention", "prizes", gives={200: WorkSerializer, 202: WorkSerializer})
    def post(self, request: Request, **address: Any) -> Response:
        """Calculate it: 200 where that was quick, 202 while it is running."""
        division = reached(request, DivisionPath(**address))
        run = request_contention(actor=signed_in(request), division=division)
        code = status.HTTP_202_ACCEPTED if run.is_open else status.HTTP_200_OK
        return Response(WorkSerializer(run).data, status=code)
