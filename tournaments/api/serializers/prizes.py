"""Prizes, awards and contention."""

from decimal import Decimal
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import BySlug, IdField
from core.api.rows import RowSerializer
from tournaments.api.serializers.registries import RegistryField
from tournaments.engine.contention import State, ThreatKind
from tournaments.engine.prizes import PRIZE_KINDS
from tournaments.engine.prizes.money import Sharing
from tournaments.engine.standings import TIEBREAKS
from tournaments.inputs.entries import MAX_WORD
from tournaments.inputs.prizes import MAX_NAME, MAX_VALUE, PrizeFundInput, PrizeInput
from tournaments.models import MAX_PLACE, MAX_ROUNDS, Division, Event
from tournaments.queries.contention import Chance, Contention, NeedLine, PrizeChances, ThreatLine
from tournaments.queries.prize_sheet import PayoutLine, PrizeSheet
from tournaments.queries.prizes import Passed, Winner


class DivisionField(BySlug[Division]):
    """A division of the event by its address."""

    def __init__(self, **options: Any) -> None:
        super().__init__(queryset=Division.objects.all(), **options)

    def get_queryset(self) -> Any:
        """The event's divisions."""
        event: Event | None = self.context.get("event")
        return Division.objects.filter(event=event) if event else Division.objects.none()


class MoneyField(serializers.DecimalField):
    """An amount of money with two decimals; the value is in hundredths."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_digits=10, decimal_places=2, min_value=Decimal(0), **options)

    def to_internal_value(self, data: Any) -> Any:
        """The amount in hundredths."""
        return int(100 * super().to_internal_value(data))

    def to_representation(self, value: Any) -> Any:
        """The amount as text with two decimals."""
        return super().to_representation(Decimal(value) / 100)


class PrizeSerializer(serializers.Serializer[Any]):
    """A prize. Without a division all of the event compete; of a group (`exclusive`) nobody wins two."""

    id = serializers.IntegerField(source="pk", read_only=True)
    position = serializers.IntegerField(read_only=True, help_text="Prizes are awarded in this order.")
    name = serializers.CharField(max_length=MAX_NAME)
    kind = RegistryField(lambda: list(PRIZE_KINDS), default="rank")
    division = DivisionField(required=False, allow_null=True, default=None)
    place = serializers.IntegerField(
        min_value=-MAX_PLACE, max_value=MAX_PLACE, default=1, help_text="1 the best, -1 the last."
    )
    amount = MoneyField(default=0, help_text="Its money, in the currency of the prize fund.")
    value = serializers.CharField(
        max_length=MAX_VALUE, allow_blank=True, default="", help_text="What else it is, in words."
    )
    first_round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, default=1)
    last_round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, allow_null=True, default=None)
    player_class = serializers.CharField(max_length=MAX_WORD, allow_blank=True, default="")
    team = serializers.CharField(max_length=MAX_WORD, allow_blank=True, default="")
    exclusive = serializers.CharField(max_length=MAX_WORD, allow_blank=True, default="")
    count = serializers.IntegerField(
        min_value=1,
        max_value=MAX_PLACE,
        default=6,
        help_text="Losses of tough luck; least players of a team; rounds of the last hour.",
    )
    shown = serializers.IntegerField(min_value=0, max_value=MAX_PLACE, default=0, help_text="Announcement order.")
    winners = serializers.ListField(
        child=IdField(),
        write_only=True,
        required=False,
        max_length=50,
        help_text="Entries, of a prize awarded by hand (`given`).",
    )

    def to_input(self) -> PrizeInput:
        """The frozen input; call after ``is_valid()``."""
        data = dict(self.validated_data)
        division = data.pop("division", None)
        winners = tuple(data.pop("winners", ()))
        return PrizeInput(division_id=division.pk if division else None, winner_ids=winners, **data)


class PrizeFundSerializer(serializers.Serializer[Any]):
    """The money of an event and how prizes are shared."""

    currency = serializers.CharField(max_length=3, allow_blank=True, default="")
    fee = MoneyField(default=0, help_text="Of each player, where registration counts no fees.")
    added = MoneyField(default=0, help_text="From sponsors or the club.")
    costs = MoneyField(default=0)
    sharing = serializers.ChoiceField(
        choices=[rule.value for rule in Sharing],
        default=Sharing.SUM.value,
        help_text="What players get who are level: equal shares of the prizes of their places (`sum`), or each the best (`each`).",
    )
    unit = MoneyField(default=1, help_text="Shares are rounded down to its multiples.")

    def to_input(self) -> PrizeFundInput:
        """The frozen input; call after ``is_valid()``."""
        return PrizeFundInput(**self.validated_data)


class WinnerSerializer(RowSerializer[Winner]):
    """Who wins, and what decided it."""

    names = "name number division=division.slug team value round opponent play"
    help = {
        "team": "The team that wins; `name` then has its players.",
        "value": "What counted, most important first.",
        "play": "The play or the word, of a prize for one.",
    }


class PayoutSerializer(serializers.Serializer[PayoutLine]):
    """Prizes that one player wins or several share."""

    prizes = serializers.SerializerMethodField()
    winners = WinnerSerializer(many=True)
    pot = MoneyField()
    each = MoneyField()

    @extend_schema_field(serializers.ListField(child=IdField()))
    def get_prizes(self, line: PayoutLine) -> list[int]:
        """Their ids."""
        return [prize.pk for prize in line.prizes]


class PrizeSheetSerializer(serializers.Serializer[PrizeSheet]):
    """What comes in, what the prizes cost, who gets how much, and what is left."""

    fund = PrizeFundSerializer()
    currency = serializers.CharField(help_text="Of the fund, else of registration.")
    players = serializers.IntegerField()
    fees = MoneyField(help_text="All of them, owed ones too.")
    paid_in = MoneyField(help_text="The fees that have come in.")
    prizes = MoneyField(help_text="The money of all prizes.")
    paid_out = MoneyField(help_text="What the winners get as the results stand.")
    left = MoneyField(help_text="When all fees are paid and all prizes awarded; below 0: what is missing.")
    left_now = MoneyField(help_text="Of the fees that have come in, after what the winners get.")
    payouts = PayoutSerializer(many=True)


class PassedSerializer(RowSerializer[Passed]):
    """Who was passed over, having won another prize of the group."""


class AwardSerializer(serializers.Serializer[Any]):
    """A prize with its winners: several share it, nobody if nobody qualifies."""

    prize = PrizeSerializer()
    winners = WinnerSerializer(many=True)
    passed = PassedSerializer(many=True)


class ThreatSerializer(RowSerializer[ThreatLine]):
    """Something that puts one more player ahead.

    `result`: they get at least this. `margin`: they get more than `result`, or `result` and the player's own margin less
    theirs is below `margin`. `own`: the player's own margin is below `margin`. `tie`, `no_tie`: the two of a game tie, do
    not. Margins are points for less points against, below 0 for a loss.
    """

    names = "kind players=numbers names result margin"
    help = {"players": "Their numbers.", "result": "In half wins: 2, 1, 0."}
    choices = {"kind": [kind.value for kind in ThreatKind]}


class NeedSerializer(RowSerializer[NeedLine]):
    """What it takes with one result of the player's own; results that are not listed are not enough."""

    names = "result sure at_most=spare shared threats"
    help = {
        "result": "In half wins: 2, 1, 0; null without a game left.",
        "sure": "Whether this result alone is enough.",
        "at_most": "So many of the threats may come true.",
        "shared": "The place can only be shared, by being level.",
    }


class ChanceSerializer(RowSerializer[Chance]):
    """One player and one prize."""

    names = "name number state proved share chance enough enough_proved=surely needs games"
    help = {
        "proved": "Whether `state` is a fact: won, out, or the prize can still be won and missed; otherwise simulated.",
        "needs": "In the last round what exactly it takes for this place or a better one, proved; else empty.",
        "share": "Of the simulated events.",
        "chance": "Fewest wins with a chance of 5 % of it or better, simulated.",
        "enough": "Fewest wins with 95 %, simulated.",
        "enough_proved": "Fewest wins that prove it, whatever the others do.",
        "games": "Games left.",
    }
    choices = {"state": [state.value for state in State]}


class PrizeChancesSerializer(RowSerializer[PrizeChances]):
    """Who can still win a prize; an empty name is first place where no prize is defined."""

    help = {"out": "How many can no longer win it."}


class ContentionSerializer(RowSerializer[Contention]):
    """Who is in contention in a division, by the current results."""

    order = serializers.ListField(
        child=RegistryField(lambda: list(TIEBREAKS)),
        help_text="The tie-breaks, the most important first.",
    )
    names = "rounds simulations order proved prizes"
    help = {
        "proved": "Whether `won` and `out` can be proved while games are left; not where sums of scores decide first.",
    }


class WorkSerializer(serializers.Serializer[Any]):
    """How far a calculation is."""

    state = serializers.CharField()
    percent = serializers.IntegerField()


class ContentionWorkSerializer(WorkSerializer):
    """The contention, null until it is calculated. `state` is `none` where nobody requested it."""

    result = ContentionSerializer(allow_null=True)
