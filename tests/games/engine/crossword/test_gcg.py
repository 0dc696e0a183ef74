"""GCG: reading, writing, and reading back whatever was written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword.gcg import MAX_EVENTS, MAX_FINDINGS, parse_number, parse_tail, read, write
from games.engine.crossword.record import Event, Kind, Player, Record
from tests.games.engine.crossword.helpers import HEADER
from tests.harness.deep import examples

WORD = st.text(alphabet="ABCDEFGHIJKLMNOPQRSTUVWXYZabz.?", min_size=1, max_size=9)
FULL = st.text(alphabet="AEINRSTQUÉŁ?", min_size=1, max_size=7)
RACK = st.one_of(st.just(""), FULL)
LINE = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=12)
NUMBER = st.integers(-999, 9999)
PLACE = st.sampled_from(["8D", "D8", "15O", "O15", "1A", "21U"])


def event(
    kind: Kind,
    text: st.SearchStrategy[str],
    place: st.SearchStrategy[str],
    rack: st.SearchStrategy[str],
    score: st.SearchStrategy[int] = NUMBER,
) -> st.SearchStrategy[Event]:
    return st.builds(
        Event,
        kind=st.just(kind),
        player=st.integers(0, 1),
        rack=rack,
        place=place,
        text=text,
        score=score,
        total=NUMBER,
        note=st.lists(LINE, max_size=3).map("\n".join),
        extra=st.just(""),
    )


NONE = st.just("")
EVENTS = st.one_of(
    event(Kind.PLAY, WORD, PLACE, RACK),
    event(Kind.EXCHANGE, st.text(alphabet="ABCDEZ?", min_size=1, max_size=7), NONE, RACK),
    event(Kind.EXCHANGE, st.integers(1, 7).map(str), NONE, FULL),
    event(Kind.PASS, NONE, NONE, RACK),
    event(Kind.WITHDRAWN, NONE, NONE, RACK),
    event(Kind.CHALLENGE, NONE, NONE, RACK),
    event(Kind.TIME, NONE, NONE, RACK),
    event(Kind.OUT, FULL, NONE, NONE, st.integers(0, 9999)),
    event(Kind.RACK, FULL, NONE, FULL, st.integers(-999, 0)),
)
RECORDS = st.builds(
    Record,
    players=st.just((Player("anna", "Anna Lind"), Player("bén", "Bén Ōkoro"))),
    events=st.lists(EVENTS, max_size=8).map(tuple),
    pragmas=st.lists(
        st.tuples(st.sampled_from(["title", "description", "weather", "lexicon"]), LINE.map(str.strip)),
        max_size=3,
        unique_by=lambda pragma: pragma[0],
    ).map(tuple),
    racks=st.one_of(st.just(()), st.tuples(FULL), st.tuples(NONE, FULL)),
    incomplete=st.one_of(st.none(), RACK),
)


@given(RECORDS)
@examples(30, deep=300)
def test_what_is_written_reads_back_the_same(record: Record) -> None:
    assert read(write(record)).record == record


def test_a_record_without_totals_cannot_be_written() -> None:
    record = Record((Player("a", "A"), Player("b", "B")), (Event(Kind.PASS, 0),))
    with pytest.raises(ValueError, match="needs a score"):
        write(record)


def test_a_short_name_with_a_space_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="short name"):
        write(Record((Player("a b", "A"), Player("b", "B")), ()))


@pytest.mark.parametrize(
    ("tail", "expected"),
    [
        # The rows of the table of events, and the shapes found in the wild.
        ("AEINRST 8D WORD +36 136", (Kind.PLAY, "AEINRST", "8D", "WORD", "+36", "136")),
        ("CNNTU?? 8b NoCTUrN +70 70", (Kind.PLAY, "CNNTU??", "8b", "NoCTUrN", "+70", "70")),
        ("8D WORD +36 136", (Kind.PLAY, "", "8D", "WORD", "+36", "136")),
        ("AEINRST -ABC +0 100", (Kind.EXCHANGE, "AEINRST", "", "ABC", "+0", "100")),
        ("AEINRST -4 +0 100", (Kind.EXCHANGE, "AEINRST", "", "4", "+0", "100")),
        ("AEINRST -0 +0 100", (Kind.PASS, "AEINRST", "", "", "+0", "100")),
        ("U - +0 380", (Kind.PASS, "U", "", "", "+0", "380")),
        ("- +0 380", (Kind.PASS, "", "", "", "+0", "380")),
        ("DEIILTZ --  -24 55", (Kind.WITHDRAWN, "DEIILTZ", "", "", "-24", "55")),
        ("LWGRAKE   -- +0 59", (Kind.WITHDRAWN, "LWGRAKE", "", "", "+0", "59")),
        ("DROWNUG (challenge) +5 289", (Kind.CHALLENGE, "DROWNUG", "", "", "+5", "289")),
        ("(challenge) +5 289", (Kind.CHALLENGE, "", "", "", "+5", "289")),
        ("(G) +4 539", (Kind.OUT, "", "", "G", "+4", "539")),
        ("( A E I ) +6 539", (Kind.OUT, "", "", "AEI", "+6", "539")),
        ("FWLI (FWLI) -10 426", (Kind.RACK, "FWLI", "", "FWLI", "-10", "426")),
        ("T             (T)              -1  452", (Kind.RACK, "T", "", "T", "-1", "452")),
        ("(FWLI) -10 426", (Kind.RACK, "", "", "FWLI", "-10", "426")),
        ("ISBALI (time) -10 409", (Kind.TIME, "ISBALI", "", "", "-10", "409")),
        ("(time) +-10 409", (Kind.TIME, "", "", "", "+-10", "409")),
    ],
)
def test_events(tail: str, expected: tuple[Kind, str, str, str, str, str]) -> None:
    parsed = parse_tail(tail)
    assert parsed is not None
    assert parsed[:6] == expected
    assert parse_number(parsed.total) == int(expected[5])


@pytest.mark.parametrize(("text", "value"), [("+12", 12), ("-5", -5), ("+-10", -10), ("0", 0), ("\u221210", -10)])
def test_numbers(text: str, value: int) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize("text", ["", "+", "1_0", "１２", "12x", "1e3", "123456", "--5", "0x10"])
def test_not_numbers(text: str) -> None:
    assert parse_number(text) is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    reading = read((HEADER + ">anna: - +0 0\n>ben: - +0 0\n").replace("\n", end).encode())
    assert (len(reading.record.events), reading.lines) == (2, (4, 5))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ("#player1 é José Núñez\n".encode("latin-1"), "José Núñez"),
        ("#character-encoding UTF-8\n#player1 é José Núñez\n".encode(), "José Núñez"),
        ("#character-encoding ISO-8859-2\n#player1 l Łukasz\n".encode("iso-8859-2"), "Łukasz"),
        ("#player1 é José Núñez\n".encode(), "José Núñez"),
        ("\ufeff#player1 é José Núñez\n".encode(), "José Núñez"),
        ("#player1 é José Núñez\n".encode("utf-16"), "José Núñez"),
    ],
)
def test_encodings(data: bytes, name: str) -> None:
    assert read(data).record.players[0].name == name


def test_notes_go_on_over_lines() -> None:
    record = read(
        (HEADER + ">anna: - +0 0\n#note first\nsecond line\n#- third\n>ben: - +0 0\n#note other\n").encode()
    ).record
    assert [event.note for event in record.events] == ["first\nsecond line\nthird", "other"]


def test_names_match_in_any_case_and_in_full() -> None:
    reading = read((HEADER + ">ANNA: - +0 0\n>Ben Okoro: - +0 0\n").encode())
    assert [event.player for event in reading.record.events] == [0, 1]
    assert reading.findings == ()


def test_undeclared_players_come_from_the_moves() -> None:
    reading = read(b">ann: - +0 0\n>bob: - +0 0\n>cyd: - +0 0\n")
    assert [player.nick for player in reading.record.players] == ["ann", "bob", "cyd"]
    assert {finding.code for finding in reading.findings} == {"player_missing"}


@pytest.mark.parametrize(("declared", "name"), [("bob Bob Bat", "Bob Bat"), ("cyd Cyd Cog", "bob")])
def test_a_late_name_belongs_to_the_player_who_moved_under_it(declared: str, name: str) -> None:
    reading = read(f"#player1 ann Ann\n>ann: - +0 0\n>bob: - +0 0\n#player2 {declared}\n>bob: - +0 0\n".encode())
    assert [player.name for player in reading.record.players] == ["Ann", name]
    assert [event.player for event in reading.record.events] == [0, 1, 1]
    assert "pragma_late" in {finding.code for finding in reading.findings}


def test_racks_at_the_end_are_of_four_players_at_most_one_each() -> None:
    reading = read((HEADER + ">anna: - +0 0\n#rack1 AEI\n#rack5 QUZ\n#rack1 BCD\n").encode())
    assert reading.record.racks[0] == "AEI"
    assert [(finding.code, finding.line) for finding in reading.findings] == [
        ("player_number", 6),
        ("pragma_repeated", 7),
    ]


def test_too_many_events_and_findings_are_cut_off() -> None:
    many = read((HEADER + ">anna: AB 8D AB +1 1\n" * 2000).encode())
    assert len(many.record.events) == MAX_EVENTS
    assert many.findings[-1].code == "too_many_events"
    rubbish = read((HEADER + "what\n" * 2000).encode())
    assert len(rubbish.findings) == MAX_FINDINGS + 1 + 0 * len(rubbish.lines)
    assert rubbish.findings[-1].code == "too_many_findings"
