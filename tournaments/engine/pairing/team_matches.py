"""Team events: team plays team, the best of the one against the best of the other, board by board.

Teams are paired like players, by any system that suits (`team_system`): a match is won by more points on the boards,
and level teams stand in the order of their spread. Boards follow the players' numbers; firsts alternate down the
boards, and the team that goes first has them on the odd ones. Who has no opponent has a bye.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import ClassVar

from tournaments.engine.model import EntrySnapshot, Snapshot, StandingsRules
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import (
    SYSTEMS,
    OrderOptions,
    PairingOptions,
    RulesError,
    option,
    pairing_system,
)
from tournaments.engine.pairing.origins import OriginKind, PairOrigin, PairOrigins
from tournaments.engine.pairing.plan import ByeReason, Draft, Plan, PlannedBye, ProposedPair, byes_given, finish
from tournaments.engine.pairing.pool import make_pool
from tournaments.engine.pairing.round_robin import RoundRobinOptions
from tournaments.engine.starts import StartReason
from tournaments.engine.team_table import team_matches, team_spreads
from tournaments.engine.words import gettext_noop as _
from tournaments.engine.words import pgettext

_PLAIN = StandingsRules(bye_spread=0, forfeit_spread=0)


@dataclass(frozen=True, slots=True)
class Teams:
    """A division as its teams: `snapshot` has them for players (ids from 1), `members` who plays for each this round."""

    snapshot: Snapshot
    names: tuple[str, ...]
    members: tuple[tuple[int, ...], ...]

    def of(self, player: int) -> int | None:
        """The id of a member's team."""
        return next((k for k, members in enumerate(self.members, start=1) if player in members), None)


def teams_of(snapshot: Snapshot, rules: TeamMatches) -> Teams:
    """The teams and what they have played. Raises RulesError for a player without a team and for a single team."""
    out = {*snapshot.absent, *snapshot.byes_given}
    by_number = sorted(snapshot.players, key=lambda player: player.number)
    here = [player for player in by_number if player.active and player.id not in out]
    without = [f"#{player.number}" for player in here if player.team is None]
    if without:
        raise RulesError("these players have no team: %(players)s", players=", ".join(without))
    names = tuple(dict.fromkeys(player.team for player in by_number if player.team is not None))
    if len({player.team for player in here}) < 2:
        raise RulesError("a team event needs at least two teams")
    ids = {name: k for k, name in enumerate(names, start=1)}
    members = tuple(tuple(player.id for player in here if player.team == name) for name in names)
    team = {player.id: ids[player.team] for player in snapshot.players if player.team is not None}
    games = tuple(match.fact() for match in team_matches(snapshot.past_games(), team))
    order = list(range(1, len(names) + 1))
    if rules.team_system != "round_robin":
        spread = team_spreads(snapshot.players, snapshot.games, snapshot.settings, team, snapshot.standings_round)
        order.sort(key=lambda k: (-spread[k], k))
    players = tuple(
        EntrySnapshot(id=k, number=order.index(k) + 1, active=bool(members[k - 1])) for k in range(1, len(names) + 1)
    )
    own = Snapshot(snapshot.round, players, games, _PLAIN, snapshot.based_on)
    return Teams(own, names, members)


@pairing_system("team_matches", _("Team matches – team against team, board by board"), place=11)
class TeamMatches(RoundRobinOptions, OrderOptions):
    """Teams are paired like players, by `team_system`."""

    scheduled: ClassVar = True

    team_system: str = option(
        "swiss",
        _("How teams are paired"),
        choices={
            "swiss": _("Swiss"),
            "round_robin": _("round robin"),
            "koth": pgettext("pairing system", "king of the hill"),
            "qoth": _("queen of the hill"),
            "australian": _("Australian draw"),
            "random": _("at random"),
        },
    )

    def of_teams(self) -> PairingOptions:
        """The system that pairs the teams."""
        return SYSTEMS[self.team_system].of(self, avoid_team_until=0, avoid_club_until=0)

    def plan(self, snapshot: Snapshot, seed: int) -> Plan:
        """Pair a round of a team event. Raises SnapshotError, RulesError and Infeasible, which names teams by their first members."""
        if snapshot.locked or any(not pair.weak for pair in snapshot.blocked):
            raise RulesError(
                "teams play as a whole: unlock the locked pairs and keep nobody apart, or choose another system"
            )
        teams = teams_of(snapshot, self)
        try:
            by_team = self.of_teams().plan(teams.snapshot, seed)
        except Infeasible as error:
            raise error.renamed({k: own[0] for k, own in enumerate(teams.members, start=1) if own}) from error
        pool = make_pool(snapshot, self)
        pairs: list[ProposedPair] = []
        byes = byes_given(snapshot)
        for match in by_team.pairs:
            boards = zip_longest(teams.members[match.first - 1], teams.members[match.second - 1])
            for board, (a, b) in enumerate(boards):
                if a is None or b is None:
                    byes.append(PlannedBye(b if a is None else a, ByeReason.NO_OPPONENT))
                else:
                    first, second = (a, b) if board % 2 == 0 else (b, a)
                    pairs.append(ProposedPair(first, second, match.terms, first=first, start=StartReason.SCHEDULE))
        for idle in by_team.byes:
            byes += [PlannedBye(player, ByeReason.ODD_FIELD) for player in teams.members[idle.player - 1]]
        draft = Draft(tuple(pairs), tuple(byes), by_team.cost, by_team.shown, by_team.notes, in_order=True)
        return finish(snapshot, self, seed, pool, draft)

    def origins(self, _snapshot: Snapshot, pairs: frozenset[frozenset[int]]) -> PairOrigins:
        """All of them."""
        return dict.fromkeys(pairs, PairOrigin(OriginKind.TEAM_MATCH))
