"""Standings as the public sees them: computed once for each public version of an event, for all its pages.

Whatever changes them raises the event's version in the same transaction. A page has read the version before it asks here, so
that under a version there are its standings or later ones, never earlier ones. Services, which see their own changes before
anybody else does, and events in preparation compute theirs anew (``queries.standings``).
"""

from collections.abc import Collection

from django.core.cache import cache

from config.release import release
from tournaments.models import Division, Event
from tournaments.queries.standings import StandingsLine, standings_by_division

#: The longest that a version stays without a change and people look all the same: an event's day.
KEEP_SECONDS = 6 * 3600


def public_standings(division: Division, after_round: int | None = None) -> list[StandingsLine]:
    """The division's standings after a round (None: now); its event is loaded. Two queries if they are not known yet."""
    return public_standings_of(division.event, [division], after_round)[division.pk]


def public_standings_of(
    event: Event, divisions: Collection[Division], after_round: int | None = None
) -> dict[int, list[StandingsLine]]:
    """The standings of some of the event's divisions, by id. Two or three queries if they are not known yet, else none."""
    if event.state == Event.State.DRAFT:
        return standings_by_division(divisions, after_round)
    keys = {division.pk: _key(division, event, after_round) for division in divisions}
    known: dict[str, list[StandingsLine]] = cache.get_many(keys.values())
    missing = [division for division in divisions if keys[division.pk] not in known]
    if missing:
        made = {keys[pk]: lines for pk, lines in standings_by_division(missing, after_round).items()}
        cache.set_many(made, KEEP_SECONDS)
        known |= made
    return {pk: known[key] for pk, key in keys.items()}


def _key(division: Division, event: Event, after_round: int | None) -> str:
    return f"standings:{division.pk}:{event.version}:{after_round or ''}:{release()}"
