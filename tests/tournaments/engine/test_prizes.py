"""Prizes, one kind after another on a small event worked by hand, and who is passed over."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import played_event
from tournaments.engine.model import EntrySnapshot, GameFact, StandingsRules
from tournaments.engine.prize_doubts import DoubtCode, doubts
from tournaments.engine.prizes import PRIZE_KINDS, Facts, PlayFact, Prize, PrizeError, award, award_event, candidates

GAMES = (
    GameFact(1, 1, 4, 400, 300),
    GameFact(1, 2, 3, 350, 360),
    GameFact(2, 1, 3, 420, 430),
    GameFact(2, 2, 4, 500, 290),
    GameFact(3, 3, 4, 380, 390),
    GameFact(3, 1, 2, 410, 405),
)
# Standings: 3 has 2 wins +10, 1 has 2 wins +95, 2 has 1 win, 4 has 1 win.
PLAYERS = tuple(EntrySnapshot(k, k, rating=2000 - 100 * k) for k in range(1, 5))
PLAYS = (
    PlayFact(1, 1, 4, 90, "8D TRAINED", 74, "TRAINED"),
    PlayFact(2, 3, 1, 98, "H8 QUIZ", 48, "QUIZ"),
)
FACTS = Facts(PLAYERS, GAMES, StandingsRules(), rounds=3, plays=PLAYS)


def winner(kind: str, **more: object) -> int:
    (one,) = award(FACTS, [Prize("the prize", kind, **more)])  # type: ignore[arg-type]  # keywords of Prize
    return one.winners[0].player


@pytest.mark.parametrize(
    ("kind", "more", "player"),
    [
        ("rank", {}, 1),
        ("rank", {"place": 2}, 3),
        ("rank", {"place": -1}, 4),
        ("rank", {"last": 1}, 1),
        ("spread", {}, 2),  # -10 +210 -5
        ("round_record", {"first": 2, "last": 2}, 2),
        ("lower_half_record", {"first": 2, "last": 3}, 2),  # 2 and 4 are the lower half after round 1
        ("high_win", {}, 2),
        ("high_loss", {}, 1),  # 420
        ("low_win", {}, 3),  # 360
        ("low_loss", {}, 4),  # 290
        ("over_seed", {}, 3),
        ("under_seed", {}, 2),
        ("upset", {}, 3),  # 1700 beat 1900
        ("tough_luck", {"count": 2}, 2),  # lost by 10 and 5
        ("high_win", {"members": frozenset({3, 4})}, 3),
        ("high_game", {}, 2),  # 500
        ("last_hour", {"count": 1}, 4),  # won round 3 by 10
        ("high_play", {}, 3),
        ("high_word", {}, 1),
    ],
)
def test_each_kind(kind: str, more: dict[str, object], player: int) -> None:
    assert winner(kind, **more) == player


def test_a_game_prize_says_which_game() -> None:
    best = candidates(FACTS, Prize("high game", "high_win"))[0]
    assert (best.value, best.round, best.opponent) == ((500,), 2, 4)


def test_nobody_wins_two_of_a_set_and_it_is_said_why() -> None:
    """Priority before announcement: the high game is awarded first and read out last."""
    prizes = [
        Prize("first", "rank", exclusive="places", shown=1),
        Prize("second", "rank", 2, exclusive="places", shown=2),
        Prize("upset", "upset", exclusive="places", shown=4),
        Prize("third", "rank", 3, exclusive="places", shown=3),
    ]
    by_name = {one.prize.name: one for one in award(FACTS, prizes)}
    assert list(by_name) == ["first", "second", "third", "upset"]
    assert by_name["first"].winners[0].player == 1
    assert by_name["second"].winners[0].player == 3
    # 3 made the biggest upset but has the second prize; 4 beat 3 (by a hundred rating points)
    assert by_name["upset"].winners[0].player == 4
    assert by_name["upset"].passed_over == ((3, "second"),)
    assert by_name["third"].winners[0].player == 2


def test_places_move_up_when_a_better_one_has_won_already() -> None:
    prizes = [
        Prize("high loss", "high_loss", exclusive="all"),
        Prize("first", "rank", exclusive="all"),
        Prize("second", "rank", 2, exclusive="all"),
    ]
    won = {one.prize.name: one for one in award(FACTS, prizes)}
    assert [won[name].winners[0].player for name in ("high loss", "first", "second")] == [1, 3, 2]
    assert won["first"].passed_over == ((1, "high loss"),)


def test_equals_share_and_a_prize_may_go_to_nobody() -> None:
    equal = Facts(PLAYERS, (GameFact(1, 1, 2, 400, 350), GameFact(1, 3, 4, 400, 350)), StandingsRules())
    (high, luck) = award(equal, [Prize("high", "high_win"), Prize("luck", "tough_luck")])
    assert [one.player for one in high.winners] == [1, 3]
    assert luck.winners == ()


@pytest.mark.parametrize("wrong", [{"place": 0}, {"first": 3, "last": 2}, {"first": 0}, {"count": 0}])
def test_what_cannot_be_meant(wrong: dict[str, int]) -> None:
    with pytest.raises(PrizeError, match="the prize"):
        Prize("the prize", "rank", **wrong)  # type: ignore[arg-type]  # keywords of Prize


@given(size=st.integers(2, 16), rounds=st.integers(0, 5), seed=st.integers(0, 999), data=st.data())
@examples(30, deep=300)
def test_an_exclusive_set_never_gives_two_to_one(size: int, rounds: int, seed: int, data: st.DataObject) -> None:
    event = played_event(size, rounds, seed)
    of_people = {
        "team_total",
        "given",
    }  # a team's prize excludes nobody, and people decide as they like
    kinds = data.draw(st.lists(st.sampled_from([kind for kind in PRIZE_KINDS if kind not in of_people]), max_size=8))
    prizes = [Prize(f"{k}", kind, 1 + k % 3, exclusive="set") for k, kind in enumerate(kinds)]
    awards = award(Facts(event.players, event.games, StandingsRules()), prizes)
    # Those who are level share the prizes of the places that they take together, which counts as one prize.
    given_to = [player for players in {(one.prize.series, one.winners) for one in awards} for player in players[1]]
    assert len(given_to) == len({one.player for one in given_to})


# Teams: 1 and 4 red (4 wins of 6, +95-300), 2 and 3 blue (3 wins …), one of them with a class.
TEAMS = {1: "Red", 4: "Red", 2: "Blue", 3: "Blue"}
TEAM_FACTS = Facts(
    tuple(replace(p, team=TEAMS[p.id], player_class="B" if p.id in (2, 4) else None) for p in PLAYERS),
    GAMES,
    StandingsRules(),
)


def test_total_team_is_the_average_record_of_teams_that_are_large_enough() -> None:
    """Points: 1 and 3 have 4 each, 2 and 4 have 2: all average 3. Spreads: Red 95 - 300, Blue 195 + 10."""
    (one,) = award(TEAM_FACTS, [Prize("total team", "team_total", count=2)])
    assert [(w.team, w.player, w.value) for w in one.winners] == [("Blue", 2, (3, Fraction(205, 2)))]
    (second,) = award(TEAM_FACTS, [Prize("total team", "team_total", 2, count=2)])
    assert [w.team for w in second.winners] == ["Red"]
    (nobody,) = award(TEAM_FACTS, [Prize("total team", "team_total", count=3)])
    assert nobody.winners == ()


def test_handicap_is_wins_above_those_that_ratings_promise() -> None:
    """Player 4 (1600) beat 3 (1700) and lost to 1 (1900) and 2 (1800): 1 - 0.360 - 0.151 - 0.240 = 0.249."""
    result = {one.player: one.value for one in candidates(FACTS, Prize("handicap", "handicap"))}
    assert result[4] == (249,)
    assert sum(value[0] for value in result.values()) in range(-2, 3)  # what one wins above, others lose


def test_a_prize_awarded_by_hand_goes_to_those_named_and_excludes_them() -> None:
    prizes = [
        Prize("best dressed", "given", members=frozenset({1, 2}), exclusive="one each"),
        Prize("first", "rank", exclusive="one each"),
    ]
    dressed, first = award(FACTS, prizes)
    assert [w.player for w in dressed.winners] == [1, 2]
    assert [w.player for w in first.winners] == [3]
    assert first.passed_over == ((1, "best dressed"),)


def test_a_class_and_a_team_compete_among_themselves() -> None:
    prizes = [Prize("B", "rank", player_class="B"), Prize("Red", "rank", 2, team="Red")]
    assert [one.winners[0].player for one in award(TEAM_FACTS, prizes)] == [2, 4]


def test_places_follow_the_divisions_own_order() -> None:
    by_spread = replace(FACTS, settings=StandingsRules(order=("spread",)))
    (first,) = award(by_spread, [Prize("first", "rank")])
    assert [w.player for w in first.winners] == [2]


def test_a_prize_of_the_whole_event_and_one_of_a_division() -> None:
    others = tuple(EntrySnapshot(k + 10, k, rating=1500) for k in (1, 2))
    fields = {"a": FACTS, "b": Facts(others, (GameFact(1, 11, 12, 450, 430),), StandingsRules())}
    won = award_event(
        fields,
        [
            Prize("high game", "high_win"),
            Prize("high loss", "high_loss"),
            Prize("high game of B", "high_win", division="b"),
            Prize("first of B", "rank", division="b"),
        ],
    )
    assert [one.winners[0].player for one in won] == [2, 12, 11, 11]
    with pytest.raises(PrizeError, match="belongs to one division"):
        award_event(fields, [Prize("first", "rank")])


def test_a_team_excludes_nobody_and_prizes_awarded_by_hand_have_no_places() -> None:
    with pytest.raises(PrizeError, match="excludes nobody"):
        Prize("team", "team_total", exclusive="x")
    with pytest.raises(PrizeError, match="has no place"):
        Prize("given", "given", 2)


def test_doubts_say_which_prize_and_why() -> None:
    prizes = [
        Prize("second", "rank", 2, exclusive="s"),
        Prize("first", "rank", exclusive="s"),
        Prize("first again", "rank"),
        Prize("fourth", "rank", 4),
        Prize("class B", "rank", player_class="B"),
        Prize("class C", "rank", player_class="C", exclusive="s"),
        Prize("ninth loss", "high_loss", 9),
        Prize("late", "high_win", first=4),
        Prize("team", "team_total", count=3),
    ]
    result = [(d.code, d.prize.name, d.other and d.other.name) for d in doubts({"a": TEAM_FACTS}, prizes, {"a": 3})]
    assert result == [
        (DoubtCode.OUT_OF_ORDER, "first", "second"),
        (DoubtCode.TWICE, "first again", "first"),
        (DoubtCode.GAP, "fourth", None),
        (DoubtCode.BOTH, "class B", "second"),
        (DoubtCode.NOBODY, "class C", None),
        (DoubtCode.BOTH, "class C", "first again"),
        (DoubtCode.FEW, "ninth loss", None),
        (DoubtCode.GAP, "ninth loss", None),
        (DoubtCode.LATE, "late", None),
        (DoubtCode.NO_TEAMS, "team", None),
    ]
