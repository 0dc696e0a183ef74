"""Whose link says what: personal links confirm in pairs, tables' links only report; printed apart, replaced, and logged."""

import re
from typing import Any

import pytest
from django.test import Client

from audit.models import ActionLog
from tests import factories
from tests.api_client import Api, as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Division, Event, Pairing, PersonalLink, Result, SlipLink, Submission

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Round 1 of a division of six, with links of tables switched on by the director."""
    hall = make_hall()
    address = f"/e/{hall.scene.event.slug}/manage/event/"
    fields = {"name": "Spring", "starts_on": "2026-05-02", "table_links": "on"}
    assert hall.client.post(address, fields).status_code == 302
    hall.publish()
    return hall


def send(path: str, first: int = 400, second: int = 380, **more: Any) -> Any:
    """A report from a phone; with a ``side`` as the table's link asks for it."""
    return Client().post(path, {"first_score": first, "second_score": second, **more})


def state(game: Pairing) -> str:
    result = Result.objects.filter(pairing=game).first()
    return str(result.state) if result is not None else ""


def code_of(hall: Hall, game: Pairing) -> str:
    """The code as it is printed on the slip."""
    page = text(hall.client.get(hall.url("print_slips", 1) + f"?game={game.pk}"))
    (code,) = re.findall(r"type ([A-Z0-9]{5}) at", page)
    return str(code)


def test_one_link_never_confirms_for_both(hall: Hall) -> None:
    first, second, third = hall.games()
    table = f"/s/{code_of(hall, first)}/"
    for side in ("first", "second"):
        assert send(table, side=side).status_code == 302
    assert state(first) == "pending"
    # Another player's own link is nobody's voice at this table.
    other_key = factories.own_slip(second.pk).split("/")[2]
    own = factories.own_slip(first.pk)
    assert send(own, side="second").status_code == 302
    assert Submission.objects.get(pairing=first, channel="link").side == "first"
    assert state(first) == "pending"
    assert Client().get(f"/p/{other_key}/1/").status_code == 200
    assert send(factories.own_slip(first.pk, "second")).status_code == 302
    assert state(first) == "confirmed"
    # A table's report that differs is a conflict, but two of them still confirm nothing.
    send(factories.own_slip(third.pk))
    assert send(f"/s/{code_of(hall, third)}/", 400, 381, side="second").status_code == 302
    assert state(third) == "conflict"


def test_the_same_through_the_api(hall: Hall) -> None:
    game = hall.games()[0]
    api = as_user(hall.scene.director)
    base = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/"
    slip = api.get(f"{base}rounds/1/slips/")["results"][0]
    for side in ("first", "second"):
        body = {"side": side, "first_score": 400, "second_score": 380, "client_token": side}
        assert Api().post(f"slips/{slip['code']}/", body, expect=201)["result"]["state"] == "pending"
    links = {link["entry_id"]: link["key"] for link in api.get(f"{base}personal-links/")["results"]}
    for number, (entry, expected) in enumerate(zip(hall.entries(game), ("pending", "confirmed"), strict=True)):
        mine = Api().get(f"own/{links[entry.pk]}/")
        assert (mine["name"], mine["next_round"], len(mine["games"])) == (entry.name, 1, 1)
        assert mine["games"][0]["result"] is None, "what others reported is not shown"
        body = {"first_score": 400, "second_score": 380, "client_token": f"own-{number}"}
        sent = Api().post(f"own/{links[entry.pk]}/rounds/1/", body, expect=201)
        assert (sent["result"]["state"], sent["submission"]["channel"]) == (expected, "link")


def test_tables_have_links_only_if_the_director_turns_them_on() -> None:
    hall = make_hall()
    Event.objects.update(table_links=False)  # as it is for a new event
    hall.publish()
    game = hall.games()[0]
    link = SlipLink.objects.get(pairing=game)
    assert link.code not in text(hall.client.get(hall.url("print_slips", 1)))
    assert Client().get(f"/s/{link.code}/").status_code == 404
    hall.client.post(f"/e/{hall.scene.event.slug}/manage/kiosk/", {"open": "1"})
    assert Client().get(f"/s/{link.code}/").status_code == 404, "the kiosk's links are no codes"


def test_a_code_is_typed_in_any_way_and_ends_with_the_round(hall: Hall) -> None:
    game = hall.games()[0]
    code = code_of(hall, game)
    phone = Client()
    answer = phone.post("/s/", {"code": f" {code[:2].lower()}-{code[2:].lower()} "})
    assert answer.headers["Location"] == f"/s/{code}/"
    assert hall.entries(game)[0].name in text(phone.get(f"/s/{code}/"))
    for typed, says in (("", "Type the code"), ("K0QM1", "never 0, O, 1 or I"), ("ABCDE", "No table has this code")):
        refused = phone.post("/s/", {"code": typed})
        assert (refused.status_code, says in text(refused)) == (422, True), typed
    game.round.state = "closed"
    game.round.save(update_fields=["state"])
    assert phone.get(f"/s/{code}/").status_code == 404
    assert Event.objects.get(pk=hall.scene.event.pk).table_links


def test_strips_are_cut_apart_and_a_slip_itself_has_nobodys_link(hall: Hall) -> None:
    game = hall.games()[0]
    page = text(hall.client.get(hall.url("print_slips", 1) + f"?game={game.pk}"))
    strips = page.split('<section class="strip"')
    assert len(strips) == 3
    assert "/p/" not in strips[0], "the main part of the slip has no personal link"
    for strip, side in zip(strips[1:], ("first", "second"), strict=True):
        links = set(re.findall(r"/p/\w+/", strip.split("</section>")[0]))
        assert links == {factories.own_slip(game.pk, side).removesuffix("1/")}
    hall.scene.division.refresh_from_db()
    without = text(hall.client.get(hall.url("print_slips", 1) + f"?game={game.pk}&strips=0"))
    assert "/p/" not in without
    everybody = text(hall.client.get(hall.url("personal_links")))
    assert len(set(re.findall(r"/p/\w+/", everybody))) == 6
    assert "no-store" in hall.client.get(hall.url("personal_links")).headers["Cache-Control"]


def test_a_link_is_replaced_with_a_reason(hall: Hall) -> None:
    entry = hall.entries(hall.games()[0])[0]
    old = factories.own_slip(hall.games()[0].pk)
    address = hall.url("replace_personal_link", entry.pk)
    refused = hall.client.post(address, {"reason": " "}, follow=True)
    assert "Say why the link is being replaced" in text(refused)
    assert Client().get(old).status_code == 200
    done = hall.client.post(address, {"reason": "Left on the bus."}, follow=True)
    new = factories.own_slip(hall.games()[0].pk)
    assert new.split("/")[2] in text(done)
    assert [Client().get(path).status_code for path in (old, new)] == [410, 200]
    assert send(old).status_code == 410
    assert ActionLog.objects.get(verb="link.replaced").reason == "Left on the bus."
    api = as_user(hall.scene.director)
    place = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/entries/{entry.pk}/link/"
    api.post(place, {}, expect=400)
    link = api.post(place, {"reason": "Photographed."})
    assert Client().get(f"/p/{link['key']}/").status_code == 200
    assert Client().get(new).status_code == 410
    assert PersonalLink.objects.filter(entry=entry, ended_at=None).count() == 1


def test_the_log_says_which_link_reported(hall: Hall) -> None:
    game = hall.games()[0]
    name = hall.entries(game)[0].name
    send(factories.own_slip(game.pk))
    send(f"/s/{code_of(hall, game)}/", side="second")
    log = text(hall.client.get(f"/e/{hall.scene.event.slug}/manage/log/?verb=result.submitted"))
    assert f"{name}’s personal link" in log
    assert "table link" in log


def test_three_at_a_table_two_own_links_confirm() -> None:
    director = factories.user("director")
    division = factories.division(
        factories.club(director), director, game="wordbasket", rules_slug="word-basket", table_size=3
    )
    game = factories.start(division, director, 3).pairings.get()
    fields = {"game1_seat1": "2", "game1_seat2": "0", "game1_seat3": "5"}
    table = f"/s/{SlipLink.objects.get().code}/"
    for side in ("first", "second"):
        assert Client().post(table, {**fields, "side": side}).status_code == 302
    assert state(game) == "pending"
    for side, expected in (("third", "pending"), ("second", "confirmed")):
        assert Client().post(factories.own_slip(game.pk, side), fields).status_code == 302
        assert state(game) == expected, side


def test_every_player_has_a_link_and_a_test_copy_has_none(hall: Hall) -> None:
    assert PersonalLink.objects.count() == hall.scene.division.entries.count()
    hall.client.post(f"/e/{hall.scene.event.slug}/manage/what-if/", {"sure": "1"})
    trial = Division.objects.get(event__what_if_of=hall.scene.event)
    assert trial.entries.count() == 6
    assert not PersonalLink.objects.filter(entry__division=trial).exists()
    assert hall.client.get(f"/e/{trial.event.slug}/{trial.slug}/print/links/").status_code == 404
