"""What is kept to save work, and can always be made again: a store that does not answer knows nothing and keeps nothing."""

from collections.abc import Collection, Mapping
from contextlib import suppress
from typing import Any

from django.core.cache import cache
from redis.exceptions import RedisError


def recall(key: str) -> Any:
    """What is kept under the key; None if nothing is."""
    return recall_many([key]).get(key)


def recall_many(keys: Collection[str]) -> dict[str, Any]:
    """What is kept under these keys; those of which nothing is kept are missing."""
    with suppress(RedisError):
        return cache.get_many(keys)
    return {}


def keep_many(found: Mapping[str, object], seconds: int) -> None:
    """Keep these for so many seconds, if the store answers."""
    with suppress(RedisError):
        cache.set_many(dict(found), seconds)
