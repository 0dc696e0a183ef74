"""What a stored run was paired by, read again: an earlier version, or an archive, may name what this one does not have."""

from tournaments.engine.codec import snapshot_from_dict
from tournaments.engine.model import SnapshotError
from tournaments.engine.pairing import ChosenRound, PairingOptions, choose, read_options
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.origins import PairOrigins, is_scheduled, origins_of
from tournaments.models import PairingRun


def chosen_by(run: PairingRun) -> ChosenRound:
    """The system and options that paired the round. Raises RulesError where this version cannot read them."""
    return choose(snapshot_from_dict(run.snapshot), read_options(run.plan["rules"]))


def options_of_run(run: PairingRun | None) -> PairingOptions | None:
    """The options that paired the round; None without a run, and where this version cannot read them."""
    try:
        return None if run is None else read_options(run.plan["rules"])
    except (RulesError, KeyError):
        return None


def occasions_of(run: PairingRun | None) -> PairOrigins:
    """Why a schedule or bracket pairs each two of the plan; empty for other rounds, and where this version cannot read them."""
    try:
        return {} if run is None or not is_scheduled(run.plan) else origins_of(chosen_by(run), run.plan)
    except (RulesError, SnapshotError, KeyError):
        return {}
