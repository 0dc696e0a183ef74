"""A third game is a package and a line in the registry: its event is played through the pages and the API, in no place by name."""

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.models import Club, User
from games.models import GameRecord
from games.registry import GAMES
from ratings.models import RatingPool
from tests import factories
from tests.api_client import as_user
from tests.games.stub.game import DRAUGHTS
from tests.tournaments.pages.director.test_events import FORM
from tournaments.models import Division, Entry, Event, Pairing, Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def draughts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The line in the registry. The lists of games in the database are a migration's, which the tables of the test did not have."""
    monkeypatch.setitem(GAMES, DRAUGHTS.key, DRAUGHTS)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        yield
        cursor.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.fixture
def desk(director: User) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def event(draughts: None, desk: Client, club: Club, director: User) -> Event:
    """An event of draughts with two players and its first round, made at the director's page."""
    values = FORM | {"game": "draughts", "rules_slug": "national", "new_pool": "Draughts ratings", "bye_spread": "2"}
    desk.post(reverse("tournaments:new_event", args=[club.slug]), values)
    event = Event.objects.get()
    division = event.divisions.get()
    factories.start(division, director, 2)
    return event


def page(client: Client, name: str, *args: object, **query: str) -> str:
    answer = client.get(reverse(f"tournaments:{name}", args=args), query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_form_has_the_settings_of_the_game(draughts: None, desk: Client, club: Club) -> None:
    form = page(desk, "new_event", club.slug, game="draughts")
    assert "National rules" in form
    assert 'name="challenge_rule"' not in form
    assert 'name="tile_set"' not in form
    assert 'name="best_of"' not in form


def test_an_event_is_played_from_the_slip_to_the_ratings(event: Event, desk: Client) -> None:
    division = event.divisions.get()
    assert (division.game, division.rules_slug, division.settings.bye_spread) == ("draughts", "national", 2)
    pairing = Pairing.objects.get()
    first, second = (seat.entry for seat in pairing.seats.select_related("entry").order_by("position"))
    slips = {side: factories.own_slip(pairing.pk, side) for side in ("first", "second")}

    # The slip says what the game says, and looks at moves while they are typed.
    phone = Client()
    assert "Every move is looked at." in phone.get(slips["first"]).content.decode()
    moves = "32-28\n19-73\n28-19\nresult 2-0"
    checked = phone.post(f"{slips['first']}check/", {"moves": moves}).content.decode()
    assert "There is no square 73 on the board." in checked
    assert "Type a move first" in phone.post(f"{slips['first']}check/", {"moves": ""}).content.decode()

    # The record alone gives the result; it is stored with what was found in it. A record without a result is refused.
    refused = phone.post(slips["first"], {"moves": "32-28"})
    assert refused.status_code == 422
    assert "The record does not say who won." in refused.content.decode()
    sent = phone.post(slips["first"], {"moves": moves}, follow=True).content.decode()
    assert "There is no square 73 on the board." in sent
    record = GameRecord.objects.get()
    assert (record.format, record.rules_slug, record.verdict) == ("draughts", "national", "error")
    phone.post(slips["second"], {"first_score": "2", "second_score": "0"})
    result = Result.objects.get()
    assert (result.state, result.first_score, result.second_score) == ("confirmed", 2, 0)

    # Replay and file, standings, ratings.
    replay = page(desk, "replay", event.slug, pairing.pk)
    assert "28-19" in replay
    assert "There is no square 73 on the board." in replay
    file = desk.get(reverse("tournaments:record_file", args=[event.slug, pairing.pk]))
    assert file["Content-Disposition"].endswith('.txt"')
    standings = page(desk, "standings", event.slug, division.slug)
    assert standings.index(first.name) < standings.index(second.name)
    factories.run_jobs()
    pool = RatingPool.objects.get()
    listed = desk.get(reverse("ratings:list", args=[pool.slug])).content.decode()
    assert first.name in listed
    assert second.name in listed


def test_a_record_that_contradicts_the_result_is_an_open_question(event: Event) -> None:
    pairing = Pairing.objects.get()
    slip = factories.own_slip(pairing.pk, "first")
    values = {"first_score": "1", "second_score": "1", "moves": "32-28\nresult 2-0"}
    sent = Client().post(slip, values, follow=True).content.decode()
    assert "ends 2 – 0; the result says 1 – 1" in sent


def test_the_other_pages_of_a_round_show_it(event: Event, desk: Client) -> None:
    division = event.divisions.get()
    names = [("manage_round", 1), ("print_slips", 1), ("print_alphabetical", 1), ("round", 1)]
    for name, number in names:
        assert "Ada" in page(desk, name, event.slug, division.slug, number), name
    assert "Player number, score" in page(desk, "manage_round", event.slug, division.slug, 1)
    entry = Entry.objects.order_by("number").first()
    assert entry is not None
    assert 'name="handicap' not in page(desk, "edit_entry", event.slug, division.slug, entry.pk)


def test_what_the_game_does_not_have_is_left_out_and_nothing_breaks(event: Event, desk: Client) -> None:
    """It draws no pictures, compares no records, and has nothing to tell of its rules."""
    division = event.divisions.get()
    pairing = Pairing.objects.get()
    slips = {side: factories.own_slip(pairing.pk, side) for side in ("first", "second")}
    for side, moves in (("first", "32-28"), ("second", "32-28\n20-24")):
        sent = Client().post(slips[side], {"moves": f"{moves}\nresult 2-0"}, follow=True)
        assert sent.status_code == 200
    assert Result.objects.get().state == "confirmed"
    here = [event.slug, pairing.pk]
    replay = page(desk, "replay", *here)
    assert "32-28" in replay
    for name in ("position_svg", "position_png", "game_card", "what_if_here"):
        address = reverse(f"tournaments:{name}", args=here)
        assert desk.get(address).status_code == 404, name
        assert address not in replay, name
    assert "no two scoresheets with moves to compare" in page(desk, "both_sheets", *here)
    assert "How the game is played" not in page(desk, "rules", event.slug, division.slug)
    assert 'value="national"' in page(desk, "division_settings", event.slug, division.slug)


def test_the_api_creates_and_shows_a_division_of_it(event: Event, director: User) -> None:
    api = as_user(director, described=False)
    address = f"events/{event.slug}/divisions/"
    created = api.post(address, {"name": "B", "game": "draughts"}, expect=201)
    assert (created["game"], created["rules_slug"]) == ("draughts", "national")
    api.post(address, {"name": "C", "game": "draughts", "rules_slug": "tournament"}, expect=400)
    assert Division.objects.filter(game="draughts").count() == 2


def test_without_its_line_the_game_does_not_exist(director: User, club: Club) -> None:
    desk = Client()
    desk.force_login(director)
    desk.post(reverse("tournaments:new_event", args=[club.slug]), FORM | {"game": "draughts", "rules_slug": "national"})
    assert not Event.objects.exists()
