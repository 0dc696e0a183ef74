"""All divisions of an event at a glance: for the event's page, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Division, Event, Pairing, Result, Round
from tournaments.queries.next_games import rounds_in_play
from tournaments.queries.podium import Place, podiums_of
from tournaments.queries.public_standings import public_standings_of
from tournaments.queries.queue import QueueView, queue_view
from tournaments.queries.standings import StandingsLine


@dataclass(frozen=True, slots=True)
class DivisionOverview:
    """A division with its public rounds, the one in play (``current``) with its progress, and the head of its standings.

    ``queue``: of a division with rolling pairing, while its event is not finished; ``podium``: once it is.
    """

    division: Division
    entry_count: int
    rounds: list[Round]
    games: int
    games_confirmed: int
    top: list[StandingsLine]
    current: Round | None
    queue: QueueView | None = None
    podium: Sequence[Place] = ()


def overview_of(event: Event, *, top: int = 5) -> list[DivisionOverview]:
    """The event's divisions in order, with the first ``top`` places of each once a game is over.

    Six queries and those of the standings, and four for each queue; those of the podiums once the event is finished.
    """
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT).order_by("number"):
        rounds[round_.division_id].append(round_)
    loaded = Division.objects.select_related("lexicon_version__lexicon", "rating_pool")
    divisions = list(loaded.filter(event=event).order_by("position", "pk"))
    standings = public_standings_of(event, divisions)
    playing = rounds_in_play(event)
    finished = event.state == Event.State.FINISHED
    podiums = podiums_of(divisions, standings) if finished else {}
    progress = _progress(playing.values())
    return [
        DivisionOverview(
            division,
            len(standings[division.pk]),
            rounds[division.pk],
            *progress.get(playing[division.pk].pk if division.pk in playing else 0, (0, 0)),
            _leaders(standings[division.pk])[:top],
            playing.get(division.pk),
            queue_view(division) if division.settings.rolling and not finished else None,
            podiums.get(division.pk, ()),
        )
        for division in divisions
    ]


def _leaders(lines: list[StandingsLine]) -> list[StandingsLine]:
    """The standings; none before the first game is over, when everybody would lead."""
    return lines if any(line.row.played or line.row.forfeits for line in lines) else []


def _progress(rounds: Iterable[Round]) -> dict[int, tuple[int, int]]:
    """How many games each round has, and how many of them are confirmed. One query."""
    games = Pairing.objects.filter(round__in=list(rounds), kind=Pairing.Kind.GAME).order_by()
    confirmed = Count("pk", filter=Q(result__state=Result.State.CONFIRMED))
    counted = games.values("round").annotate(games=Count("pk"), confirmed=confirmed)
    return {pk: (total, confirmed) for pk, total, confirmed in counted.values_list("round", "games", "confirmed")}
