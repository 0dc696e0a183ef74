"""Files of events that were begun elsewhere."""

import random

from tournaments.engine.pairing.round_robin import berger_round


def shuffled_round_robin(size: int, rounds: int, *, seed: int, order: list[int] | None = None) -> str:
    """A `.t` file of a round robin after some rounds. As in tsh, the table's rounds come in an order of their own."""
    dice = random.Random(seed)
    length = size - 1 + size % 2
    turns = order or dice.sample(range(1, length + 1), length)
    lines: list[tuple[list[str], list[str], list[str]]] = [([], [], []) for _ in range(size)]
    for turn in turns[:rounds]:
        for a, b in berger_round(size, turn):
            if b is None:
                _add(lines[a], "0", "50", "0")
                continue
            first = dice.choice((a, b))
            for one, other in ((a, b), (b, a)):
                _add(lines[one], str(other + 1), str(dice.randint(280, 520)), "1" if one == first else "2")
    return "".join(
        f"Circle, {chr(65 + k // 26)}{chr(65 + k % 26)} {1900 - 30 * k if k % 6 else 0} {' '.join(met)}; "
        f"{' '.join(scores)}; p12 {' '.join(starts)}; lifeg {20 * k}\n"
        for k, (met, scores, starts) in enumerate(lines)
    )


def _add(line: tuple[list[str], list[str], list[str]], *words: str) -> None:
    for column, word in zip(line, words, strict=True):
        column.append(word)
