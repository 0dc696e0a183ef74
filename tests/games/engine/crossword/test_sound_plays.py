"""The quick check of sound plays against the careful one, which judges every event by itself: they agree on everything."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from games.engine.crossword.check import CHECKS
from games.engine.crossword.check.end import check_finish
from games.engine.crossword.check.turn import check_sound_plays
from games.engine.crossword.gcg import read, write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Event, Kind, Player, Reading
from games.engine.crossword.replay import Replay
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.selfplay import play_game
from tests.games.engine.crossword.helpers import TOURNAMENT
from tests.games.engine.crossword.test_files import FILES
from tests.harness.deep import some

PLAYERS = (Player("anna", "Anna Lind"), Player("ben", "Ben Okoro"), Player("cleo", "Cleo Park"))
RULES = (
    TOURNAMENT,
    TOURNAMENT.with_options(challenge="five", finish_line=150),
    RULE_SETS["gujarati-club"].with_options(rack_size=9),
    RULE_SETS["hasbro-zh"],
)


def quickly(reading: Reading, rules: RuleSet) -> Replay:
    """A replay that judges sound plays in one go."""
    replay = Replay(reading, rules, None)
    index, events = check_sound_plays(replay, 0), reading.record.events
    while index < len(events):
        CHECKS[events[index].kind](replay, index, events[index])
        index = check_sound_plays(replay, index + 1)
    return replay


def carefully(reading: Reading, rules: RuleSet) -> Replay:
    """A replay that judges every event by itself."""
    replay = Replay(reading, rules, None)
    for index, event in enumerate(reading.record.events):
        CHECKS[event.kind](replay, index, event)
    return replay


def state(replay: Replay) -> dict[str, object]:
    """Everything that a replay has come to know."""
    left = {name: getattr(replay, name) for name in Replay.__slots__}
    for name in ("measure", "lay", "encode", "weight_of", "rack_weights", "reading", "rules"):
        del left[name]  # tools and input, not state
    left["last"] = replay.last and replay.last.step
    return left | {"final": check_finish(replay), "findings": list(replay.findings)}


def check_both_agree(data: bytes, rules: RuleSet) -> None:
    """Quickly and carefully checked, the record leaves the same replay behind."""
    reading = read(data)
    assert state(quickly(reading, rules)) == state(carefully(reading, rules)), data


@cache
def games() -> tuple[tuple[bytes, RuleSet], ...]:
    """Games of two and three players under several rule sets, from the words of a finished game."""
    words = ["TRAIN", "AT", "IN", "AN", "TO", "ON", "RE", "ER", "DO", "OD", "ENTER", "ISLE", "SO", "LIE", "QUA", "ZA"]
    words += ["AE", "OE", "ID", "GO", "BE", "HE", "WE", "YE", "MA", "PA", "FA", "VIE", "JO", "XI", "KA", "UN", "CUE"]
    return tuple(
        (write(play_game(words=WordGraph.build(words, rules), rules=rules, seed=seed, players=PLAYERS[:count])), rules)
        for rules in RULES
        for seed in range(2)
        for count in (2, 3)
    )


@pytest.mark.parametrize("name", sorted(FILES))
def test_on_a_file_for_each_finding(name: str) -> None:
    for rules in RULES:
        check_both_agree(FILES[name].read_bytes(), rules)


def test_on_whole_games() -> None:
    for data, rules in games():
        check_both_agree(data, rules)
        assert any(event.kind is Kind.PLAY for event in read(data).record.events)


def exchanged(rng: random.Random, events: list[Event]) -> None:
    at = rng.randrange(len(events) - 1)
    events[at], events[at + 1] = events[at + 1], events[at]


def dropped(rng: random.Random, events: list[Event]) -> None:
    del events[rng.randrange(len(events))]


def repeated(rng: random.Random, events: list[Event]) -> None:
    events.insert(rng.randrange(len(events)), rng.choice(events))


def altered(rng: random.Random, events: list[Event]) -> None:
    at, other = rng.randrange(len(events)), rng.choice(events)
    field = rng.choice(("player", "rack", "place", "text", "score", "total"))
    events[at] = events[at]._replace(**{field: getattr(other, field)})


def withdrawn(rng: random.Random, events: list[Event]) -> None:
    at = rng.randrange(len(events))
    last = events[at]
    total = None if last.total is None or last.score is None else last.total - last.score
    events.insert(at + 1, Event(Kind.WITHDRAWN, last.player, last.rack, "", "", -(last.score or 0), total))


CHANGES: tuple[Callable[[random.Random, list[Event]], None], ...] = (
    exchanged,
    dropped,
    repeated,
    altered,
    altered,
    altered,
    withdrawn,
)


@pytest.mark.parametrize("seed", some(range(60), suite=6))
def test_on_games_with_something_wrong(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(5):
        data, rules = rng.choice(games())
        reading = read(data)
        events = list(reading.record.events)
        for _ in range(rng.choice((1, 1, 2, 3))):
            rng.choice(CHANGES)(rng, events)
        reading = replace(reading, record=replace(reading.record, events=tuple(events)), lines=tuple(0 for _ in events))
        assert state(quickly(reading, rules)) == state(carefully(reading, rules))


def test_only_what_is_no_plain_play_is_left_to_the_careful_check() -> None:
    reading = read(FILES["club_game"].read_bytes())
    replay, events = Replay(reading, TOURNAMENT, None), reading.record.events
    left = [check_sound_plays(replay, 0)]
    while left[-1] < len(events):
        CHECKS[events[left[-1]].kind](replay, left[-1], events[left[-1]])
        left.append(check_sound_plays(replay, left[-1] + 1))
    plain = {at for at, event in enumerate(events) if event.kind is Kind.PLAY} - set(replay.withdrawn_plays)
    assert left == [*sorted(set(range(len(events))) - plain), len(events)]
    assert replay.findings == []
