"""Who starts, at which table, and whose turn it is to have the bye."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.byes import bye_order
from tournaments.engine.starts import StartReason, StartRecord, choose_first, coin, imbalance_after
from tournaments.engine.tables import assign_tables


def first(
    a: StartRecord, b: StartRecord, mutual: tuple[int, int] = (0, 0), round_: int = 3
) -> tuple[bool, StartReason]:
    return choose_first(a, b, a_first_against_b=mutual[0], b_first_against_a=mutual[1], round_=round_, seed=1)


@pytest.mark.parametrize(
    ("a", "b", "mutual", "expected"),
    [
        (StartRecord(1, 1, 2), StartRecord(2, 2, 1), (0, 0), (True, StartReason.BALANCE)),
        (StartRecord(1, 1, 1), StartRecord(2, 2, 2), (0, 0), (True, StartReason.FEWER_FIRSTS)),
        (StartRecord(1, 1, 0), StartRecord(2, 4, 4), (0, 0), (False, StartReason.BALANCE)),  # came late
        (StartRecord(1, 2, 0), StartRecord(2, 1, 2), (0, 0), (False, StartReason.BALANCE)),
        (StartRecord(1, 1, 1), StartRecord(2, 1, 2), (0, 0), (False, StartReason.BALANCE)),
        (StartRecord(1, 1, 1, True), StartRecord(2, 1, 1, False), (0, 1), (True, StartReason.MUTUAL_RECORD)),
        (StartRecord(1, 1, 1, True), StartRecord(2, 1, 1, False), (0, 0), (False, StartReason.SWAP_LAST_ROUND)),
        (StartRecord(1, 1, 1, False), StartRecord(2, 1, 1, True), (1, 1), (True, StartReason.SWAP_LAST_ROUND)),
    ],
)
def test_who_starts(
    a: StartRecord, b: StartRecord, mutual: tuple[int, int], expected: tuple[bool, StartReason]
) -> None:
    assert first(a, b, mutual) == expected


RECORDS = st.builds(
    StartRecord,
    number=st.integers(1, 500),
    firsts=st.integers(0, 3),
    seconds=st.integers(0, 3),
    last_first=st.sampled_from([None, True, False]),
)


@given(a=RECORDS, b=RECORDS, ab=st.integers(0, 2), ba=st.integers(0, 2))
def test_it_does_not_matter_who_is_named_first(a: StartRecord, b: StartRecord, ab: int, ba: int) -> None:
    if a.number != b.number:
        a_first, why = first(a, b, (ab, ba))
        b_first, also = first(b, a, (ba, ab))
        assert (a_first, why) == (not b_first, also)


def test_the_coin_is_fair_and_reproducible() -> None:
    tosses = [coin(7, round_, a, a + 1) for round_ in range(1, 21) for a in range(1, 101)]
    assert 900 < sum(tosses) < 1100
    assert tosses[:6] == [coin(7, 1, a, a + 1) for a in range(1, 7)]
    assert [coin(1, 2, 3, 4), coin(1, 2, 3, 5), coin(1, 2, 3, 6), coin(2, 2, 3, 4)] == GOLDEN


GOLDEN = [False, True, False, False]


@given(a=RECORDS, b=RECORDS)
@examples(40, deep=400)
def test_the_imbalance_weighed_is_the_one_that_follows(a: StartRecord, b: StartRecord) -> None:
    if a.number == b.number:
        return
    a_first, _ = first(a, b)
    after = [
        abs(a.firsts - a.seconds + (1 if a_first else -1)),
        abs(b.firsts - b.seconds + (-1 if a_first else 1)),
    ]
    if (a.firsts, a.seconds) != (b.firsts, b.seconds):
        assert imbalance_after(a.firsts, a.seconds, b.firsts, b.seconds) == sum(max(0, size - 1) for size in after)


def test_best_game_on_table_one() -> None:
    assert assign_tables([(1, 5), (2, 6), (3, 7)], {}).tables == (1, 2, 3)


def test_a_fixed_table_holds_and_the_others_close_up() -> None:
    seated = assign_tables([(1, 5), (2, 6), (3, 7), (4, 8)], {7: 1})
    assert seated.tables == (2, 3, 1, 4)
    assert seated.conflicts == ()


def test_a_fixed_table_may_lie_beyond_the_others() -> None:
    assert assign_tables([(1, 5), (2, 6)], {1: 40}).tables == (40, 1)


def test_a_pair_with_two_fixed_tables_is_reported() -> None:
    seated = assign_tables([(1, 5), (2, 6)], {1: 2, 5: 7})
    assert seated.tables == (2, 1)
    assert [(c.table, c.players) for c in seated.conflicts] == [(2, (1, 5))]


def test_two_games_that_need_one_table_are_reported() -> None:
    seated = assign_tables([(1, 5), (2, 6), (3, 7)], {1: 3, 2: 3})
    assert seated.tables == (3, 1, 2)
    assert [(c.table, c.players) for c in seated.conflicts] == [(3, (2, 1, 5))]


@given(
    count=st.integers(0, 12),
    fixed=st.dictionaries(st.integers(0, 23), st.integers(1, 60), max_size=24),
)
def test_no_two_games_share_a_table(count: int, fixed: dict[int, int]) -> None:
    tables = assign_tables([(2 * k, 2 * k + 1) for k in range(count)], fixed).tables
    assert len(set(tables)) == len(tables) == count


def test_the_bye_goes_to_the_fewest_byes_and_then_from_the_bottom() -> None:
    assert bye_order([0, 1, 0, 2, 1]) == (2, 0, 4, 1, 3)
