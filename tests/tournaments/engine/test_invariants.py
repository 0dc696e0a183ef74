"""The invariants of a whole event: 2 to 300 players who leave, arrive late, return, and whose results are corrected."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.deep import examples, some
from tests.tournaments.engine.events import Event, field_of
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import BlockedPair, EntrySnapshot, GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, pairing_options, plan
from tournaments.engine.pairing.plan import ByeReason
from tournaments.engine.standings import standings

SWISS = pairing_options()
SIZES = st.one_of(st.integers(2, 30), st.sampled_from([57, 99, 100, 101, 140, 200, 300]))


class Trouble:
    """An eventful event, and its plans."""

    def __init__(self, size: int, seed: int, rules: PairingOptions) -> None:
        self.dice, self.seed, self.rules = random.Random(seed), seed, rules
        self.event = Event(field_of(size))
        self.blocked: tuple[BlockedPair, ...] = ()
        self.asked: Counter[int] = Counter()

    def round(self) -> tuple[Snapshot, Plan]:
        """Something happens, then the next round is paired and played."""
        self._happens()
        active = [player.id for player in self.event.players if player.active]
        asked = tuple(self.dice.sample(active, 1)) if len(active) > 6 and self.dice.random() < 0.2 else ()
        self.asked.update(asked)
        snapshot = replace(self.event.snapshot, blocked=self.blocked, requested_byes=asked)
        planned = plan(snapshot, self.rules, self.seed)
        self.event.games += tuple(
            GameFact(planned.round, bye.player, kind=ResultKind.BYE, requested=bye.reason is ByeReason.REQUESTED)
            for bye in planned.byes
        )
        for pair in planned.pairs:
            self.event.games += (GameFact(planned.round, pair.first, pair.second, *self._scores()),)
        self.event.round += 1
        return snapshot, planned

    def _scores(self) -> tuple[int, int]:
        return 300 + self.dice.randrange(200), 300 + self.dice.randrange(200)

    def _happens(self) -> None:
        active = [player.id for player in self.event.players if player.active]
        withdrawn = [player.id for player in self.event.players if not player.active]
        if len(active) > 3 and self.dice.random() < 0.3:
            self.event.withdraw(self.dice.choice(active))
        if withdrawn and self.dice.random() < 0.2:
            back = self.dice.choice(withdrawn)
            self.event.players = tuple(replace(p, active=p.active or p.id == back) for p in self.event.players)
        if self.dice.random() < 0.2:
            number = len(self.event.players) + 1
            self.event.enter(EntrySnapshot(id=90_000 + number, number=number))
        if self.dice.random() < 0.3 and self.event.games:
            at = self.dice.randrange(len(self.event.games))
            game = self.event.games[at]
            if game.kind is ResultKind.PLAYED:
                kind = self.dice.choice(
                    [ResultKind.PLAYED, ResultKind.PLAYED, ResultKind.FORFEIT_LOSS, ResultKind.VOID]
                )
                first, second = self._scores()
                fixed = replace(game, kind=kind, first_score=first, second_score=second)
                if kind is not ResultKind.PLAYED:
                    fixed = replace(fixed, first_score=None, second_score=None)
                self.event.games = (*self.event.games[:at], fixed, *self.event.games[at + 1 :])
        if len(active) > 8 and self.dice.random() < 0.2:
            one, other = self.dice.sample(active, 2)
            self.blocked = (*self.blocked, BlockedPair(one, other))


def times_played(games: Sequence[GameFact]) -> Counter[frozenset[int]]:
    """Games that were played, counted the slow way."""
    return Counter(
        frozenset((game.first, game.second or 0))
        for game in games
        if game.kind in (ResultKind.PLAYED, ResultKind.PENDING)
    )


def check_round(snapshot: Snapshot, planned: Plan) -> None:
    """Everybody once, symmetry, byes, blocks, tables."""
    here = {player.id for player in snapshot.players if player.active}
    seated = [player for pair in planned.pairs for player in (pair.first, pair.second)]
    alone = [bye.player for bye in planned.byes]
    assert sorted(seated + alone) == sorted(here)
    requested = [bye.player for bye in planned.byes if bye.reason is ByeReason.REQUESTED]
    assert sorted(requested) == sorted(snapshot.requested_byes)
    assert len(alone) - len(requested) == (len(here) - len(requested)) % 2
    pairs = {frozenset((pair.first, pair.second)) for pair in planned.pairs}
    assert all(frozenset((block.a, block.b)) not in pairs for block in snapshot.blocked)
    assert sorted(pair.table for pair in planned.pairs) == list(range(1, len(planned.pairs) + 1))


def fewest_repeats(snapshot: Snapshot, planned: Plan) -> int:
    """An independent oracle: the fewest repeats over all pairings with the plan's bye."""
    out = {bye.player for bye in planned.byes}
    here = sorted(player.id for player in snapshot.players if player.active and player.id not in out)
    times = times_played([game for game in snapshot.games if game.round < snapshot.round])
    blocked = {frozenset((block.a, block.b)) for block in snapshot.blocked}
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    nodes = dict(zip(here, graph.add_nodes_from(here), strict=True))
    for k, a in enumerate(here):
        for b in here[k + 1 :]:
            if frozenset((a, b)) not in blocked:
                graph.add_edge(nodes[a], nodes[b], -1 if times[frozenset((a, b))] else 0)
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    assert 2 * len(pairs) == len(here)
    return -sum(graph.get_edge_data(a, b) for a, b in pairs)


@given(size=SIZES, rounds=st.integers(1, 8), seed=st.integers(0, 10**6))
@examples(12, deep=200)
def test_a_swiss_event(size: int, rounds: int, seed: int) -> None:
    trouble = Trouble(size, seed, SWISS)
    for _ in range(rounds):
        snapshot, planned = trouble.round()
        check_round(snapshot, planned)
        met = times_played(snapshot.games)
        repeats = sum(bool(met[frozenset((pair.first, pair.second))]) for pair in planned.pairs)
        assert (repeats > 0) == (fewest_repeats(snapshot, planned) > 0)
        byes = Counter(game.first for game in snapshot.games if game.kind is ResultKind.BYE)
        if planned.bye is not None and not snapshot.blocked:
            free = {p.id for p in snapshot.players if p.active} - set(snapshot.requested_byes)
            assert byes[planned.bye.player] == min(byes[player] for player in free)


@given(size=SIZES, seed=st.integers(0, 10**6))
@examples(6, deep=60)
def test_the_same_facts_give_the_same_bytes_in_any_order(size: int, seed: int) -> None:
    trouble = Trouble(size, seed, SWISS)
    for _ in range(4):
        snapshot, planned = trouble.round()
    turned = replace(
        snapshot, players=snapshot.players[::-1], games=snapshot.games[::-1], blocked=snapshot.blocked[::-1]
    )
    stored = snapshot_from_dict(snapshot_as_dict(snapshot))
    assert (
        repr(plan(turned, SWISS, seed)).encode() == repr(planned).encode() == repr(plan(stored, SWISS, seed)).encode()
    )
    assert fingerprint(turned) == fingerprint(snapshot)


@given(size=st.integers(2, 40), rounds=st.integers(1, 8), seed=st.integers(0, 10**6))
@settings(max_examples=40, deadline=None)
def test_without_trouble_byes_and_firsts_stay_even(size: int, rounds: int, seed: int) -> None:
    event, dice = Event(field_of(size)), random.Random(seed)
    rounds = min(rounds, size - 1)
    for _ in range(rounds):
        event.play(dice, SWISS, seed)
    byes = Counter({player.id: 0 for player in event.players})
    byes.update(game.first for game in event.games if game.kind is ResultKind.BYE)
    assert max(byes.values()) - min(byes.values()) <= 1
    for planned in event.plans:
        past = [game for game in event.games if game.round < planned.round]
        firsts = Counter(game.first for game in past if game.second is not None)
        seconds = Counter(game.second for game in past if game.second is not None)
        for pair in planned.pairs:
            assert firsts[pair.first] <= firsts[pair.second]
            after = [firsts[pair.first] + 1 - seconds[pair.first], seconds[pair.second] + 1 - firsts[pair.second]]
            if "starts" not in {term.name for term in pair.terms}:
                assert all(abs(lead) <= 1 for lead in after)


@given(size=st.integers(2, 60), seed=st.integers(0, 10**6))
@examples(15, deep=100)
def test_a_correction_moves_its_two_players_only(size: int, seed: int) -> None:
    trouble = Trouble(size, seed, SWISS)
    for _ in range(4):
        snapshot, _made = trouble.round()
    played = [k for k, game in enumerate(snapshot.games) if game.kind is ResultKind.PLAYED]
    if not played:
        return
    at = trouble.dice.choice(played)
    game = snapshot.games[at]
    assert game.first_score is not None
    wrong = replace(game, first_score=game.first_score + 77)
    corrected = replace(snapshot, games=(*snapshot.games[:at], wrong, *snapshot.games[at + 1 :]))
    assert fingerprint(corrected) != fingerprint(snapshot)
    before, after = (
        {row.player.id: (row.points, row.spread) for row in standings(one.players, one.games, one.settings)}
        for one in (snapshot, corrected)
    )
    for player, (points, spread) in after.items():
        moved = {game.first: 77, game.second: -77}.get(player, 0)
        assert spread == before[player][1] + moved
        assert points == before[player][0] or moved
    check_round(corrected, plan(corrected, SWISS, seed))


@pytest.mark.parametrize(
    "system",
    [
        "swiss",
        "koth",
        "qoth",
        "factor",
        "random",
        "australian",
        "finals",
        "auto",
    ],
)
@pytest.mark.parametrize("size", some([2, 3, 7, 30, 121, 300], suite=5))
def test_every_system_in_small_and_large_fields(system: str, size: int) -> None:
    rules = pairing_options(system, total_rounds=12)
    trouble = Trouble(size, size, rules)
    for _ in range(5):
        check_round(*trouble.round())
