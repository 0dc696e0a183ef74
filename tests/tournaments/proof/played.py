"""Small events for the checker: played by the engine round by round, and their rounds with something wrong in them."""

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.engine.model import EntrySnapshot, GameFact, PrizePlaces, ResultKind, Snapshot, StandingsRules
from tournaments.proof.checker import check_event
from tournaments.proof.events import MadeUpEvent, Segment
from tournaments.proof.play import Record, rounds_of

Change = Callable[[Record], None]


@dataclass
class DirectedEvent(MadeUpEvent):
    """An event without any trouble but what its director does. `facts`: by round, what is so in its snapshot."""

    facts: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)

    def next_round(self) -> Snapshot:
        return replace(super().next_round(), **self.facts.get(self.round, {}))


def numbers(size: int, **columns: Sequence[Any]) -> tuple[EntrySnapshot, ...]:
    """Players 1 to `size`, the strongest first; a column such as `team` has a value for each."""
    return tuple(
        EntrySnapshot(id=k, number=k, **{name: values[k - 1] for name, values in columns.items()})
        for k in range(1, size + 1)
    )


def won(round_: int, *games: tuple[int, int]) -> tuple[GameFact, ...]:
    """Games of a round that the first player won."""
    return tuple(GameFact(round_, first, second, 400, 300) for first, second in games)


def bye(round_: int, player: int) -> GameFact:
    return GameFact(round_, player, kind=ResultKind.BYE)


def event(
    system: str,
    players: tuple[EntrySnapshot, ...],
    rounds: int,
    games: tuple[GameFact, ...] = (),
    *,
    facts: Mapping[int, Mapping[str, Any]] | None = None,
    prizes: PrizePlaces | None = None,
    **options: Any,
) -> DirectedEvent:
    """`games`: what was played before the engine takes over."""
    return DirectedEvent(
        number=0,
        dice=random.Random(1),
        players=players,
        strength={player.id: 200 - 10 * player.number for player in players},
        rules=StandingsRules(),
        rounds=rounds,
        segments=[Segment(1, system, options)],
        prizes=prizes or PrizePlaces(),
        trouble=0.0,
        seed=1,
        round=1 + max((game.round for game in games), default=0),
        games=games,
        facts=facts or {},
    )


def played(of: MadeUpEvent) -> list[Record]:
    """The rounds of an event, as the checker reads them."""
    return [record for _key, record in rounds_of(of)]


def faults(*records: Record) -> list[str]:
    """What the checker says about rounds, each as “rule: text”."""
    return [f"{violation.rule}: {violation.text}" for _round, violation in check_event(records)]


def changed(record: Record, change: Change) -> Record:
    """A copy of a round in which something is different."""
    other = copy.deepcopy(record)
    change(other)
    return other


def swap_opponents(record: Record, one: int = 0, other: int = 1) -> None:
    """Two games of a plan exchange their second players."""
    pairs = record["plan"]["pairs"]
    pairs[one]["second"], pairs[other]["second"] = pairs[other]["second"], pairs[one]["second"]


def swap_start(record: Record, pair: int = 0) -> None:
    """The second player of a game begins."""
    game = record["plan"]["pairs"][pair]
    game["first"], game["second"] = game["second"], game["first"]


def two_byes(record: Record) -> None:
    """A game is not played: both have a bye, as if the field were odd twice."""
    game = record["plan"]["pairs"].pop()
    record["plan"]["byes"] = [
        {"player": player, "reason": "odd_field", "passed_over": [], "terms": []}
        for player in (game["first"], game["second"])
    ]
