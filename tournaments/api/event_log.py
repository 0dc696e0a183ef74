"""The log of an event over HTTP, the event as it was, and its what-ifs."""

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from tournaments.access import EventPath
from tournaments.api.serializers.event_log import (
    LogEntrySerializer,
    LogLineSerializer,
    SearchSerializer,
    WhatIfSerializer,
)
from tournaments.log_wording import log_line, log_lines
from tournaments.models import Event
from tournaments.queries.action_log import event_log
from tournaments.services.events import copies
from tournaments.services.events.history import replay


class EventLogView(generics.GenericAPIView[Any]):
    """Who did what."""

    serializer_class = LogLineSerializer

    @extend_schema(
        responses=LogLineSerializer(many=True), parameters=[SearchSerializer], tags=["log"], operation_id="event_log"
    )
    def get(self, request: Request, event: str) -> Response:
        """The event's actions that are looked for, newest first."""
        found = reached(request, EventPath(event))
        wanted = SearchSerializer(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        page = self.paginate_queryset(event_log(found, wanted.to_search())) or []
        return self.get_paginated_response(LogLineSerializer(log_lines(page), many=True).data)


class LogEntryView(APIView):
    """One action."""

    @extend_schema(responses=LogEntrySerializer, tags=["log"], operation_id="event_log_entry")
    def get(self, request: Request, event: str, action: int) -> Response:
        """An action of the log, and the event as it was right after it."""
        found = reached(request, EventPath(event))
        log = get_object_or_404(event_log(found), pk=action)
        return Response(LogEntrySerializer({"action": log_line(log), "event": replay(found, log)}).data)


class WhatIfsView(generics.GenericAPIView[Any]):
    """The what-ifs of an event."""

    serializer_class = WhatIfSerializer

    @extend_schema(responses=WhatIfSerializer(many=True), tags=["log"], operation_id="list_what_ifs")
    def get(self, request: Request, event: str) -> Response:
        """The trial copies of the event, newest first."""
        found = reached(request, EventPath(event))
        page = self.paginate_queryset(Event.objects.filter(what_if_of=found).order_by("-pk"))
        return self.get_paginated_response(WhatIfSerializer(page, many=True).data)

    @extend_schema(request=None, responses={201: WhatIfSerializer}, tags=["log"], operation_id="make_what_if")
    def post(self, request: Request, event: str) -> Response:
        """Copy the event as it is to try things in; the copy is reached by its own `slug` like any event."""
        found = reached(request, EventPath(event))
        made = copies.make_what_if(actor=signed_in(request), event=found)
        return Response(WhatIfSerializer(made).data, status=status.HTTP_201_CREATED)


class WhatIfView(APIView):
    """One what-if."""

    @extend_schema(responses={204: None}, tags=["log"], operation_id="throw_away_what_if")
    def delete(self, request: Request, event: str, what_if: str) -> Response:
        """Throw the trial copy away with everything in it; the event stays as it is."""
        found = reached(request, EventPath(event))
        trial = get_object_or_404(Event, what_if_of=found, slug=what_if)
        copies.throw_away(actor=signed_in(request), event=trial)
        return Response(status=status.HTTP_204_NO_CONTENT)
