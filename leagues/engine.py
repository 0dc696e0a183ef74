"""The table of a league season from the standings of its counting events.

A counting event is one division of an event: a club night, or a round robin played over weeks. Players are known by one
id in all of them. What an event gave a player is a row of the one function of standings; a season's row is the sum of the
rows that count, so that a table can say "the best k of n events" although each game belongs to two players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType

from tournaments.engine.model import DEFAULT_ORDER, EntrySnapshot, GameFact, StandingsRules
from tournaments.engine.standings import TIEBREAKS, StandingsRow, place, standings

_USUAL = StandingsRules()
_NONE: Mapping[int, int | None] = MappingProxyType({})


def additive(order: Iterable[str]) -> bool:
    """Whether only the best events can count: other tie-breaks look at single games, and a game may count for only one of
    its two players."""
    return all(TIEBREAKS[key].additive for key in order)


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How events become a season's table.

    `best`: how many of a player's best events count (None = all). `min_games`: players with fewer games are listed
    without a rank, as are those who never appeared. Points in half wins; `bye_half_wins` as in DivisionSettings. Raises
    ValueError for an order that does not go with `best`.
    """

    order: tuple[str, ...] = DEFAULT_ORDER
    best: int | None = None
    min_games: int = 1
    win_points: int = 2
    tie_points: int = 1
    loss_points: int = 0
    bye_half_wins: int = 2

    def __post_init__(self) -> None:
        if self.best is not None and (self.best < 1 or not additive(self.order)):
            raise ValueError("the best events count from 1 on, and only where sums decide")


@dataclass(frozen=True, slots=True)
class CountingEvent:
    """The games of one counted division and its own settings, of which spreads and caps count here.

    `players`: everybody entered, in the league's division or not.
    """

    id: int
    players: frozenset[int]
    games: tuple[GameFact, ...]
    settings: StandingsRules = _USUAL


@dataclass(frozen=True, slots=True)
class Part:
    """What one event gave a player, and whether it is among those that count."""

    event: int
    row: StandingsRow
    counts: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a season's table. `rank` None: `short` games too few to be ranked, or (`short` 0) never there.

    `row`: the sum of the events that count. `parts`: the events in which the player was entered, in their order.
    """

    player: int
    rank: int | None
    row: StandingsRow
    parts: tuple[Part, ...]
    short: int = 0

    @property
    def appeared(self) -> bool:
        """Whether the player has had any result at all: a game, a bye or a forfeit."""
        return _appeared(self.parts)


def _appeared(parts: Iterable[Part]) -> bool:
    return any(part.row.played + part.row.byes + part.row.forfeits for part in parts)


def season_table(
    players: Sequence[EntrySnapshot],
    events: Sequence[CountingEvent],
    rules: SeasonRules,
    ratings: Mapping[int, int | None] = _NONE,
) -> tuple[Line, ...]:
    """The table of one division of a season, best first, those with too few games at the end, then who never appeared.

    `players` are listed; games against others count for them. Their `number` says who is listed first among equals.
    `ratings`: what is known of others, for orders that look at opponents' ratings.
    """
    people = _everybody(players, events, ratings)
    parts = _parts(people, events, rules)
    rows = {player: _sum(people[player], parts[player]) for player in people}
    played = {player: sum(part.row.played for part in parts[player]) for player in people}
    short = {player.id: max(0, rules.min_games - played[player.id]) for player in players}
    below = {player for player in short if short[player] or not _appeared(parts[player])}
    games = [game for event in events for game in event.games]
    ranked = place(rows, games, rules.order, among=[player for player in short if player not in below])
    lines = [
        Line(item.player, item.rank, replace(rows[item.player], rank=item.rank, values=item.values), parts[item.player])
        for item in ranked
    ]
    waiting = sorted(below, key=lambda who: (not _appeared(parts[who]), short[who], people[who].number))
    return (*lines, *(Line(player, None, rows[player], parts[player], short[player]) for player in waiting))


def _everybody(
    players: Sequence[EntrySnapshot], events: Sequence[CountingEvent], ratings: Mapping[int, int | None]
) -> dict[int, EntrySnapshot]:
    """Players and guests; guests are numbered after them."""
    people = {player.id: player for player in players}
    last = max((player.number for player in players), default=0)
    guests = sorted({player for event in events for player in event.players} - people.keys())
    return people | {
        guest: EntrySnapshot(guest, last + index, ratings.get(guest)) for index, guest in enumerate(guests, start=1)
    }


def _parts(
    people: Mapping[int, EntrySnapshot], events: Sequence[CountingEvent], rules: SeasonRules
) -> dict[int, tuple[Part, ...]]:
    parts: dict[int, list[Part]] = {player: [] for player in people}
    for event in events:
        settings = replace(
            event.settings,
            win_points=rules.win_points,
            tie_points=rules.tie_points,
            loss_points=rules.loss_points,
            bye_half_wins=rules.bye_half_wins,
            order=DEFAULT_ORDER,
        )
        for row in standings([people[player] for player in event.players], event.games, settings):
            parts[row.player.id].append(Part(event.id, row, counts=True))
    return {player: _best(own, rules.best) for player, own in parts.items()}


def _best(parts: Sequence[Part], best: int | None) -> tuple[Part, ...]:
    """The parts, of which the best count: by match points, then spread, then the earlier."""
    if best is None or len(parts) <= best:
        return tuple(parts)
    order = sorted(range(len(parts)), key=lambda index: (-parts[index].row.points, -parts[index].row.spread, index))
    counted = set(order[:best])
    return tuple(replace(part, counts=index in counted) for index, part in enumerate(parts))


_SUMS = (
    *("points", "wins", "losses", "ties", "spread", "full_spread"),
    *("played", "byes", "forfeits", "firsts", "seconds"),
)


def _sum(player: EntrySnapshot, parts: Iterable[Part]) -> StandingsRow:
    rows = [part.row for part in parts if part.counts]
    sums = {name: sum(getattr(row, name) for row in rows) for name in _SUMS}
    opponents = tuple(opponent for row in rows for opponent in row.opponents)
    return StandingsRow(rank=0, player=player, opponents=opponents, **sums)


def players_of(
    divisions: Sequence[int],
    named: Mapping[int, int],
    appearances: Iterable[tuple[int, int]],
    *,
    open_to_all: bool,
) -> dict[int, tuple[int, ...]]:
    """Who is in which division: those `named` (player → division), and in an open season everybody who appeared.

    `appearances`: (player, division) in the order in which they were played; the first decides. Every division has an
    entry, its players in the order in which they were named or appeared.
    """
    home = dict(named)
    if open_to_all:
        for player, division in appearances:
            home.setdefault(player, division)
    return {division: tuple(player for player, own in home.items() if own == division) for division in divisions}


@dataclass(frozen=True, slots=True)
class Standing:
    """A division of a season, for promotion: its table, and how many places it exchanges with the division above."""

    division: int
    lines: tuple[Line, ...]
    exchange: int = 0

    @property
    def ranked(self) -> tuple[Line, ...]:
        """The lines that have a rank: only these go up or down."""
        return tuple(line for line in self.lines if line.rank is not None)


@dataclass(frozen=True, slots=True)
class Zones:
    """How many go up and down from a division; `tied`: players equal to one on the other side of a line."""

    up: int
    down: int
    tied: frozenset[int] = frozenset()


def zones(season: Sequence[Standing]) -> tuple[Zones, ...]:
    """The zones of each division, the top one first.

    As many come down from a division as go up to it, so that sizes are kept: never more than are ranked in either of
    the two, and nobody is in both zones of a division.
    """
    exchanged = [0]
    for above, below in pairwise(season):
        left = len(above.ranked) - exchanged[-1]
        exchanged.append(min(below.exchange, left, len(below.ranked)))
    exchanged.append(0)
    return tuple(
        Zones(up, down, _tied(standing.ranked, up) | _tied(standing.ranked, len(standing.ranked) - down))
        for standing, (up, down) in zip(season, pairwise(exchanged), strict=True)
    )


def _tied(lines: Sequence[Line], cut: int) -> frozenset[int]:
    """Who shares a rank across the line after the first `cut`; nobody where no line is drawn."""
    if not 0 < cut < len(lines) or lines[cut - 1].rank != lines[cut].rank:
        return frozenset()
    return frozenset(line.player for line in lines if line.rank == lines[cut].rank)


@dataclass(frozen=True, slots=True)
class Proposed:
    """Where a player goes in the next season: to a division, by its place from the top (0 first), or None."""

    player: int
    before: int
    after: int | None

    @property
    def move(self) -> str:
        """stay, up, down or out."""
        if self.after is None:
            return "out"
        return move_of(self.before, self.after)


def move_of(before: int | None, after: int | None) -> str:
    """What a change of division (places from the top, None = in none) is called: new, stay, up, down or out."""
    if after is None:
        return "out"
    if before is None:
        return "new"
    return "stay" if after == before else "up" if after < before else "down"


def proposal(season: Sequence[Standing]) -> tuple[Proposed, ...]:
    """The next season's places of everybody in this one, division by division in the order of the tables.

    Ranked players go up, down or stay; those with too few games stay; those who never appeared are proposed not to return.
    """
    proposed = []
    for position, (standing, zone) in enumerate(zip(season, zones(season), strict=True)):
        last = len(standing.ranked) - zone.down
        for index, line in enumerate(standing.lines):
            after: int | None = position
            if line.rank is None:
                after = position if line.appeared else None
            elif index < zone.up:
                after = position - 1
            elif index >= last:
                after = position + 1
            proposed.append(Proposed(line.player, position, after))
    return tuple(proposed)
