"""GCG by the letter: what a strict reader refuses and ours understands (formats.md 4.5)."""

import pytest

from games.engine.crossword.check import check_record
from games.engine.crossword.gcg import read, strict_findings, write
from tests.games.engine.crossword.helpers import HEADER, TOURNAMENT
from tests.games.engine.crossword.test_files import FILES

TRAIN = ">anna: AINRTVW 8D TRAIN +12 12\n"


def letters(text: str) -> list[str]:
    """What each line that is not strict should have been."""
    return [str(finding.computed) for finding in strict_findings(read((HEADER + text).encode()))]


@pytest.mark.parametrize(
    ("line", "letter"),
    [
        (">anna: AINRTVW 8d TRAIN +12 12", ">anna: AINRTVW 8D TRAIN +12 12"),
        (">anna: AINRTVW 8D TRAIN +12 12 TRAIN", ">anna: AINRTVW 8D TRAIN +12 12"),
        (">anna: AINRTVW 8D TRAIN 12 12", ">anna: AINRTVW 8D TRAIN +12 12"),
        (">Anna: AINRTVW 8D TRAIN +12 12", ">anna: AINRTVW 8D TRAIN +12 12"),
        ("> anna : AINRTVW 8D TRAIN +12 12", ">anna: AINRTVW 8D TRAIN +12 12"),
        (">anna: DW 8D W(IN)D +12 12", ">anna: DW 8D W..D +12 12"),
        (">anna: AINRTVW -0 +0 0", ">anna: AINRTVW - +0 0"),
        (">anna: (time) +-10 -10", ">anna: (time) -10 -10"),
        (">anna: (A E I) +6 6", ">anna: (AEI) +6 6"),
        (">anna: (CHALLENGE) +5 5", ">anna: (challenge) +5 5"),
    ],
)
def test_a_dialect_is_named_with_its_strict_form(line: str, letter: str) -> None:
    assert letters(line + "\n") == [letter]
    assert letters(letter + "\n") == []


@pytest.mark.parametrize(
    "line", [TRAIN, ">anna:\tAINRTVW   8D TRAIN  +12 12  \n", ">anna: AINRTVW --  -24 55\n", ">anna: AEINRST -4 +0 0\n"]
)
def test_spaces_and_tabs_are_free(line: str) -> None:
    assert letters(line) == []


def test_what_we_write_is_strict() -> None:
    for path in FILES.values():
        record = read(path.read_bytes()).record
        if any(event.score is None or event.total is None for event in record.events):
            continue
        plain = tuple(event._replace(extra="") for event in record.events)
        try:
            data = write(type(record)(record.players, plain, record.pragmas, record.racks, record.incomplete))
        except ValueError:
            continue  # two players of one name
        assert strict_findings(read(data)) == (), path.name


def test_it_is_reported_only_on_request() -> None:
    data = (HEADER + TRAIN.replace("8D", "8d")).encode()
    assert "gcg_not_strict" not in {finding.code for finding in check_record(data, rules=TOURNAMENT).findings}
    assert "gcg_not_strict" in {finding.code for finding in check_record(data, rules=TOURNAMENT, strict=True).findings}
    assert check_record(b"anna 8d train 12", rules=TOURNAMENT, strict=True).verdict == "note"
