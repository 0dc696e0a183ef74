"""Entries and rosters over HTTP."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import EntryPath, NamesPath
from tournaments.api.filters import EntryFilters
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
from tournaments.services.entries import roster as services
from tournaments.services.entries.leaving import reinstate_entry, withdraw_entry
from tournaments.services.entries.roster_lines import RosterPreview, resolve, with_answers
from tournaments.services.entries.same_names import WhoIsMeantError

_ROSTER_BODY = {"application/json": RosterSerializer, "multipart/form-data": RosterFileSerializer}


@extend_schema_view(get=extend_schema(tags=["roster"], operation_id="list_entries"))
class EntriesView(generics.ListAPIView[Entry]):
    """The players of a division."""

    serializer_class = EntrySerializer
    filterset_class = EntryFilters

    def get_queryset(self) -> QuerySet[Entry]:
        """By number."""
        if getattr(self, "swagger_fake_view", False):
            return Entry.objects.none()
        return entries_of(reached(self.request, NamesPath(self.kwargs["event"], self.kwargs["division"])))

    @operation("add_entry", "roster", takes=NewEntrySerializer, gives=EntrySerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Enter one player."""
        division = reached(request, NamesPath(**address))
        data = sent(request, NewEntrySerializer)
        try:
            entry = services.add_entry(
                actor=signed_in(request),
                division=division,
                row=data.to_row(),
                from_round=data.validated_data.get("from_round"),
                despite_double_booking=data.validated_data["despite_double_booking"],
            )
        except WhoIsMeantError as error:
            raise ValidationError({"same_as": [_question(error)]}) from error
        except services.DoubleBookedError as error:
            raise ValidationError({"despite_double_booking": [ErrorDetail(str(error), error.code)]}) from error
        return Response(EntrySerializer(entry).data, status=status.HTTP_201_CREATED)


class PreviewView(APIView):
    """The dry run of a roster."""

    @operation("preview_roster", "roster", takes=_ROSTER_BODY, gives=RosterPreviewSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Say what importing the roster would do, line by line; nothing is written."""
        division = reached(request, NamesPath(**address))
        return Response(RosterPreviewSerializer(_preview(request, division)).data)


class ImportView(APIView):
    """A roster is imported, all of it or nothing."""

    @operation("import_roster", "roster", takes=_ROSTER_BODY, gives=EntrySerializer(many=True), status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Enter the players of a roster, all or none; answers with the new entries."""
        division = reached(request, NamesPath(**address))
        roster = _sent(request)
        preview = _preview(request, division)
        if not preview.ok:
            raise ValidationError(_problems(preview))
        try:
            entries = services.import_roster(
                actor=signed_in(request),
                division=division,
                rows=preview.rows,
                despite_double_booking=roster.validated_data["despite_double_booking"],
            )
        except services.DoubleBookedError as error:
            raise ValidationError({"despite_double_booking": [ErrorDetail(str(error), error.code)]}) from error
        return Response(EntrySerializer(entries, many=True).data, status=status.HTTP_201_CREATED)


def _sent(request: Request) -> RosterSerializer | RosterFileSerializer:
    """The roster that was sent, checked."""
    return sent(request, RosterFileSerializer) if request.FILES else sent(request, RosterSerializer)


def _preview(request: Request, division: Division) -> RosterPreview:
    data = _sent(request)
    rows = data.to_rows() if isinstance(data, RosterSerializer) else []
    if rows:
        return resolve(division, with_answers(rows, data.answers()), ())
    text = data.validated_data["file" if request.FILES else "text"]
    return services.preview_roster(
        division=division, text=text, format=data.validated_data["format"], answers=data.answers()
    )


def _question(error: WhoIsMeantError) -> ErrorDetail:
    """The question who is meant, as a program can answer it."""
    known = ", ".join(f"{one.player_id} ({one.name})" for one in error.similar)
    text = _("%(question)s Send %(known)s or %(new)d (a new player) as same_as.")
    return ErrorDetail(text % {"question": error, "known": known, "new": error.new}, "similar_name")


def _problems(preview: RosterPreview) -> dict[str, list[ErrorDetail]]:
    """Every bad line with its reason and remedy, and every open question, as fields ``line.N``."""
    errors: dict[str, list[ErrorDetail]] = {}
    for problem in preview.problems:
        detail = ErrorDetail(f"{problem.message} {problem.remedy}".strip(), "roster")
        errors.setdefault(f"line.{problem.line}", []).append(detail)
    for row in preview.questions:
        errors.setdefault(f"line.{row.line}", []).append(_question(WhoIsMeantError(row.name, row.similar)))
    return errors or {"text": [ErrorDetail("There is no player in this roster.", "empty")]}


class WithdrawView(APIView):
    """A player leaves."""

    @operation("withdraw_entry", "roster", takes=WithdrawSerializer, gives=EntrySerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Withdraw a player after a round; results stay."""
        entry = reached(request, EntryPath(**address))
        data = sent(request, WithdrawSerializer)
        withdrawn = withdraw_entry(actor=signed_in(request), entry=entry, **data.validated_data)
        return Response(EntrySerializer(withdrawn).data)


class ReturnView(APIView):
    """A withdrawn player comes back."""

    @operation("return_entry", "roster", takes=ReturnSerializer, gives=EntrySerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Pair the player again from the next round on."""
        entry = reached(request, EntryPath(**address))
        data = sent(request, ReturnSerializer)
        reinstated = reinstate_entry(actor=signed_in(request), entry=entry, **data.validated_data)
        return Response(EntrySerializer(reinstated).data)
