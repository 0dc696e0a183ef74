"""Plain typed moves, as people type them."""

import pytest

from games.engine.crossword.gcg import MAX_EVENTS
from games.engine.crossword.movelist import read, read_move_lines
from games.engine.crossword.record import Event, Kind
from tests.games.engine.crossword.helpers import TOURNAMENT, check, codes


def events(text: str) -> tuple[Event, ...]:
    return read(text.encode(), TOURNAMENT).record.events


@pytest.mark.parametrize(
    "line",
    [
        "8D TRAIN 12 12",
        "8d train 12 12",
        "1. 8D TRAIN 12 12",
        "1) 8D  TRAIN,  12, 12",
        "TRAIN 8D 12 12",
        "8D Train +12 = 12",
        "12 12 8D TRAIN",
        "8D 12 TRAIN 12",
        "  8D\tTRAIN\t+12\t12  ",
    ],
)
def test_order_and_spacing_hardly_matter(line: str) -> None:
    assert events(line) == (Event(Kind.PLAY, 0, "", "8D", "TRAIN", 12, 12),)


@pytest.mark.parametrize(
    "line", ["1. Anna 8D TRAIN 12 12", "Anna: 8D TRAIN 12 12", "anna 12 8D TRAIN 12", "Anna TRAIN 8D +12 12"]
)
def test_names(line: str) -> None:
    record = read(f"{line}\nBen 7E HOB 25 25\nanna pass\n".encode(), TOURNAMENT).record
    assert [player.name.casefold() for player in record.players] == ["anna", "ben"]
    assert [(event.player, event.kind) for event in record.events] == [
        (0, Kind.PLAY),
        (1, Kind.PLAY),
        (0, Kind.PASS),
    ]


def test_racks_are_optional() -> None:
    first, second = events("Anna - Ben\nAnna AINRTVW 8D TRAIN 12 12\nBHOOSUY 7E HOB 25\n")
    assert (first.player, first.rack, first.text) == (0, "AINRTVW", "TRAIN")
    assert (second.player, second.rack, second.text) == (1, "BHOOSUY", "HOB")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-ABC", (Kind.EXCHANGE, "ABC", 0)),
        ("exchange abc", (Kind.EXCHANGE, "ABC", 0)),
        ("exch ABC 0 12", (Kind.EXCHANGE, "ABC", 0)),
        ("-3", (Kind.EXCHANGE, "3", 0)),
        ("swap 3", (Kind.EXCHANGE, "3", 0)),
        ("pass", (Kind.PASS, "", 0)),
        ("-", (Kind.PASS, "", 0)),
        ("Anna passes", (Kind.PASS, "", 0)),
        ("--", (Kind.WITHDRAWN, "", None)),
        ("-- -12 0", (Kind.WITHDRAWN, "", -12)),
        ("challenge +5 17", (Kind.CHALLENGE, "", 5)),
        ("(challenge) +5", (Kind.CHALLENGE, "", 5)),
        ("(AEI) +6", (Kind.OUT, "AEI", 6)),
        ("(aei) -3", (Kind.RACK, "AEI", -3)),
        ("time -10 90", (Kind.TIME, "", -10)),
    ],
)
def test_everything_that_is_not_a_play(line: str, expected: tuple[Kind, str, int | None]) -> None:
    event = events(line)[0]
    assert (event.kind, event.text, event.score) == expected


def test_small_letters_are_blanks_only_where_they_can_be() -> None:
    words = [event.text for event in events("8D TrAIN\n8D train\n8D Train\n8D TRaiN\n8D TRain")]
    assert words == ["TrAIN", "TRAIN", "TRAIN", "TRaiN", "TRAIN"]


def test_a_whole_sheet_is_checked_like_any_record() -> None:
    report = check("Anna vs Ben\n1. 8D TRAIN 12 12\n2. 7E HOB 25 25\n3. C8 .EST? 1\n4. O8 TOO 9 34\n")
    assert report.format == "moves"
    assert [player.name for player in report.record.players] == ["Anna", "Ben"]
    assert codes(report) == ["gap"]


def test_scores_may_be_left_out() -> None:
    report = check("8D TRAIN\n7E HOB\n")
    assert codes(report) == []
    assert report.final_scores == (12, 25)


def test_what_cannot_be_read_is_reported_with_its_line() -> None:
    report = check("8D TRAIN 12 12\nwe had some tea\n7E HOB 25 25\n8D\n")
    assert [(finding.code, finding.line) for finding in report.findings if finding.code != "incomplete"] == [
        ("line_unknown", 2),
        ("event_malformed", 4),
    ]
    assert report.final_scores == (12, 25)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("-- HOB OA", (Kind.WITHDRAWN, 1, "HOB OA", "")),
        ("ben phoney hob", (Kind.WITHDRAWN, 1, "HOB", "")),
        ("ben: -- -25 0", (Kind.WITHDRAWN, 1, "", "")),
        ("challenge HOB +5 30", (Kind.CHALLENGE, 1, "HOB", "")),
        ("Ben challenge +5 hob oa 30", (Kind.CHALLENGE, 1, "HOB OA", "")),
        ("challenge ben +5", (Kind.CHALLENGE, 1, "", "")),
        ("anna lost turn HOB", (Kind.PASS, 0, "HOB", "#unsuccessful-challenge")),
        ("anna loses turn", (Kind.PASS, 0, "", "#unsuccessful-challenge")),
        ("lost-turn hob turn", (Kind.PASS, 0, "HOB TURN", "#unsuccessful-challenge")),
    ],
)
def test_the_words_that_were_challenged(line: str, expected: tuple[Kind, int, str, str]) -> None:
    event = events(f"Anna - Ben\n8D TRAIN 12\n7E HOB 25\n{line}\n")[-1]
    assert (event.kind, event.player, event.text, event.note) == expected


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Anna - Ben", ["Anna", "Ben"]),
        ("Anna vs. Ben - Cleo", ["Anna", "Ben", "Cleo"]),
        ("anna (Anna Lind) - ben2 (Ben Okoro) - c (Cleo) - d (Dua Ito)", ["Anna Lind", "Ben Okoro", "Cleo", "Dua Ito"]),
    ],
)
def test_players_from_the_first_line(line: str, names: list[str]) -> None:
    record = read(f"{line}\n8D TRAIN 12\n".encode(), TOURNAMENT).record
    assert [player.name for player in record.players] == names
    assert len(record.events) == 1


def test_headings_and_remarks_begin_with_a_hash() -> None:
    text = "Anna - Ben\n#title Club night\n#- third table\n8D TRAIN 12\n#note well found\n#note indeed\n#rack2 HOB\n#incomplete AB\n"
    record = read(text.encode(), TOURNAMENT).record
    assert (record.title, record.events[0].note) == ("Club night\nthird table", "well found\nindeed")
    assert (record.racks, record.incomplete) == (("", "HOB"), "AB")
    assert codes(check(text)) == []


@pytest.mark.parametrize(
    ("text", "names", "turns"),
    [
        ("Anna - Ben\nan 8D TRAIN\nbe 7E HOB\n", ["Anna", "Ben"], [(0, "TRAIN"), (1, "HOB")]),
        ("8D TRAIN\nBen 7E HOB\nAnna pass\n", ["Anna", "Ben"], [(0, "TRAIN"), (1, "HOB"), (0, "")]),
    ],
    ids=["the beginning of a name", "a name told only later"],
)
def test_whose_line_it_is(text: str, names: list[str], turns: list[tuple[int, str]]) -> None:
    reading = read(text.encode(), TOURNAMENT)
    assert [player.name for player in reading.record.players] == names
    assert [(event.player, event.text) for event in reading.record.events] == turns
    assert reading.findings == ()


def test_a_player_written_by_either_name_is_one_player() -> None:
    """The pairing names both players in full; the sheet calls one of them now by the first name, now by the other."""
    lines = ["Ada 8D TRAIN", "Ben 7E HOB", "Byron pass", "Ben pass"]
    reading = read_move_lines(lines, [], TOURNAMENT, ("Ada Byron", "Ben Katz"))
    assert [player.name for player in reading.record.players] == ["Ada Byron", "Ben Katz"]
    assert [event.player for event in reading.record.events] == [0, 1, 0, 1]
    assert reading.findings == ()


def test_a_nickname_does_not_take_the_place_of_the_player_named_later() -> None:
    """“Benny” begins and is no name of the pairing; “Anna”, who is, has the other side."""
    reading = read_move_lines(["Benny 8D TRAIN", "Anna 7E HOB"], [], TOURNAMENT, ("Anna Reed", "Ben Marsh"))
    assert [event.player for event in reading.record.events] == [0, 1]


def test_a_name_of_nobody_at_the_table_is_reported() -> None:
    reading = read(b"Anna 8D TRAIN\nBen 7E HOB\nAnna pass\nCleo pass\n", TOURNAMENT)
    assert [(one.code, one.line, one.stated) for one in reading.findings] == [("player_unknown", 4, "Cleo")]
    assert [player.name for player in reading.record.players] == ["Anna", "Ben"]
    assert reading.record.events[-1].player == 1, "the line counts for whose turn it is"


def test_a_heading_goes_on_only_after_a_heading() -> None:
    reading = read(b"#- third table\n8D TRAIN\n", TOURNAMENT)
    assert [(one.code, one.line, one.stated) for one in reading.findings] == [("line_unknown", 1, "#-")]


def test_a_text_of_too_many_moves_is_cut_off_and_says_where() -> None:
    reading = read(b"pass\n" * (MAX_EVENTS + 2), TOURNAMENT)
    assert len(reading.record.events) == MAX_EVENTS
    assert [(one.code, one.line) for one in reading.findings] == [("too_many_events", MAX_EVENTS + 1)]
