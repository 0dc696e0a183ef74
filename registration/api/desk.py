"""The director's registration desk over HTTP: the list, one person, what is done with them, fees and the export."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.filters import chosen
from core.api.operations import operation
from core.api.paged import PagedView
from registration.api.filters import RegistrationFilters
from registration.api.serializers import (
    ChosenRegistrationsSerializer,
    DeskPersonSerializer,
    EndedRegistrationsSerializer,
    FeesSerializer,
    FeeTotalSerializer,
    GrantPairingRequestSerializer,
    MoveRegistrationSerializer,
    PeopleCountSerializer,
    RegistrationLinkSerializer,
    SendBackSerializer,
    WhoSerializer,
    division_ids,
)
from registration.api.views import link_of
from registration.models import Registration
from registration.queries import DeskSearch, desk_list, fee_rows, fee_totals, registrations_of, waiting_numbers
from registration.services import desk as services
from registration.web.exports import csv_response
from tournaments.access import EventPath
from tournaments.errors import TournamentError
from tournaments.models import Event

_TAG = "registration"


def _numbers(event: Event) -> dict[int, int]:
    return waiting_numbers(division_ids(event.pk).values())


def _people(event: Event, rows: list[Registration]) -> Response:
    """The people as they are now, in the order of the list."""
    loaded = registrations_of(event).filter(pk__in=[one.pk for one in rows])
    return Response(DeskPersonSerializer(loaded, many=True, context={"numbers": _numbers(event)}).data)


class RegistrationsView(PagedView):
    """The registrations of an event."""

    serializer_class = DeskPersonSerializer
    filterset_class = RegistrationFilters

    @operation("list_registrations", _TAG, gives=DeskPersonSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The registrations that match, by division and queue; without a search all that are not over."""
        event = reached(request, EventPath(**address))
        search = DeskSearch(**chosen(RegistrationFilters, request))
        page = self.paginate_queryset(desk_list(event, search))
        shown = DeskPersonSerializer(page, many=True, context={"numbers": _numbers(event)})
        return self.get_paginated_response(shown.data)


class ExportView(APIView):
    """All registrations as a file."""

    @operation(
        "export_registrations", _TAG, gives={(200, "text/csv"): OpenApiResponse(OpenApiTypes.STR, "A line a person.")}
    )
    def get(self, request: Request, **address: Any) -> HttpResponse:
        """Every registration with all that was typed, as CSV."""
        return csv_response(reached(request, EventPath(**address)))


class FeesView(APIView):
    """The marks of fees."""

    @operation("fee_totals", _TAG, gives=FeeTotalSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """How many of those who are in owe, have paid, or need not pay, and how much that is."""
        event = reached(request, EventPath(**address))
        return Response(FeeTotalSerializer(fee_totals(fee_rows(event)), many=True).data)

    @operation("mark_fees", _TAG, takes=FeesSerializer, gives=DeskPersonSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Mark the fees of these people; no money is moved."""
        event = reached(request, EventPath(**address))
        data = sent(request, FeesSerializer).validated_data
        marked = services.mark_fee(
            actor=signed_in(request), event=event, ids=data["people"], mark=data["mark"], note=data["note"]
        )
        return _people(event, marked)


class AcceptView(APIView):
    """Registrations are approved."""

    @operation("accept_registrations", _TAG, takes=ChosenRegistrationsSerializer, gives=DeskPersonSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Approve these people, or let them in from the waiting list, whatever the capacity. All or none."""
        event = reached(request, EventPath(**address))
        ids = sent(request, ChosenRegistrationsSerializer).validated_data["people"]
        return _people(event, services.accept(actor=signed_in(request), event=event, ids=ids))


class RefuseView(APIView):
    """Registrations are refused."""

    @operation("refuse_registrations", _TAG, takes=EndedRegistrationsSerializer, gives=DeskPersonSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Refuse these people with a reason that they read. All or none."""
        event = reached(request, EventPath(**address))
        data = sent(request, EndedRegistrationsSerializer).validated_data
        refused = services.refuse(actor=signed_in(request), event=event, ids=data["people"], reason=data["reason"])
        return _people(event, refused)


class CancelView(APIView):
    """Registrations are cancelled."""

    @operation("cancel_registrations", _TAG, takes=EndedRegistrationsSerializer, gives=DeskPersonSerializer(many=True))
    def post(self, request: Request, **address: Any) -> Response:
        """Cancel for people who told the director; their places go to the waiting list. All or none."""
        event = reached(request, EventPath(**address))
        data = sent(request, EndedRegistrationsSerializer).validated_data
        cancelled = services.cancel(actor=signed_in(request), event=event, ids=data["people"], reason=data["reason"])
        return _people(event, cancelled)


class AskToConfirmView(APIView):
    """Everybody is asked to confirm."""

    @operation("ask_to_confirm", _TAG, gives=PeopleCountSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Ask all who are in to confirm their details on their pages; how many."""
        event = reached(request, EventPath(**address))
        count = services.ask_to_confirm(actor=signed_in(request), event=event)
        return Response(PeopleCountSerializer({"count": count}).data)


class _PersonView(APIView):
    """What is done with one registration."""

    def person(self, request: Request, event: str, person: int) -> tuple[Event, Registration]:
        """The event and the registration of it. Raises Http404."""
        this_event = reached(request, EventPath(event))
        return this_event, get_object_or_404(registrations_of(this_event), pk=person)

    def answer(self, event: Event, person: int) -> Response:
        """The registration as it is now."""
        row = get_object_or_404(registrations_of(event), pk=person)
        return Response(DeskPersonSerializer(row, context={"numbers": _numbers(event)}).data)


class PersonView(_PersonView):
    """One registration."""

    @operation("registered_person", _TAG, gives=DeskPersonSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """All that was typed, and where it stands."""
        event, one = self.person(request, **address)
        return self.answer(event, one.pk)


class SendBackView(_PersonView):
    """A registration is sent back."""

    @operation("send_back_registration", _TAG, takes=SendBackSerializer, gives=DeskPersonSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Send it back with the fields marked that must be corrected; its place is kept."""
        event, one = self.person(request, **address)
        data = sent(request, SendBackSerializer).validated_data
        services.send_back(
            actor=signed_in(request),
            event=event,
            registration_id=one.pk,
            fields=data["fields"],
            message=data["message"],
        )
        return self.answer(event, one.pk)


class MoveView(_PersonView):
    """A registration goes to another division."""

    @operation("move_registration", _TAG, takes=MoveRegistrationSerializer, gives=DeskPersonSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Move it before the player's first round: to the end of that queue; who is in stays in."""
        event, one = self.person(request, **address)
        target = division_ids(event.pk).get(sent(request, MoveRegistrationSerializer).validated_data["division"])
        if target is None:
            raise TournamentError(_("Choose another division of this event."), code="division")
        services.move(actor=signed_in(request), event=event, registration_id=one.pk, division_id=target)
        return self.answer(event, one.pk)


class WhoView(_PersonView):
    """Who a registration means."""

    @operation("say_who_registered", _TAG, takes=WhoSerializer, gives=DeskPersonSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Say who is meant where names are only similar; the spelling is remembered."""
        event, one = self.person(request, **address)
        same_as = sent(request, WhoSerializer).validated_data["same_as"]
        services.say_who(actor=signed_in(request), event=event, registration_id=one.pk, same_as=same_as)
        return self.answer(event, one.pk)

    @operation("undo_who_registered", _TAG)
    def delete(self, request: Request, **address: Any) -> Response:
        """Take that back: the entry is deleted and the question is asked again."""
        event, one = self.person(request, **address)
        services.undo_who(actor=signed_in(request), event=event, registration_id=one.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PairingRequestView(_PersonView):
    """A pairing request."""

    @operation("grant_pairing_request", _TAG, takes=GrantPairingRequestSerializer, gives=DeskPersonSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Keep the player apart from another entry, as requested."""
        event, one = self.person(request, **address)
        other = sent(request, GrantPairingRequestSerializer).validated_data["entry"]
        services.grant_pairing_request(actor=signed_in(request), event=event, registration_id=one.pk, other=other)
        return self.answer(event, one.pk)


class LinkView(_PersonView):
    """The personal link of a registration."""

    @operation("replace_registration_link", _TAG, gives=RegistrationLinkSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """End a link that was lost or seen by others, and give another."""
        event, one = self.person(request, **address)
        services.replace_link(actor=signed_in(request), event=event, group_id=one.group_id)
        return Response(
            RegistrationLinkSerializer(link_of(request, one.group)).data, headers={"Cache-Control": "no-store"}
        )
