"""The cache on Redis, as the site uses it: quick or not at all.

Everything in it can be rebuilt, and uncounted rates let everybody through. So a Redis that hangs, restarts or is missing acts as an
empty cache: no request fails, and after one that waited the others skip the cache for some seconds.
"""

import logging
from typing import Any, Final

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from core.breaker import Breaker

logger = logging.getLogger(__name__)

#: A Redis beside the site answers within a millisecond.
_WAIT_SECONDS: Final = 0.3
_PAUSE_SECONDS: Final = 5.0
#: For the whole process: Django creates its cache objects once per thread.
_breaker = Breaker(_PAUSE_SECONDS)


class _Client(RedisCacheClient):
    """Django's client, but no call fails."""

    def __init__(self, servers: list[str], **options: Any) -> None:
        quick = {
            "socket_timeout": _WAIT_SECONDS,
            "socket_connect_timeout": _WAIT_SECONDS,
            "retry": Retry(NoBackoff(), 0),
        }
        super().__init__(servers, **{**quick, **options})

    def _call(self, name: str, nothing: Any, *args: Any, **options: Any) -> Any:
        if not _breaker.may_try():
            return nothing
        try:
            answer = getattr(super(), name)(*args, **options)
        except RedisError as error:
            _breaker.failed()
            logger.warning("The cache does not answer (%s); doing without it for %d s.", error, _PAUSE_SECONDS)
            return nothing
        _breaker.answered()
        return answer

    def add(self, key: Any, value: object, timeout: Any) -> bool:
        """Store the value unless there is one; whether it was stored."""
        return bool(self._call("add", False, key, value, timeout))

    def get(self, key: Any, default: Any) -> Any:
        """The stored value, else the default."""
        return self._call("get", default, key, default)

    def set(self, key: Any, value: object, timeout: Any) -> None:
        """Store the value."""
        self._call("set", None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        """Extend the timeout; False if nothing is stored."""
        return bool(self._call("touch", False, key, timeout))

    def delete(self, key: Any) -> bool:
        """Delete the value; False if nothing was stored."""
        return bool(self._call("delete", False, key))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """The stored values of these keys."""
        values: dict[Any, Any] = self._call("get_many", {}, keys)
        return values

    def has_key(self, key: Any) -> bool:
        """Whether a value is stored."""
        return bool(self._call("has_key", False, key))

    def incr(self, key: Any, delta: int) -> int:
        """Add to the counter; if the store does not answer, as if it were new."""
        return int(self._call("incr", delta, key, delta))

    def set_many(self, data: Any, timeout: Any) -> None:
        """Store these values."""
        self._call("set_many", None, data, timeout)

    def delete_many(self, keys: Any) -> None:
        """Delete these keys."""
        self._call("delete_many", None, keys)

    def clear(self) -> bool:
        """Delete everything."""
        return bool(self._call("clear", False))


class QuickRedisCache(RedisCache):
    """For ``CACHES``: Redis, which may fail."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
