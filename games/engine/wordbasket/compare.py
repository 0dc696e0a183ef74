"""Two sheets of the same games: where they first differ.

Nobody has to write everything: only plays are needed, so what one sheet leaves out altogether (reach, counts, what was drawn) and
what comes after a sheet has stopped contradicts nothing.

>>> from games.engine.wordbasket.match import check_match
>>> heading = "#player A Ada\\n#player B Ben\\nstart i\\n"
>>> mine, other = (check_match((heading + play).encode()) for play in ("A inkyo yo\\n", "A reach\\nA inko ko\\n"))
>>> first_difference(mine, other, ("Ada", "Ben"))
Difference(game=1, number=2, mine='A いんきょ よ', other='A いんこ こ')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from games.engine.wordbasket.match import MatchCheck, seats_of
from games.engine.wordbasket.record import STATEMENTS, Kind
from games.engine.wordbasket.record_check import RecordCheck, TurnView

_WITH_WORD: Final = frozenset({Kind.PLAY, Kind.BACK, Kind.MISS})


class Difference(NamedTuple):
    """The first event that differs; ``number`` counts the events of the first sheet's game, texts are "–" for no event."""

    game: int
    number: int
    mine: str
    other: str


def first_difference(mine: MatchCheck, other: MatchCheck, names: Sequence[str]) -> Difference | None:
    """Where two sheets of the players ``names`` (by seats) first differ; None when one is empty or they agree."""
    for game, (one, two) in enumerate(zip(mine.games, other.games, strict=False), 1):
        for left, right in _pairs(one, two):
            if left is None or right is None or _visible(one, left, names) != _visible(two, right, names):
                number = left.number if left else right.number if right else 0
                return Difference(game, number, *(turn.text if turn else "–" for turn in (left, right)))
    return None


def _pairs(one: RecordCheck, two: RecordCheck) -> Iterable[tuple[TurnView | None, TurnView | None]]:
    """The events of both sheets side by side, as far as both go."""
    if not one.turns or not two.turns:
        return ()
    both = shared_kinds(one, two)
    first, second = ([turn for turn in check.turns if turn.kind in both] for check in (one, two))
    stopped = [len(turns) for turns, check in ((first, one), (second, two)) if not check.complete]
    if stopped:
        first, second = first[: min(stopped)], second[: min(stopped)]
    return zip_longest(first, second)


def shared_kinds(one: RecordCheck, two: RecordCheck) -> frozenset[Kind]:
    """The kinds of events of a game that both sheets write down, and so can contradict each other in."""
    kinds = [{turn.kind for turn in check.turns} - STATEMENTS for check in (one, two)]
    return frozenset(kinds[0] & kinds[1] | {Kind.PLAY})


def visible(turn: TurnView) -> tuple[object, ...]:
    """What everybody at the table saw of an event, whoever did it; its kind is the first."""
    cards = turn.cards if turn.kind in _WITH_WORD | {Kind.START, Kind.RESTOCK} else ()
    return turn.kind, turn.word, cards


def _visible(check: RecordCheck, turn: TurnView, names: Sequence[str]) -> tuple[object, ...]:
    """The same, and who did it."""
    seats = seats_of(check, names)
    who = seats[turn.player] if seats is not None and turn.player is not None else turn.player
    return who, visible(turn)
