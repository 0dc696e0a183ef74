"""What a ruling would change."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.rows import RowSerializer
from ratings.services.compute import RatingMove
from tournaments.services.results.corrections import Correction, PlaceMove, PrizeMove


class PlaceSerializer(serializers.Serializer[None]):
    """A line of the standings."""

    place = serializers.IntegerField()
    wins = serializers.FloatField()
    losses = serializers.FloatField()
    spread = serializers.IntegerField()


class PlaceMoveSerializer(serializers.Serializer[PlaceMove]):
    """A player whose line of the standings would change."""

    name = serializers.CharField()
    before = serializers.SerializerMethodField()
    after = serializers.SerializerMethodField()

    @extend_schema_field(PlaceSerializer)
    def get_before(self, move: PlaceMove) -> dict[str, float]:
        """The current line."""
        return dict(zip(PlaceSerializer().fields, move.before, strict=True))

    @extend_schema_field(PlaceSerializer)
    def get_after(self, move: PlaceMove) -> dict[str, float]:
        """The line after the ruling."""
        return dict(zip(PlaceSerializer().fields, move.after, strict=True))


class PrizeMoveSerializer(RowSerializer[PrizeMove]):
    """A prize that others would win."""


class RatingMoveSerializer(RowSerializer[RatingMove]):
    """A player whose rating would change."""

    names = "player_id name before after difference"


class ListMovesSerializer(serializers.Serializer[None]):
    """What would change in one rating list."""

    rating_list = serializers.CharField()
    live = serializers.BooleanField(help_text="The estimates of open events; otherwise official ratings.")
    players = RatingMoveSerializer(many=True)


class CorrectionSerializer(serializers.Serializer[Correction]):
    """Everything that a ruling would change."""

    standings = PlaceMoveSerializer(many=True, source="places")
    prizes = PrizeMoveSerializer(many=True)
    ratings = serializers.SerializerMethodField()

    @extend_schema_field(ListMovesSerializer(many=True))
    def get_ratings(self, correction: Correction) -> object:
        """By rating list, official ratings and live ones."""
        rows = [{"rating_list": one.name, "live": one.live, "players": one.moves} for one in correction.ratings]
        return ListMovesSerializer(rows, many=True).data  # type: ignore[arg-type]
