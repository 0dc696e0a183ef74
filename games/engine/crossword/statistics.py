"""What a game says about its players: bingos, phoneys, challenges, turnover, score by turn.

>>> from games.engine.crossword.check import check_record
>>> from games.engine.crossword.rules import RULE_SETS
>>> sheet = b"Anna - Ben\\n8D TRAINED 68\\n7E HOB 25\\n-AB\\n8D .......S 9"
>>> check = check_record(sheet, rules=RULE_SETS["tournament"])
>>> anna, ben = statistics(check.turns, players=2, rules=check.rules)
>>> anna.bingos, anna.exchanges, anna.turnover, anna.by_turn
(1, 1, 9, (68, 0))
>>> ben.bingos, ben.turnover, ben.average, ben.best.text
(0, 4, 17.0, '7E HOB')
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.engine.crossword.check import TurnView
from games.engine.crossword.record import LOST_TURN_NOTE, TURNS, Kind
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.tiles import BLANK


@dataclass(frozen=True)
class PlayerStatistics:
    """One player's game. Points are as the rules give them.

    ``by_turn``: points of each own turn, 0 for a play that came off; ``turnover``: tiles laid for good or exchanged;
    ``phoneys``: plays left on the board with a word that the dictionary does not have (0 without a dictionary);
    ``challenged_off`` and ``stood``: own plays that came off, and that stood, after a challenge. Plays that came off
    count neither as bingos nor as best play.
    """

    by_turn: tuple[int, ...]
    bingos: int
    best: TurnView | None
    turnover: int
    blanks: int
    exchanges: int
    passes: int
    phoneys: int
    challenged_off: int
    stood: int

    @property
    def turns(self) -> int:
        """How many turns the player had."""
        return len(self.by_turn)

    @property
    def average(self) -> float:
        """Points a turn; 0 for a player without a turn."""
        return sum(self.by_turn) / self.turns if self.turns else 0.0


def statistics(
    turns: Sequence[TurnView], *, players: int, rules: RuleSet, phoneys: Collection[int] = ()
) -> tuple[PlayerStatistics, ...]:
    """Each player's statistics. ``phoneys`` are the numbers of the turns with a word that the dictionary lacks."""
    off = {turn.number - 1 for turn in turns if turn.kind is Kind.WITHDRAWN}
    return tuple(_of_player(player, turns, rules, off, phoneys) for player in range(players))


def deficits(turns: Sequence[TurnView], players: int) -> list[int]:
    """The most points that each player was behind the best of the others after any turn; 0 for who never was."""
    totals, most = [0] * players, [0] * players
    for turn in turns:
        if turn.player < players:
            totals[turn.player] = turn.computed_total
        lead = max(totals, default=0)
        most = [max(before, lead - total) for before, total in zip(most, totals, strict=True)]
    return most


def _of_player(
    player: int, turns: Sequence[TurnView], rules: RuleSet, off: Collection[int], phoneys: Collection[int]
) -> PlayerStatistics:
    own = [turn for turn in turns if turn.player == player]
    plays = [turn for turn in own if turn.kind is Kind.PLAY]
    stay = [turn for turn in plays if turn.number not in off]
    exchanged = [turn for turn in own if turn.kind is Kind.EXCHANGE]
    lost_turns = [turn for turn in own if turn.kind is Kind.PASS and LOST_TURN_NOTE in turn.note]
    return PlayerStatistics(
        by_turn=tuple(0 if turn.number in off else turn.computed_score or 0 for turn in own if turn.kind in TURNS),
        bingos=sum(len(turn.new_squares) >= rules.bingo_from for turn in stay),
        best=max(stay, key=lambda turn: turn.computed_score or 0, default=None),
        turnover=sum(len(turn.new_squares) for turn in stay) + sum(_exchanged(turn, rules) for turn in exchanged),
        blanks=sum(_blanks(turn, rules) for turn in stay),
        exchanges=len(exchanged),
        passes=sum(turn.kind is Kind.PASS for turn in own) - len(lost_turns),
        phoneys=sum(turn.number in phoneys for turn in stay),
        challenged_off=len(plays) - len(stay),
        stood=_stood(player, turns),
    )


def _exchanged(turn: TurnView, rules: RuleSet) -> int:
    tiles = turn.text.removeprefix("-")
    if tiles.isdecimal():
        return min(int(tiles[:3]), rules.rack_size)
    return len(rules.tiles.try_encode(tiles) or b"")


def _blanks(turn: TurnView, rules: RuleSet) -> int:
    rows = {row: rules.tiles.encode(turn.board[row]) for row, _ in turn.new_squares}
    return sum(rows[row][column] > BLANK for row, column in turn.new_squares)


def _stood(player: int, turns: Sequence[TurnView]) -> int:
    """How often a play of ``player`` was challenged and stood; the line that says so follows the play."""
    count, last = 0, -1
    for turn in turns:
        if turn.kind is Kind.PLAY:
            last = turn.player
        elif turn.kind is Kind.CHALLENGE or (turn.kind is Kind.PASS and LOST_TURN_NOTE in turn.note):
            count += last == player
            last = -1
        else:
            last = -1
    return count
