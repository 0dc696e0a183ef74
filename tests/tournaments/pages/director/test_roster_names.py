"""Whom a typed name means: similar names are asked about once, a list imported again changes what it says otherwise."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Player, PlayerAlias
from tests.api_client import Api, as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.engine.importers.files import recognised
from tournaments.models import Division, Entry
from tournaments.settings import DivisionSettings

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def hall() -> Hall:
    """Two players are entered; Bartosz Vane and 田中 (in kana) have played for the club before."""
    hall = make_hall(players=2)
    for name in ("Bartosz Vane", "たなか れん", "Zoë Ng"):
        Player.objects.create(name=name, home_club=hall.scene.club)
    return hall


def names(hall: Hall) -> list[str]:
    return list(Entry.objects.filter(division=hall.scene.division).order_by("number").values_list("name", flat=True))


def add(hall: Hall, **form: object) -> str:
    answer = hall.client.post(hall.url("add_entry"), form, follow=True)
    return f"{answer.status_code} {text(answer)}"


def second_division(hall: Hall) -> Division:
    return Division.objects.create(
        event=hall.scene.event, name="B", slug="b", position=2, settings=DivisionSettings(rounds_planned=3)
    )


def test_a_name_like_a_known_one_is_asked_about_and_the_answer_remembered(hall: Hall) -> None:
    vane = Player.objects.get(name="Bartosz Vane")
    response = hall.client.post(hall.url("add_entry"), {"name": "Vane, Bartsoz", "rating": "1871"})
    assert response.status_code == 422
    page = response.content.decode()
    assert f'type="radio" name="same_as" value="{vane.pk}"' in page
    assert 'value="Vane, Bartsoz"' in page
    assert 'value="1871"' in page, "what was typed stays"
    assert names(hall) == ["Ada Byron", "Bruno Katz"]
    add(hall, name="Vane, Bartsoz", rating="1871", same_as=vane.pk, asked_name="Vane, Bartsoz")
    entry = Entry.objects.get(player=vane)
    assert (entry.name, entry.rating) == ("Bartosz Vane", 1871)
    assert "Bartosz Vane is already entered" in add(hall, name="VANE, Bartsoz"), "nobody is asked a second time"
    assert not Player.objects.filter(name__icontains="Bartsoz").exists()


def test_the_answer_that_it_is_someone_new_creates_a_player_and_is_not_asked_again(hall: Hall) -> None:
    assert add(hall, name="Zoe Ng", same_as=0, asked_name="Zoe Ng").startswith("200")
    assert names(hall)[2:] == ["Zoe Ng"]
    assert Player.objects.filter(home_club=hall.scene.club, name__in=["Zoe Ng", "Zoë Ng"]).count() == 2
    assert "Zoe Ng is already entered" in add(hall, name="Zoe Ng", same_as=0, asked_name="Zoe Ng")


def test_a_name_with_its_parts_turned_is_chosen_already_and_only_confirmed(hall: Hall) -> None:
    """A whole list of “Surname, Given”, as federations write it, is not answered player by player."""
    vane = Player.objects.get(name="Bartosz Vane")
    sent = {"text": "name;rating\nVane, Bartosz;1871\nNg, Zoé Q;1500", "format": "csv"}
    page = text(hall.client.post(hall.url("check_roster"), sent))
    assert re.findall(r'name="same_as_(\d+)" value="(\d+)" checked', page) == [("2", str(vane.pk))]
    Player.objects.create(name="Vane Bartosz", home_club=hall.scene.club)
    Player.objects.create(name="Bártosz Vane", home_club=hall.scene.club)
    page = text(hall.client.post(hall.url("check_roster"), sent))
    assert not re.search("same_as_[^>]* checked", page), "two have this name"


def test_a_second_player_of_the_very_same_name_is_entered_on_the_page(hall: Hall) -> None:
    question = hall.client.post(hall.url("add_entry"), {"name": "Ada Byron"})
    ada = Player.objects.get(name="Ada Byron")
    for value in (ada.pk, -1):
        assert f'type="radio" name="same_as" value="{value}"' in text(question)
    assert "Ada Byron is already entered" in add(hall, name="Ada Byron", same_as=ada.pk, asked_name="Ada Byron")
    for _tap in range(2):
        add(hall, name="Ada Byron", same_as=-1, asked_name="Ada Byron")
    assert names(hall) == ["Ada Byron", "Bruno Katz", "Ada Byron"], "two taps enter one player"
    assert Player.objects.filter(name="Ada Byron").count() == 2


def test_of_two_players_of_the_club_with_one_name_either_is_chosen(hall: Hall) -> None:
    second = Player.objects.create(name="Bartosz Vane", home_club=hall.scene.club)
    assert "Bartosz Vane" in add(hall, name="bartosz vane")
    add(hall, name="Bartosz Vane", same_as=second.pk, asked_name="Bartosz Vane")
    assert Entry.objects.get(division=hall.scene.division, number=3).player == second


def test_an_answer_for_one_name_does_not_count_for_another(hall: Hall) -> None:
    vane = Player.objects.get(name="Bartosz Vane")
    answer = add(hall, name="Tanaka Ren", same_as=vane.pk, asked_name="Bartsoz Vane")
    assert answer.startswith("422")
    assert "たなか れん" in answer, "kana are compared as they are read"


def test_a_list_with_a_similar_name_is_not_imported_before_the_question_is_answered(hall: Hall) -> None:
    roster = "Nora Quist,1612\nBartosz Vaen,1870\nRen Tanaka,1500\n"
    checked = hall.client.post(hall.url("check_roster"), {"text": roster})
    assert [row.action for row in checked.context["preview"].rows] == ["new", "ask", "ask"]
    unanswered = hall.client.post(hall.url("import_roster"), {"text": roster, "format": "csv", "same_as_2": "0"})
    assert unanswered.status_code == 422
    assert 'name="same_as_2" value="0" checked' in unanswered.content.decode(), "the answer given stays chosen"
    assert len(names(hall)) == 2
    tanaka = Player.objects.get(name="たなか れん")
    answers = {"same_as_2": "0", "same_as_3": str(tanaka.pk)}
    hall.client.post(hall.url("import_roster"), {"text": roster, "format": "csv", **answers})
    assert names(hall)[2:] == ["Nora Quist", "Bartosz Vaen", "たなか れん"]
    other = second_division(hall)
    address = reverse("tournaments:check_roster", args=[hall.scene.event.slug, other.slug])
    again = hall.client.post(address, {"text": roster})
    assert [row.action for row in again.context["preview"].rows] == ["known", "known", "known"]


def test_two_players_of_one_line_are_asked_about_each_by_itself(hall: Hall) -> None:
    games = "round,first_name,first_score,second_name,second_score\n1,Bartosz Vaen,431,Ren Tanaka,389\n"
    other = second_division(hall)
    checked = text(
        hall.client.post(reverse("tournaments:check_roster", args=[hall.scene.event.slug, other.slug]), {"text": games})
    )
    assert {"same_as_2", "same_as_2-2"} <= set(re.findall(r'name="(same_as_[\d-]+)"', checked))
    vane, tanaka = Player.objects.get(name="Bartosz Vane"), Player.objects.get(name="たなか れん")
    answers = {"same_as_2": str(vane.pk), "same_as_2-2": str(tanaka.pk), "despite_double_booking": "on"}
    address = reverse("tournaments:import_roster", args=[hall.scene.event.slug, other.slug])
    hall.client.post(address, {"text": games, "format": recognised(games), "past": "1", **answers})
    assert sorted(other.entries.values_list("player_id", flat=True)) == sorted([vane.pk, tanaka.pk])


def test_the_api_asks_in_its_own_way(hall: Hall) -> None:
    api = as_user(hall.scene.director)
    base = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/"
    vane = Player.objects.get(name="Bartosz Vane")
    refused = api.post(f"{base}entries/", {"name": "Bartosz Vanne"}, expect=400)
    assert refused["errors"][0]["field"] == "same_as"
    assert f"{vane.pk} (Bartosz Vane)" in refused["errors"][0]["message"]
    preview = api.post(f"{base}roster/preview/", {"text": "Bartosz Vanne\n"})
    assert preview["ok"] is False
    assert [one["player_id"] for one in preview["rows"][0]["similar"]] == [vane.pk]
    body = {"text": "Bartosz Vanne\n"}
    assert api.post(f"{base}roster/import/", body, expect=400)["errors"][0]["code"] == "similar_name"
    entries = api.post(f"{base}roster/import/", {**body, "same_as": {"1": vane.pk}}, expect=201)
    assert (entries[0]["name"], entries[0]["player_id"]) == ("Bartosz Vane", vane.pk)
    assert api.post(f"{base}entries/", {"name": "Nora Quist", "same_as": 99999}, expect=400)["type"] == "refused"


def test_who_is_forgotten_leaves_no_other_spelling_behind(hall: Hall) -> None:
    vane = Player.objects.get(name="Bartosz Vane")
    for typed in ("Bartosz Vaen", "Bartosz Vanne"):
        PlayerAlias.objects.create(club=hall.scene.club, spelling=typed.casefold(), player=vane)
    answer = hall.client.post(
        reverse("ratings:anonymise", args=[hall.scene.club.slug]), {"player": vane.pk, "reason": "asked for it"}
    )
    assert answer.status_code == 302
    assert not PlayerAlias.objects.exists()


def test_a_list_imported_again_changes_what_it_says_otherwise(hall: Hall) -> None:
    hall.client.post(hall.url("import_roster"), {"text": "name,rating,class\nNora Quist,1612,B\n", "format": "csv"})
    corrected = "name,rating,class,id\nNora Quist,1650,A,NQ-1\nAda Byron,1599,,\n"
    page = hall.client.post(hall.url("check_roster"), {"text": corrected})
    assert "1 player already entered will be changed" in text(page)
    assert "rating: 1612 → <strong>1650" in text(page)
    assert "class: B → <strong>A" in text(page)
    done = hall.client.post(hall.url("import_roster"), {"text": corrected, "format": "csv"}, follow=True)
    assert "1 player changed" in text(done)
    nora = Entry.objects.get(name="Nora Quist")
    assert (nora.rating, nora.player_class, nora.player.external_id) == (1650, "A", "NQ-1")
    log = ActionLog.objects.get(verb="entry.changed")
    assert (log.before["rating"], log.after["rating"]) == (1612, 1650)
    empty = hall.client.post(hall.url("check_roster"), {"text": "name,rating,class\nNora Quist,,\n"})
    assert "importing it changes nothing" in text(empty), "what a line leaves empty stays"


def test_a_rating_used_for_pairing_stays_and_the_line_says_so(hall: Hall) -> None:
    hall.publish(1)
    page = hall.client.post(hall.url("check_roster"), {"text": "name,rating,team\nAda Byron,1700,Reds\n"})
    assert "the rating 1599 stays" in text(page)
    hall.client.post(hall.url("import_roster"), {"text": "name,rating,team\nAda Byron,1700,Reds\n", "format": "csv"})
    ada = Entry.objects.get(name="Ada Byron")
    assert (ada.rating, ada.team) == (1599, "Reds")


def test_entering_a_player_twice_at_one_time_needs_a_confirmation(hall: Hall) -> None:
    other = second_division(hall)
    there = reverse("tournaments:add_entry", args=[hall.scene.event.slug, other.slug])
    response = hall.client.post(there, {"name": "Ada Byron", "rating": ""})
    assert response.status_code == 422
    assert "Ada Byron is also entered in Division A of this event" in text(response)
    assert not Entry.objects.filter(division=other).exists()
    hall.client.post(there, {"name": "Ada Byron", "rating": "", "despite_double_booking": "on"})
    assert Entry.objects.filter(division=other, name="Ada Byron").exists()
    assert "also in Division B of this event" in text(hall.client.get(hall.url("manage_roster")))


def test_a_list_and_the_api_ask_about_an_event_of_the_same_day(hall: Hall) -> None:
    same_day = make_hall("autumn", players=0)
    Player.objects.filter(home_club=hall.scene.club).update(home_club=same_day.scene.club)
    page = same_day.client.post(same_day.url("check_roster"), {"text": "Ada Byron\n"})
    assert "also in “Spring Open”, Division A" in text(page)
    form = {"text": "Ada Byron\n", "format": "csv"}
    refused = same_day.client.post(same_day.url("import_roster"), form)
    assert refused.status_code == 422
    assert names(same_day) == []
    api: Api = as_user(same_day.scene.director)
    base = f"events/{same_day.scene.event.slug}/divisions/{same_day.scene.division.slug}/"
    for address, body in (("entries/", {"name": "Ada Byron"}), ("roster/import/", {"text": "Ada Byron\n"})):
        answer = api.post(base + address, body, expect=400)
        assert answer["errors"][0]["code"] == "double_booked"
    same_day.client.post(same_day.url("import_roster"), {**form, "despite_double_booking": "1"})
    assert names(same_day) == ["Ada Byron"]


def test_a_round_to_be_paired_names_who_still_plays_elsewhere(hall: Hall) -> None:
    other = second_division(hall)
    there = Client()
    there.force_login(hall.scene.director)
    for name in ("Ada Byron", "Nora Quist"):
        form = {"name": name, "rating": "", "despite_double_booking": "on"}
        there.post(reverse("tournaments:add_entry", args=[hall.scene.event.slug, other.slug]), form)
    hall.publish(1)
    page = there.get(reverse("tournaments:manage_round", args=[hall.scene.event.slug, other.slug, 1]))
    assert "Ada Byron still has a game to play in Division A of this event (round 1)" in text(page)
    assert "Nora Quist still has" not in text(page)
