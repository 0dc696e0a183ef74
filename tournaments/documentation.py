"""The page ``docs/tie-breaks-and-prizes.md``, made from the tables of the engines.

Write it anew with ``python -m tournaments.documentation > docs/tie-breaks-and-prizes.md``; a test compares the two.
"""

import sys
from collections.abc import Iterable, Sequence

from games.engine.crossword.challenge_rules import CHALLENGE_RULES, ChallengeRule, Loses
from tournaments.engine.prizes import PRIZE_KINDS, PrizeKind
from tournaments.engine.standings import TIEBREAKS

_HEAD = """# Tie-breaks, prizes and challenge rules

Made by `python -m tournaments.documentation`. The first column is the name in the API and in exported files.
"""
_TIEBREAKS = """
## Tie-breaks
A division's standings are ordered by up to six of these, each deciding between players who are level in all before it; who is
level in all of them shares a place. The usual order is points, then spread. Values are exact fractions, and more is better.

*Best sessions*: can order a season in which only a player's best sessions count. *Certain early*: what it can still come to has
bounds while games are left, so that a prize can be certain before the end.
"""
_PRIZES = """
## Kinds of prizes
Prizes are awarded in the order of the list. In a prize group no one wins two. Players who are level share a prize.
"""
_RULES = """
## Challenge rules
What happens when a challenge fails because the play was good; a bad play always comes off the board. *Points* go to the opponent
of the challenger; negative ones come off the challenger's score. *Free*: failed challenges of each player in a game.
"""


def markdown() -> str:
    """The whole page."""
    tiebreaks = ((key, one.label, "yes" * one.additive, "yes" * one.bounded) for key, one in TIEBREAKS.items())
    return "".join(
        (
            _HEAD,
            _TIEBREAKS,
            _table(("key", "tie-break", "best sessions", "certain early"), tiebreaks),
            _PRIZES,
            _table(
                ("key", "prize", "who wins"), ((key, kind.label, _notes(kind)) for key, kind in PRIZE_KINDS.items())
            ),
            _RULES,
            _table(("key", "rule", "points", "challenger loses", "free"), map(_rule, CHALLENGE_RULES.values())),
        )
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *((f"`{row[0]}`", *row[1:]) for row in rows)]
    return "\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _notes(kind: PrizeKind) -> str:
    notes = (
        (True, kind.about),
        (kind.in_division, "Won inside one division."),
        (kind.of_teams, "Won by a team."),
        (kind.by_hand, "Not computed."),
        (kind.needs_ratings, "Needs ratings."),
        (kind.needs_handicaps, "Needs handicap standings."),
        (bool(kind.count), kind.count),
    )
    return " ".join(text for applies, text in notes if applies)


def _rule(rule: ChallengeRule) -> tuple[str, ...]:
    points = f"{rule.points}{' per word' if rule.per_word else ''}" if rule.points else ""
    loses = "" if rule.loses is Loses.NOTHING else f"the {rule.loses}"
    return rule.key, rule.label, points, loses, str(rule.free or "")


if __name__ == "__main__":
    sys.stdout.write(markdown())
