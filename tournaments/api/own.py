"""A player's own part of an event, by the personal link: the next game, the games so far, and the reports. No account."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.results import answer_outcome
from tournaments.api.serializers.own import (
    OwnFileReportSerializer,
    OwnPageSerializer,
    OwnReportSerializer,
)
from tournaments.api.serializers.results import SlipSerializer
from tournaments.api.slips import KeyView, slip_of, takes_report
from tournaments.models import Submission
from tournaments.queries.next_games import next_games
from tournaments.queries.rounds import public_games_of
from tournaments.services.entries.personal_links import find_game, find_link, side_in
from tournaments.services.results.results import submit_scoresheet


class OwnPageView(KeyView):
    """A player's event."""

    @extend_schema(responses=OwnPageSerializer, tags=["slips"], operation_id="own_event", auth=[])
    def get(self, _request: Request, link: str) -> Response:
        """Who the link belongs to, the next game, and all games that are public."""
        entry = find_link(link).entry
        event = entry.division.event
        upcoming = next_games(event).get(entry.pk)
        body = {
            "event": event.slug,
            "event_name": event.name,
            "division": entry.division.slug,
            "number": entry.number,
            "name": entry.name,
            "next_round": upcoming.round if upcoming else None,
            "games": public_games_of(entry),
        }
        return Response(OwnPageSerializer(body).data, headers={"Cache-Control": "no-store"})


class OwnGameView(KeyView):
    """One game of the player."""

    @extend_schema(responses=SlipSerializer, tags=["slips"], operation_id="own_game", auth=[])
    def get(self, _request: Request, link: str, number: int) -> Response:
        """Who plays at which table in that round, and whether reports are taken."""
        _own, pairing = find_game(link, number)
        return Response(SlipSerializer(slip_of(pairing)).data, headers={"Cache-Control": "no-store"})

    @takes_report("report_own_game", OwnReportSerializer, OwnFileReportSerializer)
    def post(self, request: Request, link: str, number: int) -> Response:
        """Report the game as its player: two equal reports by two players' links confirm the result."""
        own, pairing = find_game(link, number)
        data = (OwnFileReportSerializer if request.FILES else OwnReportSerializer)(data=request.data)
        data.is_valid(raise_exception=True)
        sheet = data.to_input(side=side_in(pairing, own.entry_id), channel=Submission.Channel.LINK, link=own.pk)
        return answer_outcome(submit_scoresheet(pairing_id=pairing.pk, data=sheet, loaded=pairing))
