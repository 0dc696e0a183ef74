"""What officials do with reports and personal links: list and replace links, confirm what was reported."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import DivisionPath, EntryPath, RoundPath
from tournaments.api.rounds import link_url
from tournaments.api.serializers.events import ReasonSerializer
from tournaments.api.serializers.own import ConfirmedSerializer, ConfirmSerializer, PersonalLinkSerializer
from tournaments.models import Entry
from tournaments.services.entries.personal_links import key_of, keys_of, replace_link
from tournaments.services.events.locking import refuse_test_copy
from tournaments.services.results.results import confirm_reported


def _body(request: Request, entry: Entry, key: str) -> dict[str, object]:
    url = link_url(request, "own_page", key) if key else ""
    return {"entry_id": entry.pk, "number": entry.number, "name": entry.name, "key": key, "url": url}


class PersonalLinksView(PagedView):
    """The personal links of a division."""

    serializer_class = PersonalLinkSerializer

    @operation("personal_links", "roster", gives=PersonalLinkSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Each player's link, to print or to send to that player alone; never to be cached."""
        division = reached(request, DivisionPath(**address))
        refuse_test_copy(division.event)
        keys = keys_of(division)
        entries = self.paginate_queryset(Entry.objects.filter(division=division).order_by("number")) or ()
        links = [_body(request, entry, keys.get(entry.pk, "")) for entry in entries]
        response = self.get_paginated_response(self.get_serializer(links, many=True).data)
        response["Cache-Control"] = "no-store"
        return response


class PersonalLinkView(APIView):
    """One player's link is replaced."""

    @operation("replace_personal_link", "roster", takes=ReasonSerializer, gives=PersonalLinkSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """End a link that was lost or seen by others, and issue another; the reason is logged."""
        entry = reached(request, EntryPath(**address))
        data = sent(request, ReasonSerializer)
        link = replace_link(actor=signed_in(request), entry=entry, reason=data.validated_data["reason"])
        body = _body(request, entry, key_of(link))
        return Response(PersonalLinkSerializer(body).data, headers={"Cache-Control": "no-store"})


class ConfirmView(APIView):
    """Reported results of a round are confirmed."""

    @operation("confirm_reported", "results", takes=ConfirmSerializer, gives=ConfirmedSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Confirm what players reported, as it stands; ``version`` is that of the result that was looked at."""
        round_ = reached(request, RoundPath(**address))
        data = sent(request, ConfirmSerializer)
        seen = {item["pairing_id"]: item["version"] for item in data.validated_data["seen"]}
        confirmed = confirm_reported(actor=signed_in(request), round_=round_, versions=seen)
        body = {
            "confirmed": [result.pairing_id for result in confirmed.results],
            "changed": [pairing.pk for pairing in confirmed.changed],
        }
        return Response(ConfirmedSerializer(body).data)
