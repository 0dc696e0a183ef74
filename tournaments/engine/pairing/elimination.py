"""A seeded knock-out over as many players as a power of two; everybody else, and whoever is out, plays Swiss beside it.

A stage is a match of one or more games: most match points, then spread, then the better seed goes on. Whoever is not
there loses. The bracket is read from the results, so a corrected result changes what follows and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.core import Setup
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.rules import Rules, RulesError
from tournaments.engine.pairing.schedule import Scheduled, ids, prepare_schedule, roster
from tournaments.engine.standings import standings


def prepare(snapshot: Snapshot, rules: Rules, _seed: int = 0) -> Setup:
    """State a round of the knock-out. Raises SnapshotError, and RulesError where there is no bracket to play."""
    if snapshot.round < rules.first_round:
        raise RulesError(f"the knock-out begins in round {rules.first_round}")
    seeds = entrants(snapshot, rules)
    return prepare_schedule(
        snapshot, rules, make_pool(snapshot, rules.repeats_from), bracket_round(snapshot, rules, seeds)
    )


def entrants(snapshot: Snapshot, rules: Rules) -> tuple[int, ...]:
    """The players of the bracket by seed: the standings before its first round. Raises RulesError for too small a field."""
    there = set(ids(roster(snapshot, rules.first_round)))
    table = standings(snapshot.players, snapshot.games, snapshot.settings, rules.first_round - 1)
    ranked = tuple(row.player.id for row in table if row.player.id in there)
    size = rules.bracket or 1 << (len(ranked).bit_length() - 1)
    if not 2 <= size <= len(ranked):
        raise RulesError(f"a bracket of {size} needs as many players; there are {len(ranked)}")
    return ranked[:size]


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds (from 0) in the order of the bracket's lines: 0 and 1 can meet only in the final, and so on."""
    order = [0]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
    return tuple(order)


def bracket_round(snapshot: Snapshot, rules: Rules, seeds: Sequence[int]) -> tuple[Scheduled, ...]:
    """The matches of the snapshot's round; none when the final is over."""
    lines = [seeds[k] for k in bracket_order(len(seeds))]
    first, stage = rules.first_round, 0
    while len(lines) > 1:
        games = rules.stage_games[min(stage, len(rules.stage_games) - 1)]
        matches = list(zip(lines[::2], lines[1::2], strict=True))
        if snapshot.round < first + games:
            return tuple(matches)
        lines = [winner(snapshot, a, b, range(first, first + games), seeds) for a, b in matches]
        first, stage = first + games, stage + 1
    return ()


def winner(snapshot: Snapshot, a: int, b: int, rounds: range, seeds: Sequence[int]) -> int:
    """Who goes on from a match played in these rounds: by points, spread, then presence, then seed."""
    both = {a, b}
    games = [game for game in snapshot.games if game.round in rounds and {game.first, game.second} == both]
    players = [replace(p, number=seeds.index(p.id) + 1) for p in snapshot.players if p.id in both]
    table = standings(players, games, snapshot.settings)
    if table[0].rank == table[1].rank:
        table = tuple(sorted(table, key=lambda row: not row.player.active))
    return table[0].player.id
