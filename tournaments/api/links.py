"""What officials do with reports and personal links: list and replace links, confirm what was reported."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from tournaments.access import DivisionPath, EntryPath, RoundPath
from tournaments.api.rounds import link_url
from tournaments.api.serializers.events import ReasonSerializer
from tournaments.api.serializers.own import ConfirmedSerializer, ConfirmSerializer, PersonalLinkSerializer
from tournaments.models import Entry
from tournaments.services.entries.personal_links import key_of, keys_of, replace_link
from tournaments.services.events.locking import refuse_test_copy
from tournaments.services.results.confirming import confirm_reported


def _body(request: Request, entry: Entry, key: str) -> dict[str, object]:
    url = link_url(request, "own_page", key) if key else ""
    return {"entry_id": entry.pk, "number": entry.number, "name": entry.name, "key": key, "url": url}


class PersonalLinksView(generics.GenericAPIView[Any]):
    """The personal links of a division."""

    serializer_class = PersonalLinkSerializer

    @extend_schema(responses=PersonalLinkSerializer(many=True), tags=["roster"], operation_id="personal_links")
    def get(self, request: Request, event: str, division: str) -> Response:
        """Each player's link, to print or to send to that player alone; never to be cached."""
        found = reached(request, DivisionPath(event, division))
        refuse_test_copy(found.event)
        keys = keys_of(found)
        entries = self.paginate_queryset(Entry.objects.filter(division=found).order_by("number")) or ()
        links = [_body(request, entry, keys.get(entry.pk, "")) for entry in entries]
        response = self.get_paginated_response(self.get_serializer(links, many=True).data)
        response["Cache-Control"] = "no-store"
        return response


class PersonalLinkView(APIView):
    """One player's link is replaced."""

    @extend_schema(
        request=ReasonSerializer,
        responses=PersonalLinkSerializer,
        tags=["roster"],
        operation_id="replace_personal_link",
    )
    def post(self, request: Request, event: str, division: str, entry: int) -> Response:
        """End a link that was lost or seen by others, and issue another; the reason is logged."""
        player = reached(request, EntryPath(event, division, entry))
        data = ReasonSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        link = replace_link(actor=signed_in(request), entry=player, reason=data.validated_data["reason"])
        body = _body(request, player, key_of(link))
        return Response(PersonalLinkSerializer(body).data, headers={"Cache-Control": "no-store"})


class ConfirmView(APIView):
    """Reported results of a round are confirmed."""

    @extend_schema(
        request=ConfirmSerializer, responses=ConfirmedSerializer, tags=["results"], operation_id="confirm_reported"
    )
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Confirm what players reported, as it stands; ``version`` is that of the result that was looked at."""
        found = reached(request, RoundPath(event, division, number))
        data = ConfirmSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        seen = {item["pairing_id"]: item["version"] for item in data.validated_data["seen"]}
        done = confirm_reported(actor=signed_in(request), round_=found, versions=seen)
        body = {
            "confirmed": [result.pairing_id for result in done.results],
            "changed": [pairing.pk for pairing in done.changed],
        }
        return Response(ConfirmedSerializer(body).data)
