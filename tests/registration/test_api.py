"""Registration and check-in over HTTP: what the pages do, by the same use cases."""

import csv
import io
from uuid import uuid4

import pytest

from clubs.tokens import sign_in
from mail.models import Mail
from registration.models import Registration
from tests import factories
from tests.api_client import Api
from tests.registration.scene import Scene, make
from tests.walk import check_each
from tournaments.models import Entry, Event, PairBlock

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return make()


@pytest.fixture
def api(scene: Scene) -> Api:
    """The director's program."""
    return Api(sign_in(scene.director)[1])


def form(*names: str, **more: object) -> dict[str, object]:
    """A form for these people in division A."""
    people = [{"name": name, "division": "a"} for name in names]
    return {"client_token": str(uuid4()), "people": people, **more}


@pytest.mark.postgres
def test_from_opening_registration_to_the_entry_list(scene: Scene, api: Api) -> None:
    anyone, event = Api(), f"events/{scene.event.slug}/"
    assert anyone.get(f"{event}registration/")["open"] is False
    assert anyone.post(f"{event}register/", form("Ann Reed"), expect=409)["type"] == "not_open"
    settings = {"is_open": True, "currency": "EUR", "divisions": [{"division": "a", "capacity": 1, "fee": "12.50"}]}
    opened = api.call("PUT", f"{event}registration/", settings)
    assert (opened["open"], opened["fields"]["rating"]) == (True, "optional")
    assert [(one["division"], one["free"], one["fee"]) for one in opened["divisions"]] == [
        ("a", 1, "12.50"),
        ("b", None, None),
    ]
    ann = form("Ann Reed", email="ann@players.example")
    first = anyone.post(f"{event}register/", ann, expect=201)
    assert anyone.post(f"{event}register/", ann, expect=201)["key"] == first["key"], "sent twice, registered once"
    second = anyone.post(f"{event}register/", form("Bo Marsh"), expect=201)
    [waits] = second["people"]
    assert (waits["state"], waits["number"]) == ("waiting", 1)
    assert first["url"].endswith(f"/r/{first['key']}/")
    lists = anyone.get(f"{event}entry-list/")
    assert [(one["name"], one["waiting"]) for one in lists[0]["people"]] == [("Ann Reed", None), ("Bo Marsh", 1)]
    assert "ann@players.example" not in str(lists)
    assert api.get(f"{event}registrations/?text=ann")["results"][0]["email"] == "ann@players.example"
    own = f"registrations/{first['key']}/"
    gone = anyone.post(f"{own}people/{first['people'][0]['id']}/cancel/")
    assert gone["people"][0]["state"] == "cancelled"
    mine = f"registrations/{second['key']}/"
    assert anyone.get(mine)["people"][0]["state"] == "offered"
    assert anyone.post(f"{mine}people/{waits['id']}/accept/")["people"][0]["state"] == "entered"
    assert anyone.post(f"{mine}confirm/")["people"][0]["confirmed_at"]
    assert Entry.objects.get(division=scene.a).name == "Bo Marsh"
    anyone.get("registrations/abcdefghijklmnopqrstuvwxyz/", expect=404)


def test_the_desk(scene: Scene, api: Api) -> None:
    scene.opened(approval=True, accepts_pairing_requests=True, capacity=5)
    desk = f"events/{scene.event.slug}/registrations/"
    names = ("Ann Reed", "Bo Marsh", "Cy Dale", "Di Ford")
    ann, bo, cy, di = (scene.sent(name)[0] for name in names)
    back = api.post(f"{desk}{ann.pk}/send-back/", {"fields": ["name"], "message": "Your full name, please."})
    assert (back["state"], back["marked"]) == ("to_correct", ["name"])
    key = api.post(f"{desk}{ann.pk}/link/")["key"]
    request = {"name": "Ann Mary Reed", "pairing_request": "not_against", "pairing_request_player": "Bo Marsh"}
    corrected = Api().call("PUT", f"registrations/{key}/people/{ann.pk}/", request)
    assert corrected["people"][0]["state"] == "applied"
    api.post(f"{desk}{ann.pk}/send-back/", {"fields": ["email"], "message": "It bounced."})
    refused = Api().call("PUT", f"registrations/{key}/people/{ann.pk}/", request, expect=400)
    assert "Please correct this." in str(refused)
    corrected = Api().call("PUT", f"registrations/{key}/people/{ann.pk}/", request | {"email": "ann@example.com"})
    assert corrected["key"] != key
    key = corrected["key"]
    again = Api().call("PUT", f"registrations/{key}/people/{ann.pk}/", request | {"email": "anybody@example.com"})
    assert again["key"] == key, "what nobody wants corrected stays, or a link would send mails anywhere"
    assert not Mail.objects.filter(to="anybody@example.com").exists()
    assert corrected["people"][0]["state"] == "applied"
    accepted = api.post(f"{desk}accept/", {"people": [ann.pk, bo.pk]})
    assert [one["state"] for one in accepted] == ["entered", "entered"]
    other = Entry.objects.get(name="Bo Marsh").pk
    assert api.post(f"{desk}{ann.pk}/pairing-request/", {"entry": other})["pairing_request_granted"] is True
    assert PairBlock.objects.count() == 1
    assert api.post(f"{desk}refuse/", {"people": [cy.pk], "reason": "Full."})[0]["answer"] == "Full."
    assert api.post(f"{desk}{di.pk}/move/", {"division": "b"})["division"] == "b"
    paid = api.post(f"{desk}fees/", {"people": [ann.pk], "mark": "paid", "note": "cash"})
    assert (paid[0]["fee_mark"], paid[0]["fee_note"]) == ("paid", "cash")
    assert [total["count"] for total in api.get(f"{desk}fees/")] == [1, 1, 0]
    assert api.post(f"{desk}ask-to-confirm/")["count"] == 2
    assert [one["name"] for one in api.get(f"{desk}?state=refused")["results"]] == ["Cy Dale"]
    assert api.post(f"{desk}cancel/", {"people": [bo.pk], "reason": "Ill."})[0]["state"] == "cancelled"
    answer = api.client.get(f"/api/v1/{desk}export/", headers=api.headers)
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert {row["name"]: row["state"] for row in rows} == {
        "Ann Mary Reed": "entered",
        "Bo Marsh": "cancelled",
        "Cy Dale": "refused",
        "Di Ford": "applied",
    }


def test_who_is_meant(scene: Scene, api: Api) -> None:
    scene.opened(capacity=5)
    desk = f"events/{scene.event.slug}/registrations/"
    scene.sent("Katherine Osei")
    unsure = scene.sent("Katharine Osei")[0]
    assert [one["name"] for one in api.get(f"{desk}?state=unclear")["results"]] == ["Katharine Osei"]
    said = api.call("PUT", f"{desk}{unsure.pk}/who/", {"same_as": 0})
    assert (said["unclear"], bool(said["player_id"])) == (False, True)
    api.delete(f"{desk}{unsure.pk}/who/")
    assert api.get(f"{desk}{unsure.pk}/")["unclear"] is True


def test_what_is_refused(scene: Scene, api: Api) -> None:
    """As on the form: with the person and the field that it is about, and nothing is stored."""
    scene.opened(capacity=5, consent="You may print my name.", fields={"rating": "required"})
    places = scene.a.places
    places.classes = "Senior, Junior"
    places.save()
    address = f"events/{scene.event.slug}/register/"
    person = {"name": "Ann Reed", "division": "a", "rating": 1500}

    def check(body: dict[str, object], code: str) -> None:
        given = {"client_token": str(uuid4()), "consents": True, "people": [person], **body}
        answer = Api().post(address, given, expect=400)
        assert code in {item["code"] for item in answer["errors"]}, answer
        assert not Registration.objects.exists()

    check_each(
        [
            ({"consents": False}, "consent"),
            ({"people": [{**person, "rating": None}]}, "rating"),
            ({"people": [{**person, "division": "none"}]}, "division"),
            ({"people": [{**person, "player_class": "Mighty"}]}, "player_class"),
            ({"people": [{**person, "name": " "}]}, "blank"),
            ({"people": [person, person]}, "name"),
            ({"people": []}, "people"),
            ({"people": [person] * 13}, "people"),
            ({"client_token": "x"}, "invalid"),
            ({"email": "nobody"}, "invalid"),
        ],
        check,
    )
    with_class = {**person, "player_class": "Junior"}
    Api().post(address, {"client_token": str(uuid4()), "consents": True, "people": [with_class]}, expect=201)
    assert api.call("PUT", f"events/{scene.event.slug}/registration/", {"currency": "EURO"}, expect=400)
    unknown = {"divisions": [{"division": "none"}]}
    assert api.call("PUT", f"events/{scene.event.slug}/registration/", unknown, expect=400)


def test_what_the_director_requires_of_a_whole_form_and_does_not_ask(scene: Scene, api: Api) -> None:
    """A required address is missed with its label; a pairing request that nobody asked for is not kept."""
    scene.opened(fields={"phone": "required", "email": "hidden"})
    address = f"events/{scene.event.slug}/register/"
    refused = Api().post(address, form("Ann Reed", phone=" "), expect=400)
    assert [(item["code"], item["message"]) for item in refused["errors"]] == [
        ("phone", "Phone: the director needs this.")
    ]
    assert not Registration.objects.exists()
    sent = form("Ann Reed", phone="0123")
    people = [{"name": "Ann Reed", "division": "a", "pairing_request": "not_against", "pairing_request_player": "Bo"}]
    Api().post(address, sent | {"people": people}, expect=201)
    assert (Registration.objects.get().pairing_request, Registration.objects.get().pairing_request_player) == ("", "")


def test_a_list_of_one_division_is_read(scene: Scene, api: Api) -> None:
    scene.opened()
    scene.sent("Ann Reed")
    scene.sent("Bo Marsh", extra={"p0-division": str(scene.b.pk)})
    path = f"events/{scene.event.slug}/registrations/"
    lists = {division: api.get(f"{path}?division={division}")["results"] for division in ("a", "b")}
    assert {division: [one["name"] for one in rows] for division, rows in lists.items()} == {
        "a": ["Ann Reed"],
        "b": ["Bo Marsh"],
    }


def test_check_in(scene: Scene, api: Api) -> None:
    scene.opened(capacity=5)
    for name in ("Ann Reed", "Bo Marsh", "Cy Dale", "Di Ford"):
        scene.send(name, extra={"p0-club": "Lakeside" if name > "C" else ""})
    desk = f"events/{scene.event.slug}/check-in/"
    entries = {entry.name: entry.pk for entry in Entry.objects.all()}
    assert api.get(desk) == {
        "open": False,
        "settings": {"self_open": True, "waits": False, "forfeit_minutes": None},
        "here": 0,
        "missing": 4,
        "absent": 0,
    }
    assert api.call("PUT", desk, {"self_open": False, "forfeit_minutes": 15})["settings"]["forfeit_minutes"] == 15
    here = api.post(f"{desk}here/", {"entries": [entries["Ann Reed"]]})
    assert here == {"checked_in": [entries["Ann Reed"]]}
    assert api.post(f"{desk}here/", {"entries": [entries["Ann Reed"]]}) == {"checked_in": []}
    club = api.post(f"{desk}here/", {"club": "Lakeside"})["checked_in"]
    assert set(club) == {entries["Cy Dale"], entries["Di Ford"]}
    api.delete(f"{desk}here/{entries['Di Ford']}/")
    missing = api.get(f"{desk}players/?presence=missing")["results"]
    assert [line["name"] for line in missing] == ["Bo Marsh", "Di Ford"]
    gone = api.post(f"{desk}withdraw/", {"entry": entries["Di Ford"]})
    assert [line["name"] for line in gone] == ["Di Ford"]
    assert [line["name"] for line in api.post(f"{desk}absent/")] == ["Bo Marsh"]
    counts = api.get(desk)
    assert (counts["here"], counts["missing"], counts["absent"]) == (2, 0, 1)
    api.post(f"{desk}here/", {"entries": [2**31 - 1]}, expect=409)
    api.delete(desk)
    assert api.get(desk)["here"] == 0


def test_lists_are_read_in_as_many_queries_with_more_people(scene: Scene, api: Api) -> None:
    scene.opened(capacity=2)
    scene.sent("Ann Reed")
    paths = [
        f"events/{scene.event.slug}/{name}/" for name in ("registrations", "entry-list", "registration", "check-in")
    ]
    paths += [f"events/{scene.event.slug}/check-in/players/"]
    api.get(paths[0])  # from now on the token's last use is noted
    few = [factories.queries(lambda path=path: api.get(path)) for path in paths]  # type: ignore[misc]
    for name in ("Bo Marsh", "Cy Dale", "Di Ford"):
        scene.sent(name)
    assert [factories.queries(lambda path=path: api.get(path)) for path in paths] == few  # type: ignore[misc]


def test_a_hidden_list_is_for_officials(scene: Scene, api: Api) -> None:
    scene.opened()
    Event.objects.filter(pk=scene.event.pk).update(hide_entries=True)
    Api().get(f"events/{scene.event.slug}/entry-list/", expect=404)
    assert [one["division"] for one in api.get(f"events/{scene.event.slug}/entry-list/")] == ["a", "b"]
