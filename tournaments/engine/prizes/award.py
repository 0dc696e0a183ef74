"""Who wins what, when one prize excludes another, and why somebody was passed over.

Prizes are awarded in the order of the list (their priority) and read out by `shown`. All of it is a function of the
facts. `tournaments.engine.prize_doubts` says what looks wrong in a list of prizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.engine.prizes.kind import PRIZE_KINDS, Candidate, Facts, Prize, PrizeError
from tournaments.engine.prizes.kinds import begun


@dataclass(frozen=True, slots=True)
class Award:
    """Who wins a prize: several share it if they are equal, nobody if nobody qualifies.

    Two who are level for the first place of a series win its first and its second prize together.

    `passed_over`: those who stood before them but had already won the named prize of the same group.
    """

    prize: Prize
    winners: tuple[Candidate, ...]
    passed_over: tuple[tuple[int, str], ...] = ()


def award(facts: Facts, prizes: Sequence[Prize]) -> tuple[Award, ...]:
    """Award the prizes of a single division in order of priority; the answer is in the order in which they are read out."""
    return award_event({"": facts}, [replace(prize, division=None) for prize in prizes])


def award_event(fields: Mapping[str, Facts], prizes: Sequence[Prize]) -> tuple[Award, ...]:
    """Award the prizes of an event with these divisions by name, in order of priority; the answer as of `award`.

    Raises PrizeError for a place that belongs to no division of several.
    """
    won: dict[str, dict[int, str]] = {}
    level: dict[tuple[tuple[object, ...], int], Award] = {}
    awards = []
    for prize in prizes:
        together = level.pop((prize.series, prize.place), None)
        awards.append(replace(together, prize=prize) if together else _award(fields, prize, won, level))
    return tuple(sorted(awards, key=lambda one: one.prize.shown))


def _award(
    fields: Mapping[str, Facts],
    prize: Prize,
    won: dict[str, dict[int, str]],
    level: dict[tuple[tuple[object, ...], int], Award],
) -> Award:
    """One prize. `won`: prizes by group and player; `level`: places of a series that several have taken together."""
    earlier = {} if prize.exclusive is None else won.setdefault(prize.exclusive, {})
    ranked = eligible(fields, prize)
    if PRIZE_KINDS[prize.kind].by_hand:
        earlier.update((winner.player, prize.name) for winner in ranked)
        return Award(prize, tuple(ranked))
    if prize.place < 0:
        ranked.reverse()
    free = [candidate for candidate in ranked if candidate.player not in earlier]
    rank = abs(prize.place) - 1
    # Who has won a prize of the group is out of the running, and so are the group's places before this one.
    index = rank - sum(candidate.player in earlier for candidate in ranked[:rank])
    if index >= len(free):
        return Award(prize, ())
    winners = tuple(candidate for candidate in free if candidate.value == free[index].value)
    until = ranked.index(free[index])
    passed = tuple((one.player, earlier[one.player]) for one in ranked[rank:until] if one.player in earlier)
    earlier.update((winner.player, prize.name) for winner in winners)
    first = abs(prize.place) - (index - free.index(winners[0]))
    for place in range(first, first + len(winners)):
        signed = place if prize.place > 0 else -place
        if signed != prize.place:
            level[prize.series, signed] = Award(prize, winners)
    return Award(prize, winners, passed)


def eligible(fields: Mapping[str, Facts], prize: Prize) -> list[Candidate]:
    """Everybody in the running who may win the prize, the best first; equals by division and number."""
    competing = [facts for name, facts in fields.items() if prize.division in (None, name)]
    if len(competing) > 1 and PRIZE_KINDS[prize.kind].in_division:
        raise PrizeError(f"{prize.name}: a place in the standings belongs to one division")
    admitted = [
        candidate
        for facts in competing
        for candidate in candidates(facts, prize)
        if any(player.id == candidate.player and prize.admits(player) for player in facts.players)
    ]
    return sorted(admitted, key=lambda one: [-part for part in one.value])


def candidates(facts: Facts, prize: Prize) -> list[Candidate]:
    """Everybody in the running for a prize, once, the best first; equals by number. Before the first game nobody is."""
    if not PRIZE_KINDS[prize.kind].by_hand and not begun(facts, prize):
        return []
    number = {player.id: player.number for player in facts.players}
    best: dict[int, Candidate] = {}
    for candidate in PRIZE_KINDS[prize.kind].candidates(facts, prize):
        other = best.get(candidate.player)
        if other is None or candidate.value > other.value:
            best[candidate.player] = candidate
    return sorted(best.values(), key=lambda one: ([-part for part in one.value], number[one.player]))
