"""Move generation against brute force, on small boards and on the real one."""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.crossword.board import Layout
from games.engine.crossword.found_plays import ScoredPlay
from games.engine.crossword.move import Play, parse_move
from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.scoring import Scorer
from games.engine.crossword.tiles import BLANK, LETTER_MASK
from lexicon.queries import shipped_lexicon
from tests.games.engine.words import shipped_graph, shipped_words
from tests.harness.deep import examples, some, times

TOURNAMENT = RULE_SETS["tournament"]
# Premiums of every kind, the start off the middle: nothing may depend on the usual symmetry.
SMALL = Layout(
    "small7", "7 by 7", 7, (3, 2), ("T..d..D", ".t...D.", "..D..d.", "d...t..", ".D.T...", "..t..D.", "D..d..T")
)
WORDS = [
    *(
        "AA",
        "AB",
        "BA",
        "AD",
        "DA",
        "ED",
        "DE",
        "AE",
        "EA",
        "BE",
        "BAD",
        "DAB",
        "BED",
        "DEB",
        "ADD",
        "ABA",
        "EBB",
        "BEAD",
    ),
    *("ABED", "ABBE", "ADDED", "BEDAD", "BEADED", "DEAD", "ABA", "DEEDED", "BEEBEED", "AABDE", "EAD", "DEADBED"),
]

# A play for comparison: which codes go on which squares.
Placed = frozenset[tuple[int, int]]


def small_rules(**options: object) -> RuleSet:
    rules = TOURNAMENT.with_options(**options)
    vars(rules)["layout"] = SMALL  # a cached property: brute force on 225 squares would take minutes
    return rules


def placed(rules: RuleSet, board: bytes, play: Play) -> Placed:
    measured = Scorer(rules).measure(board, play.square, play.step, play.word)
    return frozenset(zip(measured.squares, measured.codes, strict=True))


def spellings(word: bytes, board: bytes, square: int, step: int, rack: bytes) -> Iterator[bytes]:
    """``word`` laid from ``square`` with every way to use blanks; nothing when the board or the rack does not allow it."""
    there = board[square : square + len(word) * step : step]
    if any(tile and tile & LETTER_MASK != letter for tile, letter in zip(there, word, strict=True)):
        return
    new = [at for at, tile in enumerate(there) if not tile]
    blanks = rack.count(BLANK)
    if not 0 < len(new) <= len(rack):
        return
    for size in range(min(blanks, len(new)) + 1):
        for chosen in combinations(new, size):
            if not Counter(word[at] for at in new if at not in chosen) - Counter(rack):
                yield bytes(
                    0 if there[at] else letter | (BLANK if at in chosen else 0) for at, letter in enumerate(word)
                )


def within_reach(board: bytes, rack: bytes) -> Callable[[bytes], bool]:
    """Whether the tiles of the board and the rack together suffice for a word: all others need no trying."""
    there = Counter(code & LETTER_MASK for code in board + rack if code & LETTER_MASK)
    blanks = rack.count(BLANK)
    return lambda word: (Counter(word) - there).total() <= blanks


def brute_force(rules: RuleSet, board: bytes, rack: bytes, words: Sequence[str]) -> dict[Placed, int]:
    """Every legal play by trying every word everywhere; the rules of placement are those of ``Scorer.measure``."""
    measure, face, layout, known = Scorer(rules).measure, rules.tiles.face, rules.layout, set(words)
    found: dict[Placed, int] = {}
    for word in filter(within_reach(board, rack), map(rules.tiles.encode, words)):
        for place in set(layout.places.values()):
            squares = slice(place.square, place.square + len(word) * place.step, place.step)
            if len(word) > place.room or not 0 < board[squares].count(0) <= len(rack):
                continue
            for spelt in spellings(word, board, place.square, place.step, rack):
                measured = measure(board, place.square, place.step, spelt)
                if not measured.faults and all(face(formed) in known for formed in measured.words):
                    found[frozenset(zip(measured.squares, measured.codes, strict=True))] = measured.score
    return found


def generated(rules: RuleSet, board: bytes, plays: Sequence[ScoredPlay]) -> dict[Placed, int]:
    found = {placed(rules, board, play.play): play.score for play in plays}
    assert len(found) == len(plays), "a play was found twice"
    return found


def with_play(rules: RuleSet, board: bytes, chosen: Placed) -> bytes:
    after = bytearray(board)
    for square, code in chosen:
        after[square] = code
    return bytes(after)


@pytest.mark.parametrize("seed", some(range(60), suite=15))
def test_small_positions_agree_with_brute_force(seed: int) -> None:
    """Games of up to ten positions on a small board, racks with up to two blanks."""
    rng = random.Random(seed)
    rules = small_rules(rack_size=4, bingo_from=rng.choice([3, 4]))
    words = rng.sample(WORDS, rng.randint(8, len(WORDS)))
    generator = MoveGenerator(rules, WordGraph.build(words, rules))
    board = rules.layout.empty
    for _ in range(10):
        rack = rules.tiles.encode("".join(rng.choices("ABDE?", [6, 4, 5, 7, 3], k=rng.randint(1, 4))))
        expected = brute_force(rules, board, rack, words)
        assert generated(rules, board, generator.plays(board, rack)) == expected
        if expected:
            # The brute-force plays build the board, so that nothing hides behind what the generator never finds.
            board = with_play(rules, board, rng.choice(sorted(expected, key=sorted)))


@pytest.mark.parametrize("seed", some(range(4)))
def test_the_full_board_agrees_with_brute_force(seed: int) -> None:
    """The tournament board and real words of every length, blank included."""
    rng = random.Random(seed)
    words = sorted([*rng.sample(shipped_words(), 150), "AT", "TA", "ET", "RE", "IS", "SI", "ES", "TRAINERS"])
    generator = MoveGenerator(TOURNAMENT, WordGraph.build(words, TOURNAMENT))
    board = TOURNAMENT.layout.empty
    for turn in range(6):
        rack = TOURNAMENT.tiles.encode("".join(rng.choices("AEIRSTLN", k=6)) + "?" * (turn % 3 == 2))
        expected = brute_force(TOURNAMENT, board, rack, words)
        assert generated(TOURNAMENT, board, generator.plays(board, rack)) == expected
        if expected:
            board = with_play(TOURNAMENT, board, rng.choice(sorted(expected, key=sorted)))


@pytest.mark.scaled
def test_any_board_even_one_that_no_game_reaches() -> None:
    """Tiles strewn at random: words on the board need not be words for the new ones to be judged."""
    rules = small_rules(rack_size=3)
    generator = MoveGenerator(rules, WordGraph.build(WORDS, rules))
    for seed in range(times(20, deep=60)):
        rng = random.Random(seed)
        board = bytearray(rules.layout.empty)
        for square in rng.sample(rules.layout.squares, rng.randint(1, 20)):
            board[square] = rng.choice(rules.tiles.encode("ABDEe"))
        rack = rules.tiles.encode("".join(rng.choices("ABDE?", [6, 4, 5, 7, 2], k=3)))
        expected = brute_force(rules, bytes(board), rack, WORDS)
        assert generated(rules, bytes(board), generator.plays(bytes(board), rack)) == expected


def test_every_play_of_a_real_game_is_legal() -> None:
    lexicon = shipped_lexicon()
    generator = MoveGenerator(TOURNAMENT, shipped_graph())
    rng = random.Random(7)
    position = Position.start(TOURNAMENT, bytes(rng.sample(TOURNAMENT.tiles.bag, 100)))
    plays = 0
    while not position.is_over:
        found = generator.plays(position.board, position.racks[position.turn])
        for play in rng.sample(found, min(len(found), 50)):
            assert position.problems(play.play, lexicon) == ()
            assert position.measure(play.play).score == play.score
        assert [play.score for play in found] == sorted((play.score for play in found), reverse=True)
        plays += len(found)
        position = position.play(found[0].play if found else "-")
    assert plays > 1000


def test_the_worked_plays_are_generated() -> None:
    """rules.md §2, the Chinese document's plays, by their scores: 12, 27, 12, 25, 69."""
    rules = RULE_SETS["hasbro-zh"]
    words = ["TRAIN", "TRAINER", "STRAINER", "STRAINERS", "THROB", "THROBS", "HOB", "HI", "ON", "BE"]
    generator = MoveGenerator(rules, WordGraph.build(words, rules))
    trainer = Position.start(rules, rules.tiles.encode("TRAINER") + rules.tiles.encode("EEEEEEE")).play("8B TRAINER")
    for rack, text, score in (
        ("SS", "8A S.......S", 27),
        ("HROB", "B8 .HROB", 12),
        ("HOB", "7E HOB", 25),
        ("THROBS", "A3 THROBS", 69),
    ):
        move = parse_move(text, rules)
        assert isinstance(move, Play)
        found = generated(rules, trainer.board, generator.plays(trainer.board, rules.tiles.encode(rack)))
        assert found[placed(rules, trainer.board, move)] == score
    empty = rules.layout.empty
    assert max(play.score for play in generator.plays(empty, rules.tiles.encode("TRAIN"))) == 12


def test_nothing_to_play_is_an_empty_list() -> None:
    generator = MoveGenerator(TOURNAMENT, WordGraph.build(["QI"], TOURNAMENT))
    assert generator.plays(TOURNAMENT.layout.empty, TOURNAMENT.tiles.encode("VVVV"))[:] == []
    assert generator.plays(TOURNAMENT.layout.empty, b"")[:] == []


def test_a_graph_is_a_container_of_the_words_its_tiles_can_spell() -> None:
    graph = WordGraph.build(["QI", "ÉTÉ", "ZA"], TOURNAMENT)
    assert "QI" in graph
    assert "Q" not in graph
    assert "ÉTÉ" not in graph
    assert 7 not in graph


def test_one_letter_is_not_a_word_even_if_listed() -> None:
    generator = MoveGenerator(TOURNAMENT, WordGraph.build(["A", "AB"], TOURNAMENT))
    board = with_play(TOURNAMENT, TOURNAMENT.layout.empty, frozenset({(TOURNAMENT.layout.start_square, 2)}))
    rack = TOURNAMENT.tiles.encode("A")
    assert [len(play.word) for play in generator.plays(board, rack)] == [2, 2]
    assert generator.plays(TOURNAMENT.layout.empty, rack)[:] == []


#: Tile sets with tiles of several letters, with more than 31 letters, and for the large board; and a few tiles of each, among them
#: none that would read as another one when laid together (then a word is not told from its tiles, and brute force finds more).
LANGUAGES = {"en": "ABEZ", "es": "A[CH]C[LL]E", "hu": "A[CS]C[GY]Ű", "sk": "AÁÄŽDĎ", "en-super": "ABEZ", "gu": ""}


@st.composite
def positions(draw: st.DrawFn) -> tuple[RuleSet, list[str], bytes, bytes]:
    """Rules, a small dictionary, a board with tiles strewn at random, and a rack with up to three blanks."""
    slug = draw(st.sampled_from(sorted(LANGUAGES)))
    rules = small_rules(
        tile_set=slug, rack_size=draw(st.integers(2, 9)), bingo_from=draw(st.integers(1, 9)), bingo_bonus=50
    )
    tiles = rules.tiles
    codes = list(tiles.encode(LANGUAGES[slug])) or [*tiles.letters[:2], *tiles.letters[-2:]]
    letters = st.sampled_from(codes)
    words = draw(st.lists(st.lists(letters, min_size=1, max_size=7), min_size=1, max_size=25))
    there = st.tuples(st.sampled_from(rules.layout.squares), letters, st.sampled_from([0, 0, 0, BLANK]))
    board = bytearray(rules.layout.empty)
    for square, letter, blank in draw(st.lists(there, max_size=12)):
        board[square] = letter | blank
    rack = draw(st.lists(letters, max_size=rules.rack_size - 1)) + [BLANK] * draw(st.sampled_from([0, 0, 1, 2, 3]))
    return rules, [tiles.face(bytes(word)) for word in words], bytes(board), bytes(draw(st.permutations(rack)))


@examples(150, deep=3000)
@given(positions())
def test_any_position_in_any_language(position: tuple[RuleSet, list[str], bytes, bytes]) -> None:
    rules, words, board, rack = position
    plays = MoveGenerator(rules, WordGraph.build(words, rules)).plays(board, rack)
    assert generated(rules, board, plays) == brute_force(rules, board, rack, words)
    in_order = sorted(plays, key=lambda play: (-play.score, play.step, play.square, play.word))
    assert list(plays) == in_order
    for play in plays:
        squares = range(play.square, play.square + len(play.word) * play.step, play.step)
        assert all(bool(code) != bool(board[square]) for square, code in zip(squares, play.word, strict=True))


def test_a_tile_that_makes_a_word_both_ways_is_told_across() -> None:
    generator = MoveGenerator(TOURNAMENT, WordGraph.build(["AB", "BA"], TOURNAMENT))
    a, b = TOURNAMENT.tiles.encode("AB")
    start, down = TOURNAMENT.layout.start_square, TOURNAMENT.layout.stride
    # B goes into the corner between two A, one to its left and one above it.
    board = with_play(TOURNAMENT, TOURNAMENT.layout.empty, frozenset({(start - 1, a), (start - down, a)}))
    corner = [
        play for play in generator.plays(board, bytes((b,))) if (start, b) in placed(TOURNAMENT, board, play.play)
    ]
    assert [(play.square, play.step, play.word) for play in corner] == [(start - 1, 1, bytes((0, b)))]


def test_a_rack_of_twenty_tiles_on_the_largest_board() -> None:
    rules = TOURNAMENT.with_options(tile_set="en-super", board="standard21", rack_size=20)
    word = "UNCHARACTERISTICALLY"
    generator = MoveGenerator(rules, WordGraph.build([word, "CHARACTER"], rules))
    plays = generator.plays(rules.layout.empty, rules.tiles.encode(word))
    assert len(plays) == 2 * (2 + 9)
    assert {len(play.word) for play in plays} == {20, 9}
    assert plays[0].score == max(play.score for play in plays)
