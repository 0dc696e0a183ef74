"""From rows of the ledger to the engine and back to rows of changes and of the list; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date
from typing import ClassVar

from django.db.models import Q

from ratings.engine.detail import Detail, to_detail
from ratings.engine.fold import Folded, fold
from ratings.engine.registry import build_system
from ratings.engine.system import System
from ratings.engine.types import Event, PlayerChange, RatedGame, Rating
from ratings.models import OpeningRating, PlayerMerge, RatedEvent, RatedResult, RatingChange, RatingPool


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """The values of one ``RatingChange``, without its run."""

    event_id: int
    player_id: int
    old_rating: int | None
    new_rating: int
    old_games: int | None
    new_games: int | None
    games: int
    half_wins: int
    expected: float
    spread: int
    old_deviation: float | None
    new_deviation: float | None
    state: list[float]
    detail: Detail

    FIELDS: ClassVar[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ListRow:
    """The values of one ``PlayerRating``, without its pool."""

    player_id: int
    rating: int | None = None
    career_games: int | None = 0
    pool_games: int = 0
    last_event_id: int | None = None
    deviation: float | None = None
    state: list[float] = field(default_factory=list)
    provisional: bool = True
    live_rating: int | None = None
    live_event_id: int | None = None

    FIELDS: ClassVar[tuple[str, ...]]


_FACTS = (
    *("event_id", "game_key", "round", "player_id", "opponent_id"),
    *("player_score", "opponent_score", "first_known", "seats"),
)

ChangeRow.FIELDS = tuple(one.name for one in fields(ChangeRow))
ListRow.FIELDS = tuple(one.name for one in fields(ListRow))


@dataclass(frozen=True, slots=True)
class Replay:
    """What a fold derived: the changes of the replayed events and the whole list."""

    changes: Sequence[ChangeRow]
    listed: Mapping[int, ListRow]
    events: int
    games: int


#: Told how many of how many events are replayed.
Progress = Callable[[int, int], object]


def read_replay(
    pool: RatingPool,
    since: date | None,
    tell: Progress = lambda _done, _total: None,
    *,
    instead: Mapping[int, Sequence[RatedGame]] | None = None,
) -> Replay:
    """Read the ledger and replay the final events from ``since`` on (None: no final one), then all open ones.

    Ratings before ``since`` are taken from the changes published earlier; ``date.min`` uses none of them.
    ``instead``: event → the games that it is taken to have had, in place of those of the ledger.
    """
    before, last = _before(pool, since)
    wanted = Q(final=False) if since is None else Q(final=False) | Q(date__gte=since)
    final, live = _events(pool, wanted)
    if instead:
        final = [replace(event, games=tuple(instead.get(event.id, event.games))) for event in final]
    system = build_system(pool.system, pool.params)
    counted = iter(range(1, len(final) + len(live) + 1))
    return _derive(
        before, _ratings(before, last), final, live, system, lambda: tell(next(counted), len(final) + len(live))
    )


def _before(pool: RatingPool, since: date | None) -> tuple[dict[int, ListRow], dict[int, date]]:
    """The official list as it stood before ``since``, and the day everybody last played."""
    openings = OpeningRating.objects.filter(pool=pool).values_list("player_id", "rating", "games")
    brought = {player: (rating, games) for player, rating, games in openings}
    same = same_person()
    # What was brought under a duplicate's name counts only where the kept entry brought nothing.
    for player in sorted(brought.keys() & same.keys()):
        brought.setdefault(same[player], brought.pop(player))
    rows = {player: ListRow(player, rating, games) for player, (rating, games) in brought.items()}
    last: dict[int, date] = {}
    changes = RatingChange.objects.filter(event__pool=pool, event__final=True)
    if since is not None:
        changes = changes.filter(event__date__lt=since)
    ordered = changes.order_by("event__date", "event_id")
    for player, rating, career, games, event, day, deviation, state in ordered.values_list(
        "player_id", "new_rating", "new_games", "games", "event_id", "event__date", "new_deviation", "state"
    ):
        earlier = rows[player].pool_games if player in rows else 0
        rows[player] = ListRow(player, rating, career, earlier + games, event, deviation, state)
        last[player] = day
    return rows, last


def same_person() -> dict[int, int]:
    """For each merged duplicate the entry that is kept, through any chain of merges."""
    pairs = PlayerMerge.objects.filter(undone_at=None).values_list("duplicate_id", "kept_id")
    direct = dict(pairs)
    found = {}
    for duplicate, target in direct.items():
        kept = target
        while kept in direct:  # ends: a merge into one's own duplicate is refused
            kept = direct[kept]
        found[duplicate] = kept
    return found


def _events(pool: RatingPool, wanted: Q) -> tuple[list[Event], list[Event]]:
    """The final and the open events that are wanted, with their live results."""
    heads = RatedEvent.objects.filter(wanted, pool=pool).values_list("pk", "date", "rounds", "final")
    events = {pk: (Event(pk, day, rounds, ()), final) for pk, day, rounds, final in heads}
    games: dict[int, list[RatedGame]] = {pk: [] for pk in events}
    same = same_person()
    results = RatedResult.objects.live().filter(event__in=RatedEvent.objects.filter(wanted, pool=pool)).order_by()
    for event, key, number, player, opponent, score, theirs, first_known, seats in results.values_list(*_FACTS):
        if number is None or score is None or theirs is None:
            continue  # rated_result_is_game_or_void: a result has them all
        one, other = same.get(player, player), same.get(opponent, opponent)
        # An event opened after the first query is picked up by the run that its own fact asks for.  Nobody is rated for
        # a game against their own other entry, which only a result recorded after a merge can be.
        if event in games and one != other:
            games[event].append(RatedGame(key, number, one, other, score, theirs, first_known, seats))
    filled = [(replace(event, games=tuple(games[event.id])), final) for event, final in events.values()]
    return [event for event, final in filled if final], [event for event, final in filled if not final]


def _derive(
    before: Mapping[int, ListRow],
    ratings: Mapping[int, Rating],
    final: Sequence[Event],
    live: Sequence[Event],
    system: System,
    tell: Callable[[], object],
) -> Replay:
    official = fold(final, ratings, system, tell)
    listed = dict(before)
    changes: list[ChangeRow] = []
    for done in official.events:
        for change in done.changes:
            changes.append(_change_row(done.event.id, change))
            earlier = listed[change.player].pool_games if change.player in listed else 0
            after = change.after
            listed[change.player] = ListRow(
                change.player,
                after.value,
                after.games,
                earlier + change.games,
                done.event.id,
                after.deviation,
                list(after.state),
            )
    _add_estimates(listed, changes, fold(live, official.ratings, system, tell))
    # Who brought no more than a number of career games is on the list after the first game.
    listed = {player: row for player, row in listed.items() if row.rating is not None or row.live_rating is not None}
    games = sum(len(event.games) for event in (*final, *live))
    listed = {player: replace(row, provisional=_is_provisional(row, system)) for player, row in listed.items()}
    return Replay(changes, listed, len(final) + len(live), games)


def _is_provisional(row: ListRow, system: System) -> bool:
    known = Rating(row.rating, row.career_games, row.deviation, tuple(row.state))
    return row.rating is None or system.provisional(known)


def _ratings(rows: Mapping[int, ListRow], last: Mapping[int, date]) -> dict[int, Rating]:
    return {
        player: Rating(row.rating, row.career_games, row.deviation, tuple(row.state), last.get(player))
        for player, row in rows.items()
    }


def _add_estimates(listed: dict[int, ListRow], changes: list[ChangeRow], estimated: Folded) -> None:
    """Open events add an estimate and leave everything official as it is."""
    for done in estimated.events:
        for change in done.changes:
            changes.append(_change_row(done.event.id, change))
            row = listed.get(change.player, ListRow(change.player))
            listed[change.player] = replace(row, live_rating=change.after.value, live_event_id=done.event.id)


def _change_row(event: int, change: PlayerChange) -> ChangeRow:
    if change.after.value is None:
        raise ValueError(f"player {change.player} has no rating after event {event}")
    return ChangeRow(
        event_id=event,
        player_id=change.player,
        old_rating=change.before.value,
        new_rating=change.after.value,
        old_games=change.before.games,
        new_games=change.after.games,
        games=change.games,
        half_wins=round(2 * change.earned),
        expected=round(change.expected, 6),
        spread=change.spread,
        old_deviation=change.before.deviation,
        new_deviation=change.after.deviation,
        state=list(change.after.state),
        detail=to_detail(change),
    )
