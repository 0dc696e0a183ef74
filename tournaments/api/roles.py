"""Roles in one event over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached
from clubs.api.roles import NewRoleSerializer, RoleLineSerializer, answer_ended, answer_given, answer_roles
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import EventPath
from tournaments.services.events.roles import EventPlace


class EventRolesView(PagedView):
    """The roles in an event."""

    serializer_class = RoleLineSerializer

    @operation("event_roles", "events", gives=RoleLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Who has a role for this event only, now or later; the club's roles count in it too."""
        return answer_roles(self, request, EventPlace(reached(request, EventPath(**address))))

    @operation("give_event_role", "events", takes=NewRoleSerializer, gives=RoleLineSerializer, status=201)
    def post(self, request: Request, **address: Any) -> Response:
        """Give a role in this event; who has it gets the new days and tables."""
        return answer_given(request, EventPlace(reached(request, EventPath(**address))))


class EventRoleView(APIView):
    """One role in an event."""

    @operation("end_event_role", "events")
    def delete(self, request: Request, grant: int, **address: Any) -> Response:
        """End the role."""
        return answer_ended(request, EventPlace(reached(request, EventPath(**address))), grant)
