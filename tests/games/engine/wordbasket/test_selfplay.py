"""Self-played games: they end, keep 60 cards, are read back and judged right; one wrong line in them is found.

The suite plays a few dozen and the deep run a thousand; for more (every 25th game with each of its events changed)::

    WORDHALL_RANDOM_GAMES=10000 .venv/bin/pytest tests/games/engine/wordbasket/test_selfplay.py -q
"""

import os
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.wordbasket.cards import DECK, UNKNOWN
from games.engine.wordbasket.check import check_reading, check_record
from games.engine.wordbasket.findings import Verdict
from games.engine.wordbasket.jsonform import read_json, write_json
from games.engine.wordbasket.notation import read_text, write_text
from games.engine.wordbasket.record import Kind, Player, Reading, Record
from games.engine.wordbasket.rules import HANDICAPS, RULE_SETS
from games.engine.wordbasket.selfplay import Deal, Style, Vocabulary, play_game
from lexicon.wordlists.japanese import shipped_list
from tests.games.engine.wordbasket.mutations import NEUTRAL, mutations
from tests.harness.deep import examples, times

WORD_BASKET = RULE_SETS["word-basket"]
GAMES = int(os.environ.get("WORDHALL_RANDOM_GAMES", times(84, deep=1000)))
BLOCKS = times(2, deep=6)
LIVELY = Style(slip=0.15, together=0.15, miss=0.1, forget=0.4, restless=0.12)


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    return Vocabulary.build(word for word in shipped_list().common[::5] if 2 < len(word) < 9)


def game(vocabulary: Vocabulary, seed: int, *, style: Style | None = None, deal: Deal | None = None) -> Record:
    """One of many different games: two to eight players, every parameter both ways."""
    players = tuple(Player("ABCDEFGH"[index], f"Name {index}") for index in range(2 + seed % 7))
    rules = WORD_BASKET.with_options(
        restock=("when_empty", "when_needed")[seed % 2], wild_last=seed % 3 > 0, old_kana=("keep", "modern")[seed % 2]
    )
    levels = ("even", "beginner", "strong")
    handicaps = [HANDICAPS[levels[(seed + index) % 3]] for index in range(len(players))] if seed % 4 == 0 else []
    return play_game(
        words=vocabulary,
        seed=seed,
        players=players,
        rules=rules,
        handicaps=handicaps,
        style=style,
        deal=deal or tuple(Deal)[seed % 3],
    )


@pytest.mark.scaled
@pytest.mark.parametrize("block", range(BLOCKS))
def test_games_end_conserve_cards_and_validate(vocabulary: Vocabulary, block: int) -> None:
    for seed in range(block, GAMES, BLOCKS):
        record = game(vocabulary, seed, style=LIVELY if seed % 4 > 1 else None)
        report = check_record(write_text(record, romaji=seed % 2 > 0).encode())
        assert report.findings == (), seed
        assert report.complete
        assert report.record == record
        assert read_json(write_json(record)).record == record
        for step in report.steps:
            assert sum(step.counts) == 60
            faces = [card for hand in step.hands for card in hand] + [*step.stock, *step.basket]
            assert not Counter(card for card in faces if card != UNKNOWN) - Counter(DECK)
            assert record.seed is None or Counter(faces) == Counter(DECK)


def test_the_games_have_everything_in_them(vocabulary: Vocabulary) -> None:
    kinds: Counter[Kind] = Counter()
    for seed in range(60):
        kinds.update(event.kind for event in game(vocabulary, seed, style=LIVELY).events)
    assert set(Kind) - set(kinds) <= {Kind.HAND, Kind.RESTOCK}


def test_the_same_seed_gives_the_same_game(vocabulary: Vocabulary) -> None:
    assert game(vocabulary, 7) == game(vocabulary, 7) != game(vocabulary, 14)


def test_the_stock_runs_out_and_comes_back() -> None:
    few = Vocabulary.build(word for word in shipped_list().common[::700] if 2 < len(word) < 9)
    restocks = 0
    for seed in range(12):
        for deal in Deal:
            record = play_game(
                words=few, seed=seed, players=[Player("A"), Player("B"), Player("C")], deal=deal, most_events=400
            )
            report = check_record(write_text(record).encode())
            assert {codes_and_lines.code for codes_and_lines in report.findings} <= {"incomplete"}, (seed, deal)
            assert all(sum(step.counts) == 60 for step in report.steps)
            restocks += sum(event.kind is Kind.RESTOCK for event in record.events)
    assert restocks > 10


def judged(record: Record) -> Verdict:
    """The verdict on a record as it is."""
    return check_reading(Reading(record, (), tuple(range(1, len(record.events) + 1)), "text")).verdict


@pytest.mark.scaled
@pytest.mark.parametrize("seed", range(0, 3 * max(3, GAMES // 25), 3))
def test_one_wrong_event_is_detected(vocabulary: Vocabulary, seed: int) -> None:
    record = game(vocabulary, seed, style=LIVELY, deal=Deal.SEED)
    assert judged(record) is Verdict.OK
    missed = [name for name, changed in mutations(record) if judged(changed) in (Verdict.OK, Verdict.NOTE)]
    assert missed == []


def test_neutral_events_may_be_left_out(vocabulary: Vocabulary) -> None:
    record = game(vocabulary, 3, style=LIVELY, deal=Deal.SEED)
    kept = tuple(event for event in record.events if event.kind not in NEUTRAL)
    assert len(kept) < len(record.events)
    assert judged(replace(record, events=kept)) is Verdict.OK


@given(st.data())
@examples(25, deep=300)
def test_any_record_is_written_and_read_back(vocabulary: Vocabulary, data: st.DataObject) -> None:
    record = game(vocabulary, data.draw(st.integers(0, 30)))
    events = data.draw(st.permutations(record.events))[: data.draw(st.integers(0, 30))]
    notes = [event._replace(note=data.draw(st.sampled_from(["", "早い", "a b"]))) for event in events]
    odd = replace(record, events=tuple(notes), headings=(("title", "練習"), ("table", "3")))
    for romaji in (False, True):
        assert read_text(write_text(odd, romaji=romaji)).record == odd
    assert read_json(write_json(odd)).record == odd
