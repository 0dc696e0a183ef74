"""Planned times and what becomes of them when a round runs late."""

from datetime import UTC, datetime, timedelta

from tournaments.engine.schedule import Planned, expected_times

ZERO = datetime(2026, 5, 2, 10, tzinfo=UTC)


def at(minutes: int) -> datetime:
    """So many minutes into the day."""
    return ZERO + timedelta(minutes=minutes)


def test_a_late_round_moves_what_follows_until_a_gap() -> None:
    """Rows: lines as (planned, minutes, began, noted), now, and by how much each is late."""
    rounds = [(0, 60, None, True), (60, 60, None, True), (120, 30, None, False), (180, 60, None, True)]
    cases = [
        ("nothing began", {}, None, [0, 0, 0, 0]),
        ("nothing began, long after", {}, 500, [0, 0, 0, 0]),
        ("on time", {0: 0}, 5, [0, 0, 0, 0]),
        ("early", {0: -20}, None, [0, 0, 0, 0]),
        ("25 late: lunch moves, the gap of 30 takes it up", {0: 25}, None, [25, 25, 25, 0]),
        ("50 late: more than the gap", {0: 50}, None, [50, 50, 50, 20]),
        ("round 2 has not begun at its time", {0: 0}, 75, [0, 15, 15, 0]),
        ("round 2 made up for it", {0: 25, 1: 60}, None, [25, 0, 0, 0]),
        ("lunch does not wait for anybody", {0: 0, 1: 60}, 130, [0, 0, 0, 0]),
        ("imported long afterwards", {0: 5000}, None, [0, 0, 0, 0]),
    ]
    for name, began, now, late in cases:
        items = [
            Planned(at(start), minutes, at(began[index]) if index in began else None, noted)
            for index, (start, minutes, _none, noted) in enumerate(rounds)
        ]
        times = expected_times(items, None if now is None else at(now))
        assert [time.late for time in times] == late, name
        assert all(time.starts_at >= item.starts_at for time, item in zip(times, items, strict=True)), name
