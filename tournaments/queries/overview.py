"""All divisions of an event at a glance: for the event's page, in a fixed number of queries."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.engine.standings import standings
from tournaments.models import Division, Entry, Event, Result, Round, Seat
from tournaments.queries.events import divisions_of
from tournaments.queries.results import facts_of_line
from tournaments.queries.rounds import PairingLine, pairing_lines
from tournaments.queries.snapshot import candidate_of, seeded, settings_of
from tournaments.queries.standings import StandingsLine, line_of


@dataclass(frozen=True, slots=True)
class DivisionOverview:
    """A division with its public rounds, the last one's progress, and the head of its standings."""

    division: Division
    entry_count: int
    rounds: list[Round]
    games: int
    games_confirmed: int
    top: list[StandingsLine]

    @property
    def current(self) -> Round | None:
        """The latest public round."""
        return self.rounds[-1] if self.rounds else None


def overview_of(event: Event, *, top: int = 5) -> list[DivisionOverview]:
    """The event's divisions in order, with the first ``top`` places of each. Four queries, whatever the size."""
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in Round.objects.filter(division__event=event).exclude(state=Round.State.DRAFT).order_by("number"):
        rounds[round_.division_id].append(round_)
    entries: dict[int, list[Entry]] = defaultdict(list)
    division_of: dict[int, int] = {}
    for entry in Entry.objects.filter(division__event=event).order_by("number"):
        entries[entry.division_id].append(entry)
        division_of[entry.pk] = entry.division_id
    lines: dict[int, list[PairingLine]] = defaultdict(list)
    for line in pairing_lines(
        Seat.objects.filter(round__division__event=event).exclude(round__state=Round.State.DRAFT)
    ):
        lines[division_of[line.first.entry_id]].append(line)
    return [
        _overview(division, entries[division.pk], rounds[division.pk], lines[division.pk], top)
        for division in divisions_of(event)
    ]


def _overview(
    division: Division, entries: list[Entry], rounds: list[Round], lines: list[PairingLine], top: int
) -> DivisionOverview:
    now = [line for line in lines if line.second and rounds and line.round == rounds[-1].number]
    return DivisionOverview(
        division=division,
        entry_count=len(entries),
        rounds=rounds,
        games=len(now),
        games_confirmed=sum(line.state == Result.State.CONFIRMED for line in now),
        top=_standings(division, entries, lines)[:top],
    )


def _standings(division: Division, entries: list[Entry], lines: list[PairingLine]) -> list[StandingsLine]:
    known = {entry.pk: entry for entry in entries}
    players = seeded((candidate_of(entry), entry.withdrawn_after is None) for entry in entries)
    rows = standings(players, [fact for line in lines for fact in facts_of_line(line)], settings_of(division))
    return [line_of(row, known[row.player.id]) for row in rows]
