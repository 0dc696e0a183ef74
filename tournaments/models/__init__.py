"""Events as facts: who entered, how rounds were paired, what was submitted and ruled.

Submissions, rulings and pairing runs are only ever added. ``Result`` is the one derived row kept for speed:
``engine.results.derive`` makes it from the facts, and a test compares the two.
"""

from tournaments.models.backups import EventBackup
from tournaments.models.conditions import Absence, PairBlock, PairLock
from tournaments.models.events import (
    MAX_POINTS,
    MAX_ROUNDS,
    MAX_SCORE,
    MAX_TABLE,
    Division,
    Entry,
    Event,
    LateRounds,
)
from tournaments.models.results import RESULT_KINDS, Result, ResultKind, ResultRuling, Submission
from tournaments.models.rounds import Pairing, PairingRun, Round, Seat, SlipLink

__all__ = [
    "MAX_POINTS",
    "MAX_ROUNDS",
    "MAX_SCORE",
    "MAX_TABLE",
    "RESULT_KINDS",
    "Absence",
    "Division",
    "Entry",
    "Event",
    "EventBackup",
    "LateRounds",
    "PairBlock",
    "PairLock",
    "Pairing",
    "PairingRun",
    "Result",
    "ResultKind",
    "ResultRuling",
    "Round",
    "Seat",
    "SlipLink",
    "Submission",
]
