"""Rounds that follow a schedule as far as it goes: some pairs are fixed, the rest is matched like a Swiss.

The schedule is the weightiest term of the matching, so whoever it leaves without an opponent (somebody has withdrawn,
arrived late, is locked or blocked) is paired all the same, and such rounds can be explained like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from tournaments.engine.model import EntrySnapshot, Snapshot
from tournaments.engine.pairing.arrays import Edge, Nodes
from tournaments.engine.pairing.core import Setup, constraints_of
from tournaments.engine.pairing.matching import Constraint, Problem, Term, dense_term, fitted, forbid
from tournaments.engine.pairing.options import OrderOptions, option
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_groups
from tournaments.engine.pairing.swiss import Koth, Swiss, place_terms
from tournaments.engine.words import gettext_noop as _
from tournaments.engine.words import pgettext

Scheduled = tuple[int, int | None]  # two players' ids; None = the bye


class Beside(StrEnum):
    """How those who have no scheduled opponent are paired."""

    SWISS = "swiss"
    KOTH = "koth"


@dataclass(frozen=True, kw_only=True)
class BesideOptions(OrderOptions):
    """Of schedules that leave players to be paired beside them."""

    beside: Beside = option(
        Beside.SWISS,
        _("How everyone else is paired"),
        choices={Beside.SWISS: _("Swiss"), Beside.KOTH: pgettext("pairing system", "king of the hill")},
    )


def prepare_schedule(
    snapshot: Snapshot,
    rules: BesideOptions,
    pool: Pool,
    pairs: Iterable[Scheduled],
    notes: tuple[Note, ...] = (),
    *,
    strict: bool = True,
) -> Setup:
    """State a round whose pairs (of players of the pool and others) are fixed in advance as a matching problem.

    Unless `strict`, a scheduled pair is broken up rather than force a repeat or a second bye on others.
    """
    shape = (Koth if rules.beside is Beside.KOTH else Swiss).of(rules).shape()
    groups = make_groups(pool, shape)
    scheduled = frozenset(_edges(pool, pairs))
    order = [_unless(term, scheduled, pool.size) for term in place_terms(snapshot, pool, groups, shape, rules)]
    names = [term.name for term in order]
    order.insert(0 if strict or "repeats" not in names else names.index("repeats") + 1, _schedule(scheduled, pool.size))
    weights = fitted([term for term in order if term.limit], max(1, pool.size // 2))
    limits = tuple(
        _except(limit, scheduled) if limit.name == "max_repeats" else limit
        for limit in constraints_of(snapshot, rules, pool)
    )
    problem = Problem(pool.size, weights, limits)
    return Setup(pool, groups, shape, problem, snapshot.round - 1, notes=notes, scheduled=scheduled, strict=strict)


def _edges(pool: Pool, pairs: Iterable[Scheduled]) -> Iterable[Edge]:
    """The scheduled pairs whose players are both here; of byes at most one, and only in an odd field."""
    place = pool.places()
    bye = pool.bye_node
    for a, b in pairs:
        if a not in place:
            continue
        if b is not None and b in place:
            yield min(place[a], place[b]), max(place[a], place[b])
        elif b is None and bye is not None:
            yield place[a], bye
            bye = None


def _schedule(scheduled: frozenset[Edge], size: int) -> Term:
    """How many of the two (a player and the bye, or two players) are scheduled against somebody else."""
    partner = _partners(scheduled, size)
    booked = (partner >= 0).astype(np.int64)

    def values(i: Nodes, j: Nodes) -> Nodes:
        return np.where(partner[i] == j, 0, booked[i] + booked[j])

    return replace(dense_term("schedule", values, 2 if scheduled else 0), total=int(booked.sum()))


def _unless(term: Term, scheduled: frozenset[Edge], size: int) -> Term:
    """The term, for pairs that no schedule makes."""
    value, many = term.value, term.many
    if term.nonzero is not None:
        nonzero = {edge: value for edge, value in term.nonzero.items() if edge not in scheduled}
        return replace(term, nonzero=nonzero, value=lambda i, j: nonzero.get((i, j), 0))
    if many is None:
        return replace(term, value=lambda i, j: 0 if (i, j) in scheduled else value(i, j))
    partner = _partners(scheduled, size)
    rest = dense_term(term.name, lambda i, j: np.where(partner[i] == j, 0, many(i, j)), term.limit)
    return replace(rest, total=term.total)


def _partners(scheduled: frozenset[Edge], size: int) -> Nodes:
    """The scheduled opponent of each node, -1 for none."""
    partner = np.full(size, -1)
    for i, j in scheduled:
        partner[i], partner[j] = j, i
    return partner


def _except(limit: Constraint, scheduled: frozenset[Edge]) -> Constraint:
    """The limit of repeats applies to pairs that are chosen, not to those of a schedule with several cycles."""
    if limit.listed is not None:
        return forbid(limit.name, limit.listed - scheduled)
    return Constraint(limit.name, lambda i, j: (i, j) not in scheduled and limit.forbids(i, j))


def roster(snapshot: Snapshot, first_round: int) -> tuple[EntrySnapshot, ...]:
    """Who was there when a schedule began in `first_round`, by number: schedules must not shift when somebody leaves.

    Later on these are the players who were paired in that round; in that round itself, everybody who can be paired.
    """
    present = {
        player for game in snapshot.past_games() if game.round == first_round for player in (game.first, game.second)
    }
    if not present:
        present = {player.id for player in snapshot.players if player.active and player.id not in snapshot.absent}
    return tuple(sorted((p for p in snapshot.players if p.id in present), key=lambda player: player.number))


def ids(players: Sequence[EntrySnapshot]) -> list[int]:
    """The players' ids in their order."""
    return [player.id for player in players]
