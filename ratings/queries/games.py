"""A game and what it did to its players' ratings, from either side."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from ratings.engine.detail import from_detail
from ratings.engine.types import Segment
from ratings.models import RatingChange

#: Of these keys of games the addresses of the pages that show them: the apps above this one have those pages.
Finder = Callable[[Collection[str]], Mapping[str, str]]
_finders: list[Finder] = []


def show_games_by(finder: Finder) -> None:
    """Ask ``finder`` where games of the ledger are shown."""
    _finders.append(finder)


def addresses_of_games(segments: Iterable[Segment]) -> dict[str, str]:
    """Where the games of a change are shown, by their keys. As many queries as the finders take."""
    keys = {game.key for segment in segments for game in segment.games}
    return {key: address for finder in _finders for key, address in finder(keys).items()}


@dataclass(frozen=True, slots=True)
class GamePoints:
    """What a game gave a player or took. ``points`` None: it belongs to the player's first rating, which is one sum of all games."""

    event_id: int
    player_id: int
    name: str
    points: float | None


def points_of_game(pool_id: int | None, event_key: str, game_key: str, players: Collection[int]) -> list[GamePoints]:
    """What the game has done to the ratings of those of the players whom it is rated for, by name. At most one query.

    A match of several rated games is their sum: their keys begin with that of the match.
    """
    if pool_id is None:
        return []
    changes = RatingChange.objects.filter(event__pool=pool_id, event__key=event_key, player__in=players)
    lines = []
    for change in changes.select_related("player").order_by("player__name"):
        for segment in from_detail(change.detail):
            games = [game for game in segment.games if game.key == game_key or game.key.startswith(f"{game_key}:")]
            if games:
                points = None if segment.newcomer else sum(game.points for game in games)
                lines.append(GamePoints(change.event_id, change.player_id, change.player.name, points))
    return lines
