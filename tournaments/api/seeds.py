"""The seed order over HTTP."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import reached, signed_in
from core.api.bodies import sent
from tournaments.access import NamesPath
from tournaments.api.paged import PagedView
from tournaments.api.serializers.seeds import SeedLineSerializer, SeedsSerializer
from tournaments.queries.seeds import seed_lines
from tournaments.services.entries.seeding import set_seeds


class SeedsView(PagedView):
    """The seed order of a division."""

    serializer_class = SeedLineSerializer

    @extend_schema(responses=SeedLineSerializer(many=True), tags=["roster"], operation_id="list_seeds")
    def get(self, request: Request, **address: Any) -> Response:
        """Everybody in seed order: by rating, except for those seeded by hand."""
        return self.page(seed_lines(reached(request, NamesPath(**address))))

    @extend_schema(
        request=SeedsSerializer, responses=SeedLineSerializer(many=True), tags=["roster"], operation_id="set_seeds"
    )
    def put(self, request: Request, **address: Any) -> Response:
        """Replace the seeds given by hand, until the first round is published."""
        division = reached(request, NamesPath(**address))
        data = sent(request, SeedsSerializer)
        set_seeds(actor=signed_in(request), division=division, data=data.to_input())
        return self.get(request, **address)
