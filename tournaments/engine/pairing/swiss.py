"""Systems that pair by place: Swiss, king and queen of the hill, factor, quartiles, by lot. One matching, configured.

Swiss, in order of importance: fewest byes; fewest repeats; not the opponent of the round before; the bye to the
lowest placed of those due it; equal scores play each other; who must leave an odd score group goes from its middle to the
top of the next; firsts and seconds stay balanced; inside a score group the top half plays the bottom half in order. Each is
stronger than all that follow taken together, so one repeat is never accepted to make any number of games better
balanced. Repeats that are free (`free_repeats`) count only after the score groups. Round 1, where all scores are equal, is
1 v n/2 + 1 by seed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import ClassVar

from tournaments.engine.draws import shuffled
from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import gibson, terms
from tournaments.engine.pairing.core import Setup, WeighedSystem, setup_of
from tournaments.engine.pairing.matching import Term
from tournaments.engine.pairing.options import (
    FreeRepeatsOption,
    GibsonOptions,
    GibsonSwitch,
    Order,
    OrderOptions,
    PairingOptions,
    Shape,
    option,
    pairing_system,
)
from tournaments.engine.pairing.pool import Groups, Pool, make_groups, make_pool
from tournaments.engine.words import gettext_noop as _

#: Which quarter each quarter plays (0 = the top one), by the one that the top quarter plays.
QUARTERS = {2: (1, 0, 3, 2), 3: (2, 3, 0, 1), 4: (3, 2, 1, 0)}


@dataclass(frozen=True, kw_only=True)
class PlaceSystem(GibsonOptions, GibsonSwitch, WeighedSystem):
    """Pairs by place, as its `shape` says."""

    def shape(self) -> Shape:
        """The configuration of the core."""
        raise NotImplementedError

    def prepare(self, snapshot: Snapshot, seed: int) -> Setup:
        """State the round as a matching problem. Raises SnapshotError."""
        shape = self.shape()
        pool = make_pool(snapshot, self)
        if shape.lot:
            pool = pool.reordered(shuffled(len(pool.rows), seed, "round", snapshot.round))
        groups = make_groups(pool, shape)
        none = gibson.Gibsons(frozenset(), frozenset())
        sure = gibson.gibsons_of(pool, self, snapshot.round) if self.gibson else none
        order = place_terms(snapshot, pool, groups, shape, self, sure)
        notes = gibson.notes(pool, sure)
        return setup_of(snapshot, self, pool, groups, shape, order, near=not sure.places, notes=notes)


@pairing_system(
    "swiss",
    _("Swiss – players with the same record play each other, top half against bottom half, no repeats if possible"),
    place=1,
)
class Swiss(FreeRepeatsOption, OrderOptions, PlaceSystem):
    """Inside score groups, as `order` says."""

    ideal: ClassVar = _("Equal scores, the right distance, no repeat: this pair costs nothing.")
    tables: ClassVar = (
        _("Mixed: players who have not played each other, strong and weak together"),
        _("Mixed tables: strong and weak together, with as few repeats as possible."),
    )

    def shape(self) -> Shape:
        """Equal points first."""
        return Shape(win_groups=True, avoid_repeats=True, order=self.order)


@pairing_system("koth", _("King of the hill – 1 v 2, 3 v 4 …"), place=5)
class Koth(PlaceSystem):
    """Neighbours in the standings."""

    typed: ClassVar = MappingProxyType({"KOTH": {}})
    ideal: ClassVar = _("Neighbours in the standings: this pair costs nothing.")
    tables: ClassVar = (
        _("By standings: the best at table 1, and so on down"),
        _("By standings: the best at table 1, and so on down."),
    )

    def shape(self) -> Shape:
        """One place apart."""
        return Shape(win_groups=False, avoid_repeats=False, distance=1)


@pairing_system("qoth", _("Queen of the hill – 1 v 3, 2 v 4 …"), place=6)
class Qoth(PlaceSystem):
    """Two places apart."""

    typed: ClassVar = MappingProxyType({"QOTH": {}})
    ideal: ClassVar = _("Two places apart in the standings: this pair costs nothing.")

    def shape(self) -> Shape:
        """Two places apart."""
        return Shape(win_groups=False, avoid_repeats=False, distance=2)


@pairing_system("factor", _("Factor – 1 v 1+f, 2 v 2+f …"), place=13)
class Factor(PlaceSystem):
    """1 v 1+f in blocks of 2f; what remains at the bottom plays half of itself apart."""

    ideal: ClassVar = _("As many places apart as you asked for: this pair costs nothing.")

    factor: int = option(2, _("Places apart"), bounds=(1, 999))

    def shape(self) -> Shape:
        """`factor` places apart."""
        return Shape(win_groups=False, avoid_repeats=False, distance=self.factor)


@pairing_system("random", _("Random – repeats avoided"), place=17)
class Random(PlaceSystem):
    """By lot."""

    tables: ClassVar = (_("At random"), _("At random."))

    def shape(self) -> Shape:
        """Neighbours in the order that was drawn."""
        return Shape(win_groups=False, avoid_repeats=True, distance=1, lot=True)


def place_terms(
    snapshot: Snapshot,
    pool: Pool,
    groups: Groups,
    shape: Shape,
    rules: PairingOptions,
    sure: gibson.Gibsons | None = None,
) -> list[Term]:
    """The terms of a system, most important first."""
    order = [terms.byes(pool)]
    free = rules.free_repeats if isinstance(rules, FreeRepeatsOption) and shape.win_groups else 0
    apart = terms.apart_terms(snapshot, rules, pool)
    if sure is not None and sure.places:
        order = [gibson.sure_place(pool, sure), *order, *gibson.victim_terms(pool, sure, free), *apart]
        if shape.avoid_repeats:
            order.append(terms.consecutive(pool))
    elif shape.avoid_repeats:
        order += [terms.repeats(pool, free), *apart, terms.consecutive(pool)]
    else:
        order += apart
    order.append(terms.bye_place(pool))
    by_place = [terms.distance(groups, "draw" if shape.lot else "distance")]
    if shape.win_groups:
        order += [terms.groups(groups), terms.floats(groups), terms.free_repeats(pool, free)]
    elif not shape.lot:
        by_place.append(terms.top_first(groups))
    by_start = [terms.starts(pool)] if rules.balance_starts else []
    return order + ([*by_start, *by_place] if shape.win_groups else [*by_place, *by_start])


@pairing_system(
    "quick", _("By rating – nearest ratings play each other; players who have waited get a wider range"), place=16
)
class Quick(WeighedSystem):
    """Each round that both have waited counts for 12 rating points (400 at most)."""

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """Nearest ratings play each other, repeats avoided; rating matters less for who had no game in earlier rounds."""
        pool = make_pool(snapshot, self)
        shape = Shape(win_groups=False, avoid_repeats=True, distance=1)
        order = [
            terms.byes(pool),
            terms.repeats(pool),
            *terms.apart_terms(snapshot, self, pool),
            terms.consecutive(pool),
            terms.bye_place(pool),
            terms.rating_gap(pool, snapshot),
            *([terms.starts(pool)] if self.balance_starts else []),
        ]
        return setup_of(snapshot, self, pool, make_groups(pool, shape), shape, order, near=False)


@pairing_system("quartile", _("Quartiles – quarter against quarter, at random"), place=14)
class Quartile(WeighedSystem):
    """Quarter against quarter, by lot inside them."""

    quartile: int = option(
        3, _("Which quarters play each other"), choices={2: _("1–2, 3–4"), 3: _("1–3, 2–4"), 4: _("1–4, 2–3")}
    )

    def prepare(self, snapshot: Snapshot, seed: int) -> Setup:
        """Quarter against quarter; inside them by lot, without repeats if that can be. Raises SnapshotError."""
        pool = make_pool(snapshot, self)
        count = len(pool.rows)
        quarters = tuple(4 * place // count for place in range(count))
        lots = shuffled(count, seed, "round", snapshot.round)
        pool = pool.reordered(tuple(sorted(range(count), key=lambda place: (quarters[place], lots[place]))))
        opposite = QUARTERS[self.quartile]
        first = [quarters.index(quarter) if quarter in quarters else 0 for quarter in range(4)]
        shape = Shape(win_groups=False, avoid_repeats=True, order=Order.HALVES, lot=True)
        gap = tuple(2 * (first[opposite[quarter]] - first[quarter]) for quarter in quarters)
        groups = replace(make_groups(pool, shape), gap=gap)
        order = [
            terms.byes(pool),
            terms.bye_place(pool),
            terms.by_quarter(quarters, opposite),
            terms.repeats(pool),
            *terms.apart_terms(snapshot, self, pool),
            terms.consecutive(pool),
            *([terms.starts(pool)] if self.balance_starts else []),
            terms.distance(groups, "draw"),
        ]
        return setup_of(snapshot, self, pool, groups, shape, order, near=False)
