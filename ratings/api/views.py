"""Rating pools over HTTP. Everybody may read them; a club's officials open pools."""

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import ClubPath, reached, signed_in
from clubs.models import Club, Player
from core.api.bodies import sent
from core.api.filters import Filters, chosen
from core.api.operations import operation
from core.api.paged import PagedView
from ratings.api import filters, serializers
from ratings.models import RatedEvent, RatingPool
from ratings.queries import lists as queries
from ratings.services.ledger import LedgerError
from ratings.services.pools import create_pool


def _pool(slug: str) -> RatingPool:
    return get_object_or_404(RatingPool, slug=slug)


@extend_schema_view(get=extend_schema(tags=["ratings"], operation_id="list_rating_pools"))
class PoolsView(generics.ListAPIView[RatingPool]):
    """All rating pools."""

    serializer_class = serializers.PoolSerializer
    filterset_class: type[Filters] = filters.PoolFilters

    def get_queryset(self) -> QuerySet[RatingPool]:
        """By name, with the number of players."""
        return queries.pools()


@extend_schema_view(get=extend_schema(tags=["ratings"], operation_id="list_club_rating_pools"))
class ClubPoolsView(PoolsView):
    """The pools of a club."""

    filterset_class = filters.ClubPoolFilters

    def get_queryset(self) -> QuerySet[RatingPool]:
        """The club's pools by name."""
        if getattr(self, "swagger_fake_view", False):
            return RatingPool.objects.none()
        return super().get_queryset().filter(club=get_object_or_404(Club, slug=self.kwargs["club"]))

    @operation(
        "create_rating_pool",
        "ratings",
        takes=serializers.NewPoolSerializer,
        gives=serializers.PoolSerializer,
        status=201,
    )
    def post(self, request: Request, club: str) -> Response:
        """Open a rating pool of the club."""
        this_club, user = reached(request, ClubPath(club)), signed_in(request)
        data = sent(request, serializers.NewPoolSerializer).validated_data
        slug = data["slug"] or slugify(f"{this_club.slug} {data['name']}")[:60]
        try:
            with transaction.atomic():
                create_pool(actor=user, club=this_club, name=data["name"], slug=slug, system=data["system"])
        except IntegrityError as error:
            raise LedgerError(
                _("There is already a rating list at /ratings/%(slug)s/. Choose another address.") % {"slug": slug}
            ) from error
        pool = queries.pools().get(slug=slug)
        return Response(serializers.PoolSerializer(pool).data, status=status.HTTP_201_CREATED)


class PoolView(APIView):
    """One rating pool."""

    @operation("rating_pool", "ratings", gives=serializers.PoolSerializer)
    def get(self, _request: Request, pool: str) -> Response:
        """A pool, and whether its ratings are up to date."""
        return Response(serializers.PoolSerializer(get_object_or_404(queries.pools(), slug=pool)).data)


class PlayersView(PagedView):
    """The rating list."""

    serializer_class = serializers.ListLineSerializer
    filterset_class = filters.RatingListFilters

    @operation("rating_list", "ratings", gives=serializers.ListLineSerializer(many=True))
    def get(self, request: Request, pool: str) -> Response:
        """The list of a pool, best rating first; ranks are those of the whole list."""
        this_pool, requested = _pool(pool), chosen(filters.RatingListFilters, request)
        rows = queries.listed(this_pool, queries.Filter(search=requested.pop("q", ""), **requested))
        lines = queries.with_ranks(this_pool, self.paginate_queryset(rows) or ())
        return self.get_paginated_response(self.get_serializer(lines, many=True).data)


class PlayerView(APIView):
    """One player in one pool."""

    @operation("player_rating", "ratings", gives=serializers.PlayerRatingSerializer)
    def get(self, _request: Request, pool: str, player: int) -> Response:
        """A player's rating and the events that made it."""
        this_pool, person = _pool(pool), get_object_or_404(Player, pk=player)
        line = queries.player_line(this_pool, person)
        if line is None:
            raise Http404
        body = {"line": line, "history": queries.player_history(this_pool, person)}
        return Response(serializers.PlayerRatingSerializer(body).data)


@extend_schema_view(get=extend_schema(tags=["ratings"], operation_id="list_rated_events"))
class EventsView(generics.ListAPIView[RatedEvent]):
    """The events rated in a pool."""

    serializer_class = serializers.RatedEventSerializer
    filterset_class = filters.RatedEventFilters

    def get_queryset(self) -> QuerySet[RatedEvent]:
        """Newest first."""
        if getattr(self, "swagger_fake_view", False):
            return RatedEvent.objects.none()
        return queries.rated_events(_pool(self.kwargs["pool"]))


class EventView(PagedView):
    """What one event did to everybody's rating."""

    serializer_class = serializers.EventLineSerializer

    @operation("rated_event_changes", "ratings", gives=serializers.EventLineSerializer(many=True))
    def get(self, _request: Request, pool: str, event: int) -> Response:
        """The changes of an event, best new rating first."""
        rated = get_object_or_404(RatedEvent, pool__slug=pool, pk=event)
        return self.page(queries.event_changes(rated))


class ExplanationView(APIView):
    """Every point of one change."""

    @operation("explain_rating_change", "ratings", gives=serializers.ExplanationSerializer)
    def get(self, _request: Request, pool: str, event: int, player: int) -> Response:
        """The working of one player's change, game by game."""
        explained = queries.explain_change(
            get_object_or_404(RatedEvent.objects.select_related("pool"), pool__slug=pool, pk=event), player
        )
        if explained is None:
            raise Http404
        return Response(serializers.ExplanationSerializer(explained, context={"names": explained.names}).data)
