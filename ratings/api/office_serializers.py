"""What a ratings officer's part of the API takes and gives."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.lines import LineChoicesField
from core.api.rows import RowSerializer
from lexicon.models import Lexicon
from ratings.engine.official_list import Known, Match
from ratings.labels import rule_choices
from ratings.models import MAX_RATING, OfficialList, OfficialRating, PlayerMerge, PoolCheck, PoolGame, PoolSetting
from ratings.services.importing import ImportPreview
from ratings.services.pools import Accepted

_MOST = 2**31 - 1
_TEXT = 2_000_000


def _reason() -> serializers.CharField:
    return serializers.CharField(max_length=300, help_text="Kept in the log.")


class RatingReasonSerializer(serializers.Serializer[None]):
    """Why something is done."""

    reason = _reason()


class OfficialListSerializer(serializers.ModelSerializer[OfficialList]):
    """A published list: what it was computed from, and the hash of its lines."""

    class Meta:
        model = OfficialList
        fields = (
            *("id", "name", "effective", "system", "params", "engine_version"),
            *("ledger_version", "content_hash", "published_at"),
        )
        read_only_fields = fields


class PublishSerializer(serializers.Serializer[None]):
    """A list to be published."""

    name = serializers.CharField(max_length=80)
    effective = serializers.DateField(help_text="Valid from; one list a day.")


class OfficialLineSerializer(serializers.Serializer[OfficialRating]):
    """A line of a published list; ``now`` is the player's official rating of today."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null: a provisional rating has no rank.")
    player_id = serializers.IntegerField()
    name = serializers.CharField(source="player.name")
    rating = serializers.IntegerField()
    games = serializers.IntegerField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True)
    provisional = serializers.BooleanField()
    last_date = serializers.DateField(allow_null=True)
    now = serializers.IntegerField(allow_null=True)


class NewCheckSerializer(serializers.Serializer[None]):
    """What to do: compare the list with its ledger, or recompute it from nothing."""

    kind = serializers.ChoiceField(choices=PoolCheck.Kind.choices)


class DifferenceSerializer(serializers.Serializer[None]):
    """A figure that was published otherwise than computed; `event` null: a line of the list, `player` null: the whole list."""

    event = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(allow_null=True)
    published = serializers.CharField()
    rebuilt = serializers.CharField()


class CheckSerializer(serializers.ModelSerializer[PoolCheck]):
    """A check or recompute: how far it is (`percent`), and its answer once `state` is done. `differences`: the first of `found`."""

    percent = serializers.IntegerField()
    differences = DifferenceSerializer(many=True)

    class Meta:
        model = PoolCheck
        fields = (
            *("id", "kind", "state", "percent", "events", "games", "found", "differences"),
            *("error", "created_at", "finished_at"),
        )


class ListTextSerializer(serializers.Serializer[None]):
    """An official list: CSV with a header, tab-separated, or the columns of .RT files."""

    text = serializers.CharField(max_length=_TEXT, trim_whitespace=False)


class ImportSerializer(ListTextSerializer):
    """A list and who its uncertain lines are."""

    choices = LineChoicesField(
        help_text='Number of a line → "" (leave out), "new" (a new player of the club) or the id of a player.',
    )


class ImportedSerializer(serializers.Serializer[None]):
    """How many starting ratings were set."""

    players = serializers.IntegerField()


class _PersonSerializer(RowSerializer[Known]):
    """A player of the club."""

    names = "id name"


class MatchSerializer(RowSerializer[Match]):
    """A line of the list; ``player`` null: not certain, perhaps one of the ``candidates``."""

    names = "listed.line listed.name listed.rating listed.games listed.external_id player=known candidates"


class _ProblemSerializer(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    message = serializers.CharField()


class ImportPreviewSerializer(serializers.Serializer[ImportPreview]):
    """What importing a list would do; with a problem nothing is imported."""

    matches = MatchSerializer(many=True)
    problems = serializers.SerializerMethodField()

    @extend_schema_field(_ProblemSerializer(many=True))
    def get_problems(self, preview: ImportPreview) -> list[dict[str, object]]:
        """Lines that cannot be read."""
        return [{"line": line, "message": message} for line, message in preview.problems]


class OpeningSerializer(serializers.Serializer[Any]):
    """A player's starting rating in a pool; ``rating`` null: none, ``games`` null: unknown."""

    rating = serializers.IntegerField(allow_null=True, min_value=1, max_value=MAX_RATING)
    games = serializers.IntegerField(allow_null=True, min_value=0, max_value=99_999)


class OpeningChangeSerializer(OpeningSerializer):
    """A starting rating and why."""

    reason = _reason()


class AcceptedSerializer(serializers.Serializer[Any]):
    """Which results a pool accepts; empty: all."""

    game = serializers.ChoiceField(choices=PoolGame.choices, allow_blank=True)
    setting = serializers.ChoiceField(choices=PoolSetting.choices, allow_blank=True)
    rules = serializers.ListField(child=serializers.CharField(max_length=40), max_length=50)
    dictionaries = serializers.ListField(child=serializers.CharField(max_length=60), max_length=100)

    def validate_rules(self, rules: list[str]) -> list[str]:
        """Rule sets that exist."""
        known = {slug for slug, _name in rule_choices()}
        if unknown := sorted(set(rules) - known):
            raise serializers.ValidationError(f"There are no rules “{unknown[0]}”.")
        return rules

    def validate_dictionaries(self, slugs: list[str]) -> list[Lexicon]:
        """Dictionaries that the club may use."""
        lexicons = {lexicon.slug: lexicon for lexicon in self.context["lexicons"].filter(slug__in=slugs)}
        if unknown := sorted(set(slugs) - lexicons.keys()):
            raise serializers.ValidationError(f"There is no dictionary “{unknown[0]}”.")
        return list(lexicons.values())

    def accepted(self) -> Accepted:
        """The choice; after ``is_valid``."""
        data = self.validated_data
        lexicons = tuple(sorted(lexicon.pk for lexicon in data["dictionaries"]))
        return Accepted(data["game"], data["setting"], tuple(sorted(set(data["rules"]))), lexicons)


class MoveSerializer(serializers.Serializer[None]):
    """A rated game that ``player`` is recorded with and ``really`` played."""

    game = serializers.CharField(max_length=80, help_text="Key of the game within its event.")
    player = serializers.IntegerField(min_value=1, max_value=_MOST)
    really = serializers.IntegerField(min_value=1, max_value=_MOST)
    reason = _reason()


class MovedSerializer(serializers.Serializer[None]):
    """The game's new row in the ledger."""

    game = serializers.CharField()
    revision = serializers.IntegerField()


class NewMergeSerializer(serializers.Serializer[None]):
    """Two entries (ids of players) of one person."""

    duplicate = serializers.IntegerField(min_value=1, max_value=_MOST)
    kept = serializers.IntegerField(min_value=1, max_value=_MOST)
    reason = _reason()


class MergeSerializer(serializers.ModelSerializer[PlayerMerge]):
    """``duplicate`` counts as ``kept`` until it is undone."""

    duplicate = serializers.IntegerField(source="duplicate_id", read_only=True)
    kept = serializers.IntegerField(source="kept_id", read_only=True)

    class Meta:
        model = PlayerMerge
        fields = ("id", "duplicate", "kept", "reason", "created_at", "undone_at")
        read_only_fields = fields


class AnonymisedSerializer(serializers.Serializer[None]):
    """What is left of a player's name."""

    id = serializers.IntegerField()
    name = serializers.CharField()
