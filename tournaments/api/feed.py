"""The file of another program that an event follows, over HTTP."""

from typing import Any

from django.http import Http404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath, EventPath
from tournaments.api.serializers.feed import FeedActSerializer, FeedSerializer, FollowSerializer
from tournaments.models import Event
from tournaments.queries.feed import feed_of
from tournaments.services.feed import following


def _answer(event: Event) -> Response:
    view = feed_of(event)
    if view is None:
        raise Http404
    return Response(FeedSerializer(view).data)


class FeedView(APIView):
    """The file that the event follows."""

    @operation("feed", "roster", gives=FeedSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """How the followed `tourney.js` stands; 404 for an event that never followed one."""
        return _answer(reached(request, EventPath(**address)))

    @operation("follow_feed", "roster", takes=FollowSerializer, gives=FeedSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Follow a `tourney.js` of tsh: pairings and results of these divisions come from it from now on. It is read in the background."""
        event = reached(request, EventPath(**address))
        data = sent(request, FollowSerializer).validated_data
        parts = {
            reached(request, DivisionPath(division=slug, **address)).pk: part for slug, part in data["parts"].items()
        }
        following.follow(actor=signed_in(request), event=event, address=data["address"], parts=parts)
        return _answer(event)

    @operation("stop_feed", "roster")
    def delete(self, request: Request, **address: Any) -> Response:
        """Stop following; what came from the file stays, and everything is entered here again."""
        event = reached(request, EventPath(**address))
        following.stop(actor=signed_in(request), event=event)
        return Response(status=status.HTTP_204_NO_CONTENT)


class FeedActView(APIView):
    """What is done about the file."""

    @operation("change_feed", "roster", takes=FeedActSerializer, gives=FeedSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Read the file now, in the background, or pause or resume reading it."""
        event = reached(request, EventPath(**address))
        data = sent(request, FeedActSerializer).validated_data
        actor = signed_in(request)
        match data["act"]:
            case "pause":
                following.pause(actor=actor, event=event)
            case "resume":
                following.resume(actor=actor, event=event)
            case _:
                answers = {name: str(player) for name, player in data.get("who", {}).items()}
                following.read_now(actor=actor, event=event, answers=answers)
        return _answer(event)
