"""Pages of ``docs/`` that are made from what the engines declare; tests compare them with the files.

``python -m tournaments.documentation > docs/tie-breaks-and-prizes.md`` and ``manage.py pairing_reference > docs/pairing-systems.md``.
"""

import sys
from collections.abc import Iterable, Iterator, Sequence

from games.engine.crossword.challenge_rules import CHALLENGE_RULES, ChallengeRule, Loses
from tournaments.engine.pairing import PairingOptions, systems
from tournaments.engine.pairing.options import LISTS, Kind, Option
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
Prizes are awarded in the order of the list. In a prize group no one wins two. Players who are level share: two who are level
for the first place win the prizes for the first and the second place together, and the next player has the third.

Money is shared by the rule of the event's prize sheet: equal shares of the prizes of all the places that they take, each
rounded down to a unit (what is left over stays in the fund); or each of them the best of these prizes in full.
"""
_RULES = """
## Challenge rules
What happens when a challenge fails because the play was good; a bad play always comes off the board. *Points* go to the opponent
of the challenger; negative ones come off the challenger's score. *Free*: failed challenges of each player in a game.

Divisions choose one of these, `rules` (as their rules say), or `points`: any number of points, set beside it. In records and
exported files such a rule is called `plus-7`, `minus-7`, `plus-7-per-word` or `minus-7-per-word`.
"""


def markdown() -> str:
    """The page of tie-breaks, prizes and challenge rules."""
    tiebreaks = ((key, one.label, "yes" * one.additive, "yes" * one.bounded) for key, one in TIEBREAKS.items())
    prizes = ((key, kind.label, _notes(kind)) for key, kind in PRIZE_KINDS.items())
    return "".join(
        (
            _HEAD,
            _TIEBREAKS,
            _table(("key", "tie-break", "best sessions", "certain early"), tiebreaks),
            _PRIZES,
            _table(("key", "prize", "who wins"), prizes),
            _RULES,
            _table(("key", "rule", "points", "challenger loses", "free"), map(_rule, CHALLENGE_RULES.values())),
        )
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *((f"`{row[0]}`", *row[1:]) for row in rows)]
    return "\n" + "".join(f"{_line(*line)}\n" for line in lines)


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


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


_KINDS = {
    Kind.SWITCH: "true or false",
    Kind.WHOLE: "whole number",
    Kind.NUMBER: "number",
    Kind.TEXT: "text",
    Kind.WHOLES: "list of whole numbers",
    Kind.NUMBERS: "list of numbers",
    Kind.RANGES: "list of [first, last]",
    Kind.COUNTS: "whole number for each name",
}
_PAIRING = """# Pairing systems and their options

Made by `manage.py pairing_reference` from the classes in `tournaments/engine/pairing/`; a test keeps it true. How the systems pair:
[pairing.md](pairing.md). In the API and in stored plans a round's choice is `{"system": …, **options}`;
options of other systems do nothing.
"""


def pairing_reference() -> str:
    """The page of the pairing systems and their options."""
    shared = {option.name for option in PairingOptions.options()}
    parts = [_PAIRING, "## Options that all systems share\n", *_options(PairingOptions.offered())]
    for system in systems():
        name, _dash, text = str(system.label).partition(" – ")
        parts.append(f"\n## `{system.key}`: {name}\n\n{text[:1].upper()}{text[1:]}.\n")
        own = [option for option in system.offered() if option.name not in shared]
        parts += _options(own) if own else ["No options of its own."]
        typed = {name.casefold(): f"“{name}”" for name in (*system.typed, str(name))}
        parts.append(f"\nIn a typed plan: {', '.join(typed.values())}.")
        if system.unused:
            listed = ", ".join(f"`{name}`" for name in sorted(system.unused))
            parts.append(f"\nWithout use here: {listed}.")
    return "\n".join(parts)


def _options(options: Iterable[Option]) -> Iterator[str]:
    yield "| option | on the page | values | default | |\n|---|---|---|---|---|"
    for option in options:
        yield _line(f"`{option.name}`", str(option.label), _values(option), _default(option), str(option.help))


def _values(option: Option) -> str:
    if option.kind is Kind.CHOICE:
        choices = option.choices.items()
        return " · ".join(f"`{value}`" if str(value) == text else f"`{value}` {text}" for value, text in choices)
    text = _KINDS[option.kind]
    if option.bounds is None:
        return text
    low, high = option.bounds
    return f"{text}, {'each ' if option.kind in LISTS else ''}{low:,} to {high:,}"


def _default(option: Option) -> str:
    if option.default is None:
        return str(option.unset)
    if option.kind in LISTS:
        return ", ".join(map(str, option.default))
    return str(option.default).lower() if option.kind is Kind.SWITCH else str(option.default)


if __name__ == "__main__":
    sys.stdout.write(markdown())
