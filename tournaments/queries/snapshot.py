"""Rows of the database as values of the engine."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Q

from tournaments.engine.model import (
    EntrySnapshot,
    PrizePlaces,
    StandingsRules,
)
from tournaments.engine.pairing.prize_places import prize_places
from tournaments.engine.seeding import Candidate, seed_order
from tournaments.models import Absence, Division, Entry, EventPrize, PairBlock, PairLock, Seat


def settings_of(division: Division) -> StandingsRules:
    """The division's settings of standings. No query."""
    return StandingsRules(
        bye_spread=division.settings.bye_spread,
        forfeit_spread=division.settings.forfeit_spread,
        spread_cap=division.settings.spread_cap,
        win_points=division.settings.win_points,
        tie_points=division.settings.tie_points,
        loss_points=division.settings.loss_points,
        spread_caps=tuple(division.settings.spread_caps),
        bye_half_wins=division.settings.bye_half_wins,
        order=tuple(division.settings.standings_order.split()),
    )


def players_of(division: Division, *, in_round: int | None = None) -> tuple[EntrySnapshot, ...]:
    """The division's entries as seeded; who has withdrawn before ``in_round`` (None: at all) is not active. One query.

    The engine's ``number`` is the seed (``engine.seeding``), so that a strong late entry is seeded where it belongs while
    everybody keeps the number that is printed.
    """
    fields = ("withdrawn_after", "fixed_table", "team", "club", "player_class")
    return snapshot_players(Entry.objects.filter(division=division).only(*CANDIDATE_FIELDS, *fields), in_round=in_round)


def snapshot_players(entries: Iterable[Entry], *, in_round: int | None = None) -> tuple[EntrySnapshot, ...]:
    """Entries as ``players_of`` hands them over. No query."""
    rows = {entry.pk: entry for entry in entries}
    found = seeded(
        (
            candidate_of(entry),
            entry.withdrawn_after is None or (in_round is not None and entry.withdrawn_after >= in_round),
        )
        for entry in rows.values()
    )

    def filled(item: EntrySnapshot) -> EntrySnapshot:
        entry = rows[item.id]
        return replace(
            item,
            fixed_table=entry.fixed_table,
            team=entry.team or None,
            club=entry.club or None,
            player_class=entry.player_class or None,
        )

    return tuple(filled(item) for item in found)


def prize_places_of(division: Division) -> PrizePlaces:
    """What the division plays for: its prizes for final places, those of classes apart. One query."""
    to_the_end = Q(last_round__isnull=True) | Q(last_round__gte=division.settings.rounds_planned)
    rows = EventPrize.objects.filter(to_the_end, division=division, kind="rank", place__gt=0, team="")
    found = list(rows.values_list("player_class", "place", "value"))
    return prize_places(
        {place: value for player_class, place, value in found if not player_class},
        [(player_class, place) for player_class, place, _value in found if player_class],
    )


def tables_in(division: Division, number: int) -> tuple[tuple[int, int], ...]:
    """(entry, table) of the games of round ``number``. One query."""
    seats = Seat.objects.filter(round__division=division, round__number=number, pairing__kind="game")
    rows = seats.order_by("entry_id").values_list("entry_id", "pairing__table_number")
    return tuple((entry, table) for entry, table in rows if table is not None)


def sitting_out(division: Division, number: int) -> dict[int, str]:
    """Entries that play, but not in this round, and what it counts for them (``Absence.Kind``). Two queries."""
    late = Entry.objects.filter(division=division, joined_round__gt=number)
    absences = Absence.objects.filter(entry__division=division, round_number=number)
    return missing_in(division, late.values_list("pk", flat=True), absences.values_list("entry_id", "kind"))


def missing_in(division: Division, late: Iterable[int], absences: Iterable[tuple[int, str]]) -> dict[int, str]:
    """The same from entries that come later and the absences of the round. No query."""
    kind = Absence.Kind.ABSENT if division.settings.late_rounds == "nothing" else division.settings.late_rounds
    return dict.fromkeys(late, str(kind)) | dict(absences)


def locked_pairs(division: Division, number: int) -> frozenset[frozenset[int]]:
    """The pairs (of entries) that are locked for round ``number``. One query."""
    locks = PairLock.objects.filter(division=division, round_number=number)
    return frozenset(frozenset(pair) for pair in locks.values_list("first_id", "second_id"))


def blocks_in_force(division_id: int, number: int) -> frozenset[frozenset[int]]:
    """The pairs (of entries) that must not meet in round ``number``. One query."""
    in_force = Q(until__isnull=True) | Q(until__gte=number)
    blocks = PairBlock.objects.filter(in_force, division=division_id, weak=False)
    return frozenset(frozenset(pair) for pair in blocks.values_list("low_id", "high_id"))


#: The columns of an entry that decide its seed.
CANDIDATE_FIELDS = ("pk", "number", "rating", "seed", "joined_round")


def candidate_of(entry: Entry) -> Candidate:
    """An entry as the seed order takes it. No query."""
    return Candidate(entry.pk, entry.number, entry.rating, entry.seed, late=entry.joined_round > 1)


def seeded(rows: Iterable[tuple[Candidate, bool]]) -> tuple[EntrySnapshot, ...]:
    """Players (with whether they are active) in seed order."""
    known = {one.id: (one, active) for one, active in rows}
    order = seed_order(one for one, _active in known.values())
    return tuple(
        EntrySnapshot(id=pk, number=seed, rating=known[pk][0].rating, active=known[pk][1])
        for seed, pk in enumerate(order, start=1)
    )
