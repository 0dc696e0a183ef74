"""Whole games that the engine plays against itself, from a seed: the material of demonstrations, tests and benchmarks.

The players are people of a club, not machines: they know only a part of the long words, misjudge a play by some points,
change a bad rack, now and then try a word that is none, and challenge one. The same arguments give the same game.

>>> from games.engine.crossword.rules import RULE_SETS
>>> rules = RULE_SETS["tournament"]
>>> graph = WordGraph.build(["AT", "TA", "EAT", "TEA", "RATE", "TEAR", "IN", "ON", "NO", "TO", "TOE", "ION"], rules)
>>> players = (Player("ann", "Ann"), Player("bob", "Bob"))
>>> record = play_game(words=graph, rules=rules, seed=1, players=players)
>>> record == play_game(words=graph, rules=rules, seed=1, players=players), record.events[0].player
(True, 0)
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

from games.engine.crossword.anagram_moves import play_finder
from games.engine.crossword.anagrams import AnagramWords
from games.engine.crossword.challenge_rules import Loses
from games.engine.crossword.ending import Ending
from games.engine.crossword.found_plays import ScoredPlay
from games.engine.crossword.leaves import simple_worth
from games.engine.crossword.move import Exchange, Move, Pass, Play, format_move
from games.engine.crossword.movegen import WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.record import LOST_TURN_NOTE, Event, Kind, Player, Record
from games.engine.crossword.rules import RuleSet
from games.engine.crossword.scoring import Measured, Scorer
from games.engine.crossword.tiles import BLANK, UnknownTileError

# With a play as good as this (score and leave) a player does not exchange.
_EXCHANGE_BELOW: Final = 10
# After this many own turns without a tile play a player stops exchanging.
_PATIENCE: Final = 6
# The share of words of each length that a keen club player knows; longer ones as the last.
_VOCABULARY_BY_LENGTH: Final = (1.0, 1.0, 0.99, 0.95, 0.88, 0.8, 0.72, 0.68, 0.6, 0.5)
_CONSIDERED: Final = 15
_PHONEY_ENDINGS: Final = ("S", "ED", "ER", "Y", "EST", "E", "IER", "ING", "LY", "EN")


@dataclass(frozen=True, slots=True)
class Style:
    """How a player plays. Rates are probabilities from 0 to 1.

    ``vocabulary``  share of the usual knowledge of words; 1 is a keen club player, 2 knows nearly all.
    ``misjudgement``  standard deviation, in points, of the error in weighing a play.
    ``phoney``  chance on a turn to try a word that is none; ``doubt`` chance to challenge such a play of an opponent.
    ``distrust``  chance to challenge a good play; ``overtime`` chance to overstep the time by one to three minutes.
    """

    vocabulary: float = 0.85
    misjudgement: float = 8.0
    phoney: float = 0.02
    doubt: float = 0.7
    distrust: float = 0.01
    overtime: float = 0.02


#: Knows nearly everything, judges well, and never tries a phoney.
EXPERT: Final = Style(vocabulary=2.0, misjudgement=0.0, phoney=0.0, doubt=1.0, distrust=0.0, overtime=0.0)


def play_game(
    *,
    words: WordGraph | AnagramWords,
    rules: RuleSet,
    seed: int,
    players: Sequence[Player],
    styles: Sequence[Style] = (),
    title: str = "",
    lexicon: str = "",
) -> Record:
    """Play one game to its end and return its complete record.

    ``words``: a graph, or for word-smog a dictionary of anagrams. ``players`` in order of turn; ``styles`` one for each
    player, or none for the usual one. ``title`` and ``lexicon`` become headings of the record. Raises ValueError for a
    number of players that no rule set knows, or for styles that do not match them.
    """
    styles = tuple(styles) or (Style(),) * len(players)
    if len(styles) != len(players):
        raise ValueError(f"{len(players)} players, but {len(styles)} styles")
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    bag = bytes(rng.sample(rules.tiles.bag, len(rules.tiles.bag)))
    game = _Game(words, rules, rng, tuple(players), styles, Position.start(rules, bag, len(players)))
    while not game.position.is_over:
        game.take_turn()
        if game.position.may_be_ended:
            game.position = game.position.end_by_players()
    game.count_unplayed()
    game.count_time()
    headings = (("title", title), ("lexicon", lexicon))
    pragmas = tuple((name, text) for name, text in headings if text)
    return Record(players=tuple(players), events=tuple(game.events), pragmas=pragmas)


def final_scores(record: Record) -> tuple[int, ...]:
    """The last total stated for each player; 0 for one without a line."""
    totals = {event.player: event.total or 0 for event in record.events}
    return tuple(totals.get(player, 0) for player in range(len(record.players)))


@dataclass
class _Game:
    """A game being played; private to this module."""

    words: WordGraph | AnagramWords
    rules: RuleSet
    rng: random.Random
    players: tuple[Player, ...]
    styles: tuple[Style, ...]
    position: Position
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._plays = play_finder(self.rules, self.words)
        self._measure = Scorer(self.rules).measure

    def take_turn(self) -> None:
        """The player on turn moves, and an opponent may challenge."""
        before = self.position
        player, rack = before.turn, before.racks[before.turn]
        phoney = self._phoney() if self.rng.random() < self.styles[player].phoney else None
        move = phoney or self._choose()
        self.position = before.play(move)
        self._note_move(player, rack, move, self.position.scores[player] - before.scores[player])
        if isinstance(move, Play) and self.rules.challenge_rule.allowed:
            self._maybe_challenged(player, rack)

    def _note(self, kind: Kind, player: int, score: int, *, rack: bytes = b"", place: str = "", text: str = "") -> None:
        total = self.position.scores[player]
        rack_text = self.rules.tiles.text(rack)
        self.events.append(Event(kind, player, rack_text, place, text, score, total))

    def _note_move(self, player: int, rack: bytes, move: Move, score: int) -> None:
        match move:
            case Play():
                place, text = format_move(move, self.rules).split(" ")
                self._note(Kind.PLAY, player, score, rack=rack, place=place, text=text)
            case Exchange(tiles):
                self._note(Kind.EXCHANGE, player, 0, rack=rack, text=self.rules.tiles.text(tiles))
            case Pass():
                self._note(Kind.PASS, player, 0, rack=rack)

    # -- challenges ---------------------------------------------------------------------------------------------------

    def _maybe_challenged(self, player: int, rack: bytes) -> None:
        """The next player challenges the play just made, or does not."""
        after = self.position
        challenger = (player + 1) % len(self.players)
        style = self.styles[challenger]
        good, named = all(word in self.words for word in after.words), " ".join(after.words)
        if self.rng.random() >= (style.distrust if good else style.doubt):
            return
        self.position = after.challenge(valid=good, words=len(after.words))
        if not good:
            self.position = self.position.with_bag(self._shuffled(self.position.bag))
            lost_points = self.position.scores[player] - after.scores[player]
            self._note(Kind.WITHDRAWN, player, lost_points, rack=rack, text=named)
            return
        moved = [new - old for old, new in zip(after.scores, self.position.scores, strict=True)]
        turn_lost = self.position.scoreless > after.scoreless
        # One that moves no points is noted where it matters later: the next one costs, or the game is over.
        rule = self.rules.challenge_rule
        matters = rule.free or rule.loses is Loses.GAME
        noted = matters or (self.rules.free and not turn_lost and not any(moved))
        for one in range(len(moved)):
            if moved[one] or (one == player and noted):
                self._note(Kind.CHALLENGE, one, moved[one], text=named)
        if turn_lost:
            self._note(Kind.PASS, challenger, 0, rack=self.position.racks[challenger], text=named)
            self.events[-1] = self.events[-1]._replace(note=LOST_TURN_NOTE)

    def _shuffled(self, tiles: bytes) -> bytes:
        return bytes(self.rng.sample(tiles, len(tiles)))

    # -- choosing a move ----------------------------------------------------------------------------------------------

    def _choose(self) -> Move:
        """The move that seems best to the player on turn."""
        position = self.position
        rack = position.racks[position.turn]
        best, equity = self._best_play(self._plays(position.board, rack), rack)
        if best is not None and equity >= _EXCHANGE_BELOW:
            return best.play
        # Where exchanges never end the game, a player must notice that nothing fits any more.
        patient = position.scoreless < _PATIENCE * position.players
        exchange = self._best_exchange(rack) if patient else None
        if exchange is not None and (best is None or self._leave(_without(rack, exchange.tiles)) > equity):
            return exchange
        return Pass() if best is None else best.play

    def _best_play(self, plays: Sequence[ScoredPlay], rack: bytes) -> tuple[ScoredPlay | None, float]:
        """The best of the first plays by score that the player knows, by score and leave as the player judges them."""
        best, equity, considered = None, 0.0, 0
        misjudgement = self.styles[self.position.turn].misjudgement
        for scored in plays:
            if not self._knows(scored):
                continue
            leave = _without(rack, scored.play.placed)
            judged = scored.score + self._leave(leave) + self.rng.gauss(0, misjudgement)
            if best is None or judged > equity:
                best, equity = scored, judged
            considered += 1
            if considered == _CONSIDERED:
                break
        return best, equity

    def _knows(self, scored: ScoredPlay) -> bool:
        """Whether the player knows every word of the play: always the same ones, game after game."""
        turn = self.position.turn
        face, salt = self.rules.tiles.face, self.players[turn].nick
        for word in self._measured(scored.play).words:
            share = _VOCABULARY_BY_LENGTH[min(len(word), len(_VOCABULARY_BY_LENGTH) - 1)] * self.styles[turn].vocabulary
            if zlib.crc32(f"{salt} {face(word)}".encode()) >= share * 2**32:
                return False
        return True

    def _measured(self, play: Play) -> Measured:
        return self._measure(self.position.board, play.square, play.step, play.word)

    def _leave(self, leave: bytes) -> float:
        """What it is worth to keep these tiles, in points; nothing once the bag is empty."""
        if not self.position.bag:
            return 0.0
        return simple_worth(self.rules.tiles, leave)

    def _best_exchange(self, rack: bytes) -> Exchange | None:
        """The exchange that keeps the best tiles, if one is allowed."""
        options = {bytes(chosen) for size in range(1, len(rack) + 1) for chosen in combinations(rack, size)}
        legal = [tiles for tiles in sorted(options) if not self.position.problems(Exchange(tiles))]
        if not legal:
            return None
        return Exchange(max(legal, key=lambda tiles: self._leave(_without(rack, tiles))))

    def _phoney(self) -> Play | None:
        """A good play with an ending that makes it a phoney; None if the rack has none."""
        if not self.rules.challenge_rule.allowed:
            return None
        position = self.position
        rack = position.racks[position.turn]
        for scored in self._plays(position.board, rack)[:_CONSIDERED]:
            leave = _without(rack, scored.play.placed)
            for ending in self._endings(leave):
                play = Play(scored.square, scored.step, scored.word + ending)
                if position.problems(play) == () and not all(
                    self.rules.tiles.face(word) in self.words for word in self._measured(play).words
                ):
                    return play
        return None

    def _endings(self, leave: bytes) -> list[bytes]:
        """The likely endings that ``leave`` can spell without a blank."""
        tiles = self.rules.tiles
        endings = []
        for ending in _PHONEY_ENDINGS:
            try:
                codes = tiles.encode(ending)
            except UnknownTileError:
                continue
            if BLANK not in codes and tiles.holds(tiles.pack(leave), tiles.pack(codes)):
                endings.append(codes)
        return endings

    # -- the end ------------------------------------------------------------------------------------------------------

    def count_unplayed(self) -> None:
        """Note what the unplayed tiles change, as the rule set says."""
        position, tiles = self.position, self.rules.tiles
        for player, (change, rack) in enumerate(zip(position.adjustments, position.racks, strict=True)):
            if position.ending is Ending.OUT and not rack:
                for unplayed in filter(None, position.racks):  # a line for each opponent
                    points = self.rules.out_factor * tiles.value(unplayed)
                    self._note_end(Kind.OUT, player, points, text=tiles.text(unplayed))
            elif change:
                self._note_end(Kind.RACK, player, change, text=tiles.text(rack), rack=tiles.text(rack))

    def count_time(self) -> None:
        """Note the penalties of those who overstepped their time."""
        for player, style in enumerate(self.styles):
            if self.rules.overtime_points and self.rng.random() < style.overtime:
                minutes = self.rng.choice((1, 1, 1, 2, 2, 3))
                total = self._last_total(player) - minutes * self.rules.overtime_points
                self.events.append(Event(Kind.TIME, player, score=-minutes * self.rules.overtime_points, total=total))

    def _note_end(self, kind: Kind, player: int, change: int, *, text: str, rack: str = "") -> None:
        total = self._last_total(player) + change
        self.events.append(Event(kind, player, rack, "", text, change, total))

    def _last_total(self, player: int) -> int:
        return next((event.total or 0 for event in reversed(self.events) if event.player == player), 0)


def _without(rack: bytes, tiles: bytes) -> bytes:
    """``rack`` without ``tiles``, all of which it must hold."""
    rest = bytearray(rack)
    for code in tiles:
        rest.remove(code)
    return bytes(rest)
