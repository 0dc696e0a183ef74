"""Contention in every order of the standings: simulated events against the standings, proofs against every outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.harness.deep import examples
from tournaments.engine.contention import Case, Contender, Goal, State, bounds, contenders, prize_chances
from tournaments.engine.contention.play import Events, matchings, play, ranks
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, StandingsRules
from tournaments.engine.standings import TIEBREAKS, StandingsRow, standings

Ints = NDArray[np.int64]
MOST = 60
ORDERS = st.lists(st.sampled_from(list(TIEBREAKS)), min_size=1, max_size=4, unique=True).map(tuple)
RATINGS = (2000, None, 1500, 1500, 900, None)


def people(count: int) -> tuple[EntrySnapshot, ...]:
    return tuple(EntrySnapshot(10 + k, k + 1, RATINGS[k]) for k in range(count))


@st.composite
def past(draw: st.DrawFn, count: int) -> tuple[GameFact, ...]:
    """Up to three rounds of whatever results."""
    facts = []
    for number in range(1, draw(st.integers(0, 3)) + 1):
        order = draw(st.permutations(range(10, 10 + count)))
        for first, second in zip(order[::2], order[1::2], strict=False):
            own = draw(st.integers(300, 360))
            facts.append(GameFact(number, first, second, own, draw(st.integers(own - 20, own + 20))))
        if count % 2:
            facts.append(GameFact(number, order[-1], kind=ResultKind.BYE))
    return tuple(facts)


@st.composite
def divisions(
    draw: st.DrawFn, most_players: int = 6
) -> tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...], StandingsRules]:
    players = people(draw(st.integers(2, most_players)))
    win, tie, loss = draw(st.sampled_from([(2, 1, 0), (3, 1, 0), (3, 2, 1)]))
    division = StandingsRules(
        bye_spread=draw(st.sampled_from([0, 50])),
        spread_cap=draw(st.sampled_from([None, 15])),
        win_points=win,
        tie_points=tie,
        loss_points=loss,
        bye_half_wins=draw(st.sampled_from([0, 1, 2])),
        order=draw(ORDERS),
    )
    return players, draw(past(len(players))), division


def case_of(
    rows: Sequence[StandingsRow], games: Sequence[GameFact], division: StandingsRules, rounds: int, paired: int = 0
) -> Case:
    """Rounds left; the first `paired` of them have the neighbours of the standings as open games."""
    neighbours = tuple((k, k + 1) for k in range(0, len(rows) - 1, 2))
    return Case(
        field=contenders(rows, games),
        goals=tuple(Goal(place) for place in range(1, len(rows) + 1)),
        rounds=rounds,
        paired=(neighbours,) * paired,
        win=division.win_points,
        tie=division.tie_points,
        loss=division.loss_points,
        bye_spread=division.bye_spread,
        bye_half_wins=division.bye_half_wins,
        most=MOST,
        caps=(division.spread_cap,) * (rounds + paired),
        order=division.order,
        simulations=100,
    )


class Recorder(Events):
    """Remembers what was played as facts, for each event."""

    def __init__(self, case: Case, events: int) -> None:
        super().__init__(case, events)
        self.facts: list[list[GameFact]] = [[] for _event in range(events)]
        self.drawn: list[tuple[Ints, Ints, Ints]] = []

    def play_games(self, pairs: Ints, bits: NDArray[np.uint16], turn: int) -> None:
        spread, scores = self.records.full_spread.copy(), self.records.scores.copy()
        super().play_games(pairs, bits, turn)
        for event, games in enumerate(pairs):
            for one, other in games:
                own, opposite = (int((self.records.scores - scores)[event, who]) for who in (one, other))
                margin = int((self.records.full_spread - spread)[event, one])
                first, second = (self.case.field[who].id for who in (one, other))
                self.facts[event].append(GameFact(90 + turn, first, second, own, opposite, margin=margin))

    def bye(self, who: Ints, turn: int) -> None:
        super().bye(who, turn)
        for event, (player,) in enumerate(who):
            self.facts[event].append(GameFact(90 + turn, self.case.field[player].id, kind=ResultKind.BYE))


@given(division=divisions(), rounds=st.integers(0, 2), paired=st.integers(0, 1), tallied=st.booleans())
@examples(30, deep=500)
def test_simulated_events_are_ranked_as_the_standings_rank_them(
    division: tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...], StandingsRules],
    rounds: int,
    paired: int,
    tallied: bool,
) -> None:
    players, games, rules = division
    case = case_of(standings(players, games, rules), games, rules, rounds, paired)
    if tallied:
        case = replace(case, tallied=True, scores=(3, 1), margins=(4, 9, 20))
    state = Recorder(case, 3)
    play(state, seed=7, number=0)
    ranking = ranks(state.records, case.order)
    for event, more in enumerate(state.facts):
        expected = {row.player.id: row.rank for row in standings(players, (*games, *more), rules)}
        own = ranking[event]
        simulated = {one.id: 1 + int((own < own[index]).sum()) for index, one in enumerate(case.field)}
        assert simulated == expected


def outcomes(case: Case, players: Sequence[int]) -> Iterator[list[GameFact]]:
    """Every way in which one round can end: everybody's opponents, a bye or nobody; wins of all sizes, ties, forfeits."""
    if not players:
        yield []
        return
    one, *rest = players
    games = [GameFact(99, one, kind=ResultKind.BYE)] if len(players) % 2 else []
    for fact in games:
        for others in outcomes(case, rest):
            yield [fact, *others]
    for other in rest:
        left = [who for who in rest if who != other]
        results = [(MOST, 0), (1, 0), (0, 0), (0, 1), (0, MOST), (500, 500 + MOST)]
        for first, second in results:
            for others in outcomes(case, left):
                yield [GameFact(99, one, other, first, second), *others]
        for others in outcomes(case, left):
            yield [GameFact(99, one, other, kind=ResultKind.FORFEIT_LOSS), *others]


@given(division=divisions(most_players=4), paired=st.booleans())
@examples(15, deep=200)
def test_what_is_proved_holds_in_every_order_whatever_happens(
    division: tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...], StandingsRules], paired: bool
) -> None:
    players, games, rules = division
    rows = standings(players, games, rules)
    case = case_of(rows, games, rules, rounds=0 if paired else 1, paired=int(paired))
    assume(any(case.paired) or case.rounds)
    limits = bounds(case)
    proved = {(one.player, place): one.state for place, goal in enumerate(prize_chances(case, 1), 1) for one in goal}
    ids = [one.id for one in case.field]
    open_ids = [ids[who] for pair in case.paired[0] for who in pair] if paired else ids
    for more in outcomes(case, open_ids):
        if paired and {frozenset((fact.first, fact.second)) for fact in more} != {
            frozenset((ids[a], ids[b])) for a, b in case.paired[0]
        }:
            continue
        final = {row.player.id: row.rank for row in standings(players, (*games, *more), rules)}
        for index, player in enumerate(ids):
            level = sum(rank == final[player] for rank in final.values())
            assert limits[index][0] <= final[player] + level - 1
            assert limits[index][1] >= final[player]
            for place in range(1, len(ids) + 1):
                if proved[player, place] is State.WON:
                    assert (final[player], level) == (place, 1)
                if proved[player, place] is State.OUT:
                    assert not final[player] <= place < final[player] + level


@given(division=divisions())
@examples(30, deep=300)
def test_when_nothing_is_left_every_place_is_known(
    division: tuple[tuple[EntrySnapshot, ...], tuple[GameFact, ...], StandingsRules],
) -> None:
    players, games, rules = division
    rows = standings(players, games, rules)
    level = [sum(other.rank == row.rank for other in rows) for row in rows]
    exact = tuple((row.rank, row.rank + equal - 1) for row, equal in zip(rows, level, strict=True))
    assert bounds(case_of(rows, games, rules, rounds=0)) == exact


# Two players, the first far ahead in what decides, one game left: proved in each order that has bounds.
AHEAD = Contender(1, 12, 3000, won=12, lost=0, full_spread=3000, scores=9000, rating=1500)
BEHIND = Contender(2, 0, -3000, won=0, lost=12, full_spread=-3000, scores=100, rating=1500)
FIELD = (
    replace(AHEAD, met=((2, 2), (2, 2), (2, 2), (2, 2), (2, 2), (2, 2))),
    replace(BEHIND, met=((3, 0), (3, 0), (3, 0), (3, 0), (3, 0), (3, 0))),
    Contender(3, 12, 0, active=False, won=12, lost=0, rating=1900),
    Contender(4, 0, 0, active=False, won=0, lost=12, rating=500),
)


@pytest.mark.parametrize(
    "tiebreak", [one for one in TIEBREAKS if one not in {"sum_of_scores", "head_to_head", "played"}], ids=str
)
def test_each_tiebreak_that_has_bounds_proves_who_is_far_ahead(tiebreak: str) -> None:
    case = Case(FIELD, (Goal(1, frozenset({0, 1})),), rounds=1, order=(tiebreak,))
    assert [one.state for one in prize_chances(case, 1)[0]] == [State.WON, State.OUT]


def test_a_share_of_games_may_become_anything_for_who_has_played_none() -> None:
    field = (Contender(1, 12, 0, won=12, lost=2), Contender(2, 0, 0), Contender(3, 2, 0, active=False, won=2, lost=12))
    case = Case(field, (Goal(1),), rounds=1, order=("percent",))
    assert bounds(case) == ((1, 2), (1, 3), (2, 3))


def test_who_has_played_at_all_is_ahead_of_those_who_no_longer_can() -> None:
    played, never, may = Contender(1, 0, -400, won=0, lost=2), Contender(2, 0, 0, active=False), Contender(3, 0, 0)
    assert bounds(Case((played, never), (Goal(1),), rounds=1, order=("played",))) == ((1, 1), (2, 2))
    assert bounds(Case((played, may), (Goal(1),), rounds=1, order=("played",))) == ((1, 2), (1, 2))


def test_games_against_each_other_prove_among_those_who_may_be_level() -> None:
    """1 has beaten 2 three times; who else has beaten 2 can be level with neither."""
    first = Contender(1, 6, 0, active=False, won=6, met=((1, 2), (1, 2), (1, 2)))
    second = Contender(2, 6, 0, active=False, won=6, met=((0, 0), (0, 0), (0, 0), (2, 2), (2, 2), (2, 2)))
    third = Contender(3, 0, 0, active=False, lost=12, met=((1, 0), (1, 0), (1, 0)))
    order = ("points", "head_to_head")
    case = Case((first, second, third), (Goal(1),), rounds=0, order=order)
    assert bounds(case) == ((1, 1), (2, 2), (3, 3))
    level = replace(case, field=(first, second, replace(third, points=6)))
    assert bounds(level) == ((1, 2), (1, 2), (3, 3))
    # 3 may become level, and by no more than one game won against them.
    unsure = replace(level, field=(first, second, replace(third, points=4, active=True)), rounds=1)
    assert bounds(unsure) == ((1, 2), (1, 2), (3, 3))
    many = replace(unsure, rounds=3)
    assert bounds(many)[2] == (1, 3)


def test_a_cap_of_the_rounds_left_bounds_the_spread() -> None:
    """Level in points if 2 wins, 250 behind in spread, no game counts more than 120: 240 in both is not enough."""
    field = (Contender(1, 4, 250), Contender(2, 2, 0))
    case = Case(field, (Goal(1),), rounds=1, caps=(120,))
    assert bounds(case) == ((1, 1), (2, 2))
    assert bounds(replace(case, caps=(125,))) == ((1, 2), (1, 2))


def test_a_table_of_more_than_two_brings_several_games() -> None:
    """Four at a table: three games each, so that a lead of two wins is none, and of four is safe."""
    field = (Contender(1, 4, 0), *(Contender(k, 0, 0) for k in (2, 3, 4)))
    case = Case(field, (Goal(1),), rounds=1, table=4)
    assert bounds(case)[0] == (1, 4)
    assert {one.games for one in prize_chances(case, 1)[0]} == {3}
    sure = replace(case, field=(Contender(1, 8, 0), *field[1:]))
    assert prize_chances(sure, 1)[0][0].state is State.WON


@given(games=st.lists(st.sampled_from(list(combinations(range(5), 2))), max_size=12))
def test_nobody_plays_twice_in_a_turn(games: list[tuple[int, int]]) -> None:
    turns = matchings(games)
    assert sorted(pair for turn in turns for pair in turn) == sorted(games)
    for turn in turns:
        players = [player for pair in turn for player in pair]
        assert len(players) == len(set(players))


def test_points_of_a_table_come_from_all_of_its_games() -> None:
    """Three at a table, two games in a round, points only for wins: six wins or ties are shared out in every event."""
    case = Case(tuple(Contender(k, 0, 0) for k in range(3)), (Goal(1),), rounds=1, table=3, games=2)
    state = Events(case, 50)
    play(state, seed=1, number=0)
    assert set(state.records.points.sum(axis=1)) == {12}
    assert set((state.records.won + state.records.lost).ravel()) == {8}


def test_orders_are_all_simulated_and_bounded() -> None:
    for order in product(TIEBREAKS, repeat=2):
        case = Case(FIELD, (Goal(1),), rounds=1, order=order, simulations=16)
        assert len(prize_chances(case, 1)[0]) == len(FIELD)
