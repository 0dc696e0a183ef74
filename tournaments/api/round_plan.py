"""The plan of a division's rounds, over HTTP."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from clubs.access import reached, signed_in
from core.api.bodies import sent
from core.api.operations import operation
from tournaments.access import DivisionPath
from tournaments.api.serializers.round_plan import PlanSerializer
from tournaments.engine.round_plan import PlannedRound, write_plan
from tournaments.models import Division
from tournaments.queries.round_plan import first_open_round, plan_lines, plan_of
from tournaments.services.rounds.round_plan import read_typed_plan, set_plan


def _body(division: Division) -> dict[str, object]:
    lines = plan_lines(division, drafts=False)
    planned = [(line, line.planned or PlannedRound()) for line in lines]
    return {
        "first_open_round": first_open_round(division, drafts=False),
        "text": write_plan(plan_of(division), rounds=division.settings.rounds_planned),
        "rounds": [
            {
                "number": line.number,
                "system": one.system,
                "options": one.options,
                "lag": one.lag,
                "minutes": one.minutes,
                "starts_at": line.starts_at,
                "paired_by": line.paired,
            }
            for line, one in planned
        ],
    }


class PlanView(APIView):
    """The plan of a division's rounds."""

    @operation("round_plan", "rounds", gives=PlanSerializer)
    def get(self, request: Request, **address: Any) -> Response:
        """The systems, options, standings, lengths and times planned for all rounds, and what paired those that are published."""
        return Response(_body(reached(request, DivisionPath(**address))))

    @operation("change_round_plan", "rounds", takes=PlanSerializer, gives=PlanSerializer)
    def put(self, request: Request, **address: Any) -> Response:
        """Plan the rounds from `from_round` on anew; the last one sent is then the division's last. Rounds that are paired stay."""
        division = reached(request, DivisionPath(**address))
        data = sent(request, PlanSerializer)
        first = data.validated_data["from_round"]
        text = data.validated_data.get("text")
        plan = read_typed_plan(division, text, first=first) if text else data.plan()
        set_plan(actor=signed_in(request), division=division, first=first, plan=plan)
        return Response(_body(reached(request, DivisionPath(**address))))
