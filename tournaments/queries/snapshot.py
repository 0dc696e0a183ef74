"""Rows of the database as values of the engine."""

from collections.abc import Callable, Iterable
from dataclasses import fields
from typing import Any

from django.db.models import Q

from tournaments.engine.adjustments import read_adjustments
from tournaments.engine.model import (
    EntrySnapshot,
    PrizePlaces,
    StandingsRules,
)
from tournaments.engine.pairing.prize_places import prize_places
from tournaments.engine.seeding import Candidate, seed_order
from tournaments.models import Absence, Division, Entry, EventPrize, PairLock, Seat

#: The settings of standings that the division's settings have under the same name.
PLAIN_SETTINGS = [field.name for field in fields(StandingsRules) if field.name != "order"]


def settings_of(division: Division) -> StandingsRules:
    """The division's settings of standings. No query."""
    same_name: dict[str, Any] = {name: getattr(division.settings, name) for name in PLAIN_SETTINGS}
    return StandingsRules(**same_name, order=tuple(division.settings.standings_order.split()))


def players_of(division: Division, *, in_round: int | None = None) -> tuple[EntrySnapshot, ...]:
    """The division's entries by seed; those withdrawn before ``in_round`` (None: at all) are not active. One query.

    The engine's ``number`` is the seed (``engine.seeding``): a strong late entry is seeded where it belongs, and every
    printed number stays.
    """
    fields = ("withdrawn_after", "fixed_table", "team", "club", "player_class")
    return snapshot_players(Entry.objects.filter(division=division).only(*CANDIDATE_FIELDS, *fields), in_round=in_round)


def snapshot_players(entries: Iterable[Entry], *, in_round: int | None = None) -> tuple[EntrySnapshot, ...]:
    """Entries as players of the engine, in seed order. No query."""
    return _seeded(
        (
            (entry, entry.withdrawn_after is None or (in_round is not None and entry.withdrawn_after >= in_round))
            for entry in entries
        ),
        _groups,
    )


def _groups(entry: Entry) -> dict[str, Any]:
    """What keeps a player apart from others, or at a table."""
    return {
        "fixed_table": entry.fixed_table,
        "team": entry.team or None,
        "club": entry.club or None,
        "player_class": entry.player_class or None,
    }


def prize_places_of(division: Division) -> PrizePlaces:
    """What the division plays for: its prizes for final places, those of classes apart. One query."""
    to_the_end = Q(last_round__isnull=True) | Q(last_round__gte=division.settings.rounds_planned)
    rows = EventPrize.objects.filter(to_the_end, division=division, kind="rank", place__gt=0, team="")
    prizes = list(rows.values_list("player_class", "place", "value"))
    return prize_places(
        {place: value for player_class, place, value in prizes if not player_class},
        [(player_class, place) for player_class, place, _value in prizes if player_class],
    )


def tables_in(division: Division, number: int) -> tuple[tuple[int, int], ...]:
    """(entry, table) of the games of round ``number``. One query."""
    seats = Seat.objects.filter(round__division=division, round__number=number, pairing__kind="game")
    rows = seats.order_by("entry_id").values_list("entry_id", "pairing__table_number")
    return tuple((entry, table) for entry, table in rows if table is not None)


def missing_in(division: Division, late: Iterable[int], absences: Iterable[tuple[int, str]]) -> dict[int, str]:
    """What a round counts (``Absence.Kind``) for entries that join later or have announced an absence. No query."""
    kind = Absence.Kind.ABSENT if division.settings.late_rounds == "nothing" else division.settings.late_rounds
    return dict.fromkeys(late, str(kind)) | dict(absences)


def locked_pairs(division: Division, number: int) -> frozenset[frozenset[int]]:
    """The pairs (of entries) locked for round ``number``; a locked bye is a player alone. One query."""
    locks = PairLock.objects.filter(division=division, round_number=number)
    return frozenset(frozenset(pair) - {None} for pair in locks.values_list("first_id", "second_id"))


#: The columns of an entry that decide its seed and its standing.
CANDIDATE_FIELDS = ("pk", "number", "rating", "seed", "joined_round", "spread_changes")


def in_seed_order(entries: Iterable[Entry]) -> tuple[EntrySnapshot, ...]:
    """Entries as players of the standings, by seed; those withdrawn are not active. No query."""
    return _seeded((entry, entry.withdrawn_after is None) for entry in entries)


def _candidate(entry: Entry) -> Candidate:
    return Candidate(entry.pk, entry.number, entry.rating, entry.seed, late=entry.joined_round > 1)


def _seeded(
    rows: Iterable[tuple[Entry, bool]], more: Callable[[Entry], dict[str, Any]] = lambda _entry: {}
) -> tuple[EntrySnapshot, ...]:
    """Players (with whether they are active) in seed order. ``more``: further fields of an entry's snapshot."""
    entries = {entry.pk: (entry, active) for entry, active in rows}
    order = seed_order(_candidate(entry) for entry, _active in entries.values())
    return tuple(
        EntrySnapshot(
            id=pk,
            number=seed,
            rating=entries[pk][0].rating,
            active=entries[pk][1],
            adjustments=read_adjustments(entries[pk][0].spread_changes),
            **more(entries[pk][0]),
        )
        for seed, pk in enumerate(order, start=1)
    )
