"""A plan written down as the rows of a draft round."""

from collections.abc import Mapping

from tournaments.engine.pairing import Plan
from tournaments.engine.starts import StartBy, StartReason
from tournaments.engine.table_numbers import seat_games
from tournaments.models import Absence, Entry, Pairing, Round, Seat
from tournaments.queries.state import DivisionState
from tournaments.queries.tables import tables_elsewhere


def write_pairings(round_: Round, planned: Plan, state: DivisionState) -> None:
    """Make the pairings of a round from its plan, at the division's own tables; forfeits known beforehand are added.

    Inside the transaction, event locked, so that no other division takes the same tables meanwhile.
    """
    tables = _tables(planned, state)
    games = [
        Pairing(round=round_, table_number=table, starter_known=known)
        for table, known in zip(tables, _starters_known(planned), strict=True)
    ]
    byes = [Pairing(round=round_, kind=Pairing.Kind.BYE) for _bye in planned.byes]
    forfeits = _forfeiting(state)
    lost = [
        Pairing(round=round_, kind=Pairing.Kind.BYE if (spread or 0) > 0 else Pairing.Kind.FORFEIT, spread=spread)
        for spread in forfeits.values()
    ]
    Pairing.objects.bulk_create([*games, *byes, *lost])
    seats = [
        Seat(pairing=game, round=round_, entry_id=player, position=position)
        for game, players in zip(games, _players(planned), strict=True)
        for position, player in enumerate(players, start=1)
    ]
    alone = [*(bye.player for bye in planned.byes), *forfeits]
    seats += [
        Seat(pairing=pairing, round=round_, entry_id=entry, position=1)
        for pairing, entry in zip([*byes, *lost], alone, strict=True)
    ]
    Seat.objects.bulk_create(seats)


def _starters_known(planned: Plan) -> list[bool]:
    """Whether who goes first at each table is settled, and not drawn there."""
    by_table = planned.rules.start_by is not StartBy.DRAW
    return [pair.start is not StartReason.DRAW for pair in planned.pairs] or [by_table] * len(planned.groups)


def _players(planned: Plan) -> list[tuple[int, ...]]:
    """Who sits at each table, by seats."""
    return [(pair.first, pair.second) for pair in planned.pairs] or list(planned.groups)


def _forfeiting(state: DivisionState) -> dict[int, int | None]:
    """Entries that are known to miss this round and what it counts for them (None: the division's forfeit), by number.

    They have said beforehand that they forfeit it, or have left and lose every round from then on.
    """

    def forfeits(entry: Entry) -> bool:
        if entry.withdrawn_after is not None and entry.withdrawn_after < state.number:
            return bool(entry.missed_spread)
        return state.out.get(entry.pk) == Absence.Kind.FORFEIT

    return {pk: entry.missed_spread for pk, entry in state.entries.items() if forfeits(entry)}


def _tables(planned: Plan, state: DivisionState) -> tuple[int, ...]:
    fixed = {pk: entry.fixed_table for pk, entry in state.entries.items() if entry.fixed_table is not None}
    games = [(pair.first, pair.second, pair.table) for pair in planned.pairs]
    games += [_group(players, number, fixed) for number, players in enumerate(planned.groups, start=1)]
    return seat_games(games, fixed, state.division.settings.table_numbers, tables_elsewhere(state.division))


def _group(players: tuple[int, ...], number: int, fixed: Mapping[int, int]) -> tuple[int, int, int]:
    """A larger table as ``seat_games`` takes a game: by two of its players, first who must have a table."""
    one, other = sorted(players, key=lambda player: player not in fixed)[:2]
    return one, other, fixed.get(one, number)
