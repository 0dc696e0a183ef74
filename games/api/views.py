"""The rule sets that a division may be played by."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.engine.crossword.rules import RULE_SETS


class RuleSetSerializer(serializers.Serializer[Any]):
    """A rule set; every parameter but ``slug`` and ``name`` may be changed by a division's ``rule_options``."""

    slug = serializers.CharField()
    name = serializers.CharField()
    tile_set = serializers.CharField()
    board = serializers.CharField()
    rack_size = serializers.IntegerField()
    bingo_from = serializers.IntegerField()
    bingo_bonus = serializers.IntegerField()
    challenge = serializers.CharField(help_text="Replaced by the division's challenge_rule.")
    free_challenges = serializers.IntegerField()
    exchange_minimum = serializers.IntegerField(allow_null=True)
    pass_rule = serializers.CharField()
    scoreless_limit = serializers.IntegerField()
    out_factor = serializers.IntegerField()
    others_lose = serializers.BooleanField()
    stuck_lose = serializers.BooleanField()
    tie_before_adjustment = serializers.BooleanField()
    withdrawn_passes = serializers.BooleanField()
    overtime_points = serializers.IntegerField()
    overtime_minutes = serializers.IntegerField(allow_null=True)
    overtime_loses = serializers.BooleanField()
    overtime_spread = serializers.IntegerField()
    finish_line = serializers.IntegerField(allow_null=True)
    word_smog = serializers.BooleanField()


class RulesView(APIView):
    """All rule sets."""

    @extend_schema(responses=RuleSetSerializer(many=True), tags=["rules"], operation_id="list_rules")
    def get(self, _request: Request) -> Response:
        """The rule sets with their parameters."""
        return Response(RuleSetSerializer(list(RULE_SETS.values()), many=True).data)
