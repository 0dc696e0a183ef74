"""Rounds over HTTP: what is missing, draft, edit, publish, take back. Every edit carries the version it was decided on."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.filters import chosen
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import NamesPath, RoundPath, is_official
from tournaments.api.filters import PairingFilters, StandingsFilters
from tournaments.api.serializers.results import SlipKeySerializer
from tournaments.api.serializers.rounds import (
    BrokenRuleSerializer,
    DraftSerializer,
    HandPairingSerializer,
    PairByHandSerializer,
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
from tournaments.models import MAX_ROUNDS, Division, Pairing, Round, Seat, SlipLink
from tournaments.queries.rounds import PairingLine, pairing_lines, pairings_of, rounds_of
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.results.slips import slip_key
from tournaments.services.rounds import pairing
from tournaments.services.rounds.broken_rules import broken_rules, stored_broken_rules
from tournaments.services.rounds.by_hand import pair_by_hand
from tournaments.services.rounds.fixed_pairs import FixedPairs, read_fixed
from tournaments.services.rounds.publish import publish_match, publish_round, unpublish_round
from tournaments.services.rounds.readiness import Level, readiness
from tournaments.services.rounds.requests import latest_request, request_round

T = TypeVar("T")


def _edit(
    request: Request, address: dict[str, Any], kind: type[serializers.Serializer[None]], change: Callable[..., T]
) -> T:
    """Make one change of a round, with the body as ``kind`` reads it."""
    round_ = reached(request, RoundPath(**address))
    return change(actor=signed_in(request), round_id=round_.pk, **sent(request, kind).validated_data)


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


class RoundsView(PagedView):
    """The rounds of a division."""

    serializer_class = RoundSerializer

    @operation("list_rounds", "rounds", gives=RoundSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The rounds by number; drafts for officials only."""
        division = reached(request, NamesPath(**address))
        return self.page(rounds_of(division, drafts=is_official(request, division.event)))


class RoundView(APIView):
    """One round."""

    @operation("round", "rounds", gives=RoundSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """A round and its version."""
        return Response(RoundSerializer(reached(request, RoundPath(**address))).data)


class PairingsView(PagedView):
    """The pairings of a round."""

    serializer_class = PairingLineSerializer
    filterset_class = PairingFilters

    @operation("list_pairings", "rounds", gives=PairingLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The pairings by table, byes last, with their results."""
        round_ = reached(request, RoundPath(**address))
        official = is_official(request, round_.division.event)
        games = self.filter_queryset(Pairing.objects.filter(round=round_))
        return self.page(pairing_lines(Seat.objects.filter(pairing__in=games)), official=official)


def refuse_impossible(number: int) -> None:
    """Raise Http404 for a round that no event can have."""
    if not 1 <= number <= MAX_ROUNDS:
        raise Http404


class ReadinessView(APIView):
    """What is missing before a round is paired."""

    @operation("readiness", "rounds", gives=ReadinessSerializer)
    def get(self, request: Request, number: int, **address: Any) -> Response:
        """Missing results, conflicts, withdrawn players, the bye; most important first."""
        division = reached(request, NamesPath(**address))
        refuse_impossible(number)
        notes = readiness(load_state(division, number))
        body = {"ready": all(note.level is not Level.BLOCK for note in notes), "notes": notes}
        return Response(ReadinessSerializer(body).data)


class DraftView(APIView):
    """A round is paired."""

    @operation("draft_round", "rounds", takes=DraftSerializer, gives={200: RoundSerializer, 202: RoundSerializer})
    def post(self, request: Request, number: int, **address: Any) -> Response:
        """Pair the next round, or its draft once more.

        202: the system simulates and is still calculating; until then there is a fallback draft, see `request/`.
        """
        division = reached(request, NamesPath(**address))
        refuse_impossible(number)
        data = sent(request, DraftSerializer).validated_data
        drafted, waiting = request_round(actor=signed_in(request), division=division, number=number, **data)
        code = status.HTTP_200_OK if waiting is None else status.HTTP_202_ACCEPTED
        return Response(RoundSerializer(drafted).data, status=code)


class PairByHandView(APIView):
    """A round is paired by hand, or changed by hand after it was paired."""

    @operation("pair_by_hand", "rounds", takes=PairByHandSerializer, gives=HandPairingSerializer)
    def post(self, request: Request, number: int, **address: Any) -> Response:
        """Fix pairs, by numbers, names or entries, and pair the rest around them; also of a published round, whose games without
        a result are then changed in place. `preview` says what it would do, which rules it breaks and what that costs.
        """
        division = reached(request, NamesPath(**address))
        refuse_impossible(number)
        data = sent(request, PairByHandSerializer)
        values = data.validated_data
        pairs = data.typed_pairs() + read_fixed(division, values.get("text", ""))
        made = pair_by_hand(
            actor=signed_in(request),
            division=division,
            number=number,
            fixed=FixedPairs(pairs, values["complete"], values.get("expected_version")),
            anew=values["anew"],
            reason=values.get("reason", ""),
            store=not values["preview"],
            choice=data.choice(),
        )
        return Response(HandPairingSerializer(made, context={"official": True}).data)


class PairingRequestView(APIView):
    """How far a round is that is being paired in the background."""

    @operation("pairing_request", "rounds", gives=PairingRequestSerializer)
    def get(self, request: Request, number: int, **address: Any) -> Response:
        """The round's last request; 404 where none was needed."""
        division = reached(request, NamesPath(**address))
        refuse_impossible(number)
        pairing_request = latest_request(division, number)
        if pairing_request is None:
            raise Http404
        return Response(PairingRequestSerializer(pairing_request).data)


class RunView(APIView):
    """How a round was paired."""

    @operation("pairing_run", "rounds", gives=RunSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The stored run behind the round: seed, fingerprint, and for every pair the terms that chose it."""
        round_ = reached(request, RoundPath(**address))
        if round_.run is None:
            raise Http404
        return Response(RunSerializer(round_.run).data)


class SwapPlayersView(APIView):
    """Two players of a draft change places."""

    @operation("swap_players", "rounds", takes=SwapPlayersSerializer, gives=RoundSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Swap two entries in a draft."""
        return _answer(_edit(request, address, SwapPlayersSerializer, pairing.swap_players))


class SwapSeatsView(APIView):
    """First and second change seats."""

    @operation("swap_seats", "rounds", takes=SwapSeatsSerializer, gives=RoundSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Swap first and second at one table of a draft."""
        return _answer(_edit(request, address, SwapSeatsSerializer, pairing.swap_seats))


class DiscardView(APIView):
    """A draft is discarded."""

    @operation("discard_draft", "rounds", takes=VersionSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Discard a draft; how it was paired stays on record."""
        _edit(request, address, VersionSerializer, pairing.discard_draft)
        return Response(status=status.HTTP_204_NO_CONTENT)


class BrokenRulesView(APIView):
    """The rules that changes made by hand break."""

    @operation("broken_rules", "rounds", gives=BrokenRuleSerializer(many=True))
    def get(self, request: Request, number: int, **address: Any) -> Response:
        """Each pairing of a draft that breaks a rule, and which; of a published round with the reason given for it."""
        round_ = reached(request, RoundPath(number=number, **address))
        draft = round_.state == Round.State.DRAFT
        # Any: the stubs of ``many=True`` know querysets only
        rules: Any = broken_rules(round_, load_state(round_.division, number)) if draft else stored_broken_rules(round_)
        return Response(BrokenRuleSerializer(rules, many=True).data)


class PublishView(APIView):
    """A draft becomes public."""

    @operation("publish_round", "rounds", takes=PublishRoundSerializer, gives=RoundSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Publish a draft: slips get their links, players see their table. Broken rules need a `reason`."""
        return _answer(_edit(request, address, PublishRoundSerializer, _publish))


class UnpublishView(APIView):
    """A published round is unpublished."""

    @operation("unpublish_round", "rounds", takes=UnpublishSerializer, gives=RoundSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Make the last round a draft again while nothing was reported; its slips stop working."""
        return _answer(_edit(request, address, UnpublishSerializer, unpublish_round))


def _publish(*, whole_meeting: bool, **order: Any) -> Round:
    return publish_match(**order)[0] if whole_meeting else publish_round(**order)


def _answer(round_: Round) -> Response:
    return Response(RoundSerializer(round_).data)


class SlipsView(PagedView):
    """The private links of a round."""

    serializer_class = SlipKeySerializer

    @operation("list_slips", "rounds", gives=SlipKeySerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Each game's private link, to print or to send; never to be cached."""
        round_ = reached(request, RoundPath(**address))
        if round_.state == Round.State.DRAFT:
            raise Http404
        links = {link.pairing_id: link for link in SlipLink.objects.filter(pairing__round=round_, ended_at=None)}
        games = self.paginate_queryset([line for line in pairings_of(round_) if line.second is not None]) or ()
        slips = [_slip(request, line, links.get(line.pairing_id)) for line in games]
        response = self.get_paginated_response(self.get_serializer(slips, many=True).data)
        response["Cache-Control"] = "no-store"
        return response


def _slip(request: Request, line: PairingLine, link: SlipLink | None) -> dict[str, object]:
    return slip_body(request, line, _key(link), link.code if link else "")


def _key(link: SlipLink | None) -> str:
    """The link's key; empty when it must be issued anew because the server's secret was changed."""
    try:
        return slip_key(link) if link is not None else ""
    except TournamentError:
        return ""


class StandingsView(PagedView):
    """The standings of a division."""

    serializer_class: type[serializers.Serializer[Any]] = StandingsLineSerializer
    filterset_class = StandingsFilters

    @operation("standings", "standings", gives=StandingsLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The standings now, or as they were after a round; best first."""
        return self.page_of(request, **address)

    def page_of(self, request: Request, **address: Any) -> Response:
        """A page of the lines now, or after the requested round. Raises Http404 for a round that is not public."""
        division = reached(request, NamesPath(**address))
        after = chosen(StandingsFilters, request).get("after_round")
        if after is not None and after not in {round_.number for round_ in rounds_of(division, drafts=False)}:
            raise Http404
        return self.page(self.lines(division, after))

    def lines(self, division: Division, after_round: int | None) -> Sequence[object]:
        """The lines of these standings."""
        return standings_of(division, after_round)
