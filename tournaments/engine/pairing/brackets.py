"""Matches of a knock-out: several games between two players, read from the results.

A line of a bracket without a player (None) stands for a bye: whoever is opposite goes on without a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.engine.model import Snapshot
from tournaments.engine.pairing.options import option
from tournaments.engine.pairing.schedule import BesideOptions
from tournaments.engine.standings import standings
from tournaments.engine.words import gettext_noop as _

Line = int | None
Duel = tuple[Line, Line]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who goes on from a match and who does not; `over`: that is decided, whatever its other games may bring."""

    winner: Line
    loser: Line
    over: bool


def bracket_order(size: int) -> tuple[int, ...]:
    """Seeds (from 0) in the order of the bracket's lines: 0 and 1 can meet only in the final, and so on."""
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
        help=_("One number, or one for each stage: 3, 3, 5."),
        bounds=(1, 15),
        at_least_one=True,
    )
    best_of: bool = option(False, _("A match ends when it is decided"))
    third_place: bool = option(False, _("Losers of the semi-finals play for third place"))


def stage_rounds(rules: KnockOutOptions, stages: int) -> list[range]:
    """The rounds of each stage, the first from the rules' first round on; the last number of games stands for all later."""
    found: list[range] = []
    start = rules.first_round
    for stage in range(stages):
        games = rules.stage_games[min(stage, len(rules.stage_games) - 1)]
        found.append(range(start, start + games))
        start += games
    return found


def outcome(snapshot: Snapshot, duel: Duel, rounds: range, seeds: Sequence[int]) -> Outcome:
    """A match by its games before the snapshot's round: most match points, then spread, then the better seed.

    Who has withdrawn loses what is not decided by points.
    """
    a, b = duel
    if a is None or b is None:
        return Outcome(b if a is None else a, None, over=True)
    games = [game for game in snapshot.past_games() if game.round in rounds and {game.first, game.second} == {a, b}]
    players = [replace(p, number=seeds.index(p.id) + 1) for p in snapshot.players if p.id in (a, b)]
    table = standings(players, games, snapshot.settings)
    left = len([round_ for round_ in rounds if round_ >= snapshot.round])
    lead = table[0].points - table[1].points
    most = snapshot.settings.win_points - snapshot.settings.loss_points
    over = lead > left * most or not left
    undecided = not over or table[0].rank == table[1].rank
    if undecided and not table[0].player.active and table[1].player.active:
        table = (table[1], table[0])
    over = over or not (table[0].player.active and table[1].player.active)
    return Outcome(table[0].player.id, table[1].player.id, over)


def to_play(
    snapshot: Snapshot, rules: KnockOutOptions, duels: Sequence[Duel], rounds: range, seeds: Sequence[int]
) -> list[Duel]:
    """The matches of a stage that have a game in the snapshot's round."""
    found = [duel for duel in duels if None not in duel]
    if not rules.best_of:
        return found
    return [duel for duel in found if not outcome(snapshot, duel, rounds, seeds).over]
