"""A game of Word Basket in progress, immutable: ``position.play(move)`` validates and returns the next position.

Cards whose faces nobody wrote down are ``?``, so a game of which only the plays are known is the same thing with less
known. The 60 cards are always in the hands, the stock and the basket.

Every reason against a move is told, none is raised. *Faults* are what a player can be fined for (the word does not link, is
too short …): such a play stands once the next card is in. The others say that the move cannot have happened as written.

>>> from games.engine.wordbasket.rules import RULE_SETS
>>> game = Position.dealt(RULE_SETS["word-basket"], seed=4)
>>> game.letters, game.hands[1], sum(game.counts)
('ひ', ('て', 'え', 'な', 'や', 'は*'), 60)
>>> [problem.code for problem in game.problems(Play(1, "ひん", Card("と")))]
['card_not_in_hand', 'ends_in_n', 'too_short']
>>> after = game.play(Play(1, "ひのて", Card("て")))
>>> after.letters, after.counts
('て', (5, 4, 49, 2))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from games.engine.wordbasket.cards import (
    COPIES,
    DECK,
    FACES,
    LETTERS,
    NUMBERS,
    UNKNOWN,
    Card,
    is_number,
    opens,
    shuffled,
)
from games.engine.wordbasket.findings import Problem, Value
from games.engine.wordbasket.hands import Undo, put, without
from games.engine.wordbasket.moves import (
    Back,
    ForgottenReach,
    Miss,
    Move,
    Penalty,
    Play,
    Reach,
    Reset,
    Show,
    Turn,
    Win,
)
from games.engine.wordbasket.reach import OWED, ReachState
from games.engine.wordbasket.rules import MAX_PLAYERS, MIN_PLAYERS, Handicap, Restock, RuleSet
from lexicon.engine.kana import BadKanaError, fold, last
from lexicon.engine.shiritori import Demand, Reason, faults

#: Problems of a play for which its player can be fined.
FAULTS: Final = frozenset(map(str, Reason)) | {"word_repeated", "wild_last"}
#: Problems after which the move is still taken as written: a player may be wrong about them at the table.
TOLERATED: Final = FAULTS | {
    "penalty_unfounded",
    "reach_wrong",
    "reach_again",
    "reach_not_forgotten",
    "back_no_play",
}
_NO_PROBLEMS: Final[tuple[Problem, ...]] = ()


class IllegalMoveError(ValueError):
    """A move that the rules do not allow. ``problems`` lists every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(problem.message for problem in problems))


@dataclass(frozen=True, slots=True)
class Position:
    """The state between two events. The basket's last card is on top; the stock is drawn from its front."""

    rules: RuleSet
    handicaps: tuple[Handicap, ...]
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    basket: tuple[Card, ...]
    #: What the next word may begin with, any of these letters; "" when that is not known.
    letters: str
    #: The word that each player used last, "" before the first.
    said: tuple[str, ...]
    reach: tuple[ReachState, ...]
    undo: Undo | None = None
    #: The player who has emptied the hand; the game is over unless something is pointed out.
    out: int | None = None
    winner: int | None = None
    #: A card must be turned over to begin the basket, and the deal does not say which.
    turn_due: bool = False
    #: The cards just turned over, as the deal has them, and those just drawn.
    turned: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    seed: int | None = None
    shuffles: int = 0

    # -- the start ----------------------------------------------------------------------------------------------------

    @classmethod
    def dealt(
        cls,
        rules: RuleSet,
        *,
        deck: Sequence[Card] | None = None,
        seed: int | None = None,
        players: int = 2,
        handicaps: Sequence[Handicap] = (),
    ) -> Position:
        """A game as dealt: a hand for one player after the other, then the top card of the stock turned over.

        ``deck`` in order; without it the deck shuffled by ``seed``; without either the cards are not known, and the
        first move is :class:`Turn`. Raises ValueError for a number of players or cards that cannot be.
        """
        if not MIN_PLAYERS <= players <= MAX_PLAYERS:
            raise ValueError(f"a game has {MIN_PLAYERS} to {MAX_PLAYERS} players, not {players}")
        if handicaps and len(handicaps) != players:
            raise ValueError(f"{players} players, but {len(handicaps)} handicaps")
        if deck is not None and Counter(deck) != Counter(DECK):
            raise ValueError("the deck is not the 60 cards of the game")
        if deck is None:
            deck = (UNKNOWN,) * len(DECK) if seed is None else shuffled(DECK, seed=seed)
        size = rules.hand_size
        start = cls(
            rules=rules,
            handicaps=tuple(handicaps) or (rules.even,) * players,
            hands=tuple(tuple(deck[size * player : size * (player + 1)]) for player in range(players)),
            stock=tuple(deck[size * players :]),
            basket=(),
            letters="",
            said=("",) * players,
            reach=(ReachState.NONE,) * players,
            seed=seed,
            shuffles=1,
        )
        return start._turn_over()

    # -- what can be seen ---------------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.hands)

    @property
    def top(self) -> Card | None:
        """The card on top of the basket."""
        return self.basket[-1] if self.basket else None

    @property
    def piles(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The stock as it lies on the table: two piles, drawn from in turn."""
        return self.stock[::2], self.stock[1::2]

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of cards in each hand, in the stock and in the basket; always 60 together."""
        return (*map(len, self.hands), len(self.stock), len(self.basket))

    def seen(self, card: Card) -> int:
        """How many cards with this face are known to lie somewhere."""
        return self.basket.count(card) + self.stock.count(card) + sum(hand.count(card) for hand in self.hands)

    def over_for(self, move: Move) -> int | None:
        """The player who has gone out, if ``move`` comes too late; None if it may still be made."""
        if isinstance(move, Show):
            return None
        if self.winner is not None:
            # Reach that was forgotten costs a card even after going out, also when the win is written down already.
            late = isinstance(move, ForgottenReach) and move.player == self.winner
            return None if late and self.reach[self.winner] in OWED else self.winner
        return self.out if isinstance(move, Play | Reset) else None

    # -- moves --------------------------------------------------------------------------------------------------------

    def problems(self, move: Move) -> tuple[Problem, ...]:
        """Every reason why the rules do not allow ``move``; empty when they do."""
        return problems_of(self, move)

    def play(self, move: Move) -> Position:
        """The position after a legal move. Raises IllegalMoveError."""
        after, problems = self.step(move)
        if problems:
            raise IllegalMoveError(problems)
        return after

    def step(self, move: Move) -> tuple[Position, tuple[Problem, ...]]:
        """The position after ``move`` as it was made at the table, legal or not, and what is wrong with it.

        A play that breaks the rules stands until it is pointed out. A card that a player cannot hold makes the rest of
        the hand unknown. Nothing happens any more after the end.
        """
        problems = problems_of(self, move)
        if problems and problems[0].code == "event_after_end":
            return self, problems
        match move:
            case Play():
                return self._played(move, problems), problems
            case Reset():
                return self._reset(move), problems
            case Penalty():
                return self._penalised(move), problems
            case Reach():
                said = put(self.reach, move.player, ReachState.SAID)
                return (self if problems else replace(self, reach=said)), problems
            case ForgottenReach():
                return self._draw(move.player, 1)._reach_counted(move.player), problems
            case Turn():
                return self._turned(move), problems
            case Show():
                return self if problems else self._shown(move), problems
            case Win():
                return (replace(self, winner=move.player) if not problems else self), problems
            case Back() | Miss():
                return self, problems

    def _played(self, move: Play, problems: tuple[Problem, ...]) -> Position:
        player, card = move.player, move.card
        hand = self.hands[player]
        if not hand or card not in FACES:
            return self
        try:
            word = fold(move.word)
        except BadKanaError:
            word = ""
        rest = without(hand, card)
        state = self.reach[player]
        if len(rest) == 1:
            state = ReachState.DUE
        elif not rest:
            state = ReachState.FORGOTTEN if state is ReachState.DUE else state
        faults = tuple(problem.code for problem in problems if problem.code in FAULTS) if problems else ()
        undo = Undo(player, card, hand, self.letters, self.said[player], self.reach[player], faults)
        return replace(
            self,
            hands=put(self.hands, player, rest),
            basket=(*self.basket, card),
            letters=self._letters_after(word, card),
            said=put(self.said, player, word),
            reach=put(self.reach, player, state) if state is not self.reach[player] else self.reach,
            undo=undo,
            out=None if rest else player,
            turn_due=False,
            turned=(),
            drawn=(),
        )

    def _letters_after(self, word: str, card: Card) -> str:
        """The basket's letter after a play; for an illegal word on a wild card, any that the card allows."""
        face = FACES[card]
        if not face.wild:
            return face.ends
        end = last(word, self.rules.link) if word else ""
        if face.ends:
            return end if end and end in face.ends else face.ends
        return end if end in LETTERS or end in ("を", "ゐ", "ゑ") else ""

    def _reset(self, move: Reset) -> Position:
        player, cards = move.player, move.cards
        held = len(self.hands[player])
        thrown = cards[-held:] if len(cards) >= held else (UNKNOWN,) * (held - len(cards)) + cards
        if not thrown:
            return self
        emptied = replace(
            self,
            hands=put(self.hands, player, ()),
            basket=self.basket + thrown,
            letters=opens(thrown[-1]),
            reach=put(self.reach, player, ReachState.NONE),
            undo=None,
            turn_due=False,
            turned=(),
        )
        return emptied._draw(player, held + 1)._reach_counted(player)

    def _penalised(self, move: Penalty) -> Position:
        player, undo = move.player, self.undo
        if undo is None or undo.player != player:
            return self._draw(player, 1)._reach_counted(player)
        before = replace(
            self,
            hands=put(self.hands, player, undo.hand),
            basket=self.basket[:-1],
            letters=undo.letters,
            said=put(self.said, player, undo.word),
            reach=put(self.reach, player, ReachState.NONE),
            undo=None,
            out=None,
            turned=(),
        )
        return before._draw(player, 1)._reach_counted(player)

    def _reach_counted(self, player: int) -> Position:
        """After a draw: with one card reach must be said, with more it need not; a hand no longer empty is not out."""
        held = len(self.hands[player])
        state = ReachState.DUE if held == 1 else ReachState.NONE
        out = None if self.out == player and held else self.out
        winner = None if out is None else self.winner
        return replace(self, reach=put(self.reach, player, state), out=out, winner=winner)

    def _shown(self, move: Show) -> Position:
        known, stated = (
            Counter(card for card in cards if card != UNKNOWN) for cards in (self.hands[move.player], move.cards)
        )
        faces = tuple((known | stated).elements())
        hidden = (UNKNOWN,) * (len(move.cards) - len(faces))
        return replace(self, hands=put(self.hands, move.player, faces + hidden))

    # -- the stock ----------------------------------------------------------------------------------------------------

    def _draw(self, player: int, count: int) -> Position:
        """``count`` cards from the stock, fewer if there are no more; the basket becomes the stock when it must."""
        position = self
        drawn: tuple[Card, ...] = ()
        while True:
            if not position.stock:
                position = position._restocked()
            taken = position.stock[: count - len(drawn)]
            drawn += taken
            position = replace(
                position,
                hands=put(position.hands, player, position.hands[player] + taken),
                stock=position.stock[len(taken) :],
                drawn=drawn,
            )
            if len(drawn) == count or not taken:
                break
        if not position.stock and position.rules.restock is Restock.WHEN_EMPTY:
            position = position._restocked()
        return position

    def _restocked(self) -> Position:
        """The basket shuffled into a new stock, and its top card turned over. Nothing to do with a single card."""
        if len(self.basket) < 2:
            return self
        unknown = (UNKNOWN,) * len(self.basket)
        stock = unknown if self.seed is None else shuffled(self.basket, seed=self.seed, turn=self.shuffles)
        return replace(self, stock=stock, basket=(), undo=None, shuffles=self.shuffles + 1)._turn_over()

    def _turn_over(self) -> Position:
        """Turn cards over until one is no wild number; with unknown cards, wait to be told which."""
        count = next((place for place, card in enumerate(self.stock, 1) if not is_number(card)), len(self.stock))
        turned = self.stock[:count]
        if UNKNOWN in turned:
            # One card lies in the basket, whichever it is; Turn says so, and whether there were numbers before it.
            return replace(
                self, basket=(*self.basket, UNKNOWN), stock=self.stock[1:], letters="", turn_due=True, turned=()
            )
        letters = opens(turned[-1]) if turned else ""
        return replace(self, basket=self.basket + turned, stock=self.stock[count:], letters=letters, turned=turned)

    def _turned(self, move: Turn) -> Position:
        if not self.turn_due or not move.cards:
            return replace(self, turned=())
        more = len(move.cards) - 1
        return replace(
            self,
            basket=self.basket[:-1] + move.cards[: 1 + len(self.stock)],
            stock=self.stock[more:],
            letters=opens(move.cards[-1]),
            turn_due=False,
            turned=(),
        )


def player_name(player: int) -> str:
    """How a player is named where no names are known: ``player 1``."""
    return f"player {player + 1}"


def problems_of(position: Position, move: Move) -> tuple[Problem, ...]:
    """Every problem of ``move``; empty when it is legal."""
    out = position.over_for(move)
    if out is not None:
        return (_problem("event_after_end", out),)
    check = _CHECKS.get(type(move))
    return check(position, move) if check is not None else _NO_PROBLEMS


def demand_of(position: Position, player: int, card: Card) -> Demand:
    """What a word must be for ``player`` to throw ``card`` now."""
    handicap, face = position.handicaps[player], FACES[card]
    last_card = len(position.hands[player]) == 1
    return Demand(
        begins=position.letters,
        ends=face.ends,
        min_letters=handicap.last_letters if last_card else handicap.min_letters,
        exactly=face.exactly,
        card_least=face.least,
    )


def _problem(code: str, player: int, **params: Value) -> Problem:
    return Problem(code, {"player": player_name(player), **params})


def _play(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Play)
    player, card = move.player, move.card
    found = list(_missing(position, player, (card,)))
    if card not in FACES:
        return tuple(found)
    if FACES[card].wild and len(position.hands[player]) == 1 and not position.rules.wild_last:
        found.append(_problem("wild_last", player, card=card))
    try:
        word = fold(move.word)
    except BadKanaError as error:
        letter = error.letter or "–"
        return (*found, _problem(str(Reason.NOT_KANA), player, word=move.word[:40], letter=letter))
    broken = faults(word, demand_of(position, player, card), position.rules.link)
    found += [_problem(str(fault.reason), player, **fault.params) for fault in broken]
    if position.said[player] == word:
        found.append(_problem("word_repeated", player, word=word))
    return tuple(found) if found else _NO_PROBLEMS


def _missing(position: Position, player: int, cards: tuple[Card, ...]) -> list[Problem]:
    """Whether ``player`` cannot hold all of ``cards``."""
    hand = position.hands[player]
    if len(cards) == 1 and cards[0] in hand:
        return []
    wanted = Counter(cards) - Counter(hand)
    if wanted.total() > hand.count(UNKNOWN) or any(card not in FACES for card in cards):
        return [_problem("card_not_in_hand", player, cards=" ".join(wanted.elements()))]
    elsewhere = [card for card, count in wanted.items() if position.seen(card) + count > COPIES[card]]
    return [_problem("card_elsewhere", player, cards=" ".join(elsewhere))] if elsewhere else []


def _reset(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Reset)
    player, cards = move.player, move.cards
    found = []
    if len(cards) != len(position.hands[player]) or not cards:
        sizes = {"stated": len(cards), "computed": len(position.hands[player])}
        found.append(_problem("reset_not_whole_hand", player, **sizes))
    if len(cards) <= len(position.hands[player]):
        found += _missing(position, player, cards)
    if cards and cards[-1] in NUMBERS:
        found.append(_problem("reset_top_number", player, cards=cards[-1]))
    return tuple(found)


def _penalty(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Penalty)
    undo = position.undo
    if undo is None or undo.player != move.player:
        return (_problem("penalty_no_play", move.player),)
    if not undo.faults and not move.word_refused:
        return (_problem("penalty_unfounded", move.player),)
    return _NO_PROBLEMS


def _reach(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Reach)
    held = len(position.hands[move.player])
    if held != 1:
        return (_problem("reach_wrong", move.player, stated=held, computed=1),)
    if position.reach[move.player] is ReachState.SAID:
        return (_problem("reach_again", move.player),)
    return _NO_PROBLEMS


def _forgotten(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, ForgottenReach)
    if position.reach[move.player] in OWED:
        return _NO_PROBLEMS
    return (_problem("reach_not_forgotten", move.player),)


def _back(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Back)
    found = _missing(position, move.player, (move.card,))
    if position.undo is None or position.undo.player == move.player:
        found.append(_problem("back_no_play", move.player))
    return tuple(found)


def _miss(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Miss)
    return tuple(_missing(position, move.player, (move.card,)))


def _turn(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Turn)
    cards, stated = move.cards, " ".join(move.cards)
    if not position.turn_due:
        if not position.turned:
            return (Problem("turn_not_due", {"stated": stated}),)
        if cards != position.turned:
            return (Problem("turn_wrong", {"stated": stated, "computed": " ".join(position.turned)}),)
        return _NO_PROBLEMS
    found = []
    if not cards or cards[-1] in NUMBERS:
        found.append(Problem("turn_number", {"cards": cards[-1] if cards else "–"}))
    found += [Problem("turn_too_many", {"cards": card}) for card in cards[:-1] if card not in NUMBERS]
    elsewhere = [card for card, count in Counter(cards).items() if position.seen(card) + count > COPIES.get(card, 0)]
    if elsewhere or len(cards) > len(position.stock):
        params = {"player": "–", "cards": " ".join(elsewhere or cards)}
        found.append(Problem("card_elsewhere", params))
    return tuple(found)


def _show(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Show)
    hand = position.hands[move.player]
    known = Counter(card for card in hand if card != UNKNOWN)
    stated = Counter(card for card in move.cards if card != UNKNOWN)
    clash = (known - stated).total() > move.cards.count(UNKNOWN) or (stated - known).total() > hand.count(UNKNOWN)
    if len(hand) != len(move.cards) or clash:
        texts = {"stated": " ".join(move.cards), "computed": " ".join(hand) or "–"}
        return (_problem("hand_wrong", move.player, **texts),)
    fresh = stated - known
    elsewhere = [card for card, count in fresh.items() if position.seen(card) + count > COPIES.get(card, 0)]
    return (_problem("card_elsewhere", move.player, cards=" ".join(elsewhere)),) if elsewhere else _NO_PROBLEMS


def _win(position: Position, move: Move) -> tuple[Problem, ...]:
    assert isinstance(move, Win)
    if position.out == move.player:
        return _NO_PROBLEMS
    held = len(position.hands[move.player])
    why = f"{player_name(position.out)} went out" if position.out is not None else f"the hand has {held} cards"
    return (Problem("winner_wrong", {"stated": player_name(move.player), "computed": why}),)


_CHECKS: Final[Mapping[type[object], Callable[[Position, Move], tuple[Problem, ...]]]] = MappingProxyType(
    {
        Play: _play,
        Reset: _reset,
        Penalty: _penalty,
        Reach: _reach,
        ForgottenReach: _forgotten,
        Back: _back,
        Miss: _miss,
        Turn: _turn,
        Show: _show,
        Win: _win,
    }
)
