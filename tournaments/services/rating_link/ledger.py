"""What an event tells its rating pools. Only games that people played are rated.

The pools are the last locks, taken in the order of their ids. A player's entered rating is brought into the division's
own pool only: the further ones may be on another scale.

Every function may be called again with the same facts; the ledger then stays as it is.
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q
from django.utils.translation import gettext as _

from ratings.engine.registry import rates_places, rates_tables
from ratings.engine.types import RatedGame
from ratings.models import OpeningRating, PlayerRating, RatedEvent, RatedResult, RatingPool
from ratings.services import (
    Opening,
    RatedTable,
    clear_opening_rating,
    finalize_event,
    open_event,
    record_match,
    record_result,
    record_results,
    record_table,
    reopen_event,
    set_opening_ratings,
    void_result,
    void_table,
)
from tournaments.engine import game_scores as tally
from tournaments.models import Division, DivisionPool, Entry, Pairing, Result, ResultKind, Round, Seat


def event_key(division: Division) -> str:
    """The division's key in its pool."""
    return f"division:{division.pk}"


def game_key(pairing_id: int) -> str:
    """A pairing's key in its division's rated event."""
    return f"pairing:{pairing_id}"


def pools_of(division: Division) -> list[RatingPool]:
    """The pools that the division feeds, its own and the further ones, in the order in which they are locked.

    A what-if or a private copy feeds none.
    """
    if division.event.what_if_of_id is not None or division.event.private:
        return []
    chosen = Q(pk=division.rating_pool_id)
    if division.pk is not None:
        chosen |= Q(pk__in=DivisionPool.objects.filter(division=division).values("pool"))
    return list(RatingPool.objects.filter(chosen).order_by("pk"))


def configure(division: Division) -> None:
    """Bring name, date and number of rounds up to date in the pools, once a round is public."""
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
    """Before a round is played: open the rated events, and note what players bring who are new to a pool."""
    _open(division)
    if division.rating_pool is not None:
        _bring(division, division.rating_pool)


def _bring(division: Division, pool: RatingPool) -> None:
    """Ratings of those who are new to the pool, and how many career games players without a rating are known to have."""
    known = PlayerRating.objects.filter(pool=pool).values("player")
    new = Entry.objects.filter(division=division).exclude(player__in=known)
    brought = dict(OpeningRating.objects.filter(pool=pool).values_list("player", "rating"))
    openings = [
        Opening(player, rating or None, games)
        for player, rating, games in new.values_list("player_id", "rating", "career_games")
        if (rating and brought.get(player) is None) or (games is not None and player not in brought)
    ]
    if openings:
        set_opening_ratings(pool=pool, openings=openings)


def correct_opening(entry: Entry, before: int | None, games_before: int | None = None) -> None:
    """The entry's rating was wrong (``before``): mend the opening rating that came from it, while no game was played by it.

    An entry without a rating any more leaves the player none to bring. Another opening rating is not this entry's to
    change: a ratings officer has set it, or another event.
    """
    pool = entry.division.rating_pool
    if pool is None or not before or not _brought(pool, entry, before, games_before):
        return
    if entry.rating:
        set_opening_ratings(pool=pool, openings=[Opening(entry.player_id, entry.rating, entry.career_games)])
    else:
        clear_opening_rating(pool=pool, player=entry.player, reason=_("the player's entry rating was cleared"))


def _brought(pool: RatingPool, entry: Entry, rating: int, games: int | None) -> bool:
    """Whether the pool's opening rating is the one this entry brought, and nobody was paired or rated by it."""
    player = entry.player_id
    mine = OpeningRating.objects.filter(pool=pool, player=player, rating=rating, games=games or entry.career_games)
    played = RatedResult.objects.live().filter(Q(player=player) | Q(opponent=player), event__pool=pool)
    feeding = Q(round__division__rating_pool=pool) | Q(round__division__further_pools__pool=pool)
    public = Seat.objects.filter(feeding, entry__player=player).exclude(round__state=Round.State.DRAFT)
    return mine.exists() and not played.exists() and not public.exists()


def write_result(division: Division, pairing: Pairing, result: Result | None) -> None:
    """Rate the game if it is confirmed as played; take it out of the ratings if it is not any more."""
    events = _find(division)
    if events and len(pairing.seats.all()) > 2:
        for event in events:
            _write_table(event, pairing, result)
        return
    game = _rated_game(pairing, result) if events else None
    if division.settings.best_of > 1:
        _write_meeting(division, events, pairing, game, result)
        return
    for event in events:
        if game is not None:
            record_result(event=event, game=game, source=event_key(division))
        else:
            void_result(
                event=event, game_key=game_key(pairing.pk), reason=_("the result is no longer a confirmed, played game")
            )


def _write_meeting(
    division: Division, events: list[RatedEvent], pairing: Pairing, meeting: RatedGame | None, result: Result | None
) -> None:
    """A meeting of several games: one rated game, or every game of it if the division says so. Won is won: margins are not rated."""
    games = []
    if meeting is not None and result is not None:
        games = _single_games(meeting, result.tally) if division.settings.rate_games else [meeting]
    reason = _("corrected") if games else _("the result is no longer a confirmed, played game")
    for event in events:
        record_match(event=event, key=game_key(pairing.pk), games=games, source=event.key, reason=reason)


def _single_games(meeting: RatedGame, text: str) -> list[RatedGame]:
    """The games of a tally, each 1–0 for who went out."""
    return [
        replace(meeting, key=f"{meeting.key}:{number}", player_score=int(first == 0), opponent_score=int(second == 0))
        for number, (first, second) in enumerate(tally.parse(text), 1)
    ]


def _write_table(event: RatedEvent, pairing: Pairing, result: Result | None) -> None:
    """A table of more than two: by points where the game has points for everybody, else by places."""
    key = game_key(pairing.pk)
    finish = _finish(pairing, result) if rates_tables(event.pool.system) else []
    points = _points(pairing, result) if finish else None
    if sum(map(len, finish)) < 2 or (points is None and not rates_places(event.pool.system)):
        void_table(event=event, key=key, reason=_("the result is no longer a confirmed, played game"))
        return
    table = RatedTable(key=key, round=pairing.round.number, scores=points, places=finish if points is None else None)
    record_table(event=event, table=table, source=event.key)


def _points(pairing: Pairing, result: Result | None) -> dict[int, int] | None:
    """Everybody's points (by player id) at a table whose game has points; None for cards."""
    if result is None or tally.POINTS not in result.tally:
        return None
    found: dict[int, int] = {}
    players = _seated(pairing)
    for game in tally.parse(result.tally):
        for player, points in zip(players, game, strict=True):
            if points is not None:
                found[player] = found.get(player, 0) + points
    return found


def _seated(pairing: Pairing) -> list[int]:
    return [seat.entry.player_id for seat in sorted(pairing.seats.all(), key=lambda seat: seat.position)]


def _finish(pairing: Pairing, result: Result | None) -> list[list[int]]:
    """The players (ids) in order of finish, those who share a place together; none while nothing is confirmed."""
    if result is None or result.state != Result.State.CONFIRMED or result.kind != ResultKind.PLAYED:
        return []
    players = _seated(pairing)
    places = tally.places(tally.parse(result.tally), cards=tally.POINTS not in result.tally)
    return [[players[seat] for seat in tied] for tied in places]


def _rated_game(pairing: Pairing, result: Result | None) -> RatedGame | None:
    if result is None:
        return None
    return _game_of(pairing, result, _seated(pairing))


def _game_of(pairing: Pairing, result: Result, players: Sequence[int]) -> RatedGame | None:
    if result.state != Result.State.CONFIRMED or result.kind != ResultKind.PLAYED:
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
    )


def write_all(division: Division) -> None:
    """Rate every confirmed game of a division of games of two at once, as after an import. A few queries, whatever their number."""
    seats: dict[int, list[int]] = {}
    placed = Seat.objects.filter(round__division=division).order_by("pairing", "position")
    for pairing, player in placed.values_list("pairing_id", "entry__player_id"):
        seats.setdefault(pairing, []).append(player)
    results = Result.objects.filter(pairing__round__division=division).select_related("pairing__round")
    games = [
        game
        for result in results.order_by("pairing__round__number", "pairing")
        if (game := _game_of(result.pairing, result, seats[result.pairing_id])) is not None
    ]
    for event in _find(division) if games else ():
        record_results(event=event, games=games, source=event_key(division))


def finalize(division: Division) -> None:
    """Let the division count for the official lists."""
    for event in _find(division):
        finalize_event(event=event)


def reopen(division: Division) -> None:
    """Take the division out of the official lists until it is finished again."""
    for event in _find(division):
        reopen_event(event=event)


def _find(division: Division) -> list[RatedEvent]:
    """The division's rated events, in the order in which their pools are locked."""
    return list(RatedEvent.objects.filter(pool__in=pools_of(division), key=event_key(division)).order_by("pool"))
