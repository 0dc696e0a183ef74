"""Events to test with: simulated, seeded, with late entries and withdrawals; and exhaustive search over tiny fields."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, pairing_options, plan

SWISS = pairing_options()
Pairing = tuple[tuple[int, int | None], ...]


def field_of(size: int, first_id: int = 101) -> tuple[EntrySnapshot, ...]:
    """Players numbered 1..size whose ids have nothing to do with their places in any list."""
    return tuple(EntrySnapshot(id=first_id + 7 * k, number=k + 1, rating=2000 - 10 * k) for k in range(size))


@dataclass
class Event:
    """An event being played: facts so far, and the plans that led to them."""

    players: tuple[EntrySnapshot, ...]
    games: tuple[GameFact, ...] = ()
    round: int = 1
    plans: tuple[Plan, ...] = ()

    @property
    def snapshot(self) -> Snapshot:
        return Snapshot(round=self.round, players=self.players, games=self.games)

    def play(self, dice: random.Random, rules: PairingOptions = SWISS, seed: int = 0) -> Plan:
        """Pair the next round and make up its results: the better seed wins more often."""
        planned = plan(self.snapshot, rules, seed)
        number = {player.id: player.number for player in self.players}
        new = [GameFact(self.round, bye.player, kind=ResultKind.BYE) for bye in planned.byes]
        for pair in planned.pairs:
            lead = round(3 * (number[pair.second] - number[pair.first]) + dice.gauss(10, 90))
            new.append(GameFact(self.round, pair.first, pair.second, 400 + lead, 400))
        self.games += tuple(new)
        self.plans += (planned,)
        self.round += 1
        return planned

    def withdraw(self, player: int) -> None:
        self.players = tuple(replace(p, active=False) if p.id == player else p for p in self.players)

    def enter(self, player: EntrySnapshot) -> None:
        self.players += (player,)


def played_event(size: int, rounds: int, seed: int, rules: PairingOptions = SWISS) -> Event:
    dice = random.Random(seed)
    event = Event(field_of(size))
    for _ in range(rounds):
        event.play(dice, rules, seed)
    return event


def troubled_event(size: int, rounds: int, seed: int) -> Event:
    """An event in which now and then somebody leaves or arrives."""
    dice = random.Random(seed)
    event = Event(field_of(size))
    for _ in range(rounds):
        event.play(dice, seed=seed)
        active = [player.id for player in event.players if player.active]
        if dice.random() < 0.25 and len(active) > 1:
            event.withdraw(dice.choice(active))
        if dice.random() < 0.25:
            event.enter(EntrySnapshot(id=9000 + event.round, number=len(event.players) + 1))
    return event


def all_pairings(ids: Sequence[int]) -> Iterator[Pairing]:
    """Every way to pair everybody; with an odd number, everybody but one, who is paired with None."""
    if not ids:
        yield ()
        return
    first, rest = ids[0], list(ids[1:])
    if len(ids) % 2:
        for other in all_pairings(rest):
            yield ((first, None), *other)
    for k, partner in enumerate(rest):
        for other in all_pairings(rest[:k] + rest[k + 1 :]):
            yield ((first, partner), *other)


def pairing_of(planned: Plan) -> Pairing:
    return (*((pair.first, pair.second) for pair in planned.pairs), *((bye.player, None) for bye in planned.byes))


def times_played(games: Sequence[GameFact]) -> Callable[[int, int], int]:
    """How often two players have played, counted the slow way."""

    def count(a: int, b: int) -> int:
        return sum(1 for game in games if {game.first, game.second} == {a, b} and game.kind is ResultKind.PLAYED)

    return count
