"""Team events: the matches of teams as their boards make them, and the teams in order.

A match goes to the team with more points on the boards; a match won gives 2 match points, a tied one 1, and a bye counts
as won. Level teams are ordered by boards won less boards lost, then by the spread of all their players. The pairing of
team matches goes by the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import standings

#: Match points of a match, by half wins, and of a bye.
MATCH_POINTS = (0, 1, 2)
BYE_POINTS = MATCH_POINTS[2]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams (ids) in a round. `boards`: its games in order; `half_wins`: what each team won of them, in halves.

    `first`: the team that counts as going first when teams are paired. `second` None: the team had a bye. `pending`: a board
    has no result yet, so that nothing is decided.
    """

    round: int
    first: int
    second: int | None = None
    boards: tuple[GameFact, ...] = ()
    half_wins: tuple[int, int] = (0, 0)
    pending: bool = False

    def fact(self) -> GameFact:
        """The match as a game of two players, who scored the half wins."""
        if self.second is None:
            return GameFact(self.round, self.first, kind=ResultKind.BYE)
        if self.pending:
            return GameFact(self.round, self.first, self.second, kind=ResultKind.PENDING)
        return GameFact(self.round, self.first, self.second, *self.half_wins)

    def points(self) -> tuple[int, int]:
        """The match points of the two teams; of a bye those of the one, and (0, 0) while a result is missing."""
        if self.second is None:
            return BYE_POINTS, 0
        if self.pending:
            return 0, 0
        won = self.fact().half_wins
        return MATCH_POINTS[won], MATCH_POINTS[2 - won]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One line of the team standings. `rank` is shared by equals. Boards in half wins, spread of all the team's players."""

    rank: int
    team: int
    won: int
    tied: int
    lost: int
    byes: int
    points: int
    boards_won: int
    boards_lost: int
    spread: int


def team_matches(games: Iterable[GameFact], team: Mapping[int, int]) -> tuple[TeamMatch, ...]:
    """The boards of each round as matches; `team`: the team of each player. Byes come last.

    A team whose players have byes and no games has one too. Void games are none, and neither are those inside a team.
    """
    boards: dict[tuple[int, int, int], list[GameFact]] = {}
    played: set[tuple[int, int]] = set()
    byes: set[tuple[int, int]] = set()
    for game in games:
        one, other = team.get(game.first), team.get(game.second or 0)
        if one is None:
            continue
        if other is None:
            if game.kind is ResultKind.BYE:
                byes.add((game.round, one))
        elif one != other and game.kind is not ResultKind.VOID:
            boards.setdefault((game.round, min(one, other), max(one, other)), []).append(game)
            played |= {(game.round, one), (game.round, other)}
    matches = [_match(where, facts, team) for where, facts in sorted(boards.items())]
    return (*matches, *(TeamMatch(round_, one) for round_, one in sorted(byes - played)))


def _match(where: tuple[int, int, int], facts: Sequence[GameFact], team: Mapping[int, int]) -> TeamMatch:
    round_, low, high = where
    first = team[min(facts, key=lambda game: game.first).first]
    second = high if first == low else low
    points = {low: 0, high: 0}
    pending = any(game.kind is ResultKind.PENDING for game in facts)
    for player, worth in (one for game in facts for one in board_points(game)):
        points[team[player]] += worth
    return TeamMatch(round_, first, second, tuple(facts), (points[first], points[second]), pending)


def board_points(game: GameFact) -> Iterator[tuple[int, int]]:
    """What a board is worth to its players in half wins: 2 a win, 1 a tie. A double forfeit is a tie for the teams."""
    if game.kind is ResultKind.PENDING or game.second is None:
        return
    worth = {ResultKind.FORFEIT_WIN: 2, ResultKind.FORFEIT_LOSS: 0, ResultKind.DOUBLE_FORFEIT: 1}
    first = game.half_wins if game.kind is ResultKind.PLAYED else worth[game.kind]
    yield game.first, first
    yield game.second, 2 - first


def team_spreads(
    players: Iterable[EntrySnapshot],
    games: Iterable[GameFact],
    settings: StandingsRules,
    team: Mapping[int, int],
    after_round: int | None = None,
) -> dict[int, int]:
    """The spread of all players of each team after a round (None = after all games)."""
    spreads = dict.fromkeys(team.values(), 0)
    for row in standings(players, games, settings, after_round):
        if row.player.id in team:
            spreads[team[row.player.id]] += row.spread
    return spreads


def team_table(
    players: Iterable[EntrySnapshot], games: Iterable[GameFact], settings: StandingsRules, team: Mapping[int, int]
) -> tuple[TeamRow, ...]:
    """The teams after all games, best first; level ones by the order of `team`. Raises SnapshotError."""
    games = tuple(games)
    spreads = team_spreads(players, games, settings, team)
    totals = {one: _Totals() for one in dict.fromkeys(team.values())}
    for match in team_matches(games, team):
        _count(match, totals)
    order = sorted(totals, key=lambda one: _key(totals[one], spreads[one]))
    keys = [_key(totals[one], spreads[one]) for one in order]
    return tuple(
        TeamRow(
            rank=keys.index(_key(own := totals[one], spreads[one])) + 1,
            team=one,
            won=own.won,
            tied=own.tied,
            lost=own.lost,
            byes=own.byes,
            points=own.points,
            boards_won=own.boards_won,
            boards_lost=own.boards_lost,
            spread=spreads[one],
        )
        for one in order
    )


@dataclass(slots=True)
class _Totals:
    """Running totals of a team."""

    won: int = 0
    tied: int = 0
    lost: int = 0
    byes: int = 0
    points: int = 0
    boards_won: int = 0
    boards_lost: int = 0


def _key(own: _Totals, spread: int) -> tuple[int, int, int]:
    return -own.points, own.boards_lost - own.boards_won, -spread


def _count(match: TeamMatch, totals: Mapping[int, _Totals]) -> None:
    """Add a match to the totals of its teams; one that is not over counts for nothing, not even its boards."""
    if match.pending:
        return
    one, other = match.points()
    totals[match.first].points += one
    if match.second is None:
        totals[match.first].byes += 1
        return
    totals[match.second].points += other
    for team, own, against, points in (
        (match.first, *match.half_wins, one),
        (match.second, *match.half_wins[::-1], other),
    ):
        total = totals[team]
        total.boards_won += own
        total.boards_lost += against
        total.won += points == MATCH_POINTS[2]
        total.tied += points == MATCH_POINTS[1]
        total.lost += points == MATCH_POINTS[0]
