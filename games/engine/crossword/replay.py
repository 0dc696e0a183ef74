"""The state of a game that is being replayed from a record. Mutable, and private to the check.

The check may not trust the record, so racks are known only as far as they were noted, the bag only by its count, and
the board only until a play could not be placed. Multisets of tiles are packed integers
(:meth:`~games.engine.crossword.tiles.TileSet.pack`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from typing import NamedTuple

from games.engine.crossword.ending import Ending, ended_by_passing, players_may_end
from games.engine.crossword.findings import Finding, Severity, Value, finding
from games.engine.crossword.record import LOST_TURN_NOTE, TURNS, Event, Kind, Reading
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.scoring import Scorer, new_squares, new_tiles
from games.engine.crossword.tiles import UnknownTileError


class Step(NamedTuple):
    """What one event did: computed score and total, and what it laid or took off.

    ``word`` (EMPTY for squares that were filled) was laid from ``square`` on in direction ``along``; ``words`` are those
    formed, the main word first. ``removed``: the squares that a withdrawn play leaves empty again.
    """

    score: int | None
    total: int
    removed: Sequence[int] = ()
    square: int = 0
    along: int = 0
    word: bytes = b""
    words: Sequence[bytes] = ()

    @property
    def squares(self) -> Sequence[int]:
        """The squares that the event changed."""
        return self.removed or new_squares(self.square, self.along, self.word)

    @property
    def codes(self) -> bytes:
        """The tiles that were laid on ``squares``; empty when tiles were taken off."""
        return new_tiles(self.word)

    def change(self, board: bytearray) -> None:
        """Do to a flat board what the event did."""
        for square, code in zip(self.squares, self.codes or bytes(len(self.removed)), strict=True):
            board[square] = code


class Before(NamedTuple):
    """What has to come back when a play comes off: state of the game and of its player before the play."""

    bag: int
    unseen: int
    scoreless: int
    passes: int
    hand: int
    stated: int
    added: int
    computed: int
    uncertain: int | None


class LastPlay(NamedTuple):
    """The play that a challenge would concern. ``before`` is set only if the next event withdraws the play."""

    event: Event
    step: Step
    before: Before | None


class Replay:
    """One replay. Indices are players' and events' positions in the record, from 0."""

    __slots__ = (
        "added",
        "after_end_reported",
        "bag",
        "board",
        "computed",
        "counted",
        "encode",
        "ending",
        "failed",
        "findings",
        "finish_line",
        "guards",
        "hands",
        "held",
        "known_racks",
        "last",
        "lay",
        "layout",
        "loser",
        "lost_on_time",
        "measure",
        "on_turn",
        "out",
        "own_racks",
        "passes",
        "places",
        "players",
        "rack_weights",
        "racks_doubted",
        "reading",
        "rules",
        "scoreless",
        "single_style",
        "starts",
        "stated",
        "steps",
        "tiles",
        "timed",
        "uncertain",
        "uncertain_reported",
        "unclaimed",
        "unseen",
        "weight_of",
        "withdrawn_plays",
        "words",
    )

    def __init__(self, reading: Reading, rules: RuleSet, words: Container[str] | None) -> None:
        players = len(reading.record.players)
        self.reading = reading
        self.rules = rules
        self.words = words
        self.tiles = rules.tiles
        self.layout = rules.layout
        self.places, self.starts = rules.layout.places, rules.layout.starts
        self.guards = rules.tiles.guards
        self.rack_weights = rules.tiles.rack_weights.__getitem__ if rules.tiles.rack_weights else None
        self.encode = rules.tiles.try_encode
        self.weight_of = rules.tiles.weights.__getitem__
        self.finish_line = rules.finish_line
        scorer = Scorer(rules)
        self.measure, self.lay = scorer.measure, scorer.lay
        self.players = players
        #: The events whose play the next event withdraws, in order.
        self.withdrawn_plays = [
            index for index, event in enumerate(reading.record.events[1:]) if event.kind is Kind.WITHDRAWN
        ]
        self.findings: list[Finding] = []
        self.steps: list[Step] = []
        self.board = list(rules.layout.empty)
        #: The tiles that are not on the board, packed; how many each player holds, and how many are in the bag.
        self.unseen = self.tiles.full
        self.hands = [rules.rack_size] * players
        self.bag = self.tiles.total - rules.rack_size * players
        #: The tiles each player is known to hold, as far as racks were noted, packed; and those of all together.
        self.known_racks = [0] * players
        self.held = 0
        self.racks_doubted = False
        #: Totals as stated, the sum of the stated scores, and totals as computed.
        self.stated = [0] * players
        self.added = [0] * players
        self.computed = [0] * players
        self.on_turn = next((event.player for event in reading.record.events if event.kind in TURNS), 0)
        self.scoreless = 0
        self.passes = [0] * players
        self.failed = [0] * players
        self.last: LastPlay | None = None
        self.ending: Ending | None = None
        self.out: int | None = None
        #: Who has lost the game whatever the score.
        self.loser: int | None = None
        self.lost_on_time = False
        #: End and time events so far: the players they were for; whether the end was counted once for each player.
        self.counted: set[int] = set()
        self.timed: set[int] = set()
        #: The tiles that players' own lines at the end name, packed.
        self.own_racks: dict[int, int] = {}
        self.single_style = False
        #: The unplayed tiles that lines for going out have not counted so far, packed; None before the first.
        self.unclaimed: int | None = None
        #: The event whose play could not be placed: the board is uncertain from there on.
        self.uncertain: int | None = None
        self.uncertain_reported = False
        self.after_end_reported = False

    # -- findings ---------------------------------------------------------------------------------------------------

    def find(
        self,
        code: str,
        index: int,
        *,
        token: str = "",
        stated: Value = None,
        computed: Value = None,
        severity: Severity | None = None,
        **params: Value,
    ) -> None:
        """Add a finding at event ``index``; its column is where ``token`` stands in the line."""
        line = self.reading.lines[index]  # 0 where a form of record has no lines
        column = self.reading.source[line - 1].find(token) + 1 if token and line else 0
        self.findings.append(
            finding(
                code,
                line=line or None,
                column=column or None,
                turn=index + 1,
                stated=stated,
                computed=computed,
                severity=severity,
                params=params,
            )
        )

    def depends_on_uncertain(self, index: int) -> bool:
        """Whether the board is uncertain; adds a finding the first time it matters."""
        if self.uncertain is None:
            return False
        if not self.uncertain_reported:
            self.uncertain_reported = True
            self.find("board_uncertain", index, where=self.uncertain + 1)
        return True

    def name(self, player: int) -> str:
        """A player's name for findings: the short one, except for typed moves, which have none."""
        player_row = self.reading.record.players[player]
        return player_row.name if self.reading.format == "moves" else player_row.nick

    def challenged_after(self, index: int, faces: Sequence[str]) -> Sequence[str]:
        """Those of ``faces`` that were challenged in vain right after event ``index``: the ones named, or all."""
        following = self.reading.record.events[index + 1 : index + 2]
        if not following or not (following[0].kind is Kind.CHALLENGE or LOST_TURN_NOTE in following[0].note):
            return ()
        named = following[0].challenged
        return [face for face in faces if not named or face in named]

    def next_withdrawn(self, index: int) -> int | None:
        """The first event from ``index`` on whose play is withdrawn; None if there is none."""
        following = bisect_left(self.withdrawn_plays, index)
        return self.withdrawn_plays[following] if following < len(self.withdrawn_plays) else None

    def before(self, player: int) -> Before:
        """The state that a play of ``player`` is about to change."""
        return Before(
            bag=self.bag,
            unseen=self.unseen,
            scoreless=self.scoreless,
            passes=self.passes[player],
            hand=self.hands[player],
            stated=self.stated[player],
            added=self.added[player],
            computed=self.computed[player],
            uncertain=self.uncertain,
        )

    # -- what every event shares ------------------------------------------------------------------------------------

    def take_turn(self, index: int, player: int) -> None:
        """Check that ``player`` is on turn and that the game goes on; the next player is then on turn."""
        if self.ending is not None:
            if not self.after_end_reported:
                self.after_end_reported = True
                self.find("move_after_end", index)
        elif player != self.on_turn:
            self.find("off_turn", index, stated=self.name(player), computed=self.name(self.on_turn))
        self.on_turn = (player + 1) % self.players

    def scoreless_turn(self, player: int, *, is_pass: bool) -> None:
        """Count a turn without a tile play, which may end the game."""
        self.scoreless += 1
        self.passes[player] = self.passes[player] + 1 if is_pass else 0
        self.last = None
        if self.ending is None and ended_by_passing(self.rules, self.scoreless, self.passes):
            self.ending = Ending.STUCK

    def end_by_players(self) -> None:
        """The game is over if all have passed and the rules let the players end it."""
        if self.ending is None and players_may_end(self.rules, self.passes):
            self.ending = Ending.STUCK

    def add_score(self, index: int, event: Event, computed: int) -> int:
        """Book an event's score, stated and computed, and check the running total. Returns the computed total.

        A total is right when it adds the stated score (or, where that is a slip of the pen, the computed one) to the
        total before, or when it is the true sum of the stated scores again after an earlier slip.
        """
        player = event.player
        score = computed if event.score is None else event.score
        before = self.stated[player]
        added = self.added[player] = self.added[player] + score
        total = event.total
        if total is None:
            total = before + score
        elif total != before + score and total != added and total != before + computed:
            self.find("total_wrong", index, token=str(total), stated=total, computed=before + score)
        self.stated[player] = total
        self.computed[player] += computed
        return self.computed[player]

    def encode_rack(self, index: int, text: str) -> bytes | None:
        """Tile codes of a rack, or None (with a finding) when it has something that is not a tile."""
        try:
            return self.tiles.encode_rack(text)
        except UnknownTileError as problem:
            self.find("rack_malformed", index, token=text, stated=text, letter=problem.letter)
            return None

    def lacking(self, available: int, needed: int) -> bytes:
        """The tiles of packed ``needed`` that packed ``available`` does not have."""
        return self.tiles.lacking(self.tiles.unpack(available), self.tiles.unpack(needed))

    def keep(self, player: int, packed: int) -> None:
        """Note the packed tiles that a player is known to hold now."""
        self.held += packed - self.known_racks[player]
        self.known_racks[player] = packed

    def doubt_racks(self) -> None:
        """Contradictory racks no longer say anything about those of others."""
        self.known_racks, self.held, self.racks_doubted = [0] * self.players, 0, True

    def remove_unseen(self, codes: int) -> None:
        """Remove packed tiles from the unseen ones, as far as they are there, so that no count goes negative."""
        tiles = self.tiles
        if not tiles.holds(self.unseen, codes):
            codes -= tiles.pack(self.lacking(self.unseen, codes))
        self.unseen -= codes
