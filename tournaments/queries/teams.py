"""Team events: the teams in order, their matches round by round and board by board, their players."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.engine.model import ResultKind
from tournaments.engine.pairing.team_matches import TeamMatches
from tournaments.engine.standings import StandingsRow, standings
from tournaments.engine.team_table import TeamMatch, board_points, team_matches, team_table
from tournaments.models import Division, Entry, Result, Round
from tournaments.queries.results import facts_of_line
from tournaments.queries.rounds import PairingLine, SeatLine, pairing_lines, public_seats
from tournaments.queries.snapshot import in_seed_order, settings_of


@dataclass(frozen=True, slots=True)
class TeamPlayer:
    """A player of a team, with the wins and spread of all games."""

    entry_id: int
    player_id: int
    number: int
    name: str
    rating: int | None
    wins: float
    losses: float
    spread: int
    withdrawn: bool


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team in the standings. ``points``: match points; ``boards_won`` and ``boards_lost``: a tied board is half of each.

    ``byes`` are matches won, without boards. ``players``: by board.
    """

    rank: int
    team: str
    won: int
    tied: int
    lost: int
    byes: int
    points: int
    boards_won: float
    boards_lost: float
    spread: int
    players: tuple[TeamPlayer, ...]


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board of a match, seen from its first-named team. ``first``: who starts, "one" or "two".

    ``one_points``: 1, ½ or 0, None until the result is confirmed. ``kind``: of the result, "" until then.
    """

    board: int
    pairing_id: int
    table_number: int | None
    first: str
    one: SeatLine
    two: SeatLine
    kind: str
    one_score: int | None
    two_score: int | None
    one_points: float | None
    two_points: float | None
    record_uuid: str


@dataclass(frozen=True, slots=True)
class TeamMatchLine:
    """A match of two teams. ``two`` "": the first-named team has a bye. Points are match points, None until all boards have a result."""

    round: int
    one: str
    two: str
    one_points: int | None
    two_points: int | None
    one_boards: float
    two_boards: float
    boards: tuple[TeamBoard, ...]


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """The teams, best first, and the matches by round, in the order of the tables."""

    lines: tuple[TeamLine, ...]
    matches: tuple[TeamMatchLine, ...]

    @property
    def rounds(self) -> list[tuple[int, list[TeamMatchLine]]]:
        """The matches of each round, the newest round first."""
        rounds: dict[int, list[TeamMatchLine]] = defaultdict(list)
        for match in self.matches:
            rounds[match.round].append(match)
        return sorted(rounds.items(), reverse=True)


def team_rounds() -> QuerySet[Round]:
    """The public rounds in which teams play each other, of all divisions. No query."""
    return Round.objects.filter(run__system=TeamMatches.key).exclude(state=Round.State.DRAFT)


def team_event(division: Division) -> TeamEvent | None:
    """The division's teams by its public rounds; None unless they play each other. Three queries, one where there are none."""
    return team_events([division]).get(division.pk)


def team_events(divisions: Collection[Division]) -> dict[int, TeamEvent]:
    """The same of several divisions, by id, without those where teams do not play each other. Three queries, one if that is all."""
    of_teams = set(team_rounds().filter(division__in=divisions).values_list("division_id", flat=True))
    if not of_teams:
        return {}
    entries: dict[int, dict[int, Entry]] = defaultdict(dict)
    for entry in Entry.objects.filter(division__in=of_teams):
        entries[entry.division_id][entry.pk] = entry
    plays_in = {pk: division for division, members in entries.items() for pk in members}
    games: dict[int, list[PairingLine]] = defaultdict(list)
    for line in pairing_lines(public_seats(*of_teams)):
        games[plays_in[line.first.entry_id]].append(line)
    return {one.pk: _event(one, entries[one.pk], games[one.pk]) for one in divisions if one.pk in of_teams}


def _event(division: Division, entries: Mapping[int, Entry], games: Sequence[PairingLine]) -> TeamEvent:
    players = [player for player in in_seed_order(entries.values()) if entries[player.id].team]
    names = list(dict.fromkeys(entries[player.id].team for player in players))
    team = {player.id: names.index(entries[player.id].team) + 1 for player in players}
    facts = [fact for line in games for fact in facts_of_line(line)]
    settings, everybody = settings_of(division), in_seed_order(entries.values())
    rows = {row.player.id: row for row in standings(everybody, facts, settings)}
    members: dict[int, list[TeamPlayer]] = defaultdict(list)
    for player in players:
        members[team[player.id]].append(_player(entries[player.id], rows[player.id]))
    lines = tuple(
        TeamLine(
            rank=row.rank,
            team=names[row.team - 1],
            won=row.won,
            tied=row.tied,
            lost=row.lost,
            byes=row.byes,
            points=row.points,
            boards_won=row.boards_won / 2,
            boards_lost=row.boards_lost / 2,
            spread=row.spread,
            players=tuple(members[row.team]),
        )
        for row in team_table(everybody, facts, settings, team)
    )
    by_pair: dict[tuple[int, frozenset[int | None]], PairingLine] = {
        (line.round, frozenset(seat.entry_id for seat in line.seats)): line for line in games
    }
    order = {line.pairing_id: place for place, line in enumerate(games)}
    matches = []
    for match in team_matches(facts, team):
        pairs = [frozenset((fact.first, fact.second)) for fact in match.boards]
        boards = sorted((by_pair[match.round, pair] for pair in pairs), key=lambda line: order[line.pairing_id])
        place = order[boards[0].pairing_id] if boards else len(order)
        matches.append((match.round, place, _match(match, boards, team, names)))
    matches.sort(key=lambda one: one[:2])
    return TeamEvent(lines, tuple(match for _round, _place, match in matches))


def _player(entry: Entry, row: StandingsRow) -> TeamPlayer:
    return TeamPlayer(
        entry.pk,
        entry.player_id,
        entry.number,
        entry.name,
        entry.rating,
        row.wins,
        row.losses,
        row.spread,
        row.withdrawn,
    )


def _match(
    match: TeamMatch, boards: Sequence[PairingLine], team: Mapping[int, int], names: Sequence[str]
) -> TeamMatchLine:
    """The match from the side of the team that goes first on its first board."""
    points = match.points()
    if match.second is None:
        return TeamMatchLine(match.round, names[match.first - 1], "", points[0], None, 0, 0, ())
    one = team[boards[0].first.entry_id]
    turned = one != match.first
    won, points = (match.half_wins[::-1], points[::-1]) if turned else (match.half_wins, points)
    two = match.first if turned else match.second
    return TeamMatchLine(
        match.round,
        names[one - 1],
        names[two - 1],
        None if match.pending else points[0],
        None if match.pending else points[1],
        won[0] / 2,
        won[1] / 2,
        tuple(
            _board(number, line, one_is_first=team[line.first.entry_id] == one)
            for number, line in enumerate(boards, start=1)
        ),
    )


def _board(number: int, line: PairingLine, *, one_is_first: bool) -> TeamBoard:
    second = line.second
    assert second is not None
    confirmed = line.state == Result.State.CONFIRMED
    scores = (line.first_score, line.second_score) if confirmed else (None, None)
    worth = dict(points for fact in facts_of_line(line) for points in board_points(fact))
    seats = (line.first, second) if one_is_first else (second, line.first)
    own, other = scores if one_is_first else scores[::-1]
    one, two = (worth.get(seat.entry_id) for seat in seats)
    return TeamBoard(
        number,
        line.pairing_id,
        line.table_number,
        "one" if one_is_first else "two",
        *seats,
        (line.result_kind or ResultKind.PLAYED) if confirmed else "",
        own,
        other,
        None if one is None else one / 2,
        None if two is None else two / 2,
        line.record_uuid if confirmed else "",
    )
