"""Rounds of events shaped like real ones, paired by other rules and by ours: repeats, score differences, starts, distances.

The other rules: tsh's, as the checker reads them; or FIDE's Dutch system by the package caissify-pairings, if it can be imported.
"""

from __future__ import annotations

import importlib
import random
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tournaments.engine.codec import snapshot_as_dict
from tournaments.engine.model import EntrySnapshot, GameFact, ResultKind, Snapshot, StandingsRules
from tournaments.engine.pairing import choose, pairing_options
from tournaments.proof.checker import facts as past_facts
from tournaments.proof.checker import tsh
from tournaments.proof.checker.field import Field
from tournaments.proof.checker.tsh import measured

Edge = tuple[int, int]
#: The pairs of a round as (first, second), and the player with the bye.
Round = tuple[list[Edge], int | None]
Reference = Callable[[Field, random.Random], Round]
MEASURES = ("repeats", "score differences", "starts", "distance")


@dataclass(frozen=True)
class Comparison:
    """One round: what each measure is by the other rules, and by ours."""

    event: int
    round: int
    players: int
    theirs: tuple[int, ...]
    ours: tuple[int, ...]

    @property
    def as_good(self) -> bool:
        """Whether ours is at least as good in all of them."""
        return all(own <= other for own, other in zip(self.ours, self.theirs, strict=True))


@dataclass(frozen=True)
class Shape:
    """An event to be played: its players, who is late and when they arrive, its rounds, how strong everyone is."""

    players: tuple[EntrySnapshot, ...]
    late: frozenset[int]
    late_in: int
    rounds: int
    strength: dict[int, float]


def compare(number: int, system: str = "win_groups", *, fide: bool = False) -> Iterator[Comparison]:
    """Play an event by the other rules, and pair each of its rounds by ours too."""
    dice = random.Random(f"real {number}")  # noqa: S311  # a made-up event, not a secret
    shape = _shape(dice, fide=fide)
    reference = by_dutch if fide else by_tsh
    # The Dutch system ranks equal scores by number.
    rules = StandingsRules(spread_cap=0) if fide else StandingsRules()
    games: tuple[GameFact, ...] = ()
    for round_ in range(1, shape.rounds + 1):
        here = tuple(p for p in shape.players if p.id not in shape.late or round_ >= shape.late_in)
        ids = [p.id for p in here]
        requested = tuple(dice.sample(ids, 1)) if round_ > 1 and dice.random() < 0.06 and not fide else ()
        snapshot = Snapshot(round=round_, players=here, games=games, settings=rules, requested_byes=requested)
        options = pairing_options(system, total_rounds=shape.rounds)
        field = Field(past_facts.read(snapshot_as_dict(snapshot)), options.as_dict())
        theirs, bye = reference(field, dice)
        plan = choose(snapshot, options).plan(number)
        own = [(pair.first, pair.second) for pair in plan.pairs]
        yield Comparison(number, round_, len(shape.players), measured(field, theirs), measured(field, own))
        games += tuple(GameFact(round_, p, kind=ResultKind.BYE, requested=True) for p in requested)
        games += () if bye is None else (GameFact(round_, bye, kind=ResultKind.BYE),)
        for first, second in theirs:
            lead = round(shape.strength[first] - shape.strength[second] + dice.gauss(10, 85))
            games += (GameFact(round_, first, second, 400 + max(lead, 0), 400 - min(lead, 0)),)


def _shape(dice: random.Random, *, fide: bool) -> Shape:
    """8 to 60 players, 7 to 24 rounds; for the Dutch system, which knows no repeats, at most half as many as players."""
    size = dice.choice([dice.randint(8, 20), dice.randint(8, 40), dice.randint(20, 60)])
    rounds = dice.choice([7, 8, 10, 12, 14, 15, 16, 18, 20, 24])
    rounds = min(rounds, size // 2) if fide else rounds
    ratings = sorted((round(dice.gauss(1300, 320)) for _ in range(size)), reverse=True)
    clubs = [f"club {k}" for k in range(max(2, size // 5))]
    players = tuple(
        EntrySnapshot(id=k + 1, number=k + 1, rating=rating, club=dice.choice(clubs))
        for k, rating in enumerate(ratings)
    )
    strength = {player.id: (player.rating or 0) / 5 + dice.gauss(0, 25) for player in players}
    late = frozenset(dice.sample([p.id for p in players[size // 3 :]], dice.choice([0, 0, 0, 1, 2])))
    late_in = dice.randint(2, max(2, rounds // 2))
    return Shape(players, frozenset() if fide else late, late_in, rounds, strength)


def by_tsh(field: Field, dice: random.Random) -> Round:
    """A round by tsh's `ns`. First: who has fewer firsts; of equals who was second in the last game; else by lot."""
    pairs, bye, _field = tsh.pair(field.facts, field.options)

    def started(a: int, b: int) -> Edge:
        one, other = field.past.starts[a], field.past.starts[b]
        if one.firsts != other.firsts:
            return (a, b) if one.firsts < other.firsts else (b, a)
        if one.last is not other.last:
            return (a, b) if other.last else (b, a)
        return (a, b) if dice.random() < 0.5 else (b, a)

    made = [started(field.ids[i], field.ids[j]) for i, j in pairs]
    return made, None if bye is None else field.ids[bye]


def by_dutch(field: Field, _dice: random.Random) -> Round:
    """A round by the Dutch system. Raises ModuleNotFoundError where the package is not there."""
    dutch = importlib.import_module("caissify_pairings")
    facts, players = field.facts, field.facts.players
    colours: dict[int, list[str]] = {player: [] for player in players}
    floats: dict[int, list[str]] = {player: [] for player in players}
    for round_ in range(1, facts.round):
        before = past_facts.totals(facts, round_ - 1)
        for game in facts.past:
            if game.round != round_:
                continue
            colours[game.first].append("none" if game.second is None else "white")
            lead = 1 if game.second is None else before[game.first].points - before[game.second].points
            floats[game.first].append(_float(lead))
            if game.second is not None:
                colours[game.second].append("black")
                floats[game.second].append(_float(-lead))
    rows: list[dict[str, Any]] = [
        {
            "id": player,
            "name": str(player),
            "score": field.table[player].points / 2,
            "rating": players[player].rating,
            "starting_number": players[player].number,
            "color_hist": colours[player],
            "float_history": floats[player],
            "bye_count": field.past.byes[player],
        }
        for player in field.ids
    ]
    met = {(min(pair), max(pair)) for pair in field.past.times}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = dutch.generate_pairings(
            system="dutch",
            players=rows,
            previous_pairings=met,
            round_number=facts.round,
            total_rounds=int(field.options["total_rounds"]),
        )
    bye = [row["white_id"] for row in made if row["black_id"] is None]
    return [(row["white_id"], row["black_id"]) for row in made if row["black_id"] is not None], bye[0] if bye else None


def _float(lead: int) -> str:
    return "down" if lead > 0 else "up" if lead < 0 else "none"
