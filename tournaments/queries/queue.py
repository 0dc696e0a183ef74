"""Reads of the queue of a division with rolling pairing: who waits, who plays, and what pairs are formed from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median_low

from django.utils import timezone

from tournaments.engine.model import GameFact, ResultKind
from tournaments.engine.pairing.history import History, history
from tournaments.engine.pairing.rolling import Queue, RollingRules, Waiting
from tournaments.models import (
    MAX_ROUNDS,
    Division,
    Entry,
    PairBlock,
    Pairing,
    PairingRun,
    QueuePlace,
    Result,
    Round,
    Seat,
)
from tournaments.queries.results import facts_of
from tournaments.queries.rounds import PairingLine, missing_results, public_seats

#: Games at other events count as recent for so many days.
RECENT_DAYS = 28


@dataclass(frozen=True, slots=True)
class QueueLine:
    """A player in the queue. ``minutes``: how long the player has waited; ``games``: played or in play tonight."""

    entry_id: int
    number: int
    name: str
    rating: int | None
    since: datetime
    held: bool
    minutes: int
    games: int = 0


@dataclass(frozen=True, slots=True)
class QueueView:
    """A division's queue. ``waiting``: the longest wait first, those who are held last; ``playing``: games without a confirmed result;
    ``again``: entries that go back to the queue after their game; ``others``: who is neither waiting nor playing.
    """

    waiting: tuple[QueueLine, ...]
    playing: tuple[PairingLine, ...]
    again: frozenset[int]
    others: tuple[Entry, ...]


def rules_of(division: Division) -> RollingRules:
    """What the division weighs against what. No query."""
    settings = division.settings
    return RollingRules(
        longest_wait=settings.rolling_longest,
        at_once=settings.rolling_at_once,
        minute=settings.rolling_minute,
        repeat=settings.rolling_repeat,
        recent=settings.rolling_recent,
        win=settings.rolling_win,
        max_repeats=settings.max_repeats,
    )


def busy_in(lines: Sequence[PairingLine]) -> frozenset[int]:
    """Who sits at one of these tables."""
    return frozenset(seat.entry_id for line in lines for seat in line.seats)


def minutes_since(moment: datetime, now: datetime) -> int:
    """Whole minutes since then; 0 where a clock was set back."""
    return max(0, int((now - moment).total_seconds() // 60))


def _places_in(division: Division) -> list[QueuePlace]:
    places = QueuePlace.objects.filter(entry__division=division, entry__status=Entry.Status.ACTIVE)
    return list(places.select_related("entry").order_by("held", "since", "pk"))


def _line(place: QueuePlace, now: datetime, games: int = 0) -> QueueLine:
    entry, minutes = place.entry, minutes_since(place.since, now)
    return QueueLine(entry.pk, entry.number, entry.name, entry.rating, place.since, place.held, minutes, games)


def queue_view(division: Division, now: datetime | None = None) -> QueueView:
    """The queue, and the games that are being played. Four queries."""
    now = now or timezone.now()
    playing = missing_results(division)
    busy = busy_in(playing)
    seats = public_seats(division).filter(pairing__kind=Pairing.Kind.GAME)
    games = Counter(seats.values_list("entry", flat=True))
    places = _places_in(division)
    waiting = [_line(place, now, games[place.entry_id]) for place in places if place.entry_id not in busy]
    queued = frozenset(place.entry_id for place in places)
    entries = Entry.objects.filter(division=division, status=Entry.Status.ACTIVE).order_by("number")
    others = tuple(entry for entry in entries if entry.pk not in busy | queued)
    return QueueView(tuple(waiting), tuple(playing), busy & queued, others)


@dataclass(frozen=True, slots=True)
class LoadedQueue:
    """The queue as the engine takes it, with what is needed to seat its pairs. ``held`` are those it leaves out, and with them it is
    ``whole``; ``playing``: the games that go on.
    """

    queue: Queue
    whole: Queue
    names: Mapping[int, str]
    playing: tuple[PairingLine, ...]


def load_queue(division: Division, now: datetime) -> LoadedQueue:
    """The queue now; the division's event is locked. Six queries at most, whatever the size; three with fewer than two waiting."""
    playing = missing_results(division)
    busy = busy_in(playing)
    lines = [_line(place, now) for place in _places_in(division) if place.entry_id not in busy]
    names = {line.entry_id: line.name for line in lines}
    if len(lines) < 2:
        return LoadedQueue(Queue(()), Queue(()), names, tuple(playing))
    facts = facts_of(division)
    past = history(facts, MAX_ROUNDS + 1)
    surplus = _surplus(facts)
    ids = sorted(names)

    def waiting(line: QueueLine) -> Waiting:
        starts = past.starts(line.entry_id, line.number)
        return Waiting(
            line.entry_id,
            line.number,
            line.minutes,
            line.rating,
            surplus.get(line.entry_id, 0),
            starts.firsts,
            starts.seconds,
            starts.last_first,
        )

    blocks = list(PairBlock.objects.filter(division=division, low__in=ids, high__in=ids))
    ratings = Entry.objects.filter(division=division, rating__isnull=False).values_list("rating", flat=True)
    rated = [rating for rating in ratings if rating is not None]
    whole = Queue(
        waiting=tuple(waiting(line) for line in lines),
        played=_played(past, frozenset(ids)),
        recent=_recent(division, ids) if division.settings.rolling_recent else {},
        apart=frozenset((block.low_id, block.high_id) for block in blocks if not block.weak),
        better_apart=frozenset((block.low_id, block.high_id) for block in blocks if block.weak),
        middle=median_low(rated) if rated else 0,
        game=len(facts) + 1,
    )
    held = {line.entry_id for line in lines if line.held}
    return LoadedQueue(whole.without(held), whole, names, tuple(playing))


def _surplus(facts: Sequence[GameFact]) -> dict[int, int]:
    """Wins less losses of each player in games that were played."""
    surplus: dict[int, int] = {}
    for fact in facts:
        if fact.kind is ResultKind.PLAYED and fact.second is not None:
            for player, ahead in ((fact.first, fact.half_wins - 1), (fact.second, 1 - fact.half_wins)):
                surplus[player] = surplus.get(player, 0) + ahead
    return surplus


def _played(past: History, ids: frozenset[int]) -> dict[tuple[int, int], int]:
    """Games tonight by (first, second); of those where nobody knows who went first, the lower id stands first."""
    played = {pair: times for pair, times in past.firsts_against.items() if ids >= {*pair}}
    for pair, times in past.unknown_starts.items():
        if ids >= {*pair}:
            played[pair] = played.get(pair, 0) + times
    return played


def _recent(division: Division, ids: Sequence[int]) -> dict[tuple[int, int], int]:
    """How often every two of these entries have played at other events of the club in the last weeks. Two queries."""
    event = division.event
    entries = dict(Entry.objects.filter(pk__in=ids).values_list("player_id", "pk"))
    seats = Seat.objects.filter(
        entry__player__in=list(entries),
        pairing__result__state=Result.State.CONFIRMED,
        pairing__result__kind=ResultKind.PLAYED,
        round__division__event__club=event.club_id,
        round__division__event__what_if_of=None,
        round__division__event__starts_on__range=(event.starts_on - timedelta(days=RECENT_DAYS), event.starts_on),
    ).exclude(round__division__event=event.pk)
    at: dict[int, list[int]] = {}
    for pairing, player in seats.values_list("pairing", "entry__player"):
        at.setdefault(pairing, []).append(entries[player])
    recent: dict[tuple[int, int], int] = {}
    for players in at.values():
        if len(players) == 2:
            pair = (min(players), max(players))
            recent[pair] = recent.get(pair, 0) + 1
    return recent


def queue_runs(round_: Round) -> list[tuple[int, PairingRun]]:
    """The runs that paired the round's games from the queue, by entry. Two queries, one without any."""
    seats = list(Seat.objects.filter(round=round_, pairing__run__isnull=False).values_list("entry", "pairing__run"))
    runs = PairingRun.objects.in_bulk({run for _entry, run in seats}) if seats else {}
    return [(entry, runs[run]) for entry, run in seats]
