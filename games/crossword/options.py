"""The fields of a division's form for the crossword game's variations, besides the named rules and the challenge rule.

Fields are made for each form, in the language of its reader. None has to be sent: what is left out is as the rules say.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from core.form_fields import DigitsInput, WholeNumber
from games.engine.crossword.board import board_layout, board_slugs
from games.engine.crossword.rules import FINISH_LINES, MAX_PLAYERS, MIN_PLAYERS, NINE_TILE, RULE_SETS
from games.engine.crossword.tiles import tile_set, tile_set_slugs

#: The fields that are parameters of the rules, by the rules' own names.
_OPTIONS = (
    "tile_set",
    "board",
    "word_smog",
    "finish_line",
    "free_challenges",
    "overtime_minutes",
    "overtime_loses",
    "overtime_spread",
)


def crossword_fields() -> dict[str, forms.Field]:
    """The fields that a crossword division has and a Word Basket division has not."""
    sets = sorted(((slug, _(tile_set(slug).name)) for slug in tile_set_slugs()), key=lambda choice: choice[1])
    return {
        "tile_set": forms.ChoiceField(label=_("Tiles"), choices=sets, initial="en", required=False),
        "board": forms.ChoiceField(
            label=_("Board"),
            choices=[(slug, _(board_layout(slug).name)) for slug in board_slugs()],
            initial="standard15",
            required=False,
        ),
        **_variations(),
        **_overtime(),
    }


def _variations() -> dict[str, forms.Field]:
    return {
        "nine_tiles": _flag(
            _("Nine tiles"), help_text=_("Racks of nine; plays of seven, eight or nine tiles earn a bonus.")
        ),
        "word_smog": _flag(_("Word-smog"), help_text=_("The letters of a word may be in any order.")),
        "finish_line": _number(
            _("Finish line"),
            (1, 10000),
            help_text=_("The game ends as soon as a player reaches this score. Leave empty to play to the usual end."),
        ),
        "finish_level": forms.ChoiceField(
            label=_("Finish line by level"),
            choices=[("", _("as typed above")), *_finish_levels()],
            required=False,
            help_text=_("The Gujarati rule sheet's targets for two, three or four players at a table."),
        ),
        "free_challenges": _number(
            _("Free challenges"),
            (0, 100),
            initial=0,
            help_text=_("Failed challenges each player gets free per game; after that the challenge rule applies."),
        ),
    }


def _finish_levels() -> list[tuple[str, str]]:
    """Each level with its targets, for two, three and four players."""
    names = {"beginner": _("beginner"), "intermediate": _("intermediate"), "expert": _("expert")}
    seats = range(MIN_PLAYERS, MAX_PLAYERS + 1)
    return [
        (level, f"{name}: {', '.join(str(FINISH_LINES[players, level]) for players in seats)}")
        for level, name in names.items()
    ]


def _overtime() -> dict[str, forms.Field]:
    return {
        "overtime_minutes": _number(
            _("Maximum overtime, in minutes"),
            (0, 1000),
            help_text=_("Leave empty for no limit."),
            widget=DigitsInput({"placeholder": _("no limit")}),
        ),
        "overtime_loses": _flag(_("Exceeding it loses the game")),
        "overtime_spread": _number(
            _("Points behind after a loss on time"),
            (0, 1000),
            initial=50,
            help_text=_(
                "A player who loses on time finishes this many points below the opponent, or below their own score if already behind."
            ),
        ),
    }


def _flag(label: str, **options: Any) -> forms.Field:
    return forms.BooleanField(label=label, required=False, **options)


def _number(label: str, bounds: tuple[int, int], **options: Any) -> forms.Field:
    low, high = bounds
    return WholeNumber(label=label, required=False, min_value=low, max_value=high, **options)


def crossword_options(slug: str, data: Mapping[str, Any], current: Mapping[str, object]) -> dict[str, object]:
    """The rules' options that differ from the named rules; ``current`` are those of the division, some of which have no field."""
    base = RULE_SETS[slug]
    chosen = {name: data.get(name) for name in _OPTIONS}
    for name in ("tile_set", "board"):
        chosen[name] = chosen[name] or current.get(name, getattr(base, name))
    if level := data.get("finish_level"):
        chosen["finish_line"] = FINISH_LINES[int(data.get("table_size") or MIN_PLAYERS), level]
    chosen["free_challenges"] = chosen["free_challenges"] or 0
    if chosen["overtime_spread"] is None:
        chosen["overtime_spread"] = current.get("overtime_spread", base.overtime_spread)
    others = {name: value for name, value in current.items() if name not in _OPTIONS}
    if data.get("nine_tiles"):
        others |= NINE_TILE
    elif _is_nine(others):
        others = {name: value for name, value in others.items() if name not in NINE_TILE}
    same = {name: value for name, value in current.items() if chosen.get(name) == value}
    return {**others, **same, **{name: value for name, value in chosen.items() if value != getattr(base, name)}}


def initial_crossword(slug: str, options: Mapping[str, object]) -> dict[str, object]:
    """The values of the fields for a division with these options."""
    base = RULE_SETS[slug]
    chosen = {name: options.get(name, getattr(base, name)) for name in _OPTIONS}
    return {**chosen, "nine_tiles": _is_nine(options), "finish_level": ""}


def _is_nine(options: Mapping[str, object]) -> bool:
    return options.get("rack_size") == NINE_TILE["rack_size"]
