"""A game of Word Basket in progress, immutable: ``position.play(move)`` validates and returns the next position.

Cards whose faces nobody wrote down are ``?``, so a game of which only the plays are known is the same thing with less
known. The 60 cards are always in the hands, the stock and the basket.

Every reason against a move is returned, none raised. *Faults* are what a player can be fined for (the word does not link, is
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
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple, TypeVar

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
from games.engine.wordbasket.rules import MAX_PLAYERS, MIN_PLAYERS, Handicap, Restock, RuleSet
from lexicon.engine.kana import BadKanaError, fold, last
from lexicon.engine.shiritori import Demand, Reason, faults

#: Problems of a play for which its player can be fined.
FAULTS: Final = frozenset(map(str, Reason)) - {str(Reason.REPEATED)} | {"word_repeated", "wild_last"}
_NO_PROBLEMS: Final[tuple[Problem, ...]] = ()

T = TypeVar("T")


class IllegalMoveError(ValueError):
    """A move that the rules do not allow. ``problems`` lists every reason."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(" ".join(problem.message for problem in problems))


class ReachState(StrEnum):
    """Where a player stands with saying reach. From ``due`` on it can be pointed out that it was not said, even after going out."""

    NONE = "none"  # more than one card
    DUE = "due"  # one card, reach not said yet
    SAID = "said"
    FORGOTTEN = "forgotten"  # gone out without having said it


#: Reach was not said where it had to be.
OWED: Final = (ReachState.DUE, ReachState.FORGOTTEN)


class Undo(NamedTuple):
    """What taking the last play back restores; ``faults`` are the codes for which it can be pointed out."""

    player: int
    card: Card
    hand: tuple[Card, ...]
    letters: str
    word: str
    reach: ReachState
    faults: tuple[str, ...]


def replaced(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with another one at ``place``."""
    return (*items[:place], item, *items[place + 1 :])


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The hand after throwing ``card``; all unknown if the player cannot have held it."""
    for face in (card, UNKNOWN):
        if face in hand:
            place = hand.index(face)
            return hand[:place] + hand[place + 1 :]
    return (UNKNOWN,) * (len(hand) - 1)


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
    last_words: tuple[str, ...]
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
            last_words=("",) * players,
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

    def count_of(self, card: Card) -> int:
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
                reach = replaced(self.reach, move.player, ReachState.SAID)
                return (self if problems else replace(self, reach=reach)), problems
            case ForgottenReach():
                return self._draw(move.player, 1)._reach_counted(move.player), problems
            case Turn():
                return self._with_turned_card(move), problems
            case Show():
                return self if problems else self._with_shown_hand(move), problems
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
        undo = Undo(player, card, hand, self.letters, self.last_words[player], self.reach[player], faults)
        return replace(
            self,
            hands=replaced(self.hands, player, rest),
            basket=(*self.basket, card),
            letters=self._letters_after(word, card),
            last_words=replaced(self.last_words, player, word),
            reach=replaced(self.reach, player, state) if state is not self.reach[player] else self.reach,
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
            hands=replaced(self.hands, player, ()),
            basket=self.basket + thrown,
            letters=opens(thrown[-1]),
            reach=replaced(self.reach, player, ReachState.NONE),
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
            hands=replaced(self.hands, player, undo.hand),
            basket=self.basket[:-1],
            letters=undo.letters,
            last_words=replaced(self.last_words, player, undo.word),
            reach=replaced(self.reach, player, ReachState.NONE),
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
        return replace(self, reach=replaced(self.reach, player, state), out=out, winner=winner)

    def _with_shown_hand(self, move: Show) -> Position:
        known, stated = (
            Counter(card for card in cards if card != UNKNOWN) for cards in (self.hands[move.player], move.cards)
        )
        faces = tuple((known | stated).elements())
        hidden = (UNKNOWN,) * (len(move.cards) - len(faces))
        return replace(self, hands=replaced(self.hands, move.player, faces + hidden))

    # -- the stock ----------------------------------------------------------------------------------------------------

    def _draw(self, player: int, count: int) -> Position:
        """``count`` cards from the stock, fewer if there are no more; the basket becomes the stock when it must."""
        position = self
        drawn: tuple[Card, ...] = ()
        while True:
            if not position.stock:
                position = position._restocked()
            top = position.stock[: count - len(drawn)]
            drawn += top
            position = replace(
                position,
                hands=replaced(position.hands, player, position.hands[player] + top),
                stock=position.stock[len(top) :],
                drawn=drawn,
            )
            if len(drawn) == count or not top:
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

    def _with_turned_card(self, move: Turn) -> Position:
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
    match move:
        case Play():
            return _play(position, move)
        case Reset():
            return _reset(position, move)
        case Penalty():
            return _penalty(position, move)
        case Reach():
            return _reach(position, move)
        case ForgottenReach():
            return _forgotten(position, move)
        case Back():
            return _back(position, move)
        case Miss():
            return tuple(_missing(position, move.player, (move.card,)))
        case Turn():
            return _turn(position, move)
        case Show():
            return _show(position, move)
        case Win():
            return _win(position, move)


def demand(begins: str, card: Card | None, handicap: Handicap, *, last_card: bool) -> Demand:
    """What a word that begins with one of ``begins`` must be; without a ``card``, for any card."""
    least = handicap.last_letters if last_card else handicap.min_letters
    if card is None:
        return Demand(begins=begins, min_letters=least)
    face = FACES[card]
    return Demand(begins=begins, ends=face.ends, min_letters=least, exactly=face.exactly, card_least=face.least)


def demand_of(position: Position, player: int, card: Card | None) -> Demand:
    """What a word must be for ``player`` to throw ``card`` now."""
    last_card = len(position.hands[player]) == 1
    return demand(position.letters, card, position.handicaps[player], last_card=last_card)


def _problem(code: str, player: int, **params: Value) -> Problem:
    return Problem(code, {"player": player_name(player), **params})


def _play(position: Position, move: Play) -> tuple[Problem, ...]:
    player, card = move.player, move.card
    problems = list(_missing(position, player, (card,)))
    if card not in FACES:
        return tuple(problems)
    if FACES[card].wild and len(position.hands[player]) == 1 and not position.rules.wild_last:
        problems.append(_problem("wild_last", player, card=card))
    try:
        word = fold(move.word)
    except BadKanaError as error:
        letter = error.letter or "–"
        return (*problems, _problem(str(Reason.NOT_KANA), player, word=move.word[:40], letter=letter))
    broken = faults(word, demand_of(position, player, card), position.rules.link)
    problems += [_problem(str(fault.reason), player, **fault.params) for fault in broken]
    if position.last_words[player] == word:
        problems.append(_problem("word_repeated", player, word=word))
    return tuple(problems) if problems else _NO_PROBLEMS


def _missing(position: Position, player: int, cards: tuple[Card, ...]) -> list[Problem]:
    """Whether ``player`` cannot hold all of ``cards``."""
    hand = position.hands[player]
    if len(cards) == 1 and cards[0] in hand:
        return []
    missing = Counter(cards) - Counter(hand)
    if missing.total() > hand.count(UNKNOWN) or any(card not in FACES for card in cards):
        return [_problem("card_not_in_hand", player, cards=" ".join(missing.elements()))]
    elsewhere = [card for card, count in missing.items() if position.count_of(card) + count > COPIES[card]]
    return [_problem("card_elsewhere", player, cards=" ".join(elsewhere))] if elsewhere else []


def _reset(position: Position, move: Reset) -> tuple[Problem, ...]:
    player, cards = move.player, move.cards
    problems = []
    if len(cards) != len(position.hands[player]) or not cards:
        sizes = {"stated": len(cards), "computed": len(position.hands[player])}
        problems.append(_problem("reset_not_whole_hand", player, **sizes))
    if len(cards) <= len(position.hands[player]):
        problems += _missing(position, player, cards)
    if cards and cards[-1] in NUMBERS:
        problems.append(_problem("reset_top_number", player, cards=cards[-1]))
    return tuple(problems)


def _penalty(position: Position, move: Penalty) -> tuple[Problem, ...]:
    undo = position.undo
    if undo is None or undo.player != move.player:
        return (_problem("penalty_no_play", move.player),)
    if not undo.faults and not move.word_refused:
        return (_problem("penalty_unfounded", move.player),)
    return _NO_PROBLEMS


def _reach(position: Position, move: Reach) -> tuple[Problem, ...]:
    held = len(position.hands[move.player])
    if held != 1:
        return (_problem("reach_wrong", move.player, stated=held, computed=1),)
    if position.reach[move.player] is ReachState.SAID:
        return (_problem("reach_again", move.player),)
    return _NO_PROBLEMS


def _forgotten(position: Position, move: ForgottenReach) -> tuple[Problem, ...]:
    if position.reach[move.player] in OWED:
        return _NO_PROBLEMS
    return (_problem("reach_not_forgotten", move.player),)


def _back(position: Position, move: Back) -> tuple[Problem, ...]:
    problems = _missing(position, move.player, (move.card,))
    if position.undo is None or position.undo.player == move.player:
        problems.append(_problem("back_no_play", move.player))
    return tuple(problems)


def _turn(position: Position, move: Turn) -> tuple[Problem, ...]:
    cards, stated = move.cards, " ".join(move.cards)
    if not position.turn_due:
        if not position.turned:
            return (Problem("turn_not_due", {"stated": stated}),)
        if cards != position.turned:
            return (Problem("turn_wrong", {"stated": stated, "computed": " ".join(position.turned)}),)
        return _NO_PROBLEMS
    problems = []
    if not cards or cards[-1] in NUMBERS:
        problems.append(Problem("turn_number", {"cards": cards[-1] if cards else "–"}))
    problems += [Problem("turn_too_many", {"cards": card}) for card in cards[:-1] if card not in NUMBERS]
    elsewhere = [
        card for card, count in Counter(cards).items() if position.count_of(card) + count > COPIES.get(card, 0)
    ]
    if elsewhere or len(cards) > len(position.stock):
        params = {"player": "–", "cards": " ".join(elsewhere or cards)}
        problems.append(Problem("card_elsewhere", params))
    return tuple(problems)


def _show(position: Position, move: Show) -> tuple[Problem, ...]:
    hand = position.hands[move.player]
    known = Counter(card for card in hand if card != UNKNOWN)
    stated = Counter(card for card in move.cards if card != UNKNOWN)
    clash = (known - stated).total() > move.cards.count(UNKNOWN) or (stated - known).total() > hand.count(UNKNOWN)
    if len(hand) != len(move.cards) or clash:
        texts = {"stated": " ".join(move.cards), "computed": " ".join(hand) or "–"}
        return (_problem("hand_wrong", move.player, **texts),)
    fresh = stated - known
    elsewhere = [card for card, count in fresh.items() if position.count_of(card) + count > COPIES.get(card, 0)]
    return (_problem("card_elsewhere", move.player, cards=" ".join(elsewhere)),) if elsewhere else _NO_PROBLEMS


def _win(position: Position, move: Win) -> tuple[Problem, ...]:
    if position.out == move.player:
        return _NO_PROBLEMS
    if position.out is None:
        return (_problem("winner_has_cards", move.player, computed=len(position.hands[move.player])),)
    return (Problem("winner_wrong", {"stated": player_name(move.player), "computed": player_name(position.out)}),)
