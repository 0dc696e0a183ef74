"""Handicap standings over HTTP."""

from collections.abc import Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.rounds import StandingsView
from tournaments.api.serializers.handicaps import HandicapLineSerializer
from tournaments.api.serializers.rounds import AfterRoundSerializer
from tournaments.models import Division
from tournaments.queries.handicaps import handicap_standings


class HandicapStandingsView(StandingsView):
    """The standings with a head start in every game."""

    serializer_class = HandicapLineSerializer

    @extend_schema(
        responses=HandicapLineSerializer(many=True),
        parameters=[AfterRoundSerializer],
        tags=["standings"],
        operation_id="handicap_standings",
    )
    def get(self, request: Request, **address: Any) -> Response:
        """The handicap standings now, or as they were after a round; empty where the division has none."""
        return self.page_of(request, **address)

    def lines(self, division: Division, after_round: int | None) -> Sequence[object]:
        """The lines of the handicap standings."""
        return handicap_standings(division, after_round)
