"""What has changed since a draft was made: its plan knows only the facts of then."""

from django.utils.translation import gettext as _

from tournaments.engine.codec import snapshot_as_dict, snapshot_from_dict
from tournaments.models import Round
from tournaments.queries.state import snapshot_of

#: Parts of a snapshot. Locks and tables are left out: they belong to the draft itself.
_RESULTS = ("games",)
_PLAYERS = ("players", "absent", "requested_byes", "teams", "clubs", "classes")
_CONDITIONS = ("blocked", "settings")
_PRIZES = ("bands", "class_prizes")


def changed_since(round_: Round) -> list[str]:
    """What is no longer as it was when the draft was paired, as sentences; nothing for other rounds. Needs ``run`` and ``division``."""
    if round_.run is None or round_.state != Round.State.DRAFT:
        return []
    then = snapshot_as_dict(snapshot_from_dict(round_.run.snapshot))
    now = snapshot_as_dict(snapshot_of(round_.division, round_.number))
    told = [
        (_RESULTS, _("Results have changed since this draft was made.")),
        (_PLAYERS, _("Players have changed since this draft was made.")),
        (_CONDITIONS, _("Settings or players kept apart have changed since this draft was made.")),
        *([(_PRIZES, _("The prizes have changed since this draft was made."))] if round_.run.plays_for_prizes else []),
    ]
    return [text for parts, text in told if any(then.get(part) != now.get(part) for part in parts)]
