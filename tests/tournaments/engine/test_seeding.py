"""The seed order: by rating, seeds set by hand, late entries."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.seeding import Candidate, seed_order


@st.composite
def fields(draw: st.DrawFn, *, late: bool = True) -> list[Candidate]:
    size = draw(st.integers(1, 12))
    seeds = draw(st.permutations(range(1, size + 1)))
    field = []
    for number in range(1, size + 1):
        by_hand = draw(st.booleans())
        field.append(
            Candidate(
                100 + number,
                number,
                draw(st.none() | st.integers(0, 5)),
                seeds[number - 1] if by_hand else None,
                late=late and draw(st.booleans()),
            )
        )
    return field


def rank(one: Candidate) -> tuple[bool, int, int]:
    return one.rating is None, -(one.rating or 0), one.number


@given(fields())
@examples(30, deep=300)
def test_everybody_once_whatever_the_order_of_the_list(field: list[Candidate]) -> None:
    order = seed_order(field)
    assert sorted(order) == sorted(one.id for one in field)
    assert seed_order(reversed(field)) == order


@given(fields())
@examples(30, deep=300)
def test_without_seeds_by_hand_it_is_the_rating(field: list[Candidate]) -> None:
    plain = [Candidate(one.id, one.number, one.rating, late=one.late) for one in field]
    assert seed_order(plain) == tuple(one.id for one in sorted(plain, key=rank))


@given(fields(late=False))
@examples(30, deep=300)
def test_seeds_set_by_hand_hold_and_the_others_stand_by_rating_around_them(field: list[Candidate]) -> None:
    order = seed_order(field)
    known = {one.id: one for one in field}
    assert all(order[one.seed - 1] == one.id for one in field if one.seed is not None)
    others = [known[player] for player in order if known[player].seed is None]
    assert others == sorted(others, key=rank)


@given(fields())
@examples(30, deep=300)
def test_a_late_entry_moves_nobody_past_anybody(field: list[Candidate]) -> None:
    if all(one.seed is None for one in field):
        return
    here = [one for one in field if one.seed is not None or not one.late]
    order = seed_order(field)
    assert [player for player in order if player in {one.id for one in here}] == list(seed_order(here))


@pytest.mark.parametrize(
    ("seeds", "expected"),
    [
        pytest.param({}, (1, 2, 3, 4), id="by rating"),
        pytest.param({4: 1}, (4, 1, 2, 3), id="the last one on top"),
        pytest.param({1: 4, 4: 1}, (4, 2, 3, 1), id="two changed round"),
        pytest.param({1: 99}, (2, 3, 4, 1), id="beyond the field is the last"),
        pytest.param({1: 3, 2: 2, 3: 4, 4: 1}, (4, 2, 1, 3), id="all by hand"),
    ],
)
def test_worked_examples(seeds: dict[int, int], expected: tuple[int, ...]) -> None:
    field = [Candidate(number, number, 2000 - 100 * number, seeds.get(number)) for number in range(1, 5)]
    assert seed_order(field) == expected


def test_a_late_entry_is_put_in_by_rating() -> None:
    field = [Candidate(1, 1, 1900), Candidate(2, 2, 1500, seed=1), Candidate(3, 3, 1700)]
    assert seed_order([*field, Candidate(4, 4, 1800, late=True)]) == (2, 1, 4, 3)
    assert seed_order([*field, Candidate(4, 4, None, late=True)]) == (2, 1, 3, 4)
