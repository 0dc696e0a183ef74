"""What is wrong with a move in a position: every reason, none of them raised.

Two kinds are kept apart. *Faults* are what a player can be fined for (the word does not link, is too short …): such a
play stands once the next card is in. The others say that the move cannot have happened as written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from games.engine.wordbasket.cards import COPIES, FACES, NUMBERS, UNKNOWN, Card
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
from games.engine.wordbasket.reach import ReachState
from lexicon.engine.kana import BadKanaError, fold
from lexicon.engine.shiritori import Demand, Reason, faults

if TYPE_CHECKING:
    from games.engine.wordbasket.position import Position

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
    if position.reach[move.player] in (ReachState.DUE, ReachState.FORGOTTEN):
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
