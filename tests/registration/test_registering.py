"""Registering by the form: places, waiting list, groups, what is asked and refused, in the order of a director's questions."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags

from clubs.models import Player, User
from limits.forms import stamp
from mail.models import Mail
from messaging.models import Message
from messaging.services import outbox
from registration.models import DivisionPlaces, Registration, RegistrationGroup
from registration.services.notices import page_of
from registration.services.places import end_all_offers
from tests import factories
from tests.registration.scene import Scene, make, problems
from tournaments.models import Entry, Event, PairBlock

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
State = Registration.State


def page(one: Registration) -> str:
    """The person's own page."""
    return page_of(one.group)


@pytest.fixture
def scene() -> Scene:
    return make()


def test_places_then_the_waiting_list_in_order(scene: Scene) -> None:
    """Two places: two are in with an entry each, the others wait, and a cancelled place is offered to the first of them."""
    scene.opened()
    people = {name: scene.sent(name)[0] for name in ("Ann Reed", "Bo Marsh", "Cy Dale", "Di Ford")}
    assert list(scene.states().values()) == ["entered", "entered", "waiting", "waiting"]
    assert list(Entry.objects.order_by("number").values_list("name", flat=True)) == ["Ann Reed", "Bo Marsh"]
    assert "number 2 on the waiting list" in Client().get(page(people["Di Ford"])).content.decode()
    scene.act(people["Ann Reed"], "cancel")
    assert scene.states()["Cy Dale"] == "offered"
    assert not Entry.objects.filter(name="Ann Reed").exists()
    scene.act(people["Cy Dale"], "decline")
    assert scene.states()["Cy Dale"] == "cancelled"
    assert scene.states()["Di Ford"] == "offered", "no second offer after a refusal"
    scene.act(people["Di Ford"], "accept")
    assert scene.states()["Di Ford"] == "entered"
    assert Entry.objects.filter(name="Di Ford").exists()
    later = scene.sent("Ed Hall")[0]
    Entry.objects.filter(name="Di Ford").delete()
    Registration.objects.filter(pk=people["Di Ford"].pk).update(
        state="offered", player=None, offered_until=timezone.now() - timedelta(1)
    )
    assert end_all_offers() == 1
    assert scene.states()["Ed Hall"] == "offered", "an offer that nobody answers goes to the next"
    assert later.position == 5


def test_a_family_gets_places_together_or_not_at_all(scene: Scene) -> None:
    """Two of a family with one place left wait; they pass the place to a single person and get two together."""
    scene.opened(offer_hours=0)
    first, second = scene.sent("Ann Reed")[0], scene.sent("Bo Marsh")[0]
    family = scene.sent("Mia Fox", "Max Fox", together="on")
    single = scene.sent("Cy Dale")[0]
    scene.act(first, "cancel")
    assert scene.states()["Cy Dale"] == "entered", "one place is too few for two"
    scene.act(second, "cancel")
    assert scene.states()["Mia Fox"] == "waiting"
    scene.act(single, "cancel")
    assert [scene.states()[one.name] for one in family] == ["entered", "entered"]


def test_a_form_sent_twice_is_one_registration(scene: Scene) -> None:
    """The form's token makes a repeated post the same; a name already there is refused, and the database holds it too."""
    scene.opened()
    token = str(uuid4())
    answers = [scene.send("Ann Reed", client_token=token) for _time in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert answers[0].url == answers[1].url
    assert RegistrationGroup.objects.count() == Registration.objects.count() == 1
    again = scene.send("  ann   REED ")
    assert again.status_code == 422
    assert "already registered" in problems(again)
    one = Registration.objects.get()
    for values in (
        {"position": one.position, "name_key": "other"},
        {"position": 99, "name_key": one.name_key},
        {"position": 98, "name_key": "x", "state": "lost"},
        {"position": 97, "name_key": "y", "offered_until": timezone.now()},
        {"position": 96, "name_key": "z", "pairing_request": "not_against"},
    ):
        row = Registration(group=one.group, division=one.division, name="Other", **values)
        with pytest.raises(IntegrityError), transaction.atomic():
            row.save()


def test_who_may_register_and_when(scene: Scene) -> None:
    """Closed, too early, too late, outside the rating range, not of the club, a field missing, a robot: each is told why."""
    now = timezone.now()
    assert "Registration is not open" in scene.send("Ann Reed").content.decode()
    scene.opened(opens_at=now + timedelta(days=1))
    assert "has not opened yet" in scene.send("Ann Reed").content.decode()
    scene.opened(closes_at=now - timedelta(days=1))
    assert "has closed" in scene.send("Ann Reed").content.decode()
    scene.opened(rating_min=1000, rating_max=1500)
    assert "type your rating" in problems(scene.send("Ann Reed"))
    assert "Ann Reed has 1700" in problems(scene.send("Ann Reed", extra={"p0-rating": "1700"}))
    scene.opened(members_only=True)
    assert "knows nobody called" in problems(scene.send("Ann Reed"))
    scene.opened(fields={"club": "required", "email": "required"})
    assert scene.send("Ann Reed").status_code == 422
    scene.opened(consent="My name may be shown.")
    assert scene.send("Ann Reed").status_code == 422
    scene.opened()
    assert "very quick" in scene.send("Ann Reed", shown="").content.decode()
    assert scene.send("Ann Reed", website="http://spam").status_code == 422
    assert scene.send("x" * 200).status_code == 422
    assert scene.send("Ann Reed", extra={"p0-division": "999999999"}).status_code == 422
    assert not Registration.objects.exists()
    assert scene.send("Ann Reed").status_code == 302


def test_several_people_on_one_form(scene: Scene) -> None:
    """“Add another player” keeps what was typed; the three are registered at once."""
    scene.opened(capacity=3)
    more = scene.send("Mia Fox", more="1", email="fox@example.org")
    form = more.content.decode()
    assert 'value="Mia Fox"' in form
    assert 'name="p1-name"' in form
    assert not Registration.objects.exists()
    assert len(scene.sent("Mia Fox", "Max Fox", "Moe Fox", email="fox@example.org")) == 3
    assert set(scene.states().values()) == {"entered"}
    told = Mail.objects.get(to="fox@example.org", kind="registration-received")
    lines = [f"{name} Fox, division A: registered." for name in ("Mia", "Max", "Moe")]
    assert "\n".join(lines) in told.text, "one mail lists everybody"
    group = Registration.objects.get(name="Mia Fox").group
    assert told.text.count(page_of(group)) == 1
    assert not EmailAddress.objects.filter(email="fox@example.org").exists(), (
        "nothing waits for an address to be verified"
    )


def test_whoever_else_asked_hears_of_their_own_only(scene: Scene) -> None:
    """A club's player with an account is on somebody's form: the account is told of that player, the form's address of all."""
    owner = User.objects.create_user("ann", "ann@example.org")
    Player.objects.create(name="Ann Reed", home_club=scene.event.club, user=owner)
    browser = Client()
    browser.force_login(owner)
    asked = {"do": "mail", "email": "ann@example.org", "topics": ["place"]}
    assert browser.post("/my/tell/", asked).status_code == 200
    scene.opened(capacity=3)
    scene.sent("Mia Fox", "Ann Reed", email="fox@example.org")
    for message in Message.objects.all():
        Message.objects.update(spread_at=None)
        outbox.spread(message_id=message.pk)  # as by a job that was killed and runs again
    texts = dict(Mail.objects.filter(kind="registration-received").values_list("to", "text"))
    assert Mail.objects.filter(kind="registration-received").count() == 2
    assert "Mia Fox" in texts["fox@example.org"]
    assert "Ann Reed" in texts["fox@example.org"]
    assert "Ann Reed" in texts["ann@example.org"]
    assert "Mia Fox" not in texts["ann@example.org"]


def test_approval_sent_back_and_corrected(scene: Scene) -> None:
    """With approval nobody is in by the form alone; a registration sent back marks its fields, and holds its place."""
    scene.opened(capacity=1, approval=True)
    one = scene.sent("Ann Reed", email="ann@example.org")[0]
    scene.sent("Bo Marsh")
    assert scene.states() == {"Ann Reed": "applied", "Bo Marsh": "waiting"}
    scene.on(one, "send_back", fields_marked=["name"], message="Your full name, please.")
    assert scene.states()["Ann Reed"] == "to_correct"
    own = Client().get(page(one)).content.decode()
    assert "Your full name, please." in own
    assert "Correct" in own
    answer = Client().post(f"{page(one)}{one.pk}/", {"name": "Anna Reed", "division": str(scene.a.pk)})
    assert answer.status_code == 302
    assert scene.states() == {"Anna Reed": "applied", "Bo Marsh": "waiting"}
    scene.desk("accept", one)
    assert scene.states()["Anna Reed"] == "entered"
    assert Entry.objects.get().name == "Anna Reed"
    kinds = list(Mail.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds == ["registration-received", "registration-sent-back", "registration-accepted"]


def test_states_and_actions(scene: Scene) -> None:
    """What each button does in each state: a row for each, and everything else is refused and changes nothing."""
    scene.opened(capacity=50)
    own = {
        ("accept", "offered"): "entered",
        ("decline", "offered"): "cancelled",
        **{("cancel", state): "cancelled" for state in ("waiting", "applied", "to_correct", "offered", "entered")},
    }
    desk = {
        **{("accept", state): "entered" for state in ("waiting", "applied", "to_correct", "offered")},
        **{("refuse", state): "refused" for state in ("waiting", "applied", "to_correct", "offered")},
        **{("cancel", state): "cancelled" for state in ("waiting", "applied", "to_correct", "offered", "entered")},
    }
    wrong = []
    for table, who in ((own, "own"), (desk, "desk")):
        for action in dict.fromkeys(name for name, _state in table):
            for index, state in enumerate(State.values):
                one = scene.sent(f"{who} {action} {'abcdefgh'[index]}{'abcdefgh'[index]}")[0]
                if state != "entered":
                    Entry.objects.filter(player=one.player_id).delete()
                    until = timezone.now() + timedelta(1) if state == "offered" else None
                    Registration.objects.filter(pk=one.pk).update(state=state, player=None, offered_until=until)
                DivisionPlaces.objects.update(capacity=0)  # nobody is promoted meanwhile
                if who == "own":
                    scene.act(one, action)
                else:
                    scene.desk(action, one, reason="Because.")
                DivisionPlaces.objects.update(capacity=50)
                one.refresh_from_db()
                if one.state != table.get((action, state), state):
                    wrong.append((who, action, state, one.state))
                Registration.objects.filter(pk=one.pk).update(state="cancelled", offered_until=None)
    assert not wrong


def test_who_is_meant_is_asked_and_remembered(scene: Scene) -> None:
    """A name like a known player's waits for the director's answer; the spelling is known from then on, and can be undone."""
    factories.entries(scene.b, scene.director, 1)
    known = Entry.objects.get().player
    known.name = "Katharine Oldfield"
    known.save()
    scene.opened(capacity=5)
    one = scene.sent("Katherine Oldfield")[0]
    assert (one.state, one.player_id) == ("entered", None)
    assert "who is meant?" in scene.official.get(f"/e/{scene.event.slug}/manage/registration/").content.decode()
    assert "Registration <span" in scene.official.get(f"/e/{scene.event.slug}/manage/").content.decode()
    scene.on(one, "who", to=str(known.pk))
    one.refresh_from_db()
    assert one.player_id == known.pk
    scene.on(one, "undo_who")
    one = type(one).objects.get(pk=one.pk)
    assert one.player_id is None
    assert Entry.objects.filter(division=scene.a).count() == 0
    scene.on(one, "who", to="0")
    one.refresh_from_db()
    assert one.player_id not in {None, known.pk}


def test_minors_are_shown_by_their_initials(scene: Scene) -> None:
    """The full name is for the director alone: entry, player and public lists have the initials."""
    scene.opened(fields={"minor": "optional"})
    scene.sent("Mina Okafor", **{"p0-minor": "on"})
    entry = Entry.objects.select_related("player").get()
    assert (entry.name, entry.player.name) == ("M. O.", "M. O.")
    for address in ("entries/", "", f"{scene.a.slug}/roster/", f"{scene.a.slug}/division.json"):
        assert "Okafor" not in Client().get(f"/e/{scene.event.slug}/{address}").content.decode(), address
    assert "Mina Okafor" in scene.official.get(f"/e/{scene.event.slug}/manage/registration/").content.decode()


def test_pairing_requests_fees_export_and_moving(scene: Scene) -> None:
    """A pairing request that is granted keeps two apart; marks add up; the table has everybody; a move takes the entry along."""
    scene.opened(capacity=5, accepts_pairing_requests=True, fee=12, currency="EUR")
    other = scene.sent("Ann Reed")[0]
    one = scene.sent("Bo Marsh", **{"p0-pairing_request": "not_against", "p0-pairing_request_player": "Anne Reed"})[0]
    entry = Entry.objects.get(player=other.player_id)
    scene.on(one, "pairing_request", to=str(entry.pk))
    assert PairBlock.objects.get().weak is False
    scene.desk("paid", one, reason="Cash at the door")
    listed = scene.official.get(f"/e/{scene.event.slug}/manage/registration/").content.decode()
    assert "owed: 12.00 EUR (1)" in listed
    assert "paid: 12.00 EUR (1)" in listed
    printed = scene.official.get(f"/e/{scene.event.slug}/manage/registration/fees/").content.decode()
    rows = [re.sub(r"<[^>]+>|\s+", " ", row).split() for row in printed.split("<tr>")[2:]]
    assert [row[:6] for row in rows] == [
        ["☐", "Ann", "Reed", scene.a.name, "12.00", "EUR"],
        ["☑", "Bo", "Marsh", scene.a.name, "12.00", "EUR"],
    ]
    assert "paid: 12.00 EUR (1)" in printed
    table = scene.official.get(f"/e/{scene.event.slug}/manage/registration/export.csv").content.decode()
    assert "Bo Marsh" in table
    assert all("Cash at the door" in text for text in (table, printed))
    scene.on(one, "move", to=str(scene.b.pk))
    one.refresh_from_db()
    assert one.division_id == scene.b.pk
    assert Entry.objects.get(player=one.player_id).division_id == scene.b.pk


def test_late_entries_and_paired_players(scene: Scene) -> None:
    """After round 1 the form takes late entries only where the director allows; who is paired cannot cancel by the link."""
    scene.opened(capacity=10)
    people = [scene.sent(name)[0] for name in ("Ann Reed", "Bo Marsh")]
    factories.publish(scene.a, scene.director, 1)
    assert "late entries are not taken" in scene.send("Cy Dale").content.decode()
    assert "tell the director" in scene.act(people[0], "cancel").content.decode()
    scene.opened(capacity=10, late_entries=True)
    assert scene.sent("Cy Dale")[0].state == "entered"
    assert Entry.objects.get(name="Cy Dale").joined_round == 2


def test_confirm_details_and_messages(scene: Scene) -> None:
    """The director asks, the player confirms; a message reaches the desk and the director's mail, and no address is shown."""
    scene.opened()
    scene.director.email = "boss@example.org"
    scene.director.save()
    one = scene.sent("Ann Reed")[0]
    scene.desk("confirm")
    assert "confirm your details" in Client().get(page(one)).content.decode()
    scene.act(one, "confirm")
    one.refresh_from_db()
    assert one.confirmed_at is not None
    address = f"/e/{scene.event.slug}/contact/"
    assert "boss@" not in Client().get(address).content.decode()
    form = {"name": "Zoe", "email": "zoe@example.org", "text": "Is there parking?", "shown": stamp(0)}
    assert "Message sent" in Client().post(address, form).content.decode()
    assert Mail.objects.get(kind="event-message").to == "boss@example.org"
    desk = f"/e/{scene.event.slug}/manage/registration/messages/"
    assert "Is there parking?" in scene.official.get(desk).content.decode()
    assert Event.objects.get().version > 0


def test_the_log_says_what_changed_of_the_settings_as_their_form_does(scene: Scene) -> None:
    """Of the event, and of each division's places; what stays is left out."""
    scene.opened(capacity=2)
    scene.opened(capacity=5, fee=Decimal("12.50"), late_entries=True, closes_at=datetime(2026, 12, 24, 18, tzinfo=UTC))
    page = scene.official.get(f"/e/{scene.event.slug}/manage/log/").content.decode()
    log = re.sub(r"\s+", " ", strip_tags(page))
    for line in (
        "Places 2 → 5 Fee 12.50",
        "Closes 24 Dec 2026, 18:00 Take late entries after round 1 is published no → yes",
    ):
        assert line in log, f"{line}: {log}"


def test_opening_registration_shows_the_event_and_asks_for_consent(scene: Scene) -> None:
    """One button with the usual settings; what the director had chosen before stays."""
    Event.objects.filter(pk=scene.event.pk).update(visibility=Event.Visibility.AUTO)
    manage = f"/e/{scene.event.slug}/manage/"
    assert "registration/open/" in scene.official.get(manage).content.decode()
    assert "I agree that my name" in scene.official.get(f"{manage}registration/settings/").content.decode()
    assert Client().get(f"/e/{scene.event.slug}/register/").status_code == 404
    assert "Everybody can see the event" in scene.official.get(f"{manage}registration/open/").content.decode()
    scene.official.post(f"{manage}registration/open/")
    assert "I agree that my name" in Client().get(f"/e/{scene.event.slug}/register/").content.decode()
    assert "tick the box" not in problems(scene.send("Ann Reed", consent="on"))
    assert scene.states() == {"Ann Reed": "entered"}
    Event.objects.filter(pk=scene.event.pk).update(visibility=Event.Visibility.UNLISTED)
    scene.official.post(f"{manage}registration/open/")
    assert Event.objects.get().visibility == Event.Visibility.UNLISTED
    assert "registration/open/" not in scene.official.get(manage).content.decode()
    desk = f"{manage}registration/"
    assert "Nobody can register yet" not in scene.official.get(desk).content.decode()
    Event.objects.filter(pk=scene.event.pk).update(visibility=Event.Visibility.DRAFT)
    hidden = scene.official.get(desk).content.decode()
    assert "Nobody can register yet" in hidden
    assert "registration/open/" in hidden
    scene.official.post(f"{manage}registration/open/")
    assert "Nobody can register yet" not in scene.official.get(desk).content.decode()
