"""What is kept to save work, and can always be made again: a store that does not answer (``config.cache``) is done without."""

from collections.abc import Collection, Mapping
from typing import Any

from django.core.cache import cache


def recall(key: str) -> Any:
    """What is kept under the key; None if nothing is."""
    return recall_many([key]).get(key)


def recall_many(keys: Collection[str]) -> dict[str, Any]:
    """What is kept under these keys; those of which nothing is kept are missing."""
    return cache.get_many(keys)


def keep_many(found: Mapping[str, object], seconds: int) -> None:
    """Keep these for so many seconds, if the store answers."""
    cache.set_many(dict(found), seconds)
