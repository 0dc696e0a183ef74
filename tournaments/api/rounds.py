"""Rounds over HTTP: what is missing, draft, edit, publish, take back. Every edit carries the version it was decided on."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from tournaments.access import DivisionPath, RoundPath, is_official
from tournaments.api.serializers.results import SlipKeySerializer
from tournaments.api.serializers.rounds import (
    AfterRoundSerializer,
    BrokenRuleSerializer,
    DraftSerializer,
    PairingLineSerializer,
    PairingRequestSerializer,
    PublishRoundSerializer,
    ReadinessSerializer,
    RoundSerializer,
    RunSerializer,
    StandingsLineSerializer,
    SwapPlayersSerializer,
    SwapSeatsSerializer,
    UnpublishSerializer,
    VersionSerializer,
)
from tournaments.errors import TournamentError
from tournaments.models import MAX_ROUNDS, Division, Round, SlipLink
from tournaments.queries.rounds import PairingLine, pairings_of, rounds_of
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.results.slips import slip_key
from tournaments.services.rounds import pairing as services
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds.broken_rules import broken_rules, stored_broken_rules
from tournaments.services.rounds.publish import publish_match
from tournaments.services.rounds.readiness import Level, readiness
from tournaments.services.rounds.requests import latest_request, request_round


def _sent(request: Request, kind: type[serializers.Serializer[None]]) -> dict[str, Any]:
    """The valid body; raises ValidationError."""
    data = kind(data=request.data)
    data.is_valid(raise_exception=True)
    values: dict[str, Any] = data.validated_data
    return values


def link_url(request: Request, name: str, key: str) -> str:
    """The address that is printed on paper, of the page ``name`` of a key."""
    path = reverse(f"tournaments:{name}", args=[key])
    return settings.SITE_URL.rstrip("/") + path if settings.SITE_URL else request.build_absolute_uri(path)


def slip_body(request: Request, line: PairingLine, key: str, code: str = "") -> dict[str, object]:
    """A game's slip as ``SlipKeySerializer`` shows it."""
    return {
        "pairing_id": line.pairing_id,
        "table_number": line.table_number,
        "first": line.first.name,
        "second": line.second.name if line.second else "",
        "key": key,
        "code": code,
        "url": link_url(request, "slip", key) if key else "",
    }


class RoundsView(generics.GenericAPIView[Any]):
    """The rounds of a division."""

    serializer_class = RoundSerializer

    @extend_schema(responses=RoundSerializer(many=True), tags=["rounds"], operation_id="list_rounds")
    def get(self, request: Request, event: str, division: str) -> Response:
        """The rounds by number; drafts for officials only."""
        found = reached(request, DivisionPath(event, division))
        page = self.paginate_queryset(rounds_of(found, drafts=is_official(request, found.event)))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class RoundView(APIView):
    """One round."""

    @extend_schema(responses=RoundSerializer, tags=["rounds"], operation_id="round")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """A round and its version."""
        return Response(RoundSerializer(reached(request, RoundPath(event, division, number))).data)


class PairingsView(generics.GenericAPIView[Any]):
    """The pairings of a round."""

    serializer_class = PairingLineSerializer

    @extend_schema(responses=PairingLineSerializer(many=True), tags=["rounds"], operation_id="list_pairings")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """The pairings by table, byes last, with their results."""
        found = reached(request, RoundPath(event, division, number))
        context = {"official": is_official(request, found.division.event)}
        page = self.paginate_queryset(pairings_of(found))
        return self.get_paginated_response(PairingLineSerializer(page, many=True, context=context).data)


def _refuse_impossible(number: int) -> None:
    """Raise Http404 for a round that no event can have."""
    if not 1 <= number <= MAX_ROUNDS:
        raise Http404


class ReadinessView(APIView):
    """What is missing before a round is paired."""

    @extend_schema(responses=ReadinessSerializer, tags=["rounds"], operation_id="readiness")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """Missing results, conflicts, withdrawn players, the bye; most important first."""
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        notes = readiness(load_state(found, number))
        body = {"ready": all(note.level is not Level.BLOCK for note in notes), "notes": notes}
        return Response(ReadinessSerializer(body).data)


class DraftView(APIView):
    """A round is paired."""

    @extend_schema(
        request=DraftSerializer,
        responses={200: RoundSerializer, 202: RoundSerializer},
        tags=["rounds"],
        operation_id="draft_round",
    )
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Pair the next round, or its draft once more.

        202: the system simulates and is being computed; the draft is a stopgap until then, see `request/`.
        """
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        data = _sent(request, DraftSerializer)
        drafted, waiting = request_round(actor=signed_in(request), division=found, number=number, **data)
        code = status.HTTP_200_OK if waiting is None else status.HTTP_202_ACCEPTED
        return Response(RoundSerializer(drafted).data, status=code)


class PairingRequestView(APIView):
    """How far a round is that is being paired in the background."""

    @extend_schema(responses=PairingRequestSerializer, tags=["rounds"], operation_id="pairing_request")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """The round's last request; 404 where none was needed."""
        found = reached(request, DivisionPath(event, division))
        _refuse_impossible(number)
        asked = latest_request(found, number)
        if asked is None:
            raise Http404
        return Response(PairingRequestSerializer(asked).data)


class RunView(APIView):
    """How a round was paired."""

    @extend_schema(responses=RunSerializer, tags=["rounds"], operation_id="pairing_run")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """The stored run behind the round: seed, fingerprint, and for every pair the terms that chose it."""
        found = reached(request, RoundPath(event, division, number))
        if found.run is None:
            raise Http404
        return Response(RunSerializer(found.run).data)


class SwapPlayersView(APIView):
    """Two players of a draft change places."""

    @extend_schema(
        request=SwapPlayersSerializer, responses=RoundSerializer, tags=["rounds"], operation_id="swap_players"
    )
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Exchange the places of two entries in a draft."""
        found = reached(request, RoundPath(event, division, number))
        data = _sent(request, SwapPlayersSerializer)
        return _answer(services.swap_players(actor=signed_in(request), round_id=found.pk, **data))


class SwapSeatsView(APIView):
    """First and second change seats."""

    @extend_schema(request=SwapSeatsSerializer, responses=RoundSerializer, tags=["rounds"], operation_id="swap_seats")
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Exchange first and second at one table of a draft."""
        found = reached(request, RoundPath(event, division, number))
        data = _sent(request, SwapSeatsSerializer)
        return _answer(services.swap_seats(actor=signed_in(request), round_id=found.pk, **data))


class DiscardView(APIView):
    """A draft is thrown away."""

    @extend_schema(request=VersionSerializer, responses={204: None}, tags=["rounds"], operation_id="discard_draft")
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Throw a draft away; how it was paired stays on record."""
        found = reached(request, RoundPath(event, division, number))
        services.discard_draft(actor=signed_in(request), round_id=found.pk, **_sent(request, VersionSerializer))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BrokenRulesView(APIView):
    """What the changes made by hand break."""

    @extend_schema(responses=BrokenRuleSerializer(many=True), tags=["rounds"], operation_id="broken_rules")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """Each pairing of a draft that breaks a rule, and which; of a published round with the reason given for it."""
        found = reached(request, RoundPath(event, division, number))
        draft = found.state == Round.State.DRAFT
        # Any: the stubs of ``many=True`` know querysets only
        rules: Any = broken_rules(found, load_state(found.division, number)) if draft else stored_broken_rules(found)
        return Response(BrokenRuleSerializer(rules, many=True).data)


class PublishView(APIView):
    """A draft becomes public."""

    @extend_schema(
        request=PublishRoundSerializer, responses=RoundSerializer, tags=["rounds"], operation_id="publish_round"
    )
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Publish a draft: slips get their links, players see their table. Broken rules need a `reason`."""
        found = reached(request, RoundPath(event, division, number))
        data = _sent(request, PublishRoundSerializer)
        if data.pop("whole_meeting"):
            return _answer(publish_match(actor=signed_in(request), round_id=found.pk, **data)[0])
        return _answer(publishing.publish_round(actor=signed_in(request), round_id=found.pk, **data))


class UnpublishView(APIView):
    """A published round is taken back."""

    @extend_schema(
        request=UnpublishSerializer, responses=RoundSerializer, tags=["rounds"], operation_id="unpublish_round"
    )
    def post(self, request: Request, event: str, division: str, number: int) -> Response:
        """Make the last round a draft again while nothing was reported; its slips stop working."""
        found = reached(request, RoundPath(event, division, number))
        data = _sent(request, UnpublishSerializer)
        return _answer(publishing.unpublish_round(actor=signed_in(request), round_id=found.pk, **data))


def _answer(round_: Round) -> Response:
    return Response(RoundSerializer(round_).data)


class SlipsView(generics.GenericAPIView[Any]):
    """The private links of a round."""

    serializer_class = SlipKeySerializer

    @extend_schema(responses=SlipKeySerializer(many=True), tags=["rounds"], operation_id="list_slips")
    def get(self, request: Request, event: str, division: str, number: int) -> Response:
        """Each game's private link, to print or to send; never to be cached."""
        found = reached(request, RoundPath(event, division, number))
        if found.state == Round.State.DRAFT:
            raise Http404
        links = {link.pairing_id: link for link in SlipLink.objects.filter(pairing__round=found, ended_at=None)}
        games = self.paginate_queryset([line for line in pairings_of(found) if line.second is not None]) or ()
        slips = [_slip(request, line, links.get(line.pairing_id)) for line in games]
        response = self.get_paginated_response(self.get_serializer(slips, many=True).data)
        response["Cache-Control"] = "no-store"
        return response


def _slip(request: Request, line: PairingLine, link: SlipLink | None) -> dict[str, object]:
    return slip_body(request, line, _key(link), link.code if link else "")


def _key(link: SlipLink | None) -> str:
    """The link's key; empty when it must be issued anew because the server's secret was changed."""
    if link is None:
        return ""
    try:
        return slip_key(link)
    except TournamentError:
        return ""


class StandingsView(generics.GenericAPIView[Any]):
    """The standings of a division."""

    serializer_class: type[serializers.Serializer[Any]] = StandingsLineSerializer

    @extend_schema(
        responses=StandingsLineSerializer(many=True),
        parameters=[AfterRoundSerializer],
        tags=["standings"],
        operation_id="standings",
    )
    def get(self, request: Request, event: str, division: str) -> Response:
        """The standings now, or as they were after a round; best first."""
        return self.page_of(request, event, division)

    def page_of(self, request: Request, event: str, division: str) -> Response:
        """A page of the lines now, or after the round that is asked for. Raises Http404 for a round that is not public."""
        found = reached(request, DivisionPath(event, division))
        wanted = AfterRoundSerializer(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        after = wanted.validated_data.get("after_round")
        if after is not None and after not in {round_.number for round_ in rounds_of(found, drafts=False)}:
            raise Http404
        page = self.paginate_queryset(self.lines(found, after))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    def lines(self, division: Division, after_round: int | None) -> Sequence[object]:
        """The lines of these standings."""
        return standings_of(division, after_round)
