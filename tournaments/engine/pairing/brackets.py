"""Matches of a knock-out: several games between two players, read from the results.

A line of a bracket without a player (None) stands for a bye: the player drawn against it goes on without a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate

from tournaments.engine.model import GameFact, Snapshot
from tournaments.engine.pairing.options import option
from tournaments.engine.pairing.schedule import BesideOptions
from tournaments.engine.standings import standings
from tournaments.engine.words import gettext_noop as _

Line = int | None
Duel = tuple[Line, Line]


class DecidedBy(StrEnum):
    """What separates the two players of a match."""

    GAMES = "games"  # more match points
    TIE_BREAK = "tie_break"  # level, then spread or whatever the division's order has next
    SEED = "seed"  # level in all of it
    DIRECTOR = "director"  # level on games, and the director said who goes on
    WITHDRAWAL = "withdrawal"
    BYE = "bye"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes on from a match and who does not; `over`: decided, whatever the games left bring."""

    winner: Line
    loser: Line
    over: bool
    by: DecidedBy = DecidedBy.GAMES


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds (from 0) in the order of the bracket's lines: 0 and 1 can only play in the final, and so on."""
    order = [0]
    while len(order) < size:
        order = [seed for top in order for seed in (top, 2 * len(order) - 1 - top)]
    return tuple(order)


@dataclass(frozen=True, kw_only=True)
class KnockOutOptions(BesideOptions):
    """Of systems in which there is a bracket."""

    bracket: int | None = option(
        None,
        _("Players in the knock-out"),
        unset=_("as many as possible"),
        choices={2**k: str(2**k) for k in range(1, 8)},
    )
    stage_games: tuple[int, ...] = option(
        (1,),
        _("Games in a match"),
        help=_("One number, or one per stage: 3, 3, 5."),
        bounds=(1, 15),
        at_least_one=True,
    )
    best_of: bool = option(False, _("Stop a match once it is decided"))
    third_place: bool = option(False, _("Losers of the semi-finals play for third place"))


def stage_rounds(rules: KnockOutOptions, stages: int) -> list[range]:
    """The rounds of each stage, the first from the rules' first round on; the last number of games counts for all later."""
    games = [rules.stage_games[min(stage, len(rules.stage_games) - 1)] for stage in range(stages)]
    starts = accumulate(games, initial=rules.first_round)
    return [range(start, start + count) for start, count in zip(starts, games, strict=False)]


def outcome(snapshot: Snapshot, duel: Duel, rounds: range, seeds: Sequence[int]) -> Outcome:
    """A match by its games before the snapshot's round: most match points, then what the director said of its last game,
    then spread, then the better seed.

    A player who has withdrawn loses what is not decided by points. Spread adjustments are of the standings, not of a match.
    """
    a, b = duel
    if a is None or b is None:
        return Outcome(b if a is None else a, None, over=True, by=DecidedBy.BYE)
    games = [game for game in snapshot.past_games() if game.round in rounds and {game.first, game.second} == {a, b}]
    two = [player for player in snapshot.players if player.id in (a, b)]
    players = [replace(player, number=seeds.index(player.id) + 1, adjustments=()) for player in two]
    first, second = standings(players, games, snapshot.settings)
    left = len([round_ for round_ in rounds if round_ >= snapshot.round])
    most = snapshot.settings.win_points - snapshot.settings.loss_points
    over = first.points - second.points > left * most or not left
    by = DecidedBy.GAMES if first.points > second.points else DecidedBy.TIE_BREAK
    by = DecidedBy.SEED if first.rank == second.rank else by
    if not left and first.points == second.points and (chosen := _said(games)) is not None:
        first, second = (first, second) if first.player.id == chosen else (second, first)
        return Outcome(first.player.id, second.player.id, over=True, by=DecidedBy.DIRECTOR)
    undecided = not over or first.rank == second.rank
    if undecided and not first.player.active and second.player.active:
        first, second = second, first
    if undecided and not second.player.active and first.player.active:
        by = DecidedBy.WITHDRAWAL
    over = over or not (first.player.active and second.player.active)
    return Outcome(first.player.id, second.player.id, over, by)


def _said(games: Sequence[GameFact]) -> Line:
    """Who goes on by the director's word with the last of the games; None where nothing was said."""
    return max(games, key=lambda game: game.round).goes_on if games else None


def to_play(
    snapshot: Snapshot, rules: KnockOutOptions, duels: Sequence[Duel], rounds: range, seeds: Sequence[int]
) -> list[Duel]:
    """The matches of a stage that have a game in the snapshot's round."""
    return [
        duel
        for duel in duels
        if None not in duel and not (rules.best_of and outcome(snapshot, duel, rounds, seeds).over)
    ]
