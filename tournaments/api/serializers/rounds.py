"""Rounds, pairings and standings."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import MAX_ID, IdField
from core.api.rows import RowSerializer
from tournaments.api.serializers.pairing import PairingOptionsSerializer, SystemField
from tournaments.engine.typed_pairs import MAX_TEXT, Alone, TypedPair
from tournaments.models import (
    MAX_ROUNDS,
    MAX_TABLE,
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
from tournaments.services.rounds.by_hand import HandLine, HandPairing
from tournaments.services.rounds.pairing import DraftChoice
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


class HandPairSerializer(serializers.Serializer[None]):
    """Two entries, the first of whom plays first; or one with a bye, or who misses the round (`absent`: nothing, `forfeit`: a loss)."""

    first = IdField()
    second = IdField(required=False, allow_null=True)
    alone = serializers.ChoiceField(choices=list(Alone), required=False, allow_null=True)
    table = serializers.IntegerField(min_value=1, max_value=MAX_TABLE, required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A pair has two different players, a player alone says why."""
        if attrs.get("second") is None and attrs.get("alone") is None:
            raise serializers.ValidationError(_("Give an opponent, or a bye."))
        if attrs.get("second") == attrs["first"] or (attrs.get("second") and attrs.get("alone")):
            raise serializers.ValidationError(_("Choose two different players."))
        return attrs


class PairByHandSerializer(DraftSerializer):
    """What is fixed of a round: a `text` such as “12 7, 3 9, 5 bye”, or `pairs` by entries; and how the rest is paired.

    `expected_version`: of the round as it was seen, null while it is not paired. `anew`: all others of a draft are paired again.
    `preview`: nothing is stored.
    """

    text = serializers.CharField(max_length=MAX_TEXT, required=False, allow_blank=True)
    pairs = HandPairSerializer(many=True, required=False)
    complete = serializers.BooleanField(
        default=True, help_text="Otherwise everyone left without an opponent is an error."
    )
    anew = serializers.BooleanField(default=False)
    preview = serializers.BooleanField(default=False)
    reason = serializers.CharField(
        max_length=300, required=False, allow_blank=True, help_text="Needed where a published round breaks rules by it."
    )
    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID, required=False, allow_null=True)

    def typed_pairs(self) -> tuple[TypedPair, ...]:
        """The pairs that were given by entries; call after ``is_valid()``."""
        return tuple(
            TypedPair(
                row["first"],
                row.get("second"),
                Alone(row["alone"]) if row.get("alone") else None,
                row.get("table") if row.get("second") else None,
            )
            for row in self.validated_data.get("pairs", ())
        )

    def choice(self) -> DraftChoice:
        """How the rest is paired, as ``draft_round`` takes it."""
        data = self.validated_data
        return {
            "system": data["system"],
            "options": data.get("options"),
            "based_on": data.get("based_on"),
            "despite_missing": data["despite_missing"],
        }


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

    entry_a = IdField()
    entry_b = IdField()


class SwapSeatsSerializer(VersionSerializer):
    """A pairing whose players change first and second."""

    pairing_id = IdField()


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


class HandLineSerializer(serializers.Serializer[HandLine]):
    """A pairing of the round. `typed`: it was given, `changed`: the round did not have it; `costs`, `broken`: in words."""

    pairing = serializers.SerializerMethodField()
    typed = serializers.BooleanField()
    changed = serializers.BooleanField()
    costs = serializers.ListField(child=serializers.CharField())
    broken = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(PairingLineSerializer())
    def get_pairing(self, line: HandLine) -> dict[str, object]:
        """The pairing; in a preview its id is not that of the stored one."""
        return dict(PairingLineSerializer(line.line, context=self.context).data)


class TermTotalSerializer(serializers.Serializer[None]):
    """What a rule costs the round: `before` (the best pairing, or the games that were there), and `after` by hand."""

    term = serializers.CharField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class HandPairingSerializer(serializers.Serializer[HandPairing]):
    """The round by hand. `concerned`: whose table or opponent changed."""

    round = RoundSerializer()
    lines = HandLineSerializer(many=True)
    broken = BrokenRuleSerializer(many=True)
    compared = serializers.SerializerMethodField()
    concerned = serializers.ListField(child=serializers.CharField())

    @extend_schema_field(TermTotalSerializer(many=True))
    def get_compared(self, made: HandPairing) -> list[dict[str, object]]:
        """The terms that differ."""
        return [{"term": name, "before": before, "after": after} for name, before, after in made.compared]


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
