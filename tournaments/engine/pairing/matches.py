"""Several games in a row against the same opponent: each a round of its own, paired together as one match.

The first round of a match is paired by the system. Those that follow repeat its pairs with first and second swapped, at
the same tables; whoever has no opponent left (the opponent withdrew, a late entry, the bye) is paired as in a Swiss.
Results, spread, firsts and ratings count game by game; repeats of a pair count matches.
"""

from __future__ import annotations

from dataclasses import replace

from tournaments.engine.model import LockedPair, Snapshot
from tournaments.engine.pairing.history import history
from tournaments.engine.pairing.options import PairingOptions
from tournaments.engine.pairing.plan import Note, Plan
from tournaments.engine.pairing.swiss import Swiss
from tournaments.engine.starts import StartBy, StartReason, too_many


def continues(rules: PairingOptions, round_: int) -> bool:
    """Whether the round is not the first of its match, so that the pairs of the round before play on."""
    return not rules.own_matches and rules.game_of_match(round_) > 1


def repeated_pairs(snapshot: Snapshot) -> tuple[LockedPair, ...]:
    """The pairs of the round before that can play on, first and second swapped.

    A game that was not played (a forfeit, a void game) is repeated like any other: both may be there now.
    """
    unavailable = snapshot.unavailable()
    apart = {
        frozenset((pair.a, pair.b)) for pair in snapshot.blocked if not pair.weak and pair.applies_in(snapshot.round)
    }
    before = sorted(
        (game.first, game.second)
        for game in snapshot.games
        if game.round == snapshot.round - 1 and game.second is not None
    )
    return tuple(
        LockedPair(first, second, second)
        for first, second in before
        if unavailable.isdisjoint((first, second)) and frozenset((first, second)) not in apart
    )


def repeat_match(snapshot: Snapshot, rules: PairingOptions) -> tuple[Snapshot, PairingOptions]:
    """A later round of a match: its pairs are locked, and a Swiss pairs the rest."""
    past = history(snapshot.games, snapshot.round, bye_firsts=rules.bye_firsts)

    def swapped(lock: LockedPair) -> LockedPair:
        """First and second as they are, or left to the rules if the swap takes a player too far above their seconds."""
        first, second = past.starts(lock.b, lock.b), past.starts(lock.a, lock.a)
        balanced = rules.start_by is StartBy.BALANCE
        return replace(lock, first=None) if balanced and too_many(first, second) else lock

    locked = (*snapshot.locked, *map(swapped, repeated_pairs(snapshot)))
    return replace(snapshot, locked=locked), Swiss.of(rules, board_stability=True)


def with_match_note(planned: Plan, snapshot: Snapshot, rules: PairingOptions) -> Plan:
    """The plan of a later round of a match, saying so."""
    same = {frozenset((lock.a, lock.b)) for lock in repeated_pairs(snapshot)}
    pairs = tuple(
        replace(pair, locked=False, start=_reason(pair.start)) if frozenset((pair.first, pair.second)) in same else pair
        for pair in planned.pairs
    )
    note = Note("meeting_game", value=rules.game_of_match(snapshot.round))
    return replace(planned, pairs=pairs, notes=(note, *planned.notes))


def _reason(start: StartReason) -> StartReason:
    """Why a player of a match goes first: the swap, unless the rules decided."""
    return StartReason.SWAP_LAST_ROUND if start is StartReason.DIRECTOR else start
