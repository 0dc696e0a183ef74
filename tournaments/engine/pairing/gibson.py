"""The Gibson rule: who is sure of his place meets somebody for whom it does not matter.

The published rule: a player whom nobody below can catch any more is Gibsonized. Gibsonized players meet each other; the
odd one has the bye of an odd field, otherwise he meets the best placed of those who can win no prize, among those he
has met least.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.pairing import terms
from tournaments.engine.pairing.cop.contention import Totals, can_catch
from tournaments.engine.pairing.matching import Term
from tournaments.engine.pairing.options import GibsonOptions
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool

Ranks = tuple[int, int]  # first and last of some ranks that are worth the same, from 1


@dataclass(frozen=True, slots=True)
class Gibsons:
    """Places (from 0) of the Gibsonized, and of those who can win no prize any more.

    `strict`: whom the odd Gibsonized player meets is decided without regard to repeats; `of_class`: rather one of this class.
    """

    sure: frozenset[int]
    out: frozenset[int]
    strict: bool = False
    of_class: str | None = None


def spread_left(spreads: Sequence[int], rounds: int) -> int:
    """The most by which a gap in spread can change: both players' games, the last round's number first."""
    return 2 * sum(spreads[min(left, len(spreads)) - 1] for left in range(1, rounds + 1))


def best_finishes(field: Sequence[Totals], rounds: int, spread: int) -> tuple[int, ...]:
    """The best rank (from 1) that each can still reach: below all those whom he cannot overtake.

    Drawing level with all that is possible is not enough: a gap of exactly `spread` stands.
    """
    return tuple(
        1 + sum(not can_catch(ahead, behind, rounds, spread - 1) for ahead in field[:rank])
        for rank, behind in enumerate(field)
    )


def gibsonized(best: Sequence[int], prizes: int, equal: Sequence[Ranks] = ()) -> frozenset[int]:
    """Places (from 0) of the Gibsonized, from the top: the next below must have no better finish than his own rank.

    `equal`: ranks that win the same, Gibsonized together or not at all.
    """
    sure: set[int] = set()
    rank = 1
    while rank <= min(prizes, len(best)):
        last = next((end for start, end in equal if start <= rank <= end), rank)
        if last < len(best) and best[last] != last + 1:
            break
        sure.update(range(rank - 1, min(last, len(best))))
        rank = last + 1
    return frozenset(sure)


def gibsons_of(pool: Pool, rules: GibsonOptions, round_: int) -> Gibsons:
    """The Gibson rule applied to a pool. Raises RulesError when the number of rounds is not known."""
    left = rules.rounds_left(round_)
    field = [Totals(round(2 * row.wins), row.spread) for row in pool.rows]
    best = best_finishes(field, left, spread_left(rules.gibson_spreads, left))
    prizes = rules.prizes or max(1, len(field) // 4)
    out = frozenset(place for place, finish in enumerate(best) if finish > prizes)
    sure = gibsonized(best, prizes, rules.gibson_groups)
    return Gibsons(sure, out, rules.gibson_strict, rules.gibson_class)


def sure_place(pool: Pool, found: Gibsons) -> Term:
    """1 for a Gibsonized player against another, 2 against one who can still win a prize where others cannot."""
    count = len(pool.rows)

    def value(i: int, j: int) -> int:
        if j >= count or (i in found.sure) == (j in found.sure):
            return 0
        other = j if i in found.sure else i
        return 1 if other in found.out or not found.out else 2

    return Term("sure_place", value, 2 if found.sure else 0)


def victim_terms(pool: Pool, found: Gibsons) -> tuple[Term, Term]:
    """Repeats, and whom the odd Gibsonized player meets among those he has met least; strictly, the other way round."""
    repeats, chosen = terms.repeats(pool), victim(pool, found, found.of_class)
    return (chosen, repeats) if found.strict else (repeats, chosen)


def victim(pool: Pool, found: Gibsons, of_class: str | None = None) -> Term:
    """Of those who may meet the odd Gibsonized player: the best placed without a prize, or else the lowest placed.

    Players of `of_class` go before all others.
    """
    count = len(pool.rows)
    first = min(found.out, default=count)
    away = [0 if of_class in (None, row.player.player_class) else count + 1 for row in pool.rows]

    def value(i: int, j: int) -> int:
        if j >= count or (i in found.sure) == (j in found.sure):
            return 0
        other = j if i in found.sure else i
        return abs(other - first) + away[other]

    return Term("victim", value, 2 * count + 1 if found.sure else 0)


def notes(pool: Pool, found: Gibsons) -> tuple[Note, ...]:
    """Who is Gibsonized, by player."""
    return (Note("gibsonized", tuple(pool.id(place) for place in sorted(found.sure))),) if found.sure else ()
