"""Statistics from the games of public events: of a club, an event, a season, a player, two players."""

import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet

from clubs.models import Club, Player
from clubs.permissions import Visitor
from core.cache import cache_get, cache_set_many
from core.release import release
from games.engine.figures import PlayerFigures
from games.registry import GAMES
from leagues.models import CountingEvent, LeagueSeason
from ratings.models import PlayerRating, RatingChange
from ratings.queries.players import same_person
from stats.engine.bests import Best, bests_of
from stats.engine.games import Game, Side, sides_of, winner_of
from stats.engine.lines import Line, lines_of
from stats.models import RecordFigures
from tournaments.engine.game_scores import margin, parse
from tournaments.models import Division, Entry, Event, RecordVisibility, Result, Round, Seat
from tournaments.permissions import visible_events

T = TypeVar("T")

#: How long statistics stay in the cache; whatever changes them changes their key.
_CACHE_SECONDS = 86_400


def public_events(club: Club | None = None) -> QuerySet[Event]:
    """Events (of the club) that everybody may find, once they have begun; statistics are made of these alone."""
    events = Event.objects.filter(visible_events(AnonymousUser())).exclude(state=Event.State.DRAFT)
    return events if club is None else events.filter(club=club)


def years_of(club: Club) -> list[int]:
    """The years in which the club had events, the newest first. One query."""
    return [day.year for day in public_events(club).order_by().dates("starts_on", "year", order="DESC")]


@dataclass(frozen=True, slots=True)
class Statistics:
    """The records and the players of some divisions. ``scores``: both scores of each game with points, for the chart."""

    bests: Mapping[str, tuple[Best, ...]]
    lines: Sequence[Line]
    games: int
    recorded: int
    scores: Sequence[tuple[int, int]]


def of_club(club: Club, year: int | None = None) -> Statistics:
    """Of all the club's events, or of one year's."""
    events = public_events(club)
    if year is not None:
        events = events.filter(starts_on__year=year)
    return of_divisions(Division.objects.filter(event__in=events.order_by()))


def of_event(event: Event) -> Statistics:
    """Of one event, whoever may see it: who asks has been let in."""
    return of_divisions(Division.objects.filter(event=event))


def of_season(season: LeagueSeason) -> Statistics:
    """Of the divisions of public events that count for the season."""
    counted = CountingEvent.objects.filter(league_division__season=season).values("event_division")
    return of_divisions(Division.objects.filter(pk__in=counted, event__in=public_events()))


def of_divisions(divisions: QuerySet[Division]) -> Statistics:
    """Of these divisions. Two queries when cached, five otherwise."""

    def compute(chosen: QuerySet[Division]) -> Statistics:
        same = same_person()
        games = _games(chosen, same)
        sides = [side for game in games for side in sides_of(game)]
        lines = lines_of(sides, _came(chosen, same))
        recorded = sum(bool(game.turns) for game in games)
        return Statistics(
            bests_of(sides), lines, len(games), recorded, [game.scores for game in games if game.cards is None]
        )

    return _cached("divisions", divisions, compute)


def _cached(key: str, divisions: QuerySet[Division], compute: Callable[[QuerySet[Division]], T]) -> T:
    """What is computed from these divisions' games, from the cache while nothing has changed. Two queries.

    ``compute`` gets the divisions by their numbers: among a million games PostgreSQL guesses wrongly how many a condition leaves,
    and reads them all.
    """
    versions = list(divisions.order_by().values_list("pk", "event__version"))
    ids = [pk for pk, _version in versions]
    chosen = Division.objects.filter(pk__in=ids)
    stamp = (len(ids), sum(ids), sum(version for _pk, version in versions), max(ids, default=0))
    recorded = RecordFigures.objects.filter(record__in=_played(chosen).exclude(record=None).values("record")).count()
    address = ":".join(map(str, ("stats", key, *stamp, recorded, release())))
    packed = cache_get(address)
    if packed is not None:
        before: T = pickle.loads(packed)  # noqa: S301 - pickled below, in the site's own cache
        return before
    value = compute(chosen)
    cache_set_many({address: pickle.dumps(value)}, _CACHE_SECONDS)
    return value


def _played(divisions: QuerySet[Division]) -> QuerySet[Result]:
    """The results that count, with their scores; tables of more players too."""
    results = Result.objects.filter(
        pairing__round__division__in=divisions,
        state=Result.State.CONFIRMED,
        kind="played",
    )
    return results.exclude(pairing__round__state=Round.State.DRAFT)


def _games(divisions: QuerySet[Division], same: Mapping[int, int], people: Iterable[int] | None = None) -> list[Game]:
    """The games in the order in which they were played; ``people``: only those of these players. Two queries."""
    played, at_tables = _played(divisions), Seat.objects.filter(round__division__in=divisions)
    if people is not None:
        theirs = Seat.objects.filter(entry__player__in=list(people)).values("pairing")
        played, at_tables = played.filter(pairing__in=theirs), Seat.objects.filter(pairing__in=theirs)
    event = "pairing__round__division__event__"
    columns = (
        "pairing_id",
        "pairing__round__number",
        "first_score",
        "second_score",
        "lost_on_time",
        "led_before",
        "tally",
        "pairing__round__division__game",
        "record__figures__seats",
        f"{event}slug",
        f"{event}name",
        f"{event}starts_on",
        "pairing__round__division__slug",
        "record_id",
        "pairing__record_visibility",
    )
    results = list(played.order_by(f"{event}starts_on", "pairing__round__number", "pairing_id").values_list(*columns))
    seats: dict[int, list[tuple[int, str]]] = {}
    at_tables = at_tables.order_by("pairing_id", "position")
    for pairing, player, name in at_tables.values_list("pairing_id", "entry__player_id", "entry__name"):
        seats.setdefault(pairing, []).append((same.get(player, player), name))
    games = []
    for pairing, number, first, second, late, led, tally, game, figures, *rest in results:
        slug, event_name, day, division, record, seen = rest
        if len(sides := seats.get(pairing, [])) == 2:
            players, names = (sides[0][0], sides[1][0]), (sides[0][1], sides[1][1])
            scores = (first, second)
            cards = margin(parse(tally)) if GAMES[game].scoring.by_seats else None
            turns = _turns(figures, scores)
            replayable = record is not None and seen == RecordVisibility.PUBLIC
            games.append(
                Game(
                    slug,
                    pairing,
                    number,
                    players,
                    names,
                    scores,
                    winner_of(scores, late, led),
                    cards,
                    turns,
                    event_name,
                    day,
                    division,
                    replayable,
                )
            )
    return games


def _turns(figures: Sequence[Mapping[str, Any]] | None, scores: tuple[int, int]) -> tuple[PlayerFigures, ...]:
    """What the record says, by seats: its players may stand the other way round, which the scores tell."""
    if not figures or len(figures) != 2:
        return ()
    rows = [PlayerFigures(**row) for row in figures]
    written = tuple(row.score for row in rows)
    if written != scores and written[::-1] == scores:
        rows.reverse()
    return tuple(rows)


def _came(divisions: QuerySet[Division], same: Mapping[int, int]) -> dict[int, tuple[str, set[str]]]:
    """Everybody who was paired, with their events: a table of four has no two scores to compare. One query."""
    came: dict[int, tuple[str, set[str]]] = {}
    seated = Seat.objects.filter(entry__division__in=divisions).exclude(round__state=Round.State.DRAFT)
    rows = seated.order_by("entry__division__event__starts_on").values_list(
        "entry__player_id", "entry__name", "entry__division__event__slug"
    )
    for player, name, event in rows.distinct():
        one = same.get(player, player)
        came[one] = (name, came.get(one, ("", set()))[1] | {event})
    return came


@dataclass(frozen=True, slots=True)
class Person:
    """A player with all numbers that stand for them (merged duplicates too), and their public games, oldest first."""

    player: Player
    name: str
    sides: Sequence[Side]


def person_of(player: Player) -> Person | None:
    """The player's games of public events; None for who was in none, or is merged into another. Six queries, four when cached."""
    same = same_person()
    if player.pk in same:
        return None
    numbers = [player.pk, *(duplicate for duplicate, kept in same.items() if kept == player.pk)]
    divisions = Division.objects.filter(
        pk__in=Entry.objects.filter(player__in=numbers).values("division"), event__in=public_events()
    )
    last = Entry.objects.filter(player__in=numbers, division__in=divisions).order_by("-division__event__starts_on")
    name = last.values_list("name", flat=True).first()
    if name is None:
        return None
    games = _cached(f"player:{player.pk}", divisions, lambda chosen: _games(chosen, same, numbers))
    sides = [side for game in games for side in sides_of(game) if side.player == player.pk]
    return Person(player, name, sides)


def kept_player(player: Player) -> int | None:
    """The player that this merged duplicate counts as; None for one who is not merged. One query."""
    return same_person().get(player.pk)


@dataclass(frozen=True, slots=True)
class RatedIn:
    """What an event did to a player's rating in a pool: ``old`` is None for a newcomer."""

    pool: str
    rated: int
    old: int | None
    new: int


def rating_changes(player: Player) -> dict[str, list[RatedIn]]:
    """What each event did to the player's ratings, by the event's address. Two queries."""
    changes = RatingChange.objects.filter(player=player, event__key__startswith="division:").order_by("event__pool")
    rows = list(changes.values_list("event__key", "event__pool__slug", "event_id", "old_rating", "new_rating"))
    divisions = {int(key.removeprefix("division:")) for key, *_rest in rows}
    slugs = dict(Division.objects.filter(pk__in=divisions).values_list("pk", "event__slug"))
    changed: dict[str, list[RatedIn]] = {}
    for key, pool, rated, old, new in rows:
        slug = slugs.get(int(key.removeprefix("division:")))
        if slug is not None:
            changed.setdefault(slug, []).append(RatedIn(pool, rated, old, new))
    return changed


def ratings_of(player: Player) -> QuerySet[PlayerRating]:
    """The player's lines on rating lists. One query."""
    return PlayerRating.objects.filter(player=player).select_related("pool").order_by("pool__name")


def bests_section(club: Club, _viewer: Visitor) -> dict[str, Any] | None:
    """The records on the club's page; None without a game."""
    statistics = of_club(club)
    return {"club": club, "bests": headlines(statistics)} if statistics.games else None


def headlines(statistics: Statistics) -> list[Best]:
    """The first of each list."""
    return [bests[0] for bests in statistics.bests.values()]


@dataclass(frozen=True, slots=True)
class Attendance:
    """How many played in an event; ``width``: of the most, in percent."""

    event: Event
    players: int
    width: int


def attendance_of(club: Club, year: int | None = None, limit: int = 60) -> list[Attendance]:
    """The newest events with the number of players, newest first. One query."""
    events = public_events(club)
    if year is not None:
        events = events.filter(starts_on__year=year)
    counted = events.annotate(players=Count("divisions__entries__player", distinct=True))
    counted = counted.order_by("-starts_on", "-pk")[:limit]
    most = max((event.players for event in counted), default=0) or 1
    return [Attendance(event, event.players, 100 * event.players // most) for event in counted]


def attendance_section(club: Club, _viewer: Visitor) -> dict[str, Any] | None:
    """Attendance on the club's page; None before the second event."""
    rows = attendance_of(club, limit=8)
    return {"club": club, "attendance": rows} if len(rows) > 1 else None


def unread_records(limit: int) -> Iterable[Any]:
    """Results whose record has no figures yet, the newest first. One query."""
    waiting = Result.objects.filter(record__isnull=False, record__figures=None).select_related("record")
    return waiting.select_related("pairing__round__division").order_by("-pk")[:limit]
