"""The places of a knock-out are those of its bracket, on every page and in every file."""

import csv
import io
import json

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from jobs.models import Job
from tests import factories
from tests.api_client import Api, as_user
from tests.harness.seen import seen
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import ContentionRun, Division, Entry, EventPrize, Pairing
from tournaments.queries.standings import standings_of
from tournaments.services.events.events import finish_event
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db


def play(hall: Hall, number: int, scores: dict[frozenset[int], tuple[int, int]]) -> None:
    """A round of the knock-out; ``scores``: by the numbers of a pair, the lower number's first. Others: 400 to 300."""
    division = Division.objects.get(pk=hall.scene.division.pk)
    draft = draft_round(actor=hall.scene.director, division=division, number=number, system="elimination")
    publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
    for game in hall.games(number):
        first, second = hall.numbers(game)
        low, high = scores.get(frozenset((first, second)), (400, 300))
        mine, theirs = (low, high) if first < second else (high, low)
        factories.report(game.pk, "official", mine, theirs, actor=hall.scene.director)


@pytest.fixture
def hall() -> Hall:
    """2 loses the final by so much that 3, out in a semi-final, has as many wins and far more spread."""
    hall = make_hall(players=4)
    Entry.objects.update(rating=None)
    play(hall, 1, {frozenset((1, 4)): (401, 400), frozenset((2, 3)): (301, 300)})
    play(hall, 2, {frozenset((1, 2)): (700, 100), frozenset((3, 4)): (600, 300)})
    return hall


def test_every_page_and_file_follows_the_bracket(hall: Hall) -> None:
    event, division = hall.scene.event, hall.scene.division
    order = [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [(line.row.rank, line.number) for line in standings_of(division)] == order
    assert {line.row.wins for line in standings_of(division) if line.number in {2, 3}} == {1}
    api = Api().get(f"events/{event.slug}/divisions/{division.slug}/standings/")["results"]
    assert [(row["rank"], row["number"]) for row in api] == order
    assert {row["by_bracket"] for row in api} == {True}
    lines = csv.DictReader(io.StringIO(text(hall.client.get(hall.url("standings_csv")))))
    assert [(int(row["rank"]), int(row["number"])) for row in lines] == order
    document = json.loads(hall.client.get(hall.url("division_json")).content)
    assert [(row["rank"], row["number"]) for row in document["standings"]] == order
    names = [line.name for line in standings_of(division)]
    last = ActionLog.objects.filter(scope=f"event:{event.pk}").latest("pk")
    history = hall.client.get(reverse("tournaments:replay_log", args=[event.slug, last.pk]))
    public, printed = Client().get(hall.url("standings")), hall.client.get(hall.url("print_standings"))
    for page in (text(public), text(printed), text(history).split("<h2", 1)[1]):
        assert sorted(names, key=page.index) == names
        assert "Placed by the knock-out bracket" in page


def test_after_the_semi_finals_those_still_in_lead(hall: Hall) -> None:
    page = text(Client().get(hall.url("standings"), {"round": "1"}))
    rows = Api().get(f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/standings/?after_round=1")[
        "results"
    ]
    assert {row["number"] for row in rows[:2]} == {1, 2}
    assert "Placed by the knock-out bracket" in page


def test_prizes_for_places_are_won_in_the_bracket(hall: Hall) -> None:
    event, division = hall.scene.event, hall.scene.division
    for place in (1, 2, 3):
        EventPrize.objects.create(event=event, division=division, name=f"Prize {place}", place=place, position=place)
    names = {line.number: line.name for line in standings_of(division)}
    finish_event(actor=hall.scene.director, event=event)
    page = seen(text(Client().get(f"/e/{event.slug}/")))
    assert [page.index(f"Place {place} {names[place]}") for place in (1, 2, 3)] == sorted(
        page.index(f"Place {place}") for place in (1, 2, 3)
    )
    assert names[4] not in page
    awards = as_user(hall.scene.director).get(f"events/{event.slug}/awards/")
    won = {award["prize"]["name"]: [winner["name"] for winner in award["winners"]] for award in awards}
    assert won == {f"Prize {place}": [names[place]] for place in (1, 2, 3)}


def test_a_match_without_a_result_puts_nobody_out() -> None:
    hall = make_hall(players=4)
    division = Division.objects.get(pk=hall.scene.division.pk)
    draft = draft_round(actor=hall.scene.director, division=division, number=1, system="elimination")
    publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
    game = hall.games(1)[0]
    factories.report(game.pk, "official", 300, 400, actor=hall.scene.director)
    last = standings_of(division)[-1]
    assert last.entry_id == hall.entries(game)[0].pk
    assert Pairing.objects.filter(result__isnull=True).count() == 1


def test_contention_is_not_calculated(hall: Hall) -> None:
    page = text(hall.client.post(hall.url("contention"), follow=True))
    assert "In a knock-out the bracket shows who can still win" in page
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/contention/"
    (fault,) = as_user(hall.scene.director).post(address, expect=400)["errors"]
    assert fault["code"] == "knock_out"


def test_contention_shown_to_everybody_is_left_alone_in_a_knock_out() -> None:
    hall = make_hall(players=4)
    factories.change(hall.scene.division, show_contention=True)
    play(hall, 1, {})
    factories.run_jobs()
    assert not Job.objects.exclude(state=Job.State.DONE).exists()
    assert not ContentionRun.objects.exists()
    assert "Still in contention" not in text(Client().get(hall.url("standings")))
