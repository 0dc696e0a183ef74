"""Pairing systems. `choose` is the door: every system is reached through it.

The modules imported here declare the systems (`options.SYSTEMS`).
"""

from tournaments.engine.pairing import (
    australian,
    chew,
    cop,
    elimination,
    finals,
    fontes,
    packages,
    round_robin,
    swiss,
    team_matches,
    team_round_robin,
    win_groups,
)
from tournaments.engine.pairing.choose import ChosenRound, choose, plan
from tournaments.engine.pairing.options import SYSTEMS, PairingOptions, pairing_options, read_options, systems
from tournaments.engine.pairing.plan import Plan

__all__ = [
    "SYSTEMS",
    "ChosenRound",
    "PairingOptions",
    "Plan",
    "australian",
    "chew",
    "choose",
    "cop",
    "elimination",
    "finals",
    "fontes",
    "packages",
    "pairing_options",
    "plan",
    "read_options",
    "round_robin",
    "swiss",
    "systems",
    "team_matches",
    "team_round_robin",
    "win_groups",
]
