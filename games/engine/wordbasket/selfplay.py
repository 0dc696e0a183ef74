"""Whole games that the engine plays against itself, from a seed: material for demonstrations, tests and benchmarks.

The players are people at a table: they throw two cards at once, miss the basket, say words that do not link, forget to
say reach, and are caught at all of it. The same arguments give the same game.

>>> words = Vocabulary.build(["あしか", "かもめ", "めだか", "からす", "すいか", "かめら", "らくだ", "だちょう", "うみべ"])
>>> players = (Player("A"), Player("B"))
>>> record = play_game(words=words, seed=1, players=players, most_events=20)
>>> record == play_game(words=words, seed=1, players=players, most_events=20), record.events[0].kind
(True, <Kind.START: 'start'>)
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from games.engine.wordbasket.cards import DECK, FACES, LETTERS, Card, is_number, shuffled
from games.engine.wordbasket.moves import Play
from games.engine.wordbasket.position import FAULTS, Position, ReachState
from games.engine.wordbasket.record import Event, Kind, Player, Record, move_of
from games.engine.wordbasket.rules import RULE_SETS, Handicap, RuleSet
from lexicon.engine.kana import first, last

_TRIES: Final = 6


class Deal(StrEnum):
    """How much of the deal the record tells."""

    SEED = "seed"  # everything, by a number
    DECK = "deck"  # the deck, and the faces of cards drawn
    NONE = "none"  # nothing but the cards that are seen


@dataclass(frozen=True, slots=True)
class Style:
    """How the table plays; chances between 0 and 1, at each play.

    ``slip`` an illegal play (always caught), ``together`` another card at the same time, ``miss`` a card that misses
    the basket, ``forget`` reach not said (caught), ``restless`` a reset without need.
    """

    slip: float = 0.04
    together: float = 0.05
    miss: float = 0.03
    forget: float = 0.1
    restless: float = 0.02


@dataclass(frozen=True)
class Vocabulary:
    """Words by how they begin and end, and by how they begin and how long they are."""

    ending: dict[tuple[str, str], list[str]]
    length: dict[tuple[str, int], list[str]]
    words: tuple[str, ...]

    @classmethod
    def build(cls, words: Iterable[str]) -> Vocabulary:
        """From folded words; those of fewer than two letters are left out."""
        ending: dict[tuple[str, str], list[str]] = {}
        length: dict[tuple[str, int], list[str]] = {}
        long_enough = tuple(word for word in words if len(word) > 1)
        for word in long_enough:
            ending.setdefault((first(word), last(word)), []).append(word)
            length.setdefault((first(word), min(len(word), 7)), []).append(word)
        return cls(ending, length, long_enough)

    def for_card(self, begins: str, card: Card) -> list[list[str]]:
        """The lists of words that begin with one of ``begins`` and go with ``card``."""
        face = FACES[card]
        if face.ends:
            pools = (self.ending.get((start, end)) for start in begins for end in face.ends)
        else:
            pools = (self.length.get((start, face.exactly or face.least)) for start in begins)
        return [pool for pool in pools if pool]


def play_game(
    *,
    words: Vocabulary,
    seed: int,
    players: Sequence[Player],
    rules: RuleSet = RULE_SETS["word-basket"],
    handicaps: Sequence[Handicap] = (),
    style: Style | None = None,
    deal: Deal = Deal.SEED,
    most_events: int = 3000,
) -> Record:
    """Play one game and return its record, complete unless it had ``most_events`` (the words were too few).

    Raises ValueError for a number of players that cannot be.
    """
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    start = Position.dealt(rules, seed=seed, players=len(players), handicaps=handicaps)
    game = _Game(words, style or Style(), rng, start, deal)
    game.run(most_events)
    game.note(Event(Kind.COUNT, counts=game.position.counts))
    return Record(
        players=tuple(players),
        events=tuple(game.events),
        options=tuple((name, str(value).lower()) for name, value in rules.options().items()),
        handicaps=tuple(handicaps),
        seed=seed if deal is Deal.SEED else None,
        deck=shuffled(DECK, seed=seed) if deal is Deal.DECK else (),
    )


@dataclass
class _Game:
    """A game being played; private to this module."""

    words: Vocabulary
    style: Style
    rng: random.Random
    position: Position
    deal: Deal
    events: list[Event] = field(default_factory=list)

    def run(self, most_events: int) -> None:
        """Play to the end."""
        self.note(Event(Kind.START, cards=self.position.turned))
        while len(self.events) < most_events:
            if self.position.out is not None and not self._caught():
                self.do(Event(Kind.WIN, self.position.out))
                return
            if not self._somebody_plays():
                return

    def note(self, event: Event) -> None:
        """Write an event down."""
        self.events.append(event)

    def do(self, event: Event) -> None:
        """Make an event happen, and write it down with what was drawn and turned over."""
        move = move_of(event)
        assert move is not None
        shuffles = self.position.shuffles
        self.position, _ = self.position.step(move)
        if event.kind in (Kind.RESET, Kind.PENALTY, Kind.NOREACH):
            drew = self.position.drawn if self.deal is Deal.DECK else ()
            event = event._replace(drawn=len(self.position.drawn), drew=drew)
        elif event.kind is Kind.PLAY and FACES[event.cards[0]].wild and len(self.position.letters) == 1:
            event = event._replace(letter=self.position.letters)
        self.note(event)
        if self.position.shuffles != shuffles:
            self.note(Event(Kind.RESTOCK, cards=self.position.turned))

    def _chance(self, rate: float) -> bool:
        return self.rng.random() < rate

    def _somebody_plays(self) -> bool:
        """One thing happens; False when nobody can do anything."""
        order = self.rng.sample(range(self.position.players), self.position.players)
        if self._chance(self.style.slip) and self._slip(order[0]):
            return True
        if self._chance(self.style.miss):
            self.do(Event(Kind.MISS, order[0], self.rng.choice(self.words.words), self._any_card(order[0])))
        if not self._chance(self.style.restless):
            for player in order:
                play = self._find(player)
                if play is not None:
                    self._play(play, order)
                    return True
        return any(self._reset(player) for player in order)

    def _any_card(self, player: int) -> tuple[Card, ...]:
        return (self.rng.choice(self.position.hands[player]),)

    def _find(self, player: int) -> Play | None:
        """A legal play for ``player``, if a few tries find one."""
        hand = self.position.hands[player]
        begins = self.position.letters or "".join(LETTERS)
        for card in self.rng.sample(hand, len(hand)):
            if self._strands(hand, card):
                continue
            pools = self.words.for_card(begins, card)
            for _ in range(_TRIES if pools else 0):
                play = Play(player, self.rng.choice(self.rng.choice(pools)), card)
                if not self.position.problems(play):
                    return play
        return None

    def _strands(self, hand: Sequence[Card], card: Card) -> bool:
        """Whether a player would be left with wild numbers alone, which may be neither the last card nor a reset."""
        if self.position.rules.wild_last or len(hand) == 1:
            return False
        return not is_number(card) and sum(map(is_number, hand)) == len(hand) - 1

    def _play(self, play: Play, order: Sequence[int]) -> None:
        self.do(Event(Kind.PLAY, play.player, play.word, (play.card,)))
        other = next(player for player in order if player != play.player)
        if self._chance(self.style.together):
            self.do(Event(Kind.BACK, other, self.rng.choice(self.words.words), self._any_card(other)))
        self._say_reach(play.player)

    def _say_reach(self, player: int) -> None:
        if self.position.reach[player] is not ReachState.DUE:
            return
        if not self._chance(self.style.forget):
            self.do(Event(Kind.REACH, player))
        elif self._chance(0.5):
            self.do(Event(Kind.NOREACH, player))
            self._say_reach(player)
        # Otherwise it is noticed only when the player goes out, or not before somebody else does.

    def _caught(self) -> bool:
        """Whether anybody is caught, at the last moment, at not having said reach."""
        owing = [
            player
            for player, state in enumerate(self.position.reach)
            if state in (ReachState.DUE, ReachState.FORGOTTEN)
        ]
        for player in owing:
            self.do(Event(Kind.NOREACH, player))
            if self.position.reach[player] is ReachState.DUE:
                self.do(Event(Kind.REACH, player))
        return self.position.out is None

    def _slip(self, player: int) -> bool:
        """An illegal play that is caught: the card goes back."""
        word, card = self.rng.choice(self.words.words), self._any_card(player)[0]
        problems = self.position.problems(Play(player, word, card))
        if not problems or any(problem.code not in FAULTS for problem in problems):
            return False
        if self.position.reach[player] is ReachState.DUE:
            return False
        self.do(Event(Kind.PLAY, player, word, (card,)))
        self.do(Event(Kind.PENALTY, player))
        return True

    def _reset(self, player: int) -> bool:
        hand = self.position.hands[player]
        tops = [card for card in hand if not is_number(card)]
        if not tops or self.position.out is not None:
            return False
        if self.position.reach[player] is ReachState.DUE:
            self.do(Event(Kind.NOREACH, player))
            return True
        top = self.rng.choice(tops)
        under = list(hand)
        under.remove(top)
        self.do(Event(Kind.RESET, player, cards=(*under, top)))
        return True
