"""Small helpers for tests of the crossword engine."""

from collections.abc import Container, Mapping
from types import MappingProxyType

from games.engine.crossword.check import RecordCheck, check_record
from games.engine.crossword.findings import Severity
from games.engine.crossword.move import Play, parse_move
from games.engine.crossword.rules import RULE_SETS, RuleSet
from games.engine.crossword.scoring import Measured, Scorer

TOURNAMENT = RULE_SETS["tournament"]
HEADER = "#character-encoding UTF-8\n#player1 anna Anna Lind\n#player2 ben Ben Okoro\n"


def board_with(*plays: str, rules: RuleSet = TOURNAMENT) -> bytes:
    """A board on which plays were laid one after the other, whatever they touch."""
    board = bytearray(rules.layout.empty)
    for text in plays:
        play = parse_move(text, rules)
        assert isinstance(play, Play)
        measured = Scorer(rules).measure(board, play.square, play.step, play.word)
        for square, code in zip(measured.squares, measured.codes, strict=True):
            board[square] = code
    return bytes(board)


def measure(board: bytes, text: str, rules: RuleSet = TOURNAMENT) -> Measured:
    """Measure one play against a board."""
    play = parse_move(text, rules)
    assert isinstance(play, Play)
    return Scorer(rules).measure(board, play.square, play.step, play.word)


def faces(measured: Measured, rules: RuleSet = TOURNAMENT) -> list[str]:
    """The words of a measured play."""
    return [rules.tiles.face(word) for word in measured.words]


def check(
    text: str | bytes,
    *,
    words: Container[str] | None = None,
    rules: str = "tournament",
    options: Mapping[str, object] = MappingProxyType({}),
    **more: object,
) -> RecordCheck:
    """Check a record given as text; ``options`` and ``more`` change the rule set."""
    data = text if isinstance(text, bytes) else text.encode()
    return check_record(data, rules=RULE_SETS[rules].with_options(**options, **more), words=words)


def codes(report: RecordCheck, *, notes: bool = False) -> list[str]:
    """Codes of the findings, notes left out unless asked for."""
    return [finding.code for finding in report.findings if notes or finding.severity is not Severity.NOTE]
