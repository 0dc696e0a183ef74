"""Erasing a person: the whole database and what the site gives out are searched for the name."""

import json
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models
from django.test import Client
from django.utils import timezone

from audit.log import log_action
from clubhouse.models import RollMember
from clubs.claim_services import invite
from clubs.models import Club, ClubMessage, Erasure, Player, PlayerAlias, User
from core.packages import PACKAGES
from games.models import GameRecord
from mail.models import Mail
from mail.services import post
from messaging.models import Address, Delivery, Message, News
from registration.models import ContactMessage, Registration, RegistrationGroup
from tests.registration import scene as registering
from tests.tournaments.scenes.pictures import sheet_photo
from tests.walk import check_each
from tournaments.engine.results import Side
from tournaments.models import Ban, Division, Entry, Event, EventBackup, Pairing, Result, Seat, SheetPhoto, Submission
from tournaments.services.erasure import apply_erasures, erase_person, erase_player, erasures_file

pytestmark = pytest.mark.django_db

NAME = "Zenobia Quackenbush"


def holds(word: str) -> list[str]:
    """Every column of every table of ours, and allauth's, that holds the word in some form."""
    found = []
    forms = {word.casefold(), word.replace(" ", "_").casefold(), word.rsplit(maxsplit=1)[-1].casefold()}
    for model in apps.get_models():
        if model._meta.app_label not in {*PACKAGES, "account", "mfa", "usersessions"}:
            continue
        rows: Iterable[Any] = models.QuerySet(model).iterator()
        for row in rows:
            for field in model._meta.concrete_fields:
                value = getattr(row, field.attname)
                raw = bytes(value).decode("latin-1") if isinstance(value, (bytes, memoryview)) else value
                written = (raw if isinstance(raw, str) else json.dumps(raw, default=str, ensure_ascii=False)).casefold()
                if any(form in written for form in forms):
                    found.append(f"{model._meta.label}.{field.name}")
    return sorted(set(found))


@pytest.fixture(autouse=True)
def _empty_list() -> Iterator[None]:
    """Each test begins and ends with an empty list of erasures."""
    erasures_file().unlink(missing_ok=True)
    yield
    erasures_file().unlink(missing_ok=True)


@pytest.fixture
def zenobia(running: Division, director: User) -> User:
    """A player with an account, games, a record with her nick, a ruling, mails, a backup and log lines about her."""
    entry = Entry.objects.get(name="Ada")
    browser = Client()
    browser.force_login(director)
    Entry.objects.filter(pk=entry.pk).update(name=NAME)
    Player.objects.filter(pk=entry.player_id).update(name=NAME, external_id="ZQ-1")
    user = User.objects.create_user("zenobia.quackenbush", "zenobia.quackenbush@example.org", "x")
    Player.objects.filter(pk=entry.player_id).update(user=user)
    post_mail(user)
    log_action(
        actor=director,
        verb="entry.changed",
        target=entry,
        scope=f"event:{running.event_id}",
        before={"name": NAME, "list": [{"who": NAME.upper()}]},
        reason=f"{NAME} requested",
    )
    game = f"#player1 Zeno {NAME}\n#player2 Ben Ben\n>Zeno: AB 8H AB +8 8\n"
    record = GameRecord.objects.create(
        original=game.encode(), sha256="0" * 64, format="gcg", rules_slug="x", engine_version="1", verdict="ok",
        summary={"players": [NAME, "Ben"], "nick": "Zeno"}, findings=[{"stated": f"{NAME} +8"}],
    )  # fmt: skip
    seat = Seat.objects.filter(entry=entry).get()
    Submission.objects.create(
        pairing=seat.pairing, actor=director, channel=Submission.Channel.OFFICIAL, side=Side.OFFICIAL,
        client_token="erasure-1", first_score=400, second_score=300, record=record,
    )  # fmt: skip
    EventBackup.objects.create(
        event=running.event, why="test", data={"entries": [{"name": NAME}]}, made_at=timezone.now()
    )
    return user


def post_mail(user: User) -> None:
    post(
        "account_changed",
        to=user.email,
        key="erasure:5000001",
        context={"what": f"Hello {NAME}", "timestamp": timezone.now(), "reset": "https://a.example/"},
    )


@pytest.fixture
def known_everywhere(zenobia: User, running: Division, director: User) -> User:
    """She has also registered for another event, is on its waiting list, wrote messages, and others wrote about her."""
    event = Event.objects.create(
        club=running.event.club, name="Autumn", slug="autumn", starts_on=running.event.starts_on
    )
    autumn = Division.objects.create(event=event, name="A", slug="a")
    group = RegistrationGroup.objects.create(
        event=event, client_token=uuid4(), email=zenobia.email, phone="Quackenbush 1", note=f"It is me, {NAME}"
    )
    player = zenobia.players.get()
    common: dict[str, Any] = {"group": group, "division": autumn}
    Registration.objects.create(
        **common, position=1, player=player, name=NAME, name_key=NAME.casefold(), club="Quackenbush", pronouns="Quackenbush",
        title="Quackenbush", federation_id="Quackenbush", fee_note="Quackenbush", answer=NAME, pairing_request="same_travel",
        pairing_request_player=NAME,
    )  # fmt: skip
    other = RegistrationGroup.objects.create(event=event, client_token=uuid4(), note=f"with {NAME}")
    Registration.objects.create(
        group=other, division=autumn, position=2, name="Ben", name_key="ben", pairing_request="not_against",
        pairing_request_player=NAME.upper(),
        answer=f"{NAME} is here too", fee_note=f"paid by {NAME}",
    )  # fmt: skip
    ContactMessage.objects.create(event=event, name=NAME, email="elsewhere@example.org", text=f"yours, {NAME}")
    ContactMessage.objects.create(event=running.event, name="Z", email=zenobia.email, text="Where is it?")
    ClubMessage.objects.create(club=event.club, name=NAME, email=zenobia.email, text="Hello")
    News.objects.create(event=event, text=f"{NAME} wins", author=director)
    Event.objects.filter(pk=event.pk).update(about=f"Organised by {NAME}")
    entry = Entry.objects.get(player=player)
    Entry.objects.filter(division=running).update(seed_reason=f"after {NAME}")
    Pairing.objects.filter(round__division=running).update(broken_reason=f"{NAME} asked", broken_rules=[{"who": NAME}])
    Ban.objects.create(club=event.club, player=player, reason=f"{NAME} shouted")
    message = Message.objects.create(event=running.event, kind="round-published", about="round:1", data={"who": NAME})
    Delivery.objects.create(message=message, entry=entry, channel="push", mark="m", title=f"{NAME}: table 1", text=NAME)
    Address.objects.create(user=zenobia, channel="mail", to=zenobia.email, mark="q", device="Quackenbush's phone")
    RollMember.objects.create(club=event.club, player=player, kind="full", joined_on=event.starts_on, note=NAME)
    return zenobia


@pytest.mark.postgres
def test_what_is_known_around_events_goes_too_and_can_be_taken_away_before(known_everywhere: User) -> None:
    tables = {column.rsplit(".", 1)[0] for column in holds(NAME)}
    assert len(tables) >= 18, sorted(tables)
    browser = Client()
    browser.force_login(known_everywhere)
    data = browser.get("/my/data/").json()
    assert [row["phone"] for row in data["registrations"]] == ["Quackenbush 1"]
    assert [row["address"] for row in data["told_at"]] == [known_everywhere.email]
    assert [row["title"] for row in data["messages"]] == [f"{NAME}: table 1"]
    erase_person(user=known_everywhere, reason="requested")
    assert holds(NAME) == []
    assert list(Registration.objects.order_by("position").values_list("position", "pairing_request")) == [
        (1, ""),
        (2, "not_against"),
    ]


def test_the_forms_of_an_erased_account_are_emptied_and_a_form_for_somebody_else_keeps_its_address(
    zenobia: User,
) -> None:
    """How a family is reached stays while one of them is on the form; what the account sent for others loses its address."""
    player = zenobia.players.get()
    scene = registering.make(Club.objects.get(), User.objects.get(username="director")).opened(capacity=9)
    Player.objects.filter(pk=player.pk).update(home_club=scene.event.club)
    family = scene.sent(NAME, "Max Fox", email="fox@example.org", note="two of us")[0].group
    sent = scene.sent("Bo Marsh", email=zenobia.email.upper(), note="a place at the wall")[0].group
    alone = scene.sent(NAME, note="by the door", extra={"p0-division": str(scene.b.pk)})[0].group
    assert Registration.objects.filter(player=player).count() == 2
    erase_person(user=zenobia, reason="requested")
    for whose, group, email, note in (
        ("the family's", family, "fox@example.org", "two of us"),
        ("what she sent for another", sent, "", ""),
        ("her own", alone, "", ""),
    ):
        group.refresh_from_db()
        assert (group.email, group.note) == (email, note), whose
    assert Registration.objects.filter(name="Bo Marsh", state="entered").exists(), "the place stays"
    assert holds(NAME) == []
    assert [one.to for one in Address.objects.exclude(group=None)] == ["fox@example.org"]


@pytest.mark.postgres
def test_nothing_holds_the_name_and_results_stay(zenobia: User, running: Division) -> None:
    results = list(Result.objects.order_by("pk").values())
    assert len(holds(NAME)) >= 6
    out = StringIO()
    call_command("export_person", zenobia.username, stdout=out)
    assert NAME in out.getvalue()
    call_command("erase_person", zenobia.username, reason="requested", stdout=StringIO())
    assert holds(NAME) == []
    assert list(Result.objects.order_by("pk").values()) == results
    written = bytes(GameRecord.objects.get().original).decode()
    assert "Zeno" not in written
    assert written.count("AB 8H AB +8 8") == 1
    pages = [f"/e/{running.event.slug}/", f"/e/{running.event.slug}/a/standings/", "/", "/ratings/"]
    for page in pages:
        assert NAME not in Client().get(page, follow=True).content.decode()
    zenobia.refresh_from_db()
    assert not zenobia.is_active
    assert set(Erasure.objects.values_list("pseudonym", flat=True)) == {
        f"erased-{zenobia.pk}",
        Erasure.objects.exclude(player_number=None).get().pseudonym,
    }


def test_the_ratings_office_erases_everywhere_when_a_player_asks(zenobia: User, running: Division) -> None:
    """The officer's page takes the name out of the log, records, backups and mails too; the account is its owner's to close."""
    club, player = running.event.club, zenobia.players.get()
    Player.objects.filter(pk=player.pk).update(home_club=club)
    PlayerAlias.objects.create(club=club, player=player, spelling="a. zenobia quackenbush")
    User.objects.filter(pk=zenobia.pk).update(username="someone", email="someone@example.org")
    Mail.objects.update(to="someone@example.org")
    officer = Client()
    officer.force_login(User.objects.get(username="director"))
    office = f"/ratings/office/{club.slug}/anonymise/"
    assert "event backups" in officer.get(office).content.decode()
    results = list(Result.objects.order_by("pk").values())
    assert officer.post(office, {"player": player.pk, "reason": "requested"}).status_code == 302
    assert holds(NAME) == []
    assert list(Result.objects.order_by("pk").values()) == results
    assert Erasure.objects.get().player_number == player.pk
    assert User.objects.get(pk=zenobia.pk).is_active


def test_photos_and_sign_ins_end_with_the_person(zenobia: User) -> None:
    photo = sheet_photo(Seat.objects.get(entry__name=NAME).pairing)
    where = Path(photo.file.path)
    assert where.exists()
    browser = Client()
    browser.post("/accounts/login/", {"username": zenobia.username, "password": "x"})
    assert browser.get("/my/").status_code == 200
    assert UserSession.objects.filter(user=zenobia).exists()
    erase_person(user=zenobia, reason="requested")
    assert not where.exists(), "a photo shows the name, so it goes as a whole"
    assert not SheetPhoto.objects.exists()
    assert not UserSession.objects.exists()
    assert browser.get("/my/").status_code == 302, "signed out everywhere"


def test_an_invitation_ends_with_the_player(running: Division, director: User) -> None:
    player = Entry.objects.get(name="Ada").player
    assert player is not None
    address = f"/players/invitation/{invite(actor=director, player=player).key}/"
    assert "Are you Ada?" in Client().get(address).content.decode()
    erase_player(player=player, reason="requested", actor=director)
    assert Client().get(address).status_code == 404


def test_a_record_in_an_old_encoding_keeps_its_other_letters(zenobia: User) -> None:
    game = f"#player1 Zeno {NAME}\n#player2 Ben Bén\n>Zeno: AB 8H AB +8 8\n"
    GameRecord.objects.update(original=game.encode("latin-1"))
    erase_person(user=zenobia, reason="requested")
    written = bytes(GameRecord.objects.get().original).decode("latin-1")
    assert "Ben Bén" in written
    assert "Zeno" not in written
    assert "AB 8H AB +8 8" in written


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_restored_database_is_erased_again(zenobia: User) -> None:
    player = zenobia.players.get()
    call_command("erase_person", zenobia.username, reason="requested", stdout=StringIO())
    assert NAME not in erasures_file().read_text()
    Erasure.objects.all().delete()  # the older database knows of none
    Player.objects.filter(pk=player.pk).update(name=NAME)
    Entry.objects.filter(player=player.pk).update(name=NAME)
    User.objects.filter(pk=zenobia.pk).update(username="zenobia.quackenbush", email="zenobia.quackenbush@example.org")
    assert apply_erasures() == 2
    assert holds(NAME) == []
    assert apply_erasures() == 0


def test_a_player_without_an_account_is_erased_by_number(zenobia: User) -> None:
    """The command takes an account or a player, and says what it lacks; the account of an erased player stays."""
    player = zenobia.players.get()
    out = StringIO()
    refusals: list[tuple[list[str], str]] = [
        ([], "Name an account, or give --player with a player's number."),
        ([zenobia.username, f"--player={player.pk}"], "Name an account, or give --player with a player's number."),
        (["--player=99999999"], "There is no player 99999999."),
        (["nobody"], "There is no user nobody."),
    ]

    def check(arguments: list[str], words: str) -> None:
        with pytest.raises(CommandError, match=words):
            call_command("erase_person", *arguments, reason="requested", stdout=out)

    check_each(refusals, check)
    with pytest.raises(CommandError, match="reason"):
        call_command("erase_person", f"--player={player.pk}", reason=" ", stdout=out)
    assert out.getvalue() == ""
    assert Player.objects.get(pk=player.pk).name == NAME
    call_command("erase_person", f"--player={player.pk}", reason="requested", stdout=out)
    player.refresh_from_db()
    assert out.getvalue() == f"Erased, now: {player.name}\n"
    assert player.name != NAME
    assert User.objects.get(pk=zenobia.pk).is_active
