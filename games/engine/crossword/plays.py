"""The highest-scoring play and the highest-scoring word of each player of a record, as prizes count them.

A play is worth all that it scored. A word is worth what it alone added: its letters and premiums, and the bonus for a full
rack where all tiles of the play are in it; the other words of the same play count for themselves.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> sheet = b"Anna - Ben\\n8D TRAINED 68\\n7E HOB 25\\n-AB\\n8D .......S 9"
>>> check = check_record(sheet, rules=RULE_SETS["tournament"])
>>> for best in best_plays(check.turns, players=2, rules=check.rules):
...     print(best.play, best.play_text, best.word, best.word_text)
68 8D TRAINED 68 TRAINED
25 7E HOB 11 HOB
>>> sheet = b"Anna - Ben\\n8D TRAIN 12\\n8D .....ED 9"
>>> best_plays(check_record(sheet, rules=check.rules).turns, players=2, rules=check.rules)[1].play_text
'8D (TRAIN)ED'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.crossword.check import TurnView
from games.engine.crossword.move import readable_move
from games.engine.crossword.record import Kind
from games.engine.crossword.rules import RuleSet
from games.engine.figures import BestPlays


def best_plays(turns: Sequence[TurnView], *, players: int, rules: RuleSet) -> tuple[BestPlays, ...]:
    """Each player's best play and best word; of equals the earlier one. Plays that came off do not count."""
    off = {turn.number - 1 for turn in turns if turn.kind is Kind.WITHDRAWN}
    stay = [turn for turn in turns if turn.kind is Kind.PLAY and turn.number not in off and turn.computed_score]
    return tuple(_of_player([turn for turn in stay if turn.player == player], rules) for player in range(players))


def _of_player(turns: Sequence[TurnView], rules: RuleSet) -> BestPlays:
    play, word, text = None, 0, ""
    for turn in turns:
        if play is None or (turn.computed_score or 0) > (play.computed_score or 0):
            play = turn
        for points, face in words_of(turn, rules):
            if points > word:
                word, text = points, face
    if play is None:
        return BestPlays()
    return BestPlays(play.computed_score or 0, readable_move(play.text, play.board, rules), word, text)


def words_of(turn: TurnView, rules: RuleSet) -> Iterator[tuple[int, str]]:
    """The words that a play formed, each with its points; together they are the score of the play."""
    board = [rules.tiles.encode(row) for row in turn.board]
    for step in ((0, 1), (1, 0)):
        runs = {tuple(_run(board, square, step)) for square in turn.new_squares}
        for run in sorted(one for one in runs if len(one) > 1):
            yield _points(board, run, turn, rules), rules.tiles.face(bytes(board[row][column] for row, column in run))


def _run(board: Sequence[bytes], square: tuple[int, int], step: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The squares of the word through a square, in one direction."""
    row, column = square
    while _tile(board, row - step[0], column - step[1]):
        row, column = row - step[0], column - step[1]
    while _tile(board, row, column):
        yield row, column
        row, column = row + step[0], column + step[1]


def _tile(board: Sequence[bytes], row: int, column: int) -> int:
    return board[row][column] if 0 <= row < len(board) and 0 <= column < len(board[row]) else 0


def _points(board: Sequence[bytes], run: Sequence[tuple[int, int]], turn: TurnView, rules: RuleSet) -> int:
    layout, new = rules.layout, set(turn.new_squares)
    points, times = 0, 1
    for row, column in run:
        value, square = rules.tiles.values[board[row][column]], layout.square(row, column)
        fresh = (row, column) in new
        points += value * (layout.letter_multipliers[square] if fresh else 1)
        times *= layout.word_multipliers[square] if fresh else 1
    full = len(new) >= rules.bingo_from and new <= set(run)
    return points * times + (rules.bingo_bonus if full else 0)
