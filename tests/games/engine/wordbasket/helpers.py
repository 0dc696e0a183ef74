"""Positions and records for the tests of Word Basket."""

from __future__ import annotations

from dataclasses import replace

from games.engine.wordbasket.cards import DECK, Card, opens
from games.engine.wordbasket.check import check_record
from games.engine.wordbasket.moves import Play
from games.engine.wordbasket.position import Position
from games.engine.wordbasket.record_check import RecordCheck
from games.engine.wordbasket.rules import RULE_SETS, Handicap, RuleSet

RULES = RULE_SETS["word-basket"]


def cards(text: str) -> tuple[Card, ...]:
    """Faces, separated by spaces."""
    return tuple(Card(face) for face in text.split())


def table(
    *hands: str,
    top: str = "あ",
    stock: str | None = None,
    under: str = "",
    rules: RuleSet = RULES,
    handicaps: tuple[Handicap, ...] = (),
    seed: int | None = 1,
) -> Position:
    """A game in which the hands, the basket and the stock are as given; the rest of the deck is the stock by default.

    With a ``stock`` given, cards that lie nowhere go under the basket's top card.
    """
    start = Position.dealt(rules, seed=seed or 1, players=len(hands), handicaps=handicaps)
    rest = list(DECK)
    held = tuple(map(cards, hands))
    for card in (*(card for hand in held for card in hand), *cards(top), *cards(under), *cards(stock or "")):
        rest.remove(card)
    below = cards(under) + (tuple(rest) if stock is not None else ())
    return replace(
        start,
        hands=held,
        basket=below + cards(top),
        stock=cards(stock) if stock is not None else tuple(rest),
        letters=opens(Card(top)),
        turned=(),
        seed=seed,
    )


def codes(position: Position, play: Play) -> list[str]:
    """What is wrong with a play."""
    return [problem.code for problem in position.problems(play)]


def check(text: str, *, players: str = "A B", **options: object) -> RecordCheck:
    """Check a record of which only the lines of play are given."""
    heading = "".join(f"#player {label}\n" for label in players.split())
    return check_record((heading + text).encode(), rules=RULES.with_options(**options))


def codes_and_lines(text: str, *, players: str = "A B", **options: object) -> list[tuple[str, int | None]]:
    """Codes and lines of what a check finds, lines counted from the first line of play; not that it stops early."""
    lead = len(players.split())
    report = check(text, players=players, **options)
    return [(f.code, f.line - lead if f.line else None) for f in report.findings if f.code != "incomplete"]


#: Plays of the rule sheet: what the basket shows, word, card, and what follows.
SHEET_PLAYS = [
    ("あ", "あひる", "る", "る"),
    ("あ", "あしか", "か", "か"),
    ("い", "いんきょ", "よ", "よ"),
    ("は", "ばんど", "と", "と"),
    ("は", "はっぱ", "は", "は"),
    ("と", "とんぼ", "ほ", "ほ"),
    ("し", "しんがっき", "5", "き"),
    ("し", "しょくぶつ", "5", "つ"),
    ("つ", "ついか", "か*", "か"),
    ("つ", "つみき", "か*", "き"),
]
