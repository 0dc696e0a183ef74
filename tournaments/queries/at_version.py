"""What an event's pages show of it, made once for each public version and kept for all of them.

Whatever changes what the public sees raises the event's version in the same transaction. A page reads the version first, so what is
kept under a version is what it shows or something later, never earlier. Changes of an event in preparation raise no version.
"""

from collections.abc import Callable
from typing import Final, TypeVar

from core.cache import cache_get, cache_set_many
from core.release import release
from tournaments.models import Event

V = TypeVar("V")

#: People look at one version for an event's day at most.
CACHE_SECONDS: Final = 6 * 3600


def version_key(event: Event, name: str) -> str:
    """The key in the cache of what is called ``name`` at this version of the event."""
    return f"{name}:{event.pk}:{event.version}:{release()}"


def at_version(event: Event, name: str, make: Callable[[], V]) -> V:
    """What ``make`` makes, never None, for this version of the event: from the cache, or made now and kept. No query for what is kept.

    Of an event in preparation it is made each time. ``name`` tells it from all else that is kept of the event.
    """
    if event.state == Event.State.DRAFT:
        return make()
    key = version_key(event, name)
    kept: V | None = cache_get(key)
    if kept is None:
        kept = make()
        cache_set_many({key: kept}, CACHE_SECONDS)
    return kept
