"""What a challenge comes to under each rule: points, turn, end of the game.

Only the words that were challenged are judged, and the verdict is one for all of them. The table is that of the
tournament rules: a bad play comes off and its points are taken back; what a good play costs the challenger is the event's
rule; a good play that had ended the game ends it, and nobody loses a turn then.

>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"].with_options(challenge="five-per-word", free_challenges=1)
>>> [challenge_by_rules(rules, Challenge(valid=True, words=2, failed_before=failed)).award for failed in (0, 1)]
[0, 10]
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.engine.crossword.challenge_rules import ChallengeRule, Loses
from games.engine.crossword.rules import RuleSet


class Party(StrEnum):
    """The two sides of a challenge."""

    CHALLENGER = "challenger"
    CHALLENGED = "challenged"
    FOLLOWING = "following"  # at tables of three and four: who sits after the challenged player


@dataclass(frozen=True, slots=True)
class Challenge:
    """The facts: whether every challenged word is acceptable; how many there were; whether the play ended the game; how
    many challenges the challenger had lost in this game before (None: not known), and how many of them the event gives
    for nothing (:attr:`~games.engine.crossword.rules.RuleSet.free`); how many play at the table."""

    valid: bool
    words: int = 1
    out_play: bool = False
    failed_before: int | None = None
    free: int = 0
    players: int = 2

    def __post_init__(self) -> None:
        if self.words < 1:
            raise ValueError("a challenge names at least one word")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What follows. ``possible`` False: the rule knows no challenges. ``decided`` False: the event's rule or the count of
    earlier challenges is not known, so the official says what a good play costs.

    ``award`` points go to the challenged player when positive, and are taken from the challenger when negative.
    ``scoreless`` is what the row of scoreless turns grows by. ``on_turn`` plays next; None when the game is over.
    ``loser`` loses the game whatever the score.
    """

    possible: bool = True
    decided: bool = True
    removed: bool = False
    award: int = 0
    turn_lost: bool = False
    scoreless: int = 0
    game_over: bool = False
    on_turn: Party | None = Party.CHALLENGER
    loser: Party | None = None

    def points(self, play_score: int) -> tuple[int, int]:
        """What changes in the totals of (challenged, challenger) for a play that had scored ``play_score`` points.

        What the end of the game gives (``game_over``) is not in it: that depends on the tiles left.
        """
        if self.removed:
            return -play_score, 0
        return (self.award, 0) if self.award > 0 else (0, self.award)


_NO_CHALLENGES: Final = Outcome(possible=False)


def outcome(rule: ChallengeRule, facts: Challenge) -> Outcome:
    """What the challenge comes to under ``rule``."""
    result = _between_two(rule, facts)
    if facts.players > 2 and result.possible and result.on_turn is not None:
        return replace(result, on_turn=Party.FOLLOWING)
    return result


def next_seat(result: Outcome, *, played: int, challenger: int, players: int) -> int:
    """Whose turn it is by the seats, at a table of three or four: the player after ``played``, unless the challenger has just lost
    that turn. A challenger who sits further on sits out a later one.

    >>> lost = Outcome(turn_lost=True, scoreless=1)
    >>> [next_seat(lost, played=0, challenger=challenger, players=3) for challenger in (1, 2)]
    [2, 1]
    """
    following = (played + 1) % players
    return (following + 1) % players if result.turn_lost and challenger == following else following


def _between_two(rule: ChallengeRule, facts: Challenge) -> Outcome:
    free, failed = max(facts.free, rule.free), facts.failed_before
    if not rule.allowed and (failed or 0) >= free:
        return _NO_CHALLENGES
    if not facts.valid:
        return _play_comes_off(rule)
    ended = Outcome(game_over=facts.out_play, on_turn=None if facts.out_play else Party.CHALLENGER)
    if not rule.decided or (free and failed is None):
        return replace(ended, decided=False)
    if free and failed is not None and failed < free:
        return ended
    if rule.loses is Loses.GAME:
        return Outcome(game_over=True, on_turn=None, loser=Party.CHALLENGER)
    if rule.loses is Loses.TURN and not facts.out_play:
        return Outcome(turn_lost=True, scoreless=1, on_turn=Party.CHALLENGED)
    return replace(ended, award=rule.points * facts.words if rule.per_word else rule.points)


def challenge_by_rules(rules: RuleSet, facts: Challenge) -> Outcome:
    """:func:`outcome` by an event's whole rule set: its challenge rule and its free challenges."""
    return outcome(rules.challenge_rule, replace(facts, free=rules.free))


def _play_comes_off(rule: ChallengeRule) -> Outcome:
    """The tiles and the points go back, the turn is over and counts as scoreless; a game that it ended goes on."""
    if rule.loses is Loses.GAME:
        return Outcome(removed=True, scoreless=1, game_over=True, on_turn=None, loser=Party.CHALLENGED)
    return Outcome(removed=True, scoreless=1)
