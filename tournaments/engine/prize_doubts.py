"""What looks wrong in a list of prizes, before anybody has won one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.engine.prizes import PRIZE_KINDS, Facts, Prize


class DoubtCode(StrEnum):
    """Why a prize may not do what the director wants."""

    TWICE = "twice"  # the same prize again
    NOBODY = "nobody"  # nobody may win it
    FEW = "few"  # fewer players than its place
    GAP = "gap"  # a place without the place before
    LATE = "late"  # its rounds are beyond those planned
    OUT_OF_ORDER = "out_of_order"  # in a group, a lower place is awarded before a higher one
    NO_TEAMS = "no_teams"  # no team has enough players
    UNRATED = "unrated"  # needs ratings that nobody has
    NO_HANDICAPS = "no_handicaps"  # the division has no handicap standings
    ALL_ROUNDS = "all_rounds"  # the last rounds that count are all of them
    BOTH = "both"  # two prizes for the same places that do not exclude each other: one player may win both


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt about `prize`; `other` is the prize it is compared with."""

    code: DoubtCode
    prize: Prize
    other: Prize | None = None


def doubts(fields: Mapping[str, Facts], prizes: Sequence[Prize], rounds: Mapping[str, int]) -> tuple[Doubt, ...]:
    """All doubts, in the order of the prizes. `rounds`: rounds planned by division."""
    return tuple(
        doubt
        for index, prize in enumerate(prizes)
        for doubt in (*_of_prize(fields, prize, rounds), *_of_list(prize, prizes[:index], prizes))
    )


def _of_prize(fields: Mapping[str, Facts], prize: Prize, rounds: Mapping[str, int]) -> Iterator[Doubt]:
    kind = PRIZE_KINDS[prize.kind]
    names = [name for name in fields if prize.division in (None, name)]
    players = [player for name in names for player in fields[name].players if prize.admits(player)]
    if not players:
        yield Doubt(DoubtCode.NOBODY, prize)
    elif kind.of_teams:
        if abs(prize.place) > sum(
            size >= prize.count
            for size in Counter(player.team for player in players if player.team is not None).values()
        ):
            yield Doubt(DoubtCode.NO_TEAMS, prize)
    elif abs(prize.place) > len(players):
        yield Doubt(DoubtCode.FEW, prize)
    if kind.needs_ratings and not any(player.rating for player in players):
        yield Doubt(DoubtCode.UNRATED, prize)
    if kind.needs_handicaps and all(fields[name].handicap_games is None for name in names):
        yield Doubt(DoubtCode.NO_HANDICAPS, prize)
    last = max((rounds.get(name, 0) for name in names), default=0)
    if last and (prize.first > last or (prize.last or 0) > last):
        yield Doubt(DoubtCode.LATE, prize)
    if prize.kind == "last_hour" and last and prize.count >= last:
        yield Doubt(DoubtCode.ALL_ROUNDS, prize)


def _of_list(prize: Prize, before: Sequence[Prize], prizes: Sequence[Prize]) -> Iterator[Doubt]:
    if PRIZE_KINDS[prize.kind].by_hand:
        return
    for other in before:
        if _sort(other) == _sort(prize) and other.place == prize.place:
            yield Doubt(DoubtCode.TWICE, prize, other)
        elif prize.exclusive and other.exclusive == prize.exclusive:
            if _sort(other) == _sort(prize) and 0 < prize.place < other.place:
                yield Doubt(DoubtCode.OUT_OF_ORDER, prize, other)
        elif _restricted(prize) and not _restricted(other) and _open(other) == _open(prize):
            yield Doubt(DoubtCode.BOTH, prize, other)
            break
    places = {other.place for other in prizes if _sort(other) == _sort(prize)}
    if prize.place > 1 and prize.place - 1 not in places:
        yield Doubt(DoubtCode.GAP, prize)


def _open(prize: Prize) -> tuple[object, ...]:
    """What the prize is for, whoever may win it."""
    return prize.kind, prize.division, prize.first, prize.last


def _restricted(prize: Prize) -> bool:
    return not (prize.player_class is None and prize.team is None and prize.members is None)


def _sort(prize: Prize) -> tuple[object, ...]:
    """What the prize is for and who may win it: prizes of one sort differ in their places only."""
    return *_open(prize), prize.player_class, prize.team, prize.members
