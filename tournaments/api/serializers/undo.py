"""One's own entries, and undoing them."""

from typing import Any

from rest_framework import serializers

from core.api.rows import RowSerializer
from tournaments.api.serializers.results import ResultSerializer
from tournaments.queries.undo import OwnEntry
from tournaments.wording.undo import entry_text, refusal_text


class OwnEntrySerializer(RowSerializer[OwnEntry]):
    """An entry or ruling of the caller's own."""

    names = "entry=key pairing=pairing.pk undone_at refusal followed_by"
    help = {
        "entry": "Send it to undo the entry.",
        "refusal": "Why it cannot be undone; null if it can.",
        "followed_by": "The first later round that was published since.",
    }

    pairing = serializers.IntegerField(source="pairing.pk")
    entered_at = serializers.DateTimeField(source="fact.created_at")
    text = serializers.SerializerMethodField(help_text="The entry in words.")
    why = serializers.SerializerMethodField(help_text="The refusal in words; empty if it can be undone.")

    def get_text(self, entry: OwnEntry) -> str:
        """The entry in words."""
        return entry_text(entry)

    def get_why(self, entry: OwnEntry) -> str:
        """Why it cannot be undone."""
        return refusal_text(entry)


class OwnEntriesSerializer(serializers.Serializer[Any]):
    """The caller's entries in a round."""

    entries = OwnEntrySerializer(many=True)
    undone = OwnEntrySerializer(many=True)


class UndoSerializer(serializers.Serializer[None]):
    """The entry to undo."""

    entry = serializers.RegexField(
        "^(report|ruling)-[0-9]{1,18}$", help_text="As in the list: `report-12`, `ruling-3`."
    )


class UndoneSerializer(serializers.Serializer[Any]):
    """What was undone, and the result that counts now (null: none)."""

    said = serializers.CharField()
    result = ResultSerializer(allow_null=True)
