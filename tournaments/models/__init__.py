"""Events as facts: who entered, how rounds were paired, what was submitted and ruled.

Submissions, rulings and pairing runs are only ever added. ``Result`` is the one derived row kept for speed:
``engine.results.derive`` makes it from the facts, and a test compares the two.
"""

from tournaments.models.events import MAX_ROUNDS, MAX_SCORE, Division, Entry, Event
from tournaments.models.results import RESULT_KINDS, Result, ResultKind, ResultRuling, Submission
from tournaments.models.rounds import Pairing, PairingRun, Round, Seat, SlipLink

__all__ = [
    "MAX_ROUNDS",
    "MAX_SCORE",
    "RESULT_KINDS",
    "Division",
    "Entry",
    "Event",
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
