"""The seed order over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import reached, signed_in
from tournaments.access import DivisionPath
from tournaments.api.serializers.seeds import SeedLineSerializer, SeedsSerializer
from tournaments.queries.seeds import seed_lines
from tournaments.services.entries.seeding import set_seeds


class SeedsView(generics.GenericAPIView[Any]):
    """The seed order of a division."""

    serializer_class = SeedLineSerializer

    @extend_schema(responses=SeedLineSerializer(many=True), tags=["roster"], operation_id="list_seeds")
    def get(self, request: Request, event: str, division: str) -> Response:
        """Everybody in seed order: by rating, except for those seeded by hand."""
        page = self.paginate_queryset(seed_lines(reached(request, DivisionPath(event, division))))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)

    @extend_schema(
        request=SeedsSerializer, responses=SeedLineSerializer(many=True), tags=["roster"], operation_id="set_seeds"
    )
    def put(self, request: Request, event: str, division: str) -> Response:
        """Replace the seeds given by hand, until the first round is published."""
        found = reached(request, DivisionPath(event, division))
        data = SeedsSerializer(data=request.data)
        data.is_valid(raise_exception=True)
        set_seeds(actor=signed_in(request), division=found, data=data.to_input())
        return self.get(request, event, division)
