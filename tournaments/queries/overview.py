"""All divisions of an event at a glance: for the event's page, in a fixed number of queries."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.models import Division, Event, Pairing, Result, Round
from tournaments.queries.at_version import at_version
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

    Two queries; five and those of the standings for a new version of the event; four for each queue; those of the podiums once
    the event is finished.
    """
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT).order_by("number"):
        rounds[round_.division_id].append(round_)
    loaded = Division.objects.select_related("lexicon_version__lexicon", "rating_pool")
    divisions = list(loaded.filter(event=event).order_by("position", "pk"))
    standings = public_standings_of(event, divisions)
    playing = at_version(event, "in_play", lambda: _in_play(event))
    finished = event.state == Event.State.FINISHED
    podiums = podiums_of(divisions, standings) if finished else {}
    overviews = []
    for division in divisions:
        number, games, confirmed = playing.get(division.pk, (0, 0, 0))
        overviews.append(
            DivisionOverview(
                division,
                len(standings[division.pk]),
                rounds[division.pk],
                games,
                confirmed,
                _leaders(standings[division.pk])[:top],
                next((round_ for round_ in rounds[division.pk] if round_.number == number), None),
                queue_view(division) if division.settings.rolling and not finished else None,
                podiums.get(division.pk, ()),
            )
        )
    return overviews


def _in_play(event: Event) -> dict[int, tuple[int, int, int]]:
    """By division, the number of the round in play, its games, and those confirmed. Four queries."""
    rounds = rounds_in_play(event)
    progress = _progress(rounds.values())
    return {pk: (round_.number, *progress.get(round_.pk, (0, 0))) for pk, round_ in rounds.items()}


def _leaders(lines: list[StandingsLine]) -> list[StandingsLine]:
    """The standings; none before the first game is over, when everybody would lead."""
    return lines if any(line.row.played or line.row.forfeits for line in lines) else []


def _progress(rounds: Iterable[Round]) -> dict[int, tuple[int, int]]:
    """How many games each round has, and how many of them are confirmed. One query."""
    games = Pairing.objects.filter(round__in=list(rounds), kind=Pairing.Kind.GAME).order_by()
    confirmed = Count("pk", filter=Q(result__state=Result.State.CONFIRMED))
    counted = games.values("round").annotate(games=Count("pk"), confirmed=confirmed)
    return {pk: (total, confirmed) for pk, total, confirmed in counted.values_list("round", "games", "confirmed")}
