"""From rows of the ledger to the engine and back to rows of changes and of the list; writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import date, timedelta
from typing import ClassVar, NamedTuple

from django.db.models import Q

from clubs.models import Player
from ratings.engine.detail import Detail, to_detail
from ratings.engine.fold import fold
from ratings.engine.linked import Book
from ratings.engine.registry import build_system
from ratings.engine.system import LinkedSystem, System
from ratings.engine.types import Event, PlayerChange, RatedGame, Rating
from ratings.models import LinkBook, OpeningRating, PlayerRating, RatedEvent, RatedResult, RatingChange, RatingPool
from ratings.queries.books import newest_book, read_book
from ratings.queries.players import same_person


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

    def to_engine(self, last: date | None = None) -> Rating:
        """The official rating as systems take it."""
        return Rating(self.rating, self.career_games, self.deviation, tuple(self.state), last)

    def after(self, rating: Rating, games: int, event_id: int) -> ListRow:
        """The line after a final event of this many games that ended in this rating."""
        state = list(rating.state)
        games += self.pool_games
        return ListRow(self.player_id, rating.value, rating.games, games, event_id, rating.deviation, state)


ChangeRow.FIELDS = tuple(one.name for one in fields(ChangeRow))
ListRow.FIELDS = tuple(one.name for one in fields(ListRow))


@dataclass(frozen=True, slots=True)
class Links:
    """How the errors of players are linked after the last final event (`day`; None: no book to store) and after open ones."""

    day: date | None = None
    final: Book | None = None
    live: Book | None = None


@dataclass(frozen=True, slots=True)
class Computed:
    """What follows from the ledger: the changes of the events that were rated, and the whole list.

    since: day from which final events were rated; None: none of them.
    """

    changes: Sequence[ChangeRow]
    listed: Mapping[int, ListRow]
    events: int
    games: int
    since: date | None
    links: Links = Links()


#: Called after each event with how many of how many are rated.
Progress = Callable[[int, int], object]


def no_progress(_done: int, _total: int) -> None:
    """For callers who do not show how far it is."""


def compute(
    pool: RatingPool,
    since: date | None,
    progress: Progress = no_progress,
    *,
    published: Mapping[int, ListRow] | None = None,
    instead: Supposed | None = None,
) -> Computed:
    """Read the ledger and rate the final events from ``since`` on (None: no final one), then all open ones.

    Ratings before ``since`` are taken from the changes published earlier; ``date.min`` uses none of them.  A system with
    links starts where its latest stored book before ``since`` ends.
    ``published``: the lines of the published list, where they were read already.
    ``instead``: games that one event is taken to have had, in place of those of the ledger.
    """
    system = build_system(pool.system, pool.params)
    stored: LinkBook | None = None
    if isinstance(system, LinkedSystem):
        stored, since = _start(pool, since)
    if published is None:
        published = listed_now(pool.pk)
    listed, last = _before(pool, since, published)
    final, live = _events(pool, Q(final=False) if since is None else Q(final=False) | Q(date__gte=since))
    if instead is not None:
        final, live = _supposed(instead, final, live, listed)
    total = len(final) + len(live)
    counted = iter(range(1, total + 1))

    def after_each() -> None:
        progress(next(counted), total)

    ratings = {player: row.to_engine(last.get(player)) for player, row in listed.items()}
    playing = {player for event in live for game in event.games for player in (game.player, game.opponent)}
    # Without a final event to rate only those in open events are needed.
    book = None if stored is None else read_book(stored, playing if since is None else None)
    official = fold(final, ratings, system, after_each, book=book)
    here = None if official.book is None else official.book.only(playing)
    estimates = fold(live, official.ratings, system, after_each, book=here)
    for event, change in official.changes():
        row = listed.get(change.player, ListRow(change.player))
        listed[change.player] = row.after(change.after, change.games, event.id)
    for event, change in estimates.changes():
        row = listed.get(change.player, ListRow(change.player))
        listed[change.player] = replace(row, live_rating=change.after.value, live_event_id=event.id)
    return Computed(
        [_change_row(event.id, change) for event, change in (*official.changes(), *estimates.changes())],
        _publishable(listed.values(), system, published),
        total,
        sum(len(event.games) for event in (*final, *live)),
        since,
        Links(
            max((event.date for event in final if event.games), default=None),
            official.book,
            estimates.book if playing else None,
        ),
    )


def _supposed(
    instead: Supposed, final: list[Event], live: list[Event], listed: dict[int, ListRow]
) -> tuple[list[Event], list[Event]]:
    """The final and the open events with the supposed games; new players come with their starting ratings."""
    for player, (rating, career) in instead.openings.items():
        listed.setdefault(player, ListRow(player, rating, career))
    same = same_person()
    people = [
        replace(game, player=same.get(game.player, game.player), opponent=same.get(game.opponent, game.opponent))
        for game in instead.games
    ]
    games = tuple(game for game in people if game.player != game.opponent)
    if instead.event is None:
        return final, [*live, Event(_NO_EVENT, instead.day, instead.rounds, games)]
    pk = instead.event.pk
    return (
        [replace(event, games=games) if event.id == pk else event for event in final],
        [replace(event, games=games) if event.id == pk else event for event in live],
    )


def _start(pool: RatingPool, since: date | None) -> tuple[LinkBook | None, date | None]:
    """The stored book from which to rate the final events from ``since`` on, and the day from which they are rated then.

    None of the final events: the newest book.  Without a book that old it is the beginning.
    """
    stored = None if since == date.min else newest_book(pool, since)
    if stored is None or stored.day is None:
        return None, date.min
    return stored, None if since is None else stored.day + timedelta(days=1)


def listed_now(pool_id: int) -> dict[int, ListRow]:
    """The lines of the published list, by player."""
    rows = PlayerRating.objects.filter(pool_id=pool_id).values_list(*ListRow.FIELDS)
    return {row[0]: ListRow(*row) for row in rows}


def _before(
    pool: RatingPool, since: date | None, published: Mapping[int, ListRow]
) -> tuple[dict[int, ListRow], dict[int, date]]:
    """The official list as it stood before ``since``, and the day everybody last played."""
    openings = OpeningRating.objects.filter(pool=pool).values_list("player_id", "rating", "games")
    starting = {player: (rating, games) for player, rating, games in openings}
    same = same_person()
    # The starting rating of a duplicate counts only where the player it was merged into has none.
    for player in sorted(starting.keys() & same.keys()):
        starting.setdefault(same[player], starting.pop(player))
    rows = {player: ListRow(player, rating, games) for player, (rating, games) in starting.items()}
    last: dict[int, date] = {}
    if since == date.min:
        return rows, last
    # The published line of a player without a game since then is still right: their changes need not be read.
    lines = PlayerRating.objects.filter(pool=pool, last_event__final=True)
    changes = RatingChange.objects.filter(event__pool=pool, event__final=True)
    if since is not None:
        lines = lines.filter(last_event__date__lt=since)
        changes = changes.filter(event__date__lt=since)
    for player, day in lines.values_list("player_id", "last_event__date"):
        if row := published.get(player):
            rows[player] = row if row.live_event_id is None else replace(row, live_rating=None, live_event_id=None)
            last[player] = day
    ordered = changes.exclude(player__in=lines.values("player_id")).order_by("event__date", "event_id")
    for player, value, career, games, event, day, deviation, state in ordered.values_list(
        "player_id", "new_rating", "new_games", "games", "event_id", "event__date", "new_deviation", "state"
    ):
        row = rows.get(player, ListRow(player))
        rows[player] = row.after(Rating(value, career, deviation, tuple(state)), games, event)
        last[player] = day
    return rows, last


_RESULT_FIELDS = (
    *("event_id", "game_key", "round", "player_id", "opponent_id"),
    *("player_score", "opponent_score", "first_known", "seats", "tie_won_by"),
)


def _events(pool: RatingPool, condition: Q) -> tuple[list[Event], list[Event]]:
    """The final and the open events that meet the condition, with their live results."""
    heads = RatedEvent.objects.filter(condition, pool=pool).values_list("pk", "date", "rounds", "final")
    events = {pk: (Event(pk, day, rounds, ()), final) for pk, day, rounds, final in heads}
    games: dict[int, list[RatedGame]] = {pk: [] for pk in events}
    same = same_person()
    results = RatedResult.objects.live().filter(event__in=RatedEvent.objects.filter(condition, pool=pool)).order_by()
    for event, key, number, player, opponent, score, theirs, *more in results.values_list(*_RESULT_FIELDS):
        if number is None or score is None or theirs is None:
            continue  # rated_result_is_game_or_void: a result has them all
        one, other = same.get(player, player), same.get(opponent, opponent)
        # An event opened after the first query is rated by the run that opening it asks for.  Nobody is rated for
        # a game against their own other entry, which only a result recorded after a merge can be.
        if event in games and one != other:
            games[event].append(RatedGame(key, number, one, other, score, theirs, *more))
    filled = [(replace(event, games=tuple(games[event.id])), final) for event, final in events.values()]
    return [event for event, final in filled if final], [event for event, final in filled if not final]


def _publishable(rows: Iterable[ListRow], system: System, published: Mapping[int, ListRow]) -> dict[int, ListRow]:
    """The lines that have a rating or an estimate; players with only a number of career games wait for their first game."""
    return {
        row.player_id: row if row is published.get(row.player_id) else _judged(row, system)
        for row in rows
        if row.rating is not None or row.live_rating is not None
    }


def _judged(row: ListRow, system: System) -> ListRow:
    return replace(row, provisional=row.rating is None or system.provisional(row.to_engine()))


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


@dataclass(frozen=True, slots=True)
class RatingMove:
    """A player whose rating would be different, or who plays in the event that is tried."""

    player_id: int
    name: str
    before: int | None
    after: int | None

    @property
    def difference(self) -> int | None:
        """By how much; None where one of the two is missing."""
        return None if self.before is None or self.after is None else self.after - self.before


class ListMoves(NamedTuple):
    """The players of one rating list, in its official ratings or (``live``) in the estimates of open events."""

    name: str
    moves: tuple[RatingMove, ...]
    live: bool = False


@dataclass(frozen=True, slots=True)
class Supposed:
    """Games that an event is taken to have had, in place of those of the ledger.

    ``event`` None: an open event that the ledger does not have. ``day``, ``rounds``: of the event. ``openings``: starting ratings
    and career games of players who are new to the list.
    """

    pool: RatingPool
    games: Sequence[RatedGame]
    day: date
    rounds: int
    event: RatedEvent | None = None
    openings: Mapping[int, tuple[int | None, int | None]] = field(default_factory=dict)


#: In place of the id of an event that the ledger does not have.
_NO_EVENT = 0


def preview_ratings(supposed: Supposed, *, everybody: bool = False) -> list[ListMoves]:
    """Whose ratings would differ from those of the list had the event had these games: official ones, then live ones.

    ``everybody``: also players of these games whose ratings would not. Later events are rated again as well. Takes no lock.
    """
    pool, event = supposed.pool, supposed.event
    since = pool.dirty_from
    if event is not None and event.final:
        since = event.date if since is None else min(event.date, since)
    rows = PlayerRating.objects.filter(pool=pool).values_list("player", "rating", "live_rating")
    now: dict[int, tuple[int | None, int | None]] = {
        player: (rating, None) for player, (rating, _games) in supposed.openings.items()
    }
    now |= {player: (rating, live) for player, rating, live in rows}
    computed = compute(pool, since, instead=supposed)
    then = {player: (row.rating, row.live_rating) for player, row in computed.listed.items()}
    played = {player for game in supposed.games for player in (game.player, game.opponent)} if everybody else set()
    final = event is not None and event.final
    names = dict(Player.objects.filter(pk__in=now.keys() | then.keys()).values_list("pk", "name"))

    def moves(before: Mapping[int, int | None], after: Mapping[int, int | None], shown: set[int]) -> list[RatingMove]:
        changed = {player for player in before.keys() | after.keys() if before.get(player) != after.get(player)}
        rows = [RatingMove(one, names[one], before.get(one), after.get(one)) for one in changed | shown if one in names]
        return sorted(rows, key=lambda move: (move.name, move.player_id))

    official = moves(_official(now), _official(then), played if final else set())
    # Only those with an estimate stand in the live list; before and after it they have their official rating.
    estimated = {one for rows in (now, then) for one, (_rating, live) in rows.items() if live is not None}
    live = moves(_live(now, estimated), _live(then, estimated), set() if final else played & estimated)
    lists = (ListMoves(pool.name, tuple(official)), ListMoves(pool.name, tuple(live), live=True))
    return [one for one in lists if one.moves]


_Listed = Mapping[int, tuple[int | None, int | None]]


def _official(rows: _Listed) -> dict[int, int | None]:
    return {player: rating for player, (rating, _live) in rows.items()}


def _live(rows: _Listed, players: set[int]) -> dict[int, int | None]:
    return {one: rating if live is None else live for one, (rating, live) in rows.items() if one in players}
