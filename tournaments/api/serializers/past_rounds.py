"""Past rounds of a `.t` file."""

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.api.serializers.roster import AnswersSerializer
from tournaments.forms.entries import MAX_ROSTER_BYTES
from tournaments.services.entries.past_rounds import PastPreview


class PastRoundsSerializer(AnswersSerializer):
    """The text of a division file of tsh. With ``dry_run`` nothing is written."""

    text = serializers.CharField(trim_whitespace=False, style={"base_template": "textarea.html"})
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
