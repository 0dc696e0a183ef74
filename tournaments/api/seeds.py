"""The seed order over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from core.api.paged import PagedView
from tournaments.access import NamesPath
from tournaments.api.serializers.seeds import SeedLineSerializer, SeedsSerializer
from tournaments.queries.seeds import seed_lines
from tournaments.services.entries.seeding import set_seeds


class SeedsView(PagedView):
    """The seed order of a division."""

    serializer_class = SeedLineSerializer

    @operation("list_seeds", "roster", gives=SeedLineSerializer(many=True))
    def get(self, request: Request, **address: Any) -> Response:
        """Everybody in seed order: by rating, except for those seeded by hand."""
        return self.page(seed_lines(reached(request, NamesPath(**address))))

    @operation("set_seeds", "roster", takes=SeedsSerializer, gives=SeedLineSerializer(many=True))
    def put(self, request: Request, **address: Any) -> Response:
        """Replace the seeds given by hand, until the first round is published."""
        division = reached(request, NamesPath(**address))
        data = sent(request, SeedsSerializer)
        set_seeds(actor=signed_in(request), division=division, data=data.to_input())
        return self.get(request, **address)
