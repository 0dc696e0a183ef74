"""What a rating list would say had an event been played otherwise; writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubs.models import Player
from ratings.engine.types import RatedGame
from ratings.models import PlayerRating, RatedEvent
from ratings.services.replay import read_replay


@dataclass(frozen=True, slots=True)
class RatingMove:
    """A player whose rating would be another one."""

    player_id: int
    name: str
    before: int | None
    after: int | None


def ratings_supposing(*, event: RatedEvent, games: Sequence[RatedGame]) -> list[RatingMove]:
    """Whose official ratings would be other ones had the event had these games, by name.

    Compared is with the published ratings of the pool; events after this one are replayed as well. Takes no lock.
    """
    pool = event.pool
    since = event.date if pool.dirty_from is None else min(event.date, pool.dirty_from)
    listed = dict(PlayerRating.objects.filter(pool=pool).values_list("player", "rating"))
    replay = read_replay(pool, since, instead={event.pk: games})
    after = {player: row.rating for player, row in replay.listed.items()}
    moved = [player for player in listed.keys() | after.keys() if listed.get(player) != after.get(player)]
    names = dict(Player.objects.filter(pk__in=moved).values_list("pk", "name"))
    moves = [RatingMove(player, names[player], listed.get(player), after.get(player)) for player in moved]
    return sorted(moves, key=lambda move: (move.name, move.player_id))
