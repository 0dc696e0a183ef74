"""Records with one event changed, each of which is no longer the record of a game by the rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.wordbasket.cards import LETTERS
from games.engine.wordbasket.check import check_reading
from games.engine.wordbasket.record import Event, Kind, Reading, Record

#: They change nothing on the table: leaving one out, or writing it twice, is another true record.
NEUTRAL = frozenset({Kind.BACK, Kind.MISS})
_FAULTY = frozenset({"does not link", "ends in ん", "too short", "letter"})
_STATED = NEUTRAL | {Kind.COUNT}


def mutations(record: Record) -> Iterator[tuple[str, Record]]:
    """Each with what was done and to which event."""
    events = record.events
    report = check_reading(Reading(record, (), (0,) * len(events), "text"))
    for place, event in enumerate(events):
        before = report.steps[place - 1].letters if place else ""
        for name, changed in _changes(record, event, before):
            if name in _FAULTY and _pointed_out(events[place + 1 :], event.player):
                continue  # an illegal play that is fined may be illegal in another way
            label = f"{name} {place}: {event.kind}"
            yield label, replace(record, events=(*events[:place], *changed, *events[place + 1 :]))


def _pointed_out(later: tuple[Event, ...], player: int) -> bool:
    following = next((event for event in later if event.kind not in NEUTRAL), None)
    return following is not None and (following.kind, following.player) == (Kind.PENALTY, player)


def _changes(record: Record, event: Event, letters: str) -> Iterator[tuple[str, tuple[Event, ...]]]:
    others = [player for player in range(len(record.players)) if player != event.player]
    if event.kind not in _STATED and not (event.kind is Kind.START or event.kind is Kind.RESTOCK):
        yield "left out", ()
    if event.kind not in _STATED:
        yield "twice", (event, event)
        if event.player >= 0:
            yield "other player", (event._replace(player=others[0]),)
    match event.kind:
        case Kind.PLAY:
            unlinked = next(letter for letter in LETTERS if letter not in letters)
            yield "does not link", (event._replace(word=unlinked + event.word),)
            yield "ends in ん", (event._replace(word=event.word + "ん"),)
            yield "too short", (event._replace(word=event.word[:1]),)
            yield "after the win", (Event(Kind.WIN, event.player), event)
            yield "penalty added", (event, Event(Kind.PENALTY, event.player, drawn=1))
            if event.letter:
                wrong = next(letter for letter in LETTERS if letter != event.letter)
                yield "letter", (event._replace(letter=wrong),)
        case Kind.RESET:
            yield "one more drawn", (event._replace(drawn=(event.drawn or 0) + 1),)
            yield "as many drawn as thrown", (event._replace(drawn=len(event.cards)),)
            yield "a card kept", (event._replace(cards=event.cards[1:] or event.cards * 2),)
        case Kind.PENALTY | Kind.NOREACH:
            yield "two drawn", (event._replace(drawn=2),)
        case Kind.COUNT:
            for index, number in enumerate(event.counts):
                counts = (*event.counts[:index], (number or 0) + 1, *event.counts[index + 1 :])
                yield "one card more", (event._replace(counts=counts),)
        case Kind.START | Kind.RESTOCK:
            wrong_card = next(letter for letter in LETTERS if letter not in event.cards)
            yield "other card", (event._replace(cards=(wrong_card,)),)
        case Kind.BACK | Kind.MISS:
            pass
        case _:
            pass
