"""Changes of an entry, its absences, pairs kept apart and pairs locked for a round, over HTTP."""

from typing import Any

from django.db.models import F
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import DivisionPath, EntryPath
from tournaments.api.rounds import refuse_impossible
from tournaments.api.serializers.constraints import (
    AbsencesSerializer,
    BlockSerializer,
    EntryChangesSerializer,
    LockSerializer,
)
from tournaments.api.serializers.roster import EntrySerializer
from tournaments.models import Absence, Entry, PairBlock, PairLock
from tournaments.services.entries import entries as services
from tournaments.services.events.deleting import delete_entry
from tournaments.services.rounds import constraints as conditions


class EntryView(APIView):
    """One player of a division."""

    @operation("change_entry", "roster", takes=EntryChangesSerializer, gives=EntrySerializer)
    def patch(self, request: Request, **address: Any) -> Response:
        """Change name, rating (until the player has been paired), class, team or fixed table; what is not sent stays."""
        entry = reached(request, EntryPath(**address))
        data = sent(request, EntryChangesSerializer)
        changed = services.update_entry(actor=signed_in(request), entry=entry, data=data.to_input(entry))
        return Response(EntrySerializer(changed).data)

    @operation("delete_entry", "roster")
    def delete(self, request: Request, **address: Any) -> Response:
        """Delete an entry made by mistake, while the player sits in no round; afterwards withdraw the player instead."""
        entry = reached(request, EntryPath(**address))
        delete_entry(actor=signed_in(request), entry=entry)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AbsencesView(APIView):
    """The rounds that a player misses."""

    @operation("list_absences", "roster", gives=AbsencesSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """Which rounds the player misses, and what each counts."""
        entry = reached(request, EntryPath(**address))
        return Response(_absences(entry))

    @operation("set_absences", "roster", takes=AbsencesSerializer, gives=AbsencesSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Replace the absences in future rounds."""
        entry = reached(request, EntryPath(**address))
        data = sent(request, AbsencesSerializer)
        services.set_absences(actor=signed_in(request), entry=entry, rounds=data.rounds())
        return Response(_absences(entry))


def _absences(entry: Entry) -> dict[str, object]:
    rows = Absence.objects.filter(entry=entry).order_by("round_number")
    return {"absences": list(rows.values("kind", round=F("round_number")))}


class BlocksView(PagedView):
    """Pairs kept apart."""

    serializer_class = BlockSerializer

    @operation("list_blocks", "roster", gives=BlockSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Every pair kept apart, with its reason; for officials."""
        division = reached(request, DivisionPath(**address))
        return self.page(PairBlock.objects.filter(division=division).order_by("pk"))

    @operation("block_pair", "roster", takes=BlockSerializer, gives=BlockSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Keep two players apart from the next pairing on."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, BlockSerializer)
        block = conditions.block_pair(actor=signed_in(request), division=division, **data.pair())
        return Response(BlockSerializer(block).data, status=status.HTTP_201_CREATED)


class BlockView(APIView):
    """One pair kept apart."""

    @operation("unblock_pair", "roster")
    def delete(self, request: Request, block: int, **address: Any) -> Response:
        """Let the two be paired again."""
        division = reached(request, DivisionPath(**address))
        get_object_or_404(PairBlock, division=division, pk=block)
        conditions.unblock_pair(actor=signed_in(request), division=division, block_id=block)
        return Response(status=status.HTTP_204_NO_CONTENT)


class LocksView(PagedView):
    """Pairs that the director has locked for a future round."""

    serializer_class = LockSerializer

    @operation("list_locks", "rounds", gives=LockSerializer(many=True))
    def get(self, request: Request, number: int, **address: Any) -> Response:
        """The locked pairs of a round; for officials."""
        division = reached(request, DivisionPath(**address))
        refuse_impossible(number)
        return self.page(PairLock.objects.filter(division=division, round_number=number).order_by("pk"))

    @operation("lock_pair", "rounds", takes=LockSerializer, gives=LockSerializer, status=201)
    def post(self, request: Request, number: int, **address: Any) -> Response:
        """Lock a pair: pairing the round (again) keeps it and pairs the others around it."""
        division = reached(request, DivisionPath(**address))
        refuse_impossible(number)
        first, second = sent(request, LockSerializer).pair()
        lock = conditions.lock_pair(
            actor=signed_in(request), division=division, number=number, first=first, second=second
        )
        return Response(LockSerializer(lock).data, status=status.HTTP_201_CREATED)


class UnlockView(APIView):
    """A pair is unlocked."""

    @operation("unlock_pair", "rounds", takes=LockSerializer)
    def post(self, request: Request, number: int, **address: Any) -> Response:
        """Unlock a pair: the next pairing of the round may separate the two."""
        division = reached(request, DivisionPath(**address))
        refuse_impossible(number)
        first, second = sent(request, LockSerializer).pair()
        conditions.unlock_pair(actor=signed_in(request), division=division, number=number, first=first, second=second)
        return Response(status=status.HTTP_204_NO_CONTENT)
