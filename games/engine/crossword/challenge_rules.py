"""The challenge rules: what happens when a challenge fails because the play was good. A bad play always comes off.

To add one, add a row: forms, the API, the judge's sentences, the checks of records and the documents read the table.

Beside the rows there is one rule for any number of points (:func:`points_key`), which its key describes in full.

>>> points_key(7, gives=False, per_word=True)
'minus-7-per-word'
>>> rule = challenge_rule("minus-7-per-word")
>>> rule.points, rule.per_word
(-7, True)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from games.engine.translation import _


class Loses(StrEnum):
    """What the challenger loses, apart from points."""

    NOTHING = "nothing"
    TURN = "turn"
    GAME = "game"  # and a player whose play comes off loses it


@dataclass(frozen=True, slots=True)
class ChallengeRule:
    """`points` move: positive to the challenged player, negative from the challenger; `per_word`: for each word challenged.

    `free`: how many failed challenges cost each player nothing. `allowed` False: an invalid play is refused when it is
    made. `decided` False: the event has not said, so no outcome can be called wrong.
    """

    key: str
    label: str
    points: int = 0
    per_word: bool = False
    loses: Loses = Loses.NOTHING
    free: int = 0
    allowed: bool = True
    decided: bool = True


#: The rules there are, by key, in the order in which forms offer them.
CHALLENGE_RULES: Final[dict[str, ChallengeRule]] = {
    rule.key: rule
    for rule in (
        ChallengeRule("double", _("Double: a failed challenge loses the turn"), loses=Loses.TURN),
        ChallengeRule("single", _("Single: no penalty")),
        ChallengeRule("five", _("5 points to the opponent"), 5),
        ChallengeRule("ten", _("10 points to the opponent"), 10),
        ChallengeRule("five-per-word", _("5 points per word to the opponent"), 5, per_word=True),
        ChallengeRule("ten-per-word", _("10 points per word to the opponent"), 10, per_word=True),
        ChallengeRule("minus-five", _("5 points off the challenger's score"), -5),
        ChallengeRule("minus-ten", _("10 points off the challenger's score"), -10),
        # ``five`` with one free challenge: a rule of its own, because it is so common
        ChallengeRule("free-then-five", _("First one free, then 5 points to the opponent"), 5, free=1),
        ChallengeRule("triple", _("Triple: a failed challenge loses the game"), loses=Loses.GAME),
        ChallengeRule("void", _("Void: no challenges, phoneys cannot be played"), allowed=False),
        ChallengeRule("open", _("Not set"), decided=False),
    )
}

#: What a division says that plays as its rules say (``rules.CHALLENGES_BY_RULES``).
BY_RULES: Final = "rules"

#: The most points that a failed challenge, or each word of one, may cost.
MOST_POINTS: Final = 100
_POINTS: Final = re.compile(r"(?P<sign>plus|minus)-(?P<points>[1-9][0-9]{0,2})(?P<each>-per-word)?")


def points_key(points: int, *, gives: bool, per_word: bool) -> str:
    """The key of the rule for ``points`` points: ``gives`` them to the challenged player, or takes them off the challenger."""
    return f"{'plus' if gives else 'minus'}-{points}{'-per-word' if per_word else ''}"


def challenge_rule(key: str) -> ChallengeRule:
    """The rule of this key. Raises KeyError."""
    rule = CHALLENGE_RULES.get(key) or _points_rule(key)
    if rule is None:
        raise KeyError(key)
    return rule


def is_points_key(key: object) -> bool:
    """Whether it is the key of a rule for a number of points."""
    return isinstance(key, str) and _points_rule(key) is not None


@lru_cache(maxsize=64)
def _points_rule(key: str) -> ChallengeRule | None:
    match = _POINTS.fullmatch(key)
    if match is None or int(match["points"]) > MOST_POINTS:
        return None
    points = int(match["points"])
    gives, per_word = match["sign"] == "plus", match["each"] is not None
    label = (
        f"{points} points{' per word' * per_word} {'to the opponent' if gives else 'off the score of the challenger'}"
    )
    return ChallengeRule(key, label, points if gives else -points, per_word=per_word)
