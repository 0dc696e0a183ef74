"""Past rounds of a file of another program."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.api.serializers.roster import AnswersSerializer
from tournaments.engine.importers.files import WITH_GAMES
from tournaments.forms.entries import MAX_ROSTER_BYTES
from tournaments.services.entries.past_rounds import PastPreview


class PastRoundsSerializer(AnswersSerializer):
    """The text of a file, and its format. With ``dry_run`` nothing is written."""

    text = serializers.CharField(trim_whitespace=False, style={"base_template": "textarea.html"})
    format = serializers.ChoiceField(choices=sorted(WITH_GAMES), default="tsh")
    part = serializers.CharField(
        max_length=60,
        default="",
        allow_blank=True,
        help_text="The division's name in the file, where it has several; without it, named as this one.",
    )
    dry_run = serializers.BooleanField(default=True)

    def validate_text(self, text: str) -> str:
        """Bounded."""
        if len(text.encode()) > MAX_ROSTER_BYTES:
            raise serializers.ValidationError(
                _("The file is larger than %(limit)d kB. Is it the right file?") % {"limit": MAX_ROSTER_BYTES // 1024},
                code="too_large",
            )
        return text


class PastPreviewSerializer(RowSerializer[PastPreview]):
    """What importing the file would do: its players and rounds, faults and notes."""

    names = "ok roster rounds games pending faults notes"
    help = {"pending": "Games without a result yet."}
