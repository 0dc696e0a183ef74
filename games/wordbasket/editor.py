"""The scoresheet editor of a slip: what its script must know of a division's rules, the seats around the basket, cards and keys."""

from __future__ import annotations

import json
from dataclasses import dataclass

from django.utils.translation import pgettext

from games.engine.wordbasket.cards import COPIES, FACES, Card, Face
from games.engine.wordbasket.merging import LABELS
from games.engine.wordbasket.record import Kind
from games.engine.wordbasket.rules import Restock, RuleSet
from games.game import Seating
from games.wordbasket.slip import handicaps_of, heading
from games.wordbasket.viewer import CardView, card_view, label_of
from lexicon.engine.kana import ROWS, LinkRules, first, last, vowel
from lexicon.engine.kana_romaji import READ

_LONGEST_ROW = 5


@dataclass(frozen=True, slots=True)
class CardKey:
    """A card to choose."""

    face: str
    view: CardView


@dataclass(frozen=True, slots=True)
class BasketEditor:
    """What ``templates/games/_basket_editor.html`` shows; ``json`` is for ``static/js/basket-editor.js``.

    ``seats``: place and name of those who sit on either side of the basket. ``keys``: kana in rows as on a gojūon chart read from the
    right, ``cards`` likewise; "" or None is an empty place.
    """

    players: tuple[str, ...]
    seats: tuple[tuple[tuple[int, str], ...], ...]
    keys: tuple[tuple[str, ...], ...]
    cards: tuple[tuple[CardKey | None, ...], ...]
    wild: tuple[CardKey, ...]
    json: str


def basket_editor(rules: RuleSet, seating: Seating) -> BasketEditor:
    """The editor for a game of these players."""
    places = tuple(enumerate(seating.names))
    half = (len(places) + 1) // 2
    keys = _chart()
    cards = tuple(tuple(_key(Card(kana)) if Card(kana) in FACES else None for kana in row) for row in keys)
    wild = tuple(_key(card) for card, face in FACES.items() if face.wild)
    config = {**table_config(rules), **_seats(rules, seating), "kinds": _kinds(), "heading": heading(seating)}
    return BasketEditor(
        players=seating.names,
        seats=(places[:half], places[half:]),
        keys=keys,
        cards=cards,
        wild=wild,
        json=json.dumps(config, ensure_ascii=False, separators=(",", ":")),
    )


def table_config(rules: RuleSet) -> dict[str, object]:
    """The rules as ``static/js/basket-table.js`` takes them; texts without quotes, which a page would have to escape one by one."""
    return {
        "hand": rules.hand_size,
        "cards": [[card, *_demands(FACES[card]), count] for card, count in COPIES.items()],
        "letters": _letters(rules.link),
        "romaji": " ".join(f"{typed} {kana}" for typed, kana in READ.items()),
        "when_empty": rules.restock is Restock.WHEN_EMPTY,
        "wild_last": rules.wild_last,
    }


def _demands(face: Face) -> tuple[str, int, int]:
    return face.ends, face.exactly or 0, face.least


def _letters(link: LinkRules) -> str:
    """For each kana four characters: itself, the letter it begins with, the one it ends in ("-": none), the vowel it is prolonged by."""
    return "".join(
        f"{kana}{first(kana, link)}{last(kana, link) or '-'}{vowel(kana, link)}"
        for kana in map(chr, range(ord("ぁ"), ord("ゖ") + 1))
    )


def _seats(rules: RuleSet, seating: Seating) -> dict[str, object]:
    """Players by seats, as the record calls them, and how long their words must be."""
    levels = handicaps_of(seating)
    return {
        "players": [[label, name] for label, name in zip(LABELS, seating.names, strict=False)],
        "levels": [
            [level.min_letters, level.last_letters]
            for level in (levels.get(name, rules.even) for name in seating.names)
        ],
    }


def _kinds() -> dict[str, str]:
    """What the list of turns says of an event, beside its word and cards."""
    called = {str(kind): label_of(str(kind)) for kind in Kind}
    return called | {"play": "", "refused": pgettext("Word Basket", "word refused: takes the card back and draws one")}


def _chart() -> tuple[tuple[str, ...], ...]:
    columns = [_column(row) for row in ROWS]
    return tuple(tuple(column[place] for column in columns) for place in range(_LONGEST_ROW))


def _column(row: str) -> tuple[str, ...]:
    """A row of the chart as a column of five keys; や ゆ よ and わ を ん leave places empty."""
    if row.startswith("や"):
        return ("や", "", "ゆ", "", "よ")
    if row.startswith("わ"):
        return ("わ", "を", "ん", "ー", "")
    return tuple(row)


def _key(card: Card) -> CardKey:
    return CardKey(str(card), card_view(str(card)))
