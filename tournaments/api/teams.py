"""Team events over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import reached
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import NamesPath
from tournaments.api.serializers.teams import TeamLineSerializer, TeamMatchSerializer
from tournaments.queries.teams import team_event


class TeamStandingsView(PagedView):
    """The standings of teams."""

    serializer_class = TeamLineSerializer

    @operation("team_standings", "standings", gives=TeamLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The teams, best first, each with its players; empty unless teams play each other in the division."""
        event = team_event(reached(request, NamesPath(**address)))
        return self.page(event.lines if event else ())


class TeamMatchesView(PagedView):
    """The matches of teams."""

    serializer_class = TeamMatchSerializer

    @operation("team_matches", "standings", gives=TeamMatchSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The matches of the public rounds, round by round, board by board."""
        event = team_event(reached(request, NamesPath(**address)))
        return self.page(event.matches if event else ())
