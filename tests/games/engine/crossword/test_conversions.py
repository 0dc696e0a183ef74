"""Records turn into each other: each form keeps everything, or says that it cannot."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword import gcg, movelist, record_json
from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.check import check_record
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import LOST_TURN_NOTE, NAMING, Event, Kind, Player, Record
from games.engine.crossword.rules import NINE_TILE
from games.engine.crossword.selfplay import Style, play_game
from tests.games.engine.crossword.helpers import TOURNAMENT
from tests.games.engine.crossword.test_files import FILES
from tests.games.engine.crossword.test_gcg import RECORDS
from tests.harness.deep import examples

Form = tuple[Callable[[Record], bytes], Callable[[bytes], Record]]
FORMS: dict[str, Form] = {
    "gcg": (gcg.write, lambda data: gcg.read(data).record),
    "json": (record_json.write, lambda data: record_json.read(data).record),
    "moves": (
        lambda record: movelist.write(record, TOURNAMENT).encode(),
        lambda data: movelist.read(data, TOURNAMENT).record,
    ),
}
WORDS = "AB AD AT BA BE DE DO ED EN ER ES ET HE HI HO IN IS IT ME NO ON OR RE SO TA TE TO US TRAIN HOB NOTE"
WILD = Style(phoney=0.3, doubt=0.8, distrust=0.3, overtime=0.5)


@cache
def graph() -> WordGraph:
    return WordGraph.build(WORDS.split(), TOURNAMENT)


def with_words(record: Record, words: list[str]) -> Record:
    """The record with words named wherever they can be."""

    def named(event: Event) -> Event:
        if event.kind not in NAMING or event.note.startswith("#challenged "):
            return event
        lost = f"{LOST_TURN_NOTE}\n{event.note}".rstrip("\n") if event.kind is Kind.PASS else event.note
        return event._replace(text=" ".join(words), note=lost)

    return replace(record, events=tuple(map(named, record.events)))


@pytest.mark.parametrize("form", FORMS)
@given(record=RECORDS, words=st.lists(st.sampled_from(["TRAIN", "HOB", "QI"]), max_size=3))
@examples(25, deep=300)
def test_what_a_form_writes_it_reads_back_the_same_or_it_refuses(form: str, record: Record, words: list[str]) -> None:
    write, read = FORMS[form]
    whole = with_words(record, words)
    try:
        data = write(whole)
    except ValueError:
        assert form == "moves", "the record fits GCG and JSON"
        return
    assert read(data) == whole


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("rule", [rule for rule in CHALLENGE_RULES if rule != "void"])
def test_a_game_of_two_three_or_four_checks_and_goes_through_all_forms(rule: str, count: int) -> None:
    players = tuple(Player(nick, f"{nick.title()} Ås") for nick in ("ann", "bob", "cyd", "dee")[:count])
    rules = TOURNAMENT.with_options(challenge=rule, free_challenges=count % 2)
    played = play_game(
        words=graph(),
        rules=rules,
        seed=count,
        players=players,
        styles=(WILD,) * count,
        title="Club night",
        lexicon="Ours",
    )
    assert any(event.challenged for event in played.events)
    record = played
    for form in ("gcg", "json", "moves", "json", "gcg"):
        write, read = FORMS[form]
        record = read(write(record))
        assert record == played, form
    report = check_record(gcg.write(played), rules=rules, words=graph(), strict=True)
    assert {finding.code for finding in report.findings} <= {"phoney"}
    assert report.complete
    assert report.winners


def test_racks_of_nine_go_through_typed_moves() -> None:
    rules = TOURNAMENT.with_options(**NINE_TILE)
    played = play_game(words=graph(), rules=rules, seed=1, players=(Player("ann", "Ann"), Player("bob", "Bob")))
    assert movelist.read(movelist.write(played, rules).encode(), rules).record == played


@pytest.mark.parametrize("name", ["club_game", "challenged_not_formed", "incomplete", "event_after_rack", "note_early"])
def test_headings_notes_and_final_racks_survive(name: str) -> None:
    record = gcg.read(FILES[name].read_bytes()).record
    for form, (write, read) in FORMS.items():
        assert read(write(record)) == record, form


def test_what_a_form_has_no_place_for_is_refused() -> None:
    """Text after the total: GCG of some programs lists the words there."""
    event = Event(Kind.PLAY, 0, "AINRTVW", "8D", "TRAIN", 12, 12, extra="TRAIN")
    record = Record((Player("ann", "Ann"), Player("bob", "Bob")), (event,))
    assert gcg.read(gcg.write(record)).record == record_json.read(record_json.write(record)).record == record
    with pytest.raises(ValueError, match="told apart"):
        movelist.write(record, TOURNAMENT)
    with pytest.raises(ValueError, match="read back"):
        gcg.write(replace(record, racks=("A B",)))
    with pytest.raises(ValueError, match="score"):
        gcg.write(replace(record, events=(event._replace(score=None),)))
