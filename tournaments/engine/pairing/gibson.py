"""The Gibson rule: who is sure of a place plays somebody for whom it does not matter.

The published rule: a player whom nobody below can catch any more is Gibsonized. Gibsonized players play each other; the
odd one has the bye of an odd field, otherwise plays the best placed of those who can win no prize, among the opponents
played least so far.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.engine.pairing import terms
from tournaments.engine.pairing.catching import Totals, can_catch, spread_left, totals_of
from tournaments.engine.pairing.matching import Term
from tournaments.engine.pairing.options import GibsonOptions
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool

Ranks = tuple[int, int]  # first and last of some ranks that are worth the same, from 1


@dataclass(frozen=True, slots=True)
class Gibsons:
    """Places (from 0) of the Gibsonized, and of those who can win no prize any more.

    `strict`: the odd Gibsonized player's opponent is chosen without regard to repeats; `of_class`: preferably of this class.
    """

    places: frozenset[int]
    out: frozenset[int]
    strict: bool = False
    of_class: str | None = None

    def opponent(self, i: int, j: int, count: int) -> int | None:
        """Of a pair (i < j, players are below `count`) the one who plays a Gibsonized player without being one."""
        if j >= count or (i in self.places) == (j in self.places):
            return None
        return j if i in self.places else i


def best_finishes(field: Sequence[Totals], rounds: int, spread: int) -> tuple[int, ...]:
    """The best rank (from 1) that each can still reach: below all who cannot be overtaken.

    Drawing level with all that is possible is not enough: a gap of exactly `spread` stands.
    """
    return tuple(
        1 + sum(not can_catch(ahead, behind, rounds, spread - 1) for ahead in field[:rank])
        for rank, behind in enumerate(field)
    )


def gibsonized(best: Sequence[int], prizes: int, equal: Sequence[Ranks] = ()) -> frozenset[int]:
    """Places (from 0) of the Gibsonized, from the top: the next below must have no better finish than its own rank.

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
    best = best_finishes(totals_of(pool), left, spread_left(rules.gibson_spreads, left))
    prizes = rules.prize_count(len(best))
    out = frozenset(place for place, finish in enumerate(best) if finish > prizes)
    sure = gibsonized(best, prizes, rules.gibson_groups)
    return Gibsons(sure, out, rules.gibson_strict, rules.gibson_class)


def sure_place(pool: Pool, sure: Gibsons) -> Term:
    """1 for a Gibsonized player against another, 2 against one who can still win a prize where others cannot."""
    count = len(pool.rows)

    def value(i: int, j: int) -> int:
        other = sure.opponent(i, j, count)
        return 0 if other is None else 1 if other in sure.out or not sure.out else 2

    return Term("sure_place", value, 2 if sure.places else 0)


def victim_terms(pool: Pool, sure: Gibsons, free: int = 0) -> tuple[Term, Term]:
    """Repeats beyond the `free` ones, then the odd Gibsonized player's opponent; strictly, the other way round."""
    repeats, opponent = terms.repeats(pool, free), victim(pool, sure)
    return (opponent, repeats) if sure.strict else (repeats, opponent)


def victim(pool: Pool, sure: Gibsons) -> Term:
    """The odd Gibsonized player's opponent: the best placed who can win no prize, or else the lowest placed.

    Players of `of_class` go before all others.
    """
    count = len(pool.rows)
    first = min(sure.out, default=count)
    other_class = [0 if sure.of_class in (None, row.player.player_class) else count + 1 for row in pool.rows]

    def value(i: int, j: int) -> int:
        other = sure.opponent(i, j, count)
        return 0 if other is None else abs(other - first) + other_class[other]

    return Term("victim", value, 2 * count + 1 if sure.places else 0)


def notes(pool: Pool, sure: Gibsons) -> tuple[Note, ...]:
    """Who is Gibsonized, by player."""
    return (Note("gibsonized", tuple(pool.id(place) for place in sorted(sure.places))),) if sure.places else ()
