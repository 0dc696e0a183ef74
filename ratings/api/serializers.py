"""What the API of ratings takes and gives."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from clubs.models import Club
from core.api.rows import RowSerializer
from ratings.engine.registry import DEFAULT
from ratings.engine.types import ADJUSTMENTS, GameLine, KStep, Newcomer, Segment
from ratings.labels import system_choices
from ratings.models import RatedEvent, RatingPool
from ratings.queries.lists import EventLine, Explanation, HistoryPoint, ListLine


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


class ListLineSerializer(RowSerializer[ListLine]):
    """A line of the rating list. ``rating`` null: no finished event yet; ``live_rating`` null: no running one."""

    names = """rank player_id name country rating games games_known provisional deviation last_event_id last_event last_date
        live_rating live_event live_change"""
    help = {
        "rank": "Among established players; null for provisional ones.",
        "games_known": "False: games of this pool only; career games are unknown.",
        "deviation": "For systems that know one.",
    }


class HistoryPointSerializer(RowSerializer[HistoryPoint]):
    """One event of a player; not ``final``: an estimate."""

    names = "event_id event date final old new points games wins expected spread deviation provisional"


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


class EventLineSerializer(RowSerializer[EventLine]):
    """What an event did to one player."""

    names = "player_id name old new points games wins expected spread"


class GameLineSerializer(RowSerializer[GameLine]):
    """One game: ``points`` = ``k`` · (``earned`` − ``expected``)."""

    names = """round opponent opponent_name opponent_rating opponent_new score opponent_score earned expected k points feedback
        credit expected_spread opponent_deviation"""
    help = {
        "opponent": "Player id.",
        "credit": "What the margin counted as, 0 to 1; null: the win alone.",
        "expected_spread": "For systems that rate the spread.",
    }

    opponent_name = serializers.SerializerMethodField()

    def get_opponent_name(self, line: GameLine) -> str:
        """The opponent's name."""
        names: dict[int, str] = self.context.get("names", {})
        return names.get(line.opponent, "")


class StepSerializer(RowSerializer[KStep]):
    """A stretch of the way at one K."""


class NewcomerSerializer(RowSerializer[Newcomer]):
    """How a first rating came about."""


class SegmentSerializer(RowSerializer[Segment]):
    """One split of the event, every point accounted for: start + the games' points + ``adjustments`` = end."""

    names = "first_round last_round start end games steps adjustments newcomer deviation"
    help = {"deviation": "Before and after."}

    adjustments = serializers.SerializerMethodField()

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


class ExplanationSerializer(RowSerializer[Explanation]):
    """The whole working of one player's change in one event."""

    names = """event=event.name event.date event.final player_id=player.pk player=player.name old=change.old_rating
        new=change.new_rating change.points change.games change.wins change.expected performance segments"""
