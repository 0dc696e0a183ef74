"""Entries and rosters over HTTP."""

from collections.abc import Sequence

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.permissions import Action
from tournaments.api.reach import division_of, entry_of, signed_in
from tournaments.api.serializers.roster import (
    EntrySerializer,
    NewEntrySerializer,
    ReturnSerializer,
    RosterFileSerializer,
    RosterPreviewSerializer,
    RosterSerializer,
    WithdrawSerializer,
)
from tournaments.models import Division, Entry
from tournaments.queries.events import entries_of
from tournaments.services import roster as services
from tournaments.services.roster_lines import resolve

_ROSTER_BODY = {"application/json": RosterSerializer, "multipart/form-data": RosterFileSerializer}


@extend_schema_view(get=extend_schema(tags=["roster"], operation_id="list_entries"))
class EntriesView(generics.ListAPIView[Entry]):
    """The players of a division."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = EntrySerializer

    def get_queryset(self) -> QuerySet[Entry]:
        """By number."""
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        return entries_of(division_of(self.request, self.kwargs["event"], self.kwargs["division"]))

    @extend_schema(
        request=NewEntrySerializer, responses={201: EntrySerializer}, tags=["roster"], operation_id="add_entry"
    )
    def post(self, request: Request, event: str, division: str) -> Response:
        """Enter one player."""
        found = division_of(request, event, division, Action.MANAGE_EVENT)
        data = NewEntrySerializer(data=request.data)
        data.is_valid(raise_exception=True)
        entry = services.add_entry(
            actor=signed_in(request),
            division=found,
            row=data.to_row(),
            from_round=data.validated_data.get("from_round"),
        )
        return Response(EntrySerializer(entry).data, status=status.HTTP_201_CREATED)


class PreviewView(APIView):
    """The dry run of a roster."""

    @extend_schema(
        request=_ROSTER_BODY, responses=RosterPreviewSerializer, tags=["roster"], operation_id="preview_roster"
    )
    def post(self, request: Request, event: str, division: str) -> Response:
        """Say what importing the roster would do, line by line; nothing is written."""
        found = division_of(request, event, division, Action.MANAGE_EVENT)
        return Response(RosterPreviewSerializer(_preview(request, found)).data)


class ImportView(APIView):
    """A roster is imported, all of it or nothing."""

    @extend_schema(
        request=_ROSTER_BODY,
        responses={201: EntrySerializer(many=True)},
        tags=["roster"],
        operation_id="import_roster",
    )
    def post(self, request: Request, event: str, division: str) -> Response:
        """Enter the players of a roster, all or none; answers with the new entries."""
        found = division_of(request, event, division, Action.MANAGE_EVENT)
        preview = _preview(request, found)
        if not preview.ok:
            raise ValidationError(_problems(preview.problems))
        entries = services.import_roster(actor=signed_in(request), division=found, rows=preview.rows)
        return Response(EntrySerializer(entries, many=True).data, status=status.HTTP_201_CREATED)


def _preview(request: Request, division: Division) -> services.RosterPreview:
    if request.FILES:
        upload = RosterFileSerializer(data=request.data)
        upload.is_valid(raise_exception=True)
        text, kind = upload.validated_data["file"], upload.validated_data["format"]
        return services.preview_roster(division=division, text=text, format=kind)
    data = RosterSerializer(data=request.data)
    data.is_valid(raise_exception=True)
    rows = data.to_rows()
    if rows:
        return resolve(division, rows, ())
    return services.preview_roster(
        division=division, text=data.validated_data["text"], format=data.validated_data["format"]
    )


def _problems(problems: Sequence[services.RosterProblem]) -> dict[str, list[ErrorDetail]]:
    """Every bad line with its reason and remedy, as fields ``line.N``."""
    found: dict[str, list[ErrorDetail]] = {}
    for problem in problems:
        detail = ErrorDetail(f"{problem.message} {problem.remedy}".strip(), "roster")
        found.setdefault(f"line.{problem.line}", []).append(detail)
    return found or {"text": [ErrorDetail("There is no player in this roster.", "empty")]}


class WithdrawView(APIView):
    """A player leaves."""

    @extend_schema(
        request=WithdrawSerializer, responses=EntrySerializer, tags=["roster"], operation_id="withdraw_entry"
    )
    def post(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Withdraw a player after a round; results stay."""
        leaving = entry_of(division_of(request, event, division, Action.MANAGE_EVENT), entry)
        data = WithdrawSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        done = services.withdraw_entry(actor=signed_in(request), entry=leaving, **data.validated_data)
        return Response(EntrySerializer(done).data)


class ReturnView(APIView):
    """A withdrawn player comes back."""

    @extend_schema(request=ReturnSerializer, responses=EntrySerializer, tags=["roster"], operation_id="return_entry")
    def post(self, request: Request, event: str, division: str, entry: int) -> Response:
        """Pair the player again from the next round on."""
        returning = entry_of(division_of(request, event, division, Action.MANAGE_EVENT), entry)
        data = ReturnSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        done = services.return_entry(actor=signed_in(request), entry=returning, **data.validated_data)
        return Response(EntrySerializer(done).data)
