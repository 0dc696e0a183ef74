"""What an event tells its rating pool. Only games that were played by two people are rated; the pool is the last lock.

Every function may be called again with the same facts; the ledger then stays as it is.
"""

from django.db.models import Q
from django.utils.translation import gettext as _

from ratings.engine.types import RatedGame
from ratings.models import OpeningRating, PlayerRating, RatedEvent, RatedResult
from ratings.services import (
    Opening,
    finalize_event,
    open_event,
    record_result,
    reopen_event,
    set_opening_ratings,
    void_result,
)
from tournaments.models import Division, Entry, Pairing, Result, ResultKind, Round, Seat


def event_key(division: Division) -> str:
    """The division's key in its pool."""
    return f"division:{division.pk}"


def game_key(pairing_id: int) -> str:
    """A pairing's key in its division's rated event."""
    return f"pairing:{pairing_id}"


def configure(division: Division) -> None:
    """Bring name, date and number of rounds up to date in the pool, once a round is public."""
    if division.rating_pool and Round.objects.filter(division=division).exclude(state=Round.State.DRAFT).exists():
        _open(division)


def _open(division: Division) -> RatedEvent | None:
    if division.rating_pool is None:
        return None
    event = division.event
    name = event.name if division.name == "A" else f"{event.name} · {division.name}"
    return open_event(
        pool=division.rating_pool,
        key=event_key(division),
        name=name,
        date=event.starts_on,
        rounds=division.rounds_planned,
    )


def start(division: Division) -> None:
    """Before a round is played: open the rated event, and note what players bring who are new to the pool."""
    pool = division.rating_pool
    if pool is None:
        return
    _open(division)
    rated = PlayerRating.objects.filter(pool=pool).values("player")
    opened = OpeningRating.objects.filter(pool=pool).values("player")
    newcomers = (
        Entry.objects.filter(division=division, rating__isnull=False)
        .exclude(player__in=rated)
        .exclude(player__in=opened)
    )
    rows = newcomers.values_list("player_id", "rating", "career_games")
    openings = [Opening(player, rating, games) for player, rating, games in rows if rating]
    if openings:
        set_opening_ratings(pool=pool, openings=openings)


def correct_opening(entry: Entry, before: int | None) -> None:
    """The entry's rating was wrong (``before``): mend the opening rating that came from it, while no game was played by it.

    Another opening rating is not this entry's to change: a ratings officer has set it, or another event.
    """
    pool = entry.division.rating_pool
    if pool is None or not before or not entry.rating:
        return
    player = entry.player_id
    mine = OpeningRating.objects.filter(pool=pool, player=player, rating=before, games=entry.career_games)
    played = RatedResult.objects.live().filter(Q(player=player) | Q(opponent=player), event__pool=pool)
    public = Seat.objects.filter(entry__player=player, round__division__rating_pool=pool)
    public = public.exclude(round__state=Round.State.DRAFT)
    if mine.exists() and not played.exists() and not public.exists():
        set_opening_ratings(pool=pool, openings=[Opening(player, entry.rating, entry.career_games)])


def write_result(division: Division, pairing: Pairing, result: Result | None) -> None:
    """Rate the game if it is confirmed as played; take it out of the ratings if it is not any more."""
    event = _find(division)
    if event is None:
        return
    game = _rated_game(pairing, result)
    if game is not None:
        record_result(event=event, game=game, source=event_key(division))
    else:
        void_result(
            event=event, game_key=game_key(pairing.pk), reason=_("the result is open or not a played game any more")
        )


def _rated_game(pairing: Pairing, result: Result | None) -> RatedGame | None:
    if result is None or result.state != Result.State.CONFIRMED or result.kind != ResultKind.PLAYED:
        return None
    players = list(Seat.objects.filter(pairing=pairing).order_by("position").values_list("entry__player_id", flat=True))
    if len(players) != 2 or result.first_score is None or result.second_score is None:
        return None
    return RatedGame(
        key=game_key(pairing.pk),
        round=pairing.round.number,
        player=players[0],
        opponent=players[1],
        player_score=result.first_score,
        opponent_score=result.second_score,
    )


def finalize(division: Division) -> None:
    """Let the division count for the official list."""
    if (event := _find(division)) is not None:
        finalize_event(event=event)


def reopen(division: Division) -> None:
    """Take the division out of the official list until it is finished again."""
    if (event := _find(division)) is not None:
        reopen_event(event=event)


def _find(division: Division) -> RatedEvent | None:
    if division.rating_pool is None:
        return None
    return RatedEvent.objects.filter(pool=division.rating_pool, key=event_key(division)).first()
