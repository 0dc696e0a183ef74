"""A plan written down as the rows of a draft round."""

from collections.abc import Mapping

from django.db.models import Q

from tournaments.engine.pairing import Plan
from tournaments.engine.table_numbers import seat_games
from tournaments.models import Absence, Entry, Pairing, Round, Seat
from tournaments.queries.snapshot import sitting_out
from tournaments.queries.tables import tables_elsewhere


def write_pairings(round_: Round, planned: Plan) -> None:
    """Make the pairings of a round from its plan, at the division's own tables; forfeits known beforehand are added.

    Inside the transaction, event locked, so that no other division takes the same tables meanwhile.
    """
    tables = _tables(round_, planned)
    games = [Pairing(round=round_, table_number=table) for table in tables]
    byes = [Pairing(round=round_, kind=Pairing.Kind.BYE) for _bye in planned.byes]
    forfeits = forfeiting(round_)
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


def _players(planned: Plan) -> list[tuple[int, ...]]:
    """Who sits at each table, by seats."""
    return [(pair.first, pair.second) for pair in planned.pairs] or list(planned.groups)


def forfeiting(round_: Round) -> dict[int, int | None]:
    """Entries that are known to miss this round and what it counts for them (None: the division's forfeit), by number.

    They have said beforehand that they forfeit it, or have left and lose every round from then on.
    """
    out = sitting_out(round_.division, round_.number)
    lost = [pk for pk, kind in out.items() if kind == Absence.Kind.FORFEIT]
    left = Q(withdrawn_after__lt=round_.number)
    missing = (Q(pk__in=lost) & ~left) | (left & Q(missed_spread__isnull=False) & ~Q(missed_spread=0))
    rows = Entry.objects.filter(missing, division=round_.division).order_by("number")
    return dict(rows.values_list("pk", "missed_spread"))


def _tables(round_: Round, planned: Plan) -> tuple[int, ...]:
    division = round_.division
    rows = Entry.objects.filter(division=division, fixed_table__isnull=False).values_list("pk", "fixed_table")
    fixed = {pk: table for pk, table in rows if table is not None}
    games = [(pair.first, pair.second, pair.table) for pair in planned.pairs]
    games += [_group(players, number, fixed) for number, players in enumerate(planned.groups, start=1)]
    return seat_games(games, fixed, division.settings.table_numbers, tables_elsewhere(division))


def _group(players: tuple[int, ...], number: int, fixed: Mapping[int, int]) -> tuple[int, int, int]:
    """A larger table as ``seat_games`` takes a game: by two of its players, first who must have a table."""
    one, other = sorted(players, key=lambda player: player not in fixed)[:2]
    return one, other, fixed.get(one, number)
