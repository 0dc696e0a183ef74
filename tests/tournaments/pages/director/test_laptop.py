"""An event on a laptop: locked on the site, run elsewhere, brought back by its archive, with what reached the site meanwhile."""

import io
import json
import re
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from clubs.models import Player, Role, User
from tests import factories
from tests.tournaments.scenes.full_event import photo
from tests.tournaments.scenes.hall import text
from tests.tournaments.scenes.sheets import GAME, hall, own_slip, send, table
from tests.tournaments.services.archive.test_round_trip import send as bring_in
from tournaments.errors import NotOpenError, ReportKeptError, TournamentError
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import (
    Division,
    Entry,
    Event,
    EventBackup,
    EventGrant,
    EventLaptop,
    HeldReport,
    PersonalLink,
    Result,
    SheetPhoto,
    Submission,
)
from tournaments.services.archive import laptop as services
from tournaments.services.entries.entries import update_entry
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.personal_links import key_of
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.erasure import erase_player
from tournaments.services.results.results import rule_result
from tournaments.services.rounds.changing import change_round
from tournaments.services.rounds.fixed_pairs import FixedPairs, read_fixed
from tournaments.services.rounds.pairing import draft_round

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(director: User) -> Division:
    """Anna plays Ben and Cem plays Dua in round 1, published, of an event of two rounds."""
    return hall(director, rounds_planned=2)


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


def address(division: Division, rest: str = "") -> str:
    return f"/e/{division.event.slug}/manage/laptop/{rest}"


def body(page: "Page") -> bytes:
    return b"".join(page)


def sent(client: Client, to: str, data: bytes) -> "Page":
    file = io.BytesIO(data)
    file.name = "laptop.zip"
    return client.post(to, {"file": file}, follow=True)


def other_site(division: Division, data: bytes) -> tuple[Event, Division, User]:
    """The laptop: the same event brought in by another club, as if this were another site."""
    mine = division.event
    Event.objects.filter(pk=mine.pk).update(identity=uuid4())
    host = factories.user("host")
    club, client = factories.club(host, "Hall"), Client()
    client.force_login(host)
    answer = bring_in(client, club, data)
    assert "has been brought in" in text(answer), re.findall(r'(?s)class="notice.*?</div>', text(answer))
    copy = Event.objects.exclude(pk=mine.pk).get(what_if_of=None)
    identity = copy.identity
    Event.objects.filter(pk=copy.pk).update(identity=uuid4())
    Event.objects.filter(pk=mine.pk).update(identity=identity)
    return copy, copy.divisions.get(), host


def archive_from(copy: Event, host: User, identity: object) -> bytes:
    """What the laptop's Files page gives."""
    client = Client()
    client.force_login(host)
    data = body(client.get(f"/e/{copy.slug}/manage/files/archive.zip"))
    return with_head(
        data,
        event={
            **json.loads(zipfile.ZipFile(io.BytesIO(data)).read("manifest.json"))["event"],
            "identity": str(identity),
        },
    )


def with_head(data: bytes, **values: object) -> bytes:
    """The archive with another manifest."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, part if name != "manifest.json" else json.dumps(json.loads(part) | values))
    return out.getvalue()


@pytest.mark.postgres
def test_there_and_back_again(division: Division, director: User, desk: Client) -> None:
    event = division.event
    keys = dict(PersonalLink.objects.values_list("entry__name", "key_hash"))
    assert desk.post(address(division, "take/")).status_code == 302
    event.refresh_from_db()
    away = body(desk.get(address(division, "archive.zip")))
    assert "On a laptop: bring it back" in text(desk.get(f"/e/{event.slug}/manage/")), "not: enter the results"

    # meanwhile nothing changes here, and every page says why
    for page in (
        f"/e/{event.slug}/",
        f"/e/{event.slug}/a/rounds/1/",
        f"/e/{event.slug}/manage/",
        own_slip("Anna Lind"),
    ):
        assert "running on a laptop since" in text(Client().get(page) if "manage" not in page else desk.get(page)), page
    with pytest.raises(NotOpenError, match="running on a laptop"):
        draft_round(actor=director, division=division, number=2, despite_missing=True)
    with pytest.raises(NotOpenError, match="running on a laptop"):
        factories.report(table(division).pk, "official", 400, 300, actor=director)
    # what players report is kept, photo included; sent twice it is one report
    token = str(uuid4())
    for _again in range(2):
        assert "Your report has been saved" in text(send("Anna Lind", GAME, client_token=token))
    picture = io.BytesIO(photo())
    picture.name = "sheet.jpg"
    assert "1 photo stored" in text(
        Client().post(f"{own_slip('Anna Lind')}sent/{token}/photo/", {"photo": picture}, follow=True)
    )
    send("Cem Kaya", "", (350, 340))
    with pytest.raises(ReportKeptError):
        factories.report(table(division, 2).pk, "second", 0, 0, result=ResultInput(kind="forfeit_win"))
    assert "second player forfeits" in text(desk.get(address(division)))
    own = own_slip("Cem Kaya")
    assert HeldReport.objects.count() == 3
    assert not Submission.objects.exists()
    assert "2" in text(desk.get(address(division)))
    refused = desk.post(address(division, f"reports/{HeldReport.objects.first().pk}/"), {"take": "1"}, follow=True)  # type: ignore[union-attr]
    assert "running on a laptop" in text(refused)

    # on the laptop: both games, a late player, round 2 paired and half played
    copy, there, host = other_site(division, away)
    assert "This laptop is running the event" in text(_page(host, f"/e/{copy.slug}/manage/laptop/"))
    with pytest.raises(TournamentError, match="This is the laptop"):
        services.take_to_laptop(actor=host, event=copy)
    for line in factories.games(there.rounds.get(number=1)):
        factories.agree(line.pairing_id, 420, 380)
    add_entry(actor=host, division=there, row=RosterRow(name="Eve Moss", rating=1500))
    second = factories.publish(there, host, 2)
    factories.agree(factories.games(second)[0].pairing_id, 500, 300)
    data = archive_from(copy, host, event.identity)

    # back: what differs is counted and listed, with what arrived here
    looked = sent(desk, address(division), data)
    html = text(looked)
    for words in ("Players: 1", "Eve Moss: new", "Rounds: 2", "Results: 4", "420 – 380", "Reports: 6", "Anna Lind"):
        assert words in html, (words, re.findall(r"<summary>.*?</summary>", html))
    assert not Submission.objects.filter(pairing__round__division=division).exists()
    done = desk.post(looked.redirect_chain[-1][0], {"sent": "1"}, follow=True)
    assert "The event is back" in text(done), text(done)
    event.refresh_from_db()
    assert event.on_laptop_since is None
    assert [one.state for one in division.rounds.order_by("number")] == ["closed", "published"]
    result = Result.objects.get(pairing=table(division))
    assert (result.first_score, result.second_score, result.state) == (420, 380, "confirmed")
    assert Entry.objects.filter(division=division).count() == 5
    assert EventBackup.objects.filter(event=event, why="before the event came back from a laptop").exists()
    assert (
        dict(
            PersonalLink.objects.filter(entry__division=division, entry__name__in=keys).values_list(
                "entry__name", "key_hash"
            )
        )
        == keys
    )
    assert "running on a laptop" not in text(Client().get(f"/e/{event.slug}/"))

    # each kept report is taken or left
    anna, cem, _dua = HeldReport.objects.order_by("pk")
    assert "Report accepted" in text(desk.post(address(division, f"reports/{anna.pk}/"), {"take": "1"}, follow=True))
    taken = Submission.objects.get(client_token=token)
    assert taken.record is not None
    assert bytes(taken.record.original).decode().split() == GAME.split()
    assert SheetPhoto.objects.get().submission == taken
    result.refresh_from_db()
    assert (result.first_score, result.open_questions > 0) == (420, True), (
        "both agreed on the laptop: it is a question now"
    )
    assert "Report left out" in text(desk.post(address(division, f"reports/{cem.pk}/"), {"leave": "1"}, follow=True))
    assert "left this report out" in text(Client().get(f"{own}sent/{cem.client_token}/"))

    # a second time the archive asks first
    again = sent(desk, address(division), data)
    assert "brought back from this laptop on" in text(again)
    assert desk.post(again.redirect_chain[-1][0], {"sent": "1"}).status_code == 422


def _page(user: User, where: str) -> "Page":
    client = Client()
    client.force_login(user)
    return client.get(where)


def test_the_lock_is_taken_back_with_a_reason(division: Division, director: User, desk: Client) -> None:
    event = division.event
    services.take_to_laptop(actor=director, event=event)
    key = EventLaptop.objects.get().key
    assert desk.post(address(division, "take-back/"), {"reason": ""}).status_code == 422
    assert desk.post(address(division, "take-back/"), {"reason": "The battery is dead."}).status_code == 302
    event.refresh_from_db()
    assert event.on_laptop_since is None
    factories.agree(table(division).pk, 400, 300)
    data = body(desk.get(f"/e/{event.slug}/manage/files/archive.zip"))
    ids: dict[str, dict[str, int]] = {"entries": {}, "rounds": {}}
    late = sent(desk, address(division), with_head(data, back={"key": key, "site": "x", "ids": ids}))
    assert "The battery is dead." in text(late)
    assert "Only here, and lost" in text(late)
    unsure = desk.post(late.redirect_chain[-1][0], {"sent": "1"})
    assert unsure.status_code == 422
    assert "Tick this box if you are sure" in text(unsure)
    assert Result.objects.filter(pairing__round__division=division).count() == 1


def test_what_differs_is_said_in_words(division: Division, director: User, desk: Client) -> None:
    """On the laptop Dua left, Anna's game was a forfeit; on the site Anna reported it as played, and Ben said that he is late."""
    event = division.event
    services.take_to_laptop(actor=director, event=event)
    away = body(desk.get(address(division, "archive.zip")))
    send("Anna Lind", "", (400, 300))
    _tell(division, "Ben Okoro", tell="late", minutes="10")

    copy, there, host = other_site(division, away)
    first = factories.games(there.rounds.get(number=1))
    factories.report(first[0].pairing_id, "official", 0, 0, result=ResultInput(kind="forfeit_win"), actor=host)
    factories.agree(first[1].pairing_id, 420, 380)
    withdraw_entry(actor=host, entry=there.entries.get(name="Dua Oz"), after_round=1)
    factories.publish(there, host, 2)
    looked = sent(desk, address(division), archive_from(copy, host, event.identity))

    words = text(looked)
    for said in (
        "Dua Oz: withdrawn after round 1",
        "round 1: published → closed",
        "second player forfeits (official)",
        "On the laptop: second player forfeits",
        "Ben Okoro (Division A) will be 10 minutes late",
    ):
        assert said in words, (said, words)
    assert "None" not in words
    done = desk.post(looked.redirect_chain[-1][0], {"sent": "1"}, follow=True)
    assert "The event is back" in text(done)
    held = HeldReport.objects.get()
    taken = desk.post(address(division, f"reports/{held.pk}/"), {"take": "1"}, follow=True)
    assert "Report accepted. The confirmed result stays" in text(taken)
    assert "Ben Okoro (Division A) will be 10 minutes late" in text(desk.get(f"/e/{event.slug}/manage/"))


def test_other_pairs_and_other_names_are_said_and_who_was_erased_stays_erased(
    division: Division, director: User, desk: Client
) -> None:
    """On the laptop round 1 was paired anew and Dua got a team; on the site Anna reported a game that is gone, and Ben was erased."""
    event = division.event
    services.take_to_laptop(actor=director, event=event)
    away = body(desk.get(address(division, "archive.zip")))
    send("Anna Lind", "", (400, 300))
    ben = Player.objects.get(name="Ben Okoro")
    pseudonym = erase_player(player=ben, reason="asked for it")

    copy, there, host = other_site(division, away)
    fixed = FixedPairs(read_fixed(there, "Anna Lind - Cem Kaya, Ben Okoro - Dua Oz"))
    round_ = there.rounds.get()
    change_round(actor=host, round_id=round_.pk, fixed=replace(fixed, expected_version=round_.version), reason="Wrong")
    dua = there.entries.get(name="Dua Oz")
    update_entry(actor=host, entry=dua, data=EntryChanges(name="Dua Oz", rating=dua.rating, team="Port"))
    looked = sent(desk, address(division), archive_from(copy, host, event.identity))
    words = text(looked)
    for said in ("round 1: different pairings", "Dua Oz: team – → Port"):
        assert said in words, (said, re.findall(r"<li>.*?</li>", words))
    done = desk.post(looked.redirect_chain[-1][0], {"sent": "1"}, follow=True)
    assert "The event is back" in text(done)
    assert division.entries.get(player=ben).name == pseudonym
    page = address(division, f"reports/{HeldReport.objects.get().pk}/")
    assert "the round was paired again. Leave the report out." in text(desk.post(page, {"take": "1"}, follow=True))
    assert "Report left out" in text(desk.post(page, {"leave": "1"}, follow=True))
    assert "already been decided on" in text(desk.post(page, {"leave": "1"}, follow=True))


def test_a_result_ruled_on_the_laptop_is_said_and_a_new_name_is_asked_about(
    division: Division, director: User, desk: Client
) -> None:
    """Nothing comes back while somebody has to say who a new player is; an archive that names a row of here twice is damaged."""
    event = division.event
    factories.agree(table(division).pk, 400, 300)
    Player.objects.create(name="Eva Mossi", home_club=event.club)
    services.take_to_laptop(actor=director, event=event)
    copy, there, host = other_site(division, body(desk.get(address(division, "archive.zip"))))
    ruling = RulingInput(result=ResultInput(first_score=410, second_score=300), reason="Counted again.")
    rule_result(actor=host, pairing_id=table(there).pk, data=ruling)
    add_entry(actor=host, division=there, row=RosterRow(name="Eva Mossy", rating=1500))
    data = archive_from(copy, host, event.identity)
    looked = sent(desk, address(division), data)
    assert "400 – 300 → 410 – 300" in text(looked)
    refused = desk.post(looked.redirect_chain[-1][0], {"sent": "1"})
    assert (refused.status_code, "nothing has been brought back yet" in text(refused)) == (422, True)
    assert Result.objects.get(pairing=table(division)).first_score == 400

    back = json.loads(zipfile.ZipFile(io.BytesIO(data)).read("manifest.json"))["back"]
    entries = back["ids"]["entries"]
    back["ids"]["entries"] = dict.fromkeys(entries, next(iter(entries.values())))
    twice = sent(desk, address(division), with_head(data, back=back))
    assert "its table “entries” cannot be read" in text(twice)


def _tell(division: Division, name: str, **values: str) -> "Page":
    link = PersonalLink.objects.get(entry__division=division, entry__name=name, ended_at=None)
    return Client().post(f"/p/{key_of(link)}/day/", values, follow=True)


def test_what_a_player_tells_meanwhile_is_kept_but_nobody_leaves_unseen(division: Division, director: User) -> None:
    """The director in the hall reads nothing of it: the page says so, and whoever leaves has to say it there."""
    services.take_to_laptop(actor=director, event=division.event)
    late = text(_tell(division, "Ben Okoro", tell="late", minutes="10"))
    assert "The director has been told" not in late
    assert "will see messages from here when the laptop is back" in late
    assert "I am leaving the event" not in late
    refused = _tell(division, "Ben Okoro", tell="leave", sure="on")
    assert refused.status_code == 422
    assert "running on a laptop since" in text(refused)
    assert Entry.objects.get(division=division, name="Ben Okoro").status == "active"


def test_a_second_day_on_the_same_laptop_puts_the_first_aside(division: Division, director: User, desk: Client) -> None:
    event = division.event
    services.take_to_laptop(actor=director, event=event)
    first, _there, host = other_site(division, body(desk.get(address(division, "archive.zip"))))
    services.take_back(actor=director, event=event, reason="Day 1 came back on paper.")
    services.take_to_laptop(actor=director, event=event)
    data = body(desk.get(address(division, "archive.zip")))
    identity = event.identity
    Event.objects.filter(pk=event.pk).update(identity=uuid4())  # the laptop is another site
    Event.objects.filter(pk=first.pk).update(identity=identity)

    laptop, club = Client(), first.club
    laptop.force_login(host)
    looked = sent(laptop, f"/clubs/{club.slug}/events/bring-in/", data)
    assert "This laptop ran the event before" in text(looked)
    where = looked.redirect_chain[-1][0]
    unsure = laptop.post(where, {"sent": "1"})
    assert (unsure.status_code, "Tick this box, or" in text(unsure)) == (422, True)
    done = laptop.post(where, {"sent": "1", "aside": "on"}, follow=True)
    assert "has been brought in" in text(done), text(done)
    second = Event.objects.get(identity=identity)
    assert second.pk not in {first.pk, event.pk}
    first.refresh_from_db()
    assert first.visibility == "draft"
    assert services.origin_of(first) is None
    assert services.origin_of(second) is not None


def test_only_an_archive_of_this_event_from_a_laptop_comes_back(
    division: Division, director: User, desk: Client
) -> None:
    services.take_to_laptop(actor=director, event=division.event)
    data = body(desk.get(address(division, "archive.zip")))
    assert "does not come from a laptop" in text(sent(desk, address(division), data))
    foreign = with_head(
        data,
        event={
            **json.loads(zipfile.ZipFile(io.BytesIO(data)).read("manifest.json"))["event"],
            "identity": str(uuid4()),
        },
    )
    assert "another event" in text(sent(desk, address(division), foreign))
    assert "GCG" in text(sent(desk, address(division), GAME.encode()))
    stranger = with_head(data, back={"key": "x" * 26, "site": "x", "ids": {}})
    assert "no key from a laptop" in text(sent(desk, address(division), stranger))


@pytest.mark.postgres
def test_no_event_is_on_two_laptops(division: Division, director: User) -> None:
    services.take_to_laptop(actor=director, event=division.event)
    with pytest.raises(NotOpenError):
        services.take_to_laptop(actor=director, event=division.event)
    with pytest.raises(IntegrityError, match=r"event_laptop_one_running|event_id"), transaction.atomic():
        EventLaptop.fresh(event=division.event).save()


def test_a_report_by_the_api_is_accepted_and_kept(division: Division, director: User) -> None:
    services.take_to_laptop(actor=director, event=division.event)
    key = re.search(r"/p/(\w+)/", own_slip("Anna Lind"))
    assert key
    sheet = {"client_token": str(uuid4()), "first_score": 400, "second_score": 300}
    answer = Client().post(f"/api/v1/own/{key[1]}/rounds/1/", json.dumps(sheet), content_type="application/json")
    assert answer.status_code == 202, answer.content
    assert "Your report has been saved" in answer.content.decode()
    assert HeldReport.objects.get().first_score == 400


def test_without_a_laptop_there_is_no_archive_for_one(division: Division, desk: Client) -> None:
    answer = desk.get(address(division, "archive.zip"), follow=True)
    assert answer.redirect_chain[-1][0] == address(division)
    assert "No laptop is running this event" in text(answer)


def test_an_archive_that_was_sent_is_its_senders_alone(division: Division, director: User, desk: Client) -> None:
    services.take_to_laptop(actor=director, event=division.event)
    copy, _copied, host = other_site(division, body(desk.get(address(division, "archive.zip"))))
    looked = sent(desk, address(division), archive_from(copy, host, division.event.identity)).redirect_chain[-1][0]
    colleague = factories.user("colleague")
    EventGrant.objects.create(event=division.event, user=colleague, role=Role.DIRECTOR)
    scorer = factories.user("scorer")
    EventGrant.objects.create(event=division.event, user=scorer, role=Role.SCORER)
    assert [_page(user, looked).status_code for user in (director, colleague, scorer, host)] == [200, 404, 403, 403]
    assert Client().get(looked).headers["Location"].startswith("/accounts/login/")
