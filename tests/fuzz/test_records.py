"""The fuzzing target on files of our own, so that it keeps working without the fuzzer; found inputs are kept here."""

from pathlib import Path

import pytest

from tests.fuzz.records import one_input

FILES = sorted((Path(__file__).parents[1] / "data" / "gcg").glob("*.gcg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_own_files(path: Path) -> None:
    one_input(path.read_bytes())


@pytest.mark.parametrize(
    "data",
    [b">a: (\xe9time ) +2 (28 4time)"],  # a total put together from spaced brackets stands nowhere in the line
    ids=range(1),
)
def test_found_by_the_fuzzer(data: bytes) -> None:
    one_input(data)
