"""Self-play: whole games that the checker finds nothing wrong with, the same from the same seed."""

import statistics
from collections import Counter
from collections.abc import Container
from functools import cache
from typing import Any

import pytest

from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.check import check_record
from games.engine.crossword.gcg import read, write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import TURNS, Kind, Player, Record
from games.engine.crossword.rules import NINE_TILE, RULE_SETS
from games.engine.crossword.selfplay import EXPERT, Style, final_scores, play_game
from lexicon.queries import shipped_lexicon
from tests.games.engine.words import few_words_graph, shipped_graph
from tests.harness.deep import some, times

TOURNAMENT = RULE_SETS["tournament"]
PLAYERS = (Player("ann", "Ann Arbor"), Player("bob", "Bob Bat"), Player("cyd", "Cyd Cog"), Player("dee", "Dee Dot"))
# Everything that may happen happens often.
WILD = Style(vocabulary=0.6, phoney=0.2, doubt=0.7, distrust=0.15, overtime=0.3)


def game(
    seed: int,
    *,
    words: WordGraph | None = None,
    rules: str = "tournament",
    style: Style | None = None,
    count: int = 2,
    **options: object,
) -> Record:
    return play_game(
        words=words or shipped_graph(),
        rules=RULE_SETS[rules].with_options(**options),
        seed=seed,
        players=PLAYERS[:count],
        styles=(style,) * count if style else (),
        title=f"Game {seed}",
        lexicon="Open English (SCOWL)",
    )


@cache
def club_game(seed: int) -> Record:
    """A game as clubs play; made once, for it is dear."""
    return game(seed, challenge="five")


def findings(
    record: Record, *, words: Container[str] | None = None, rules: str = "tournament", **options: object
) -> list[str]:
    """What the checker finds in the written record, unchallenged phoneys apart: those are played on purpose."""
    data = write(record)
    assert read(data).record == record
    report = check_record(data, rules=RULE_SETS[rules].with_options(**options), words=words or shipped_lexicon())
    assert report.final_scores == final_scores(record)
    return [f"line {finding.line}: {finding.message}" for finding in report.findings if finding.code != "phoney"]


@pytest.mark.scaled
@pytest.mark.parametrize("batch", some(range(8)))
def test_the_checker_finds_nothing_wrong(batch: int) -> None:
    """Eight games (in the deep run two hundred), half of them as clubs play and half with everything that can happen."""
    for seed in range(batch * 25, batch * 25 + times(8, deep=25)):
        record = game(seed, style=WILD, challenge="five") if seed % 2 else club_game(seed)
        assert findings(record, challenge="five") == [], f"seed {seed}"


@pytest.mark.scaled
@pytest.mark.parametrize("rule", [*CHALLENGE_RULES, "plus-7", "minus-3-per-word"])
def test_every_challenge_rule_makes_records_that_check(rule: str) -> None:
    for seed in range(times(1, deep=5)):
        record = game(seed, words=few_words_graph(), style=WILD, challenge=rule)
        assert findings(record, words=few_words_graph(), challenge=rule) == [], f"{rule} seed {seed}"
        challenged = {Kind.WITHDRAWN, Kind.CHALLENGE} & {event.kind for event in record.events}
        assert bool(challenged) == (rule != "void"), f"{rule} seed {seed}"


@pytest.mark.scaled
@pytest.mark.parametrize("rules", list(RULE_SETS))
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_rule_set_and_number_of_players(rules: str, count: int) -> None:
    for seed in range(times(1, deep=3)):
        record = game(seed, words=few_words_graph(), rules=rules, style=WILD, count=count)
        assert findings(record, words=few_words_graph(), rules=rules) == [], f"seed {seed}"


@pytest.mark.scaled
@pytest.mark.parametrize("options", [dict(NINE_TILE), {"finish_line": 120}, {"exchange_minimum": None}])
def test_the_variations(options: dict[str, Any]) -> None:
    for seed in range(times(1, deep=3)):
        record = game(seed, words=few_words_graph(), style=WILD, **options)
        assert findings(record, words=few_words_graph(), **options) == [], f"seed {seed}"


def test_the_same_seed_is_the_same_game_and_another_is_not() -> None:
    again = game(2, words=few_words_graph())
    assert game(2, words=few_words_graph()) == again
    assert game(3, words=few_words_graph()).events != again.events


@pytest.mark.scaled
def test_the_games_look_like_a_clubs() -> None:
    """Scores, length and incidents of eight games (in the deep run forty) lie where clubs' games do."""
    count = times(8, deep=40)
    records = [club_game(seed) for seed in range(count)]
    scores = [score for record in records for score in final_scores(record)]
    assert 330 < statistics.mean(scores) < 410
    assert 150 < min(scores) < max(scores) < 650
    assert 20 < statistics.mean(sum(event.kind in TURNS for event in record.events) for record in records) < 32
    kinds = Counter(event.kind for record in records for event in record.events)
    assert kinds[Kind.WITHDRAWN] >= 1
    assert kinds[Kind.CHALLENGE] >= 1
    assert kinds[Kind.EXCHANGE] >= 1
    assert kinds[Kind.OUT] >= count * 3 // 4


@pytest.mark.scaled
def test_experts_beat_beginners() -> None:
    """By more than fifty points a game, whoever begins."""
    count = times(2, deep=10)
    beginner = Style(vocabulary=0.5, misjudgement=20, phoney=0.1)
    margin = 0
    for seed in range(count):
        players, styles = (PLAYERS[:2], (EXPERT, beginner)) if seed % 2 else (PLAYERS[1::-1], (beginner, EXPERT))
        record = play_game(words=shipped_graph(), rules=TOURNAMENT, seed=seed, players=players, styles=styles)
        scores = dict(zip((player.nick for player in players), final_scores(record), strict=True))
        margin += scores["ann"] - scores["bob"]
    assert margin > 50 * count


def test_experts_know_their_words() -> None:
    record = game(1, style=EXPERT)
    report = check_record(write(record), rules=TOURNAMENT, words=shipped_lexicon())
    assert report.findings == ()


def test_a_game_without_any_words_ends_by_passing() -> None:
    nobody = WordGraph.build([], TOURNAMENT)
    record = play_game(words=nobody, rules=TOURNAMENT, seed=1, players=PLAYERS[:2])
    assert {event.kind for event in record.events} <= {Kind.EXCHANGE, Kind.PASS, Kind.RACK, Kind.TIME}
    assert sum(event.kind in TURNS for event in record.events) == 6


def test_styles_must_match_the_players() -> None:
    with pytest.raises(ValueError, match="2 players, but 1 styles"):
        play_game(words=few_words_graph(), rules=TOURNAMENT, seed=1, players=PLAYERS[:2], styles=(EXPERT,))
    with pytest.raises(ValueError, match="2 to 4 players"):
        play_game(words=few_words_graph(), rules=TOURNAMENT, seed=1, players=PLAYERS[:1])


@pytest.mark.scaled
@pytest.mark.parametrize("slug", sorted(RULE_SETS))
def test_a_game_ends_although_nothing_can_be_played(slug: str) -> None:
    """Where exchanges end no game, the players must give up changing tiles."""
    rules = RULE_SETS[slug]
    record = play_game(words=WordGraph.build(["ZZZ"], rules), rules=rules, seed=1, players=PLAYERS)
    assert {event.kind for event in record.events} <= {Kind.EXCHANGE, Kind.PASS, Kind.RACK}
    assert len(record.events) < 40
