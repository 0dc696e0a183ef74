"""The invented history that the rating benchmarks measure, and the name of their yardstick."""

import random
from datetime import date, timedelta

from ratings.engine.types import Event, RatedGame

EVENTS, PLAYERS, FIELD, ROUNDS = 300, 1500, 36, 20
ELO = "plain Elo loop"


def history(*, events: int = EVENTS, seed: int = 1) -> tuple[Event, ...]:
    """Invented events, the same at every call: a random field each, random pairings, results by hidden strength."""
    dice = random.Random(seed)
    strength = {player: dice.gauss(0, 60) for player in range(1, PLAYERS + 1)}
    first = date(2019, 1, 5)
    return tuple(
        Event(number, first + timedelta(days=7 * number), ROUNDS, _games(dice, strength))
        for number in range(1, events + 1)
    )


def _games(dice: random.Random, strength: dict[int, float]) -> tuple[RatedGame, ...]:
    field = dice.sample(sorted(strength), FIELD)
    games: list[RatedGame] = []
    for number in range(1, ROUNDS + 1):
        dice.shuffle(field)
        for table, (one, other) in enumerate(zip(field[::2], field[1::2], strict=True), 1):
            lead = strength[one] - strength[other] + dice.gauss(0, 95)
            games.append(
                RatedGame(f"{number}.{table}", number, one, other, round(400 + lead / 2), round(400 - lead / 2))
            )
    return tuple(games)
