"""The rules that players read follow from the rules object: each sheet by name, and no parameter without words."""

from dataclasses import fields, replace
from typing import Any

import pytest

from games.crossword.options import crossword_fields
from games.crossword.rules_in_words import rules_in_words
from games.engine.crossword.rules import RULE_SETS, PassRule, RuleSet
from games.engine.wordbasket.rules import RULE_SETS as BASKET
from games.wordbasket.rules_in_words import rules_in_words as basket_in_words

#: Told elsewhere on the page: the names, the challenge rule of the division, the options with a field of their own.
ELSEWHERE = {"slug", "name", "challenge", "free_challenges", *crossword_fields()}
#: Another value of each parameter, where the next number will not do.
OTHER = {"pass_rule": PassRule.ALL_ONCE, "exchange_minimum": 1, "tile_set": "de", "scoreless_limit": 2}


@pytest.mark.parametrize(
    ("slug", "said"),
    [
        ("tournament", ("at least 7 in the bag", "twice the value", "6 scoreless turns", "a tie", "10 points off")),
        ("tokyo-club", ("nobody can make a word", "counts as a pass", "scores stay as they are", "costs no points")),
        ("gujarati-club", ("a player passes twice", "led before unplayed", "of them loses", "as are left in the bag")),
        ("hasbro-zh", ("all players pass twice", "scores the value of the others' unplayed tiles; each", "a tie")),
    ],
)
def test_each_sheet(slug: str, said: tuple[str, ...]) -> None:
    text = " | ".join(value for _label, value in rules_in_words(RULE_SETS[slug]))
    assert [part for part in said if part not in text] == []
    assert "7, drawn from 100" in text
    assert "a bonus of 50 points for 7 tiles in one play" in text


def other(rules: RuleSet, name: str) -> Any:
    """A value that the parameter does not have."""
    value = getattr(rules, name)
    if name in OTHER:
        return OTHER[name]
    return not value if isinstance(value, bool) else value + 1


def test_whatever_changes_is_told() -> None:
    rules = RULE_SETS["tournament"]
    told = {one.name for one in fields(rules)} - ELSEWHERE
    assert told
    silent = [
        name for name in told if rules_in_words(replace(rules, **{name: other(rules, name)})) == rules_in_words(rules)
    ]
    assert silent == []


def test_word_basket() -> None:
    assert [value for _label, value in basket_in_words(BASKET["word-basket"])] == [
        "5",
        "at least 3 letters",
        "at least 4 letters",
    ]
