"""How a game ends, and what that does to the scores: pure functions of a rule set and a few counts; and which final scores are unlikely.

>>> from games.engine.crossword.rules import RULE_SETS
>>> out_adjustments(RULE_SETS["hasbro-zh"], unplayed=(0, 9), out=0)
(9, -9)
>>> out_adjustments(RULE_SETS["tournament"], unplayed=(0, 9), out=0)
(18, 0)
>>> [unlikely((first, second), RULE_SETS["tournament"]) for first, second in ((431, 389), (43, 351), (4310, 389))]
[False, True, True]
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from games.engine.crossword.rules import PassRule, RuleSet


class Ending(StrEnum):
    """Why a game is over."""

    OUT = "out"  # a player emptied the rack with the bag empty
    STUCK = "stuck"  # scoreless turns or passes, as the rule set's pass rule says
    FINISH_LINE = "finish-line"  # a player reached the target score
    CHALLENGE = "challenge"  # the triple challenge rule decided the game
    TIME = "time"  # a player took more overtime than is permitted, and loses for it


def ended_by_passing(rules: RuleSet, scoreless: int, passes: Sequence[int]) -> bool:
    """Whether the pass rule ends the game.

    ``scoreless``: turns running without a tile play (passes, exchanges, plays taken back, turns lost);
    ``passes``: for each player, on how many own turns running he has passed.
    """
    match rules.pass_rule:
        case PassRule.NONE:
            return False
        case PassRule.SCORELESS_TURNS:
            return scoreless >= rules.scoreless_limit
        case PassRule.ALL_ONCE:
            return min(passes) >= 1
        case PassRule.ONE_TWICE:
            return max(passes) >= 2
        case PassRule.ALL_TWICE:
            return min(passes) >= 2


def players_may_end(rules: RuleSet, passes: Sequence[int]) -> bool:
    """Whether every player passed on their last turn, under a rule set that lets the players end the game."""
    return rules.pass_rule is PassRule.NONE and min(passes) >= 1


def reached_finish_line(rules: RuleSet, score: int) -> bool:
    """Whether a score ends the game by the finish-line variation."""
    return rules.finish_line is not None and score >= rules.finish_line


def out_adjustments(rules: RuleSet, unplayed: Sequence[int], out: int) -> tuple[int, ...]:
    """Points each player gains or loses when player ``out`` goes out; ``unplayed`` is the value of each rack."""
    gain = rules.out_factor * (sum(unplayed) - unplayed[out])
    return tuple(
        gain if player == out else (-value if rules.others_lose else 0) for player, value in enumerate(unplayed)
    )


def stuck_adjustments(rules: RuleSet, unplayed: Sequence[int]) -> tuple[int, ...]:
    """Points each player loses when the game ends with nobody out."""
    return tuple(-value if rules.stuck_lose else 0 for value in unplayed)


def overtime_penalty(rules: RuleSet, minutes: int) -> int:
    """Points that ``minutes`` begun of overtime cost, zero or negative."""
    return -rules.overtime_points * minutes


def loses_on_time(rules: RuleSet, minutes: int) -> bool:
    """Whether that much overtime loses the game."""
    return rules.overtime_loses and rules.overtime_minutes is not None and minutes > rules.overtime_minutes


def after_time_loss(rules: RuleSet, scores: Sequence[int], loser: int) -> tuple[int, ...]:
    """The result of a game lost on time: who was behind loses ``overtime_spread`` points more, who was not has that many
    less than the best of the others.

    >>> from games.engine.crossword.rules import RULE_SETS
    >>> after_time_loss(RULE_SETS["tournament"], (400, 380), loser=0), after_time_loss(RULE_SETS["tournament"], (300, 380), 0)
    ((330, 380), (250, 380))
    """
    best = max(score for player, score in enumerate(scores) if player != loser)
    own = min(scores[loser], best) - rules.overtime_spread
    return tuple(own if player == loser else score for player, score in enumerate(scores))


def winners(rules: RuleSet, scores: Sequence[int], before: Sequence[int], loser: int | None = None) -> tuple[int, ...]:
    """The players with the best final score; several in a tie.

    ``before`` holds the scores before the end adjustment, which break a tie where the rule set says so. ``loser`` has lost
    by a challenge or on time, whatever the score.
    """
    best = max(score for player, score in enumerate(scores) if player != loser)
    leaders = [player for player, score in enumerate(scores) if score == best and player != loser]
    if rules.tie_before_adjustment and len(leaders) > 1:
        best = max(before[player] for player in leaders)
        leaders = [player for player in leaders if before[player] == best]
    return tuple(leaders)


#: The highest score of a player in a tournament is 850 (Northern Ireland, 2012), the highest of both together 1,320 (Lexington,
#: 2006). Nobody who finishes a game of two on the usual board has fewer than about 100 points.
HIGHEST: Final = 850
HIGHEST_OF_BOTH: Final = 1320
LOWEST: Final = 100


def unlikely(scores: Sequence[int], rules: RuleSet) -> bool:
    """Whether the final scores of a two-player game are outside all records: more often a typing error, so the site asks for
    confirmation. Only for the standard board with seven tiles."""
    if len(scores) != 2 or rules.board != "standard15" or rules.rack_size != 7 or rules.finish_line is not None:
        return False
    return max(scores) > HIGHEST or sum(scores) > HIGHEST_OF_BOTH or min(scores) < LOWEST
