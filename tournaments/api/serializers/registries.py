"""Fields whose values are registered in the engine, read anew for every serializer."""

from collections.abc import Callable, Iterable
from typing import Any

from rest_framework import serializers

from tournaments.engine.standings import TIEBREAKS


class RegistryField(serializers.ChoiceField):
    """One of the registered keys."""

    def __init__(self, keys: Callable[[], Iterable[str | tuple[str, str]]], **options: Any) -> None:
        super().__init__(choices=list(keys()), **options)


class TiebreaksField(serializers.CharField):
    """An order of standings."""

    def __init__(self, **options: Any) -> None:
        explained = f"Tie-breaks, the most important first, with a blank between: {' '.join(TIEBREAKS)}."
        super().__init__(max_length=200, help_text=explained, **options)
