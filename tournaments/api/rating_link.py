"""The rating lists that a division feeds, and the list that its players' ratings come from, over HTTP."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.lines import LineChoicesField
from core.api.operations import operation
from ratings.models import OfficialList, RatingPool
from tournaments.access import NamesPath
from tournaments.models import Division, DivisionPool, PlayType, RatingSnapshot
from tournaments.services.rating_link import lists as services

_MOST = 2**31 - 1


class RatingSnapshotSerializer(serializers.ModelSerializer[RatingSnapshot]):
    """The list that the entries' ratings come from; ``ratings``: entry id → [rating, career games or null]."""

    pool = serializers.SlugRelatedField[RatingPool](slug_field="slug", read_only=True, allow_null=True)
    ratings = serializers.DictField(child=serializers.ListField(child=serializers.IntegerField(allow_null=True)))

    class Meta:
        model = RatingSnapshot
        fields = ("pool", "official_list", "source", "as_of", "taken_at", "ratings")
        read_only_fields = fields


class DivisionRatingsSerializer(serializers.Serializer[Any]):
    """What a division has to do with ratings. ``snapshot`` null: each rating is the one that was entered."""

    setting = serializers.ChoiceField(choices=PlayType.choices)
    rating_pool = serializers.SlugField(read_only=True, allow_null=True, help_text="The division's own pool.")
    further_pools = serializers.ListField(child=serializers.CharField(max_length=60), max_length=50)
    rate_games = serializers.BooleanField(
        required=False, help_text="Whether every game of a match is rated, not the match as one game."
    )
    show_chances = serializers.BooleanField(
        required=False, help_text="Whether everybody sees the win chances calculated when a round was published."
    )
    snapshot = RatingSnapshotSerializer(read_only=True, allow_null=True)


class PinSerializer(serializers.Serializer[None]):
    """A published list of the division's pool; null: its live list of now."""

    official_list = serializers.IntegerField(min_value=1, max_value=_MOST, allow_null=True)


class SeedSerializer(serializers.Serializer[None]):
    """An official list as text, what it is called, and from when it is valid."""

    text = serializers.CharField(max_length=2_000_000, trim_whitespace=False)
    source = serializers.CharField(max_length=services.MAX_SOURCE)  # type: ignore[assignment]  # a field of that name
    as_of = serializers.DateField()
    choices = LineChoicesField(
        help_text='Number of a line that is not certain → id of an entry, or "" to leave it out.',
    )


def _ratings(division: Division) -> dict[str, object]:
    fed = DivisionPool.objects.filter(division=division).order_by("pool__slug")
    snapshot = RatingSnapshot.objects.filter(division=division).select_related("pool").first()
    return {
        "setting": division.settings.play_type,
        "rating_pool": division.rating_pool.slug if division.rating_pool else None,
        "rate_games": division.settings.rate_games,
        "show_chances": division.settings.show_chances,
        "further_pools": list(fed.values_list("pool__slug", flat=True)),
        "snapshot": RatingSnapshotSerializer(snapshot).data if snapshot else None,
    }


class DivisionRatingsView(APIView):
    """The rating pools that a division feeds."""

    @operation("division_ratings", "events", gives=DivisionRatingsSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The pools, where the games are played, and where the players' ratings come from."""
        return Response(_ratings(reached(request, NamesPath(**address))))

    @operation("choose_division_pools", "events", takes=DivisionRatingsSerializer, gives=DivisionRatingsSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Choose the further pools (slugs, of the club); games played already are rated in a pool that is added."""
        division = reached(request, NamesPath(**address))
        data = sent(request, DivisionRatingsSerializer)
        slugs = set(data.validated_data["further_pools"])
        pools = dict(RatingPool.objects.filter(slug__in=slugs, club=division.event.club).values_list("slug", "pk"))
        if unknown := sorted(slugs - pools.keys()):
            raise serializers.ValidationError({"further_pools": [f"The club has no rating pool “{unknown[0]}”."]})
        services.choose_pools(
            actor=signed_in(request),
            division=division,
            pools=list(pools.values()),
            play_type=data.validated_data["setting"],
            rate_games=data.validated_data.get("rate_games"),
            show_chances=data.validated_data.get("show_chances"),
        )
        return Response(_ratings(Division.objects.select_related("rating_pool").get(pk=division.pk)))


class PinRatingsView(APIView):
    """Ratings from a list of the division's pool."""

    @operation("pin_ratings", "events", takes=PinSerializer, gives=RatingSnapshotSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Take the entries' ratings from a published list, or from the live list; before the first round is published."""
        division = reached(request, NamesPath(**address))
        data = sent(request, PinSerializer)
        chosen = data.validated_data["official_list"]
        published = get_object_or_404(OfficialList, pool=division.rating_pool_id, pk=chosen) if chosen else None
        snapshot = services.pin_ratings(actor=signed_in(request), division=division, official_list=published)
        return Response(RatingSnapshotSerializer(snapshot).data)


class SeedRatingsView(APIView):
    """Ratings from an official list that is sent."""

    @operation("seed_ratings", "events", takes=SeedSerializer, gives=RatingSnapshotSerializer)
    def post(self, request: Request, **address: Any) -> Response:
        """Take the entries' ratings from a list; names and ids are matched, all or nothing."""
        division = reached(request, NamesPath(**address))
        data = sent(request, SeedSerializer)
        snapshot = services.seed_ratings(actor=signed_in(request), division=division, **data.validated_data)
        return Response(RatingSnapshotSerializer(snapshot).data)
