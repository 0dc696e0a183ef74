"""Move generation for word-smog, against brute force over every order of every word."""

import random
from collections.abc import Sequence
from itertools import permutations

import pytest

from games.engine.crossword.anagram_moves import AnagramMoveGenerator, play_finder
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.check import check_record
from games.engine.crossword.found_plays import ScoredPlay
from games.engine.crossword.gcg import write
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.record import Kind, Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from tests.games.engine.test_movegen import TOURNAMENT, WORDS, brute_force, generated, small_rules, with_play
from tests.games.engine.words import shipped_words
from tests.harness.deep import some

SMOG = RULE_SETS["tournament"].with_options(word_smog=True)
SHORT = [word for word in WORDS if len(word) <= 5]
SPANISH = ["CHAL", "PERRO", "OS", "CARRO", "LLAMA", "ECHO"]


def best_of_each(plays: Sequence[ScoredPlay]) -> dict[tuple[int, int, int, bytes], int]:
    """The best score of each set of tiles in each slot."""
    best: dict[tuple[int, int, int, bytes], int] = {}
    for play in plays:
        slot = play.square, play.step, len(play.word), bytes(sorted(filter(None, play.word)))
        best[slot] = max(best.get(slot, 0), play.score)
    return best


@pytest.mark.parametrize("seed", some(range(60), suite=10))
def test_small_positions_agree_with_brute_force(seed: int) -> None:
    """Games of up to ten positions on a small board, racks with up to two blanks."""
    rng = random.Random(seed)
    rules = small_rules(rack_size=4, bingo_from=rng.choice([3, 4]), word_smog=True)
    words = rng.sample(SHORT, rng.randint(4, len(SHORT)))
    every_order = sorted({"".join(order) for word in words for order in permutations(word)})
    generator = AnagramMoveGenerator(rules, AnagramWords(words, rules.tiles))
    board = rules.layout.empty
    for _ in range(10):
        rack = rules.tiles.encode("".join(rng.choices("ABDE?", [6, 4, 5, 7, 2], k=rng.randint(1, 4))))
        expected = brute_force(rules, board, rack, every_order)
        plays = generator.plays(board, rack)
        assert generated(rules, board, plays) == expected
        assert best_of_each(plays) == best_of_each(generator.best_plays(board, rack))
        if expected:
            board = with_play(rules, board, rng.choice(sorted(expected, key=sorted)))


def test_digraph_tiles_move_as_one() -> None:
    rules = SMOG.with_options(tile_set="es")
    generator = AnagramMoveGenerator(rules, AnagramWords(SPANISH, rules.tiles))
    plays = generator.plays(rules.layout.empty, rules.tiles.encode("[CH]EO"))
    # ECHO is three tiles: six orders, in three places across and three down.
    assert len(plays) == 36
    assert {rules.tiles.text(play.word) for play in plays} == {
        rules.tiles.text(bytes(order)) for order in permutations(rules.tiles.encode("[CH]EO"))
    }


def test_the_dictionary_chooses_the_move_generator() -> None:
    rules, rack = RULE_SETS["tournament"], TOURNAMENT.tiles.encode("NIARTVW")
    straight = play_finder(rules, WordGraph.build(["TRAIN"], rules))(rules.layout.empty, rack)
    smog = play_finder(SMOG, AnagramWords(["TRAIN"], rules.tiles))(rules.layout.empty, rack)
    assert {rules.tiles.text(play.word) for play in straight} == {"TRAIN"}
    assert len(smog) == 10, "one order in each slot"
    assert all(sorted(rules.tiles.text(play.word)) == sorted("TRAIN") for play in smog)


@pytest.mark.parametrize("seed", some(range(3)))
def test_games_of_word_smog_check(seed: int) -> None:
    plain = {word for word in shipped_words() if len(word) <= 4}
    words = AnagramWords(plain, SMOG.tiles)
    rules = SMOG.with_options(challenge="five")
    record = play_game(words=words, rules=rules, seed=seed, players=(Player("ann", "Ann"), Player("bob", "Bob")))
    report = check_record(write(record), rules=rules, words=words)
    assert [one.message for one in report.findings if one.code not in {"phoney", "lexicon_missing"}] == []
    assert report.complete
    formed = [word for turn in report.turns if turn.kind is Kind.PLAY for word in turn.words]
    assert not plain.issuperset(formed), "words stand in other orders than in a dictionary"
