"""What has changed since a draft was made: its plan knows only the facts of then."""

from django.utils.translation import gettext as _

from tournaments.engine.codec import snapshot_as_dict, snapshot_from_dict
from tournaments.engine.pairing import SYSTEMS
from tournaments.models import PairingRun, Round
from tournaments.queries.state import snapshot_of

#: Parts of a snapshot. Locks and tables are left out: they belong to the draft itself.
_RESULTS = ("games",)
_PLAYERS = ("players", "absent", "requested_byes", "teams", "clubs", "classes")
_CONDITIONS = ("blocked", "settings")
_PRIZES = ("bands", "class_prizes")


def plays_for_prizes(run: PairingRun) -> bool:
    """Whether the prizes decide anything in how the run paired. No query."""
    system = SYSTEMS.get(run.plan.get("used") or run.system)
    return (system is not None and system.for_prizes) or bool(run.plan["rules"].get("gibson"))


def changed_since(round_: Round) -> list[str]:
    """What is no longer as it was when the draft was paired, as sentences; nothing for other rounds. Needs ``run`` and ``division``."""
    if round_.run is None or round_.state != Round.State.DRAFT:
        return []
    then = snapshot_as_dict(snapshot_from_dict(round_.run.snapshot))
    now = snapshot_as_dict(snapshot_of(round_.division, round_.number))
    told = [
        (_RESULTS, _("Results have changed since this draft was made.")),
        (_PLAYERS, _("Players have changed since this draft was made.")),
        (_CONDITIONS, _("Settings, or who must not meet, have changed since this draft was made.")),
        *([(_PRIZES, _("The prizes have changed since this draft was made."))] if plays_for_prizes(round_.run) else []),
    ]
    return [text for parts, text in told if any(then.get(part) != now.get(part) for part in parts)]
