"""What a correction of a result changes: standings, prizes and ratings, before and after; and rounds paired with it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import User
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatedResult
from ratings.services.compute import ListMoves, Supposed, preview_ratings
from ratings.services.ledger import game_of
from tournaments.access import loaded_pairings
from tournaments.engine.model import ResultKind
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Event, Pairing, Round
from tournaments.queries.prizes import AwardLine, prize_list
from tournaments.queries.standings import StandingsLine, standings_of
from tournaments.services.rating_link import ledger
from tournaments.services.results.results import rule_result

#: A preview writes nothing, but a ruling needs a reason.
_NO_REASON = "-"


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player whose line in the standings would change; ``(place, wins, losses, spread)`` before and after."""

    name: str
    before: tuple[int, float, float, int]
    after: tuple[int, float, float, int]

    @property
    def both(self) -> tuple[tuple[int, float, float, int], ...]:
        """Before and after, for a table."""
        return self.before, self.after


@dataclass(frozen=True, slots=True)
class PrizeMove:
    """A prize that would have other winners."""

    name: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """Everything that a correction would change. ``ratings``: players by rating list, official ratings and live ones."""

    places: tuple[PlaceMove, ...]
    prizes: tuple[PrizeMove, ...]
    ratings: tuple[ListMoves, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing would change."""
        return not (self.places or self.prizes or self.ratings)


def preview_correction(*, actor: User, pairing: Pairing, result: ResultInput) -> Correction:
    """What would change if ``rule_result`` recorded this result. Nothing is stored.

    The ruling is made and rolled back in one transaction, so that the preview follows its rules exactly.
    Ratings are computed afterwards, without a lock. Raises as ``rule_result``.
    """
    division = pairing.round.division
    with transaction.atomic():
        standings, prizes = standings_of(division), prize_list(division.event).awards
        rule_result(actor=actor, pairing_id=pairing.pk, data=RulingInput(result=result, reason=_NO_REASON))
        places = _place_moves(standings, standings_of(division))
        awards = _prize_moves(prizes, prize_list(division.event).awards)
        supposed = [
            Supposed(event.pool, games_of(event), event.date, event.rounds, event)
            for event in ledger.rated_events(division)
        ]
        transaction.set_rollback(True)
    ratings = [one for each in supposed for one in preview_ratings(each)]
    return Correction(places, awards, tuple(ratings))


def games_of(event: RatedEvent) -> list[RatedGame]:
    """The games of a rated event, as they stand in the ledger. One query."""
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
    return tuple(PrizeMove(name, old[prize], new[prize]) for prize, name in names.items() if old[prize] != new[prize])


def _winners(awards: Sequence[AwardLine]) -> Mapping[int, tuple[str, ...]]:
    winners: defaultdict[int, tuple[str, ...]] = defaultdict(tuple)
    for line in awards:
        winners[line.prize.pk] += tuple(winner.name for winner in line.winners)
    return winners


def correction_effects(*, pairing_id: int) -> list[str]:
    """Sentences for the confirmation page: what a correction of this result changes, and what it does not."""
    pairing = loaded_pairings().get(pk=pairing_id)
    division, number = pairing.round.division, pairing.round.number
    texts = [_("The standings after round %(number)d and later change at once.") % {"number": number}]
    later = Round.objects.filter(division=division, number__gt=number).select_related("run").order_by("number")
    texts += [_about_round(round_, pairing) for round_ in later]
    if division.rating_pool_id is not None and pairing.kind == Pairing.Kind.GAME:
        texts.append(_("The ratings of this division are recomputed."))
    if division.event.state == Event.State.FINISHED:
        texts.append(_("The event stays finished and its ratings official; they will reflect the correction shortly."))
    return texts


def _about_round(round_: Round, pairing: Pairing) -> str:
    values = {"number": round_.number}
    if round_.state == Round.State.DRAFT:
        return _("Round %(number)d is a draft; pair it again so that it uses the corrected result.") % values
    if _used_in(round_, pairing):
        return _("Round %(number)d was paired using the old result; its pairings stay.") % values
    return _("Round %(number)d was paired before this result was known; its pairings stay.") % values


def _used_in(round_: Round, pairing: Pairing) -> bool:
    """Whether the round's stored snapshot holds a result of this pairing."""
    if round_.run is None:
        return False
    first = next(seat.entry_id for seat in pairing.seats.all() if seat.position == 1)
    games = round_.run.snapshot.get("games", [])
    return any(row[0] == pairing.round.number and row[1] == first and row[5] != ResultKind.PENDING for row in games)
