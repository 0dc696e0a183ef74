"""Who is still in reach of the prizes that are not for final places."""

from dataclasses import dataclass

from tournaments.engine.contention import State
from tournaments.engine.prizes.reach import Coming, PrizeReach, Value, reach_all
from tournaments.models import Division, Entry, Event, EventPrize
from tournaments.queries.contention import most_spread
from tournaments.queries.prizes import AwardLine, PrizeList, Winner, prize_list


@dataclass(frozen=True, slots=True)
class ReachLine:
    """One player who can still win a prize. ``number``: what is needed, as the kind of prize words it; None: nothing can be said."""

    name: str
    division: str
    certain: bool
    number: Value | None


@dataclass(frozen=True, slots=True)
class Reached:
    """Who can still win a prize. ``winners``: as the results stand; ``out``: how many cannot win it any more.

    ``begun``: a game that counts for it is over.
    """

    prize: EventPrize
    winners: tuple[Winner, ...]
    decided: bool
    proved: bool
    players: tuple[ReachLine, ...]
    out: int
    begun: bool


def prize_reach(event: Event) -> tuple[PrizeList, tuple[Reached, ...]]:
    """The prizes that are not for final places, as they are read out. Two queries more than ``prize_list``."""
    listed = prize_list(event)
    divisions = {str(one.pk): one for one in Division.objects.filter(event=event)}
    coming = {key: Coming(_games_a_round(one), most_spread(one)) for key, one in divisions.items()}
    names = {
        pk: (name, division)
        for pk, name, division in Entry.objects.filter(division__event=event).values_list(
            "pk", "name", "division__name"
        )
    }
    lines = {line.prize.pk: line for line in listed.awards}
    return listed, tuple(
        _reached(one, lines[one.award.prize.key], names) for one in reach_all(listed.facts, listed.values, coming)
    )


def _games_a_round(division: Division) -> int:
    settings = division.settings
    return 1 if settings.table_size == 2 else settings.best_of * (settings.table_size - 1)


def _reached(one: PrizeReach, line: AwardLine, names: dict[int, tuple[str, str]]) -> Reached:
    players = tuple(ReachLine(*names[row.player], row.state is State.WON, row.number) for row in one.players)
    return Reached(line.prize, line.winners, one.decided, one.proved, players, one.out, line.begun)
