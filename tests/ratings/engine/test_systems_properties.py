"""What holds for every registered system: replay, order, idleness, and a working that adds up."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ratings.engine.detail import from_detail, to_detail
from ratings.engine.fold import fold
from ratings.engine.params import ParameterError, changeable
from ratings.engine.registry import SYSTEMS, build_system
from ratings.engine.types import Event, RatedGame, Rating
from tests.harness.deep import examples
from tests.ratings.engine.builders import turned

DAY = date(2026, 1, 10)
every_system = pytest.mark.parametrize("slug", list(SYSTEMS))
few = examples(5, deep=50)

ratings = st.builds(Rating, st.integers(1, 2600), st.none() | st.integers(0, 2000))
openings = st.dictionaries(st.integers(1, 8), ratings, max_size=6)


@st.composite
def events(draw: st.DrawFn, number: int = 1, day: date = DAY) -> Event:
    rounds = draw(st.integers(1, 20))
    games = []
    for index in range(draw(st.integers(1, 14))):
        one, other = draw(st.lists(st.integers(1, 8), min_size=2, max_size=2, unique=True))
        scores = draw(st.integers(-50, 700)), draw(st.integers(-50, 700))
        first_known = draw(st.booleans())
        games.append(RatedGame(f"g{index}", draw(st.integers(1, rounds)), one, other, *scores, first_known=first_known))
    return Event(number, day, rounds, tuple(games))


@every_system
@few
@given(first=events(), second=events(2, DAY + timedelta(40)), third=events(3, DAY + timedelta(90)), before=openings)
def test_fold_of_a_and_b_is_fold_of_b_after_fold_of_a(
    slug: str, first: Event, second: Event, third: Event, before: dict[int, Rating]
) -> None:
    system = SYSTEMS[slug]
    together = fold([third, first, second], before, system)
    half = fold([first, second], before, system)
    assert fold([third], half.ratings, system, book=half.book).ratings == together.ratings


@every_system
@few
@given(event=events(), before=openings, data=st.data())
def test_the_order_inside_an_event_is_irrelevant(
    slug: str, event: Event, before: dict[int, Rating], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(event.games))
    swapped = tuple(turned(game) if not game.first_known else game for game in shuffled)
    system = SYSTEMS[slug]
    assert system.rate(replace(event, games=swapped), before) == system.rate(event, before)


@every_system
@few
@given(event=events(), before=openings)
def test_the_working_adds_up_and_survives_storing(slug: str, event: Event, before: dict[int, Rating]) -> None:
    changes = SYSTEMS[slug].rate(event, before)
    players = {player for game in event.games for player in (game.player, game.opponent)}
    assert [change.player for change in changes] == sorted(players)
    for change in changes:
        assert change.after.value is not None
        assert change.segments[-1].end == change.after.value
        for segment in change.segments:
            # Half a millionth for each of the stored sums.
            assert segment.accounted == pytest.approx(segment.end, abs=1e-6)
        stored = from_detail(json.loads(json.dumps(to_detail(change))))
        assert [segment.end for segment in stored] == [segment.end for segment in change.segments]
        assert [len(segment.games) for segment in stored] == [len(segment.games) for segment in change.segments]
        assert tuple(json.loads(json.dumps(change.after.state))) == change.after.state
        assert 0 <= change.expected <= change.games
        old = change.before.games
        assert change.after.games == (None if old is None else old + change.games)


@every_system
@few
@given(event=events(), before=openings, days=st.integers(0, 4000))
def test_nobody_plays_and_only_the_deviation_changes(
    slug: str, event: Event, before: dict[int, Rating], days: int
) -> None:
    system = SYSTEMS[slug]
    after = fold([event], before, system).ratings
    for rating in after.values():
        idle = system.on_day(rating, DAY + timedelta(days))
        assert (idle.value, idle.games, idle.last) == (rating.value, rating.games, rating.last)
        if rating.deviation is None:
            assert idle == rating
        else:
            assert idle.deviation is not None
            assert idle.deviation >= rating.deviation - 1e-9


@every_system
@few
@given(event=events(), before=openings)
def test_win_probabilities_of_two_players_are_one_together(slug: str, event: Event, before: dict[int, Rating]) -> None:
    system = SYSTEMS[slug]
    after = list(fold([event], before, system).ratings.values())
    for one, other in pairwise(after):
        chance, reverse = system.win_probability(one, other), system.win_probability(other, one)
        assert chance is not None
        assert reverse is not None
        assert chance + reverse == pytest.approx(1)
        assert 0 <= chance <= 1
    assert system.win_probability(Rating(), Rating()) is None


@every_system
def test_winning_by_more_or_against_more_never_costs(slug: str) -> None:
    system = SYSTEMS[slug]
    before = {1: Rating(1500, 200), 2: Rating(1500, 200)}

    def gain(score: int) -> float:
        change = system.rate(Event(1, DAY, 1, (RatedGame("g", 1, 1, 2, score, 400, first_known=False),)), before)[0]
        return change.segments[0].game_points + change.segments[0].acceleration

    assert gain(300) < 0 < gain(500)
    assert gain(600) >= gain(500)
    assert gain(400) == pytest.approx(0, abs=0.01)


@every_system
def test_parameters_are_checked(slug: str) -> None:
    numbers = changeable(SYSTEMS[slug])
    name = next(name for name, value in numbers.items() if isinstance(value, float))
    system = build_system(slug, {name: 7.5})
    assert changeable(system) == numbers | {name: 7.5}
    with pytest.raises(ParameterError, match="unknown parameter “magic”"):
        build_system(slug, {"magic": 1})
    with pytest.raises(ParameterError, match="must be a number"):
        build_system(slug, {name: "1"})
