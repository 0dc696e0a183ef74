"""Scores outside all records: more often a typing error, so the site asks for confirmation.

The highest score of a player in a tournament is 850 (Northern Ireland, 2012), the highest of both together 1,320 (Lexington, 2006).
Nobody who finishes a game of two on the usual board has fewer than about 100 points.

>>> from games.engine.crossword.rules import RULE_SETS
>>> [unlikely((first, second), RULE_SETS["tournament"]) for first, second in ((431, 389), (43, 351), (4310, 389))]
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.engine.crossword.rules import RuleSet

HIGHEST: Final = 850
HIGHEST_OF_BOTH: Final = 1320
LOWEST: Final = 100


def unlikely(scores: Sequence[int], rules: RuleSet) -> bool:
    """Whether the final scores of a two-player game are outside all records. Only for the standard board with seven tiles."""
    if len(scores) != 2 or rules.board != "standard15" or rules.rack_size != 7 or rules.finish_line is not None:
        return False
    return max(scores) > HIGHEST or sum(scores) > HIGHEST_OF_BOTH or min(scores) < LOWEST
