"""A meeting's games as one short text: what may be, who won, who is ahead of whom."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.game_scores import Meeting, TallyError, check, duels, games_won, margin, parse, places, write

TWO = Meeting(2)
BEST_OF_THREE = Meeting(2, 3)


@pytest.mark.parametrize(
    ("text", "meeting"),
    [
        ("0-4", TWO),
        ("5-0", TWO),
        ("0-4 0-1", BEST_OF_THREE),
        ("0-4 3-0 0-2", BEST_OF_THREE),
        ("0-4-2", Meeting(3)),
        ("0-x-2-2", Meeting(4)),
        ("3-0-1 0-1-1 2-2-0", Meeting(3, 3)),
        ("320/281/305", Meeting(3, cards=False)),
        ("320/320/x/0", Meeting(4, cards=False)),
    ],
)
def test_what_may_be(text: str, meeting: Meeting) -> None:
    games = parse(text)
    check(games, meeting)
    assert write(games, cards=meeting.cards) == text


@pytest.mark.parametrize(
    ("text", "meeting", "code"),
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
        ("0-1-2", Meeting(3, 3), "too_few_games"),
        ("x-x-x", Meeting(3, cards=False), "nobody"),
        ("a-b", TWO, "form"),
    ],
)
def test_what_cannot_be(text: str, meeting: Meeting, code: str) -> None:
    with pytest.raises(TallyError) as refused:
        check(parse(text), meeting)
    assert refused.value.code == code


def test_a_meeting_of_two_counts_games_and_cards() -> None:
    games = parse("0-4 3-0 0-2")
    assert games_won(games, 2) == (2, 1)
    assert margin(games) == 4 - 3 + 2


def test_a_table_is_a_result_between_every_two() -> None:
    found = {(duel.first, duel.second): (duel.points, duel.margin) for duel in duels(parse("0-4-x-4"), cards=True)}
    assert found == {(0, 1): ((1, 0), 4), (0, 3): ((1, 0), 4), (1, 3): ((0, 0), 0)}
    (duel,) = duels(parse("300/310"), cards=False)
    assert (duel.points, duel.margin) == ((0, 1), -10)


def test_places_are_shared_by_equals_and_go_by_margin_over_several_games() -> None:
    assert places(parse("0-4-2-4"), cards=True) == ((0,), (2,), (1, 3))
    assert places(parse("0-4-x"), cards=True) == ((0,), (1,))
    # first and second left three behind and lost one each; the cards decide between them
    assert places(parse("0-1-9 1-0-9"), cards=True) == ((0, 1), (2,))
    assert places(parse("0-1-9 2-0-9"), cards=True) == ((1,), (0,), (2,))


@given(st.lists(st.integers(0, 50), min_size=3, max_size=8))
def test_margins_of_a_table_sum_to_nothing_and_places_hold_everybody(cards: list[int]) -> None:
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
