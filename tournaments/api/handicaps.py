"""Handicap standings over HTTP."""

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.reach import division_of
from tournaments.api.serializers.handicaps import HandicapLineSerializer
from tournaments.api.serializers.rounds import AfterRoundSerializer
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.rounds import rounds_of


class HandicapStandingsView(generics.GenericAPIView[Any]):
    """The standings in which every game counts with its head start."""

    permission_classes = (IsAuthenticatedOrReadOnly,)
    serializer_class = HandicapLineSerializer

    @extend_schema(
        responses=HandicapLineSerializer(many=True),
        parameters=[AfterRoundSerializer],
        tags=["standings"],
        operation_id="handicap_standings",
    )
    def get(self, request: Request, event: str, division: str) -> Response:
        """The handicap standings now, or as they were after a round; empty where the division has none."""
        found = division_of(request, event, division)
        wanted = AfterRoundSerializer(data=request.query_params)
        wanted.is_valid(raise_exception=True)
        after = wanted.validated_data.get("after_round")
        if after is not None and after not in {round_.number for round_ in rounds_of(found, drafts=False)}:
            raise Http404
        page = self.paginate_queryset(handicap_standings(found, after))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
