"""Short codes of events: one for each number, and back."""

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.short_codes import LONGEST, PATTERN, SIGNS, code_of, number_of


@given(st.integers(1, len(SIGNS) ** LONGEST - 1))
def test_each_number_has_a_code_that_leads_back(number: int) -> None:
    code = code_of(number)
    assert re.fullmatch(PATTERN, code)
    assert number_of(code) == number_of(code.upper()) == number


@given(st.from_regex(PATTERN, fullmatch=True))
def test_any_code_is_answered(code: str) -> None:
    number = number_of(code)
    assert number == 0 or code_of(number) == code.lower()


def test_the_first_twenty_thousand_have_three_signs_and_neighbours_differ_in_two() -> None:
    codes = [code_of(number) for number in range(1, len(SIGNS) ** 3)]
    assert {len(code) for code in codes} == {3}
    assert len(set(codes)) == len(codes)
    alike = [one for one, two in itertools.pairwise(codes) if sum(a != b for a, b in zip(one, two, strict=True)) < 2]
    assert not alike


def test_numbers_without_a_code() -> None:
    for number in (0, -1, len(SIGNS) ** LONGEST):
        with pytest.raises(ValueError, match="no short code"):
            code_of(number)
