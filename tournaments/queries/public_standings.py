"""Standings as the public sees them: computed once for each public version of an event, for all its pages (``at_version``).

Services, which see their own changes before anybody else does, and events in preparation use ``queries.standings``.
"""

import pickle
from collections.abc import Collection
from functools import lru_cache
from typing import Any

from core.cache import cache_get_many, cache_set_many
from tournaments.models import Division, Event
from tournaments.queries.at_version import CACHE_SECONDS, version_key
from tournaments.queries.standings import StandingsLine, standings_by_division


def public_standings(division: Division, after_round: int | None = None) -> list[StandingsLine]:
    """The division's standings after a round (None: now); its event is loaded. Three queries unless they are cached."""
    return public_standings_of(division.event, [division], after_round)[division.pk]


def public_standings_of(
    event: Event, divisions: Collection[Division], after_round: int | None = None
) -> dict[int, list[StandingsLine]]:
    """The standings of some of the event's divisions, by id. Three or four queries, none for those cached."""
    if event.state == Event.State.DRAFT:
        return standings_by_division(divisions, after_round)
    keys = {division.pk: version_key(event, f"standings:{division.pk}:{after_round or ''}") for division in divisions}
    cached: dict[str, bytes] = cache_get_many(keys.values())
    missing = [division for division in divisions if keys[division.pk] not in cached]
    if missing:
        computed = standings_by_division(missing, after_round)
        new = {keys[pk]: pickle.dumps(lines) for pk, lines in computed.items()}
        cache_set_many(new, CACHE_SECONDS)
        cached |= new
    return {pk: list(unpacked(cached[key])) for pk, key in keys.items()}


@lru_cache(maxsize=16)
def unpacked(packed: bytes) -> tuple[Any, ...]:
    """The lines that were cached. Unpacked once per process: that takes as long as rendering the page."""
    return tuple(pickle.loads(packed))  # noqa: S301 - pickled by us, in the site's own cache
