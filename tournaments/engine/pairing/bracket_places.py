"""Places of a knock-out: how far each player got in the bracket, and the standings' own order inside a stage.

Players still in come first; of the others, whoever went out later stands higher; who was never in the bracket comes
last. A match without a result puts nobody out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing.brackets import Duel, Outcome, outcome
from tournaments.engine.pairing.elimination import KnockOut, entrants
from tournaments.engine.pairing.options import RulesError
from tournaments.engine.standings import StandingsRow, standings


def placed(
    players: Iterable[EntrySnapshot],
    games: Iterable[GameFact],
    settings: StandingsRules,
    after_round: int | None,
    knock_out: KnockOut | None,
) -> tuple[StandingsRow, ...]:
    """The standings after a round (None = after all games); by the bracket once that has begun. Raises SnapshotError."""
    players, games = tuple(players), tuple(games)
    rows = standings(players, games, settings, after_round)
    last = max((game.round for game in games), default=0) if after_round is None else after_round
    if knock_out is None or last < knock_out.first_round:
        return rows
    snapshot = Snapshot(last + 1, players, games, settings)
    try:
        seeds = entrants(snapshot, knock_out)
    except RulesError:  # a field that has become too small for its bracket
        return rows
    return _in_order(rows, _groups(snapshot, knock_out, seeds))


def _groups(snapshot: Snapshot, rules: KnockOut, seeds: Sequence[int]) -> list[set[int]]:
    """The players of the bracket, best first: those still in, then those of each stage who went out in it."""
    out: list[set[int]] = []
    double, finals = rules.double, 0
    for stage in rules.stages(snapshot, seeds):
        if stage.rounds.start >= snapshot.round:
            break

        def decided(duels: Iterable[Duel], rounds: range = stage.rounds) -> list[Outcome | None]:
            return [decided_match(snapshot, duel, rounds, seeds) for duel in duels]

        for third in decided(stage.third):
            _split(out, third)
        finals += len(stage.final)
        # the first final of a double knock-out ends it only if the player who has not lost yet wins it
        ends = [one for one in decided(stage.final) if one and (finals == 2 or one.winner == stage.final[0][0])]
        results = [*decided(stage.lower), *ends] if double else decided(stage.duels)
        out.append({one.loser for one in results if one is not None and one.loser is not None})
        if None in decided(stage.matches):
            break
    return [set(seeds).difference(*out), *reversed(out)]


def _split(out: list[set[int]], result: Outcome | None) -> None:
    """The match for third place separates those who lost the semi-finals."""
    if result is not None and result.winner is not None and result.loser is not None:
        out[-1:] = [{result.loser}, {result.winner}]


def decided_match(snapshot: Snapshot, duel: Duel, rounds: range, seeds: Sequence[int]) -> Outcome | None:
    """The match if it is decided; None before it begins and while a result is missing."""
    if rounds.start >= snapshot.round:
        return None
    open_ = any(
        game.kind is ResultKind.PENDING and game.round in rounds and {game.first, game.second} == set(duel)
        for game in snapshot.past_games()
    )
    result = outcome(snapshot, duel, rounds, seeds)
    return result if result.over and not open_ else None


def _in_order(rows: Sequence[StandingsRow], groups: Sequence[set[int]]) -> tuple[StandingsRow, ...]:
    """The rows group by group, everybody else last; equals inside a group share its place."""
    in_bracket = set().union(*groups)
    parts = [[row for row in rows if row.player.id in group] for group in groups]
    parts.append([row for row in rows if row.player.id not in in_bracket])
    ordered: list[StandingsRow] = []
    for part in parts:
        start, ranks = len(ordered), [row.rank for row in part]
        ordered += [replace(row, rank=start + 1 + ranks.index(row.rank), by_bracket=True) for row in part]
    return tuple(ordered)
