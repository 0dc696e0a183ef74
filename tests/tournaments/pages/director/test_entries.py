"""The director's pages of single players and of pairs, of the event's name, and of further divisions."""

import pytest
from django.urls import reverse

from clubs.models import Player
from tests import factories
from tests.tournaments.pages.director.test_events import FORM
from tests.tournaments.scenes.hall import make_hall, make_running_hall, text
from tournaments.models import Absence, Entry, Event, PairBlock, Pairing, PairLock
from tournaments.services.rounds.pairing import draft_round

pytestmark = pytest.mark.django_db


def test_a_player_is_changed_on_a_page() -> None:
    hall = make_hall()
    entry = hall.scene.entries[0]
    page = text(hall.client.get(hall.url("edit_entry", entry.pk)))
    assert 'value="Ada Byron"' in page
    values = {"name": "Ada Lovelace", "rating": "1500", "player_class": "B", "team": "Red", "fixed_table": "7"}
    answer = hall.client.post(hall.url("edit_entry", entry.pk), values)
    assert answer.status_code == 302
    roster = text(hall.client.get(hall.url("manage_roster")))
    for text_shown in ("Ada Lovelace", "1500", "class B", "Red", "table 7"):
        assert text_shown in roster
    assert hall.client.post(hall.url("edit_entry", entry.pk), values | {"fixed_table": "1"}).status_code == 302
    assert "table 1" in text(hall.client.get(hall.url("manage_roster")))
    bad = hall.client.post(hall.url("edit_entry", entry.pk), values | {"fixed_table": "0"})
    assert bad.status_code == 422
    assert 'value="Ada Lovelace"' in text(bad)


def test_a_federation_id_is_typed_where_the_player_is_changed() -> None:
    """What the page of files finds wrong with an id is put right there, in this event and all others."""
    hall = make_hall()
    ada, ben = hall.scene.entries[:2]
    edit, values = hall.url("edit_entry", ada.pk), {"name": ada.name, "rating": ada.rating}
    assert hall.client.post(edit, values | {"federation_id": " AA003200 "}).status_code == 302
    assert 'value="AA003200"' in text(hall.client.get(edit))
    assert Player.objects.get(pk=ada.player_id).external_id == "AA003200"
    taken = hall.client.post(
        hall.url("edit_entry", ben.pk), {"name": ben.name, "rating": ben.rating, "federation_id": "aa003200"}
    )
    assert taken.status_code == 422
    assert f"{ada.name} already has the federation id aa003200." in text(taken)
    assert hall.client.post(edit, values | {"federation_id": ""}).status_code == 302
    assert Player.objects.get(pk=ada.player_id).external_id == ""
    hall.client.post(reverse("tournaments:try_out", args=[hall.scene.event.slug]))
    copy = Entry.objects.get(player=ada.player, division__event__what_if_of=hall.scene.event)
    path = [copy.division.event.slug, copy.division.slug, copy.pk]
    page = text(hall.client.get(reverse("tournaments:edit_entry", args=path)))
    assert copy.name in page
    assert "Federation ID" not in page, "a test copy leaves the club's players alone"


def test_a_rating_that_was_used_is_refused_at_its_field() -> None:
    hall = make_running_hall()
    entry = hall.scene.entries[0]
    answer = hall.client.post(hall.url("edit_entry", entry.pk), {"name": entry.name, "rating": "1"})
    assert answer.status_code == 422
    assert "can no longer change in this event" in text(answer)
    assert Entry.objects.get(pk=entry.pk).rating == entry.rating


def test_rounds_to_come_are_chosen_one_by_one() -> None:
    hall = make_hall()
    entry = hall.scene.entries[0]
    hall.client.post(hall.url("entry_absences", entry.pk), {"round_1": "", "round_2": "bye", "round_3": "forfeit"})
    assert list(Absence.objects.values_list("round_number", "kind")) == [(2, "bye"), (3, "forfeit")]
    assert "round 2: a bye" in text(hall.client.get(hall.url("manage_roster")))
    bad = hall.client.post(hall.url("entry_absences", entry.pk), {"round_2": "holiday"})
    assert bad.status_code == 422
    assert Absence.objects.count() == 2


def test_pairs_are_kept_apart_and_released_again() -> None:
    hall = make_hall()
    one, other = hall.scene.entries[:2]
    values = {"player_a": one.pk, "player_b": other.pk, "reason": "Sisters"}
    assert hall.client.post(hall.url("blocks"), values).status_code == 302
    page = text(hall.client.get(hall.url("blocks")))
    assert "Sisters" in page
    again = hall.client.post(hall.url("blocks"), values)
    assert again.status_code == 422
    assert "already kept apart" in text(again)
    hall.client.post(hall.url("remove_block", PairBlock.objects.get().pk))
    assert not PairBlock.objects.exists()


def test_players_of_another_division_cannot_be_chosen() -> None:
    hall, other = make_hall(), make_hall("autumn")
    values = {"player_a": hall.scene.entries[0].pk, "player_b": other.scene.entries[0].pk, "reason": "x"}
    assert hall.client.post(hall.url("blocks"), values).status_code == 422


def test_a_locked_table_stays_when_the_round_is_paired_again() -> None:
    hall = make_hall()
    hall.draft()
    game = hall.games()[0]
    pair = hall.numbers(game)
    hall.client.post(hall.url("lock_game", 1, game.pk))
    assert PairLock.objects.count() == 1
    assert "Unlock table 1" in text(hall.client.get(hall.url("manage_round", 1)))
    draft_round(actor=hall.scene.director, division=hall.scene.division, number=1)
    assert pair in {hall.numbers(game) for game in hall.games()}
    again = next(game for game in hall.games() if hall.numbers(game) == pair)
    hall.client.post(hall.url("lock_game", 1, again.pk) + "?off=1")
    assert not PairLock.objects.exists()


def test_a_bye_is_locked_like_a_table_and_a_second_tap_changes_nothing() -> None:
    hall = make_hall(players=5)
    hall.draft()
    bye = Pairing.objects.get(kind="bye")
    lone = bye.seats.get().entry
    lock = hall.url("lock_game", 1, bye.pk)
    for _tap in range(2):
        assert "Bye locked." in text(hall.client.post(lock, follow=True))
    assert PairLock.objects.get(second=None).first == lone
    assert "Bye unlocked." in text(hall.client.post(f"{lock}?off=1", follow=True))
    assert not PairLock.objects.exists()


def test_a_table_of_three_cannot_be_locked() -> None:
    hall = make_hall()
    factories.change(hall.scene.division, table_size=3)
    hall.draft()
    answer = hall.client.post(hall.url("lock_game", 1, hall.games()[0].pk), follow=True)
    assert "Only a table with two players can be locked." in text(answer)
    assert not PairLock.objects.exists()


def test_a_published_table_cannot_be_locked() -> None:
    hall = make_running_hall()
    answer = hall.client.post(hall.url("lock_game", 1, hall.games()[0].pk), follow=True)
    assert "Pairs can only be locked for future rounds" in text(answer)
    assert not PairLock.objects.exists()


def test_a_late_player_starts_in_a_later_round() -> None:
    hall = make_hall()
    assert "Plays from round" not in text(hall.client.get(hall.url("manage_roster")))
    hall.publish()
    assert "Plays from round" in text(hall.client.get(hall.url("manage_roster")))
    hall.client.post(hall.url("add_entry"), {"name": "Zoe", "from_round": "3"})
    assert Entry.objects.get(name="Zoe").joined_round == 3
    assert hall.client.post(hall.url("add_entry"), {"name": "Yan", "from_round": "1"}).status_code == 422


def test_an_event_is_renamed_and_keeps_its_address() -> None:
    hall = make_hall()
    where = f"/e/{hall.scene.event.slug}/manage/event/"
    assert "Spring Open" in text(hall.client.get(where))
    assert hall.client.post(where, {"name": "May Open", "starts_on": "2030-05-01"}).status_code == 302
    event = Event.objects.get()
    assert (event.name, event.starts_on.isoformat(), event.slug) == ("May Open", "2030-05-01", hall.scene.event.slug)
    assert event.version == hall.scene.event.version + 1
    assert hall.client.post(where, {"name": " ", "starts_on": "soon"}).status_code == 422


def test_a_second_division_has_its_own_tables() -> None:
    hall = make_hall()
    where = f"/e/{hall.scene.event.slug}/manage/divisions/new/"
    assert 'value="B"' in text(hall.client.get(where))
    answer = hall.client.post(where, FORM | {"division_name": "B", "table_numbers": "21-25, 30"})
    assert answer.status_code == 302
    added = hall.scene.event.divisions.get(name="B")
    assert added.settings.table_numbers == (21, 22, 23, 24, 25, 30)
    settings = f"/e/{hall.scene.event.slug}/{added.slug}/settings/"
    assert 'value="21-25, 30"' in text(hall.client.get(settings))
    for wrong, words in (("1-x", "is not a table number"), ("30", "already has these tables")):
        bad = hall.client.post(where, FORM | {"division_name": "C", "table_numbers": wrong})
        assert bad.status_code == 422
        assert words in text(bad)


def test_points_must_be_in_order() -> None:
    hall = make_hall()
    bad = hall.client.post(hall.url("division_settings"), FORM | {"win_points": "1", "tie_points": "2"})
    assert bad.status_code == 422
    assert "A win must be worth more" in text(bad)
    good = hall.client.post(hall.url("division_settings"), FORM | {"win_points": "3"})
    assert good.status_code == 302
    hall.scene.division.refresh_from_db()
    assert hall.scene.division.settings.win_points == 3
