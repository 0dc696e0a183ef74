"""The prize sheet, who is still in contention, plays from the records, and certificates with their codes."""

import re

import pytest
from django.test import Client

from audit.models import ActionLog
from clubs.models import User
from registration.models import DivisionPlaces, Registration, RegistrationGroup, RegistrationSettings
from tests import factories
from tests.tournaments.scenes import sheets
from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Entry, EventPrize, PrizeFund
from tournaments.queries.certificates import certificate_of, prize_certificates
from tournaments.services.events.copies import make_test_copy
from tournaments.services.events.events import finish_event
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db
BASE = "/e/spring/manage/prizes/"
SHEET = f"{BASE}sheet/"
FUND = {"currency": "eur", "fee": "12.50", "added": "100", "costs": "30", "sharing": "sum", "unit": "1"}


@pytest.fixture
def hall() -> Hall:
    """Round 1 of one: the winners of tables 1 and 2 are level, 400–350; 390–380 at table 3. Three prizes of 100, 61 and 20."""
    hall = make_running_hall()
    factories.change(hall.scene.division, rounds_planned=1)
    for game, (first, second) in zip(hall.games(), [(400, 350), (400, 350), (390, 380)], strict=True):
        factories.report(game.pk, "official", first, second, actor=hall.scene.director)
    division = hall.scene.division.pk
    sent = {"places-division": division, "places-places": "3", "places-amounts": "100 61 20.00", "places-values": "cup"}
    assert hall.client.post(f"{BASE}places/", sent).status_code == 302
    return hall


def amounts(page: str) -> list[str]:
    """The figures of the accounts, from the top."""
    return re.findall(
        r'<td class="num">(?:<strong>)?([^<]*?)(?:</strong>)?</td>', page.split('id="payouts"', maxsplit=1)[0]
    )


def test_the_sheet_adds_up_fees_costs_and_shared_prizes(hall: Hall) -> None:
    assert hall.client.post(SHEET, FUND).status_code == 302
    page = text(hall.client.get(SHEET)).replace("\N{NO-BREAK SPACE}", " ")
    # 6 x 12.50 + 100 - 30 - 181 = -36; two share 161 as 80 each, the third has 20
    assert amounts(page) == ["75 EUR", "100 EUR", "−30 EUR", "−181 EUR", "−36 EUR", "75 EUR", "−180 EUR", "−35 EUR"]
    assert page.count("not enough") == 2
    assert "left over: 1 EUR" in page
    listed = text(hall.client.get(BASE)).replace("\N{NO-BREAK SPACE}", " ")
    assert "80 EUR each for “Place 1”, “Place 2” together" in listed
    assert "100 EUR · cup" in listed
    log = ActionLog.objects.get(verb="prize.fund_changed")
    assert (log.before["fee"], log.after["fee"], log.after["currency"]) == (0, 1250, "EUR")
    hall.client.post(SHEET, {**FUND, "sharing": "each"})
    assert "Players who are level each get the best" in text(hall.client.get(SHEET))
    assert hall.client.post(SHEET, {**FUND, "currency": "Euro"}).status_code == 422
    assert hall.client.post(SHEET, {**FUND, "fee": "-1"}).status_code == 422
    copy = make_test_copy(actor=hall.scene.director, event=hall.scene.event)
    assert PrizeFund.objects.get(event=copy).sharing == "each"


def test_registration_says_what_was_paid(hall: Hall) -> None:
    """Two have paid 10, one owes it, one pays nothing: what each player would pay otherwise does not count."""
    event, division = hall.scene.event, hall.scene.division
    RegistrationSettings.objects.create(event=event, currency="GBP")
    DivisionPlaces.objects.create(division=division, fee=10)
    group = RegistrationGroup.objects.create(event=event, client_token="8c8a2a3e-7a5b-4d66-9d0b-0a8f9f2b7a10")
    for position, mark in enumerate(["paid", "paid", "owed", "complimentary"], 1):
        Registration.objects.create(
            group=group,
            division=division,
            position=position,
            state="entered",
            name=mark,
            name_key=f"{position}",
            fee_mark=mark,
        )
    hall.client.post(SHEET, {**FUND, "currency": ""})
    page = text(hall.client.get(SHEET)).replace("\N{NO-BREAK SPACE}", " ")
    for line in ("Entry fees paid: 2", "Entry fees owed: 1", "Complimentary entries: 1"):
        assert line in page
    assert amounts(page)[:3] == ["20 GBP", "10 GBP", "0 GBP"]


def test_who_is_still_in_reach(hall: Hall) -> None:
    factories.change(hall.scene.division, rounds_planned=2)
    for kind in ("high_win", "upset", "last_hour", "handicap"):
        EventPrize.objects.create(event=hall.scene.event, name=kind, kind=kind, count=1)
    page = text(hall.client.get(f"{BASE}reach/"))
    assert "a win with 400 points or more" in page
    assert "Nothing can be proved about this prize" in page
    assert "6 players in contention" in page
    factories.change(hall.scene.division, rounds_planned=1)
    assert text(hall.client.get(f"{BASE}reach/")).count("decided") == 4


def test_the_high_play_and_the_high_word_come_from_the_records(director: User) -> None:
    division = sheets.hall(director)
    sheets.send("Anna Lind", sheets.GAME)
    sheets.send("Ben Okoro", "")
    factories.report(sheets.table(division, 2).pk, "official", 350, 300, actor=director)
    for kind in ("high_play", "high_word"):
        EventPrize.objects.create(event=division.event, name=kind, kind=kind)
    client = Client()
    client.force_login(director)
    page = text(client.get(f"/e/{division.event.slug}/manage/prizes/"))
    best = {
        award.prize.kind: award.winners
        for award in client.get(f"/e/{division.event.slug}/manage/prizes/").context["awards"]
    }
    (play,), (word,) = best["high_play"], best["high_word"]
    assert (play.winner.name, play.detail) == ("Anna Lind", "8A SENZA for 75, round 1 against Ben Okoro")
    assert word.detail == "SENZA for 72, round 1 against Ben Okoro"  # without HS, and not the 90 that came off
    assert play.detail in page


def test_certificates_have_codes_that_are_confirmed_until_a_correction(hall: Hall) -> None:
    event, director = hall.scene.event, hall.scene.director
    printed = f"{BASE}certificates/"
    assert "once the event is finished" in text(hall.client.get(printed))
    finish_event(actor=director, event=event)
    page = text(hall.client.get(printed))
    made = prize_certificates(event)
    assert page.count('class="certificate"') == len(made) == 5  # two share two prizes, one has the third
    assert all(one.code in page for one in made)
    everyone = text(hall.client.get(f"{printed}?for=everyone"))
    assert everyone.count('class="certificate"') == 6
    anybody = Client()
    third = next(one for one in made if one.prize and one.prize.place == 3)
    confirmed = text(anybody.get(f"/certificates/{third.code}/"))
    assert "confirmed" in confirmed
    assert third.name in confirmed
    typed = anybody.get("/certificates/", {"code": third.code.lower().replace("0", "o")}, follow=True)
    assert "confirmed" in text(typed)
    forged = third.code[:-1] + ("0" if third.code[-1] != "0" else "1")
    for dash in (" ", " – "):
        spaced = anybody.get("/certificates/", {"code": third.code.replace("-", dash)}, follow=True)
        assert spaced.status_code == 200, dash
    refused = anybody.get(f"/certificates/{forged}/")
    assert refused.status_code == 404
    assert third.name not in text(refused)
    for nonsense in ("x", "1-2-3", "ZZZZZZZZZ-1-0123456789", "1-1-ÄÄÄÄÄÄÄÄÄÄ"):
        assert certificate_of(nonsense) is None
    # A renamed player, and a correction that moves the prize to somebody else
    places = re.findall(r"<code>([^<]*)</code>", everyone)
    assert all(certificate_of(code) is not None for code in places)
    Entry.objects.filter(pk=third.entry_id).update(name="Somebody Else")
    assert certificate_of(third.code) is None
    Entry.objects.filter(pk=third.entry_id).update(name=third.name)
    result = ResultInput(first_score=300, second_score=600)
    rule_result(actor=director, pairing_id=hall.games()[2].pk, data=RulingInput(result=result, reason="misread"))
    assert certificate_of(third.code) is None
