"""Names of backups, and which are deleted."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from backups.engine.names import file_name, is_backup, outdated
from tests.harness.deep import examples

AT = datetime(2026, 5, 1, 3, 0, 7, tzinfo=UTC)
times = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


def test_a_name_is_the_time_in_utc_and_never_taken() -> None:
    assert file_name(AT) == "wordhall-20260501-030007.zip"
    assert file_name(AT.astimezone(timezone(timedelta(hours=9)))) == "wordhall-20260501-030007.zip"
    assert file_name(AT, ["wordhall-20260501-030007.zip"]) == "wordhall-20260501-030007-2.zip"
    assert is_backup("wordhall-20260501-030007-2.zip")
    for name in ("wordhall.zip", "wordhall-20260501-030007.zip.part", "my-wordhall-20260501-030007.zip", "notes.txt"):
        assert not is_backup(name)


@examples(100, deep=3000)
@given(st.lists(times, max_size=12), times, st.integers(1, 5))
def test_the_newest_stay(before: list[datetime], now: datetime, keep: int) -> None:
    """Compared with sorting by time: the one just written stays even where the clock went back; no other file goes."""
    names: list[str] = []
    ages: dict[str, tuple[datetime, int]] = {}
    for number, at in enumerate(sorted(before)):
        name = file_name(at, names)
        names.append(name)
        ages[name] = (at.replace(microsecond=0), number)
    newest = file_name(now, names)
    gone = outdated([*names, newest, "notes.txt", ".wordhall-x.unfinished"], newest=newest, keep=keep)
    oldest_first = sorted(names, key=lambda name: ages[name])
    assert gone == oldest_first[: max(0, len(names) + 1 - keep)]
    assert newest not in gone
