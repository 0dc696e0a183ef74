"""A round's pairings as the public sees them: read once for each public version of the event, as standings are (``public_standings``)."""

import pickle

from core.cache import cache_get, cache_set_many
from core.release import release
from tournaments.models import Event, Round
from tournaments.queries.public_standings import CACHE_SECONDS, unpacked
from tournaments.queries.rounds import PairingLine, pairings_of


def public_pairings(round_: Round) -> list[PairingLine]:
    """The round's pairings by table, byes last, with results; its event is loaded. One query, none if they are cached."""
    event = round_.division.event
    if event.state == Event.State.DRAFT:
        return pairings_of(round_)
    key = f"pairings:{round_.pk}:{event.version}:{release()}"
    packed: bytes | None = cache_get(key)
    if packed is not None:
        return list(unpacked(packed))
    lines = pairings_of(round_)
    cache_set_many({key: pickle.dumps(lines)}, CACHE_SECONDS)
    return lines
