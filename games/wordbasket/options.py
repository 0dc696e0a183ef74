"""What a division's form asks when the game is Word Basket: the rule sheet's variation and where the sheet is silent.

Fields are made for each form, in the language of its reader.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.wordbasket.rules import RULE_SETS

_RULES = RULE_SETS["word-basket"]


def basket_fields() -> dict[str, forms.Field]:
    """The fields that a Word Basket division has and a crossword division has not."""
    return {
        "wild_last": forms.BooleanField(
            label=_("A wild card may be the last card"),
            initial=_RULES.wild_last,
            required=False,
            help_text=_("The rule sheet has a variation that does not allow this."),
        ),
        "restock": _choice(
            _("The basket becomes the new stock"),
            [
                ("when_empty", _("as soon as the last card is drawn")),
                ("when_needed", _("when a card must be drawn and none is left")),
            ],
        ),
        "old_kana": _choice(
            _("A word that ends in を, ゐ or ゑ"),
            [
                ("keep", _("is followed by that letter, though no card has it")),
                ("modern", _("is followed by お, い or え")),
            ],
        ),
        "small_vowel": _choice(_("A word that ends in ぁ ぃ ぅ ぇ ぉ"), _full("あ い う え お")),
        "small_tsu": _choice(_("A word that ends in っ"), _full("つ")),
    }


def _full(letters: str) -> list[tuple[str, str]]:
    return [
        ("full", _("is followed by %(letters)s") % {"letters": letters}),
        ("illegal", _("may not be played")),
    ]


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, initial=choices[0][0])


#: The fields that are parameters of the rules, by the rules' own names.
_OPTIONS = ("wild_last", "restock", "old_kana", "small_vowel", "small_tsu")


def basket_options(data: Mapping[str, Any], current: Mapping[str, object]) -> dict[str, object]:
    """The rules' options that differ from the sheet; ``current`` are those of the division, some of which have no field."""
    chosen = _RULES.with_options(**{**current, **{name: data[name] for name in _OPTIONS}})
    return dict(chosen.options())


def initial_options(options: Mapping[str, object]) -> dict[str, object]:
    """The values of the fields for a division with these options."""
    rules = _RULES.with_options(**options)
    return {name: getattr(rules, name) for name in _OPTIONS}
