"""The director's choice of a pairing system for one round, as the engine's options."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from tournaments.engine.pairing import SYSTEMS, PairingOptions, read_options
from tournaments.engine.pairing.elimination import KnockOut
from tournaments.engine.pairing.matches import continues
from tournaments.engine.pairing.options import RulesError
from tournaments.errors import TournamentError
from tournaments.models import Division, PairingRun, Round
from tournaments.wording.engine import rules_problem

#: The most that COP simulates for one round, in players times events: 100,000 events for 300 players.
_MOST_WORK = 30_000_000
_MOST_EVENTS = 100_000
NOTHING: Mapping[str, object] = MappingProxyType({})
_FIXED = frozenset({"system", "total_rounds"})


def options_of(
    division: Division, system: str = "swiss", options: Mapping[str, object] = NOTHING, *, players: int = 0
) -> PairingOptions:
    """The options of a round: the division's settings, overridden by the choice. Raises TournamentError."""
    refuse_unknown(system)
    share = min(_MOST_EVENTS, _MOST_WORK // max(1, players))
    values: dict[str, Any] = {
        "max_repeats": division.settings.max_repeats,
        "meeting_games": division.settings.meeting_games,
        "stage_games": (division.settings.meeting_games,),
        "simulations": share,
        "control_simulations": share // 10,
    }
    values |= {name: value for name, value in options.items() if name not in _FIXED}
    values |= {"system": system, "total_rounds": division.settings.rounds_planned}
    try:
        return read_options(values)
    except RulesError as error:
        raise TournamentError(
            _("These options do not work: %(why)s.") % {"why": rules_problem(error)}, code="system"
        ) from error


def first_round_of(system: str, number: int, before: Round | None) -> dict[str, int]:
    """Where a knock-out starts if nobody says: with the round before if that was paired by the same one, otherwise in round ``number``.

    Empty for all other systems, no query; otherwise one. So play-offs after a Swiss need no option but the size of the bracket.
    """
    chosen = SYSTEMS.get(system)
    if chosen is None or not issubclass(chosen, KnockOut):
        return {}
    run = before.run if before is not None else None
    if run is None or run.system != system:
        return {"first_round": number}
    return {"first_round": run.plan["rules"].get("first_round", 1)}


def repeats_pairs(division: Division, number: int, options: PairingOptions | None = None) -> bool:
    """Whether round ``number`` continues the matches of the round before, whatever the results."""
    return division.settings.table_size == 2 and continues(options or options_of(division), number)


def refuse_unknown(system: str) -> None:
    """Raise TournamentError for a system that does not exist."""
    if system not in SYSTEMS:
        raise TournamentError(_("“%(system)s” is not a pairing system.") % {"system": system}, code="system")


def choice_of(run: PairingRun) -> dict[str, Any]:
    """How a stored run was chosen, to pair the same way again: ``system``, ``options``, ``based_on``."""
    stored = dict(run.plan["rules"])
    options = {name: value for name, value in stored.items() if name not in _FIXED}
    return {"system": run.system, "options": options, "based_on": run.snapshot.get("based_on")}
