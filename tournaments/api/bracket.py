"""Brackets over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import reached
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import NamesPath
from tournaments.api.serializers.bracket import BracketLineSerializer
from tournaments.queries.bracket import bracket_view


class BracketView(PagedView):
    """The bracket of a knock-out."""

    serializer_class = BracketLineSerializer

    @operation("bracket", "standings", gives=BracketLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """All matches from the first stage to the final, in the order of play; empty where the division has no bracket."""
        view = bracket_view(reached(request, NamesPath(**address)))
        return self.page(view.lines if view else ())
