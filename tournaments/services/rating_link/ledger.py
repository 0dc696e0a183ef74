"""What an event sends to its rating pools. Only games that were really played are rated.

The pools are the last locks, taken in the order of their ids. The rating of an entry becomes a starting rating in the
division's own pool only: the others may use another scale.

Every function may be called again with the same facts; the ledger then stays as it is.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from ratings.engine.registry import rates_places, rates_tables
from ratings.engine.types import RatedGame
from ratings.models import OpeningRating, PlayerRating, RatedEvent, RatedResult, RatingPool
from ratings.services.ledger import finalize_event, open_event, rate_game, record_results, reopen_event
from ratings.services.openings import Opening, clear_opening_rating, set_opening_ratings
from ratings.services.tables import RatedTable, record_match, record_table, void_table
from tournaments.engine import game_scores as tally
from tournaments.models import Division, DivisionPool, Entry, Event, Pairing, Result, ResultKind, Round, Seat
from tournaments.queries.results import winning_seat

_DIVISION: Final = "division:"


def event_key(division: Division) -> str:
    """The division's key in its pool."""
    return f"{_DIVISION}{division.pk}"


def touch_rated_events(keys: Collection[str]) -> None:
    """Raise the versions of the public events with these keys, whose standings and cards show what they do to the ratings.

    The figures of those that are finished are checked again within minutes (``request_stale_checks``).
    """
    divisions = [int(key.removeprefix(_DIVISION)) for key in keys if key.startswith(_DIVISION)]
    shown = Event.objects.filter(divisions__in=divisions).exclude(state=Event.State.DRAFT)
    Event.objects.filter(pk__in=shown.values("pk")).update(version=F("version") + 1)


def game_key(pairing_id: int) -> str:
    """A pairing's key in its division's rated event."""
    return f"pairing:{pairing_id}"


def pools_of(division: Division) -> list[RatingPool]:
    """The pools that the division feeds, its own and others, in the order in which they are locked.

    A test copy or a private copy feeds none.
    """
    return list(_fed_by(division).order_by("pk"))


def _fed_by(division: Division) -> QuerySet[RatingPool]:
    if division.event.what_if_of_id is not None or division.event.private:
        return RatingPool.objects.none()
    chosen = Q(pk=division.rating_pool_id)
    if division.pk is not None:
        chosen |= Q(pk__in=DivisionPool.objects.filter(division=division).values("pool"))
    return RatingPool.objects.filter(chosen)


def configure(division: Division) -> None:
    """Update name, date and number of rounds in the pools, once a round is public."""
    if Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).exists():
        _open(division)


def _open(division: Division) -> list[RatedEvent]:
    event = division.event
    name = event.name if division.name == "A" else f"{event.name} · {division.name}"
    return [
        open_event(
            pool=pool, key=event_key(division), name=name, date=event.starts_on, rounds=division.settings.rounds_planned
        )
        for pool in pools_of(division)
    ]


def start(division: Division) -> None:
    """Before a round is played: open the rated events, and store starting ratings of players who are new to the pool."""
    _open(division)
    if division.rating_pool is not None:
        _store_openings(division, division.rating_pool)


def _store_openings(division: Division, pool: RatingPool) -> None:
    """Starting ratings of players who are new to the pool, and the career games of those who come without a rating."""
    rated = PlayerRating.objects.filter(pool=pool).values("player")
    new = Entry.objects.filter(division=division).exclude(player__in=rated)
    stored = dict(OpeningRating.objects.filter(pool=pool).values_list("player", "rating"))
    openings = [
        Opening(player, rating or None, games)
        for player, rating, games in new.values_list("player_id", "rating", "career_games")
        if (rating and stored.get(player) is None) or (games is not None and player not in stored)
    ]
    if openings:
        set_opening_ratings(pool=pool, openings=openings)


def correct_opening(entry: Entry, before: int | None, games_before: int | None = None) -> None:
    """The entry's rating was wrong (``before``): correct the starting rating that came from it, while nobody has used it.

    If the entry has no rating now, the starting rating is cleared. A starting rating set by a ratings officer or by another
    event is not changed.
    """
    pool = entry.division.rating_pool
    if pool is None or not before or not _is_unused_opening(pool, entry, before, games_before):
        return
    if entry.rating:
        set_opening_ratings(pool=pool, openings=[Opening(entry.player_id, entry.rating, entry.career_games)])
    else:
        clear_opening_rating(pool=pool, player=entry.player, reason=_("the player's rating in the event was cleared"))


def _is_unused_opening(pool: RatingPool, entry: Entry, rating: int, games: int | None) -> bool:
    """Whether the pool's starting rating of the player is this entry's, and nobody was paired or rated by it."""
    player = entry.player_id
    own = OpeningRating.objects.filter(pool=pool, player=player, rating=rating, games=games or entry.career_games)
    rated = RatedResult.objects.live().filter(Q(player=player) | Q(opponent=player), event__pool=pool)
    feeding = Q(round__division__rating_pool=pool) | Q(round__division__further_pools__pool=pool)
    paired = Seat.objects.filter(feeding, entry__player=player).exclude(round__state=Round.State.DRAFT)
    return own.exists() and not rated.exists() and not paired.exists()


def write_result(division: Division, pairing: Pairing, result: Result | None) -> None:
    """Rate the game if it is confirmed as played; take it out of the ratings if it no longer is."""
    seats = len(pairing.seats.all())
    if seats <= 2 and division.settings.best_of == 1:
        rate_game(
            events=_events_of(division),
            key=game_key(pairing.pk),
            game=_rated_game(pairing, result, _seated(pairing)),
            source=event_key(division),
            reason=_no_longer_played(),
        )
        return
    for event in rated_events(division):
        if seats > 2:
            _write_table(event, pairing, result)
        else:
            _write_match(event, division, pairing, result)


def _no_longer_played() -> str:
    return _("the game no longer has a confirmed, played result")


def _write_match(event: RatedEvent, division: Division, pairing: Pairing, result: Result | None) -> None:
    """A match of several games: one rated game, or each of its games if the division says so. Margins are not rated."""
    match = _rated_game(pairing, result, _seated(pairing))
    games = []
    if match is not None and result is not None:
        games = _single_games(match, result.tally) if division.settings.rate_games else [match]
    reason = _("corrected") if games else _no_longer_played()
    record_match(event=event, key=game_key(pairing.pk), games=games, source=event.key, reason=reason)


def _single_games(match: RatedGame, text: str) -> list[RatedGame]:
    """The games of a tally, each 1–0 for the player who went out."""
    return [
        replace(match, key=f"{match.key}:{number}", player_score=int(first == 0), opponent_score=int(second == 0))
        for number, (first, second) in enumerate(tally.parse(text), 1)
    ]


def _write_table(event: RatedEvent, pairing: Pairing, result: Result | None) -> None:
    """A table of more than two: by points where every player of the game has points, else by places."""
    key = game_key(pairing.pk)
    places = _places(pairing, result) if rates_tables(event.pool.system) else []
    points = _points(pairing, result) if places else None
    if sum(map(len, places)) < 2 or (points is None and not rates_places(event.pool.system)):
        void_table(event=event, key=key, reason=_no_longer_played())
        return
    winner = _tie_winner(pairing, result)
    of_table = {"scores": points, "winner": winner} if points is not None else {"places": places}
    table = RatedTable(key=key, round=pairing.round.number, **of_table)
    record_table(event=event, table=table, source=event.key)


def _points(pairing: Pairing, result: Result | None) -> dict[int, int] | None:
    """The points at a table, by player (id), where the game has points; None for cards."""
    if result is None or tally.POINTS not in result.tally:
        return None
    total: Counter[int] = Counter()
    for game in tally.parse(result.tally):
        for player, points in zip(_seated(pairing), game, strict=True):
            if points is not None:
                total[player] += points
    return dict(total)


def _tie_winner(pairing: Pairing, result: Result | None) -> int | None:
    """The player (id) who won equal best points at a table."""
    seat = winning_seat(result.led_before) if result is not None else None
    return None if seat is None else _seated(pairing)[seat]


def _seated(pairing: Pairing) -> list[int]:
    return [seat.entry.player_id for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]


def _is_played(result: Result) -> bool:
    return result.state == Result.State.CONFIRMED and result.kind == ResultKind.PLAYED


def _places(pairing: Pairing, result: Result | None) -> list[list[int]]:
    """The players (ids) place by place; none while nothing is confirmed."""
    if result is None or not _is_played(result):
        return []
    players = _seated(pairing)
    winner = winning_seat(result.led_before)
    places = tally.places(tally.parse(result.tally), cards=tally.POINTS not in result.tally, winner=winner)
    return [[players[seat] for seat in tied] for tied in places]


def _rated_game(pairing: Pairing, result: Result | None, players: Sequence[int]) -> RatedGame | None:
    """The game of two as ratings take it; None if it is not confirmed as played."""
    if result is None or not _is_played(result):
        return None
    if len(players) != 2 or result.first_score is None or result.second_score is None:
        return None
    return RatedGame(
        key=game_key(pairing.pk),
        round=pairing.round.number,
        player=players[0],
        opponent=players[1],
        player_score=result.first_score,
        opponent_score=result.second_score,
        first_known=pairing.starter_known,
        tie_won_by={"first": "player", "second": "opponent"}.get(result.led_before, ""),
    )


def write_all(division: Division) -> None:
    """Rate every confirmed game of a division of two-player games at once, as after an import. A few queries, however many games."""
    players: defaultdict[int, list[int]] = defaultdict(list)
    seats = Seat.objects.filter(round__division=division).order_by("pairing", "position")
    for pairing, player in seats.values_list("pairing_id", "entry__player_id"):
        players[pairing].append(player)
    results = Result.objects.filter(pairing__round__division=division).select_related("pairing__round")
    games = [
        game
        for result in results.order_by("pairing__round__number", "pairing")
        if (game := _rated_game(result.pairing, result, players[result.pairing_id])) is not None
    ]
    for event in rated_events(division) if games else ():
        record_results(event=event, games=games, source=event_key(division))


def finalize(division: Division) -> None:
    """Let the division count for published lists."""
    for event in rated_events(division):
        finalize_event(event=event)


def reopen(division: Division) -> None:
    """Take the division out of published lists until it is finished again."""
    for event in rated_events(division):
        reopen_event(event=event)


def rated_events(division: Division) -> list[RatedEvent]:
    """The division's rated events with their pools, in the order in which these are locked. One query."""
    return list(_events_of(division).select_related("pool").order_by("pool_id"))


def _events_of(division: Division) -> QuerySet[RatedEvent]:
    return RatedEvent.objects.filter(pool__in=_fed_by(division), key=event_key(division))
