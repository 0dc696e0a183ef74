"""Recomputing the published ratings of finished divisions and saying where they differ.

How a long event is split follows its *configured* rounds, of which many files only know the number played.  What they
do know are the ratings that were shown during the event.  `settled` reads the split from those: never from the final
ratings that are to be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ratings.engine.naspa import rate, segment_ends
from ratings.engine.published import FileError, Published, Unrated, read_json
from ratings.engine.published_tsh import looks_like_tourney, read_tourney
from ratings.engine.types import ADJUSTMENTS, PlayerChange

_MOST_UNPLAYED = 10


@dataclass(frozen=True, slots=True)
class Difference:
    """A final rating that was not reproduced; `change` (None: no rated game) holds the working."""

    division: str
    player: int
    published: int
    computed: int | None
    change: PlayerChange | None


@dataclass(frozen=True, slots=True)
class Verification:
    """How many of how many final ratings were reproduced, and the others."""

    total: int
    differences: tuple[Difference, ...]

    @property
    def reproduced(self) -> int:
        """Number of final ratings that agree."""
        return self.total - len(self.differences)


def verify(divisions: Sequence[Published]) -> Verification:
    """Recompute every final rating."""
    differences: list[Difference] = []
    for division in divisions:
        changes = {change.player: change for change in rate(division.event, division.before, division.params)}
        for player, published in division.after.items():
            change = changes.get(player)
            computed = (change.after if change else division.before[player]).value
            if computed != published:
                differences.append(Difference(division.name, player, published, computed, change))
    return Verification(sum(len(division.after) for division in divisions), tuple(differences))


def read(data: bytes) -> tuple[Published | Unrated, ...]:
    """Read a file of finished divisions, a tourney.js or JSON.  Raises FileError."""
    return read_tourney(data) if looks_like_tourney(data) else read_json(data)


def with_rounds(divisions: Sequence[Published], rounds: Mapping[str, int]) -> tuple[Published, ...]:
    """The divisions with the configured `rounds` of those that are named replaced.

    Raises FileError for a name that no division has.
    """
    unknown = sorted(rounds.keys() - {division.name for division in divisions})
    if unknown:
        raise FileError(f"there is no division called {', '.join(unknown)}")
    return tuple(
        replace(division, event=replace(division.event, rounds=rounds.get(division.name, division.event.rounds)))
        for division in divisions
    )


@dataclass(frozen=True, slots=True)
class Settled:
    """A division as it is to be rated.

    shown_rounds: empty where the stated number of rounds is used, otherwise the configured numbers that fit the ratings shown
    after round `shown_after`; they split the event alike, so it does not matter which of them it was.
    """

    division: Published
    shown_rounds: tuple[int, ...] = ()
    shown_after: int = 0


def _with(division: Published, rounds: int) -> Published:
    return replace(division, event=replace(division.event, rounds=rounds))


def shown_rounds(division: Published) -> tuple[int, dict[tuple[int, ...], list[int]]]:
    """The last round but one, and the configured numbers of rounds that fit the ratings shown after it.

    The numbers are grouped by where they end the segments that were played.  The ratings of the last round, the final
    ones, are not looked at.
    """
    played = max((game.round for game in division.event.games), default=1)
    after = played - 1
    shown = {
        player: value
        for player, values in division.shown.items()
        if 0 < after <= len(values) and (value := values[after - 1]) is not None
    }
    candidates: dict[tuple[int, ...], list[int]] = {}
    if not shown:
        return after, candidates
    early = tuple(game for game in division.event.games if game.round <= after)
    for rounds in range(played, 2 * played + _MOST_UNPLAYED + 1):
        trial = replace(division.event, rounds=rounds, games=early)
        ratings = {change.player: change.after.value for change in rate(trial, division.before, division.params)}
        if all(ratings.get(player, division.before[player].value) == value for player, value in shown.items()):
            ends = tuple(end for end in segment_ends(rounds, division.params) if end < played)
            candidates.setdefault(ends, []).append(rounds)
    return after, candidates


def settled(division: Published) -> Settled:
    """The division with the configured rounds that were in force at its end.

    That is the stated number, or the one by which the ratings shown after the last round but one were computed: if an
    event was cut short, its file may state either, and directors change the number while they play.  Nothing else is
    tried.  Which of the two reproduces more of the division's final ratings is taken, the stated one when equal; one bit
    for a whole division, so a single wrong rating stays a difference.
    """
    best, fewest = Settled(division), len(verify([division]).differences)
    if not fewest:
        return best
    after, candidates = shown_rounds(division)
    for rounds in candidates.values():
        trial = _with(division, rounds[0])
        differences = len(verify([trial]).differences)
        if differences < fewest:
            best, fewest = Settled(trial, tuple(rounds), after), differences
    return best


def explaining_rounds(division: Published) -> tuple[int, ...]:
    """Configured round counts, other than the stated one, under which every final rating would be as published.

    A hint for a person, where nothing was shown during the event: a number fitted to the final ratings proves nothing.
    """
    played = max((game.round for game in division.event.games), default=1)
    candidates = range(played, 2 * played + _MOST_UNPLAYED + 1)
    return tuple(
        rounds
        for rounds in candidates
        if rounds != division.event.rounds and not verify([_with(division, rounds)]).differences
    )


def working(change: PlayerChange | None) -> Iterator[str]:
    """The working of a change as text, one line per game and one per named adjustment."""
    if change is None:
        yield "no rated game"
        return
    for segment in change.segments:
        start = "unrated" if segment.start is None else segment.start
        yield (
            f"rounds {segment.first_round}-{segment.last_round}: {start} → {segment.end}; "
            f"earned {segment.earned:g}, expected {segment.expected:.4f}"
        )
        for line in segment.games:
            yield (
                f"  round {line.round}: {line.score}-{line.opponent_score} against {line.opponent} "
                f"({line.opponent_rating}): expected {line.expected:.4f}, earned {line.earned:g}, "
                f"K {line.k:g} → {line.points:+.4f}, feedback {line.feedback:+.4f}"
            )
        first = segment.newcomer
        if first is not None:
            cap = "" if first.cap is None else f" cap {first.cap:.4f},"
            yield f"  performance {first.performance:.4f},{cap} rounding {segment.rounding:+.4f}"
        else:
            yield "  " + ", ".join(f"{name} {getattr(segment, name):+.4f}" for name in ADJUSTMENTS)
