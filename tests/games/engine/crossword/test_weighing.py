"""Best moves and the analysis of a record, against slow ways to say the same."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.crossword.analysis import Skipped, TurnAnalysis, analyse
from games.engine.crossword.check import check_record
from games.engine.crossword.gcg import write
from games.engine.crossword.leave_training import train
from games.engine.crossword.leaves import LeaveTable, packaged_table, simple_worth
from games.engine.crossword.move import Exchange, Pass, Play
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import play_game
from games.engine.crossword.weighing import TURN_AT_THE_END, Weigher
from tests.games.engine.test_movegen import brute_force, placed
from tests.games.engine.words import few_words_graph, shipped_graph, shipped_words
from tests.harness.deep import examples, some

RULES = RULE_SETS["tournament"]
TILES = RULES.tiles
ANN, BEN = Player("ann", "Ann"), Player("ben", "Ben")


def reached(seed: int, words: WordGraph, turns: int) -> Position:
    """A position after some best plays."""
    rng = random.Random(seed)
    position = Position.start(RULES, bytes(rng.sample(TILES.bag, TILES.total)))
    weigher = Weigher(RULES, words, None)
    for _ in range(turns):
        if position.is_over:
            break
        position = position.play(weigher.best(position.board, position.racks[position.turn], 1)[0].move)
    return position


@pytest.mark.parametrize("seed", some(range(200), suite=10))
def test_the_best_move_is_that_of_a_brute_force_search(seed: int) -> None:
    """Every word tried everywhere, every exchange, and the pass, each weighed by a second account of equity."""
    words = [
        *random.Random(seed).sample(shipped_words(), 250),
        "AT",
        "TA",
        "ET",
        "RE",
        "IS",
        "QI",
        "ZA",
        "OE",
        "AA",
        "XI",
    ]
    graph = WordGraph.build(words, RULES)
    position = reached(seed, graph, seed % 12)
    rack, board = position.racks[position.turn], position.board
    if position.is_over:
        return
    unseen = position.unseen(position.turn)
    assert Weigher(RULES, graph, None).unseen(board, rack) == bytes(sorted(unseen))
    expected = {}
    for squares, score in brute_force(RULES, board, rack, words).items():
        kept = list(rack)
        for _square, code in squares:
            kept.remove(min(code, 64))
        expected[squares] = score + second_account(kept, unseen, bag=len(position.bag))
    moves = Weigher(RULES, graph, None).moves(board, rack).best()
    plays = {placed(RULES, board, one.move): one.equity for one in moves if isinstance(one.move, Play)}
    assert plays == expected
    exchanges = [one for one in moves if isinstance(one.move, Exchange)]
    legal = {
        bytes(sorted(chosen))
        for size in range(1, len(rack) + 1)
        for chosen in combinations(rack, size)
        if not position.problems(Exchange(bytes(chosen)))
    }
    assert {bytes(sorted(one.move.tiles)) for one in exchanges if isinstance(one.move, Exchange)} == legal
    assert sum(isinstance(one.move, Pass) for one in moves) == 1
    assert [one.equity for one in moves] == sorted((one.equity for one in moves), reverse=True)


@pytest.mark.parametrize("seed", some(range(30), suite=6))
def test_the_first_moves_are_the_same_whether_all_are_asked_for_or_not(seed: int) -> None:
    position = reached(seed, few_words_graph(), 2 * seed)
    if position.is_over:
        return
    weigher, rack = Weigher(RULES, few_words_graph(), None), position.racks[position.turn]
    moves = weigher.moves(position.board, rack)
    everything = moves.best()
    for most in (1, 5, 40):
        assert weigher.best(position.board, rack, most) == moves.best(most) == everything[:most]
    for least in (1, 3, 7):
        plays = [one for one in everything if one.tiles >= least]
        assert moves.best_plays(least=least) == plays
        assert moves.best_plays(2, least=least) == plays[:2]


def second_account(kept: list[int], unseen: bytes, *, bag: int) -> float:
    if bag:
        return simple_worth(TILES, bytes(kept))
    return 2 * TILES.value(unseen) if not kept else -2 * TILES.value(kept) - TURN_AT_THE_END


@examples(20, deep=1000)
@given(st.integers(0, 2**32), st.integers(0, 30))
def test_every_move_is_legal_and_scores_what_the_rules_say(seed: int, turns: int) -> None:
    position = reached(seed, few_words_graph(), turns)
    if position.is_over:
        return
    moves = Weigher(RULES, few_words_graph(), None).moves(position.board, position.racks[position.turn]).best()
    for one in random.Random(seed).sample(moves, min(20, len(moves))):
        after = position.play(one.move, few_words_graph())
        assert after.scores[position.turn] - position.scores[position.turn] == one.score


def test_turns_of_a_record() -> None:
    """A game of which everything is known, then the same one with racks left out or wrong."""
    record = play_game(words=shipped_graph(), rules=RULES, seed=3, players=(ANN, BEN))
    data = write(record)
    weigher = Weigher(RULES, shipped_graph(), packaged_table("en"))
    check = check_record(data, rules=RULES)
    turns = analyse(check, weigher)
    assert {turn.skipped for turn in turns} == {Skipped.NO}
    assert [TurnAnalysis.from_dict(turn.as_dict()) for turn in turns] == list(turns)
    for turn in turns:
        assert turn.made is not None
        assert turn.lost == pytest.approx(max(0, turn.best[0].equity - turn.made.equity), abs=0.11)
        assert len(turn.unseen) + len(turn.rack) + board_tiles(check.boards_before[turn.number - 1]) == TILES.total
        assert turn.luck is not None
    lines = data.decode().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith(">"))
    rack = lines[first].split()[1]
    for written, why in ((rack[:-1], Skipped.RACK), ("QQQQQQQ", Skipped.WRONG_RACK), ("A" * 20, Skipped.WRONG_RACK)):
        changed = [*lines[:first], lines[first].replace(rack, written, 1), *lines[first + 1 :]]
        found = analyse(check_record("\n".join(changed).encode(), rules=RULES), weigher)
        assert (found[0].skipped, found[0].best, found[0].lost, found[0].rack) == (why, (), None, "")
        assert found[2].luck is None, "what was kept is not known"
        assert found[3].best == turns[3].best


def board_tiles(board: bytes) -> int:
    return sum(1 for code in board if code)


def test_what_a_turn_is_told_of() -> None:
    """A phoney that stays, a play that comes off, a missed bingo; and all tiles laid are a known rack."""
    sheet = b"""#player1 ann Ann
#player2 ben Ben
>ann: AEINRST 8D TEARS +14 14
>ben: EEEEIII 7H EEE +6 6
>ben: EEEEIII -- -6 0
>ann: ? 9H TRAINED +80 94
"""
    words = WordGraph.build(["TEARS", "NASTIER", "RETAINS", "TRAINED"], RULES)
    first, second, third = analyse(check_record(sheet, rules=RULES), Weigher(RULES, words, None), phoneys={1})
    assert (first.phoney_stayed, first.missed, first.best[0].score) == (True, "8B NASTIER", 66)
    assert first.lost is not None
    assert first.lost > 40
    assert (second.came_off, second.phoney_stayed, second.made) == (True, False, second.made)
    assert second.made is not None
    assert second.made.score == 0
    assert third.skipped is not Skipped.NO


def test_exchanges_passes_and_racks_that_cannot_be() -> None:
    """Nothing is guessed: which tiles went, or what was drawn, is told only where the record says it."""
    sheet = b"""#player1 ann Ann
#player2 ben Ben
>ann: AEINRST -AE +0 0
>ben: EEEEIII -3 +0 0
>ann: BDOOUUU - +0 0
>ben: AB1CDEF - +0 0
"""
    weigher = Weigher(RULES, WordGraph.build(["NASTIER", "RETAINS"], RULES), None)
    named, counted, other, unreadable = analyse(check_record(sheet, rules=RULES), weigher)
    assert named.made is not None
    assert (named.made.text, named.made.score, named.missed) == ("-AE", 0, "8B NASTIER")
    assert counted.skipped is Skipped.UNREADABLE, "which three tiles is not said"
    assert (other.skipped, other.luck) == (Skipped.NO, None), "five of the tiles would have had to stay"
    assert other.made is not None
    assert other.made.text == "-"
    assert unreadable.skipped is Skipped.RACK


def test_only_games_of_two_are_analysed() -> None:
    sheet = b"#player1 a Ann\n#player2 b Ben\n#player3 c Cy\n>a: AEINRST - +0 0\n"
    assert analyse(check_record(sheet, rules=RULES), Weigher(RULES, few_words_graph(), None)) == ()


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_analysed_without_complaint(data: bytes) -> None:
    check = check_record(b"#player1 a A\n#player2 b B\n>a: " + data, rules=RULES)
    turns = analyse(check, Weigher(RULES, few_words_graph(), None))
    assert all((turn.lost is None) == bool(turn.skipped) for turn in turns)


def test_a_table_is_made_by_self_play() -> None:
    """The same seed gives the same table; what is good to hold in English comes out above what is not."""
    made = train(RULES, few_words_graph(), games=12, generations=2, seed=5)
    again = [train(RULES, few_words_graph(), games=2, generations=2, seed=5) for _turn in range(2)]
    assert again[0] == again[1] != made
    assert made.tiles["?"] > made.tiles["Q"]
    assert LeaveTable.from_json(made.as_json()) == made
    for bad in ("", "[]", "{}", '{"tiles": {"A": "x"}, "repeats": {}, "together": {}, "about": {}}'):
        with pytest.raises(ValueError):  # noqa: PT011 - json's own message, or ours
            LeaveTable.from_json(bad)


def test_the_table_that_comes_with_the_program() -> None:
    table = packaged_table("en")
    assert table is not None
    blank, s, q = (table.worth(TILES, TILES.encode(one)) for one in "?SQ")
    assert blank > s > 0 > q
    assert packaged_table("none") is None
