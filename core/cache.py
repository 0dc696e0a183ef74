"""The cache holds only what can be rebuilt, so the site works without it when it does not answer (``config.redis_cache``)."""

from collections.abc import Collection, Mapping
from typing import Any

from django.core.cache import cache, caches
from django.core.cache.backends.locmem import LocMemCache


def cache_is_shared() -> bool:
    """Whether all processes have one cache, so that a page finds what a worker has put there."""
    return not isinstance(caches["default"], LocMemCache)


def cache_get(key: str) -> Any:
    """The value under the key; None if there is none."""
    return cache_get_many([key]).get(key)


def cache_get_many(keys: Collection[str]) -> dict[str, Any]:
    """The values under these keys; a key without a value is left out."""
    return cache.get_many(keys)


def cache_set_many(values: Mapping[str, object], seconds: int) -> None:
    """Store these values for ``seconds``, if the cache answers."""
    cache.set_many(dict(values), seconds)
