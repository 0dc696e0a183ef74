"""Is a round paired by the rules? A second computation of docs/pairing.md that shares no line with the engine.

It imports the standard library and nothing else, and reads JSON (`manage.py generate_events --write FILE`):

    python -m tournaments.proof.checker FILE

For each round: everyone has one game or bye; the absolute rules hold, or are proved impossible; the cost is the least (by
trying every pairing of up to ten, by a matching with its proof above); every reason given is true; who goes first, the
byes and the tables are as the rules say.
"""

from .rounds import Work, check_event, check_round
from .violation import Violation

__all__ = ["Violation", "Work", "check_event", "check_round"]
