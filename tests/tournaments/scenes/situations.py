"""The situations of a challenge: what the judge must say under each rule, and the record that follows.

Written out rule by rule from the tournament rules' table of outcomes, apart from the program's own.
"""

from dataclasses import dataclass
from functools import cache

from games.engine.crossword.gcg import write
from games.engine.crossword.record import Player
from games.engine.crossword.rules import RULE_SETS
from games.engine.crossword.selfplay import EXPERT, play_game
from tests.games.engine.words import shipped_graph

WORDS = ("ADO", "APICULI", "BE", "HI", "HOB", "ON", "TRAIN", "TRAINER")
STANDS, OVER = "The play stands.", "The game is over."
#: What going out gives, by rule set (the table of differences): how many times the other's tiles, whether the other loses them.
ENDS = {"tournament": (2, False), "tokyo-club": (1, False), "gujarati-club": (1, True), "hasbro-zh": (1, True)}
TWICE = "The player who went out receives twice the value of the other's unplayed tiles."
ONCE = "The player who went out receives the value of the other's unplayed tiles."
LOSES = "The other player loses the value of those tiles."
COMES_OFF = "The play comes off the board, and its player takes back the tiles. Its %d points are removed."
RESUMES = "The turn counts as scoreless. The challenger plays next."
GOES_ON = "The game is not over. The turn counts as scoreless. The challenger plays next."
NO_CHALLENGES = "This event has no challenges: a play with an unacceptable word is rejected at once."
UNDECIDED = "The challenger's penalty is not set for this event: ask the director."


@dataclass(frozen=True)
class Cost:
    """A good play challenged in vain: what the judge says, for one word and for three; the points moved to the challenged player (minus:
    from the challenger); whether the turn is lost; whether the game is."""

    one: str
    three: str = ""
    points: int = 0
    points_of_three: int | None = None
    turn: bool = False
    game: bool = False


def gives(points: int, three: int | None = None) -> Cost:
    text = "The challenged player receives %d points."
    return Cost(text % points, text % (three or points), points, three)


def takes(points: int, three: int | None = None) -> Cost:
    text = "The challenger loses %d points."
    return Cost(text % points, text % (three or points), -points, None if three is None else -three)


NOTHING = "There is no penalty for the challenge."
COSTS = {
    "open": Cost(UNDECIDED),
    "single": Cost(NOTHING),
    "double": Cost("The challenger loses the turn, which counts as scoreless.", turn=True),
    "five": gives(5),
    "ten": gives(10),
    "five-per-word": gives(5, 15),
    "ten-per-word": gives(10, 30),
    "minus-five": takes(5),
    "minus-ten": takes(10),
    "free-then-five": Cost("The challenger's first failed challenge of a game is free."),
    # Rules for any number of points: the setting “Points” with the three fields below it.
    "plus-7": gives(7),
    "plus-23-per-word": gives(23, 69),
    "minus-12": takes(12),
    "minus-4-per-word": takes(4, 12),
    "triple": Cost("The challenger loses the game regardless of the score: enter a forfeit.", game=True),
}


@dataclass(frozen=True)
class Situation:
    """A challenge: the words, the points of the play, whether it empties the rack at the end; the record up to and with the play,
    the totals of (challenged, challenger) with it, who made it (0: first), and how the record goes on when the game is over."""

    words: tuple[str, ...]
    good: bool
    score: int
    before: str
    totals: tuple[int, int]
    player: int = 0
    out: bool = False
    end: str = ""
    turn: int = 1


@cache
def _played(seed: int) -> list[str]:
    """A whole game by our own engine, line by line."""
    rules = RULE_SETS["tournament"].with_options(challenge="void")
    players = [Player("Ada", "Ada"), Player("Dua", "Dua")]
    return (
        write(play_game(words=shipped_graph(), rules=rules, seed=seed, players=players, styles=(EXPERT, EXPERT)))
        .decode()
        .splitlines()
    )


def _ending(seed: int, words: tuple[str, ...], *, good: bool) -> Situation:
    """The challenge to the play that ends this game."""
    *before, last = _played(seed)
    score, total = (int(part) for part in before[-1].split()[-2:])
    other = next(int(line.split()[-1]) for line in reversed(before) if line.startswith(">Dua"))
    assert before[-1].startswith(">Ada"), "the player who goes out is the first"
    turns = sum(line.startswith(">") for line in before)
    return Situation(words, good, score, "\n".join(before), (total, other), out=True, end=last, turn=turns)


def situations() -> dict[str, Situation]:
    opening = "#player1 Ada Ada\n#player2 Dua Dua\n"
    trainer = f"{opening}>Ada: AEINRRT 8B TRAINER +66 66\n>Dua: BHO 7E HOB +25 25"
    return {
        "good": Situation(("TRAIN",), True, 12, f"{opening}>Ada: AINRT 8D TRAIN +12 12", (12, 0)),
        "bad": Situation(("NIART",), False, 12, f"{opening}>Ada: AINRT 8D NIART +12 12", (12, 0)),
        "good, three words": Situation(("HOB", "HI", "ON"), True, 25, trainer, (25, 66), player=1, turn=2),
        "good out": _ending(3, ("APICULI", "ADO"), good=True),
        "bad out": _ending(4, ("PI",), good=False),
    }


def tiles(rules: str) -> str:
    """What the judge says of the unplayed tiles."""
    times, loses = ENDS[rules]
    return " ".join([TWICE if times == 2 else ONCE, *([LOSES] if loses else [])])


def expected(rule: str, case: Situation, rules: str = "tournament") -> str:
    """What the judge says."""
    if rule == "void":
        return NO_CHALLENGES
    if not case.good:
        text = COMES_OFF % case.score
        if rule == "triple":
            return f"{text} Its player loses the game regardless of the score: enter a forfeit."
        return f"{text} {GOES_ON if case.out else RESUMES}"
    cost = COSTS[rule]
    if cost.game:
        return f"{STANDS} {cost.one}"
    if case.out:
        return f"{STANDS} {NOTHING if cost.turn else _price(rule, case)} {OVER} {tiles(rules)}"
    nextly = "The challenged player plays next." if cost.turn else "The challenger plays next."
    return f"{STANDS} {_price(rule, case)} {nextly}"


def _price(rule: str, case: Situation) -> str:
    cost = COSTS[rule]
    if len(case.words) == 2 and cost.points_of_three:
        if cost.points < 0:
            return f"The challenger loses {-2 * cost.points} points."
        return f"The challenged player receives {2 * cost.points} points."
    return cost.three or cost.one if len(case.words) == 3 else cost.one


def moved(rule: str, case: Situation) -> int:
    """The points of a lost challenge."""
    cost = COSTS[rule]
    return cost.points * (len(case.words) if cost.points_of_three else 1)


def final(case: Situation, totals: tuple[int, int], rules: str) -> tuple[int, int]:
    """The totals after the unplayed tiles were settled."""
    times, loses = ENDS[rules]
    value = int(case.end.split()[2]) // 2  # written down by the tournament's rules
    return totals[0] + times * value, totals[1] - (value if loses else 0)


def record(rule: str, case: Situation, rules: str = "tournament") -> tuple[str, tuple[int, int]]:
    """The record that follows the ruling, and the last totals of (challenged, challenger) before the game's end."""
    us, them = ("Ada", "Dua") if case.player == 0 else ("Dua", "Ada")
    mine, theirs = case.totals
    rack = case.before.splitlines()[-1].split()[1]
    lines = [case.before]
    if not case.good:
        lines.append(f">{us}: {rack} -- -{case.score} {mine - case.score}")
        return "\n".join(lines), (mine - case.score, theirs)
    points, cost = moved(rule, case), COSTS[rule]
    if points > 0 or cost.game:
        mine += points
        lines.append(f">{us}: (challenge) +{points} {mine}")
    elif points < 0:
        theirs += points
        lines.append(f">{them}: Q (challenge) {points} {theirs}")
    if cost.turn and not case.out:
        lines += [f">{them}: Q - +0 {theirs}", "#note #unsuccessful-challenge"]
    if case.out and not cost.game:
        left, (ours, others) = case.end.split()[1], final(case, (mine, theirs), rules)
        lines.append(f">{us}: {left} +{ours - mine} {ours}")
        if others != theirs:
            lines.append(f">{them}: {left.strip('()')} {left} {others - theirs} {others}")
    return "\n".join(lines), (mine, theirs)


def contradiction(rule: str, case: Situation) -> tuple[str, str]:
    """A record that does not follow the ruling, and what is said of it."""
    if not case.good:
        return case.before, "in the record the play"
    if moved(rule, case):
        return case.before, "points according to the word judge, 0 in the record"
    rack = case.before.splitlines()[-1].split()[1]
    us = "Ada" if case.player == 0 else "Dua"
    return f"{case.before}\n>{us}: {rack} -- -{case.score} {case.totals[0] - case.score}", "comes off"
