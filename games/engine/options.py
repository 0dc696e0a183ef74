"""The options of rule sets: which values each may have."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class InvalidOptionError(ValueError):
    """A rule set option that does not exist or has an impossible value. ``option`` names it."""

    def __init__(self, option: str, message: str) -> None:
        self.option = option
        super().__init__(f"{option}: {message}")


@dataclass(frozen=True, slots=True)
class OptionTypes:
    """The options of one game by what they are: names to choose from, enums, flags, and whole numbers with their bounds."""

    numbers: Mapping[str, tuple[int, int]]
    enums: Mapping[str, type[StrEnum]]
    flags: frozenset[str]
    names: Mapping[str, Callable[[], Sequence[str]]] = field(default_factory=dict)
    #: Names that no list can hold, recognised by how they are written.
    further: Mapping[str, Callable[[object], bool]] = field(default_factory=dict)
    #: The numbers that may be left out.
    optional: frozenset[str] = frozenset()

    def checked(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options with enums for their texts. Raises InvalidOptionError."""
        return {name: self._checked(name, value) for name, value in options.items()}

    def typed(self, name: str, text: str) -> dict[str, object]:
        """One option as it is typed: ``true``, ``false``, a number, ``none`` for one left out, or a name. Raises InvalidOptionError."""
        value: object = text
        if name in self.flags:
            value = {"true": True, "false": False}.get(text, text)
        elif name in self.numbers:
            is_number = text.isascii() and text.isdigit() and len(text) < 6
            value = int(text) if is_number else None if text == "none" else text
        return self.checked({name: value})

    def _checked(self, name: str, value: object) -> object:
        if name in self.names:
            if value not in self.names[name]() and not (name in self.further and self.further[name](value)):
                raise InvalidOptionError(name, f"must be one of {', '.join(self.names[name]())}")
        elif name in self.enums:
            try:
                return self.enums[name](str(value))
            except ValueError:
                raise InvalidOptionError(name, f"must be one of {', '.join(self.enums[name])}") from None
        elif name in self.flags:
            if not isinstance(value, bool):
                raise InvalidOptionError(name, "must be true or false")
        elif name in self.numbers:
            low, high = self.numbers[name]
            if value is None and name in self.optional:
                return None
            if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
                raise InvalidOptionError(name, f"must be a whole number from {low} to {high}")
        else:
            raise InvalidOptionError(name, "is not an option of a rule set")
        return value
