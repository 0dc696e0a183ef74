"""Several games in a row against the same opponent: each a round of its own, paired together as one meeting.

The first round of a meeting is paired by the system. Those that follow repeat its pairs with first and second exchanged,
at the same tables; whoever has nobody to repeat (the opponent has left, somebody came late, the bye) is paired as in a
Swiss. Results, spread, starts and ratings count game by game; repeats of a pair count meetings.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.model import LockedPair, Snapshot
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.plan import Note, Plan
from tournaments.engine.pairing.swiss import Swiss
from tournaments.engine.starts import StartReason


def continues(rules: PairingOptions, round_: int) -> bool:
    """Whether the round is not the first of its meeting, so that the pairs of the round before meet again."""
    return not rules.own_matches and rules.game_of_match(round_) > 1


def repeated_pairs(snapshot: Snapshot) -> tuple[LockedPair, ...]:
    """The pairs of the round before that can meet again, first and second exchanged.

    A game that was not played (a forfeit, a void game) is repeated like any other: both may be there now.
    """
    free = {player.id for player in snapshot.players if player.active}
    free -= {*snapshot.absent, *snapshot.requested_byes}
    free -= {player for lock in snapshot.locked for player in (lock.a, lock.b)}
    apart = {
        frozenset((pair.a, pair.b))
        for pair in snapshot.blocked
        if not pair.weak and (pair.until is None or snapshot.round <= pair.until)
    }
    before = sorted(
        (game.first, game.second)
        for game in snapshot.games
        if game.round == snapshot.round - 1 and game.second is not None
    )
    return tuple(
        LockedPair(first, second, second)
        for first, second in before
        if {first, second} <= free and frozenset((first, second)) not in apart
    )


def repeat_match(snapshot: Snapshot, rules: PairingOptions) -> tuple[Snapshot, PairingOptions]:
    """A later round of a meeting as one whose pairs are fixed but for those whom a Swiss pairs."""
    locked = (*snapshot.locked, *repeated_pairs(snapshot))
    return replace(snapshot, locked=locked), Swiss.of(rules, board_stability=True)


def with_match_note(made: Plan, snapshot: Snapshot, rules: PairingOptions) -> Plan:
    """The plan of a later round of a meeting, saying so."""
    same = {frozenset((lock.a, lock.b)) for lock in repeated_pairs(snapshot)}
    pairs = tuple(
        replace(pair, locked=False, start=StartReason.SWAP_LAST_ROUND)
        if frozenset((pair.first, pair.second)) in same
        else pair
        for pair in made.pairs
    )
    note = Note("meeting_game", value=rules.game_of_match(snapshot.round))
    return replace(made, pairs=pairs, notes=(note, *made.notes))
