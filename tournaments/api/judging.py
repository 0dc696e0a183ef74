"""The word judge over HTTP: challenges, the log, appeals, decisions."""

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import Method, operation
from core.api.paged import PagedView
from lexicon.api.words import refuse_malformed
from lexicon.models import Adjudication
from lexicon.services.adjudications import adjudication_with
from tournaments.access import DivisionPath, EventPath
from tournaments.api.filters import AdjudicationFilters
from tournaments.api.serializers.judging import (
    AdjudicationEntrySerializer,
    AdjudicationHistorySerializer,
    AppealSerializer,
    ChallengeSerializer,
    OverruleSerializer,
    WordChallengeSerializer,
)
from tournaments.models import Division, Event
from tournaments.queries.adjudications import division_of_adjudication, log_of, with_follow_ups
from tournaments.services.judging.challenges import appeal_adjudication, overrule, rule_challenge
from tournaments.services.judging.tablets import Desk


def _adds_entry(name: str, takes: type[BaseSerializer[Any]]) -> Callable[[Method], Method]:
    """An operation that adds an entry to the log (201), or finds the one with the same client_token (200)."""
    gives = {201: AdjudicationEntrySerializer, 200: AdjudicationEntrySerializer}
    return operation(name, "adjudications", takes=takes, gives=gives)


def _answer(adjudication: Adjudication, *, created: bool) -> Response:
    code = status.HTTP_201_CREATED if created else status.HTTP_200_OK
    return Response(AdjudicationEntrySerializer(adjudication).data, status=code, headers={"Cache-Control": "no-store"})


class ChallengesView(APIView):
    """Challenges in a division."""

    @_adds_entry("rule_challenge", ChallengeSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Judge the challenged words of one play by the division's dictionary and log it: one verdict for all of them, and what follows
        under the division's challenge rule. The same client_token again is the same adjudication (200 instead of 201)."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, ChallengeSerializer)
        known = adjudication_with(division.event.club, data.validated_data["client_token"])
        with refuse_malformed():
            adjudication = rule_challenge(desk=Desk(division, official=signed_in(request)), data=data.to_input())
        return _answer(adjudication, created=known is None)


class WordChallengesView(APIView):
    """Words in a division that plays Word Basket."""

    @_adds_entry("rule_word", WordChallengeSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Judge a word of Word Basket and log it.

        ``outcome.verdict`` is common_noun, proper_name, no_noun, not_listed or illegal, with ``reasons`` and a ``sentence`` in
        English and Japanese; only illegal follows from the rules.
        """
        division = reached(request, DivisionPath(**address))
        data = sent(request, WordChallengeSerializer)
        known = adjudication_with(division.event.club, data.validated_data["client_token"])
        adjudication = rule_challenge(desk=Desk(division, official=signed_in(request)), data=data.to_input())
        return _answer(adjudication, created=known is None)


class AdjudicationsView(PagedView):
    """The event's log."""

    serializer_class = AdjudicationEntrySerializer
    filterset_class = AdjudicationFilters

    @operation("list_adjudications", "adjudications", gives=AdjudicationEntrySerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Verdicts, appeals and decisions, newest first; for those who may rule."""
        return self.page(log_of(reached(request, EventPath(**address))))


def verdict_of(request: Request, event: str, adjudication: int) -> tuple[Event, Adjudication]:
    """The verdict with this id in the event's log; 404 for any other entry, 403 unless the user may rule."""
    played = reached(request, EventPath(event))
    return played, get_object_or_404(log_of(played).select_related("club", "official"), pk=adjudication, kind="verdict")


def _division(adjudication: Adjudication, event: Event) -> Division:
    try:
        return division_of_adjudication(adjudication, event)
    except Division.DoesNotExist as error:
        raise Http404 from error


class AdjudicationEntryView(APIView):
    """One verdict."""

    @operation("judges_adjudication", "adjudications", gives=AdjudicationHistorySerializer)
    def get(self, request: Request, event: str, adjudication: int) -> Response:
        """A verdict, the appeals against it, the director's decisions, and which of them is in force."""
        _event, verdict = verdict_of(request, event, adjudication)
        entries = with_follow_ups(verdict)
        standing = Adjudication.standing(entries) or verdict
        return Response(AdjudicationHistorySerializer({"in_force": standing.pk, "entries": entries}).data)


def _follow_up(
    request: Request, event: str, adjudication: int, kind: type[BaseSerializer[Any]], add: Callable[..., Adjudication]
) -> Response:
    """What follows a verdict: read, added, answered; the same client_token again is the same entry."""
    played, verdict = verdict_of(request, event, adjudication)
    values = sent(request, kind).validated_data
    known = adjudication_with(verdict.club, values["client_token"])
    entry = add(actor=signed_in(request), division=_division(verdict, played), adjudication=verdict, **values)
    return _answer(entry, created=known is None)


class AppealView(APIView):
    """An appeal."""

    @_adds_entry("appeal_adjudication", AppealSerializer)
    def post(self, request: Request, event: str, adjudication: int) -> Response:
        """Note that a player appeals against a verdict; the verdict stays."""
        return _follow_up(request, event, adjudication, AppealSerializer, appeal_adjudication)


class OverruleView(APIView):
    """The director's decision."""

    @_adds_entry("overrule_adjudication", OverruleSerializer)
    def post(self, request: Request, event: str, adjudication: int) -> Response:
        """Decide on a verdict, with its consequence; the verdict stays in the log."""
        return _follow_up(request, event, adjudication, OverruleSerializer, overrule)
