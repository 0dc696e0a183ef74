"""The rule sets that a division may be played by."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.operations import operation
from core.api.rows import RowSerializer
from games.engine.crossword.rules import RULE_SETS, RuleSet


class RuleSetSerializer(RowSerializer[RuleSet]):
    """A rule set; every parameter but ``slug`` and ``name`` may be changed by a division's ``rule_options``."""

    challenge = serializers.CharField(help_text="Replaced by the division's challenge_rule.")
    pass_rule = serializers.CharField()


class RulesView(APIView):
    """All rule sets."""

    @operation("list_rules", "rules", gives=RuleSetSerializer(many=True))
    def get(self, _request: Request) -> Response:
        """The rule sets with their parameters."""
        return Response(RuleSetSerializer(list(RULE_SETS.values()), many=True).data)
