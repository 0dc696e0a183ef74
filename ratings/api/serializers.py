"""What the API of ratings takes and gives."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Club
from ratings.engine.registry import DEFAULT
from ratings.engine.types import ADJUSTMENTS, GameLine, KStep, Newcomer, Segment
from ratings.labels import system_choices
from ratings.models import RatedEvent, RatingPool
from ratings.queries import EventLine, Explanation, HistoryPoint, ListLine


class PoolSerializer(serializers.ModelSerializer[RatingPool]):
    """A rating pool. ``up_to_date``: every recorded result is in the ratings."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True, allow_null=True)
    players = serializers.IntegerField(read_only=True, help_text="Players on the list.")
    up_to_date = serializers.SerializerMethodField()

    class Meta:
        model = RatingPool
        fields = ("slug", "name", "club", "system", "players", "up_to_date")
        read_only_fields = fields

    def get_up_to_date(self, pool: RatingPool) -> bool:
        """Whether the worker has seen the whole ledger."""
        return pool.computed_version == pool.ledger_version


class NewPoolSerializer(serializers.Serializer[None]):
    """A new pool of a club; an empty ``slug`` is made from the name."""

    name = serializers.CharField(max_length=60)
    slug = serializers.SlugField(max_length=60, required=False, allow_blank=True, default="")
    system = serializers.ChoiceField(choices=system_choices(), default=DEFAULT)


class ListLineSerializer(serializers.Serializer[ListLine]):
    """A line of the rating list. ``rating`` null: no finished event yet; ``live_rating`` null: no running one."""

    rank = serializers.IntegerField(allow_null=True, help_text="Among established players; null for provisional ones.")
    player_id = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField()
    rating = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    games_known = serializers.BooleanField(help_text="False: games on this list only; earlier ones are not known.")
    provisional = serializers.BooleanField()
    deviation = serializers.FloatField(allow_null=True, help_text="For systems that know one.")
    last_event_id = serializers.IntegerField(allow_null=True)
    last_event = serializers.CharField(allow_null=True)
    last_date = serializers.DateField(allow_null=True)
    live_rating = serializers.IntegerField(allow_null=True)
    live_event = serializers.CharField(allow_null=True)
    live_change = serializers.IntegerField(allow_null=True)


class HistoryPointSerializer(serializers.Serializer[HistoryPoint]):
    """One event of a player; not ``final``: an estimate."""

    event_id = serializers.IntegerField()
    event = serializers.CharField()
    date = serializers.DateField()
    final = serializers.BooleanField()
    old = serializers.IntegerField(allow_null=True)
    new = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    wins = serializers.FloatField()
    expected = serializers.FloatField()
    spread = serializers.IntegerField()
    deviation = serializers.FloatField(allow_null=True)
    provisional = serializers.BooleanField()


class PlayerRatingSerializer(serializers.Serializer[object]):
    """A player's line of the list and every event behind it, oldest first; estimates last."""

    line = ListLineSerializer()
    history = HistoryPointSerializer(many=True)


class RatedEventSerializer(serializers.ModelSerializer[RatedEvent]):
    """An event of the pool; ``players`` is how many ratings it moved."""

    players = serializers.IntegerField(read_only=True)

    class Meta:
        model = RatedEvent
        fields = ("id", "name", "date", "rounds", "final", "players")
        read_only_fields = fields


class EventLineSerializer(serializers.Serializer[EventLine]):
    """What an event did to one player."""

    player_id = serializers.IntegerField()
    name = serializers.CharField()
    old = serializers.IntegerField(allow_null=True)
    new = serializers.IntegerField()
    points = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    wins = serializers.FloatField()
    expected = serializers.FloatField()
    spread = serializers.IntegerField()


class GameLineSerializer(serializers.Serializer[GameLine]):
    """One game: ``points`` = ``k`` · (``earned`` − ``expected``)."""

    round = serializers.IntegerField()
    opponent = serializers.IntegerField(help_text="Player id.")
    opponent_name = serializers.SerializerMethodField()
    opponent_rating = serializers.IntegerField()
    opponent_new = serializers.BooleanField()
    score = serializers.IntegerField()
    opponent_score = serializers.IntegerField()
    earned = serializers.FloatField()
    expected = serializers.FloatField()
    k = serializers.FloatField()
    points = serializers.FloatField()
    feedback = serializers.FloatField()
    credit = serializers.FloatField(
        allow_null=True, help_text="What the margin counted as, 0 to 1; null: the win alone."
    )
    expected_spread = serializers.FloatField(allow_null=True, help_text="For systems that rate the spread.")
    opponent_deviation = serializers.FloatField(allow_null=True)

    def get_opponent_name(self, line: GameLine) -> str:
        """The opponent's name."""
        names: dict[int, str] = self.context.get("names", {})
        return names.get(line.opponent, "")


class StepSerializer(serializers.Serializer[KStep]):
    """A stretch of the way at one K."""

    k = serializers.FloatField()
    excess = serializers.FloatField()
    start = serializers.FloatField()
    end = serializers.FloatField()


class NewcomerSerializer(serializers.Serializer[Newcomer]):
    """How a first rating came about."""

    initial = serializers.FloatField()
    performance = serializers.FloatField()
    cap = serializers.FloatField()
    result = serializers.FloatField()
    settled = serializers.BooleanField()


class SegmentSerializer(serializers.Serializer[Segment]):
    """One split of the event, every point accounted for: start + the games' points + ``adjustments`` = end."""

    first_round = serializers.IntegerField()
    last_round = serializers.IntegerField()
    start = serializers.IntegerField(allow_null=True)
    end = serializers.IntegerField()
    games = GameLineSerializer(many=True)
    steps = StepSerializer(many=True)
    adjustments = serializers.SerializerMethodField()
    newcomer = NewcomerSerializer(allow_null=True)
    deviation = serializers.ListField(child=serializers.FloatField(), allow_null=True, help_text="Before and after.")

    @extend_schema_field(
        {
            "type": "object",
            "properties": {name: {"type": "number"} for name in ADJUSTMENTS},
            "required": list(ADJUSTMENTS),
        }
    )
    def get_adjustments(self, segment: Segment) -> dict[str, float]:
        """The named parts besides the games."""
        return {name: getattr(segment, name) for name in ADJUSTMENTS}


class ExplanationSerializer(serializers.Serializer[Explanation]):
    """The whole working of one player's change in one event."""

    event = serializers.CharField(source="event.name")
    date = serializers.DateField(source="event.date")
    final = serializers.BooleanField(source="event.final")
    player_id = serializers.IntegerField(source="player.pk")
    player = serializers.CharField(source="player.name")
    old = serializers.IntegerField(source="change.old_rating", allow_null=True)
    new = serializers.IntegerField(source="change.new_rating")
    points = serializers.IntegerField(source="change.points", allow_null=True)
    games = serializers.IntegerField(source="change.games")
    wins = serializers.FloatField(source="change.wins")
    expected = serializers.FloatField(source="change.expected")
    performance = serializers.IntegerField(allow_null=True)
    segments = SegmentSerializer(many=True)
