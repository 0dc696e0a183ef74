"""Rule sets: everything in which two ways of playing the crossword game may differ, as data.

Four rule sets work by name (``RULE_SETS``); each parameter can be changed for one event with
:meth:`RuleSet.with_options`, which takes plain JSON values.

>>> rules = RULE_SETS["tournament"].with_options(challenge="five", rack_size=9)
>>> rules.challenge, rules.rack_size, rules.bingo_from
('five', 9, 7)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType
from typing import Final

from games.engine.crossword.board import Layout, board_layout, board_slugs
from games.engine.crossword.challenge_rules import CHALLENGE_RULES, ChallengeRule, challenge_rule, is_points_key
from games.engine.crossword.tiles import TileSet, tile_set, tile_set_slugs
from games.engine.options import OptionTypes


class PassRule(StrEnum):
    """How a game ends when nobody empties the rack."""

    NONE = "none"  # passes alone end nothing: it is over when the record ends, or the players say so, after all have passed
    SCORELESS_TURNS = "scoreless-turns"  # ``scoreless_limit`` scoreless turns running
    ALL_ONCE = "pass-out"  # every player passes, one after the other
    ONE_TWICE = "one-twice"  # one player passes on two of his turns running
    ALL_TWICE = "all-twice"  # every player passes twice running


@dataclass(frozen=True)
class RuleSet:
    """One way to play. ``exchange_minimum`` None means: one tile in the bag for each tile exchanged.

    ``out_factor`` times the others' unplayed tiles go to the player who goes out; with ``others_lose`` each of the
    others also loses his own. With ``stuck_lose`` each player loses his own tiles when nobody goes out.
    ``free_challenges`` is how many failed challenges cost each player nothing before ``challenge`` applies; with the void
    rule a player may challenge until they are used up.
    ``finish_line`` None means no target score. ``overtime_points`` are lost for each minute begun (0: no clock penalty);
    ``overtime_minutes`` is the most that is permitted (None: no limit), and with ``overtime_loses`` who takes longer loses
    the game, with ``overtime_spread`` points less than the winner, or that much less than he had when he was behind.
    With ``withdrawn_passes`` a player whose play comes off after a challenge has passed.
    With ``word_smog`` anagrams of words are words (the dictionary is then an
    :class:`~games.engine.crossword.anagrams.AnagramWords`).
    """

    slug: str
    name: str
    tile_set: str = "en"
    board: str = "standard15"
    rack_size: int = 7
    bingo_from: int = 7
    bingo_bonus: int = 50
    challenge: str = "open"
    free_challenges: int = 0
    exchange_minimum: int | None = 7
    pass_rule: PassRule = PassRule.SCORELESS_TURNS
    scoreless_limit: int = 6
    out_factor: int = 2
    others_lose: bool = False
    stuck_lose: bool = True
    tie_before_adjustment: bool = False
    withdrawn_passes: bool = False
    overtime_points: int = 10
    overtime_minutes: int | None = None
    overtime_loses: bool = False
    overtime_spread: int = 50
    finish_line: int | None = None
    word_smog: bool = False

    @cached_property
    def tiles(self) -> TileSet:
        """The tile set that ``tile_set`` names."""
        return tile_set(self.tile_set)

    @cached_property
    def layout(self) -> Layout:
        """The board that ``board`` names."""
        return board_layout(self.board)

    @cached_property
    def challenge_rule(self) -> ChallengeRule:
        """The rule that ``challenge`` names."""
        return challenge_rule(self.challenge)

    @property
    def free(self) -> int:
        """How many failed challenges cost each player nothing."""
        return max(self.free_challenges, self.challenge_rule.free)

    def with_options(self, /, **options: object) -> RuleSet:
        """This rule set with some parameters changed; enums may be given as their text. Raises InvalidOptionError."""
        return replace(self, **_OPTIONS.checked(options))  # type: ignore[arg-type]  # each value fits its field

    def with_typed_option(self, name: str, text: str) -> RuleSet:
        """This rule set with one parameter as it is typed. Raises InvalidOptionError."""
        return replace(self, **_OPTIONS.typed(name, text))  # type: ignore[arg-type]  # each value fits its field

    def options(self) -> dict[str, str | int | bool | None]:
        """The parameters that differ from the named rule set, as JSON values for :meth:`with_options`."""
        base = RULE_SETS[self.slug]
        names = [item.name for item in fields(self) if item.name not in {"slug", "name"}]
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(base, name)}


_OPTIONS: Final = OptionTypes(
    names={"tile_set": tile_set_slugs, "board": board_slugs, "challenge": lambda: tuple(CHALLENGE_RULES)},
    further={"challenge": is_points_key},
    enums={"pass_rule": PassRule},
    flags=frozenset(
        {"others_lose", "stuck_lose", "tie_before_adjustment", "withdrawn_passes", "overtime_loses", "word_smog"}
    ),
    numbers={
        "rack_size": (2, 20),
        "bingo_from": (1, 21),
        "bingo_bonus": (0, 1000),
        "exchange_minimum": (1, 100),
        "free_challenges": (0, 100),
        "scoreless_limit": (1, 100),
        "out_factor": (0, 4),
        "overtime_points": (0, 1000),
        "overtime_minutes": (0, 1000),
        "overtime_spread": (0, 1000),
        "finish_line": (1, 10000),
    },
    optional=frozenset({"exchange_minimum", "overtime_minutes", "finish_line"}),
)

#: The rule sets by slug: WESPA/NASPA practice, and the three documents.
RULE_SETS: Final[Mapping[str, RuleSet]] = MappingProxyType(
    {
        "tournament": RuleSet("tournament", "Tournament"),
        "tokyo-club": RuleSet(
            "tokyo-club",
            "Tokyo club",
            pass_rule=PassRule.NONE,
            out_factor=1,
            stuck_lose=False,
            withdrawn_passes=True,
            overtime_points=0,
        ),
        "gujarati-club": RuleSet(
            "gujarati-club",
            "Gujarati club",
            challenge="double",
            exchange_minimum=None,
            pass_rule=PassRule.ONE_TWICE,
            out_factor=1,
            others_lose=True,
            tie_before_adjustment=True,
            overtime_points=0,
        ),
        "hasbro-zh": RuleSet(
            "hasbro-zh",
            "Hasbro, Traditional Chinese",
            challenge="single",
            exchange_minimum=None,
            pass_rule=PassRule.ALL_TWICE,
            out_factor=1,
            others_lose=True,
            overtime_points=0,
        ),
    }
)

#: The challenge rule of a division that plays as its rules say: that of the rule set, and where it leaves records open (a file from
#: anywhere may follow any rule), what the site takes. The Tokyo sheet leaves the penalty to the club, the Hasbro sheet names none.
CHALLENGES_BY_RULES: Final[Mapping[str, str]] = MappingProxyType(
    {**{slug: rules.challenge for slug, rules in RULE_SETS.items()}, "tournament": "double"}
)

#: Options of the nine-tile variation (Gujarati document): racks of 9, the bonus for 7, 8 or 9 tiles.
NINE_TILE: Final[Mapping[str, int]] = MappingProxyType({"rack_size": 9, "bingo_from": 7})

#: Target scores of the finish-line variation (Gujarati document), by number of players and level.
FINISH_LINES: Final[Mapping[tuple[int, str], int]] = MappingProxyType(
    {
        (2, "beginner"): 70,
        (2, "intermediate"): 120,
        (2, "expert"): 200,
        (3, "beginner"): 60,
        (3, "intermediate"): 100,
        (3, "expert"): 180,
        (4, "beginner"): 50,
        (4, "intermediate"): 90,
        (4, "expert"): 160,
    }
)

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 4
