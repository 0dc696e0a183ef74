"""What each game declares about the options of its rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.crossword.rules import RULE_SETS
from games.engine.wordbasket.rules import RULE_SETS as BASKET_RULE_SETS
from tournaments.settings import crossword, wordbasket
from tournaments.settings.choices import Game


@dataclass(frozen=True, slots=True)
class RuleOptions:
    """``declared``: the options as settings; ``chosen``: from a form to what is stored; ``values``: back.

    ``rule_sets``: the named rules of the game.
    """

    rule_sets: Mapping[str, Any]
    declared: type[Any]
    chosen: Callable[[str, Mapping[str, Any], Mapping[str, object]], dict[str, object]]
    values: Callable[[str, Mapping[str, object]], dict[str, object]]


RULE_OPTIONS: Mapping[str, RuleOptions] = {
    Game.CROSSWORD.value: RuleOptions(
        RULE_SETS, crossword.CrosswordOptions, crossword.options_from, crossword.values_of
    ),
    Game.WORDBASKET.value: RuleOptions(
        BASKET_RULE_SETS, wordbasket.BasketOptions, wordbasket.options_from, wordbasket.values_of
    ),
}
