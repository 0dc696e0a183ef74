"""A checked game of Word Basket as a page shows it: basket, word, hands and stock after every event.

Works from the JSON form of a check, fresh from the engine or stored with a record.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict, cast

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.wordbasket.cards import FACES, UNKNOWN, Card
from games.engine.wordbasket.catalogue import CATALOGUE
from games.viewer import FindingLine, Json, Player, ReplayView, general_lines, lines_at, moment


class TurnData(TypedDict):
    """``TurnView.as_dict()`` of Word Basket."""

    number: int
    kind: str
    player: int | None
    text: str
    word: str
    cards: list[str]
    note: str
    letters: str
    hands: list[list[str]]
    basket: list[str]
    stock: int


class GameData(TypedDict):
    """A game of ``MatchCheck.as_dict()``."""

    players: list[dict[str, str]]
    winner: int | None
    cards_left: list[int]
    turns: list[TurnData]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card as it is drawn. ``about`` says in words what is printed in signs."""

    face: str
    small: str
    kind: str  # letter | line | number | back
    about: str


@dataclass(frozen=True, slots=True)
class Hand:
    """What a player holds: how many cards, and which where all are known."""

    name: str
    count: int
    cards: tuple[CardView, ...]
    acts: bool

    @property
    def backs(self) -> range:
        """One for each card, to draw those whose faces are not known."""
        return range(self.count)


@dataclass(frozen=True, slots=True)
class Turn:
    """One event and the table after it."""

    number: int
    name: str
    kind: str
    label: str
    word: str
    thrown: tuple[CardView, ...]
    note: str
    letters: str
    top: CardView | None
    basket: int
    stock: int
    hands: tuple[Hand, ...]
    findings: tuple[FindingLine, ...]

    @property
    def text(self) -> str:
        """The event in a line: who, what, which word."""
        word = f"「{self.word}」" if self.word else ""
        return " ".join(part for part in (self.name, self.label, word) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class BasketReplay(ReplayView):
    """One of the games of a record; ``winner`` is a name, "" while nobody has won."""

    winner: str

    @property
    def start(self) -> int:
        """The first event: before it there is nothing to show."""
        return min(1, self.last)


def replay_of(data: Json, *, game: int = 1, at: int | None = None) -> BasketReplay:
    """Game number ``game`` of a check in its JSON form; ``at`` beyond the record shows its last event."""
    games = cast("list[GameData]", data["games"])
    number = max(1, min(game, len(games)))
    game_data = games[number - 1]
    findings = [finding for finding in data["findings"] if finding["game"] == number]
    names = [player["name"] or player["label"] for player in game_data["players"]]
    turns = tuple(_turn(turn, names, findings) for turn in game_data["turns"])
    winner = game_data["winner"]
    return BasketReplay(
        game=number,
        games=tuple(range(1, len(games) + 1)),
        players=tuple(map(Player, names, game_data["cards_left"] or [0] * len(names))),
        winner="" if winner is None else names[winner],
        turns=turns,
        at=moment(at, first=1, last=len(turns)),
        general=general_lines(findings, len(turns), CATALOGUE),
        verdict=str(data["verdict"]),
        complete=bool(data["complete"]),
    )


def _turn(turn: TurnData, names: Sequence[str], findings: Sequence[Json]) -> Turn:
    player = turn["player"]
    return Turn(
        number=turn["number"],
        name="" if player is None else names[player],
        kind=turn["kind"],
        label=label_of(turn["kind"]),
        word=turn["word"],
        thrown=tuple(map(card_view, turn["cards"])),
        note=turn["note"],
        letters="・".join(turn["letters"]),
        top=card_view(turn["basket"][-1]) if turn["basket"] else None,
        basket=len(turn["basket"]),
        stock=turn["stock"],
        hands=tuple(
            _hand(name, hand, acts=index == player)
            for index, (name, hand) in enumerate(zip(names, turn["hands"], strict=False))
        ),
        findings=lines_at(findings, turn["number"], CATALOGUE),
    )


def _hand(name: str, hand: Sequence[str], *, acts: bool) -> Hand:
    cards = () if str(UNKNOWN) in hand else tuple(map(card_view, hand))
    return Hand(name, len(hand), cards, acts)


def card_view(card: str) -> CardView:
    """A card's face as it is drawn."""
    face = FACES.get(Card(card))
    if face is None:
        return CardView("", "", "back", _("unrecorded card"))
    if face.exactly is not None:
        return CardView(card, "", "number", _("wild: any word of %(count)d letters") % {"count": face.exactly})
    if face.least:
        return CardView(card, "", "number", _("wild: any word of %(count)d letters or more") % {"count": face.least})
    if face.wild:
        return CardView(face.ends[0], face.ends[1:], "line", _("wild: %(row)s") % {"row": " ".join(face.ends)})
    return CardView(card, "", "letter", card)


def label_of(kind: str) -> str:
    """What a kind of event is, said of its player."""
    labels = {
        "start": pgettext("Word Basket", "starts the basket"),
        "restock": pgettext("Word Basket", "the basket becomes the new stock"),
        "play": pgettext("Word Basket", "plays"),
        "reset": pgettext("Word Basket", "resets the hand"),
        "penalty": pgettext("Word Basket", "takes the card back and draws one"),
        "reach": pgettext("Word Basket", "says reach"),
        "noreach": pgettext("Word Basket", "forgot to say reach and draws"),
        "back": pgettext("Word Basket", "was slower: the card goes back"),
        "miss": pgettext("Word Basket", "misses the basket"),
        "hand": pgettext("Word Basket", "shows the hand"),
        "count": pgettext("Word Basket", "cards are counted"),
        "win": pgettext("Word Basket", "wins"),
    }
    return labels.get(kind, kind)
