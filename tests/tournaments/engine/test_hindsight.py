"""A round paired again with another result of an earlier game."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.engine.events import played_event
from tournaments.engine.model import GameFact
from tournaments.engine.pairing import pairing_options, plan
from tournaments.engine.pairing.hindsight import hindsight, with_fact

SWISS = pairing_options("swiss", total_rounds=6)


def other_result(fact: GameFact) -> GameFact:
    """The same game, won by the other player."""
    return replace(fact, first_score=fact.second_score, second_score=fact.first_score)


def test_the_same_result_changes_nothing() -> None:
    snapshot = played_event(12, 3, 5).snapshot
    outcome = hindsight(snapshot, SWISS, 5, snapshot.games[0])
    assert outcome is not None
    assert outcome.same


def test_a_game_that_the_round_did_not_know() -> None:
    snapshot = played_event(12, 3, 5).snapshot
    assert hindsight(snapshot, SWISS, 5, GameFact(9, 1, 2, 400, 300)) is None


@settings(max_examples=30, deadline=None)
@given(size=st.integers(6, 20), seed=st.integers(0, 99), which=st.integers(0, 999))
def test_what_differs_is_the_difference_of_two_plans(size: int, seed: int, which: int) -> None:
    snapshot = played_event(size, 3, seed).snapshot
    played = [game for game in snapshot.games if game.second is not None]
    fact = other_result(played[which % len(played)])
    changed = with_fact(snapshot, fact)
    outcome = hindsight(snapshot, SWISS, seed, fact)
    assert outcome is not None
    assert changed is not None
    was, would = (
        {frozenset((pair.first, pair.second)) for pair in plan(one, SWISS, seed).pairs} for one in (snapshot, changed)
    )
    assert {frozenset(pair) for pair in outcome.removed} == was - would
    assert {frozenset(pair) for pair in outcome.added} == would - was
    assert len(outcome.byes_removed) == len(outcome.byes_added)


def test_a_knot_undone_by_the_other_result() -> None:
    """Four players, king of the hill: the loser of the top game would have had another opponent."""
    snapshot = played_event(8, 2, 3, pairing_options("koth", total_rounds=6)).snapshot
    rules = pairing_options("koth", total_rounds=6)
    outcome = [hindsight(snapshot, rules, 3, other_result(game)) for game in snapshot.games if game.second is not None]
    assert any(item is not None and item.added for item in outcome)
