"""On which day a game was played: only what can be read in one way."""

from datetime import date

import pytest

from games.engine.crossword import gcg
from games.engine.crossword.dating import played_on
from games.engine.crossword.record import Record

DAY = date(2026, 3, 1)


def headed(**headings: str) -> Record:
    return Record((), (), tuple(headings.items()))


@pytest.mark.parametrize(
    "text",
    [
        "2026-03-01",
        "1.3.2026",
        "01.03.2026",
        "1. 3. 2026",
        "1 March 2026",
        "1 mar 2026",
        "March 1, 2026",
        "Mar. 1, 2026",
    ],
)
def test_a_day_is_read_in_the_forms_that_have_one_reading(text: str) -> None:
    assert played_on(headed(date=text)) == DAY
    assert played_on(headed(title=f"Spring Open ({text}), round 3")) == DAY


@pytest.mark.parametrize(
    "text",
    ["", "1/3/2026", "31.2.2026", "2026-13-01", "12026-03-01", "2026-03-011", "0000-01-01", "v1.2.2026.4", "2026"],
)
def test_what_may_be_read_otherwise_is_no_day(text: str) -> None:
    assert played_on(headed(title=text)) is None


def test_a_title_with_several_days_names_none_and_the_heading_for_it_goes_first() -> None:
    assert played_on(headed(title="2026-03-01 to 2026-03-03")) is None
    assert played_on(headed(title="2026-03-01 to 2026-03-03", date="2026-03-02")) == date(2026, 3, 2)
    assert played_on(headed(title="Final", description="1.3.2026")) == DAY
    assert played_on(headed(title="2026-03-01 (1 March 2026)")) == DAY


def test_the_reader_accepts_the_heading() -> None:
    reading = gcg.read(b"#date 2026-03-01\n#player1 a A\n#player2 b B\n>a: TRAIN 8D TRAIN +12 12\n")
    assert played_on(reading.record) == DAY
    assert "pragma_unknown" not in {finding.code for finding in reading.findings}
