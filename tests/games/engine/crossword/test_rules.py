"""Rule sets: each row of the parameter table, and options."""

import pytest

from games.engine.crossword.rules import (
    FINISH_LINES,
    NINE_TILE,
    RULE_SETS,
    PassRule,
)
from games.engine.options import InvalidOptionError

TABLE = {
    # slug: challenge, exchange, ends by, out factor, others lose, stuck lose, tie before, overtime
    "tokyo-club": ("open", 7, PassRule.NONE, 1, False, False, False, 0),
    "gujarati-club": ("double", None, PassRule.ONE_TWICE, 1, True, True, True, 0),
    "hasbro-zh": ("single", None, PassRule.ALL_TWICE, 1, True, True, False, 0),
    "tournament": ("open", 7, PassRule.SCORELESS_TURNS, 2, False, True, False, 10),
}


@pytest.mark.parametrize("slug", sorted(RULE_SETS))
def test_the_table_of_parameters(slug: str) -> None:
    rules = RULE_SETS[slug]
    assert TABLE[slug] == (
        rules.challenge,
        rules.exchange_minimum,
        rules.pass_rule,
        rules.out_factor,
        rules.others_lose,
        rules.stuck_lose,
        rules.tie_before_adjustment,
        rules.overtime_points,
    )
    assert (rules.rack_size, rules.bingo_from, rules.bingo_bonus) == (7, 7, 50)
    assert (rules.tiles.total, rules.layout.size, rules.scoreless_limit) == (100, 15, 6)


@pytest.mark.parametrize("slug", sorted(RULE_SETS))
def test_options_go_through_json_values(slug: str) -> None:
    changed = RULE_SETS[slug].with_options(challenge="ten-per-word", finish_line=120, tile_set="fr", **NINE_TILE)
    assert changed.challenge == "ten-per-word"
    assert RULE_SETS[slug].with_options(**changed.options()) == changed
    assert RULE_SETS[slug].options() == {}


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("challenge", "sometimes"),
        ("rack_size", 0),
        ("rack_size", "7"),
        ("rack_size", True),
        ("others_lose", 1),
        ("tile_set", "xx"),
        ("board", 15),
        ("finish_line", -1),
        ("slug", "mine"),
        ("nonsense", 1),
    ],
)
def test_impossible_options_are_named(option: str, value: object) -> None:
    with pytest.raises(InvalidOptionError) as caught:
        RULE_SETS["tournament"].with_options(**{option: value})
    assert caught.value.option == option


def test_finish_lines_of_the_gujarati_document() -> None:
    assert [FINISH_LINES[2, level] for level in ("beginner", "intermediate", "expert")] == [70, 120, 200]
    assert [FINISH_LINES[3, level] for level in ("beginner", "intermediate", "expert")] == [60, 100, 180]
    assert [FINISH_LINES[4, level] for level in ("beginner", "intermediate", "expert")] == [50, 90, 160]
