"""Matches of teams from their boards, and the teams in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.test_teams_and_finals import teams
from tournaments.engine.model import GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing.team_matches import TeamMatches, teams_of
from tournaments.engine.standings import standings
from tournaments.engine.team_table import TeamRow, team_matches, team_table

PLAIN = StandingsRules()


def table(games: list[GameFact], *sizes: int) -> tuple[TeamRow, ...]:
    players = teams(*sizes)
    return team_table(players, games, PLAIN, {player.id: player.id // 100 for player in players})


def test_a_match_goes_to_more_board_points_whatever_the_spread() -> None:
    """A wins 2½–1½ against B with less spread; C has a bye: 2 match points and no boards."""
    games = [
        GameFact(1, 101, 201, 400, 399),
        GameFact(1, 202, 102, 380, 400),
        GameFact(1, 103, 203, 350, 350),
        GameFact(1, 204, 104, 600, 200),
        GameFact(1, 301, kind=ResultKind.BYE),
        GameFact(1, 302, kind=ResultKind.BYE),
    ]
    a, c, b = table(games, 4, 4, 2)
    assert a == TeamRow(1, 1, 1, 0, 0, 0, 2, 5, 3, 1 + 20 - 400)
    assert c == TeamRow(2, 3, 0, 0, 0, 1, 2, 0, 0, 100)
    assert b == TeamRow(3, 2, 0, 0, 1, 0, 0, 3, 5, 400 - 20 - 1)


def test_level_teams_go_by_boards_then_by_spread_and_share_a_place() -> None:
    """A and C win their matches: A 2–0, C 1½–½. In the second table all is level but D's spread."""
    games = [GameFact(1, 101, 201, 400, 300), GameFact(1, 102, 202, 400, 300)]
    games += [GameFact(1, 301, 401, 500, 300), GameFact(1, 302, 402, 400, 400)]
    assert [row.team for row in table(games, 2, 2, 2, 2)] == [1, 3, 4, 2]
    level = [GameFact(1, 101, 201, 350, 350), GameFact(1, 301, 401, 300, 300)]
    assert [row.rank for row in table(level, 1, 1, 1, 1)] == [1, 1, 1, 1]


def test_a_forfeited_board_is_a_point_and_a_match_with_a_missing_result_counts_for_nothing_yet() -> None:
    forfeit = GameFact(1, 101, 201, kind=ResultKind.FORFEIT_LOSS)
    played = GameFact(1, 102, 202, 300, 400)
    (match,) = team_matches([forfeit, played], {101: 1, 102: 1, 201: 2, 202: 2})
    assert (match.half_wins, match.points()) == ((0, 4), (0, 2))
    missing = GameFact(1, 102, 202, kind=ResultKind.PENDING)
    (match,) = team_matches([forfeit, missing], {101: 1, 102: 1, 201: 2, 202: 2})
    assert match.pending
    assert match.points() == (0, 0)
    assert {row.points for row in table([forfeit, missing], 2, 2)} == {0}


_SCORES = st.sampled_from([(400, 300), (300, 400), (350, 350), (500, 200)])
_KINDS = st.sampled_from([ResultKind.PLAYED] * 6 + [ResultKind.FORFEIT_WIN, ResultKind.DOUBLE_FORFEIT, ResultKind.VOID])


@st.composite
def rounds(draw: st.DrawFn) -> list[GameFact]:
    """Up to four rounds of two matches of four teams with three boards each, or of one match and two byes."""
    games = []
    for round_ in range(1, draw(st.integers(1, 4)) + 1):
        a, b, c, d = draw(st.permutations([100, 200, 300, 400]))
        pairs = [(a, b), (c, d)] if draw(st.booleans()) else [(a, b)]
        for board in (1, 2, 3):
            for one, other in pairs:
                kind, scores = draw(_KINDS), draw(_SCORES)
                first, second = scores if kind is ResultKind.PLAYED else (None, None)
                games.append(GameFact(round_, one + board, other + board, first, second, kind))
        if len(pairs) == 1:
            games += [GameFact(round_, team + board, kind=ResultKind.BYE) for team in (c, d) for board in (1, 2, 3)]
    return games


@given(rounds())
@examples(60, deep=600)
def test_the_table_is_the_order_by_which_teams_are_paired(games: list[GameFact]) -> None:
    """The oracle: the standings of the teams as the pairing takes them, and boards counted one by one."""
    rows = table(games, 3, 3, 3, 3)
    snapshot = Snapshot(9, teams(3, 3, 3, 3), tuple(games))
    own = teams_of(snapshot, TeamMatches()).snapshot
    expected = standings(own.players, own.games, own.settings)
    assert [row.team for row in rows] == [row.player.id for row in expected]
    assert [row.points for row in rows] == [row.points for row in expected]
    for row in rows:
        members = {100 * row.team + board for board in (1, 2, 3)}
        boards = [game for game in games if game.second and members & {game.first, game.second}]
        counted = [game for game in boards if game.kind is not ResultKind.VOID]
        assert row.boards_won + row.boards_lost == 2 * len(counted)
        assert row.won + row.tied + row.lost == len({game.round for game in counted})
    assert sum(row.boards_won for row in rows) == sum(row.boards_lost for row in rows)
