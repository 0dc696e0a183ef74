"""The challenge rules: what happens when a challenge fails because the play was good. A bad play always comes off.

To add one, add a row: forms, the API, the judge's sentences, the checks of records and the documents read the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
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
        ChallengeRule("open", _("Not fixed"), decided=False),
    )
}
