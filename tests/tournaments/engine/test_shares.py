"""What each player bears of the own pair's cost: no other pair costs less than its two players bear."""

import random

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.pairing.matching import max_matching
from tournaments.engine.pairing.shares import doubled_shares

Weighted = list[tuple[int, int, int]]


def cheapest(size: int, weighted: Weighted) -> dict[int, int]:
    chosen = max_matching(size, weighted, cheapest=True)
    return {player: other for i, j in chosen for player, other in ((i, j), (j, i))}


@given(pairs=st.integers(1, 12), top=st.sampled_from([2, 9, 10**9]), seed=st.integers(0, 10**6))
@examples(60, deep=600)
def test_between_two_sides_shares_are_always_found(pairs: int, top: int, seed: int) -> None:
    """Every player of one side may meet some of the other side: no odd groups."""
    dice = random.Random(seed)
    weighted = [
        (2 * i, 2 * j + 1, dice.randrange(top))
        for i in range(pairs)
        for j in range(pairs)
        if i == j or dice.random() < 0.6
    ]
    weighted = [(min(i, j), max(i, j), cost) for i, j, cost in weighted]
    mate = cheapest(2 * pairs, weighted)
    shares = doubled_shares(2 * pairs, weighted, mate)
    for i, j, cost in weighted:
        if mate[i] == j:
            assert shares[i] + shares[j] == 2 * cost
        assert shares[i] + shares[j] <= 2 * cost


def test_odd_groups_leave_out_the_dear_pair_between_them() -> None:
    """Two groups of three; one of each has to meet the other group, which costs more than all within the groups."""
    within = [(0, 1, 4), (0, 2, 9), (1, 2, 1), (3, 4, 1), (3, 5, 4), (4, 5, 9)]
    between = [(i, j, 1000 + i) for i in range(3) for j in range(3, 6)]
    mate = cheapest(6, [*within, *between])
    shares = doubled_shares(6, [*within, *between], mate)
    bridge = {player for player in range(6) if (player < 3) != (mate[player] < 3)}
    for i, j, cost in [*within, *between]:
        if mate[i] == j:
            assert shares[i] + shares[j] == 2 * cost or {i, j} == bridge
        elif not {i, j} <= bridge:
            assert shares[i] + shares[j] <= 2 * cost, (i, j)


@given(pairs=st.integers(1, 9), top=st.sampled_from([3, 10**6, 10**25]), seed=st.integers(0, 10**6))
@examples(40, deep=400)
def test_any_graph_gets_a_share_for_each_player(pairs: int, top: int, seed: int) -> None:
    """Good ones or half of the own pair's cost."""
    dice = random.Random(seed)
    size = 2 * pairs
    weighted = [(i, j, dice.randrange(top)) for i in range(size) for j in range(i + 1, size) if dice.random() < 0.5]
    mate = cheapest(size, weighted)
    assume(len(mate) == size)
    assert len(doubled_shares(size, weighted, mate)) == size
