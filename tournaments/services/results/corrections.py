"""What a correction of a result would change: standings, prizes and official ratings, before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from clubs.models import User
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatedResult
from ratings.services import RatingMove, preview_ratings
from ratings.services.ledger import game_of
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing
from tournaments.queries.prizes import AwardLine, prize_list
from tournaments.queries.standings import StandingsLine, standings_of
from tournaments.services.rating_link import ledger
from tournaments.services.results.results import rule_result

#: Stands for the reason while nothing is written.
_NO_REASON = "-"


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player whose line of the standings would be another one; ``(place, wins, losses, spread)`` before and after."""

    name: str
    before: tuple[int, float, float, int]
    after: tuple[int, float, float, int]

    @property
    def both(self) -> tuple[tuple[int, float, float, int], ...]:
        """Before and after, in the order of a table."""
        return self.before, self.after


@dataclass(frozen=True, slots=True)
class PrizeMove:
    """A prize that others would win."""

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """Everything that a correction would change. ``ratings``: rating list → players; of a finished event only."""

    places: tuple[PlaceMove, ...]
    prizes: tuple[PrizeMove, ...]
    ratings: tuple[tuple[str, tuple[RatingMove, ...]], ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.places or self.prizes or self.ratings)


def preview_correction(*, actor: User, pairing: Pairing, result: ResultInput) -> Correction:
    """What would change if ``rule_result`` recorded this result. Nothing is stored.

    The ruling is made and taken back in one transaction, so that the preview follows the same rules as the ruling.
    Ratings are computed afterwards, without a lock. Raises what ``rule_result`` raises.
    """
    division = pairing.round.division
    with transaction.atomic():
        standings, prizes = standings_of(division), prize_list(division.event).awards
        rule_result(actor=actor, pairing_id=pairing.pk, data=RulingInput(result=result, reason=_NO_REASON))
        places = _place_moves(standings, standings_of(division))
        awards = _prize_moves(prizes, prize_list(division.event).awards)
        supposed = [(event, _games(event)) for event in _final_events(pairing)]
        transaction.set_rollback(True)
    ratings = [(event.pool.name, tuple(preview_ratings(event=event, games=games))) for event, games in supposed]
    return Correction(places, awards, tuple((name, moves) for name, moves in ratings if moves))


def _final_events(pairing: Pairing) -> list[RatedEvent]:
    """The rated events of the division that count for official lists."""
    division = pairing.round.division
    if division.event.state != Event.State.FINISHED:
        return []
    found = RatedEvent.objects.filter(pool__in=ledger.pools_of(division), key=ledger.event_key(division), final=True)
    return list(found.select_related("pool").order_by("pool"))


def _games(event: RatedEvent) -> list[RatedGame]:
    rows = RatedResult.objects.live().filter(event=event).order_by("game_key")
    return [game for row in rows if (game := game_of(row)) is not None]


def _place_moves(before: Sequence[StandingsLine], after: Sequence[StandingsLine]) -> tuple[PlaceMove, ...]:
    old = {line.entry_id: _place(line) for line in before}
    return tuple(
        PlaceMove(line.name, old[line.entry_id], _place(line)) for line in after if old[line.entry_id] != _place(line)
    )


def _place(line: StandingsLine) -> tuple[int, float, float, int]:
    return line.row.rank, line.row.wins, line.row.losses, line.row.spread


def _prize_moves(before: Sequence[AwardLine], after: Sequence[AwardLine]) -> tuple[PrizeMove, ...]:
    old, new = _winners(before), _winners(after)
    names = {line.prize.pk: line.prize.name for line in (*before, *after)}
    return tuple(
        PrizeMove(name, old.get(prize, ()), new.get(prize, ()))
        for prize, name in names.items()
        if old.get(prize, ()) != new.get(prize, ())
    )


def _winners(awards: Sequence[AwardLine]) -> Mapping[int, tuple[str, ...]]:
    found: dict[int, tuple[str, ...]] = {}
    for line in awards:
        found[line.prize.pk] = found.get(line.prize.pk, ()) + tuple(one.name for one in line.winners)
    return found
