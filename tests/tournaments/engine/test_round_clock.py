"""What a round's clock shows: worked examples, and a second counter that really ticks as the oracle."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.engine.round_clock import Act, ClockError, ClockState, Mark, state_at

NINE = datetime(2026, 5, 2, 9, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NINE + timedelta(seconds=seconds)


def marks(*rows: tuple[Act, float] | tuple[Act, float, int]) -> list[Mark]:
    return [Mark(row[0], after(row[1]), row[2] if len(row) == 3 else 0) for row in rows]


HOUR = (Act.START, 0.0, 3600)


def test_a_clock_that_was_just_started_shows_everything() -> None:
    state = state_at(marks(HOUR), NINE)
    assert state == ClockState(length=3600, left=3600, running=True, stopped=False, ends_at=after(3600))
    assert not state.over
    assert state.allowed == {Act.PAUSE, Act.EXTEND, Act.STOP}


def test_a_second_that_has_begun_counts() -> None:
    assert state_at(marks(HOUR), after(0.25)).left == 3600
    assert state_at(marks(HOUR), after(1)).left == 3599
    assert state_at(marks(HOUR), after(3599.5)).left == 1


def test_at_its_end_it_is_over_and_then_counts_what_it_is_over_by() -> None:
    assert state_at(marks(HOUR), after(3600)).over
    assert state_at(marks(HOUR), after(3660)).left == -60
    assert state_at(marks(HOUR), after(3660)).running


def test_while_it_stands_still_nothing_goes() -> None:
    paused = marks(HOUR, (Act.PAUSE, 600))
    state = state_at(paused, after(2000))
    assert (state.left, state.paused, state.ends_at) == (3000, True, None)
    assert state.allowed == {Act.RESUME, Act.EXTEND, Act.STOP}
    state = state_at([*paused, Mark(Act.RESUME, after(2000))], after(2100))
    assert (state.left, state.ends_at) == (2900, after(5000))


def test_an_extension_moves_the_end_even_of_a_clock_that_is_over() -> None:
    state = state_at(marks(HOUR, (Act.EXTEND, 3660, 300)), after(3660))
    assert (state.length, state.left, state.over) == (3900, 240, False)


def test_a_stopped_clock_keeps_what_it_showed_and_nothing_can_be_done_to_it() -> None:
    state = state_at(marks(HOUR, (Act.STOP, 600)), after(9999))
    assert (state.left, state.running, state.stopped, state.paused) == (3000, False, True, False)
    assert state.allowed == frozenset()


def test_an_earlier_instant_knows_nothing_of_what_came_later() -> None:
    history = marks(HOUR, (Act.PAUSE, 600), (Act.EXTEND, 700, 60))
    assert state_at(history, after(500)) == state_at(history[:1], after(500))


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [(Act.PAUSE, 0)],
        [HOUR, HOUR],
        [HOUR, (Act.RESUME, 1)],
        [HOUR, (Act.PAUSE, 1), (Act.PAUSE, 2)],
        [HOUR, (Act.STOP, 1), (Act.EXTEND, 2, 60)],
        [HOUR, (Act.STOP, 1), (Act.STOP, 2)],
        [HOUR, (Act.PAUSE, 2), (Act.RESUME, 1)],
    ],
    ids=[
        "nothing",
        "no start",
        "twice started",
        "runs already",
        "stands already",
        "why the round is extended",
        "stopped",
        "backwards",
    ],
)
def test_impossible_histories_are_refused(rows: list[tuple[Act, float]]) -> None:
    with pytest.raises(ClockError):
        state_at(marks(*rows), after(9999))


def test_before_it_was_started_there_is_no_clock() -> None:
    with pytest.raises(ClockError):
        state_at(marks(HOUR), after(-1))


#: Seconds to wait, and what is then done if the clock takes it.
STEPS = st.lists(st.tuples(st.integers(0, 900), st.sampled_from(list(Act)[1:])), max_size=12)


@given(length=st.integers(60, 7200), steps=STEPS, wait=st.integers(0, 900))
def test_a_counter_that_ticks_shows_the_same(length: int, steps: list[tuple[int, Act]], wait: int) -> None:
    history, now, left, running, stopped = [Mark(Act.START, NINE, length)], 0, length, True, False
    for pause, act in [*steps, (wait, None)]:
        for _tick in range(pause):
            now, left = now + 1, left - (1 if running else 0)
        state = state_at(history, after(now))
        assert (state.left, state.running, state.stopped) == (left, running, stopped)
        assert state.over == (left <= 0)
        assert state.ends_at == (after(now + left) if running else None)
        if act is None or act not in state.allowed:
            continue
        history.append(Mark(act, after(now), 120 if act is Act.EXTEND else 0))
        left += 120 if act is Act.EXTEND else 0
        running = {Act.PAUSE: False, Act.STOP: False, Act.RESUME: True}.get(act, running)
        stopped = act is Act.STOP


@given(length=st.integers(60, 7200), steps=STEPS)
def test_what_is_not_allowed_is_refused_and_what_is_allowed_is_not(length: int, steps: list[tuple[int, Act]]) -> None:
    history, now = [Mark(Act.START, NINE, length)], 0
    for pause, act in steps:
        now += pause
        allowed = act in state_at(history, after(now)).allowed
        tried = [*history, Mark(act, after(now), 60 if act is Act.EXTEND else 0)]
        if allowed:
            state_at(tried, after(now))
            history = tried
        else:
            with pytest.raises(ClockError):
                state_at(tried, after(now))
