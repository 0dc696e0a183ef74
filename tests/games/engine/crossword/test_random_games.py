"""Random games over rule sets, languages and numbers of players: what must hold after every move.

The suite plays a few dozen and the deep run a thousand; for more::

    WORDHALL_RANDOM_GAMES=10000 .venv/bin/pytest tests/games/engine/crossword/test_random_games.py -q
"""

import os
import random
from collections import Counter
from functools import cache

import pytest

from games.engine.crossword.challenge_rules import CHALLENGE_RULES
from games.engine.crossword.ending import Ending
from games.engine.crossword.move import Exchange, Move, Pass, Play
from games.engine.crossword.movegen import MoveGenerator, WordGraph
from games.engine.crossword.position import Position
from games.engine.crossword.rules import NINE_TILE, RULE_SETS, RuleSet
from games.engine.crossword.tiles import BLANK, tile_set, tile_set_slugs
from tests.harness.deep import times

GAMES = int(os.environ.get("WORDHALL_RANDOM_GAMES", times(30, deep=1000)))
BATCHES = times(2, deep=10)
LONGEST = 400
RULES = list(CHALLENGE_RULES)
# A move, or a challenge: (verdict, number of words).
Step = Move | tuple[bool, int]


@cache
def generator(slug: str, board: str) -> MoveGenerator:
    """A vocabulary of made-up words of one tile set: most pairs of tiles are one, so that a rack can be emptied."""
    rng = random.Random(slug)
    tiles = tile_set(slug)
    letters = [code for code in tiles.bag if code != BLANK]
    words = {tiles.face(bytes(rng.choices(letters, k=rng.choice((2, 2, 2, 3, 3, 4, 7))))) for _ in range(1200)}
    rules = RULE_SETS["tournament"].with_options(tile_set=slug, board=board)
    return MoveGenerator(rules, WordGraph.build(sorted(words), rules))


def rules_for(rng: random.Random) -> RuleSet:
    slug = rng.choice(tile_set_slugs())
    options: dict[str, object] = {"tile_set": slug, "challenge": rng.choice(RULES)}
    options["free_challenges"] = rng.choice((0, 0, 1, 2))
    if slug == "en-super":
        options["board"] = "standard21"
    if rng.random() < 0.2:
        options |= NINE_TILE
    if rng.random() < 0.2:
        options["finish_line"] = rng.choice((70, 120, 200))
    return RULE_SETS[rng.choice(sorted(RULE_SETS))].with_options(**options)


def on_board(position: Position) -> Counter[int]:
    return Counter(min(code, BLANK) for code in position.board if code)


def hold(position: Position, whole: Counter[int]) -> None:
    """What is true of every position."""
    racks = Counter(b"".join(position.racks))
    assert on_board(position) + racks + Counter(position.bag) == whole, "tiles are conserved"
    assert all(len(rack) <= position.rules.rack_size for rack in position.racks)
    assert not position.bag or all(len(rack) == position.rules.rack_size for rack in position.racks)
    assert all(sorted(rack) == list(rack) for rack in position.racks)
    assert min(position.skips) >= 0
    assert position.is_over or 0 <= position.turn < position.players


def may_challenge(position: Position) -> bool:
    """Whether the player after the last one to move may challenge."""
    if position.before is None:
        return False
    challenger = (position.before.turn + 1) % position.players
    rules = position.rules
    return rules.challenge != "void" or position.failed_challenges[challenger] < rules.free


def choose(rng: random.Random, position: Position) -> Step:
    """A challenge, a play, an exchange or a pass."""
    rules = position.rules
    if may_challenge(position) and rng.random() < 0.15:
        return rng.random() < 0.6, rng.randint(1, max(1, len(position.words)))
    rack = position.racks[position.turn]
    if rng.random() < 0.95:
        moves = generator(rules.tile_set, rules.board)
        plays = MoveGenerator(rules, moves.graph).plays(position.board, rack)
        if plays:
            return rng.choice(plays[:40]).play
    exchange = Exchange(bytes(sorted(rng.sample(rack, rng.randint(1, len(rack))))))
    return exchange if rng.random() < 0.5 and position.problems(exchange) == () else Pass()


def after(position: Position, step: Step) -> Position:
    if isinstance(step, tuple):
        return position.challenge(valid=step[0], words=step[1])
    return position.play(step)


def points(position: Position, step: Step) -> list[int]:
    """What each player's score must change by, worked out apart from the position's own bookkeeping."""
    changes = [0] * position.players
    if isinstance(step, Play):
        changes[position.turn] = position.measure(step).score
    elif isinstance(step, tuple):
        assert position.before is not None
        player, rule = position.before.turn, position.rules.challenge
        challenger = (player + 1) % position.players
        if not step[0]:
            changes[player] = position.before.scores[player] - position.scores[player]
        elif position.failed_challenges[challenger] >= position.rules.free:
            moved = CHALLENGE_RULES[rule].points * (step[1] if "per-word" in rule else 1)
            changes[challenger if moved < 0 else player] = moved
    return changes


def play(seed: int) -> Ending | None:
    """One game; returns how it ended."""
    rng = random.Random(seed)
    rules = rules_for(rng)
    bag = bytes(rng.sample(rules.tiles.bag, rules.tiles.total))
    whole = Counter(bag)
    start = position = Position.start(rules, bag, rng.choice((2, 3, 4)))
    steps: list[Step] = []
    while len(steps) < LONGEST and (not position.is_over or position.before is not None):
        if position.is_over and not (rng.random() < 0.3 and may_challenge(position)):
            break  # the last play stands unchallenged
        if position.may_be_ended:
            break  # the players agree that nobody can play
        step: Step = (rng.random() < 0.5, 1) if position.is_over else choose(rng, position)
        expected = [old + new for old, new in zip(position.scores, points(position, step), strict=True)]
        before, position = position, after(position, step)
        steps.append(step)
        hold(position, whole)
        assert list(position.scores) == expected, "scores add up"
        if isinstance(step, tuple) and not step[0]:
            assert before.before is not None
            assert (position.board, position.racks, position.bag) == (
                before.before.board,
                before.before.racks,
                before.before.bag,
            ), "a play that comes off leaves nothing behind"
    rebuilt = start
    for step in steps:
        rebuilt = after(rebuilt, step)
    assert rebuilt == position, "the same moves give the same position"
    if position.is_over:
        assert position.winners
        assert set(position.winners) <= set(range(position.players))
        gained = sum(position.adjustments)
        unplayed = sum(rules.tiles.value(rack) for rack in position.racks)
        if position.ending is Ending.OUT:
            assert gained == unplayed * (rules.out_factor - rules.others_lose)
        elif position.ending is Ending.STUCK:
            assert gained == -unplayed * rules.stuck_lose
    return Ending.STUCK if position.may_be_ended else position.ending


@pytest.mark.scaled
@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_holds_after_every_move(batch: int) -> None:
    endings = Counter(play(seed) for seed in range(batch, GAMES, BATCHES))
    assert endings[None] <= max(1, sum(endings.values()) // 20), "games end"
