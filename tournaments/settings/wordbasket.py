"""The options of Word Basket's rules: the rule sheet's variation, and where the sheet is silent."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.wordbasket.rules import RULE_SETS
from tournaments.settings.metadata import Choices, setting, settings_group, settings_in

_RULES = RULE_SETS["word-basket"]


def _links_on(letters: str) -> str:
    return _("links on %(letters)s") % {"letters": letters}


_links = lazy(_links_on, str)


def _full(letters: str) -> Choices:
    return [("full", _links(letters)), ("illegal", gettext_lazy("may not be played"))]


@settings_group(gettext_lazy("Where the rule sheet leaves a choice"))
class BasketOptions:
    """By the rules' own names."""

    wild_last: bool = setting(
        _RULES.wild_last,
        gettext_lazy("A wild card may be the last card"),
        help=gettext_lazy("The rule sheet's variation says no."),
    )
    restock: str = setting(
        "when_empty",
        gettext_lazy("The basket becomes the new stock"),
        choices=[
            ("when_empty", gettext_lazy("as soon as the last card is drawn")),
            ("when_needed", gettext_lazy("when a card is to be drawn and there is none")),
        ],
    )
    old_kana: str = setting(
        "keep",
        gettext_lazy("A word that ends in を, ゐ or ゑ"),
        choices=[
            ("keep", gettext_lazy("links on that letter; no card has it")),
            ("modern", gettext_lazy("links on お, い or え")),
        ],
    )
    small_vowel: str = setting(
        "full", gettext_lazy("A word that ends in ぁ ぃ ぅ ぇ ぉ"), choices=_full("あ い う え お")
    )
    small_tsu: str = setting("full", gettext_lazy("A word that ends in っ"), choices=_full("つ"))


def options_from(_slug: str, data: Mapping[str, Any], kept: Mapping[str, object]) -> dict[str, object]:
    """The rules' options that differ from the sheet; ``kept`` are those of the division, some of which have no field."""
    chosen = _RULES.with_options(**{**kept, **{name: data[name] for name in settings_in(BasketOptions)}})
    return dict(chosen.options())


def values_of(_slug: str, options: Mapping[str, object]) -> dict[str, object]:
    """The value of each option at a division with these changed options."""
    rules = _RULES.with_options(**options)
    return {name: getattr(rules, name) for name in settings_in(BasketOptions)}
