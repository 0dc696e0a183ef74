"""Pairs from the queue of a club night, held against every possible set of pairs."""

from dataclasses import replace
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tests.harness.deep import examples
from tournaments.engine.pairing.rolling import (
    Edge,
    Merit,
    Queue,
    RollingRules,
    Waiting,
    explain,
    form_pairs,
    merit,
    pair_by_hand,
    weigh,
)

RULES = RollingRules()
rules_of_a_club = st.builds(
    RollingRules,
    longest_wait=st.integers(1, 20),
    at_once=st.integers(0, 400),
    minute=st.integers(0, 60),
    repeat=st.integers(0, 500),
    recent=st.integers(0, 100),
    win=st.integers(0, 60),
    max_repeats=st.none() | st.integers(0, 2),
)


@st.composite
def queues(draw: st.DrawFn, most: int = 8) -> Queue:
    count = draw(st.integers(0, most))
    waiting = tuple(
        Waiting(
            player=100 + k,
            number=k + 1,
            waited=draw(st.integers(0, 25)),
            rating=draw(st.none() | st.integers(400, 2000)),
            surplus=draw(st.integers(-6, 6)),
            firsts=draw(st.integers(0, 3)),
            seconds=draw(st.integers(0, 3)),
        )
        for k in range(count)
    )
    pairs = list(combinations((one.player for one in waiting), 2))
    some = st.dictionaries(st.sampled_from(pairs), st.integers(1, 3)) if pairs else st.just({})
    apart = st.frozensets(st.sampled_from(pairs), max_size=5) if pairs else st.just(frozenset[Edge]())
    return Queue(waiting, draw(some), draw(some), draw(apart), middle=1200, game=draw(st.integers(1, 40)))


def paired(queue: Queue, rules: RollingRules) -> list[Edge]:
    made = form_pairs(queue, rules, seed=1)
    return sorted((min(pair.first, pair.second), max(pair.first, pair.second)) for pair in made)


def best_of_all(queue: Queue, rules: RollingRules) -> Merit:
    """The best of every set of accepted pairs, by trying them all."""

    def tried(left: tuple[Waiting, ...], pairs: tuple[Edge, ...]) -> Merit:
        if not left:
            return merit(queue, rules, pairs)
        one, rest = left[0], left[1:]
        best = tried(rest, pairs)
        for other in rest:
            if weigh(queue, rules, one, other).accepted:
                without = tuple(third for third in rest if third is not other)
                best = max(best, tried(without, (*pairs, (one.player, other.player))))
        return best

    return tried(queue.waiting, ())


@given(queues(), rules_of_a_club)
@examples(25, deep=300)
def test_no_other_pairs_are_better(queue: Queue, rules: RollingRules) -> None:
    assert merit(queue, rules, paired(queue, rules)) == best_of_all(queue, rules)


@given(queues(most=30), rules_of_a_club)
@examples(25, deep=300)
def test_what_always_holds(queue: Queue, rules: RollingRules) -> None:
    pairs = paired(queue, rules)
    players = [player for pair in pairs for player in pair]
    assert len(players) == len(set(players)), "somebody is in two pairs"
    by_id = {one.player: one for one in queue.waiting}
    left = [one for one in queue.waiting if one.player not in players]
    for a, b in pairs:
        weighed = weigh(queue, rules, by_id[a], by_id[b])
        assert weighed.accepted
        assert (a, b) not in queue.apart
    for one, other in combinations(left, 2):
        # nobody waits beyond the bound while any partner is there, nor does a pair that would do stay apart
        assert not weigh(queue, rules, one, other).accepted
        if max(one.waited, other.waited) >= rules.longest_wait:
            assert weigh(queue, rules, one, other).forbidden
    for pair in pairs:
        for player, partner in (pair, pair[::-1]):
            if not queue.repeats(*pair) or by_id[partner].waited >= rules.longest_wait:
                continue
            for fresh in left:
                weighed = weigh(queue, rules, by_id[player], fresh)
                longer = fresh.waited >= by_id[partner].waited
                cheaper = weighed.cost < weigh(queue, rules, by_id[player], by_id[partner]).cost
                assert not (longer and cheaper and weighed.accepted and not queue.repeats(player, fresh.player)), (
                    "a repeat, while a fresh opponent of similar strength waits"
                )


@given(queues(most=12), rules_of_a_club)
@examples(25, deep=300)
def test_a_stored_queue_gives_the_same_pairs_in_any_order(queue: Queue, rules: RollingRules) -> None:
    stored = Queue.read(queue.as_dict())
    assert stored == queue
    assert form_pairs(stored, rules, seed=7) == form_pairs(queue, rules, seed=7)
    ids = {one.player: one.player + 1000 for one in queue.waiting}
    moved = form_pairs(queue.renumbered(ids), rules, seed=7)
    assert [pair.first for pair in moved] == [ids[pair.first] for pair in form_pairs(queue, rules, seed=7)]
    assert merit(replace(queue, waiting=queue.waiting[::-1]), rules, paired(queue, rules)) == merit(
        queue, rules, paired(replace(queue, waiting=queue.waiting[::-1]), rules)
    )


@given(queues(most=7), rules_of_a_club)
@examples(25, deep=300)
def test_an_explanation_is_what_weighing_again_gives(queue: Queue, rules: RollingRules) -> None:
    pairs = paired(queue, rules)
    for a, b in combinations((one.player for one in queue.waiting), 2):
        answer = explain(queue, rules, a, b)
        assert answer.paired == ((a, b) in pairs)
        if answer.other is not None:
            assert answer.other <= answer.made
        if not answer.paired:
            assert (answer.other is None) == (not answer.weighed.accepted)


def test_what_decides() -> None:
    """A table of evenings: who waits how long with which rating, who has played, who is paired."""
    fresh = {1: (0, 1000), 2: (0, 1150), 3: (0, 1900)}
    cases: list[tuple[str, dict[int, tuple[int, int]], dict[Edge, int], list[Edge]]] = [
        ("like against like, at once", fresh, {}, [(1, 2)]),
        ("a repeat is not accepted at once", fresh, {(1, 2): 1}, []),
        ("nobody else came: the repeat is accepted after a while", {1: (9, 1000), 2: (0, 1150)}, {(1, 2): 1}, [(1, 2)]),
        ("a fresh opponent comes before a repeat", {1: (9, 1000), 2: (9, 1000), 3: (9, 1100)}, {(1, 2): 1}, [(1, 3)]),
        ("whoever has waited too long is served first", {1: (1, 1000), 2: (0, 1000), 3: (12, 1900)}, {}, [(1, 3)]),
        ("two pairs rather than one better one", {1: (0, 1000), 2: (0, 1100), 3: (0, 1200), 4: (0, 1300)}, {}, [(1, 2), (3, 4)]),
        ("nobody is there", {}, {}, []),
        ("nobody else is there", {1: (60, 1000)}, {}, []),
    ]  # fmt: skip
    for name, people, played, expected in cases:
        waiting = tuple(Waiting(key, key, waited, rating) for key, (waited, rating) in people.items())
        assert paired(Queue(waiting, played), RULES) == expected, name


def test_who_goes_first_and_what_the_director_wants() -> None:
    one, other = Waiting(1, 1, 0, 1000, firsts=2, seconds=1), Waiting(2, 2, 0, 1100, firsts=1, seconds=2)
    (pair,) = form_pairs(Queue((one, other)), RULES, seed=1)
    assert (pair.first, pair.start) == (2, "balance")
    apart = Queue((one, replace(other, rating=2000)), apart=frozenset({(1, 2)}))
    assert form_pairs(apart, RULES, seed=1) == ()
    by_hand = pair_by_hand(apart, RULES, 1, 1, 2)
    assert by_hand.by_hand
    assert by_hand.weighed.forbidden == "blocked"
    assert [(term.name, term.value, term.cost) for term in by_hand.weighed.terms] == [("queue_rating", 1000, 1000)]
