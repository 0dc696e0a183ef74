"""The Gibson rule by its published examples."""

from __future__ import annotations

import pytest

from tests.tournaments.engine.test_cop import field, state
from tests.tournaments.engine.test_systems_by_place import seeds
from tournaments.engine.model import GameFact, ResultKind, Snapshot
from tournaments.engine.pairing import pairing_options, plan
from tournaments.engine.pairing.catching import spread_left
from tournaments.engine.pairing.gibson import best_finishes, gibsonized
from tournaments.engine.pairing.options import RulesError


@pytest.mark.parametrize(
    ("best", "equal", "ranks"),
    [
        ((1, 1, 2, 2), (), set()),
        ((1, 2, 3, 3), (), {1, 2}),
        ((1, 2, 2, 3), (), {1}),
        ((1, 1, 3, 3), ((1, 2),), {1, 2}),
        ((1, 1, 3, 3), (), set()),
    ],
)
def test_directing_1_4_lists_of_best_finishes(
    best: tuple[int, ...], equal: tuple[tuple[int, int], ...], ranks: set[int]
) -> None:
    assert {place + 1 for place in gibsonized(best, 4, equal)} == ranks


@pytest.mark.parametrize(
    ("left", "gap_in_wins", "spreads", "sure"),
    [
        (1, 1, (1500, 500), True),  # 9-2 +1500 against 8-3 +500
        (1, 1, (1499, 500), False),
        (2, 2, (2500, 500), True),  # 9-1 +2500 against 7-3 +500
        (2, 2, (2499, 500), False),
        (3, 4, (0, 0), True),  # the rule's origin: four games ahead with three to play
    ],
)
def test_directing_3_8_examples_of_the_published_rule(
    left: int, gap_in_wins: int, spreads: tuple[int, int], sure: bool
) -> None:
    rows = field((18, spreads[0]), (18 - 2 * gap_in_wins, spreads[1]))
    best = best_finishes(rows, left, spread_left((500,), left))
    assert (0 in gibsonized(best, 1)) == sure


def test_a_number_for_each_round_left_the_last_one_first() -> None:
    assert spread_left((250, 200), 1) == 500
    assert spread_left((250, 200), 3) == 2 * (250 + 200 + 200)


def test_the_odd_one_plays_the_best_placed_without_a_prize() -> None:
    rules = pairing_options("koth", gibson=True, total_rounds=10, prizes=2)
    planned = plan(state([9, 4, 4, 3, 2, 1]), rules, 1)
    assert [note.players for note in planned.notes if note.code == "gibsonized"] == [(1,)]
    assert (1, 5) in seeds(planned)  # 4 could still draw level with 2 and 3
    assert (2, 3) in seeds(planned)


def test_without_anybody_out_of_the_prizes_it_is_the_lowest_placed() -> None:
    planned = plan(state([9, 4, 4, 4, 4, 4]), pairing_options("swiss", gibson=True, total_rounds=10, prizes=2), 1)
    assert (1, 6) in seeds(planned)


def test_the_odd_one_has_the_bye_of_an_odd_field_an_even_number_play_each_other() -> None:
    odd = plan(state([9, 4, 4, 3, 1]), pairing_options("swiss", gibson=True, total_rounds=10, prizes=1), 1)
    assert odd.bye is not None
    assert odd.bye.player == 1
    two = plan(state([9, 6, 2, 2, 1, 1]), pairing_options("swiss", gibson=True, total_rounds=10, prizes=3), 1)
    assert (1, 2) in seeds(two)


def test_the_odd_one_plays_one_of_the_opponents_played_least() -> None:
    snapshot = state([9, 4, 4, 3, 2, 1])
    games = [game for game in snapshot.games if not (game.round == 9 and game.first in (1, 5))]
    games += [GameFact(9, 1, 5, 400, 300)]
    planned = plan(
        Snapshot(10, snapshot.players, tuple(games)), pairing_options(gibson=True, total_rounds=10, prizes=2), 1
    )
    assert (1, 6) in seeds(planned)


def test_it_needs_the_number_of_rounds() -> None:
    with pytest.raises(RulesError, match="how many rounds"):
        plan(state([9, 4, 4, 3]), pairing_options(gibson=True), 1)
    with pytest.raises(RulesError, match="gibson_groups"):
        pairing_options(gibson_groups=((2, 1),))


def test_nobody_is_gibsonized_while_all_is_open() -> None:
    snapshot = state([2, 2, 1, 1, 0, 0], round_=3)
    assert ResultKind.FORFEIT_WIN in {game.kind for game in snapshot.games}
    with_rule = plan(snapshot, pairing_options(gibson=True, total_rounds=10), 1)
    assert with_rule.pairs == plan(snapshot, pairing_options(), 1).pairs
    assert not with_rule.notes
