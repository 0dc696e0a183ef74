"""From a record's headings to the position that its events start from."""

from __future__ import annotations

from collections import Counter

from games.engine.wordbasket.cards import DECK
from games.engine.wordbasket.findings import Finding, finding
from games.engine.wordbasket.position import Position
from games.engine.wordbasket.record import Record
from games.engine.wordbasket.rules import RuleSet


def starting_position(record: Record, rules: RuleSet) -> Position:
    """The game as dealt: by the record's deck, else by its seed, else with unknown cards."""
    given = (*record.handicaps, *(None for _ in record.players))
    handicaps = [handicap or rules.even for handicap, _ in zip(given, record.players, strict=False)]
    deck = record.deck if record.deck and not deck_findings(record) else None
    seed = None if record.deck and deck is None else record.seed
    return Position.dealt(rules, deck=deck, seed=seed, players=len(record.players), handicaps=handicaps)


def deck_findings(record: Record) -> list[Finding]:
    """Whether the deck that is written is the game's."""
    if not record.deck or Counter(record.deck) == Counter(DECK):
        return []
    fitting = Counter(record.deck) & Counter(DECK)
    wrong = [f"+{card}" for card in (Counter(record.deck) - fitting).elements()]
    wrong += [f"-{card}" for card in (Counter(DECK) - fitting).elements()]
    params = {"cards": " ".join(wrong[:10])}
    return [finding("deck_wrong", stated=len(record.deck), computed=fitting.total(), params=params)]
