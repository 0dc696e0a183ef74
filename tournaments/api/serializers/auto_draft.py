"""The switch of automatic drafts."""

from rest_framework import serializers

from tournaments.api.serializers.pairing import SystemField
from tournaments.models import AutoPairing


class AutoPairingSerializer(serializers.Serializer[AutoPairing]):
    """Whether the next round is drafted when the last result is in, and how."""

    on = serializers.BooleanField()
    system = SystemField(
        allow_blank=True,
        default="",
        help_text="Empty: as the round before was paired.",
    )
    drafted_round = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="The last round drafted automatically."
    )
    failed_round = serializers.IntegerField(read_only=True, allow_null=True)
    error = serializers.CharField(read_only=True, help_text="Why it could not be drafted.")
