"""The last round for the prizes: who still plays for a prize meets the neighbour who plays for it too.

Ranks that win the same form a band. Who can neither leave his band upwards nor be thrown out of it has nothing to play
for and is passed over; all others down to the last band meet as king of the hill. Then, for each class with prizes of
its own, the best placed of its members who are left do the same as far as they can still win one. Everybody else is
paired beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing import gibson
from tournaments.engine.pairing.cop.contention import Totals, can_catch, class_finals
from tournaments.engine.pairing.core import Setup, WeighedSystem
from tournaments.engine.pairing.options import ClassPrizeOptions, Group, RulesError, option, pairing_system
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_pool
from tournaments.engine.pairing.schedule import BesideOptions, prepare_schedule
from tournaments.engine.words import gettext_noop as _


@pairing_system("finals", _("Finals – king of the hill for the open prizes, then for those of each class"), place=7)
class Finals(ClassPrizeOptions, BesideOptions, WeighedSystem):
    """Who can neither leave his prize band nor be thrown out of it is passed over."""

    for_prizes: ClassVar = True

    bands: tuple[int, ...] = option(
        (),
        _("Last place of each prize band"),
        help=_("For example 1, 4, 8. Leave empty to use the event's prizes; places with equal prizes form a band."),
        group=Group.PRIZES,
        bounds=(1, 999),
    )

    def check(self) -> None:
        """Bands go from the top."""
        if list(self.bands) != sorted(set(self.bands)):
            raise RulesError("bands must name the last place of each prize band, from the top, such as (1, 4, 8)")

    def prepare(self, snapshot: Snapshot, _seed: int) -> Setup:
        """State a round of finals. Raises SnapshotError, and RulesError when the number of rounds is not known."""
        pool = make_pool(snapshot, self)
        left = self.rounds_left(snapshot.round)
        field = [Totals(round(2 * row.wins), row.spread) for row in pool.rows]
        bands = self.bands or tuple(range(1, (self.prizes or max(1, len(field) // 4)) + 1))
        spread = gibson.spread_left(self.gibson_spreads, left)
        open_ = contenders(field, bands, left, spread)
        pairs = [*zip(open_[::2], open_[1::2], strict=False)]
        for name, prizes in self.class_prizes:
            taken = {place for pair in pairs for place in pair}
            members = [place for place in range(len(field)) if pool.rows[place].player.player_class == name]
            # Members who may still win a prize of all are ahead; the others play for what those leave.
            first = bands[-1]
            ahead = sum(place < first or place in open_ for place in members)
            rest = [place for place in members if place >= first and place not in taken and place not in open_]
            pairs += class_finals(field, rest, prizes - ahead, spread, left)
        scheduled = [(pool.id(a), pool.id(b)) for a, b in pairs]
        return prepare_schedule(snapshot, self, pool, scheduled, _notes(pool, open_))


def _notes(pool: Pool, open_: Sequence[int]) -> tuple[Note, ...]:
    return (Note("contenders", tuple(pool.id(place) for place in open_)),) if open_ else ()


def contenders(field: Sequence[Totals], bands: Sequence[int], left: int, spread: int) -> list[int]:
    """Places (from 0) whose prize is not decided, an even number if there is somebody below to make it even.

    `bands`: the last rank of each, from 1. `spread`: the most by which a gap in spread can change.
    """
    found = []
    for place, row in enumerate(field):
        best = sum(not can_catch(ahead, row, left, spread - 1) for ahead in field[:place])
        worst = place + sum(can_catch(row, behind, left, spread - 1) for behind in field[place + 1 :])
        if _band(best, bands) != _band(worst, bands):
            found.append(place)
    if len(found) % 2:
        below = list(range(found[-1] + 1, len(field)))
        found = [*found, below[0]] if below else found[:-1]
    return found


def _band(place: int, bands: Sequence[int]) -> int:
    return sum(place >= last for last in bands)
