"""What a pairing respects: rounds sat out, late entries, pairs kept apart or locked, tables of their own."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from clubs.models import Club, User
from tests import factories
from tests.harness.deep import examples
from tournaments.engine.table_numbers import MAX_TABLE, TableNumbersError, format_tables, parse_tables, seat_games
from tournaments.engine.tables import assign_tables
from tournaments.errors import NotReadyError, StaleEditError, TournamentError
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.events import DivisionInput
from tournaments.models import Division, Entry, Pairing, PairLock, Result, Round
from tournaments.queries.rounds import tables_elsewhere
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.entries import entries, roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events import events
from tournaments.services.rounds import constraints as conditions
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds.readiness import readiness

pytestmark = pytest.mark.django_db


def seated(round_: Round) -> dict[str, tuple[str, int | None]]:
    """Everybody's kind of pairing and table, by name."""
    return {
        seat.entry.name: (seat.pairing.kind, seat.pairing.table_number)
        for seat in round_.seats.select_related("pairing", "entry")
    }


def records(division: Division) -> dict[str, tuple[float, float, int]]:
    """Everybody's wins, losses and spread, by name."""
    return {line.name: (line.row.wins, line.row.losses, line.row.spread) for line in standings_of(division)}


def publish(division: Division, director: User, number: int) -> Round:
    round_ = factories.publish(division, director, number)
    factories.play(round_)
    return round_


def test_rounds_sat_out_count_what_was_said(division: Division, director: User) -> None:
    ada, ben, cem, *_rest = factories.entries(division, director, 7)
    entries.set_absences(actor=director, entry=ada, rounds={1: "bye", 2: "absent"})
    entries.set_absences(actor=director, entry=ben, rounds={1: "forfeit"})
    entries.set_absences(actor=director, entry=cem, rounds={1: "absent"})
    messages = [note.message for note in readiness(load_state(division, 1)) if note.code == "absent"]
    assert messages == [
        "Ada (#1) is absent this round; it counts as a bye.",
        "Ben (#2) is absent this round; it counts as a forfeit.",
        "Cem (#3) is absent this round; it counts as nothing.",
    ]
    round_ = publish(division, director, 1)
    seats = seated(round_)
    assert seats["Ada"] == ("bye", None)
    assert seats["Ben"] == ("forfeit", None)
    assert "Cem" not in seats
    assert {seats[name][0] for name in ("Dua", "Eli", "Fay", "Gus")} == {"game"}
    assert [records(division)[name] for name in ("Ada", "Ben", "Cem")] == [(1, 0, 50), (0, 1, -50), (0, 0, 0)]
    second = seated(factories.publish(division, director, 2))
    assert "Ada" not in second
    assert {second[name][0] for name in ("Ben", "Cem")} == {"game"}


def test_absences_are_of_rounds_to_come(running: Division, director: User) -> None:
    ada = running.entries.get(number=1)
    for number in (1, 9):
        with pytest.raises(TournamentError, match="still to be played"):
            entries.set_absences(actor=director, entry=ada, rounds={number: "bye"})
    assert entries.set_absences(actor=director, entry=ada, rounds={2: "bye"})
    assert entries.set_absences(actor=director, entry=ada, rounds={}) == []


def test_a_draft_that_no_longer_fits_the_absences_is_not_published(division: Division, director: User) -> None:
    ada, *_rest = factories.entries(division, director, 6)
    draft = pairing.draft_round(actor=director, division=division, number=1)
    entries.set_absences(actor=director, entry=ada, rounds={1: "absent"})
    with pytest.raises(NotReadyError, match="Ada is absent this round"):
        publishing.publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)


@pytest.mark.parametrize(
    ("setting", "record"), [("nothing", (0, 0, 0)), ("bye", (2, 0, 100)), ("forfeit", (0, 2, -100))]
)
def test_a_late_entry_has_missed_what_the_division_says(
    club: Club, director: User, setting: str, record: tuple[float, float, int]
) -> None:
    division = factories.division(club, director, late_rounds=setting)
    factories.entries(division, director, 4)
    publish(division, director, 1)
    publish(division, director, 2)
    late = roster.add_entry(actor=director, division=division, row=RosterRow(name="Zoe", rating=1900))
    assert late.joined_round == 3
    assert records(division)["Zoe"] == record
    results = Result.objects.filter(pairing__seats__entry=late)
    assert {item.state for item in results} <= {"confirmed"}
    assert seated(factories.publish(division, director, 3))["Zoe"]


def test_a_late_entry_may_begin_later_still(club: Club, director: User) -> None:
    division = factories.division(club, director, late_rounds="bye")
    factories.entries(division, director, 4)
    publish(division, director, 1)
    row = RosterRow(name="Zoe", rating=1900)
    with pytest.raises(TournamentError, match="rounds 2 to 8"):
        roster.add_entry(actor=director, division=division, row=row, from_round=1)
    roster.add_entry(actor=director, division=division, row=row, from_round=3)
    second = publish(division, director, 2)
    assert seated(second)["Zoe"] == ("bye", None)
    assert records(division)["Zoe"] == (2, 0, 100)


def test_an_entry_is_changed_and_keeps_the_rating_it_was_paired_by(division: Division, director: User) -> None:
    ada, *_rest = factories.entries(division, director, 4)
    new = EntryChanges(name="Ada Byron", rating=1500, fixed_table=9, player_class="B", team="Red")
    changed = entries.update_entry(actor=director, entry=ada, data=new)
    assert (changed.name, changed.rating, changed.fixed_table, changed.player_class, changed.team) == (
        "Ada Byron",
        1500,
        9,
        "B",
        "Red",
    )
    assert next(p for p in load_state(division, 1).snapshot.players if p.id == ada.pk).team == "Red"
    factories.publish(division, director, 1)
    with pytest.raises(TournamentError, match="can no longer change in this event"):
        entries.update_entry(actor=director, entry=ada, data=EntryChanges(name="Ada", rating=1600))
    with pytest.raises(TournamentError, match="name is missing"):
        entries.update_entry(actor=director, entry=ada, data=EntryChanges(name=" ", rating=1500))


@pytest.mark.parametrize("table", [0, MAX_TABLE + 1])
def test_a_fixed_table_is_one_that_there_can_be(table: int) -> None:
    with pytest.raises(ValidationError, match="A table number must be 1 to"):
        EntryChanges(name="Cem", fixed_table=table)


def test_a_fixed_table_is_kept(division: Division, director: User) -> None:
    _ada, _ben, cem, *_rest = factories.entries(division, director, 6)
    entries.update_entry(actor=director, entry=cem, data=EntryChanges(name="Cem", rating=1780, fixed_table=12))
    seats = seated(factories.publish(division, director, 1))
    assert seats["Cem"] == ("game", 12)
    assert sorted(table for _kind, table in seats.values() if table is not None) == [1, 1, 2, 2, 12, 12]


def test_blocked_pairs_never_meet(division: Division, director: User) -> None:
    ada, ben, cem, dua = factories.entries(division, director, 4)
    conditions.block_pair(actor=director, division=division, entry_a=cem.pk, entry_b=ada.pk, reason="Sisters")
    conditions.block_pair(actor=director, division=division, entry_a=ada.pk, entry_b=ben.pk, reason="Same car")
    round_ = factories.publish(division, director, 1)
    assert {frozenset((line.first.entry_id, line.second.entry_id)) for line in factories.games(round_)} == {
        frozenset((ada.pk, dua.pk)),
        frozenset((ben.pk, cem.pk)),
    }
    for wrong in (cem.pk, ada.pk, 0):
        with pytest.raises(TournamentError):
            conditions.block_pair(actor=director, division=division, entry_a=ada.pk, entry_b=wrong, reason="x")
    with pytest.raises(TournamentError, match="Say why"):
        conditions.block_pair(actor=director, division=division, entry_a=cem.pk, entry_b=dua.pk, reason=" ")


def test_a_block_is_taken_away_once(division: Division, director: User) -> None:
    ada, ben = factories.entries(division, director, 2)
    block = conditions.block_pair(actor=director, division=division, entry_a=ada.pk, entry_b=ben.pk, reason="x")
    conditions.unblock_pair(actor=director, division=division, block_id=block.pk)
    with pytest.raises(StaleEditError):
        conditions.unblock_pair(actor=director, division=division, block_id=block.pk)


def test_locked_pairs_stay_and_the_rest_is_paired_around_them(division: Division, director: User) -> None:
    ada, ben, *_rest = factories.entries(division, director, 6)
    conditions.lock_pair(actor=director, division=division, number=1, first=ben.pk, second=ada.pk)
    draft = pairing.draft_round(actor=director, division=division, number=1)
    assert (ben.pk, ada.pk) in {(line.first.entry_id, line.second.entry_id) for line in factories.games(draft)}
    conditions.unlock_pair(actor=director, division=division, number=1, first=ada.pk, second=ben.pk)
    again = pairing.draft_round(actor=director, division=division, number=1)
    assert (ben.pk, ada.pk) not in {(line.first.entry_id, line.second.entry_id) for line in factories.games(again)}


def test_locks_that_cannot_be(division: Division, director: User) -> None:
    ada, ben, cem, dua = factories.entries(division, director, 4)
    conditions.lock_pair(actor=director, division=division, number=1, first=ada.pk, second=ben.pk)
    conditions.block_pair(actor=director, division=division, entry_a=cem.pk, entry_b=dua.pk, reason="Sisters")
    for number, first, second, words in [
        (1, cem.pk, ada.pk, "another pair"),
        (9, ada.pk, ben.pk, "future rounds"),
        (1, cem.pk, dua.pk, "Sisters"),
        (1, cem.pk, cem.pk, "two different"),
    ]:
        with pytest.raises(TournamentError, match=words):
            conditions.lock_pair(actor=director, division=division, number=number, first=first, second=second)
    with pytest.raises(TournamentError, match="players of this division"):
        conditions.lock_pair(actor=director, division=division, number=1, first=0, second=None)


def test_locks_go_with_the_draft(division: Division, director: User) -> None:
    ada, ben, *_rest = factories.entries(division, director, 4)
    draft = pairing.draft_round(actor=director, division=division, number=1)
    conditions.lock_pair(actor=director, division=division, number=1, first=ada.pk, second=ben.pk)
    pairing.discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert not PairLock.objects.exists()


def test_no_two_divisions_share_a_table(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    other = events.add_division(actor=director, event=division.event, data=DivisionInput(name="B"))
    rows = [RosterRow(name=f"B{number}", line=number) for number in range(1, 5)]
    roster.import_roster(actor=director, division=other, rows=rows)
    first, second = factories.publish(division, director, 1), factories.publish(other, director, 1)
    tables = [line.table_number for round_ in (first, second) for line in factories.games(round_)]
    assert tables == [1, 2, 3, 4, 5]
    late = RosterRow(name="Zoe"), RosterRow(name="Yan")
    for row in late:
        roster.add_entry(actor=director, division=division, row=row)
    factories.play(first)
    assert [line.table_number for line in factories.games(factories.publish(division, director, 2))] == [1, 2, 3, 6]


def test_a_division_has_tables_of_its_own(club: Club, director: User) -> None:
    division = factories.division(club, director, table_numbers=(21, 22, 30))
    assert [line.table_number for line in factories.games(factories.start(division, director, 8))] == [1, 21, 22, 30]
    with pytest.raises(TournamentError, match="already has these tables: 22"):
        events.add_division(
            actor=director, event=division.event, data=factories.division_data(name="B", table_numbers=(22, 23))
        )
    other = events.add_division(actor=director, event=division.event, data=DivisionInput(name="B"))
    assert tables_elsewhere(other) == {1, 21, 22, 30}
    with pytest.raises(TournamentError, match="already has these tables"):
        events.update_division(
            actor=director, division=other, data=factories.division_data(name="B", table_numbers=(30,))
        )


def test_a_fixed_table_counts_even_where_another_division_sits(division: Division, director: User) -> None:
    factories.start(division, director, 4)
    other = events.add_division(actor=director, event=division.event, data=DivisionInput(name="B"))
    rows = [RosterRow(name=f"B{number}", line=number) for number in range(1, 3)]
    entry = roster.import_roster(actor=director, division=other, rows=rows)[0]
    entries.update_entry(actor=director, entry=entry, data=EntryChanges(name=entry.name, fixed_table=2))
    assert [line.table_number for line in factories.games(factories.publish(other, director, 1))] == [2]


def test_snapshots_ask_as_often_for_any_number_of_conditions(division: Division, director: User) -> None:
    eight = factories.entries(division, director, 8)
    for index in range(0, 4, 2):
        conditions.block_pair(
            actor=director, division=division, entry_a=eight[index].pk, entry_b=eight[index + 1].pk, reason="x"
        )
        entries.set_absences(actor=director, entry=eight[index], rounds={1: "bye", 2: "absent"})
    assert factories.queries(lambda: load_state(division, 1).snapshot) == 6


def test_a_forfeit_known_beforehand_cannot_be_reported_as_a_game(division: Division, director: User) -> None:
    ada, *_rest = factories.entries(division, director, 5)
    entries.set_absences(actor=director, entry=ada, rounds={1: "forfeit"})
    round_ = factories.publish(division, director, 1)
    with pytest.raises(TournamentError):
        factories.report(Pairing.objects.get(round=round_, kind="forfeit"), "official", 1, 2, actor=director)
    assert Entry.objects.get(pk=ada.pk).seats.get().pairing.result.kind == "forfeit_loss"


def test_who_forfeits_cannot_pass_it_on(division: Division, director: User) -> None:
    ada, ben, *_rest = factories.entries(division, director, 6)
    entries.set_absences(actor=director, entry=ada, rounds={1: "forfeit"})
    draft = pairing.draft_round(actor=director, division=division, number=1)
    with pytest.raises(TournamentError, match="Ada forfeits this round"):
        pairing.swap_players(
            actor=director, round_id=draft.pk, expected_version=draft.version, entry_a=ben.pk, entry_b=ada.pk
        )


@examples(40, deep=1000)
@given(st.lists(st.integers(1, 9999), unique=True, max_size=40))
def test_lists_of_tables_are_read_as_written(tables: list[int]) -> None:
    assert list(parse_tables(format_tables(tables))) == tables


@pytest.mark.parametrize("text", ["0", "x", "1, 1", "5-3", "1-10, 7", "10000", "1-", "-3", "¹"])
def test_lists_that_name_no_tables(text: str) -> None:
    with pytest.raises(TableNumbersError):
        parse_tables(text)


@examples(40, deep=1000)
@given(
    st.integers(1, 30),
    st.lists(st.integers(1, 60), unique=True, max_size=20),
    st.sets(st.integers(1, 60), max_size=20),
    st.dictionaries(st.integers(1, 60), st.integers(1, 60), max_size=4),
)
def test_every_game_has_a_table_to_itself(count: int, own: list[int], used: set[int], fixed: dict[int, int]) -> None:
    pairs = [(2 * index + 1, 2 * index + 2) for index in range(count)]
    boards = assign_tables(pairs, fixed).tables
    tables = seat_games([(a, b, board) for (a, b), board in zip(pairs, boards, strict=True)], fixed, own, used)
    assert len(set(tables)) == count
    at_fixed_tables = {
        board for (a, b), board in zip(pairs, boards, strict=True) if board in {fixed.get(a), fixed.get(b)}
    }
    assert not (set(tables) - at_fixed_tables - set(own)) & used


def test_weak_and_temporary_blocks_reach_the_engine(division: Division, director: User) -> None:
    ada, ben, cem, dua = factories.entries(division, director, 4)
    conditions.block_pair(
        actor=director, division=division, entry_a=ada.pk, entry_b=ben.pk, reason="Sisters", weak=True, until=2
    )
    (block,) = load_state(division, 1).snapshot.blocked
    assert (block.weak, block.until) == (True, 2)
    with pytest.raises(TournamentError, match="not one of the"):
        conditions.block_pair(
            actor=director,
            division=division,
            entry_a=cem.pk,
            entry_b=dua.pk,
            reason="x",
            until=division.settings.rounds_planned + 1,
        )
    conditions.lock_pair(actor=director, division=division, number=1, first=ada.pk, second=ben.pk)  # weak: allowed


def test_a_block_that_has_ended_allows_a_lock(division: Division, director: User) -> None:
    ada, ben, *_rest = factories.entries(division, director, 4)
    conditions.block_pair(actor=director, division=division, entry_a=ada.pk, entry_b=ben.pk, reason="x", until=1)
    with pytest.raises(TournamentError, match="kept apart"):
        conditions.lock_pair(actor=director, division=division, number=1, first=ada.pk, second=ben.pk)
    conditions.lock_pair(actor=director, division=division, number=2, first=ada.pk, second=ben.pk)


def test_the_snapshot_knows_clubs_classes_asked_byes_and_the_tables_before(division: Division, director: User) -> None:
    ada, ben, *_rest = factories.entries(division, director, 5)
    Entry.objects.filter(pk=ada.pk).update(club="Hove", player_class="B")
    entries.set_absences(actor=director, entry=ben, rounds={1: "bye"})
    round_ = factories.publish(division, director, 1)
    factories.play(round_)
    snapshot = load_state(division, 2).snapshot
    club_and_class = {player.id: (player.club, player.player_class) for player in snapshot.players}
    assert (club_and_class[ada.pk], club_and_class[ben.pk]) == (("Hove", "B"), (None, None))
    assert [game.first for game in snapshot.games if game.requested] == [ben.pk]
    at = dict(snapshot.last_tables)
    assert set(at) == {game.first for game in snapshot.games if game.second} | {
        game.second for game in snapshot.games if game.second
    }
    assert set(at.values()) == {1, 2}
