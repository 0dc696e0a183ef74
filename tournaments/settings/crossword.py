"""The options of the crossword game's rules that a division's form asks for, besides the challenge rule."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from games.engine.crossword.board import board_layout, board_slugs
from games.engine.crossword.rules import NINE_TILE, RULE_SETS
from games.engine.crossword.tiles import tile_set, tile_set_slugs
from tournaments.settings.metadata import Choices, setting, settings_group, settings_in


def _tile_sets() -> Choices:
    return sorted(((slug, tile_set(slug).name) for slug in tile_set_slugs()), key=lambda choice: choice[1])


def _boards() -> Choices:
    return [(slug, board_layout(slug).name) for slug in board_slugs()]


@settings_group(gettext_lazy("Tiles and variations"))
class CrosswordOptions:
    """By the rules' own names, but for ``nine_tiles``, which is several of them. What is left out is as the rules say."""

    tile_set: str = setting("en", gettext_lazy("Tiles"), choices=_tile_sets, required=False)
    board: str = setting("standard15", gettext_lazy("Board"), choices=_boards, required=False)
    nine_tiles: bool = setting(
        False,
        gettext_lazy("Nine tiles"),
        help=gettext_lazy("Racks of nine; the bonus goes to a play of seven, eight or nine tiles."),
    )
    word_smog: bool = setting(
        False, gettext_lazy("Word-smog"), help=gettext_lazy("The letters of a word may stand in any order.")
    )
    finish_line: int | None = setting(
        None,
        gettext_lazy("Finish line"),
        help=gettext_lazy(
            "The game ends as soon as a player reaches this score. Empty: it is played to its usual end."
        ),
        bounds=(1, 10000),
    )
    free_challenges: int | None = setting(
        0,
        gettext_lazy("Free challenges"),
        help=gettext_lazy("Failed challenges each player gets free per game; after that the challenge rule applies."),
        bounds=(0, 100),
    )
    overtime_minutes: int | None = setting(
        None,
        gettext_lazy("Maximum overtime, in minutes"),
        help=gettext_lazy("Empty: no limit."),
        bounds=(0, 1000),
        empty=gettext_lazy("no limit"),
    )
    overtime_loses: bool = setting(False, gettext_lazy("More overtime than that loses the game"))
    overtime_spread: int | None = setting(
        50,
        gettext_lazy("Points that a loss on time costs"),
        help=gettext_lazy(
            "A player who loses on time finishes this many points below the opponent, or below their own score if already behind."
        ),
        bounds=(0, 1000),
    )


_OPTIONS = tuple(name for name in settings_in(CrosswordOptions) if name != "nine_tiles")


def options_from(slug: str, data: Mapping[str, Any], kept: Mapping[str, object]) -> dict[str, object]:
    """The rules' options that differ from the named rules; ``kept`` are those of the division, some of which have no field."""
    base = RULE_SETS[slug]
    chosen = {name: data.get(name) for name in _OPTIONS}
    for name in ("tile_set", "board"):
        chosen[name] = chosen[name] or kept.get(name, getattr(base, name))
    chosen["free_challenges"] = chosen["free_challenges"] or 0
    if chosen["overtime_spread"] is None:
        chosen["overtime_spread"] = kept.get("overtime_spread", base.overtime_spread)
    others = {name: value for name, value in kept.items() if name not in _OPTIONS}
    if data.get("nine_tiles"):
        others |= NINE_TILE
    elif _is_nine(others):
        others = {name: value for name, value in others.items() if name not in NINE_TILE}
    same = {name: value for name, value in kept.items() if chosen.get(name) == value}
    return {**others, **same, **{name: value for name, value in chosen.items() if value != getattr(base, name)}}


def values_of(slug: str, options: Mapping[str, object]) -> dict[str, object]:
    """The value of each option at a division with these rules and changed options."""
    base = RULE_SETS[slug]
    chosen = {name: options.get(name, getattr(base, name)) for name in _OPTIONS}
    return {**chosen, "nine_tiles": _is_nine(options)}


def _is_nine(options: Mapping[str, object]) -> bool:
    return options.get("rack_size") == NINE_TILE["rack_size"]
