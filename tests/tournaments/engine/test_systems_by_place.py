"""Factor, quartiles, lots, the orders of a Swiss, team-mates and forgiven repeats."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tests.tournaments.engine.events import all_pairings, field_of, pairing_of, played_event
from tournaments.engine.codec import fingerprint, snapshot_as_dict, snapshot_from_dict
from tournaments.engine.model import EntrySnapshot, GameFact, Snapshot
from tournaments.engine.pairing import PairingOptions, Plan, choose, pairing_options, plan, read_options
from tournaments.engine.pairing.explain import explain_pair
from tournaments.engine.pairing.infeasible import Infeasible
from tournaments.engine.pairing.options import Order, RulesError

WEIGHED = [
    pairing_options("factor", factor=3),
    pairing_options("quartile", quartile=2),
    pairing_options("quartile", quartile=4),
    pairing_options("random"),
    pairing_options("swiss", order=Order.ADJACENT),
    pairing_options("swiss", order=Order.FOLD),
    pairing_options("swiss", repeats_from=3),
]


def numbers(size: int) -> tuple[EntrySnapshot, ...]:
    return tuple(EntrySnapshot(id=k, number=k) for k in range(1, size + 1))


def seeds(planned: Plan) -> list[tuple[int, int]]:
    return sorted((min(pair.first, pair.second), max(pair.first, pair.second)) for pair in planned.pairs)


@pytest.mark.parametrize(
    ("size", "factor", "expected"),
    [
        (8, 4, [(1, 5), (2, 6), (3, 7), (4, 8)]),  # half the field: 1 v n/2+1
        (8, 2, [(1, 3), (2, 4), (5, 7), (6, 8)]),
        (12, 4, [(1, 5), (2, 6), (3, 7), (4, 8), (9, 11), (10, 12)]),  # what remains plays half of itself apart
        (6, 1, [(1, 2), (3, 4), (5, 6)]),
        (4, 9, [(1, 3), (2, 4)]),
    ],
)
def test_factor(size: int, factor: int, expected: list[tuple[int, int]]) -> None:
    assert seeds(plan(Snapshot(1, numbers(size)), pairing_options("factor", factor=factor), 1)) == expected


@pytest.mark.parametrize(("quartile", "meets"), [(2, "1234 2143"), (3, "1234 3412"), (4, "1234 4321")])
def test_quartile_tables(quartile: int, meets: str) -> None:
    opposite = dict(zip(*meets.split(), strict=True))
    for seed in range(5):
        planned = plan(Snapshot(1, numbers(16)), pairing_options("quartile", quartile=quartile), seed)
        for a, b in seeds(planned):
            assert opposite[str((a + 3) // 4)] == str((b + 3) // 4)


def test_quartiles_are_drawn_inside_the_quarters() -> None:
    drawn = {tuple(seeds(plan(Snapshot(1, numbers(16)), pairing_options("quartile"), seed))) for seed in range(20)}
    assert len(drawn) > 15


def test_lots_fall_evenly_and_differ_between_rounds() -> None:
    rules = pairing_options("random")
    counts = Counter(tuple(seeds(plan(Snapshot(1, numbers(4)), rules, seed))) for seed in range(600))
    assert len(counts) == 3
    assert all(150 < count < 250 for count in counts.values())
    first, second = (seeds(plan(Snapshot(round_, numbers(20)), rules, 1)) for round_ in (1, 2))
    assert first != second


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (Order.HALVES, [(1, 4), (2, 5), (3, 6)]),
        (Order.ADJACENT, [(1, 2), (3, 4), (5, 6)]),
        (Order.FOLD, [(1, 6), (2, 5), (3, 4)]),
    ],
)
def test_orders_of_a_swiss(order: Order, expected: list[tuple[int, int]]) -> None:
    assert seeds(plan(Snapshot(1, numbers(6)), pairing_options(order=order), 1)) == expected


def test_neighbours_send_the_last_of_an_odd_group_down() -> None:
    """After 1-2-3 won: adjacent 1v2, and the third, last of the winners, plays the best of the others."""
    games = tuple(GameFact(1, a, b, 400, 300) for a, b in [(1, 4), (2, 5), (3, 6)])
    planned = plan(Snapshot(2, numbers(6), games), pairing_options(order=Order.ADJACENT, balance_starts=False), 1)
    assert seeds(planned) == [(1, 2), (3, 4), (5, 6)]


def teams(size: int, members: int) -> tuple[EntrySnapshot, ...]:
    return tuple(replace(player, team=f"team {(player.number - 1) % members}") for player in numbers(size))


def test_team_mates_are_kept_apart_up_to_the_round_of_the_option() -> None:
    players = teams(8, 4)  # 1 and 5, 2 and 6 …: exactly whom the top half would meet
    apart = plan(Snapshot(1, players), pairing_options(avoid_team_until=1), 1)
    of = {player.id: player.team for player in players}
    assert all(of[pair.first] != of[pair.second] for pair in apart.pairs)
    assert seeds(plan(Snapshot(2, players), pairing_options(avoid_team_until=1), 1)) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_one_team_cannot_be_kept_apart() -> None:
    with pytest.raises(Infeasible) as caught:
        plan(Snapshot(1, teams(4, 1)), pairing_options(avoid_team_until=1), 1)
    assert [way.constraints for way in caught.value.relaxations] == [("team",)]


def test_games_of_an_earlier_day_can_be_ignored() -> None:
    games: tuple[GameFact, ...] = (GameFact(1, 1, 2, 400, 300), GameFact(1, 3, 4, 400, 300))
    no_repeats = pairing_options("koth", max_repeats=0)
    games += (GameFact(2, 1, 3, 400, 400), GameFact(2, 2, 4, 400, 400))
    snapshot = Snapshot(3, numbers(4), games)
    assert seeds(plan(snapshot, no_repeats, 1)) == [(1, 4), (2, 3)]
    assert (1, 3) not in seeds(plan(snapshot, replace(no_repeats, repeats_from=2), 1))
    assert seeds(plan(Snapshot(3, numbers(4), games), pairing_options("koth", max_repeats=0, repeats_from=3), 1)) == [
        (1, 3),
        (2, 4),
    ]


@given(size=st.integers(2, 30), rounds=st.integers(0, 5), seed=st.integers(0, 10**6), rules=st.sampled_from(WEIGHED))
@examples(30, deep=300)
def test_everybody_is_paired_once_and_the_same_again(size: int, rounds: int, seed: int, rules: PairingOptions) -> None:
    event = played_event(size, rounds, seed, rules)
    planned = plan(event.snapshot, rules, seed)
    seated = [player for pair in planned.pairs for player in (pair.first, pair.second)] + [
        bye.player for bye in planned.byes
    ]
    assert sorted(seated) == sorted(player.id for player in event.players)
    assert len(planned.byes) == size % 2
    shuffled = list(event.players)
    random.Random(seed).shuffle(shuffled)
    again = plan(replace(event.snapshot, players=tuple(shuffled), games=event.games[::-1]), rules, seed)
    assert again == planned


@pytest.mark.parametrize("rules", WEIGHED, ids=lambda rules: f"{rules.key}-{getattr(rules, 'order', '')}")
@pytest.mark.parametrize("size", [2, 5, 6, 7, 8])
def test_no_pairing_costs_less(rules: PairingOptions, size: int) -> None:
    for seed in range(3):
        event = played_event(size, 3, seed)
        setup = choose(event.snapshot, rules).prepare(seed)
        place = {row.player.id: k for k, row in enumerate(setup.pool.rows)}

        planned = plan(event.snapshot, rules, seed)
        costs = {
            pairing: sum(setup.problem.cost(place[a], size if b is None else place[b]) for a, b in pairing)
            for pairing in [*all_pairings([player.id for player in event.players]), pairing_of(planned)]
        }
        assert planned.cost == min(costs.values()) == costs[pairing_of(planned)]


def test_a_drawn_round_can_be_explained() -> None:
    event = played_event(8, 2, 1)
    planned = plan(event.snapshot, pairing_options("random"), 5)
    pair = planned.pairs[0]
    explanation = explain_pair(choose(event.snapshot, pairing_options("random")), pair.first, pair.second, seed=5)
    assert explanation.paired
    assert explanation.terms == pair.terms


def test_rules_survive_storage() -> None:
    rules = pairing_options("quartile", max_repeats=1, quartile=4, repeats_from=3, order=Order.FOLD)
    stored = plan(Snapshot(1, field_of(8)), rules, 1).as_dict()["rules"]
    assert isinstance(stored, dict)
    assert read_options(stored) == rules
    assert read_options({"system": "koth", "max_repeats": None, "balance_starts": True}) == pairing_options("koth")


@pytest.mark.parametrize(
    "wrong",
    [
        {"system": "factor", "factor": 0},
        {"system": "quartile", "quartile": 5},
        {"max_repeats": -1},
        {"system": "magic"},
        {"colour": 1},
        {"repeats_from": 0},
    ],
)
def test_senseless_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(RulesError):
        read_options(wrong)


def test_teams_survive_storage_and_leave_older_fingerprints_alone() -> None:
    plain, with_teams = Snapshot(1, numbers(4)), Snapshot(1, teams(4, 2))
    assert "teams" not in snapshot_as_dict(plain)
    assert snapshot_from_dict(snapshot_as_dict(with_teams)) == with_teams
    assert fingerprint(plain) != fingerprint(with_teams)


def test_by_rating_the_nearest_play_and_the_range_widens_for_players_who_have_waited() -> None:
    ratings = (2000, 1500, 1990, 1480, 1000, None)
    players = tuple(EntrySnapshot(id=k, number=k, rating=rating) for k, rating in enumerate(ratings, start=1))
    rules = pairing_options("quick")
    first = plan(Snapshot(1, players), rules, 1)
    assert {frozenset((p.first, p.second)) for p in first.pairs} == {
        frozenset((1, 3)),
        frozenset((2, 6)),  # who is not rated counts as the middle of the field, 1500
        frozenset((4, 5)),
    }
    gaps = {frozenset((p.first, p.second)): p.terms for p in first.pairs}
    assert [(term.name, term.value) for term in gaps[frozenset((1, 3))]] == [("rating_gap", 10)]
    later = plan(Snapshot(31, players), rules, 1)
    assert [term.value for pair in later.pairs for term in pair.terms if term.name == "rating_gap"] == [480 - 360]
