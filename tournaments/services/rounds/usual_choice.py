"""What the form of a round that is not paired yet opens with: the system and options that were chosen last, or are planned."""

from typing import Any

from tournaments.models import AutoPairing, Division, PairingRequest, PairingRun
from tournaments.services.rounds.options import choice_of
from tournaments.services.rounds.requests import latest_request


def usual_choice(division: Division, number: int) -> dict[str, Any]:
    """``system`` and ``options`` to offer for round ``number``; empty for a first round. Three queries at most.

    A round that was drafted before, and discarded, is offered as it was drafted then. Else the system that the division's
    rounds are to be drafted by automatically, else that of the round before.
    """
    run = PairingRun.objects.filter(division=division, round_number__lte=number).order_by("-pk").first()
    before = _chosen(division, run) if run is not None else {}
    planned = AutoPairing.objects.filter(division=division).values_list("system", flat=True).first()
    drafted = run is not None and run.round_number == number
    if planned and not drafted and planned != before.get("system"):
        return {"system": planned, "options": {}}
    return before


def _chosen(division: Division, run: PairingRun) -> dict[str, Any]:
    """What was asked for, which a fallback draft is not."""
    asked = latest_request(division, run.round_number)
    if asked is not None and asked.state != PairingRequest.State.DONE:
        return {"system": asked.system, "options": asked.options}
    chosen = choice_of(run)
    return {"system": chosen["system"], "options": chosen["options"]}
