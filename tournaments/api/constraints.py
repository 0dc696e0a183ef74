"""Over HTTP: changes of an entry, rounds it sits out, pairs kept apart, pairs locked for a round."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from tournaments.access import DivisionPath, EntryPath
from tournaments.api.serializers.constraints import (
    AbsencesSerializer,
    BlockSerializer,
    EntryChangesSerializer,
    LockSerializer,
)
from tournaments.api.serializers.roster import EntrySerializer
from tournaments.models import MAX_ROUNDS, Absence, Entry, PairBlock, PairLock
from tournaments.services.entries import entries as services
from tournaments.services.events.deleting import delete_entry
from tournaments.services.rounds import constraints as conditions


class EntryView(APIView):
    """One player of a division."""

    @extend_schema(
        request=EntryChangesSerializer, responses=EntrySerializer, tags=["roster"], operation_id="change_entry"
    )
    def patch(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Change name, rating (until the player has been paired), class, team or fixed table; what is not sent stays."""
        found = reached(request, EntryPath(event, division, entry))
        data = EntryChangesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        changed = services.update_entry(actor=signed_in(request), entry=found, data=data.to_input(found))
        return Response(EntrySerializer(changed).data)

    @extend_schema(responses={204: None}, tags=["roster"], operation_id="delete_entry")
    def delete(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Delete an entry made by mistake, while the player sits in no round; afterwards withdraw the player instead."""
        found = reached(request, EntryPath(event, division, entry))
        delete_entry(actor=signed_in(request), entry=found)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AbsencesView(APIView):
    """The rounds that a player sits out."""

    @extend_schema(responses=AbsencesSerializer, tags=["roster"], operation_id="list_absences")
    def get(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Which rounds the player sits out, and what each counts."""
        found = reached(request, EntryPath(event, division, entry))
        return Response(_absences(found))

    @extend_schema(
        request=AbsencesSerializer, responses=AbsencesSerializer, tags=["roster"], operation_id="set_absences"
    )
    def put(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Replace what was said of rounds to come."""
        found = reached(request, EntryPath(event, division, entry))
        data = AbsencesSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        services.set_absences(actor=signed_in(request), entry=found, rounds=data.rounds())
        return Response(_absences(found))


def _absences(entry: Entry) -> dict[str, object]:
    rows = Absence.objects.filter(entry=entry).order_by("round_number").values("round_number", "kind")
    return {"absences": [{"round": row["round_number"], "kind": row["kind"]} for row in rows]}


class BlocksView(generics.GenericAPIView[Any]):
    """Pairs that must not meet."""

    serializer_class = BlockSerializer

    @extend_schema(responses=BlockSerializer(many=True), tags=["roster"], operation_id="list_blocks")
    def get(self, request: Request, event: str, division: str) -> Response:
        """Every pair kept apart, with its reason; for officials."""
        found = reached(request, DivisionPath(event, division))
        page = self.paginate_queryset(PairBlock.objects.filter(division=found).order_by("pk"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        request=BlockSerializer, responses={201: BlockSerializer}, tags=["roster"], operation_id="block_pair"
    )
    def post(self, request: Request, event: str, division: str) -> Response:
        """Keep two players apart from the next pairing on."""
        found = reached(request, DivisionPath(event, division))
        data = BlockSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        sent = data.validated_data
        block = conditions.block_pair(
            actor=signed_in(request),
            division=found,
            entry_a=sent["low_id"],
            entry_b=sent["high_id"],
            reason=sent["reason"],
            weak=sent["weak"],
            until=sent["until"],
        )
        return Response(BlockSerializer(block).data, status=status.HTTP_201_CREATED)


class BlockView(APIView):
    """One pair that must not meet."""

    @extend_schema(responses={204: None}, tags=["roster"], operation_id="unblock_pair")
    def delete(self, request: Request, event: str, division: str, block: int) -> Response:
        """The two may meet again."""
        found = reached(request, DivisionPath(event, division))
        if not PairBlock.objects.filter(division=found, pk=block).exists():
            raise Http404
        conditions.unblock_pair(actor=signed_in(request), division=found, block_id=block)
        return Response(status=status.HTTP_204_NO_CONTENT)


class LocksView(generics.GenericAPIView[Any]):
    """Pairs that the director has fixed for a round to come."""

    serializer_class = LockSerializer

    @extend_schema(responses=LockSerializer(many=True), tags=["rounds"], operation_id="list_locks")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """The locked pairs of a round; for officials."""
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        page = self.paginate_queryset(PairLock.objects.filter(division=found, round_number=number).order_by("pk"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(request=LockSerializer, responses={201: LockSerializer}, tags=["rounds"], operation_id="lock_pair")
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Fix a pair; pairing the round (again) keeps it and pairs the rest around it."""
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        data = LockSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        lock = conditions.lock_pair(actor=signed_in(request), division=found, number=number, **data.pair())
        return Response(LockSerializer(lock).data, status=status.HTTP_201_CREATED)


class UnlockView(APIView):
    """A locked pair is let go."""

    @extend_schema(request=LockSerializer, responses={204: None}, tags=["rounds"], operation_id="unlock_pair")
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Let a locked pair go: the next pairing of the round may part the two."""
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        data = LockSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        conditions.unlock_pair(actor=signed_in(request), division=found, number=number, **data.pair())
        return Response(status=status.HTTP_204_NO_CONTENT)


def _refuse_impossible(number: int) -> None:
    if not 1 <= number <= MAX_ROUNDS:
        raise Http404
