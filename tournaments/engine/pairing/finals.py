"""The last round for the prizes: contenders for a prize play their neighbours in contention.

Places that win the same form a band. Who can neither leave a band upwards nor drop out of it has nothing to play for
and is passed over; all others down to the last band are paired as king of the hill. Then, for each class with prizes of
its own, the best placed of its members who are left do the same as far as they can still win one. Everybody else is
paired beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.catching import Totals, can_catch, class_finals, spread_left, totals_of
from tournaments.engine.pairing.core import Setup, WeighedSystem
from tournaments.engine.pairing.options import ClassPrizeOptions, Group, RulesError, option, pairing_system
from tournaments.engine.pairing.plan import Note
from tournaments.engine.pairing.pool import Pool, make_pool
from tournaments.engine.pairing.schedule import BesideOptions, prepare_schedule
from tournaments.engine.words import gettext_noop as _


@pairing_system("finals", _("Finals – king of the hill for the open prizes, then for those of each class"), place=7)
class Finals(ClassPrizeOptions, BesideOptions, WeighedSystem):
    """Who can neither leave a prize band upwards nor drop out of it is passed over."""

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
        field = totals_of(pool)
        bands = self.bands or tuple(range(1, self.prize_count(len(field)) + 1))
        spread = spread_left(self.gibson_spreads, left)
        open_ = contenders(field, bands, left, spread)
        pairs = [*zip(open_[::2], open_[1::2], strict=False)]
        for name, prizes in self.class_prizes:
            paired = {place for pair in pairs for place in pair}
            members = [place for place in range(len(field)) if pool.rows[place].player.player_class == name]
            # Members who may still win an open prize are ahead; the others play for the class prizes left.
            first = bands[-1]
            ahead = sum(place < first or place in open_ for place in members)
            rest = [place for place in members if place >= first and place not in paired and place not in open_]
            pairs += class_finals(field, rest, prizes - ahead, spread, left)
        scheduled = [(pool.id(a), pool.id(b)) for a, b in pairs]
        return prepare_schedule(snapshot, self, pool, scheduled, _notes(pool, open_))


def _notes(pool: Pool, open_: Sequence[int]) -> tuple[Note, ...]:
    return (Note("contenders", tuple(pool.id(place) for place in open_)),) if open_ else ()


def contenders(field: Sequence[Totals], bands: Sequence[int], left: int, spread: int) -> list[int]:
    """Places (from 0) whose prize is not decided, an even number if there is somebody below to make it even.

    `bands`: the last rank of each, from 1. `spread`: the most by which a gap in spread can change.
    """
    open_ = []
    for place, row in enumerate(field):
        best = sum(not can_catch(ahead, row, left, spread - 1) for ahead in field[:place])
        worst = place + sum(can_catch(row, behind, left, spread - 1) for behind in field[place + 1 :])
        if _band(best, bands) != _band(worst, bands):
            open_.append(place)
    if len(open_) % 2:
        below = open_[-1] + 1
        open_ = [*open_, below] if below < len(field) else open_[:-1]
    return open_


def _band(place: int, bands: Sequence[int]) -> int:
    return sum(place >= last for last in bands)
