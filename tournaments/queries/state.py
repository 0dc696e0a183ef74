"""A division before a round is paired, loaded once for readiness, pairing and the checks of a draft."""

from dataclasses import dataclass, replace

from tournaments.engine.model import BlockedPair, LockedPair, ResultKind, Snapshot
from tournaments.models import Absence, Division, Entry, PairBlock, PairLock, Round
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import missing_in, prize_places_of, settings_of, snapshot_players, tables_in


@dataclass(frozen=True, slots=True)
class DivisionState:
    """The division before round ``number``. ``entries`` by id, in the order of their numbers; ``rounds`` by number.

    ``out``: entries of the event that miss this round, and what it counts for them (``Absence.Kind``).
    """

    division: Division
    number: int
    entries: dict[int, Entry]
    rounds: dict[int, Round]
    out: dict[int, str]
    snapshot: Snapshot

    @property
    def names(self) -> dict[int, str]:
        """The players' names by entry."""
        return {pk: entry.name for pk, entry in self.entries.items()}

    @property
    def kept_apart(self) -> frozenset[frozenset[int]]:
        """The pairs (of entries) that must not be paired in this round."""
        return frozenset(
            frozenset((block.a, block.b))
            for block in self.snapshot.blocked
            if not block.weak and (block.until is None or block.until >= self.number)
        )

    def plays(self, entry: Entry) -> bool:
        """Whether the entry has not withdrawn before this round; it may still be absent."""
        return entry.withdrawn_after is None or entry.withdrawn_after >= self.number


def load_state(division: Division, number: int) -> DivisionState:
    """All that pairing round ``number`` depends on. Eight queries, whatever the size; six before anything was public."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division).order_by("number")}
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    absences = list(
        Absence.objects.filter(entry__division=division).order_by("pk").values_list("entry_id", "round_number", "kind")
    )
    blocks = PairBlock.objects.filter(division=division).values_list("low_id", "high_id", "reason", "weak", "until")
    locks = PairLock.objects.filter(division=division, round_number=number).values_list("first_id", "second_id")
    late = [pk for pk, entry in entries.items() if entry.joined_round > number]
    out = missing_in(division, late, ((entry, kind) for entry, in_round, kind in absences if in_round == number))
    players = snapshot_players(entries.values(), in_round=number)
    active = {player.id for player in players if player.active}
    missing = {pk: kind for pk, kind in out.items() if pk in active}
    playing = active - missing.keys()
    public = any(round_.state != Round.State.DRAFT for round_ in rounds.values())
    locked: list[tuple[int, int | None]] = list(locks.order_by("pk"))
    requested = {(entry, in_round) for entry, in_round, kind in absences if kind == Absence.Kind.BYE}
    snapshot = Snapshot(
        round=number,
        players=players,
        games=tuple(
            replace(game, requested=True)
            if game.kind is ResultKind.BYE and (game.first, game.round) in requested
            else game
            for game in (facts_of(division) if public else ())
            if game.round < number
        ),
        absent=tuple(sorted(pk for pk, kind in missing.items() if kind != Absence.Kind.BYE)),
        requested_byes=tuple(sorted(pk for pk, kind in missing.items() if kind == Absence.Kind.BYE)),
        blocked=tuple(BlockedPair(*block) for block in blocks.order_by("pk")),
        locked=tuple(
            LockedPair(first, second, first)
            for first, second in locked
            if second is not None and {first, second} <= playing
        ),
        locked_byes=tuple(sorted(first for first, second in locked if second is None and first in playing)),
        last_tables=tables_in(division, number - 1) if number - 1 in rounds else (),
        settings=settings_of(division),
        prizes=prize_places_of(division),
    )
    return DivisionState(division, number, entries, rounds, out, snapshot)
