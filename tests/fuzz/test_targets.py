"""The fuzzing targets on files of our own, so that they keep working without the fuzzer; found inputs are kept beside them."""

from pathlib import Path

import pytest

from core.packages import ROOT
from tests.fuzz.records import check_input
from tests.fuzz.targets import TARGETS
from tests.harness.deep import some

CRASHES = sorted((ROOT / "tests" / "data" / "gcg").glob("*.gcg"))
#: Every fifth comes first and is for every run.
FILES = [*CRASHES[::5], *(path for path in CRASHES if path not in CRASHES[::5])]


@pytest.mark.parametrize("path", some(FILES, suite=len(CRASHES[::5])), ids=lambda path: path.stem)
def test_own_files(path: Path) -> None:
    check_input(path.read_bytes())


@pytest.mark.parametrize(
    "data",
    [
        b">a: (\xe9time ) +2 (28 4time)",  # a total put together from spaced brackets stands nowhere in the line
        # One short name for two of four players: who has moved cannot be written.
        b"#player1 a A\n#player4 b B\n>a: AB 8D AB +8 8\n>b: A -- -9 0\n>a: A 1A AA +2 10\n>b: A 1A AA +3 3\n#player2 b B\n",
    ],
    ids=range(2),
)
def test_crashes_from_the_fuzzer_stay_fixed(data: bytes) -> None:
    check_input(data)


def check_target(name: str, data: bytes) -> None:
    """Raises what the reading of these bytes raises."""
    TARGETS[name](data)


def test_a_cell_longer_than_python_reads_ends_no_list() -> None:
    """Longer than the fuzzer makes its inputs."""
    for start in (b"", b'"', b"name,rating\nAnn,1460\n", b"date,event\n", b"name;rating\n"):
        check_target("tables", start + b"a" * 140_000)


OTHERS = sorted((ROOT / "tests" / "data" / "fuzz").glob("*/*"))


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_whole_and_broken_files(path: Path) -> None:
    """The file, each half of it, and it with every seventh byte gone."""
    data = path.read_bytes()
    for one in (
        data,
        data[: len(data) // 2],
        data[len(data) // 2 :],
        bytes(byte for at, byte in enumerate(data) if at % 7),
    ):
        check_target(path.parent.name, one)
