"""A hall in a test's own books: who plays how well, every result as typed, and the standings that must come out."""

import random
from dataclasses import dataclass, field

FIRST = ("Ada", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
LAST = ("Ash", "Birch", "Cedar", "Drake", "Elm")
BYE_SPREAD, FORFEIT_SPREAD = 50, -50


@dataclass
class Line:
    """A player's standing: wins in halves, so that a tie is 1."""

    half_wins: int = 0
    spread: int = 0


@dataclass
class Hall:
    """Players by number, and each round's results: two (number, score) pairs, or one number with a bye or forfeits."""

    names: dict[int, str] = field(default_factory=dict)
    games: dict[int, dict[frozenset[int], dict[int, int]]] = field(default_factory=dict)
    byes: dict[int, set[int]] = field(default_factory=dict)
    forfeits: dict[int, set[int]] = field(default_factory=dict)
    present: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)

    def scores(self, first: int, second: int, round_number: int) -> tuple[int, int]:
        """What the two score: the lower number is the stronger player, with luck that anybody can repeat."""
        luck = random.Random(first * 10_007 + second * 101 + round_number)
        return int(luck.gauss(430 - 2 * first, 55)), int(luck.gauss(430 - 2 * second, 55))

    def play(self, round_number: int, first: int, second: int, scores: tuple[int, int]) -> None:
        """Write a result into the books; a later one for the same two replaces it."""
        self.games.setdefault(round_number, {})[frozenset((first, second))] = {first: scores[0], second: scores[1]}

    def standings(self) -> dict[str, tuple[float, int]]:
        """Wins and spread by name, added up without any help of the site."""
        lines = {number: Line() for number in self.names}
        for games in self.games.values():
            for game in games.values():
                (one, own), (two, other) = game.items()
                for number, margin in ((one, own - other), (two, other - own)):
                    lines[number].half_wins += 2 if margin > 0 else 1 if margin == 0 else 0
                    lines[number].spread += margin
        for numbers in self.byes.values():
            for number in numbers:
                lines[number].half_wins += 2
                lines[number].spread += BYE_SPREAD
        for numbers in self.forfeits.values():
            for number in numbers:
                lines[number].spread += FORFEIT_SPREAD
        return {self.names[number]: (line.half_wins / 2, line.spread) for number, line in lines.items()}


def roster(count: int) -> list[tuple[str, int]]:
    """Names that nobody bears, with ratings that fall from 1900."""
    names = [f"{first} {last}" for last in LAST for first in FIRST]
    return [(name, 1900 - 15 * place) for place, name in enumerate(names[:count])]
