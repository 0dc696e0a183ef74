"""Rounds, pairings and standings."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.api.serializers.events import MAX_ID
from tournaments.api.serializers.pairing import PairingOptionsSerializer, SystemField
from tournaments.models import (
    MAX_ROUNDS,
    RESULT_KINDS,
    OpenQuestion,
    Pairing,
    PairingRequest,
    PairingRun,
    Result,
    Round,
)
from tournaments.queries.rounds import PairingLine, SeatLine
from tournaments.queries.standings import StandingsLine
from tournaments.services.results.open_questions import open_questions, question_text
from tournaments.services.rounds.broken_rules import RULE_NAMES, BrokenRule
from tournaments.services.rounds.readiness import Note


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


class DraftSerializer(serializers.Serializer[None]):
    """How to pair. ``despite_missing``: games without a confirmed result only count as played."""

    system = SystemField(default="swiss")
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
    percent = serializers.IntegerField(help_text="How much is calculated.")
    error = serializers.CharField(help_text="Why it failed; empty otherwise.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class PublishRoundSerializer(serializers.Serializer[None]):
    """The version of the round that was seen; `whole_meeting`: also publish the rounds in which its pairs play again."""

    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID)
    whole_meeting = serializers.BooleanField(default=False)
    reason = serializers.CharField(
        max_length=300,
        required=False,
        allow_blank=True,
        help_text="Why pairs that were changed by hand break rules; needed where `broken-rules/` lists any.",
    )


class BrokenRuleSerializer(RowSerializer[BrokenRule]):
    """A rule that a pairing changed by hand breaks; `reason`: why it was published anyway, empty in a draft."""

    choices = {"rule": list(RULE_NAMES)}


class VersionSerializer(serializers.Serializer[None]):
    """The version of the round that was seen."""

    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID)


class SwapPlayersSerializer(VersionSerializer):
    """Two entries of the round that change places; one of them may have the bye."""

    entry_a = serializers.IntegerField(min_value=1, max_value=MAX_ID)
    entry_b = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class SwapSeatsSerializer(VersionSerializer):
    """A pairing whose players change first and second."""

    pairing_id = serializers.IntegerField(min_value=1, max_value=MAX_ID)


class UnpublishSerializer(VersionSerializer):
    """Make a published round a draft again."""

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

    names = "kind=result_kind first_score second_score tally led_before open_questions record_uuid version"
    help = {
        "tally": "Word Basket and larger tables: what every seat had.",
        "version": "What a ruling and a confirmation send back.",
    }
    choices = {"kind": list(RESULT_KINDS.items())}

    open_questions = serializers.SerializerMethodField(
        help_text="How many contradictions wait to be settled; for officials, null for others."
    )

    def get_open_questions(self, line: PairingLine) -> int | None:
        """Only officials see open questions."""
        return line.questions if self.context.get("official") else None


class PairingLineSerializer(RowSerializer[PairingLine]):
    """A pairing; ``second`` is null for a bye. An unconfirmed result is shown to officials only."""

    names = "id=pairing_id round table_number kind first second others state"
    help = {"others": "The third to eighth seat of a club table.", "state": "Empty: no report."}
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
        help_text="The event of the record where the difference starts; null for none."
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
        """Only officials see them."""
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
