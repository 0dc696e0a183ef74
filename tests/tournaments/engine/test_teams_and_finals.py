"""Team events board by board, interleaved round robins, and the last round for the prizes of all and of classes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest

from tests.tournaments.engine.test_systems_by_place import numbers, seeds
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, choose, pairing_options, plan
from tournaments.engine.pairing.catching import Totals, class_finals
from tournaments.engine.pairing.explain import explain_pair
from tournaments.engine.pairing.finals import Finals, contenders
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.pairing.plan import ByeReason
from tournaments.engine.pairing.team_matches import TeamMatches

TEAMS = TeamMatches()


def teams(*sizes: int) -> tuple[EntrySnapshot, ...]:
    """Teams A, B, C … of these sizes: A has players 101, 102 …, B 201 and so on; numbers follow the boards."""
    players = [
        EntrySnapshot(id=100 * (team + 1) + board, number=10 * board + team, team=chr(65 + team))
        for team, size in enumerate(sizes)
        for board in range(1, size + 1)
    ]
    return tuple(players)


def matches(snapshot: Snapshot, rules: PairingOptions = TEAMS) -> list[tuple[int, int]]:
    """The pairs of teams (1 = A …) of a round, by table."""
    planned = plan(snapshot, rules, 1)
    teams_paired = [(pair.first // 100, pair.second // 100) for pair in planned.pairs]
    return list(dict.fromkeys((min(pair), max(pair)) for pair in teams_paired))


def results(snapshot: Snapshot, rules: PairingOptions = TEAMS, best: str = "ABCDEF") -> tuple[GameFact, ...]:
    """The round played: the team that comes first in `best` wins on every board."""
    rank = {100 * (1 + ord(team) - 65): k for k, team in enumerate(best)}
    planned = plan(snapshot, rules, 1)
    games = [GameFact(snapshot.round, bye.player, kind=ResultKind.BYE) for bye in planned.byes]
    for pair in planned.pairs:
        ahead = rank[pair.first // 100 * 100] < rank[pair.second // 100 * 100]
        games.append(GameFact(snapshot.round, pair.first, pair.second, *((450, 380) if ahead else (380, 450))))
    return tuple(games)


def forfeits(*wins: int) -> tuple[GameFact, ...]:
    """Nine rounds in which player after player wins so many by forfeit, and loses the rest."""
    return tuple(
        GameFact(
            round_, player, kind=ResultKind.FORFEIT_WIN if round_ <= won else ResultKind.FORFEIT_LOSS, first_score=0
        )
        for player, won in enumerate(wins, start=1)
        for round_ in range(1, 10)
    )


class TestTeamMatches:
    def test_boards_play_at_neighbouring_tables_and_firsts_alternate(self) -> None:
        planned = plan(Snapshot(1, teams(4, 4)), TEAMS, 1)
        boards = [(pair.table, pair.first % 100, pair.second % 100) for pair in planned.pairs]
        assert boards == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]
        assert [pair.first // 100 for pair in planned.pairs][:2] in ([1, 2], [2, 1])
        assert len({pair.first // 100 for pair in planned.pairs[::2]}) == 1

    def test_teams_level_on_matches_play_each_other(self) -> None:
        first = Snapshot(1, teams(3, 3, 3, 3))
        games = results(first)
        won = {
            game.first // 100 if (game.first_score or 0) > (game.second_score or 0) else (game.second or 0) // 100
            for game in games
        }
        second = replace(first, round=2, games=games)
        assert tuple(sorted(won)) in {tuple(sorted(pair)) for pair in matches(second)}

    def test_a_match_is_won_on_the_boards_not_by_points(self) -> None:
        """A wins two boards narrowly and loses one by far: A is ahead of B."""
        games = (
            GameFact(1, 101, 201, 400, 399),
            GameFact(1, 202, 102, 399, 400),
            GameFact(1, 103, 203, 200, 700),
            GameFact(1, 301, 401, 500, 300),
            GameFact(1, 402, 302, 300, 500),
            GameFact(1, 303, 403, 500, 300),
        )
        assert matches(Snapshot(2, teams(3, 3, 3, 3), games))[0] == (1, 3)

    def test_uneven_teams_and_an_odd_number_of_teams(self) -> None:
        planned = plan(Snapshot(1, teams(3, 2, 2)), TEAMS, 1)
        reasons = Counter(bye.reason for bye in planned.byes)
        assert len(planned.pairs) == 2
        assert sum(reasons.values()) == 3
        everybody = [player for pair in planned.pairs for player in (pair.first, pair.second)]
        assert sorted(everybody + [bye.player for bye in planned.byes]) == sorted(p.id for p in teams(3, 2, 2))

    @pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
    def test_a_round_robin_of_teams(self, count: int) -> None:
        rules = replace(TEAMS, team_system="round_robin")
        snapshot = Snapshot(1, teams(*[2] * count))
        times: Counter[tuple[int, int]] = Counter()
        for round_ in range(1, count + count % 2):
            snapshot = replace(snapshot, round=round_)
            times.update(matches(snapshot, rules))
            snapshot = replace(snapshot, games=(*snapshot.games, *results(snapshot, rules)))
        assert times == Counter(combinations(range(1, count + 1), 2))

    def test_no_team_plays_another_twice_while_there_are_others(self) -> None:
        snapshot = Snapshot(1, teams(*[3] * 6))
        times: Counter[tuple[int, int]] = Counter()
        for round_ in range(1, 4):
            snapshot = replace(snapshot, round=round_)
            times.update(matches(snapshot))
            snapshot = replace(snapshot, games=(*snapshot.games, *results(snapshot)))
        assert max(times.values()) == 1

    def test_a_team_s_bye_goes_round(self) -> None:
        snapshot = Snapshot(1, teams(2, 2, 2))
        idle = set()
        for round_ in range(1, 4):
            snapshot = replace(snapshot, round=round_)
            byes = plan(snapshot, TEAMS, 1).byes
            assert {bye.reason for bye in byes} == {ByeReason.ODD_FIELD}
            idle |= {bye.player // 100 for bye in byes}
            snapshot = replace(snapshot, games=(*snapshot.games, *results(snapshot)))
        assert idle == {1, 2, 3}

    def test_who_is_absent_leaves_the_boards_to_the_others(self) -> None:
        planned = plan(Snapshot(1, teams(3, 3), absent=(101,)), TEAMS, 1)
        assert {frozenset((pair.first, pair.second)) for pair in planned.pairs} == {
            frozenset((102, 201)),
            frozenset((103, 202)),
        }
        assert [bye.player for bye in planned.byes] == [203]

    def test_it_can_be_explained(self) -> None:
        snapshot = Snapshot(1, teams(2, 2, 2, 2))
        planned = plan(snapshot, TEAMS, 1)
        pair = planned.pairs[0]
        assert explain_pair(choose(snapshot, TEAMS), pair.first, pair.second, 1).paired
        other = next(p for p in planned.pairs if p.first // 100 not in (pair.first // 100, pair.second // 100))
        why = explain_pair(choose(snapshot, TEAMS), pair.first, other.first, 1)
        assert not why.paired
        assert why.extra is not None

    def test_what_does_not_fit(self) -> None:
        with pytest.raises(RulesError, match="no team"):
            plan(Snapshot(1, numbers(4)), TEAMS, 1)
        with pytest.raises(RulesError, match="two teams"):
            plan(Snapshot(1, teams(4)), TEAMS, 1)
        with pytest.raises(RulesError, match="as a whole"):
            plan(Snapshot(1, teams(2, 2), blocked=(BlockedPair(101, 201),)), TEAMS, 1)
        with pytest.raises(RulesError, match="team_system must be one of"):
            TeamMatches(team_system="cop")


def test_an_interleaved_round_robin_has_odd_seeds_play_even_ones() -> None:
    matches: Counter[tuple[int, int]] = Counter()
    for round_ in range(1, 5):
        matches.update(seeds(plan(Snapshot(round_, numbers(8)), pairing_options("interleaved"), 1)))
    assert all((a + b) % 2 for a, b in matches)
    assert len(matches) == 16
    assert set(matches.values()) == {1}


def field(*rows: tuple[int, int]) -> list[Totals]:
    return [Totals(half_wins, spread) for half_wins, spread in rows]


class TestFinals:
    def test_who_has_nothing_to_play_for_is_passed_over(self) -> None:
        """One round left, three prizes: the first is sure; second to fifth can still change places around the third."""
        rows = field((20, 0), (14, 0), (13, 0), (12, 0), (12, 0), (4, 0))
        assert contenders(rows, (1, 2, 3), 1, 1000) == [1, 2, 3, 4]

    def test_inside_a_band_nobody_plays_for_anything(self) -> None:
        """The first two win the same and nobody can catch them."""
        rows = field((20, 0), (20, 0), (12, 0), (11, 0), (2, 0), (2, 0))
        assert contenders(rows, (1, 2, 3), 1, 1000) == [0, 1, 2, 3]
        assert contenders(rows, (2, 3), 1, 1000) == [2, 3]

    def test_an_odd_number_of_contenders_takes_the_next_below(self) -> None:
        rows = field((12, 0), (12, 0), (12, 0), (2, 0), (2, 0), (2, 0))
        assert contenders(rows, (1,), 1, 1000) == [0, 1, 2, 3]

    def test_the_plan(self) -> None:
        games = forfeits(9, 6, 6, 5, 5, 1, 1, 0)
        rules = Finals(total_rounds=10, prizes=3)
        planned = plan(Snapshot(10, numbers(8), games), rules, 1)
        assert {(2, 3), (4, 5)} <= set(seeds(planned))
        assert [note.players for note in planned.notes if note.code == "contenders"] == [(2, 3, 4, 5)]

    def test_class_prizes_are_played_for_by_who_is_left(self) -> None:
        """The first prize is between 1 and 2; of class B (3, 5, 6, 8) the best two who can still catch each other are paired."""
        games = forfeits(9, 9, 6, 6, 5, 5, 4, 1)
        players = tuple(replace(p, player_class="B" if p.number in (3, 5, 6, 8) else None) for p in numbers(8))
        rules = Finals(total_rounds=10, prizes=1, class_prizes=(("B", 1),))
        planned = seeds(plan(Snapshot(10, players, games), rules, 1))
        assert {(1, 2), (3, 5)} <= set(planned)


class TestClassFinals:
    """cop.md 2.6, KH: the rule for the prizes of a class."""

    ROWS = field((10, 0), (10, 0), (9, 0), (9, 0), (8, 0), (8, 0), (2, 0))

    def test_neighbours_play_until_the_prizes_are_used_up(self) -> None:
        assert list(class_finals(self.ROWS, [0, 2, 4], 1, 1000)) == [(0, 2)]

    def test_who_can_still_catch_the_one_above_the_line_plays_on(self) -> None:
        """Two prizes: after 0 v 2 places are used up; 3 can still catch 2, so 3 v 5 is about a prize too."""
        assert list(class_finals(self.ROWS, [0, 2, 3, 5], 2, 1000)) == [(0, 2), (3, 5)]

    def test_who_cannot_be_caught_has_his_prize(self) -> None:
        rows = field((20, 0), (9, 0), (9, 0), (2, 0))
        assert list(class_finals(rows, [0, 1, 2], 2, 1000)) == [(1, 2)]
        assert list(class_finals(rows, [0, 1, 2], 1, 1000)) == []

    def test_no_prize_left_no_pair(self) -> None:
        assert list(class_finals(self.ROWS, [0, 1, 2, 3], 0, 1000)) == []
        assert list(class_finals(self.ROWS, [0], 1, 1000)) == []
