"""Scorecards: a player's whole event on a sheet of paper, filled in as far as it has been played."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Division, Entry
from tournaments.queries.results import CardLine, player_cards


@dataclass(frozen=True, slots=True)
class CardRow:
    """A row of the card: a game or bye of the round, or an empty row to write on."""

    round: int
    line: CardLine | None


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A player's card with a row for every round that is planned or was played."""

    entry: Entry
    rows: Sequence[CardRow]


def scorecards(division: Division, entries: Iterable[Entry]) -> list[Scorecard]:
    """The cards of these players of a division. One query."""
    players = list(entries)
    for entry in players:
        entry.division = division
    return [_card_of(division, entry, lines) for entry, lines in player_cards(players)]


def _card_of(division: Division, entry: Entry, lines: Sequence[CardLine]) -> Scorecard:
    by_round: dict[int, list[CardLine]] = defaultdict(list)
    for line in lines:
        by_round[line.round].append(line)
    last = max([division.settings.rounds_planned, *by_round])
    rows = [
        CardRow(number, line)
        for number in range(1, last + 1)
        for line in (by_round.get(number) or [None])  # type: ignore[list-item]  # None: nothing played yet
    ]
    return Scorecard(entry, rows)
