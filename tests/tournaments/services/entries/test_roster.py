"""Rosters: the dry run, the import (all or nothing), single entries, withdrawal and return."""

import itertools

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import IntegerField

from clubs.models import Club, Player, User
from ratings.models import PlayerRating, RatingPool
from tests import factories
from tests.walk import check_each
from tournaments.api.serializers.constraints import EntryChangesSerializer
from tournaments.api.serializers.roster import NewEntrySerializer
from tournaments.engine.importers.roster import MAX_RATING
from tournaments.errors import NotOpenError, TournamentError
from tournaments.forms.entries import EntryChangesForm, EntryForm
from tournaments.models import Division, Entry
from tournaments.queries.state import load_state
from tournaments.services.entries.leaving import reinstate_entry, withdraw_entry
from tournaments.services.entries.roster import RosterFormat, add_entry, import_roster, preview_roster
from tournaments.services.entries.roster_lines import RosterAction, RosterRow
from tournaments.services.entries.same_names import NamesakeError
from tournaments.services.events.events import finish_event

CSV = "name,rating,games,id\nAda,1800,120,H-1\nBen,0,,\n"
TSH = "Quill, Abena            1934 2; 400\nVane, Bartosz           1871 1; 350\n"


def test_a_preview_says_what_will_happen_and_writes_nothing(division: Division) -> None:
    preview = preview_roster(division=division, text=CSV, format="csv")
    assert preview.ok
    assert [
        (row.line, row.name, row.rating, row.career_games, row.external_id, row.action) for row in preview.rows
    ] == [
        (2, "Ada", 1800, 120, "H-1", RosterAction.NEW_PLAYER),
        (3, "Ben", None, None, "", RosterAction.NEW_PLAYER),
    ]
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_import_makes_players_and_entries(division: Division, director: User) -> None:
    preview = preview_roster(division=division, text=CSV, format="csv")
    entries = import_roster(actor=director, division=division, rows=preview.rows)
    assert [(entry.number, entry.name, entry.rating, entry.career_games) for entry in entries] == [
        (1, "Ada", 1800, 120),
        (2, "Ben", None, None),
    ]
    assert Player.objects.get(external_id="H-1").home_club == division.event.club


def test_a_tsh_division_file_is_a_roster(division: Division, director: User) -> None:
    preview = preview_roster(division=division, text=TSH.encode("latin-1"), format="tsh")
    assert [(row.name, row.rating) for row in preview.rows] == [("Quill, Abena", 1934), ("Vane, Bartosz", 1871)]
    assert len(import_roster(actor=director, division=division, rows=preview.rows)) == 2


def test_importing_twice_adds_nobody(division: Division, director: User) -> None:
    rows = preview_roster(division=division, text=CSV, format="csv").rows
    import_roster(actor=director, division=division, rows=rows)
    again = preview_roster(division=division, text=CSV, format="csv")
    assert [row.action for row in again.rows] == [RosterAction.ALREADY_ENTERED] * 2
    assert import_roster(actor=director, division=division, rows=again.rows) == []
    assert Entry.objects.count() == 2


def test_a_player_the_club_knows_is_found_by_id_then_by_name(division: Division, club: Club) -> None:
    by_id = Player.objects.create(name="Adelaide Quill", home_club=club, external_id="H-1")
    by_name = Player.objects.create(name="ben", home_club=club)
    Player.objects.create(name="Ada", home_club=None)
    rows = preview_roster(division=division, text=CSV, format="csv").rows
    assert [(row.action, row.player_id) for row in rows] == [
        (RosterAction.KNOWN_PLAYER, by_id.pk),
        (RosterAction.KNOWN_PLAYER, by_name.pk),
    ]


def test_two_players_of_one_name_are_held_back(division: Division, director: User, club: Club) -> None:
    for _number in range(2):
        Player.objects.create(name="Ben", home_club=club)
    preview = preview_roster(division=division, text=CSV, format="csv")
    (problem,) = preview.problems
    assert (problem.line, problem.text) == (3, "Ben")
    assert "2 players with this name" in problem.message
    assert not preview.ok
    with pytest.raises(TournamentError, match="Nothing was imported"):
        import_roster(actor=director, division=division, rows=(*preview.rows, RosterRow(name="Ben", line=3)))
    assert not Entry.objects.exists()


def test_a_chosen_namesake_is_taken(division: Division, director: User, club: Club) -> None:
    _one, other = (Player.objects.create(name="Ben", home_club=club) for _number in range(2))
    entry = add_entry(actor=director, division=division, row=RosterRow(name="Ben", player_id=other.pk))
    assert entry.player == other


def test_a_player_id_of_another_name_or_club_is_not_trusted(division: Division, director: User, club: Club) -> None:
    namesake = Player.objects.create(name="Ben", home_club=club)
    entry = add_entry(actor=director, division=division, row=RosterRow(name="Zoe", player_id=namesake.pk))
    assert entry.player != namesake
    assert entry.player.name == "Zoe"


def test_bad_lines_are_named_with_their_reason_and_the_rest_is_shown(division: Division) -> None:
    preview = preview_roster(division=division, text="Ada,1800\nAda,1700\nBen,strong\n", format="csv")
    assert [(problem.line, bool(problem.message), bool(problem.remedy)) for problem in preview.problems] == [
        (2, True, True),
        (3, True, True),
    ]
    assert not preview.ok


def test_rubbish_is_a_problem_never_an_exception(division: Division) -> None:
    def check(format: RosterFormat, text: str | bytes) -> None:
        preview = preview_roster(division=division, text=text, format=format)
        assert not preview.ok
        assert preview.problems

    check_each(
        itertools.product(
            ["csv", "tsh"], [b"\x00\xff\x00binary", b"", "\n\n", b"\xff\xfe\x00", "x" * 3_000_000, ";;;;\n;;"]
        ),
        check,
    )


def test_import_is_all_or_nothing(division: Division, director: User) -> None:
    rows = [RosterRow(name="Ada", line=1), RosterRow(name="Ben", line=2), RosterRow(name="ada", line=3)]
    with pytest.raises(TournamentError, match="same player as on line 1"):
        import_roster(actor=director, division=division, rows=rows)
    assert not Entry.objects.exists()
    assert not Player.objects.exists()


def test_a_typed_row_is_checked_like_an_imported_one(division: Division, director: User) -> None:
    def check(row: RosterRow) -> None:
        with pytest.raises(TournamentError):
            add_entry(actor=director, division=division, row=row)
        assert not Entry.objects.exists()

    check_each(
        [
            RosterRow(name=""),
            RosterRow(name="A" * 81),
            RosterRow(name="Ada", rating=-5),
            RosterRow(name="Ada", career_games=-1),
        ],
        check,
    )


def test_a_known_player_without_a_rating_brings_the_pools(
    division: Division, director: User, club: Club, pool: RatingPool
) -> None:
    player = Player.objects.create(name="Ben", home_club=club)
    PlayerRating.objects.create(pool=pool, player=player, rating=1444, career_games=77)
    rows = preview_roster(division=division, text=CSV, format="csv").rows
    assert (rows[1].rating, rows[1].career_games) == (1444, 77)
    assert rows[0].rating == 1800


def test_an_entered_player_is_not_entered_again(division: Division, director: User) -> None:
    add_entry(actor=director, division=division, row=RosterRow(name="Ada"))
    with pytest.raises(NamesakeError, match="already a player called “Ada”") as question:
        add_entry(actor=director, division=division, row=RosterRow(name="Ada"))
    (ada,) = question.value.similar
    with pytest.raises(TournamentError, match="already entered"):
        add_entry(actor=director, division=division, row=RosterRow(name="Ada", same_as=ada.player_id))


def test_a_late_entry_gets_the_next_number_and_is_paired_next(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    entry = add_entry(actor=director, division=running, row=RosterRow(name="Zoe", rating=1990))
    assert entry.number == 7
    round_ = factories.publish(running, director, 2)
    assert round_.seats.filter(entry=entry).exists()


def test_a_withdrawn_player_keeps_results_and_is_not_paired_until_return(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    fay = running.entries.get(name="Fay")
    withdraw_entry(actor=director, entry=fay, after_round=1, reason="Ill.")
    second = factories.publish(running, director, 2)
    assert not second.seats.filter(entry=fay).exists()
    assert second.seats.count() == 5
    factories.play(second)
    reinstate_entry(actor=director, entry=fay)
    assert factories.publish(running, director, 3).seats.filter(entry=fay).exists()


def test_a_player_who_is_paired_withdraws_after_that_round(running: Division, director: User) -> None:
    fay = running.entries.get(name="Fay")
    with pytest.raises(TournamentError, match="Withdraw after round 1"):
        withdraw_entry(actor=director, entry=fay, after_round=0)
    with pytest.raises(TournamentError, match=r"0 .before the first. to 8"):
        withdraw_entry(actor=director, entry=fay, after_round=99)
    assert withdraw_entry(actor=director, entry=fay, after_round=1).withdrawn_after == 1


def test_only_who_withdrew_can_return(running: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="has not withdrawn"):
        reinstate_entry(actor=director, entry=running.entries.get(name="Fay"))


def test_a_finished_event_takes_no_entries(running: Division, director: User) -> None:
    factories.play(running.rounds.get())
    finish_event(actor=director, event=running.event)
    with pytest.raises(NotOpenError, match="finished"):
        add_entry(actor=director, division=running, row=RosterRow(name="Zoe"))


def test_users_without_a_role_enter_nobody(division: Division) -> None:
    outsider = factories.user("stranger")
    with pytest.raises(PermissionDenied):
        add_entry(actor=outsider, division=division, row=RosterRow(name="Zoe"))
    with pytest.raises(PermissionDenied):
        import_roster(actor=outsider, division=division, rows=[RosterRow(name="Zoe")])


@pytest.mark.parametrize("size", [1, 30])
def test_a_preview_takes_six_queries_for_any_size(division: Division, size: int) -> None:
    text = "\n".join(f"Player {chr(65 + number)},1500" for number in range(size))
    with CaptureQueriesContext(connection) as captured:
        assert len(preview_roster(division=division, text=text, format="csv").rows) == size
    assert len(captured) == 6


def test_what_is_wrong_and_what_to_do_are_sentences(division: Division, director: User) -> None:
    with pytest.raises(TournamentError) as refused:
        add_entry(actor=director, division=division, row=RosterRow(name="Ada", rating=MAX_RATING + 1))
    assert str(refused.value) == "The rating 4001 is not between 0 and 4000. Correct it."


def test_the_highest_rating_is_the_same_however_it_comes_in(division: Division) -> None:
    assert EntryForm(division=division).fields["rating"].max_value == MAX_RATING  # type: ignore[attr-defined]  # IntegerField
    assert EntryChangesForm().fields["rating"].max_value == MAX_RATING  # type: ignore[attr-defined]  # IntegerField
    for serializer in (NewEntrySerializer(), EntryChangesSerializer()):
        field = serializer.fields["rating"]
        assert isinstance(field, IntegerField)
        assert field.max_value == MAX_RATING


def test_the_clubs_of_players_are_a_column_and_keep_club_mates_apart(director: User) -> None:
    division = factories.division(factories.club(director), director)
    preview = preview_roster(division=division, text="name,club\nAda,North\nBen,North\nCid,\n", format="csv")
    import_roster(actor=director, division=division, rows=preview.rows)
    clubs = dict(division.entries.values_list("name", "club"))
    assert clubs == {"Ada": "North", "Ben": "North", "Cid": ""}
    assert {player.club for player in load_state(division, 1).snapshot.players} == {"North", None}


def test_keys_of_a_tsh_file_that_mean_nothing_here_are_named(director: User) -> None:
    division = factories.division(factories.club(director), director)
    text = "Ann 1500; ; norank\nBea 1400; ; eval 2; team Red\n"
    assert preview_roster(division=division, text=text, format="tsh").unused == ("eval", "norank")
    assert preview_roster(division=division, text="Ann,1500", format="csv").unused == ()
    client = Client()
    client.force_login(director)
    where = f"/e/{division.event.slug}/{division.slug}/manage/roster/check/"
    page = client.post(where, {"text": text, "format": "tsh"}).content.decode()
    assert "Ignored in the file: eval, norank." in page
