"""A match's games as one short text: which are possible, who won, who is ahead of whom; the chance to win a match."""

from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.game_scores import (
    GameScoresError,
    Match,
    check,
    duels,
    games_won,
    margin,
    match_win_chance,
    parse,
    places,
    write,
)

TWO = Match(2)
BEST_OF_THREE = Match(2, 3)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("0-4", TWO),
        ("5-0", TWO),
        ("0-4 0-1", BEST_OF_THREE),
        ("0-4 3-0 0-2", BEST_OF_THREE),
        ("0-4-2", Match(3)),
        ("0-x-2-2", Match(4)),
        ("3-0-1 0-1-1 2-2-0", Match(3, 3)),
        ("320/281/305", Match(3, cards=False)),
        ("320/320/x/0", Match(4, cards=False)),
    ],
)
def test_possible_games_are_read_and_written_back(text: str, match: Match) -> None:
    games = parse(text)
    check(games, match)
    assert write(games, cards=match.cards) == text


@pytest.mark.parametrize(
    ("text", "match", "code"),
    [
        ("", TWO, "no_game"),
        ("0-4 0-4", TWO, "too_many_games"),
        ("0-4-2", TWO, "seats"),
        ("0-x", TWO, "absent"),
        ("3-4", TWO, "no_winner"),
        ("0-0", TWO, "two_winners"),
        ("0-59", TWO, "too_many_cards"),
        ("0-4 0-2 0-1", BEST_OF_THREE, "played_on"),
        ("0-4 3-0", BEST_OF_THREE, "not_decided"),
        ("0-1-2", Match(3, 3), "too_few_games"),
        ("x-x-x", Match(3, cards=False), "nobody"),
        ("a-b", TWO, "form"),
    ],
)
def test_impossible_games_are_refused(text: str, match: Match, code: str) -> None:
    with pytest.raises(GameScoresError) as error:
        check(parse(text), match)
    assert error.value.code == code


def test_a_match_of_two_counts_games_and_cards() -> None:
    games = parse("0-4 3-0 0-2")
    assert games_won(games, 2) == (2, 1)
    assert margin(games) == 4 - 3 + 2


def test_a_table_is_a_result_between_every_two() -> None:
    results = {(duel.first, duel.second): (duel.points, duel.margin) for duel in duels(parse("0-4-x-4"), cards=True)}
    assert results == {(0, 1): ((1, 0), 4), (0, 3): ((1, 0), 4), (1, 3): ((0, 0), 0)}
    (duel,) = duels(parse("300/310"), cards=False)
    assert (duel.points, duel.margin) == ((0, 1), -10)


def test_places_are_shared_by_equals_and_go_by_margin_over_several_games() -> None:
    assert places(parse("0-4-2-4"), cards=True) == ((0,), (2,), (1, 3))
    assert places(parse("0-4-x"), cards=True) == ((0,), (1,))
    # first and second left three behind and lost one each; the cards decide between them
    assert places(parse("0-1-9 1-0-9"), cards=True) == ((0, 1), (2,))
    assert places(parse("0-1-9 2-0-9"), cards=True) == ((1,), (0,), (2,))


@given(st.lists(st.integers(0, 50), min_size=3, max_size=8))
def test_margins_of_a_table_sum_to_0_and_places_hold_everybody(cards: list[int]) -> None:
    games = (tuple(cards),)
    gained = [0] * len(cards)
    for duel in duels(games, cards=True):
        gained[duel.first] += duel.margin
        gained[duel.second] -= duel.margin
        assert sum(duel.points) <= 1
    assert sum(gained) == 0
    assert sorted(seat for tied in places(games, cards=True) for seat in tied) == list(range(len(cards)))
    order = [cards[tied[0]] for tied in places(games, cards=True)]
    assert order == sorted(set(cards))


@given(game=st.floats(0, 1), best_of=st.sampled_from([1, 3, 5, 7]))
def test_the_chance_of_a_match_is_the_sum_over_all_ways(game: float, best_of: int) -> None:
    """The winner of each game is written out, all games played on."""
    won = sum(
        prod(game if one else 1 - game for one in games)
        for games in product([True, False], repeat=best_of)
        if sum(games) > best_of // 2
    )
    assert match_win_chance(game, best_of) == pytest.approx(won, abs=1e-12)


@given(game=st.floats(0, 1), best_of=st.sampled_from([1, 3, 5, 7, 9]))
def test_one_of_the_two_wins_the_match(game: float, best_of: int) -> None:
    assert match_win_chance(game, best_of) + match_win_chance(1 - game, best_of) == pytest.approx(1)


def test_more_games_favour_the_stronger() -> None:
    """Best of three at 60 %: 0.6² + 2 · 0.6² · 0.4."""
    assert match_win_chance(0.6, 3) == pytest.approx(0.648)
    assert match_win_chance(0.6, 5) > match_win_chance(0.6, 3) > 0.6
