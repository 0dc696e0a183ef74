"""A division before a round is paired, loaded once for readiness, pairing and the checks of a draft."""

from dataclasses import dataclass, replace
from functools import cached_property

from tournaments.engine.model import BlockedPair, GameFact, LockedPair, ResultKind, Snapshot
from tournaments.models import Absence, Division, Entry, PairBlock, PairLock, Round
from tournaments.queries.results import facts_of
from tournaments.queries.snapshot import missing_in, prize_places_of, settings_of, snapshot_players, tables_in


# without slots: the cached snapshot is kept in its __dict__
@dataclass(frozen=True)
class DivisionState:
    """The division before round ``number``. ``entries`` by id, in the order of their numbers; ``rounds`` by number.

    ``out``: entries of the event that miss this round, and what it counts for them (``Absence.Kind``). ``requested_byes``: (entry,
    round) of each bye that was asked for. ``locks``: the round's locked pairs (of entries); a bye is a player with None.
    """

    division: Division
    number: int
    entries: dict[int, Entry]
    rounds: dict[int, Round]
    out: dict[int, str]
    requested_byes: frozenset[tuple[int, int]]
    blocked: tuple[BlockedPair, ...]
    locks: tuple[tuple[int, int | None], ...]

    @property
    def names(self) -> dict[int, str]:
        """The players' names by entry."""
        return {pk: entry.name for pk, entry in self.entries.items()}

    @property
    def kept_apart(self) -> frozenset[frozenset[int]]:
        """The pairs (of entries) that must not be paired in this round."""
        return frozenset(
            frozenset((block.a, block.b))
            for block in self.blocked
            if not block.weak and (block.until is None or block.until >= self.number)
        )

    @property
    def locked(self) -> tuple[LockedPair, ...]:
        """The locked pairs of which both are there."""
        return tuple(
            LockedPair(first, second, first)
            for first, second in self.locks
            if second is not None and self._is_there(first) and self._is_there(second)
        )

    @property
    def locked_byes(self) -> tuple[int, ...]:
        """Those of the players who are there to whom the director has given the bye, by id."""
        return tuple(sorted(first for first, second in self.locks if second is None and self._is_there(first)))

    def plays(self, entry: Entry) -> bool:
        """Whether the entry has not withdrawn before this round; it may still be absent."""
        return entry.withdrawn_after is None or entry.withdrawn_after >= self.number

    def _is_there(self, pk: int) -> bool:
        return pk not in self.out and self.plays(self.entries[pk])

    @cached_property
    def snapshot(self) -> Snapshot:
        """All of it as the engine takes it. Read when first asked for: to publish a draft that nobody changed needs no old games.

        Three queries, whatever the size; one before anything was public.
        """
        missing = {pk: kind for pk, kind in self.out.items() if self.plays(self.entries[pk])}
        return Snapshot(
            round=self.number,
            players=snapshot_players(self.entries.values(), in_round=self.number),
            games=self._games(),
            absent=tuple(sorted(pk for pk, kind in missing.items() if kind != Absence.Kind.BYE)),
            requested_byes=tuple(sorted(pk for pk, kind in missing.items() if kind == Absence.Kind.BYE)),
            blocked=self.blocked,
            locked=self.locked,
            locked_byes=self.locked_byes,
            last_tables=tables_in(self.division, self.number - 1) if self.number - 1 in self.rounds else (),
            settings=settings_of(self.division),
            prizes=prize_places_of(self.division),
        )

    def _games(self) -> tuple[GameFact, ...]:
        """The games of public rounds before this one, byes that were asked for marked. One query, none before anything was public."""
        if all(round_.state == Round.State.DRAFT for round_ in self.rounds.values()):
            return ()
        return tuple(
            replace(game, requested=True)
            if game.kind is ResultKind.BYE and (game.first, game.round) in self.requested_byes
            else game
            for game in facts_of(self.division)
            if game.round < self.number
        )


def load_state(division: Division, number: int) -> DivisionState:
    """The division as it is before round ``number``. Five queries, whatever the size; its snapshot takes more."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(division=division).order_by("number")}
    rounds = {round_.number: round_ for round_ in Round.objects.filter(division=division)}
    absences = list(
        Absence.objects.filter(entry__division=division).order_by("pk").values_list("entry_id", "round_number", "kind")
    )
    blocks = PairBlock.objects.filter(division=division).values_list("low_id", "high_id", "reason", "weak", "until")
    locks = PairLock.objects.filter(division=division, round_number=number).values_list("first_id", "second_id")
    late = [pk for pk, entry in entries.items() if entry.joined_round > number]
    return DivisionState(
        division=division,
        number=number,
        entries=entries,
        rounds=rounds,
        out=missing_in(division, late, ((entry, kind) for entry, in_round, kind in absences if in_round == number)),
        requested_byes=frozenset((entry, in_round) for entry, in_round, kind in absences if kind == Absence.Kind.BYE),
        blocked=tuple(BlockedPair(*block) for block in blocks.order_by("pk")),
        locks=tuple(locks.order_by("pk")),
    )
