"""The cache on Redis, as the site uses it: quick or not at all.

What is kept there can always be made again, and rates that cannot be counted let everybody through. So a Redis that hangs, restarts
or is gone is a cache that knows nothing: no request fails with it, and after one that waited nobody waits again for some seconds.
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
#: For the whole process: the objects of Django's cache are made anew for each thread.
_breaker = Breaker(_PAUSE_SECONDS)


class _Client(RedisCacheClient):
    """Django's client, whose every call has an answer."""

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
        """Keep it if nothing is kept; False if not kept."""
        return bool(self._call("add", False, key, value, timeout))

    def get(self, key: Any, default: Any) -> Any:
        """What is kept, else the default."""
        return self._call("get", default, key, default)

    def set(self, key: Any, value: object, timeout: Any) -> None:
        """Keep it."""
        self._call("set", None, key, value, timeout)

    def touch(self, key: Any, timeout: Any) -> bool:
        """Keep it longer; False if nothing is kept."""
        return bool(self._call("touch", False, key, timeout))

    def delete(self, key: Any) -> bool:
        """Forget it; False if nothing was kept."""
        return bool(self._call("delete", False, key))

    def get_many(self, keys: Any) -> dict[Any, Any]:
        """What is kept of these."""
        values: dict[Any, Any] = self._call("get_many", {}, keys)
        return values

    def has_key(self, key: Any) -> bool:
        """Whether something is kept."""
        return bool(self._call("has_key", False, key))

    def incr(self, key: Any, delta: int) -> int:
        """Count on; as if for the first time when the store does not answer."""
        return int(self._call("incr", delta, key, delta))

    def set_many(self, data: Any, timeout: Any) -> None:
        """Keep these."""
        self._call("set_many", None, data, timeout)

    def delete_many(self, keys: Any) -> None:
        """Forget these."""
        self._call("delete_many", None, keys)

    def clear(self) -> bool:
        """Forget everything."""
        return bool(self._call("clear", False))


class QuickRedisCache(RedisCache):
    """For ``CACHES``: Redis, which may fail."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
