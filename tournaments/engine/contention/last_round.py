"""The last round, exactly: when its games are known, every result and margin of each is taken into account.

Given a player's own result and margin, each other game decides for itself who of its two ends ahead of the player. So
what all games together can do is the sum of what each can do, and no search through their combinations is needed; the
least and the most are reached with the best and the worst own margin. What a player needs follows in the same way: for
each own result the `Threat`s, of which at most `spare` may come true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from tournaments.engine.contention.lines import Half, Line, Scale

#: The results of a player who has no game left.
IDLE: tuple[Half | None, ...] = (None,)


class ThreatKind(StrEnum):
    """What puts somebody ahead of the player."""

    RESULT = "result"  # they get at least `result`
    MARGIN = (
        "margin"  # with `result` they are ahead if own margin less theirs is below `margin`; with a better one always
    )
    OWN = "own"  # the player's own margin is below `margin`
    TIE = "tie"  # the two tie: then both are ahead
    NO_TIE = "no_tie"  # the two do not tie: then one of them is ahead


@dataclass(frozen=True, slots=True)
class Threat:
    """Something that puts one more player ahead. `players`: their ids. Margins: points for less points against."""

    kind: ThreatKind
    players: tuple[int, ...]
    result: int | None = None
    margin: int | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """What a player needs with one result of their own (half wins; None: no game left).

    `sure`: nothing more. Otherwise at most `spare` of the threats may come true. `shared`: only sharing the place is
    possible, by being level with somebody.
    """

    result: int | None
    sure: bool
    spare: int = 0
    threats: tuple[Threat, ...] = ()
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Reach:
    """For one own result the fewest and the most others who can end ahead; `…_level`: those level with the player too."""

    fewest: int
    fewest_level: int
    most: int
    most_level: int


class LastRound:
    """A case whose only games left are those of one round, in which nobody plays twice."""

    def __init__(self, scale: Scale) -> None:
        self.scale, self.case = scale, scale.case
        games = self.case.paired[0] if self.case.paired else ()
        self.opponent = dict(games) | {second: first for first, second in games}
        self.largest = scale.most(0)
        least = min(scale.least, self.largest)
        self.margins = {
            Half.LOSS: (-self.largest, -least),
            Half.TIE: (0, 0),
            Half.WIN: (least, self.largest),
        }
        self.reach = cache(self._reach)  # the same for prizes of all places

    def results(self, player: int) -> tuple[Half | None, ...]:
        """The player's own possible results, the best first."""
        return (Half.WIN, Half.TIE, Half.LOSS) if player in self.opponent else IDLE

    def _reach(self, player: int, members: frozenset[int], result: Half | None) -> Reach:
        """How many of the members can end ahead of the player with this result."""
        worst, best = self.margins[result] if result is not None else (0, 0)
        others = [other for other in members if other != player]
        fewest, _ = self._ahead(player, others, result, best, level=False)
        fewest_level, _ = self._ahead(player, others, result, best, level=True)
        _, most = self._ahead(player, others, result, worst, level=False)
        _, most_level = self._ahead(player, others, result, worst, level=True)
        return Reach(fewest, fewest_level, most, most_level)

    def _own_line(self, player: int, result: Half | None, margin: int) -> Line:
        return self.scale.now[player] if result is None else self.scale.after(player, result, margin)

    def _ahead(
        self, player: int, others: Sequence[int], result: Half | None, margin: int, *, level: bool
    ) -> tuple[int, int]:
        """The fewest and the most of the others who can be ahead (`level`: or level) after this result and margin."""
        own = self._own_line(player, result, margin)
        opponent = self.opponent.get(player)
        least = most = 0
        counted, seen = set(others), set()
        for other in others:
            partner = self.opponent.get(other)
            if other in seen:
                continue
            if other == opponent and result is not None:
                line = self.scale.after(other, Half(Half.WIN - result), -margin)
                low = high = int(_beats(line, own, level=level))
            elif partner is None:
                low = high = int(_beats(self.scale.now[other], own, level=level))
            else:
                seen.add(partner)
                low, high = self._of_game(other, partner if partner in counted else None, own, level=level)
            least, most = least + low, most + high
        return least, most

    def _of_game(self, one: int, other: int | None, own: Line, *, level: bool) -> tuple[int, int]:
        """The fewest and the most players of a game who can be ahead; `other` None: only the one counts."""
        first = self._from(one, own, level=level)
        second = self._from(other, own, level=level) if other is not None else None
        counts = {
            int(first is not None and (half, margin) >= first)
            + int(second is not None and (Half(Half.WIN - half), -margin) >= second)
            for half, margin in self._telling(first, second)
        }
        return min(counts), max(counts)

    def _from(self, player: int, own: Line, *, level: bool) -> tuple[Half, int] | None:
        """The least result and margin with which the player is ahead; None = none is enough."""
        for half, (low, high) in self.margins.items():
            if _beats(self.scale.after(player, half, low), own, level=level):
                return half, low
            if _beats(self.scale.after(player, half, high), own, level=level):
                needed = own[-1] - self.scale.now[player][-1] + (0 if level else 1)
                return half, max(low, needed)
        return None

    def _telling(self, first: tuple[Half, int] | None, second: tuple[Half, int] | None) -> Iterator[tuple[Half, int]]:
        """Results of a game, seen by the first, among which all of its effects are."""
        for half, (low, high) in self.margins.items():
            points = {low, high}
            if first is not None and first[0] is half:
                points |= {first[1] - 1, first[1]}
            if second is not None and second[0] == Half.WIN - half:
                points |= {-second[1], 1 - second[1]}
            yield from ((half, margin) for margin in points if low <= margin <= high)

    def needs(self, player: int, members: frozenset[int], place: int) -> tuple[Need, ...]:
        """What the player needs for this place or a better one, for each result with which it is possible."""
        needs = []
        for result in self.results(player):
            reach = self.reach(player, members, result)
            if reach.most_level < place:
                needs.append(Need(result, sure=True))
            elif reach.fewest < place:
                shared = reach.fewest_level >= place
                if shared and not self.scale.final:
                    continue  # a later tie-break decides, of which nothing is known
                always, threats = self._threats(player, members, result, level=not shared)
                spare = place - 1 - always
                needs.append(Need(result, False, spare, threats if spare else _strictest(threats), shared))
        return tuple(needs)

    def _threats(
        self, player: int, members: frozenset[int], result: Half | None, *, level: bool
    ) -> tuple[int, tuple[Threat, ...]]:
        """How many are ahead in any case, and what else can put somebody ahead (`level`: or level)."""
        always, threats, seen = 0, [], set()
        counted = set(members) - {player}
        for other in sorted(counted):
            if other in seen:
                continue
            partner = self.opponent.get(other)
            both = partner in counted and partner != player
            of_game = [self._threat(player, other, result, level=level)]
            if both and partner is not None:
                seen.add(partner)
                of_game.append(self._threat(player, partner, result, level=level))
            more, kept = self._of_both(of_game)
            always += more
            threats += kept
        return always, tuple(threats)

    def _threat(self, player: int, other: int, result: Half | None, *, level: bool) -> Threat | bool:
        """What puts the other ahead; True: everything does, False: nothing does."""
        low, high = self.margins[result] if result is not None else (0, 0)
        worst, best = self._own_line(player, result, low), self._own_line(player, result, high)
        who = (self.case.field[other].id,)
        opponent = self.opponent.get(other)
        if opponent is None or opponent == player:
            return self._threat_by_own_margin(player, other, result, who, level=level)
        for half, (least, most) in self.margins.items():
            if _beats(self.scale.after(other, half, least), best, level=level):  # whatever the margins
                return half is Half.LOSS or Threat(ThreatKind.RESULT, who, half)
            if _beats(self.scale.after(other, half, most), worst, level=level):
                lead = self.scale.now[other][-1] - self.scale.now[player][-1]
                return Threat(ThreatKind.MARGIN, who, half, lead + int(level))
        return False

    def _threat_by_own_margin(
        self, player: int, other: int, result: Half | None, who: tuple[int], *, level: bool
    ) -> Threat | bool:
        plays = self.opponent.get(other) == player
        low, high = self.margins[result] if result is not None else (0, 0)

        def ahead(margin: int) -> bool:
            theirs = self.scale.now[other]
            if plays and result is not None:
                theirs = self.scale.after(other, Half(Half.WIN - result), -margin)
            return _beats(theirs, self._own_line(player, result, margin), level=level)

        if not ahead(low):
            return False
        if ahead(high):
            return True
        lead = self.scale.now[other][-1] - self.scale.now[player][-1] + int(level)
        return Threat(ThreatKind.OWN, who, None, -(-lead // 2) if plays else lead)

    def _of_both(self, of_game: Sequence[Threat | bool]) -> tuple[int, list[Threat]]:
        """The threats of one game: how many are ahead in any case, and what else can happen."""
        always = sum(one is True for one in of_game)
        threats = [one for one in of_game if isinstance(one, Threat)]
        if len(threats) < 2 or any(one.kind is not ThreatKind.RESULT for one in threats):
            return always, threats
        players = (*threats[0].players, *threats[1].players)
        wins = [one.result == Half.WIN for one in threats]
        if all(wins):
            return always, [Threat(ThreatKind.NO_TIE, players)]
        return always + 1, [] if any(wins) else [Threat(ThreatKind.TIE, players)]


def _strictest(threats: Sequence[Threat]) -> tuple[Threat, ...]:
    """Threats none of which may come true: of those by the own margin only the largest matters."""
    own = [one for one in threats if one.kind is ThreatKind.OWN]
    largest = sorted(own, key=lambda one: one.margin or 0)[-1:]
    return (*largest, *(one for one in threats if one.kind is not ThreatKind.OWN))


def _beats(line: Line, own: Line, *, level: bool) -> bool:
    return line > own or (level and line == own)
