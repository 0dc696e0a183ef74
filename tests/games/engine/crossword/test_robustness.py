"""Whatever the bytes are: an answer, not an exception, in time proportional to their number."""

import json
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.textfile import MAX_BYTES
from tests.games.engine.crossword.helpers import HEADER, check, codes
from tests.games.engine.crossword.test_files import FILES
from tests.harness.deep import examples

GAME = FILES["club_game"].read_text()
MORE_LINES = (
    "#rack1 AEI|#incomplete|#- more|#player9 x|>anna:|>: 8D X|>anna: (|(AEI) +6|8D TRAIN 12|1. Anna 7E HOB|-ABC|--|"
    "time -10|>ben: ABC (ABC) -9 1|#note #challenged GAVE|#note #unsuccessful-challenge|lost-turn GAVE|-- GAVE|#title x|"
    "anna (A B) - ben|#note|\x0b|\u202e8D אב 3"
)
PIECES = st.sampled_from(GAME.split("\n") + MORE_LINES.split("|"))
MORE_TOKENS = (
    ">anna:|>ben:|8D|h8|15O|TRAIN|QUIZ??|.....|-|--|-5|-AB|(challenge)|(time)|(AEI)|+12|-3|99999|999999|+|#|\n|\n|\r| |"
    "[CH]|[|]|?|é|\ud800"
)
TOKENS = st.sampled_from(MORE_TOKENS.split("|"))


def check_answer(data: bytes, **options: object) -> None:
    """The bytes get a report: of every event, writable as JSON, with findings that can be printed."""
    report = check(data, words=frozenset({"TRAIN"}), options=options)
    assert set(report.winners) <= set(range(len(report.final_scores)))
    assert len(report.turns) == len(report.record.events)
    json.dumps(report.as_dict())
    for finding in report.findings:
        assert finding.message.isprintable()
        assert finding.column is None or finding.column >= 1


@given(st.binary(max_size=400))
@example(b"\xff\xfe\x00")
@example(b"\xff\xfe\x00\xd8")
@example(b"#character-encoding utf-16\n")
@example(b"#character-encoding \xff\n")
@example(b"#character-encoding zlib\nx")
@examples(50, deep=500)
def test_any_bytes(data: bytes) -> None:
    check_answer(data)


@given(st.lists(PIECES, max_size=25).map("\n".join))
@examples(50, deep=500)
def test_any_order_of_lines(text: str) -> None:
    check_answer(text.encode())


@given(st.lists(TOKENS, max_size=40).map(" ".join), st.sampled_from(["en", "es", "hu", "tr", "en-super"]))
@examples(50, deep=500)
def test_any_order_of_tokens(text: str, tile_set: str) -> None:
    check_answer((HEADER + text).encode("utf-8", "surrogatepass"), tile_set=tile_set)
    check_answer(text.encode("utf-8", "surrogatepass"), tile_set=tile_set)


@given(st.lists(st.tuples(st.integers(0, len(GAME) - 1), st.characters(codec="utf-8")), max_size=6))
@examples(25, deep=300)
def test_any_characters_changed(changes: list[tuple[int, str]]) -> None:
    text = list(GAME)
    for position, char in changes:
        text[position] = char
    for slug in RULE_SETS:
        report = check("".join(text), rules=slug, challenge="triple", overtime_minutes=1, overtime_loses=True)
        assert len(report.turns) == len(report.record.events)
        assert len(report.final_scores) == len(report.record.players)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"x" * (MAX_BYTES + 1), "too_large"),
        (b"x" * MAX_BYTES, "line_too_long"),
        (b">anna: " + b"A" * 900_000 + b" 8D " + b"B" * 50_000 + b" +1 1", "line_too_long"),
        (HEADER.encode() + b">anna: " + b"A" * 3000 + b" 8D " + b"B" * 900 + b" +1 1", "rack_too_large"),
        (HEADER.encode() + b">anna: AB 8D " + b"B" * 900_000 + b" +1 1", "off_board"),
        (b"a\n" * 400_000, "too_many_findings"),
        (b"\n" * 999_999 + b"a", "line_unknown"),
        (b"8D AT\0 12", "not_text"),
        (b"#note a\n" * 120_000, "no_events"),
        ((HEADER + ">anna: - +0 0\n" + "#note a\n" * 110_000).encode(), "incomplete"),
        ((HEADER + "#title x\n" + "#- a\n" * 150_000).encode(), "no_events"),
        (b">anna: - +0 0\n" * 60_000, "too_many_events"),
        ((HEADER + ">anna: AB 8D AB +1 1 " + "A(" * 400_000).encode(), "line_too_long"),
        (b"(" * 3000 + b"\n8D " + b"A" * 3900, "line_unknown"),
        ("\u202eאבג 8D TRAIN 12".encode(), "incomplete"),
        ((b"q" + b" " * 3990 + b"r\n") * 199, "line_unknown"),
        (b"a - b - c " * 380 + b"\n", "incomplete"),
        (
            (HEADER + ">anna: AB 8D AB +1 1\n>anna: (challenge) +5 6\n#note #challenged " + "AB " * 1300).encode(),
            "incomplete",
        ),
        (b"8D TRAIN\n" + b"#note x\n" * 120_000, "incomplete"),
    ],
    ids=range(19),
)
def test_hostile_files_are_answered_quickly(data: bytes, code: str) -> None:
    start = time.process_time()
    assert code in codes(check(data), notes=True)
    assert time.process_time() - start < 2


def test_time_grows_with_the_number_of_events() -> None:
    """Twice the events, about twice the time: no step looks at all events before it."""

    def seconds(events: int) -> float:
        data = (HEADER + ">anna: AEINRST - +0 0\n>ben: AEINRST - +0 0\n" * (events // 2)).encode()
        best = float("inf")
        for _ in range(5):
            start = time.process_time()
            check(data)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(400) < 5 * seconds(200)
