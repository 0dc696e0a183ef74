"""How often the analysis of a game would have made the move that a strong player made.

    script/bench agreement --player NICK FILE.gcg …

The moves of others' programs are no part of this project: name the files. Their dictionaries are not ours either, so the words laid in
the files are added to the list that comes with the program. It keeps words that theirs may lack, which only lowers the share.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchmarks.figures import Figure
from benchmarks.records import RULES
from games.engine.crossword.analysis import TurnAnalysis, analyse
from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.leaves import packaged_table
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.weighing import Weigher
from lexicon.queries import shipped_lexicon

#: Equity within which two moves are as good as each other, in points.
CLOSE = 1.0


def run(*, files: Sequence[Path], player: str | None = None) -> list[Figure]:
    """The shares of the files' moves that the analysis would have made too, and the points lost. Raises ValueError without a move."""
    turns = known_turns(files, player)
    if not turns:
        raise ValueError("No move with a whole rack of a complete game of two in these files.")
    shares = {
        "the best move": sum(turn.lost == 0 for turn in turns),
        f"within {CLOSE:g} point": sum((turn.lost or 0) <= CLOSE for turn in turns),
        "among the best five": sum(any(turn.made.text == one.text for one in turn.best) for turn in turns if turn.made),
    }
    figures = [Figure("agreement: moves with a whole rack", len(turns), "moves")]
    figures += [Figure(f"agreement: {name}", 100 * count / len(turns), "%") for name, count in shares.items()]
    lost = sum(turn.lost or 0 for turn in turns) / len(turns)
    return [*figures, Figure("agreement: lost a move", lost, "points")]


def known_turns(files: Sequence[Path], player: str | None) -> list[TurnAnalysis]:
    """The turns whose rack is known, of one player (by the label in the file) or of all."""
    checks = [check_record(path.read_bytes(), rules=RULES) for path in files]
    words = {*shipped_lexicon(), *(word for check in checks for word in laid_words(check))}
    weigher = Weigher(RULES, WordGraph.build(sorted(words), RULES), packaged_table("en"))
    return [
        turn
        for check in checks
        for turn in analyse(check, weigher)
        if turn.lost is not None and player in (None, check.record.players[turn.player].nick)
    ]


def laid_words(check: RecordCheck) -> set[str]:
    """Every word formed on the board."""
    return {check.rules.tiles.face(word) for step in check.steps for word in step.words}
