"""A game in progress, immutable: ``position.play(move)`` validates and returns the next position.

The bag is a sequence: racks are filled from its front, and exchanged tiles go to its end. Whoever starts a game
shuffles it (the engine has no randomness of its own), and may replace it by another order with :meth:`with_bag`.

>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> start = Position.start(rules, rules.tiles.encode("TRAINERHOBSEEE") + rules.tiles.encode("QU"))
>>> start.problems("8D TRAINS")[0].code
'tiles_not_on_rack'
>>> after = start.play("8D TRAIN")
>>> after.scores, after.turn, rules.tiles.text(after.racks[0]), after.unseen(1) == after.racks[0] + after.bag
((12, 0), 1, 'EQRU', True)
>>> after.rows()[7].strip("."), after.words
('TRAIN', ('TRAIN',))
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace

from games.engine.crossword.challenge import Challenge, Outcome, challenge_by_rules
from games.engine.crossword.ending import (
    Ending,
    after_time_loss,
    ended_by_passing,
    loses_on_time,
    out_adjustments,
    overtime_penalty,
    players_may_end,
    reached_finish_line,
    stuck_adjustments,
    winners,
)
from games.engine.crossword.findings import Problem
from games.engine.crossword.move import Exchange, InvalidMoveError, Move, Pass, Play, parse_move
from games.engine.crossword.rules import MAX_PLAYERS, MIN_PLAYERS, RuleSet
from games.engine.crossword.scoring import UNPLACEABLE, Measured, Scorer
from games.engine.crossword.tiles import TileSet


class IllegalMoveError(ValueError):
    """A readable move that the rules do not allow. ``problems`` lists every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(problem.message for problem in problems))


class IllegalChallengeError(ValueError):
    """A challenge when there is nothing to challenge, or the rule set has no challenges."""


@dataclass(frozen=True)
class Position:
    """The state of a game between two turns. ``turn`` is the player to move (meaningless once ``ending`` is set)."""

    rules: RuleSet
    board: bytes
    racks: tuple[bytes, ...]
    bag: bytes
    scores: tuple[int, ...]
    turn: int = 0
    #: Turns running without a tile play, and each player's passes running.
    scoreless: int = 0
    passes: tuple[int, ...] = ()
    ending: Ending | None = None
    #: Turns each player still has to sit out, and challenges each has lost.
    skips: tuple[int, ...] = ()
    failed_challenges: tuple[int, ...] = ()
    #: The position before the play that may still be challenged, without its own past; None when there is none.
    before: Position | None = None
    #: Words formed by that play, in upper case, the main word first.
    words: tuple[str, ...] = ()
    #: Who has lost whatever the score: by a triple challenge, or on time.
    loser: int | None = None
    #: Minutes begun of overtime, by player; empty when nobody took any.
    overtime: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: RuleSet, bag: bytes, players: int = 2) -> Position:
        """The start of a game: racks dealt from the front of ``bag``, one player after the other.

        Raises ValueError for a number of players that no rule set knows.
        """
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}")
        size = rules.rack_size
        racks = tuple(bytes(sorted(bag[size * player : size * (player + 1)])) for player in range(players))
        zeros = (0,) * players
        return cls(
            rules=rules,
            board=rules.layout.empty,
            racks=racks,
            bag=bag[size * players :],
            scores=zeros,
            passes=zeros,
            skips=zeros,
            failed_challenges=zeros,
        )

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.racks)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended (the play that ended it may still be challenged)."""
        return self.ending is not None

    @property
    def adjustments(self) -> tuple[int, ...]:
        """What the end of the game adds to each score; zeros while it goes on and after a finish line."""
        unplayed = [self.rules.tiles.value(rack) for rack in self.racks]
        if self.ending is Ending.OUT:
            return out_adjustments(self.rules, unplayed, next(i for i, rack in enumerate(self.racks) if not rack))
        if self.ending is Ending.STUCK:
            return stuck_adjustments(self.rules, unplayed)
        return (0,) * self.players

    @property
    def final_scores(self) -> tuple[int, ...]:
        """Scores with the end adjustment and what overtime costs."""
        penalties = [overtime_penalty(self.rules, minutes) for minutes in self.overtime or (0,) * self.players]
        return tuple(map(sum, zip(self.scores, self.adjustments, penalties, strict=True)))

    @property
    def result_scores(self) -> tuple[int, ...]:
        """The scores that count: the final ones, but for a game lost on time what the rule set makes of them."""
        if self.loser is None or not loses_on_time(self.rules, max(self.overtime, default=0)):
            return self.final_scores
        return after_time_loss(self.rules, self.final_scores, self.loser)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; several players in a tie, nobody while the game goes on."""
        if self.ending is None:
            return ()
        return winners(self.rules, self.final_scores, self.scores, self.loser)

    def unseen(self, player: int) -> bytes:
        """The tiles that ``player`` cannot see: the other racks and the bag."""
        return b"".join(rack for other, rack in enumerate(self.racks) if other != player) + self.bag

    def rows(self) -> tuple[str, ...]:
        """The board in GCG notation, one string a row, ``.`` for an empty square."""
        return tuple(self.rules.tiles.text(line) for line in self.rules.layout.lines(self.board))

    def with_bag(self, bag: bytes) -> Position:
        """The same position with the bag in another order. Raises ValueError when the tiles differ."""
        if sorted(bag) != sorted(self.bag):
            raise ValueError("the new bag does not hold the same tiles")
        return replace(self, bag=bag)

    def with_overtime(self, minutes: Sequence[int]) -> Position:
        """The same position with the minutes begun of overtime that each player took; too many may lose the game (for the
        one of several who took most). Raises ValueError unless there is a number of zero or more for each player.
        """
        if len(minutes) != self.players or min(minutes) < 0:
            raise ValueError("overtime is a number of minutes for each player")
        after = replace(self, overtime=tuple(minutes))
        if self.loser is not None or not loses_on_time(self.rules, max(minutes)):
            return after
        return replace(after, ending=self.ending or Ending.TIME, loser=minutes.index(max(minutes)))

    def problems(self, move: Move | str, words: Container[str] | None = None) -> tuple[Problem, ...]:
        """Every reason why the player on turn may not make ``move``; empty when it is legal.

        With ``words`` (needed for the void challenge rule only) a play must also form acceptable words.
        """
        try:
            move = self._move(move)
        except InvalidMoveError as error:
            return (Problem("move_unreadable", {"text": str(error)}),)
        if self.is_over:
            return (Problem("game_over", {}),)
        match move:
            case Pass():
                return ()
            case Exchange():
                return self._exchange_problems(move)
            case Play():
                return self._play_problems(move, words)

    def play(self, move: Move | str, words: Container[str] | None = None) -> Position:
        """The position after ``move`` by the player on turn. Raises IllegalMoveError with every problem."""
        problems = self.problems(move, words)
        if problems:
            raise IllegalMoveError(problems)
        match self._move(move):
            case Play() as play:
                return self._after_play(play)
            case Exchange(tiles):
                leave = take(self.rules.tiles, self.racks[self.turn], tiles)
                drawn, rest = self.bag[: len(tiles)], self.bag[len(tiles) :]
                return self._with_rack(leave + drawn, rest + tiles)._scoreless_turn(is_pass=False)
            case Pass():
                return self._scoreless_turn(is_pass=True)

    def measure(self, move: Play) -> Measured:
        """Score, words and faults of a play on this board, whatever the racks are."""
        return Scorer(self.rules).measure(self.board, move.square, move.step, move.word)

    def challenge(self, *, valid: bool, words: int = 1, challenger: int | None = None) -> Position:
        """The position after the last play is challenged.

        ``valid``: the verdict on the words challenged, ``words``: how many they were; ``challenger``: by default the
        player on turn. Raises IllegalChallengeError. After a play comes off, shuffle the bag with :meth:`with_bag`: the
        tiles drawn for it have been seen.
        """
        if self.before is None:
            raise IllegalChallengeError("there is no play to challenge")
        if challenger is None:
            challenger = (self.before.turn + 1) % self.players
        if challenger == self.before.turn:
            raise IllegalChallengeError("players cannot challenge their own play")
        failed = self.failed_challenges[challenger]
        result = challenge_by_rules(self.rules, Challenge(valid, words, out_play=self.is_over, failed_before=failed))
        if not result.possible:
            raise IllegalChallengeError("this player may not challenge under the rule of the event")
        if result.removed:
            loser, challenged = self.before.turn, self.before
            is_pass = self.rules.withdrawn_passes
            after = replace(challenged, failed_challenges=self.failed_challenges)._scoreless_turn(is_pass=is_pass)
        else:
            loser, after = challenger, self._failed_challenge(challenger, result)
        return after if result.loser is None else replace(after, ending=Ending.CHALLENGE, loser=loser)

    def challenge_words(
        self, named: Sequence[str], dictionary: Container[str], *, challenger: int | None = None
    ) -> Position:
        """:meth:`challenge` of named words: only these are looked up, so an unnamed phoney stays.

        Raises IllegalChallengeError, also for no words or for words that the last play did not form.
        """
        if not named or not set(named) <= set(self.words):
            raise IllegalChallengeError(f"name some of the words just formed: {', '.join(self.words)}")
        valid = all(word in dictionary for word in named)
        return self.challenge(valid=valid, words=len(named), challenger=challenger)

    @property
    def may_be_ended(self) -> bool:
        """Whether the players may end the game now: all have passed, and the rules let them."""
        return not self.is_over and players_may_end(self.rules, self.passes)

    def end_by_players(self) -> Position:
        """The end that the players declare. Raises ValueError where :attr:`may_be_ended` is false."""
        if not self.may_be_ended:
            raise ValueError(
                "the players may end the game only when everybody has passed, and only where the rules say so"
            )
        return replace(self, ending=Ending.STUCK)

    def _failed_challenge(self, challenger: int, result: Outcome) -> Position:
        assert self.before is not None
        paid = challenger if result.award < 0 else self.before.turn
        scores = _added(self.scores, paid, result.award)
        ending = self.ending
        if ending is None and reached_finish_line(self.rules, scores[paid]):
            ending = Ending.FINISH_LINE
        after = replace(
            self,
            before=None,
            words=(),
            scores=scores,
            ending=ending,
            failed_challenges=_added(self.failed_challenges, challenger, 1),
        )
        if not result.turn_lost:
            return after
        if challenger == after.turn:
            return after._scoreless_turn(is_pass=False)
        return replace(after, skips=_added(after.skips, challenger, 1))

    def _move(self, move: Move | str) -> Move:
        return parse_move(move, self.rules) if isinstance(move, str) else move

    def _play_problems(self, move: Play, words: Container[str] | None) -> tuple[Problem, ...]:
        tiles, layout = self.rules.tiles, self.rules.layout
        measured = self.measure(move)
        where = layout.coordinate(measured.square, across=move.step == 1)
        problems = [Problem(str(fault), {"place": where}) for fault in measured.faults]
        if not UNPLACEABLE.isdisjoint(measured.faults):
            return tuple(problems)
        missing = tiles.lacking(self.racks[self.turn], measured.placed)
        if missing:
            problems.append(Problem("tiles_not_on_rack", {"tiles": tiles.text(missing)}))
        if words is not None:
            phoneys = [face for face in map(tiles.face, measured.words) if face not in words]
            if phoneys:
                problems.append(Problem("phoney", {"words": ", ".join(phoneys)}))
        return tuple(problems)

    def _exchange_problems(self, move: Exchange) -> tuple[Problem, ...]:
        tiles, rules = self.rules.tiles, self.rules
        problems = []
        if not move.tiles:
            problems.append(Problem("exchange_nothing", {}))
        missing = tiles.lacking(self.racks[self.turn], move.tiles)
        if missing:
            problems.append(Problem("tiles_not_on_rack", {"tiles": tiles.text(missing)}))
        needed = max(len(move.tiles), rules.exchange_minimum or 0)  # never more than can be drawn
        if len(self.bag) < needed:
            problems.append(Problem("exchange_too_few", {"bag": len(self.bag), "needed": needed}))
        return tuple(problems)

    def _after_play(self, move: Play) -> Position:
        rules, measured = self.rules, self.measure(move)
        board = bytearray(self.board)
        for square, code in zip(measured.squares, measured.codes, strict=True):
            board[square] = code
        placed = measured.placed
        rack = take(rules.tiles, self.racks[self.turn], placed) + self.bag[: len(placed)]
        scores = _added(self.scores, self.turn, measured.score)
        ending = None
        if not rack:
            ending = Ending.OUT
        elif reached_finish_line(rules, scores[self.turn]):
            ending = Ending.FINISH_LINE
        after = replace(
            self._with_rack(rack, self.bag[len(placed) :]),
            board=bytes(board),
            scores=scores,
            scoreless=0,
            passes=_set(self.passes, self.turn, 0),
            before=replace(self, before=None, words=()),
            words=tuple(rules.tiles.face(word) for word in measured.words),
            ending=ending,
        )
        return after._next_turn()

    def _with_rack(self, rack: bytes, bag: bytes) -> Position:
        racks = (*self.racks[: self.turn], bytes(sorted(rack)), *self.racks[self.turn + 1 :])
        return replace(self, racks=racks, bag=bag)

    def _scoreless_turn(self, *, is_pass: bool) -> Position:
        passes = _added(self.passes, self.turn, 1) if is_pass else _set(self.passes, self.turn, 0)
        after = replace(self, scoreless=self.scoreless + 1, passes=passes, before=None, words=())
        if ended_by_passing(self.rules, after.scoreless, passes):
            return replace(after, ending=Ending.STUCK)
        return after._next_turn()

    def _next_turn(self) -> Position:
        """The next player who has no turn to sit out moves; a turn sat out counts as a scoreless one."""
        turn, skips, scoreless = (self.turn + 1) % self.players, self.skips, self.scoreless
        while skips[turn]:
            skips, scoreless = _added(skips, turn, -1), scoreless + 1
            turn = (turn + 1) % self.players
        return replace(self, turn=turn, skips=skips, scoreless=scoreless)


def take(tiles: TileSet, rack: bytes, tiles_taken: bytes) -> bytes:
    """``rack`` without the tiles of ``tiles_taken`` (all of which it must hold), sorted."""
    return tiles.unpack(tiles.pack(rack) - tiles.pack(tiles_taken))


def _added(values: tuple[int, ...], index: int, amount: int) -> tuple[int, ...]:
    return _set(values, index, values[index] + amount)


def _set(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])
