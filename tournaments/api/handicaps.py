"""Handicap standings over HTTP."""

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from core.api.operations import operation
from tournaments.api.rounds import StandingsView
from tournaments.api.serializers.handicaps import HandicapLineSerializer
from tournaments.models import Division
from tournaments.queries.handicaps import handicap_standings


class HandicapStandingsView(StandingsView):
    """The standings with a head start in every game."""

    serializer_class = HandicapLineSerializer

    @operation("handicap_standings", "standings", gives=HandicapLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The handicap standings now, or as they were after a round; empty where the division has none."""
        return self.page_of(request, **address)

    def lines(self, division: Division, after_round: int | None) -> Sequence[object]:
        """The lines of the handicap standings."""
        return handicap_standings(division, after_round)
