"""Reports, rulings, history and records of games."""

from dataclasses import replace
from typing import Any, TypeVar

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.fields import MAX_ID, ShownSerializer, UploadField
from core.api.rows import RowSerializer
from games.models import MAX_RECORD_BYTES, GameRecord
from tournaments.api.serializers.rounds import PairingLineSerializer
from tournaments.engine.results import Side
from tournaments.forms.entries import read_upload
from tournaments.inputs.results import MAX_TOKEN, ResultInput, RulingInput, ScoresheetInput
from tournaments.models import (
    FACT_KINDS,
    LED_BEFORE,
    LOST_ON_TIME,
    MAX_SCORE,
    MIN_SCORE,
    RESULT_KINDS,
    SIDES,
    Result,
    Submission,
)
from tournaments.queries.results import HistoryItem
from tournaments.services.results.results import PLAYER_KINDS, SubmissionOutcome

PLAYER_KIND_CHOICES = [(kind, label) for kind, label in RESULT_KINDS.items() if kind in PLAYER_KINDS]
_SIDES = [(side, label) for side, label in SIDES if side != Side.OFFICIAL]

_RESULT_FIELDS = ("kind", "first_score", "second_score", "tally", "lost_on_time", "led_before")
_Recorded = TypeVar("_Recorded", Submission, Result)


class ResultFieldsSerializer(serializers.Serializer[None]):
    """How a game ended; scores only if it was played."""

    kind = serializers.ChoiceField(choices=list(RESULT_KINDS.items()), default="played")
    first_score = serializers.IntegerField(min_value=MIN_SCORE, max_value=MAX_SCORE, required=False, allow_null=True)
    second_score = serializers.IntegerField(min_value=MIN_SCORE, max_value=MAX_SCORE, required=False, allow_null=True)

    tally = serializers.CharField(
        max_length=240,
        required=False,
        allow_blank=True,
        help_text="Word Basket, and tables of three or more: by seats, “0-4 3-0” cards left, “320/281/305” points.",
    )

    lost_on_time = serializers.ChoiceField(
        choices=LOST_ON_TIME,
        required=False,
        allow_blank=True,
        help_text="Officials only: who lost on time. The scores are those on the board; the result has those that count.",
    )

    led_before = serializers.ChoiceField(
        choices=LED_BEFORE,
        required=False,
        allow_blank=True,
        help_text="Who led before unplayed tiles were counted and so wins equal totals; only where the rules of the division ask.",
    )

    def result_input(self) -> ResultInput:
        """The frozen result; raises Django's ValidationError for half a result."""
        data = self.validated_data
        return ResultInput(**{name: data[name] for name in _RESULT_FIELDS if name in data})


class OfficialReportSerializer(ResultFieldsSerializer):
    """An official's entry: a result, a record (GCG or typed moves), or both. The same ``client_token`` is the same report."""

    client_token = serializers.CharField(max_length=MAX_TOKEN, help_text="Chosen by the client, once for each report.")
    record = serializers.CharField(
        required=False,
        allow_blank=True,
        trim_whitespace=False,
        help_text="A GCG file's text, or moves: “8D TRAIN 12”, one a line.",
    )

    def to_input(self, *, side: str, channel: str, link: int | None = None) -> ScoresheetInput:
        """The frozen input of ``submit_scoresheet``; raises Django's ValidationError."""
        data = self.validated_data
        scores = (data.get("first_score"), data.get("second_score"))
        from_record = data["kind"] == "played" and scores == (None, None) and not data.get("tally")
        return ScoresheetInput(
            side=side,
            channel=channel,
            client_token=data["client_token"],
            result=None if from_record else self.result_input(),
            record=self.record_bytes(),
            link=link,
        )

    def record_bytes(self) -> bytes:
        """The record as sent; empty without one."""
        text: str = self.validated_data.get("record", "")
        return text.encode() if text.strip() else b""


class SlipReportSerializer(OfficialReportSerializer):
    """A report from a table. ``side`` says who reports."""

    side = serializers.ChoiceField(choices=_SIDES)
    kind = serializers.ChoiceField(choices=PLAYER_KIND_CHOICES, default="played")


class OfficialFileReportSerializer(OfficialReportSerializer):
    """An official's entry with the record as an uploaded file, at most 128 kB."""

    record_file = UploadField(required=False, allow_empty_file=True)

    def validate_record_file(self, upload: Any) -> bytes:
        """The file's bytes, bounded."""
        return read_upload(upload, limit=MAX_RECORD_BYTES)

    def record_bytes(self) -> bytes:
        """The file if there is one, else the typed record."""
        uploaded: bytes | None = self.validated_data.get("record_file")
        return uploaded or super().record_bytes()


class SlipFileReportSerializer(SlipReportSerializer, OfficialFileReportSerializer):
    """A report from a table with a file."""


class _RecordedSerializer(ShownSerializer[_Recorded]):
    """A row with what a game ended with, and perhaps its record."""

    record_uuid = serializers.SerializerMethodField()

    def get_record_uuid(self, row: _Recorded) -> str:
        """The record's id; empty without one."""
        return str(row.record.uuid) if row.record else ""


class SubmissionSerializer(_RecordedSerializer[Submission]):
    """A stored report; it never changes."""

    class Meta:
        model = Submission
        fields = ("id", "side", "channel", *_RESULT_FIELDS, "client_token", "record_uuid", "created_at")
        read_only_fields = fields


class ResultSerializer(_RecordedSerializer[Result]):
    """The pairing's result, derived from reports and rulings. A ruling sends back its ``version``."""

    class Meta:
        model = Result
        fields = ("state", *_RESULT_FIELDS, "spread", "version", "open_questions", "record_uuid", "confirmed_at")
        read_only_fields = fields


class OutcomeSerializer(serializers.Serializer[SubmissionOutcome]):
    """The outcome of a report. ``difference``: the first difference from what others reported."""

    submission = SubmissionSerializer()
    result = ResultSerializer()
    difference = serializers.CharField(allow_null=True)
    questions = serializers.ListField(
        child=serializers.CharField(),
        help_text="What the report contradicts; open until a ruling or a corrected report.",
    )
    notes = serializers.ListField(child=serializers.CharField(), help_text="Other findings of the record.")
    report = serializers.SerializerMethodField(
        help_text="The engine's reading of the record, without its words while the game is on; null without one."
    )

    @extend_schema_field({"type": "object", "additionalProperties": {}, "nullable": True})
    def get_report(self, outcome: SubmissionOutcome) -> dict[str, object] | None:
        """Findings, turns, boards."""
        return outcome.check.as_dict() if outcome.check else None


class RulingSerializer(ResultFieldsSerializer):
    """An official's decision. ``expected_version``: the version of the result that was ruled on (0: none yet)."""

    spread = serializers.IntegerField(
        min_value=-MAX_SCORE,
        max_value=MAX_SCORE,
        required=False,
        allow_null=True,
        help_text="Byes and forfeits: the first player's spread. Default: the division's.",
    )
    reason = serializers.CharField(max_length=2000)
    expected_version = serializers.IntegerField(min_value=0, max_value=MAX_ID)

    def to_input(self) -> RulingInput:
        """The frozen input of ``rule_result``; raises Django's ValidationError."""
        data = self.validated_data
        result = replace(self.result_input(), spread=data.get("spread"))
        return RulingInput(result=result, reason=data["reason"], expected_version=data["expected_version"])


class HistoryItemSerializer(RowSerializer[HistoryItem]):
    """A report or a ruling; ``current``: not superseded by a later one of the same side; ``undone``: an official undid it."""

    names = "at what who actor channel kind first_score second_score tally led_before reason record_uuid current undone"
    choices = {
        "what": ["submission", "ruling"],
        "who": SIDES,
        "channel": Submission.Channel.choices,
        "kind": list(FACT_KINDS.items()),
        "led_before": ["", *LED_BEFORE],
    }


class ConsequencesSerializer(serializers.Serializer[object]):
    """What a correction of the result changes and what it does not."""

    consequences = serializers.ListField(child=serializers.CharField())


@extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": {}}})
class FindingsField(serializers.JSONField):
    """Findings with code, severity, line, turn, stated, computed, message."""


@extend_schema_field({"type": "object", "additionalProperties": {}})
class SummaryField(serializers.JSONField):
    """The report without its findings: players, scores, turns with boards."""


class RecordSerializer(serializers.ModelSerializer[GameRecord]):
    """A game record: stated and computed values side by side."""

    findings = FindingsField(read_only=True)
    report = SummaryField(source="summary", read_only=True)
    lexicon_version = serializers.IntegerField(source="lexicon_version_id", allow_null=True, read_only=True)

    class Meta:
        model = GameRecord
        fields = (
            "uuid",
            "format",
            "verdict",
            "sha256",
            "engine_version",
            "rules_slug",
            "lexicon_version",
            "created_at",
            "findings",
            "report",
        )
        read_only_fields = fields


class SlipSerializer(serializers.Serializer[object]):
    """Who plays, for the holder of the slip."""

    event = serializers.CharField()
    event_name = serializers.CharField()
    division = serializers.CharField()
    open = serializers.BooleanField(help_text="Whether reports are taken.")
    pairing = PairingLineSerializer()


class SlipKeySerializer(serializers.Serializer[object]):
    """A pairing's private link. Whoever has it can report the game; an empty key: replace the link."""

    pairing_id = serializers.IntegerField()
    table_number = serializers.IntegerField(allow_null=True)
    first = serializers.CharField()
    second = serializers.CharField()
    key = serializers.CharField(allow_blank=True)
    code = serializers.CharField(allow_blank=True, help_text="To type at /s/ instead of the key.")
    url = serializers.CharField(allow_blank=True)


class ReissueSerializer(serializers.Serializer[None]):
    """Why the slip is replaced."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class GoesOnSerializer(serializers.Serializer[None]):
    """The seat that goes on from a level match of a knock-out; null: by the tie-breaks, then the better seed."""

    seat = serializers.ChoiceField(choices=[1, 2], allow_null=True)
