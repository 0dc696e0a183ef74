"""Challenges put to the judge, and the log of adjudications."""

from typing import Any

from rest_framework import serializers

from core.api.fields import MAX_ID, IdField
from games.crossword.judge import PlayQuestion
from games.engine.wordbasket.rules import HANDICAPS
from games.wordbasket.judge import MAX_TYPED, WordQuestion
from lexicon.engine.judge import MOST_WORDS
from lexicon.models import Adjudication
from tournaments.inputs.results import MAX_TOKEN
from tournaments.models import MAX_SCORE, Seat

#: More words than any play can make; the judge checks what the division's rules allow.
_MOST = 4 * MOST_WORDS
_LONGEST_TYPED = 80


class _AtTable(serializers.Serializer[None]):
    """What every challenge may say of the table: the game and who asks."""

    client_token = serializers.CharField(
        max_length=MAX_TOKEN, help_text="Chosen by the client, once for each challenge."
    )
    pairing = IdField(required=False, allow_null=True)
    challenger = serializers.IntegerField(
        min_value=1, max_value=MAX_ID, required=False, allow_null=True, help_text="The entry's id."
    )
    player = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ID,
        required=False,
        allow_null=True,
        help_text="Entry's id of whose play or word it is: at tables of three and four the answer then names who plays next.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A game and a player of it, or neither."""
        if (attrs.get("pairing") is None) != (attrs.get("challenger") is None):
            raise serializers.ValidationError("Send both pairing and challenger, or neither.")
        if attrs.get("player") is not None and attrs.get("pairing") is None:
            raise serializers.ValidationError("Send the pairing and the challenger with the player.")
        return attrs

    def seat_of(self, who: str) -> int | None:
        """The seat of challenger or player. One query. Raises ValidationError."""
        clean = self.validated_data
        if clean.get("pairing") is None or clean.get(who) is None:
            return None
        seats = Seat.objects.filter(pairing=clean["pairing"], entry=clean[who])
        seat = seats.values_list("pk", flat=True).first()
        if seat is None:
            raise serializers.ValidationError({who: ["This player does not sit at that table."]})
        return seat


class ChallengeSerializer(_AtTable):
    """A challenge. ``pairing`` and ``challenger`` say which game it was and who challenged, so that the log, the record of the game and
    what a failed challenge costs go together; without them the words are judged for the division."""

    words = serializers.ListField(
        child=serializers.CharField(max_length=_LONGEST_TYPED, allow_blank=True), min_length=1, max_length=_MOST
    )
    out_play = serializers.BooleanField(
        default=False, help_text="The play emptied the rack, and the bag is empty: it ends the game if it stands."
    )
    play_score = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False, allow_null=True)

    def to_input(self) -> PlayQuestion:
        """The frozen input of ``rule_challenge``; call after ``is_valid()``. One query."""
        clean = self.validated_data
        return PlayQuestion(
            words=tuple(clean["words"]),
            client_token=clean["client_token"],
            seat_id=self.seat_of("challenger"),
            player_id=self.seat_of("player"),
            out_play=clean["out_play"],
            play_score=clean.get("play_score"),
        )


class WordChallengeSerializer(_AtTable):
    """A word of Word Basket, where it was said: ``basket`` is a letter or a line (“か*”), ``card`` a letter, a line, or 5, 6, 7+."""

    word = serializers.CharField(max_length=MAX_TYPED, help_text="In kana or in Latin letters.")
    basket = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    card = serializers.CharField(max_length=10, required=False, allow_blank=True, default="")
    last_card = serializers.BooleanField(default=False)
    handicap = serializers.ChoiceField(choices=sorted(HANDICAPS), default="even")
    previous = serializers.CharField(
        max_length=MAX_TYPED,
        required=False,
        allow_blank=True,
        default="",
        help_text="The player's word before this one: nobody may say the same word twice running.",
    )

    def to_input(self) -> WordQuestion:
        """The frozen input of ``rule_challenge``; call after ``is_valid()``. One query."""
        clean = self.validated_data
        names = ("word", "basket", "card", "last_card", "handicap", "previous", "client_token")
        return WordQuestion(
            seat_id=self.seat_of("challenger"),
            player_id=self.seat_of("player"),
            **{name: clean[name] for name in names},
        )


class AdjudicationEntrySerializer(serializers.ModelSerializer[Adjudication]):
    """One entry of the log: a verdict, an appeal against it, or the director's decision. ``verdict`` is the entry that the other two
    are about; ``acceptable`` is null for an appeal; ``outcome`` is what follows under ``rule``, ``points`` in it the change for
    (challenged, challenger)."""

    verdict = serializers.IntegerField(source="refers_to_id", allow_null=True)
    game = serializers.SerializerMethodField()
    official = serializers.SlugRelatedField[Any](slug_field="username", read_only=True, allow_null=True)
    outcome = serializers.JSONField()
    words = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Adjudication
        fields = (
            "id", "kind", "verdict", "place", "game", "challenger", "words", "edition", "checksum", "rule", "acceptable",
            "rechecked", "out_play", "consequence", "outcome", "reason", "official", "is_offline", "decided_at",
        )  # fmt: skip
        read_only_fields = fields

    def get_game(self, adjudication: Adjudication) -> int | None:
        """The pairing's id; null for an adjudication that names no game."""
        kind, _colon, number = adjudication.scope.partition(":")
        return int(number) if kind == "pairing" else None


class AdjudicationHistorySerializer(serializers.Serializer[Any]):
    """A verdict with what followed it; ``in_force`` is the id of the entry that counts."""

    in_force = serializers.IntegerField()
    entries = AdjudicationEntrySerializer(many=True)


class AppealSerializer(serializers.Serializer[None]):
    """A player does not accept the verdict."""

    reason = serializers.CharField(max_length=2000)
    client_token = serializers.CharField(max_length=MAX_TOKEN)


class OverruleSerializer(AppealSerializer):
    """The director's decision."""

    acceptable = serializers.BooleanField()
