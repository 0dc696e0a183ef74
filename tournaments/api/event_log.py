"""The log of an event over HTTP, its history and its test copies."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.filters import chosen
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import EventPath
from tournaments.api.filters import LogFilters
from tournaments.api.serializers.event_log import (
    LogEntrySerializer,
    LogLineSerializer,
    WhatIfSerializer,
)
from tournaments.log_wording import log_line, log_lines
from tournaments.models import Event
from tournaments.queries.action_log import Search, event_log
from tournaments.services.events import copies
from tournaments.services.events.history import state_after


class EventLogView(PagedView):
    """Who did what."""

    serializer_class = LogLineSerializer
    filterset_class = LogFilters

    @operation("event_log", "log", gives=LogLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The event's actions that match the search, newest first."""
        event = reached(request, EventPath(**address))
        search = Search(**chosen(LogFilters, request))
        page = self.paginate_queryset(event_log(event, search)) or []
        return self.get_paginated_response(LogLineSerializer(log_lines(page), many=True).data)


class LogEntryView(APIView):
    """One action."""

    @operation("event_log_entry", "log", gives=LogEntrySerializer)
    def get(self, request: Request, action: int, **address: Any) -> Response:
        """An action of the log, and the event as it was right after it."""
        event = reached(request, EventPath(**address))
        log = get_object_or_404(event_log(event), pk=action)
        return Response(LogEntrySerializer({"action": log_line(log), "event": state_after(event, log)}).data)


class WhatIfsView(PagedView):
    """The test copies of an event."""

    serializer_class = WhatIfSerializer

    @operation("list_what_ifs", "log", gives=WhatIfSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """The test copies of the event, newest first."""
        event = reached(request, EventPath(**address))
        page = self.paginate_queryset(Event.objects.filter(what_if_of=event).order_by("-pk"))
        return self.get_paginated_response(WhatIfSerializer(page, many=True).data)

    @operation("make_what_if", "log", gives=WhatIfSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Make a test copy of the event; it is reached by its own `slug` like any event."""
        event = reached(request, EventPath(**address))
        copy = copies.make_test_copy(actor=signed_in(request), event=event)
        return Response(WhatIfSerializer(copy).data, status=status.HTTP_201_CREATED)


class WhatIfView(APIView):
    """One test copy."""

    @operation("throw_away_what_if", "log")
    def delete(self, request: Request, what_if: str, **address: Any) -> Response:
        """Delete the test copy with everything in it; the event stays as it is."""
        event = reached(request, EventPath(**address))
        copy = get_object_or_404(Event, what_if_of=event, slug=what_if)
        copies.delete_test_copy(actor=signed_in(request), event=copy)
        return Response(status=status.HTTP_204_NO_CONTENT)
