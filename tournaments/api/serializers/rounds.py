"""Rounds, pairings and standings."""

from enum import StrEnum
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.api.serializers.events import MAX_ID
from tournaments.engine.byes import ByeOrder
from tournaments.engine.pairing import System
from tournaments.engine.pairing.rules import TEAM_SYSTEMS, Beside, Order, Package, Split
from tournaments.engine.starts import StartBy
from tournaments.models import (
    MAX_ROUNDS,
    OpenQuestion,
    Pairing,
    PairingRequest,
    PairingRun,
    Result,
    ResultKind,
    Round,
)
from tournaments.queries.rounds import PairingLine, SeatLine
from tournaments.queries.standings import StandingsLine
from tournaments.services.broken_rules import RULE_NAMES, BrokenRule
from tournaments.services.questions import open_questions, question_text
from tournaments.services.readiness import Note


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round. Every edit sends back the ``version`` it was decided on."""

    class Meta:
        model = Round
        fields = ("number", "state", "version", "published_at")
        read_only_fields = fields


class NoteSerializer(RowSerializer[Note]):
    """Something to know before a round is paired. ``block``: must be put right."""


class ReadinessSerializer(serializers.Serializer[object]):
    """What is missing or odd; ``ready``: nothing blocks."""

    ready = serializers.BooleanField()
    notes = NoteSerializer(many=True)


def _number(low: int, high: int, text: str) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=low, max_value=high, required=False, help_text=text)


def _switch(text: str) -> serializers.BooleanField:
    return serializers.BooleanField(required=False, help_text=text)


def _choice(kind: type[StrEnum], text: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=[item.value for item in kind], required=False, help_text=text)


@extend_schema_field({"type": "object", "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 999}})
class ClassPrizesField(serializers.DictField):
    """How many prizes each class has, by its name."""

    child = serializers.IntegerField(min_value=1, max_value=999)

    def to_internal_value(self, data: Any) -> Any:
        """As the engine takes them."""
        return tuple(sorted(super().to_internal_value(data).items()))


class PairingOptionsSerializer(serializers.Serializer[None]):
    """Options of the pairing systems; what is not sent keeps its default, and those of other systems do nothing."""

    max_repeats = _number(0, 99, "How often two may meet again at most. Default: the division's setting.")
    repeats_from = _number(1, 999, "Meetings before this round are forgiven.")
    balance_starts = serializers.BooleanField(required=False)
    avoid_team_until = _number(0, 999, "Up to this round team-mates do not meet.")
    order = serializers.ChoiceField(choices=[item.value for item in Order], required=False, help_text="Of a Swiss.")
    factor = _number(1, 999, "Factor: places between opponents.")
    quartile = _number(2, 4, "Quartiles: the quarter that the top one meets.")
    first_round = _number(1, 999, "Where an opening, team round robin or knock-out begins.")
    opening = _number(1, 99, "Rounds of Initial Fontes.")
    snaked = serializers.BooleanField(required=False)
    split = serializers.ChoiceField(choices=[item.value for item in Split], required=False)
    bracket = _number(2, 128, "Players in the knock-out, a power of two.")
    stage_games = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=15), max_length=10, allow_empty=False, required=False
    )
    package = serializers.ChoiceField(choices=[item.value for item in Package], required=False)
    prizes = _number(1, 999, "Places with a prize. Default: a quarter of the field.")
    gibson = serializers.BooleanField(
        required=False, help_text="Apply the Gibson rule where COP does not do it anyway."
    )
    gibson_spreads = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=10_000), max_length=50, allow_empty=False, required=False
    )
    hopefulness = serializers.ListField(
        child=serializers.FloatField(min_value=0.0001, max_value=1), max_length=50, allow_empty=False, required=False
    )
    control_threshold = serializers.FloatField(min_value=0, max_value=1, required=False)
    control_from = _number(1, 999, "COP: the first round in which control loss is looked at.")
    top_down_byes = serializers.BooleanField(required=False)
    avoid_club_until = _number(0, 999, "Up to this round members of one club do not meet.")
    weak_avoidance = _switch("Team- and club-mates meet rather than that somebody meets again.")
    consecutive_apart = _switch("Nobody meets the opponent of the round before.")
    byes = _choice(ByeOrder, "Whose turn the bye is.")
    bye_bottom = _number(1, 999, "Of always_bottom: the lowest so many.")
    count_asked_byes = _switch("Whether a bye that a player asked for counts as one had. Default: yes.")
    head_to_head_starts = _switch("The two players' own games decide who is first before all their games.")
    swap_starts = _switch("Equals swap the roles of their latest games. Default: yes.")
    final_draw = _switch("In the last round equals draw for who is first.")
    start_by = _choice(StartBy, "How it is decided who is first.")
    bye_firsts = _switch("Byes count as first and second in turn.")
    second_seed_first = _switch("Round robin: the second seed is first against the first one. Default: by lot.")
    table_round = _number(1, 999, "Round robin: which round of its table. Default: the next unplayed one.")
    board_stability = _switch("One player of each game stays at the table.")
    gibson_strict = _switch("The opponent of the odd Gibsonized player is chosen without regard to repeats.")
    gibson_class = serializers.CharField(max_length=30, required=False)
    gibson_groups = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=999), min_length=2, max_length=2
        ),
        max_length=50,
        required=False,
        help_text="First and last of ranks that win the same.",
    )
    meeting_games = _number(
        1, 15, "Rounds in a row against the same opponent, from first_round on. Default: the division's setting."
    )
    best_of = _switch("A match of the knock-out ends when it is decided.")
    third_place = _switch("Those who lose the semi-finals play for third.")
    beside = _choice(Beside, "How those are paired who are not in the knock-out.")
    bands = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=999), max_length=50, required=False
    )
    class_prizes = ClassPrizesField(required=False)
    team_system = serializers.ChoiceField(choices=sorted(TEAM_SYSTEMS), required=False)
    koth_rounds = _number(0, 99, "Rounds of king of the hill at the end of the Chew schedule.")


class DraftSerializer(serializers.Serializer[None]):
    """How to pair. ``despite_missing``: games without a confirmed result count as meetings only."""

    system = serializers.ChoiceField(choices=[system.value for system in System], default=System.SWISS.value)
    options = PairingOptionsSerializer(required=False)
    based_on = serializers.IntegerField(
        min_value=0,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        help_text="The round whose standings decide; 0 is the seeding. Default: the round before.",
    )
    despite_missing = serializers.BooleanField(default=False)


class PairingRequestSerializer(serializers.Serializer[PairingRequest]):
    """A round being paired in the background. `dropped`: the draft was changed or published first, and stays."""

    system = serializers.CharField()
    state = serializers.ChoiceField(choices=PairingRequest.State.choices)
    percent = serializers.IntegerField(help_text="How much of the computation is done.")
    error = serializers.CharField(help_text="Why nothing came of it; empty otherwise.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class PublishRoundSerializer(serializers.Serializer[None]):
    """The round's version that the decision was made on; `whole_meeting`: also the rounds in which its pairs meet again."""

    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID)
    whole_meeting = serializers.BooleanField(default=False)
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="Why pairs that were changed by hand break rules; needed where `broken-rules/` lists any.",
    )


class BrokenRuleSerializer(RowSerializer[BrokenRule]):
    """A rule that a pairing changed by hand breaks; `reason`: why it was published so, empty in a draft."""

    choices = {"rule": list(RULE_NAMES)}


class VersionSerializer(serializers.Serializer[None]):
    """The round's version that the decision was made on."""

    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID)


class SwapPlayersSerializer(VersionSerializer):
    """Two entries of the round that change places; one of them may have the bye."""

    entry_a = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    entry_b = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class SwapSeatsSerializer(VersionSerializer):
    """A pairing whose players change first and second."""

    pairing_id = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class UnpublishSerializer(VersionSerializer):
    """Take a published round back."""

    reason = serializers.CharField(max_length=500)


class RunSerializer(serializers.ModelSerializer[PairingRun]):
    """How a round was paired: ``plan`` names for every pair the terms that chose it."""

    class Meta:
        model = PairingRun
        fields = ("system", "seed", "engine_version", "fingerprint", "created_at", "plan")
        read_only_fields = fields


class SeatLineSerializer(RowSerializer[SeatLine]):
    """An entry at a table."""


class LineResultSerializer(RowSerializer[PairingLine]):
    """The result of a pairing, from the first player's side."""

    names = "kind=result_kind first_score second_score tally open_questions record_uuid version"
    help = {
        "tally": "Word Basket and larger tables: what every seat had.",
        "version": "What a ruling and a confirmation send back.",
    }
    choices = {"kind": ResultKind.choices}

    open_questions = serializers.SerializerMethodField(
        help_text="How many contradictions wait to be settled; for officials, null for others."
    )

    def get_open_questions(self, line: PairingLine) -> int | None:
        """What is doubtful is told to officials, not to everybody."""
        return line.questions if self.context.get("official") else None


class PairingLineSerializer(RowSerializer[PairingLine]):
    """A pairing; ``second`` is null for a bye. An unconfirmed result is shown to officials only."""

    names = "id=pairing_id round table_number kind first second others state"
    help = {"others": "The third to eighth seat of a club table.", "state": "Empty: nothing reported."}
    choices = {
        "kind": Pairing.Kind.choices,
        "state": ["", *Result.State.values],
    }

    result = serializers.SerializerMethodField()

    @extend_schema_field(LineResultSerializer(allow_null=True))
    def get_result(self, line: PairingLine) -> dict[str, object] | None:
        """The result if it is for this reader."""
        if line.state == Result.State.CONFIRMED or (line.state and self.context.get("official")):
            return dict(LineResultSerializer(line, context=self.context).data)
        return None


class OpenQuestionSerializer(serializers.ModelSerializer[OpenQuestion]):
    """Two facts about a game that contradict each other, until a ruling or a corrected report settles it."""

    question = serializers.SerializerMethodField(help_text="What differs first, as a sentence.")
    turn = serializers.SerializerMethodField(
        help_text="The event of the record from which on it differs; null for none."
    )

    class Meta:
        model = OpenQuestion
        fields = ("id", "code", "question", "turn", "submission", "other", "opened_at")
        read_only_fields = fields

    def get_question(self, question: OpenQuestion) -> str:
        """The sentence."""
        return question_text(question)

    def get_turn(self, question: OpenQuestion) -> int | None:
        """The event."""
        turn = question.finding.get("turn")
        return int(turn) if turn is not None else None


class PairingSerializer(PairingLineSerializer):
    """One pairing; its context holds the ``pairing`` with division and result loaded."""

    questions = serializers.SerializerMethodField(help_text="What waits to be settled; for officials, null for others.")
    division = serializers.SerializerMethodField()
    result_version = serializers.SerializerMethodField(help_text="What a ruling sends back; 0: no result yet.")

    def get_division(self, _line: PairingLine) -> str:
        """The division's slug."""
        pairing: Pairing = self.context["pairing"]
        return pairing.round.division.slug

    @extend_schema_field(OpenQuestionSerializer(many=True, allow_null=True))
    def get_questions(self, _line: PairingLine) -> list[dict[str, object]] | None:
        """What contradicts what is for officials to settle."""
        if not self.context.get("official"):
            return None
        return list(OpenQuestionSerializer(open_questions(self.context["pairing"]), many=True).data)

    def get_result_version(self, _line: PairingLine) -> int:
        """The version of the result row."""
        pairing: Pairing = self.context["pairing"]
        return pairing.result.version if hasattr(pairing, "result") else 0


class StandingsLineSerializer(RowSerializer[StandingsLine]):
    """A line of the standings. Halves of wins and losses are ties; byes and forfeits are in them."""

    names = """row.rank entry_id player_id number name rating row.wins row.losses row.ties row.spread row.played row.byes
        row.forfeits row.firsts row.seconds row.withdrawn row.by_bracket decided_by=row.values"""
    help = {
        "by_bracket": "A knock-out decides the rank; the order of the standings only inside a stage.",
        "decided_by": "The value of each of the division's standings_order; empty where that is points, spread.",
    }


class AfterRoundSerializer(serializers.Serializer[None]):
    """Which standings."""

    after_round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, required=False)
