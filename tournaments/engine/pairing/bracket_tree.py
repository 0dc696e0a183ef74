"""The whole bracket of a knock-out, from its first stage to the final: who plays whom, as far as it is settled.

Where a line is not settled yet it says which match it comes from. A match is read from the games as the places are
(`bracket_places`); one with a bye has no number, and its player is already in the next match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing.bracket_places import decided_match
from tournaments.engine.pairing.brackets import DecidedBy, Line, Outcome
from tournaments.engine.pairing.elimination import KnockOut, Stage, entrants, first_lines
from tournaments.engine.pairing.options import RulesError


class Part(StrEnum):
    """Where in the bracket a match is; at each stage they are played in this order."""

    MAIN = "main"  # the only bracket, or the first of a double knock-out
    THIRD_PLACE = "third_place"
    LOSERS = "losers"
    FINAL = "final"  # of a double knock-out, between the winners of the two brackets


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two in a match: a player (id), or who wins or loses the match of this number; none of them is a bye."""

    player: Line = None
    winner_of: int | None = None
    loser_of: int | None = None

    @property
    def is_bye(self) -> bool:
        """Whether nobody will ever stand here."""
        return self == BYE


BYE = Side()


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match of the bracket. `number`: from 1, in the order of play; None for one with a bye.

    `stage`: from 1; its rounds are `first_round` to `last_round`. `size`: how many matches its part has in that stage.
    `games`: those of the two, in order; `half_wins`: what each has won of them, in halves. `winner`: the player who goes
    on, None until it is decided; `by`: how.
    """

    part: Part
    stage: int
    size: int
    first_round: int
    last_round: int
    sides: tuple[Side, Side]
    number: int | None = None
    games: tuple[GameFact, ...] = ()
    half_wins: tuple[int, int] = (0, 0)
    winner: Line = None
    by: DecidedBy | None = None

    @property
    def loser(self) -> Line:
        """The player who lost it; None until it is decided, and where it had a bye."""
        if self.winner is None:
            return None
        one, other = self.sides
        return other.player if one.player == self.winner else one.player


#: The matches of a part, stage after stage; None where two byes would play each other.
Columns = tuple[tuple[BracketMatch | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    """A knock-out. `seeds`: its players (ids), the best first.

    `main`: the bracket with its final, a final for each stage of a double one; `losers`: the losers' bracket.
    """

    rules: KnockOut
    seeds: tuple[int, ...]
    main: Columns
    losers: Columns = ()
    third: BracketMatch | None = None

    @property
    def matches(self) -> tuple[BracketMatch, ...]:
        """All matches in the order of play, at each stage in that of the tables."""
        third = ((self.third,),) if self.third else ()
        every = [match for column in (*self.main, *self.losers, *third) for match in column if match]
        order = list(Part)
        return tuple(sorted(every, key=lambda match: (match.stage, order.index(match.part))))

    @property
    def winner(self) -> Line:
        """Who has won the knock-out; None until it is over."""
        last = self.main[-1][0]
        if last is None or last.winner is None:
            return None
        over = not self.rules.double or len(self.finals) == 2 or last.winner == last.sides[0].player
        return last.winner if over else None

    @property
    def finals(self) -> tuple[BracketMatch, ...]:
        """The finals of a double knock-out: one, or two if the losers' winner won the first."""
        return tuple(match for column in self.main for match in column if match and match.part is Part.FINAL)

    @property
    def out_in(self) -> dict[int, BracketMatch]:
        """The match in which each player went out; players still in are missing, and so is the winner."""
        out = {}
        for match in self.matches:
            last = match.part is Part.FINAL and self.winner is not None
            ends = match.part is Part.LOSERS or last if self.rules.double else match.part is Part.MAIN
            if ends and match.loser is not None and match.loser != self.winner:
                out[match.loser] = match
        return out


def bracket_of(
    players: Iterable[EntrySnapshot], games: Iterable[GameFact], settings: StandingsRules, rules: KnockOut
) -> Bracket | None:
    """The bracket as its games have made it so far; None before its first round, and for a field that is too small."""
    players, games = tuple(players), tuple(games)
    last = max((game.round for game in games), default=0)
    if last < rules.first_round:
        return None
    snapshot = Snapshot(last + 1, players, games, settings)
    try:
        return _Builder(snapshot, rules, entrants(snapshot, rules)).bracket()
    except RulesError:
        return None


@dataclass
class _Builder:
    """Plays through the stages with sides for lines, and notes every match."""

    snapshot: Snapshot
    rules: KnockOut
    seeds: tuple[int, ...]
    numbers: int = 0
    #: Of the matches of the stage: who goes on and who does not.
    results: dict[tuple[Side, Side], tuple[Side, Side]] = field(default_factory=dict)

    def bracket(self) -> Bracket:
        """The bracket with all its stages; the second final of a double one only if it has to be played."""
        lines = [BYE if line is None else Side(line) for line in first_lines(self.seeds)]
        main: list[tuple[BracketMatch | None, ...]] = []
        losers: list[tuple[BracketMatch | None, ...]] = []
        third: BracketMatch | None = None
        for number, stage in enumerate(self.rules.stages_of(lines, self.play), start=1):
            if len(stage.final) and self._final_is_last(main):
                break
            parts = self._stage(number, stage)
            main += [column for column in (parts[Part.MAIN], parts[Part.FINAL]) if column]
            losers += [parts[Part.LOSERS]] if parts[Part.LOSERS] else []
            third = next(iter(parts[Part.THIRD_PLACE]), third)
        return Bracket(self.rules, self.seeds, tuple(main), tuple(losers), third)

    def play(self, duel: tuple[Side, Side], _rounds: range) -> tuple[Side, Side]:
        """Who goes on from a match of the stage, and who does not."""
        return self.results[duel]

    @staticmethod
    def _final_is_last(main: Sequence[tuple[BracketMatch | None, ...]]) -> bool:
        """Whether a final stands already that has not been won by the losers' winner."""
        final = main[-1][0]
        if final is None or final.part is not Part.FINAL:
            return False
        return final.winner is None or final.winner == final.sides[0].player

    def _stage(self, number: int, stage: Stage[Side]) -> dict[Part, tuple[BracketMatch | None, ...]]:
        duels = {
            Part.MAIN: stage.duels,
            Part.THIRD_PLACE: stage.third,
            Part.LOSERS: stage.lower,
            Part.FINAL: stage.final,
        }
        return {part: tuple(self._matches(number, stage.rounds, part, own)) for part, own in duels.items()}

    def _matches(
        self, stage: int, rounds: range, part: Part, duels: Sequence[tuple[Side, Side]]
    ) -> Iterator[BracketMatch | None]:
        for duel in duels:
            where = (part, stage, len(duels), rounds[0], rounds[-1], duel)
            byes = sum(side.is_bye for side in duel)
            if byes:
                on = duel[0] if duel[1].is_bye else duel[1]
                self.results[duel] = (on, BYE)
                yield None if byes == 2 else BracketMatch(*where, winner=on.player, by=DecidedBy.BYE)
                continue
            self.numbers += 1
            games = tuple(self._games(duel, rounds))
            result = self._decided(duel, rounds)
            self.results[duel] = (
                (Side(winner_of=self.numbers), Side(loser_of=self.numbers))
                if result is None
                else (Side(result.winner), Side(result.loser))
            )
            winner, by = (None, None) if result is None else (result.winner, result.by)
            yield BracketMatch(*where, self.numbers, games, _half_wins(duel, games), winner, by)

    def _games(self, duel: tuple[Side, Side], rounds: range) -> list[GameFact]:
        players = {side.player for side in duel}
        if None in players:
            return []
        games = self.snapshot.past_games()
        return sorted(
            (game for game in games if game.round in rounds and {game.first, game.second} == players),
            key=lambda game: game.round,
        )

    def _decided(self, duel: tuple[Side, Side], rounds: range) -> Outcome | None:
        one, other = duel
        if one.player is None or other.player is None:
            return None
        return decided_match(self.snapshot, (one.player, other.player), rounds, self.seeds)


#: What a game that was not played is worth to its first and second player, in half wins.
_NOT_PLAYED = {ResultKind.FORFEIT_WIN: (2, 0), ResultKind.FORFEIT_LOSS: (0, 2)}


def _half_wins(duel: tuple[Side, Side], games: Iterable[GameFact]) -> tuple[int, int]:
    won = {side.player: 0 for side in duel}
    for game in games:
        played = (game.half_wins, 2 - game.half_wins) if game.kind is ResultKind.PLAYED else (0, 0)
        first, second = _NOT_PLAYED.get(game.kind, played)
        won[game.first] += first
        won[game.second] += second
    return won[duel[0].player], won[duel[1].player]
