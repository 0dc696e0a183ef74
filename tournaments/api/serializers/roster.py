"""Entries and rosters."""

import re
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.fields import IdField, UploadField
from core.api.rows import RowSerializer
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.forms.entries import MAX_ROSTER_BYTES, decode, read_upload
from tournaments.inputs.entries import MAX_WORD
from tournaments.models import MAX_ROUNDS, MAX_SCORE, Entry
from tournaments.services.entries.roster_lines import LABELS, EntryChange, RosterPreview, RosterProblem, RosterRow
from tournaments.services.entries.same_names import MAX_NAMESAKES, Similar

_DOUBLE = "True: enter a player even if entered elsewhere at the same time."
MAX_CAREER = 100_000
MAX_ROWS = 2000


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player in a division."""

    player_id = serializers.IntegerField(read_only=True)

    class Meta:
        model = Entry
        fields = (
            "id",
            "number",
            "name",
            "player_id",
            "rating",
            "career_games",
            "status",
            "withdrawn_after",
            "joined_round",
            "fixed_table",
            "player_class",
            "team",
            "club",
            "handicap",
            "handicap_points",
            "spread_changes",
            "spread_reason",
            "seed",
            "seed_reason",
        )
        read_only_fields = fields


class EntryInputSerializer(serializers.Serializer[None]):
    """A player to enter. ``external_id``: the federation's number, by which the club recognises the player."""

    name = serializers.CharField(max_length=80)
    rating = serializers.IntegerField(min_value=0, max_value=MAX_RATING, required=False, allow_null=True)
    career_games = serializers.IntegerField(min_value=0, max_value=MAX_CAREER, required=False, allow_null=True)
    external_id = serializers.CharField(max_length=30, required=False, allow_blank=True)
    player_class = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    team = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    club = serializers.CharField(max_length=MAX_WORD, required=False, allow_blank=True)
    same_as = serializers.IntegerField(
        min_value=-MAX_NAMESAKES,
        required=False,
        allow_null=True,
        help_text="Who is meant where names are similar or the same: the player's id, or the number that the refusal gives "
        "for a new player.",
    )

    def to_row(self) -> RosterRow:
        """The frozen input of ``add_entry``; call after ``is_valid()``."""
        return RosterRow(**self.validated_data)


class NewEntrySerializer(EntryInputSerializer):
    """A player to enter, who plays from ``from_round`` on; null: from the next round."""

    from_round = serializers.IntegerField(min_value=1, max_value=MAX_ROUNDS, required=False, allow_null=True)
    despite_double_booking = serializers.BooleanField(default=False, help_text=_DOUBLE)

    def to_row(self) -> RosterRow:
        """The frozen input of ``add_entry``; call after ``is_valid()``."""
        row = dict(self.validated_data)
        del row["despite_double_booking"]
        row.pop("from_round", None)
        return RosterRow(**row)


class AnswersSerializer(serializers.Serializer[None]):
    """The answers to an import's questions: who each line means, and whether double bookings are intended."""

    same_as = serializers.DictField(
        child=IdField(min_value=0),
        required=False,
        help_text="Line (`3`; `3-2` for the second player of line 3 in a list of games) → who is meant where names are only similar: "
        "the player's id, 0 for a new player.",
    )
    despite_double_booking = serializers.BooleanField(default=False, help_text=_DOUBLE)

    def validate_same_as(self, value: dict[str, int]) -> dict[str, int]:
        """The answers by line."""
        if not all(re.fullmatch(r"[0-9]{1,6}(-[2-9])?", line) for line in value):
            raise serializers.ValidationError(_("The keys are line numbers."), code="line")
        return value

    def answers(self) -> dict[str, int]:
        """Who is meant, by line; call after ``is_valid()``."""
        return dict(self.validated_data.get("same_as", {}))


class RosterSerializer(AnswersSerializer):
    """A roster as text of a CSV or tsh file, or as rows."""

    format = serializers.ChoiceField(choices=["csv", "tsh"], default="csv")
    text = serializers.CharField(
        required=False, allow_blank=True, trim_whitespace=False, style={"base_template": "textarea.html"}
    )
    rows = EntryInputSerializer(many=True, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Text or rows, and not too much of it."""
        if bool(attrs.get("text", "").strip()) == bool(attrs.get("rows")):
            raise serializers.ValidationError(
                {"text": [_("Send the roster as text or as rows, not both.")]}, code="required"
            )
        if len(attrs.get("rows", ())) > MAX_ROWS:
            raise serializers.ValidationError(
                {"rows": [_("Send at most %(most)d rows at a time.") % {"most": MAX_ROWS}]}
            )
        if len(attrs.get("text", "").encode()) > MAX_ROSTER_BYTES:
            message = _("The roster is larger than %(limit)d kB. Is it the right file?") % {
                "limit": MAX_ROSTER_BYTES // 1024
            }
            raise serializers.ValidationError({"text": [serializers.ErrorDetail(message, "too_large")]})
        return attrs

    def to_rows(self) -> list[RosterRow]:
        """The rows that were sent, numbered from 1; none when text was."""
        return [RosterRow(line=line, **row) for line, row in enumerate(self.validated_data.get("rows", ()), start=1)]


class RosterFileSerializer(AnswersSerializer):
    """A roster as an uploaded file."""

    format = serializers.ChoiceField(choices=["csv", "tsh"], default="csv")
    file = UploadField(allow_empty_file=True)

    def validate_file(self, upload: Any) -> str:
        """The file's text, bounded."""
        return decode(read_upload(upload, limit=MAX_ROSTER_BYTES), name=upload.name)


class SimilarSerializer(RowSerializer[Similar]):
    """A player of the club with a similar name."""

    help = {"about": "Rating and event of the newest entry, for people to read."}


class EntryChangeSerializer(RowSerializer[EntryChange]):
    """A value of an entry that a line changes."""

    choices = {"field": list(LABELS)}


class RosterRowSerializer(RowSerializer[RosterRow]):
    """What importing a line will do."""

    names = "line name rating career_games external_id action player_id typed similar changes note also_in"
    help = {
        "typed": "The line's own spelling where the club has another.",
        "note": "What of the line is not imported, and why.",
        "also_in": "Where else the player is entered at the same time.",
    }


class RosterProblemSerializer(RowSerializer[RosterProblem]):
    """A line that cannot be imported."""

    names = "line text message remedy"


class RosterPreviewSerializer(RowSerializer[RosterPreview]):
    """What importing would do; with any problem, nothing is imported."""

    names = "ok rows problems unused"
    help = {"unused": "Keys of a tsh file that are not used here."}


class WithdrawSerializer(serializers.Serializer[None]):
    """The player leaves after a round; 0: before the first."""

    forfeit_games = serializers.BooleanField(
        default=False, help_text="Published games of later rounds that were not played become forfeits."
    )
    after_round = serializers.IntegerField(min_value=0, max_value=MAX_ROUNDS)
    missed_spread = serializers.IntegerField(
        min_value=-MAX_SCORE,
        max_value=MAX_SCORE,
        allow_null=True,
        default=None,
        help_text="What each round to come counts for: below 0 a loss by forfeit with this spread, above 0 a bye, null: nothing.",
    )
    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")


class ReturnSerializer(serializers.Serializer[None]):
    """A withdrawn player comes back."""

    reason = serializers.CharField(max_length=500, required=False, allow_blank=True, default="")
