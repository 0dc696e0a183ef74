"""Registering by the form: places, waiting list, groups, what is asked and refused, in the order of a director's questions."""

import re
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from clubs.models import Player, User
from limits.forms import stamp
from mail.models import Mail
from messaging.models import Address, Message
from messaging.services import outbox
from registration.inputs import OPTIONAL_FIELDS
from registration.models import ContactMessage, DivisionPlaces, Registration, RegistrationGroup, RegistrationSettings
from registration.services.notices import page_of
from registration.services.places import end_all_offers
from tests import factories
from tests.registration.scene import Scene, make, problems
from tests.walk import check_each
from tournaments.models import Entry, Event, PairBlock
from tournaments.services.archive.laptop import take_to_laptop

pytestmark = pytest.mark.django_db
State = Registration.State


def page(one: Registration) -> str:
    """The person's own page."""
    return page_of(one.group)


@pytest.fixture
def scene() -> Scene:
    return make()


@pytest.mark.postgres
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


@pytest.mark.postgres
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
    assert "has no player called" in problems(scene.send("Ann Reed"))
    scene.opened(fields={"club": "required", "email": "required"})
    assert scene.send("Ann Reed").status_code == 422
    scene.opened(consent="My name may be shown.")
    assert scene.send("Ann Reed").status_code == 422
    scene.opened()
    assert "very quick" in scene.send("Ann Reed", shown="").content.decode()
    assert scene.send("Ann Reed", website="http://spam").status_code == 422
    assert scene.send("x" * 200).status_code == 422
    assert scene.send("Ann Reed", extra={"p0-division": "999999999"}).status_code == 422
    assert scene.send("Ann Reed", client_token="no such token").status_code == 422
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
    lines = [f"{name} Fox, Division A: registered." for name in ("Mia", "Max", "Moe")]
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
    [one] = scene.sent("Ann Reed")
    DivisionPlaces.objects.update(capacity=0)  # nobody is promoted meanwhile
    official = scene.official

    def check(who: str, action: str, state: str, expected: str) -> None:
        if state != "entered":
            Entry.objects.filter(player=one.player_id).delete()
            until = timezone.now() + timedelta(1) if state == "offered" else None
            Registration.objects.filter(pk=one.pk).update(state=state, player=None, offered_until=until)
        if who == "own":
            scene.act(one, action)
        else:
            scene.desk(action, one, reason="Because.", official=official)
        assert Registration.objects.get(pk=one.pk).state == expected

    check_each(
        [
            (who, action, state, table.get((action, state), state))
            for who, table in (("own", own), ("desk", desk))
            for action in dict.fromkeys(name for name, _state in table)
            for state in State.values
        ],
        check,
    )


@pytest.mark.postgres
def test_who_is_meant_is_asked_and_remembered(scene: Scene) -> None:
    """A name like a known player's waits for the director's answer; the spelling is known from then on, and can be undone."""
    factories.entries(scene.b, scene.director, 1)
    known = Entry.objects.get().player
    known.name = "Katharine Oldfield"
    known.save()
    scene.opened(capacity=5)
    one = scene.sent("Katherine Oldfield")[0]
    assert (one.state, one.player_id) == ("entered", None)
    assert "player not identified" in scene.official.get(f"/e/{scene.event.slug}/manage/registration/").content.decode()
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
    assert "late entries are not accepted" in scene.send("Cy Dale").content.decode()
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
    scene.opened(
        capacity=5,
        fee=Decimal("12.50"),
        late_entries=True,
        closes_at=datetime(2026, 12, 24, 18, tzinfo=UTC),
        fields={"phone": "required"},
    )
    page = scene.official.get(f"/e/{scene.event.slug}/manage/log/").content.decode()
    log = re.sub(r"\s+", " ", strip_tags(page))
    for line in (
        "Places 2 → 5",
        "Fee 12.50",
        "Closes 24 Dec 2026, 18:00",
        "Phone not asked for → required",
        "Take late entries after round 1 is published no → yes",
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


def test_a_rating_range_is_written_at_the_division_and_lets_its_players_in(scene: Scene) -> None:
    """From, up to, or both: the form says which, at its limit a player is in, one point beyond is refused."""
    address = f"/e/{scene.event.slug}/register/"
    for name, limits, label, inside, outside in (
        ("Ann Reed", {"rating_min": 1000}, "ratings from 1000", "1000", "999"),
        ("Bo Marsh", {"rating_max": 1500}, "ratings up to 1500", "1500", "1501"),
        ("Cy Dale", {"rating_min": 1000, "rating_max": 1500}, "ratings 1000 to 1500", "1500", "1501"),
    ):
        scene.opened(capacity=None, **limits)
        assert label in Client().get(address).content.decode()
        refused = scene.send(name, extra={"p0-rating": outside})
        assert f"{name} has {outside}" in problems(refused), label
        assert scene.sent(name, extra={"p0-rating": inside})[0].state == "entered", label


def test_a_player_whom_the_club_knows_registers_where_others_cannot(scene: Scene) -> None:
    Player.objects.create(name="Ann Reed", home_club=scene.event.club)
    scene.opened(members_only=True)
    assert "Did you mean Ann Reed?" in problems(scene.send("Anne Reed"))
    assert scene.sent("Ann Reed")[0].state == "entered"


def test_what_is_wrong_about_a_person_stands_at_the_person_and_their_field(scene: Scene) -> None:
    """A name without a letter, half a pairing request, a class that there is not: said, and the rest of the form kept."""
    scene.opened(
        accepts_pairing_requests=True,
        fields={"player_class": "optional", "minor": "optional"},
        consent="Yes.",
        classes="Junior, Senior",
    )
    form = Client().get(f"/e/{scene.event.slug}/register/").content.decode()
    assert re.findall(r'<option value="(\w*)"', form.split('name="p0-player_class"')[1].split("</select>")[0]) == [
        "",
        "Junior",
        "Senior",
    ]
    assert "Yes. For players under 18: I am a parent or guardian" in form
    for name, more, field, words in (
        ("22", {}, "name", "has no letter"),
        ("Ann Reed", {"pairing_request": "not_against"}, "pairing_request_player", "say which player"),
        ("Ann Reed", {"pairing_request_player": "Bo Marsh"}, "pairing_request_player", "Choose the request"),
        ("Ann Reed", {"player_class": "Mighty"}, "player_class", "Mighty is not one of the available choices"),
    ):
        typed = {f"p0-{one}": value for one, value in {**more, "club": "Lakeside"}.items()}
        refused = scene.send(name, extra=typed, consent="on")
        [person] = refused.context["people"]
        assert (refused.status_code, list(person.errors)) == (422, [field]), words
        assert words in problems(refused)
        assert 'value="Lakeside"' in refused.content.decode()
    assert not Registration.objects.exists()
    one = scene.sent("Ann Reed", extra={"p0-player_class": "Junior"}, consent="on")[0]
    assert one.player_class == "Junior"


def test_the_last_player_is_taken_off_the_form(scene: Scene) -> None:
    """“Remove the last player” keeps the others; the last one stays, and nothing is registered."""
    scene.opened()
    form = scene.send("Mia Fox", "Max Fox", fewer="1").content.decode()
    assert 'value="Mia Fox"' in form
    assert "p1-name" not in form
    assert "p0-name" in scene.send("Mia Fox", fewer="1").content.decode()
    assert not Registration.objects.exists()


def test_a_family_takes_or_declines_its_offers_together(scene: Scene) -> None:
    """Two who want to be together are offered places together; the answer of one counts for both."""
    scene.opened()
    first = scene.sent("Ann Reed", "Bo Marsh")
    foxes = scene.sent("Mia Fox", "Max Fox", together="on")
    owls = scene.sent("Di Owl", "Ed Owl", together="on")
    scene.act(first[0], "cancel")
    assert scene.states()["Mia Fox"] == "waiting", "one place is too few for two"
    scene.act(first[1], "cancel")
    assert [scene.states()[one.name] for one in foxes] == ["offered", "offered"]
    scene.act(foxes[0], "decline")
    assert [scene.states()[one.name] for one in (*foxes, *owls)] == ["cancelled", "cancelled", "offered", "offered"]
    scene.act(owls[1], "accept")
    assert [scene.states()[one.name] for one in owls] == ["entered", "entered"]
    assert set(Entry.objects.values_list("name", flat=True)) == {"Di Owl", "Ed Owl"}


def test_somebody_elses_registration_cannot_be_reached_by_ones_own_link(scene: Scene) -> None:
    scene.opened()
    own, other = scene.sent("Ann Reed")[0], scene.sent("Bo Marsh")[0]
    for form, words in (
        ({"do": "cancel", "person": str(other.pk)}, "not on your form"),
        ({"do": "cancel", "person": "1" * 30}, "not on your form"),
        ({"do": "promote", "person": str(own.pk)}, "Choose one of the buttons"),
    ):
        answer = Client().post(page(own), form)
        assert (answer.status_code, words in answer.content.decode()) == (422, True), form
    assert set(scene.states().values()) == {"entered"}
    assert Client().get(f"{page(own)}{other.pk}/")["Location"] == page(own)


def test_what_was_sent_back_is_corrected_by_the_player(scene: Scene) -> None:
    """The marked fields are named, those of the whole form too; a name that is there already is refused at its field."""
    scene.opened(approval=True)
    one = scene.sent("Ann Reed", email="ann@example.org")[0]
    scene.sent("Bo Marsh")
    scene.on(one, "send_back", fields_marked=["name", "email"], message="Which Ann?")
    assert "To be corrected: <strong>Name, Email</strong>" in Client().get(page(one)).content.decode()
    address = f"{page(one)}{one.pk}/"
    assert Client().get(address).content.decode().count("Please correct this.") == 2
    for name, email, refusal in (
        ("bo  marsh", "ann@example.com", "bo marsh is already registered"),
        ("Ann B. Reed", "ann@", "Enter a valid email address."),
    ):
        answer = Client().post(address, {"name": name, "email": email, "division": str(scene.a.pk)})
        assert (answer.status_code, refusal in problems(answer)) == (422, True), problems(answer)
    assert scene.states() == {"Ann Reed": "to_correct", "Bo Marsh": "applied"}
    before = page(one)
    Client().post(address, {"name": "Ann B. Reed", "email": "ann@example.com", "division": str(scene.a.pk)})
    assert scene.states() == {"Ann B. Reed": "applied", "Bo Marsh": "applied"}
    one.group.refresh_from_db()
    assert page(one) != before, "the link that a stranger may have got has ended"
    assert "Ann B. Reed" not in Client().get(before).content.decode()
    assert "Ann B. Reed" in Client().get(page(one)).content.decode()
    (receipt,) = Mail.objects.filter(to="ann@example.com")
    assert page(one) in receipt.text
    scene.desk("accept", one)
    assert [mail.to for mail in Mail.objects.exclude(pk=receipt.pk)] == ["ann@example.com"], (
        "the old one's mails are gone"
    )
    assert [one.to for one in Address.objects.filter(group=one.group)] == ["ann@example.com"]


def test_with_approval_whoever_moves_up_waits_for_the_director_and_hears_of_it(scene: Scene) -> None:
    scene.opened(capacity=1, approval=True)
    first = scene.sent("Ann Reed", email="ann@example.org")[0]
    scene.sent("Bo Marsh", email="bo@example.org")
    scene.act(first, "cancel")
    assert scene.states() == {"Ann Reed": "cancelled", "Bo Marsh": "applied"}
    assert Mail.objects.filter(to="bo@example.org", kind="registration-promoted").count() == 1
    assert not Entry.objects.exists()


def test_two_registrations_of_one_player_wait_for_the_director(scene: Scene) -> None:
    """A second spelling of somebody who is in: who is meant is open until the director says it is another person."""
    one = scene.opened(capacity=5).sent("Katharine Oldfield")[0]
    again = scene.sent("Katherine Oldfield")[0]
    assert (again.state, again.player_id) == ("entered", None)
    assert "already registered in this division" in scene.on(again, "who", to=str(one.player_id))
    assert not Entry.objects.exclude(player=one.player_id).exists()
    scene.on(again, "who", to="0")
    again.refresh_from_db()
    assert Entry.objects.exclude(player=one.player_id).get().player_id == again.player_id
    assert "already been identified" in scene.on(again, "who", to="0")


def test_a_known_spelling_of_somebody_who_is_in_waits_for_the_director(scene: Scene) -> None:
    """Asked and answered in another division, the spelling means that player: is it the same person a second time?"""
    scene.opened(capacity=5)
    one = scene.sent("Katharine Oldfield")[0]
    other = scene.sent("Katherine Oldfield", extra={"p0-division": str(scene.b.pk)})[0]
    scene.on(other, "who", to=str(one.player_id))
    other.refresh_from_db()
    assert other.player_id == one.player_id
    again = scene.sent("Katherine Oldfield")[0]
    assert (again.state, again.player_id) == ("entered", None)
    assert Entry.objects.filter(division=scene.a).count() == 1
    assert "player not identified" in scene.official.get(f"/e/{scene.event.slug}/manage/registration/").content.decode()


def test_of_two_namesakes_in_the_club_the_director_chooses_one(scene: Scene) -> None:
    """The page offers both and nobody else; somebody of another club cannot be meant."""
    twins = [Player.objects.create(name="Ann Reed", home_club=scene.event.club) for _twin in range(2)]
    stranger = Player.objects.create(name="Ann Reed", home_club=factories.club(scene.director, "Elsewhere"))
    one = scene.opened().sent("Ann Reed")[0]
    assert (one.state, one.player_id) == ("entered", None)
    form = scene.official.get(f"/e/{scene.event.slug}/manage/registration/{one.pk}/").content.decode()
    assert re.findall(r'type="radio" name="to" value="(\d+)"', form) == [*(str(twin.pk) for twin in twins), "0"]
    assert "now on the list of players" not in scene.on(one, "who", to=str(stranger.pk))
    assert not Entry.objects.exists()
    assert "now on the list of players" in scene.on(one, "who", to=str(twins[1].pk))
    assert Entry.objects.get().player == twins[1]


def test_the_desk_says_what_is_missing_and_changes_nothing(scene: Scene) -> None:
    """Nobody ticked, no reason, no such button, no such division, a name that is there already."""
    scene.opened(capacity=5)
    ann = scene.sent("Ann Reed")[0]
    twin = scene.sent("Ann Reed", extra={"p0-division": str(scene.b.pk)})[0]
    desk = f"/e/{scene.event.slug}/manage/registration/"
    for form, words in (
        ({"do": "accept"}, "Tick at least one player"),
        ({"do": "cancel", "person": ann.pk, "reason": " "}, "Say why"),
        ({"do": "promote", "person": ann.pk}, "Choose one of the buttons"),
    ):
        assert words in scene.official.post(desk, form, follow=True).content.decode(), form
    for to in (scene.a.pk, 999_999_999, ""):
        assert "Choose another division" in scene.on(ann, "move", to=str(to)), to
    assert "Ann Reed is already registered there" in scene.on(ann, "move", to=str(scene.b.pk))
    assert set(scene.states().values()) == {"entered"}
    assert sorted(Entry.objects.values_list("division", flat=True)) == [scene.a.pk, scene.b.pk]
    listed = scene.official.get(f"{desk}?division={scene.b.slug}").context["lines"]
    assert [line[0].pk for line in listed] == [twin.pk]


def test_a_lost_link_is_replaced_and_a_fee_marked_on_the_persons_page(scene: Scene) -> None:
    one = scene.opened(fee=12).sent("Ann Reed")[0]
    before = page(one)
    assert "The link has been replaced" in scene.on(one, "link")
    assert page(one) != before
    assert [Client().get(address).status_code for address in (before, page(one))] == [404, 200]
    assert "Fee updated" in scene.on(one, "fee", mark="paid", note="cash")
    assert "owed, paid or complimentary" in scene.on(one, "fee", mark="lent")
    one.refresh_from_db()
    assert (one.fee_mark, one.fee_note) == ("paid", "cash")


def test_settings_are_in_the_events_own_time_and_refused_where_they_contradict_themselves(scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(time_zone="Asia/Tokyo")
    address = f"/e/{scene.event.slug}/manage/registration/settings/"
    form = {
        "is_open": "on",
        "opens_at": "2020-05-01T09:00",
        "closes_at": "2999-05-08T18:30",
        "offer_hours": "48",
        "currency": "EUR",
        **{f"field_{name}": "optional" for name in OPTIONAL_FIELDS},
        "field_email": "hidden",
    }
    for wrong, words in (
        ({"closes_at": "2020-04-30T09:00"}, "must open before it closes"),
        ({"currency": "E1R"}, "three letters"),
        ({f"d{scene.a.pk}-rating_min": "2000", f"d{scene.a.pk}-rating_max": "1000"}, "above the highest"),
    ):
        refused = scene.official.post(address, form | wrong)
        assert (refused.status_code, words in problems(refused)) == (422, True), (wrong, problems(refused))
    assert scene.official.post(address, form).status_code == 302
    stored = RegistrationSettings.objects.get()
    assert stored.opens_at == datetime(2020, 5, 1, 0, 0, tzinfo=UTC), "nine o'clock in Tokyo"
    assert 'value="2999-05-08T18:30"' in scene.official.get(address).content.decode()
    public = Client().get(f"/e/{scene.event.slug}/register/").content.decode()
    assert ('name="p0-name"' in public, 'name="email"' in public) == (True, False)


def test_a_message_is_marked_as_answered(scene: Scene) -> None:
    form = {"name": "Zoe", "email": "zoe@example.org", "text": "Is there parking?", "shown": stamp(0)}
    Client().post(f"/e/{scene.event.slug}/contact/", form)
    desk = f"/e/{scene.event.slug}/manage/registration/"
    assert scene.official.get(desk).context["messages_open"] == 1
    done = scene.official.post(f"{desk}messages/", {"person": ContactMessage.objects.get().pk}, follow=True)
    assert "Marked as answered" in done.content.decode()
    assert scene.official.get(desk).context["messages_open"] == 0


def test_a_finished_event_takes_nobody(scene: Scene) -> None:
    scene.opened()
    Event.objects.filter(pk=scene.event.pk).update(state=Event.State.FINISHED)
    assert "The event is finished." in scene.send("Ann Reed").content.decode()
    assert not Registration.objects.exists()


def test_while_a_laptop_runs_the_event_nobody_registers(scene: Scene) -> None:
    scene.opened()
    take_to_laptop(actor=scene.director, event=scene.event)
    answer = scene.send("Ann Reed")
    assert (answer.status_code, "running on a laptop since" in problems(answer)) == (422, True), problems(answer)
    assert 'value="Ann Reed"' in answer.content.decode(), "what was typed stays"
    assert not Registration.objects.exists()


def test_reopening_keeps_the_words_that_the_director_chose(scene: Scene) -> None:
    """Closed by hand and opened again: what players agree to stays, and a place that became free meanwhile is offered at once."""
    [by_hand] = factories.entries(scene.a, scene.director, 1)
    withdraw = reverse("tournaments:withdraw_entry", args=[scene.event.slug, scene.a.slug, by_hand.pk])
    settings: dict[str, Any] = {"capacity": 1, "consent": "My games may be printed."}
    scene.opened(**settings)
    scene.sent("Ann Reed", consent="on")
    scene.opened(**settings, is_open=False)
    assert "Registration is not open" in scene.send("Bo Marsh").content.decode()
    scene.official.post(withdraw, {"after_round": "0", "reason": "Ill"})
    assert scene.states() == {"Ann Reed": "waiting"}
    scene.official.post(f"/e/{scene.event.slug}/manage/registration/open/")
    stored = RegistrationSettings.objects.get()
    assert (stored.is_open, stored.consent) == (True, "My games may be printed.")
    assert scene.states() == {"Ann Reed": "offered"}


def test_how_a_registration_ended_is_in_the_language_of_who_reads_it(scene: Scene) -> None:
    """Cancelled in one language, read in another; what a director writes stays as it was written."""
    scene.opened(capacity=1)
    cancelled, declined, refused = (scene.sent(name)[0] for name in ("Ann Reed", "Bo Marsh", "Cy Dale"))
    for one, button in ((cancelled, "cancel"), (declined, "decline")):
        Client().post(page_of(one.group), {"do": button, "person": str(one.pk)}, headers={"accept-language": "ja"})
    official = scene.official
    scene.desk("refuse", refused, reason="Club members only.", official=official)
    for one, english, japanese in (
        (cancelled, "Cancelled by the player.", "本人が取り消しました。"),
        (declined, "The offered place was declined.", "繰り上げは辞退されました。"),
        (refused, "Club members only.", "Club members only."),
    ):
        for language, words in (("en", english), ("ja", japanese)):
            headers = {"accept-language": language}
            assert words in Client().get(page_of(one.group), headers=headers).content.decode()
            official.post("/language/", {"language": language})
            desk = official.get(f"/e/{scene.event.slug}/manage/registration/{one.pk}/").content.decode()
            assert words in desk


def test_the_place_of_an_entry_that_is_deleted_or_moved_goes_to_whoever_waits(scene: Scene) -> None:
    """Entered by hand or registered, and taken out on the player's own page: the next on the waiting list is offered the place."""
    by_hand = factories.entries(scene.a, scene.director, 2)
    scene.opened(capacity=3)
    registered = scene.sent("Cy Dale", email="cy@example.org")[0]
    for name in ("Ann Reed", "Bo Marsh", "Di Ford"):
        scene.sent(name)
    entry = Entry.objects.get(player=registered.player_id)
    for taken_out in (by_hand[0], entry):
        scene.official.post(reverse("tournaments:delete_entry", args=[scene.event.slug, scene.a.slug, taken_out.pk]))
    assert scene.states() == {
        "Cy Dale": "cancelled",
        "Ann Reed": "offered",
        "Bo Marsh": "offered",
        "Di Ford": "waiting",
    }
    assert Mail.objects.filter(to="cy@example.org", kind="registration-cancelled").exists()
    move = reverse("tournaments:move_entry", args=[scene.event.slug, scene.a.slug, by_hand[1].pk])
    scene.official.post(move, {"to": scene.b.pk})
    assert scene.states()["Di Ford"] == "offered"


def test_nobody_comes_in_after_round_1_unless_late_entries_are_taken(scene: Scene) -> None:
    """A place that becomes free during play stays free; with late entries it is offered."""
    players = factories.entries(scene.a, scene.director, 5)
    scene.opened(capacity=5)
    scene.sent("Ann Reed")
    factories.publish(scene.a, scene.director, 1)
    late = factories.entries(scene.b, scene.director, 1)[0]
    assert scene.states() == {"Ann Reed": "waiting"}
    scene.official.post(
        reverse("tournaments:withdraw_entry", args=[scene.event.slug, scene.a.slug, players[0].pk]),
        {"after_round": "1"},
    )
    delete = reverse("tournaments:delete_entry", args=[scene.event.slug, scene.b.slug, late.pk])
    scene.official.post(delete)
    assert scene.states() == {"Ann Reed": "waiting"}
    scene.opened(capacity=5, late_entries=True)
    assert scene.states() == {"Ann Reed": "offered"}


def test_an_entry_is_not_moved_to_where_its_name_waits(scene: Scene) -> None:
    """On the page of players as at the desk: two registrations of one name in a division would be one person twice."""
    scene.opened(other=0)
    ann = scene.sent("Ann Reed")[0]
    waits = scene.sent("Ann Reed", extra={"p0-division": str(scene.b.pk)})[0]
    bo = scene.sent("Bo Marsh")[0]
    for one, moved in ((ann, False), (bo, True)):
        entry = Entry.objects.get(player=one.player_id)
        address = reverse("tournaments:move_entry", args=[scene.event.slug, scene.a.slug, entry.pk])
        answer = scene.official.post(address, {"to": scene.b.pk}, follow=True).content.decode()
        assert ("Ann Reed is already registered there" in answer) != moved, one.name
        one.refresh_from_db()
        assert (one.division_id == scene.b.pk) == moved, one.name
    waits.refresh_from_db()
    assert waits.state == "waiting"


def test_an_empty_list_at_the_desk_says_whether_anybody_was_looked_for(scene: Scene) -> None:
    scene.opened()
    desk = f"/e/{scene.event.slug}/manage/registration/"
    for query, words in (
        ("", "No active registrations."),
        ("?q=Zoe", "No registrations match."),
        ("?state=waiting", "No registrations match."),
    ):
        assert words in scene.official.get(desk + query).content.decode(), query
