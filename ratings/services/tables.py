"""Results of tables with more than two players, in the ledger as a game for each pair.

The pairs of a table count 2 / seats each (``ratings.engine.multi``), and an order of places has no margins, so not every
system can rate them (``ratings.engine.registry``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from ratings.engine.multi import by_place, by_score
from ratings.engine.registry import rates_places, rates_tables
from ratings.engine.types import RatedGame
from ratings.models import RatedEvent, RatedResult, RatingPool
from ratings.services.ledger import LedgerError, lock_pool, record_results, void_result


@dataclass(frozen=True, slots=True)
class RatedTable:
    """One table's result: `key` names it within its event (no “:” at the end), `round` counts from 1.

    Give `scores` (points by player id; equal points tie) where the game has points for everybody, else `places`: player
    ids in the order of finishing, those who share a place together, for instance ((4,), (7, 9), (2,)). ``winner`` (id)
    beats the others with the same scores, where the rules of the game say so.
    """

    key: str
    round: int
    scores: Mapping[int, int] | None = None
    places: Sequence[Sequence[int]] | None = None
    winner: int | None = None

    def games(self) -> tuple[RatedGame, ...]:
        """A game for each pair.  Raises LedgerError when that cannot be."""
        try:
            if (self.scores is None) == (self.places is None):
                raise ValueError("give either scores or places")
            if self.scores is not None:
                return by_score(self.key, self.round, self.scores, self.winner)
            return by_place(self.key, self.round, self.places or ())
        except ValueError as error:
            raise LedgerError(_("Table %(key)s: %(error)s") % {"key": self.key, "error": error}) from error


def record_table(
    *, event: RatedEvent, table: RatedTable, source: str = "", reason: str = ""
) -> tuple[RatedResult, ...]:
    """Record (or correct) a table of two to eight; returns the live rows of its pairs.

    Recording the same twice writes nothing.  Pairs recorded before that are no longer at the table are voided, and so is
    a game of two recorded under the table's own key.  Raises LedgerError when the table cannot be right.
    """
    games = table.games()
    with transaction.atomic():
        _check_system(lock_pool(event.pool_id), table)
        keep = {game.key for game in games}
        _void(event, table.key, reason or _("corrected"), keep)
        return record_results(event=event, games=games, source=source, reason=reason)


def record_match(
    *, event: RatedEvent, key: str, games: Sequence[RatedGame], source: str = "", reason: str = ""
) -> tuple[RatedResult, ...]:
    """Record (or correct) a match of two: as one game (``key``) or its games (``key:1`` …); returns their live rows.

    What was recorded of the match before and is not among ``games`` is voided. Recording the same twice writes nothing.
    Raises LedgerError for a key that is not of the match.
    """
    keep = {game.key for game in games}
    if others := sorted(one for one in keep if one != key and not one.startswith(f"{key}:")):
        raise LedgerError(_("Game %(key)s is not part of this match.") % {"key": others[0]})
    with transaction.atomic():
        lock_pool(event.pool_id)
        _void(event, key, reason or _("corrected"), keep)
        return record_results(event=event, games=games, source=source, reason=reason)


def _check_system(pool: RatingPool, table: RatedTable) -> None:
    if table.places is not None and not rates_places(pool.system):
        raise LedgerError(_("“%(pool)s” rates margins, so finishing places are not enough.") % {"pool": pool})
    if len(table.games()) > 1 and not rates_tables(pool.system):
        raise LedgerError(_("“%(pool)s” only rates two-player games.") % {"pool": pool})


def void_table(*, event: RatedEvent, key: str, reason: str) -> int:
    """Take a whole table out of the ratings; returns how many pairs were voided.  Raises LedgerError without a reason."""
    if not reason.strip():
        raise LedgerError(_("Give a reason for voiding a rated result."))
    with transaction.atomic():
        lock_pool(event.pool_id)
        return _void(event, key, reason, frozenset())


def _void(event: RatedEvent, key: str, reason: str, keep: set[str] | frozenset[str]) -> int:
    rows = RatedResult.objects.live().filter(Q(game_key=key) | Q(game_key__startswith=f"{key}:"), event=event)
    keys = [row.game_key for row in rows if row.game_key not in keep]
    return sum(void_result(event=event, game_key=one, reason=reason) is not None for one in keys)
