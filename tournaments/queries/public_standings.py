"""Standings as the public sees them: computed once for each public version of an event, for all its pages.

Whatever changes them raises the event's version in the same transaction. A page has read the version before it asks here, so
that under a version there are its standings or later ones, never earlier ones. Services, which see their own changes before
anybody else does, and events in preparation compute theirs anew (``queries.standings``).
"""

import pickle
from collections.abc import Collection
from functools import lru_cache

from core.cache import cache_get_many, cache_set_many
from core.release import release
from tournaments.models import Division, Event
from tournaments.queries.standings import StandingsLine, standings_by_division

#: The longest that a version stays without a change and people look all the same: an event's day.
KEEP_SECONDS = 6 * 3600


def public_standings(division: Division, after_round: int | None = None) -> list[StandingsLine]:
    """The division's standings after a round (None: now); its event is loaded. Three queries if they are not known yet."""
    return public_standings_of(division.event, [division], after_round)[division.pk]


def public_standings_of(
    event: Event, divisions: Collection[Division], after_round: int | None = None
) -> dict[int, list[StandingsLine]]:
    """The standings of some of the event's divisions, by id. Three or four queries if they are not known yet, else none."""
    if event.state == Event.State.DRAFT:
        return standings_by_division(divisions, after_round)
    keys = {division.pk: _key(division, event, after_round) for division in divisions}
    known: dict[str, bytes] = cache_get_many(keys.values())
    missing = [division for division in divisions if keys[division.pk] not in known]
    if missing:
        made = standings_by_division(missing, after_round)
        new = {keys[pk]: pickle.dumps(lines) for pk, lines in made.items()}
        cache_set_many(new, KEEP_SECONDS)
        known |= new
    return {pk: list(_lines(known[key])) for pk, key in keys.items()}


@lru_cache(maxsize=16)
def _lines(packed: bytes) -> tuple[StandingsLine, ...]:
    """Unpacked once a process, for it takes as long as to write the page."""
    return tuple(pickle.loads(packed))  # noqa: S301 - packed above, and kept where all that the site keeps is packed so


def _key(division: Division, event: Event, after_round: int | None) -> str:
    return f"standings:{division.pk}:{event.version}:{after_round or ''}:{release()}"
