"""Rounds whose pairing is still free: wins are counted, since every win is somebody's loss.

Whatever the pairing, a round of n players gives them n half wins together, and every distribution of them in which
nobody has more than two a round can be paired. So a player can still be first if the others can share out what is left
without too many of them passing: each who must stay behind has room for so many half wins and no more. One round that
is paired already may come first; there the two of a game have two half wins between them.

What follows from the counts is proved. Spreads are bounded from one side, so where only they could tell, both
`Verdict.can` and `Verdict.sure` may be None.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tournaments.engine.contention.case import games_left
from tournaments.engine.contention.lines import Half, Line, Scale

#: (members who pass, half wins of the free rounds that are taken) for one player or the two of a game.
Choice = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Extremes:
    """The least and the most that a result can add to the spread."""

    least: tuple[int, int, int]
    most: tuple[int, int, int]

    def spread(self, games: int, halves: int, *, most: bool) -> int:
        """The least or the most of so many games with so many half wins."""
        worth = self.most if most else self.least
        values = (
            (games - ties - won) * worth[Half.LOSS] + ties * worth[Half.TIE] + won * worth[Half.WIN]
            for ties in range(halves % 2, halves + 1, 2)
            if (won := (halves - ties) // 2) + ties <= games
        )
        return max(values) if most else min(values)


class FreeRounds:
    """A case with rounds that are not paired, and at most one that is. `limit`: more players ahead are not told apart."""

    def __init__(self, scale: Scale, limit: int) -> None:
        self.scale, self.case, self.limit = scale, scale.case, limit
        case = self.case
        games = case.paired[0] if case.paired else ()
        self.games = games
        self.opponent = dict(games) | {second: first for first, second in games}
        self.left = games_left(case)
        self.active = sum(one.active for one in case.field)
        self.odd = bool(self.active % 2)
        turns = range(len(case.paired) + case.rounds)
        self.largest = [scale.most(turn) for turn in turns]
        self.extremes = self._extremes()
        self.fewest, self.passing = cache(self._fewest), cache(self._passing)  # the same for prizes of all places
        kinds = [(certain, most) for certain in (False, True) for most in (False, True)]
        self.lines = {kind: self._lines(certain=kind[0], most=kind[1]) for kind in kinds}

    def _extremes(self) -> _Extremes:
        largest = max(self.largest)
        least = [-largest, 0, min(self.scale.least, largest)]
        most = [-least[Half.WIN], 0, largest]
        if self.odd:
            half, spread = self.case.bye_half_wins, self.case.bye_spread
            least[half], most[half] = min(least[half], spread), max(most[half], spread)
        return _Extremes((least[0], least[1], least[2]), (most[0], most[1], most[2]))

    def _turns(self, player: int) -> list[int]:
        """How much each game left of the player can change the spread."""
        first = [self.largest[0]] if player in self.opponent else []
        free = self.largest[len(self.case.paired) :] if self.case.field[player].active else []
        return first + free

    def _free(self, player: int) -> int:
        """The most half wins that the player can have in the free rounds."""
        return 2 * self.case.rounds * self.case.field[player].active

    def _to_share(self, own: int) -> int:
        """The half wins of the free rounds that the others have together, if the player has `own` of them."""
        bye = self.case.bye_half_wins - 1 if self.odd else 0
        return self.case.rounds * (self.active + bye) - own

    def _line(self, player: int, halves: int, spread: int) -> Line:
        """The player's line after all games left, with so many half wins and this change of the spread."""
        loss, tie, _win = self.scale.gains
        games = self.left[player]
        gain = [games * low + halves * (one - low) for low, one in zip(loss, tie, strict=True)]
        return self.scale.shifted(self.scale.now[player], gain, spread)

    def best_line(self, player: int, *, certain: bool) -> Line:
        """The player's line after winning everything; `certain`: one that can be had whoever has the byes."""
        turns = self._turns(player)
        spread = sum(turns)
        if self.odd and self.case.field[player].active:
            free = turns[-self.case.rounds :]
            byes = [min(one, self.case.bye_spread) if certain else max(one, self.case.bye_spread) for one in free]
            spread += sum(byes) - sum(free)
        return self._line(player, 2 * self.left[player], spread)

    def worst_line(self, player: int, wins: int) -> Line:
        """The player's line after so many wins by as little as possible and losses by as much."""
        games = self.left[player]
        return self._line(player, 2 * wins, self.extremes.spread(games, 2 * wins, most=False))

    def _even_spread(self, player: int, halves: int, *, most: bool) -> int:
        """The change of the spread if every margin is 1; with byes the least or the most that it can be."""
        bye = self.case.bye_spread - 1 if self.odd and self.case.field[player].active else 0
        return halves - self.left[player] + self.case.rounds * (max(0, bye) if most else min(0, bye))

    def _lines(self, *, certain: bool, most: bool) -> list[list[Line]]:
        """Everybody's line by half wins, with the least or the most spread; `certain`: if every margin is 1."""

        def spread(player: int, halves: int) -> int:
            if certain:
                return self._even_spread(player, halves, most=most)
            return self.extremes.spread(self.left[player], halves, most=most)

        field = range(len(self.case.field))
        return [
            [self._line(one, halves, spread(one, halves)) for halves in range(2 * self.left[one] + 1)] for one in field
        ]

    # How many others end ahead -------------------------------------------------------------------------------------

    def _fewest(self, player: int, members: frozenset[int], *, certain: bool) -> int:
        """The fewest members ahead of the player who wins everything, up to the limit.

        `certain`: so many at most are in an outcome that can be given; otherwise no outcome has fewer.
        """
        own = self.best_line(player, certain=certain)
        room = self._room(own, level=not certain or self.scale.final, lines=self.lines[certain, certain])

        def options(other: int, paired: int) -> Iterator[Choice]:
            free = self._free(other)
            if other not in members:
                yield 0, free
                return
            left = room[other] - paired
            if left >= 0:
                yield 0, min(left, free)
            if left < free:
                yield 1, free

        needed = self._to_share(self._free(player))
        taken = self._best(player, Half.LOSS, options, max)
        return next((passing for passing in sorted(taken) if taken[passing] >= needed), self.limit)

    def _passing(self, player: int, members: frozenset[int], wins: int, *, certain: bool = False) -> int:
        """The most members ahead of the player, or level, who wins so many games, up to the limit.

        `certain`: so many at least are in an outcome that can be given; otherwise no outcome has more.
        """
        own = self.worst_line(player, wins)
        if certain:
            own = self._line(player, 2 * wins, wins - sum(self._turns(player)[wins:]))
        room = self._room(own, level=certain and not self.scale.final, lines=self.lines[certain, not certain])

        def options(other: int, paired: int) -> Iterator[Choice]:
            yield 0, 0
            needed = room[other] + 1 - paired
            if other in members and room[other] < 2 * self.left[other] and needed <= self._free(other):
                yield 1, max(0, needed)

        most = []
        paired = player in self.opponent
        for won in (0, 1) if paired else (0,):
            if won <= wins <= self.left[player] - int(paired and not won):
                share = self._to_share(2 * (wins - won))
                taken = self._best(player, Half.LOSS if won else Half.WIN, options, min)
                most += [number for number, least in taken.items() if least <= share]
        return max(most, default=0)

    def _room(self, own: Line, *, level: bool, lines: Sequence[Sequence[Line]]) -> list[int]:
        """Everybody's most half wins with which they stay behind (`level`: or level); -1: none."""
        place = bisect_right if level else bisect_left
        return [place(theirs, own) - 1 for theirs in lines]

    def _best(
        self,
        player: int,
        opponent: Half,
        options: Callable[[int, int], Iterator[Choice]],
        choose: Callable[[int, int], int],
    ) -> dict[int, int]:
        """By the number of members who pass the most (or least) half wins of the free rounds that the others take."""
        start_passing = start = 0
        open_ = []
        for choices in self._choices(player, opponent, options):
            if len(choices) == 1:
                ((passing, halves),) = choices
                start_passing, start = start_passing + passing, start + halves
            else:
                open_.append(choices)
        best = {min(start_passing, self.limit): start}
        for choices in open_:
            new: dict[int, int] = {}
            for before, total in best.items():
                for passing, halves in choices:
                    number, value = min(before + passing, self.limit), total + halves
                    new[number] = choose(new[number], value) if number in new else value
            best = new
        return best

    def _choices(
        self, player: int, opponent: Half, options: Callable[[int, int], Iterator[Choice]]
    ) -> Iterator[set[Choice]]:
        """For everybody else, or for the two of a game, what they can take."""
        for one, other in self.games:
            if player in (one, other):
                yield set(options(other if one == player else one, opponent))
                continue
            yield {
                (first[0] + second[0], first[1] + second[1])
                for half in Half
                for first in options(one, half)
                for second in options(other, Half.WIN - half)
            }
        for other in range(len(self.case.field)):
            if other != player and other not in self.opponent:
                yield set(options(other, 0))

    @property
    def can_give(self) -> bool:
        """Whether outcomes can be given: somebody must play, and with an odd number a bye must be a win like any other."""
        return self.active > 1 and (not self.odd or (self.case.bye_half_wins == Half.WIN and self.case.bye_spread >= 1))

    def enough(self, player: int, members: frozenset[int], place: int) -> int | None:
        """The fewest wins that prove this place or a better one; None = no number does."""
        wins = range(self.left[player] + 1)
        return next((won for won in wins if self.passing(player, members, won) < place), None)
