"""A setting is one field of a frozen dataclass with what people and programs need to know about it.

Forms, API, database constraints, change rules, the page of rules and ``docs/settings.md`` are all made from it.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeVar, cast, dataclass_transform, get_args, get_type_hints

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.wording import listed
from games.game import Game
from games.registry import GAMES

Text = str | Promise
Bounds = tuple[int, int]
Played = Game[Any, Any]
Choices = Iterable[tuple[Any, Text]]
T = TypeVar("T")


class Change(StrEnum):
    """When a setting may change."""

    ALWAYS = "always"
    UNTIL_FIRST_ROUND = "until the first round is published"
    WITH_REASON = "once a round is published, only with a reason"


class Page(StrEnum):
    """The director's page that asks for a group of settings."""

    DIVISION = "division"
    STANDINGS = "standings"
    RATINGS = "ratings"


class Kind(StrEnum):
    """What a setting's values are."""

    FLAG = "flag"
    WHOLE = "whole number"
    CHOICE = "choice"
    TEXT = "text"
    NUMBERS = "whole numbers"
    OPTIONS = "options"


@dataclass(frozen=True, slots=True)
class Group:
    """Settings that stand together."""

    label: Text
    page: Page | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """Everything that is declared about one setting; ``setting`` explains the arguments."""

    name: str = ""
    kind: Kind = Kind.TEXT
    optional: bool = False
    group: Group = Group("", None)
    label: Text
    default: Any
    help: Text = ""
    bounds: Bounds | Callable[[Played], Bounds] | None = None
    choices: Choices | Callable[[], Choices] | None = None
    each: Bounds | None = None
    most: int | None = None
    unique: bool = False
    pattern: str = ""
    required: bool = True
    change: Change = Change.ALWAYS
    instead: Text = ""
    former: tuple[Any, ...] = ()
    exists: Callable[[Played], bool] | None = None
    suggest: Callable[[Played], object] | None = None
    empty: Text = ""
    words: Callable[[Any], str] | None = None
    by_rules: Callable[[Any, str], str] | None = None
    matters: Callable[[Any], bool] | None = None
    in_api: bool = True
    public: bool = True

    @property
    def late_label(self) -> str:
        """The label, and what to do instead when a change is too late."""
        return f"{self.label} ({self.instead})" if self.instead else str(self.label)

    @property
    def fixed_choices(self) -> dict[Any, Text] | None:
        """The choices by value, if they are declared here; a registry checks its own."""
        return None if self.choices is None or callable(self.choices) else dict(self.choices)

    def options(self) -> list[tuple[Any, Text]]:
        """The current choices."""
        return list(self.choices() if callable(self.choices) else self.choices or ())

    def bounds_at(self, game: str | None = None) -> Bounds | None:
        """The bounds at this game; None: the widest."""
        if self.bounds is None:
            numbers = [value for value in self.fixed_choices or () if isinstance(value, int)]
            return (min(numbers), max(numbers)) if numbers else None
        if isinstance(self.bounds, tuple):
            return self.bounds
        if game is not None:
            return self.bounds(GAMES[game])
        each = [self.bounds(one) for one in GAMES.values()]
        return min(low for low, _high in each), max(high for _low, high in each)

    def fits(self, game: str) -> bool:
        """Whether the setting exists at this game."""
        played = GAMES[game]
        return self.name not in played.unused_settings and (self.exists is None or self.exists(played))

    def suggested(self, game: str) -> Any:
        """What the form of a new division offers at this game."""
        return self.default if self.suggest is None else self.suggest(GAMES[game])

    def check(self, value: object, *, game: str | None = None) -> None:
        """Raise ValidationError, with the setting's name as its code, for a value that it cannot have."""
        if problem := self._problem(value, game):
            text = _("%(label)s: %(problem)s") % {"label": self.label, "problem": problem}
            raise ValidationError(text, code=self.name)

    def _problem(self, value: Any, game: str | None) -> str:
        if value is None and self.optional:
            return ""
        match self.kind:
            case Kind.FLAG:
                return "" if isinstance(value, bool) else _("say yes or no.")
            case Kind.WHOLE:
                return self._number_problem(value, game)
            case Kind.CHOICE if isinstance(value, str):
                choices = self.fixed_choices
                if choices is None or value in choices:
                    return ""
                return _("choose one of: %(choices)s.") % {"choices": listed(choices.values())}
            case Kind.TEXT if isinstance(value, str) and len(value) <= (self.most or len(value)):
                return "" if re.search(self.pattern, value) else _("this cannot be read.")
            case Kind.NUMBERS if isinstance(value, tuple):
                return self._list_problem(value)
            case Kind.OPTIONS if isinstance(value, Mapping):
                return ""
        return _("this cannot be read.")

    def _number_problem(self, value: Any, game: str | None) -> str:
        low, high = self.bounds_at(game) or (value, value)
        choices = self.fixed_choices
        if type(value) is int and low <= value <= high and (choices is None or value in choices):
            return ""
        if choices is not None:
            fitting = listed(number for number in sorted(choices) if low <= number <= high)
            return _("choose one of: %(choices)s.") % {"choices": fitting}
        if self.optional:
            return _("a whole number from %(min)d to %(max)d, or empty.") % {"min": low, "max": high}
        return _("a whole number from %(min)d to %(max)d.") % {"min": low, "max": high}

    def _list_problem(self, value: tuple[Any, ...]) -> str:
        low, high = self.each or (None, None)
        fit = all(type(one) is int and (low is None or low <= one <= high) for one in value)  # type: ignore[operator]
        if not fit or len(value) > (self.most or len(value)):
            limits = {"most": self.most or 0, "min": low or 0, "max": high or 0}
            return _("at most %(most)d whole numbers from %(min)d to %(max)d.") % limits
        return _("each number once.") if self.unique and len(set(value)) < len(value) else ""

    def in_words(self, value: Any) -> str:
        """The value in words."""
        if self.empty and value in (None, (), ""):
            return str(self.empty)
        if self.words is not None and value is not None:
            return self.words(value)
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if value in (None, (), ""):
            return _("none")
        if isinstance(value, (tuple, list)):
            return ", ".join(map(str, value))
        text = str(dict(self.options()).get(value, value))
        return text.replace("-", "\N{MINUS SIGN}", 1) if isinstance(value, int) and text.startswith("-") else text


_KINDS = {bool: Kind.FLAG, int: Kind.WHOLE, str: Kind.TEXT, tuple: Kind.NUMBERS}


def setting(default: Any, label: Text, **more: Any) -> Any:
    """A field of a settings class.

    ``help``: a sentence for the form. ``bounds``: least and greatest whole number; as a function they are the game's. ``choices``:
    pairs of value and label; as a function they come from a registry, which checks them. ``each``, ``most``, ``unique``: for lists of
    numbers; ``pattern``: for texts. ``required``: whether a form must send it; else it stays at its default. ``change``: when it may
    change; ``instead``: what to do where that is too late. ``former``: earlier defaults, which divisions of a game without the setting
    may still have. ``exists``: asks the game whether it has the setting; ``matters``: asks the other settings. ``suggest``: what the
    form of a new division offers at a game, where that is not the default. ``empty``: what None or no number means; ``words``: the
    value in words, where label and choices do not say it; ``by_rules``: the value in words under these rules, where they decide what it
    means. ``in_api``: whether divisions have it in the API; ``public``: whether the page of rules says it.
    """
    metadata = {"setting": Setting(label=label, default=default, **more)}
    if isinstance(default, dict):
        return field(default_factory=lambda: dict(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass_transform(kw_only_default=True, frozen_default=True)
def settings_group(label: Text, *, page: Page | None = Page.DIVISION) -> Callable[[type[T]], type[T]]:
    """Make a frozen dataclass of settings that stand together under this heading, on this page (None: on no form)."""

    def decorate(cls: type[T]) -> type[T]:
        for one in vars(cls).values():
            if isinstance(one, Field) and "setting" in one.metadata:
                one.metadata = {"setting": replace(one.metadata["setting"], group=Group(label, page))}  # type: ignore[assignment]
        return dataclass(frozen=True, kw_only=True)(cls)

    return decorate


def settings_in(cls: type[Any]) -> Mapping[str, Setting]:
    """The settings of the class by name: those of its first base first, its own last."""
    return _read(cast("Hashable", cls))


@lru_cache
def _read(cls: Any) -> Mapping[str, Setting]:
    hints = get_type_hints(cls)
    declared = {one.name: one.metadata["setting"] for one in fields(cls) if "setting" in one.metadata}
    order = [
        name
        for base in sorted(cls.__mro__, key=lambda one: len(one.__mro__))
        for name in vars(base).get("__annotations__", {})
        if name in declared
    ]
    return {name: _complete(declared[name], name, hints[name]) for name in order}


def _complete(one: Setting, name: str, hint: Any) -> Setting:
    """The setting with what its field's name and type say."""
    arguments = get_args(hint)
    optional = type(None) in arguments
    plain = arguments[0] if optional else hint
    origin = getattr(plain, "__origin__", plain)
    kind = _KINDS.get(cast("type[Any]", origin), Kind.OPTIONS)
    if kind is Kind.TEXT and one.choices is not None:
        kind = Kind.CHOICE
    return replace(one, name=name, kind=kind, optional=optional)


def check_each(settings: object) -> None:
    """Raise ValidationError for the first value that its setting cannot have."""
    for name, one in settings_in(type(settings)).items():
        one.check(getattr(settings, name))


def check_game(settings: object, game: str) -> None:
    """Raise ValidationError for a setting that the game does not have, or a value that it does not allow."""
    for name, one in settings_in(type(settings)).items():
        value = getattr(settings, name)
        if one.fits(game):
            one.check(value, game=game)
        elif value not in (one.default, *one.former):
            text = _("%(label)s: this game has no such setting.") % {"label": one.label}
            raise ValidationError(text, code=name)


CHANGE_WORDS = {
    Change.ALWAYS: gettext_lazy("any time"),
    Change.UNTIL_FIRST_ROUND: gettext_lazy("until the first round is published"),
    Change.WITH_REASON: gettext_lazy("once a round is published, only with a reason"),
}
