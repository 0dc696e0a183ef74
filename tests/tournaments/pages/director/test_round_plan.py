"""The page of a division's plan: what is typed there, and rounds without a time."""

import re

import pytest

from tests.tournaments.scenes.hall import Hall, make_running_hall, text
from tournaments.models import Division, PlannedRound, ScheduleItem

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Round 1 of 3 is published; nothing is planned."""
    return make_running_hall()


def typed(hall: Hall) -> str:
    """The plan as the page shows it to be changed."""
    shown: str = hall.client.get(hall.url("round_plan")).context["form"]["text"].value()
    return shown


def save(hall: Hall, plan: str) -> str:
    """Save a typed plan from round 2 on; what the page says then."""
    answer = hall.client.post(hall.url("round_plan"), {"text": plan, "first": "2"}, follow=True)
    assert answer.status_code == 200, text(answer)
    return text(answer)


def rounds(hall: Hall) -> int:
    """How many rounds the division has."""
    return Division.objects.get(pk=hall.scene.division.pk).settings.rounds_planned


def test_a_plan_saved_as_it_is_shown_stays_as_it_is(hall: Hall) -> None:
    data = {"system": "swiss", "free_repeats": "1", "max_repeats": "2", "minutes": ""}
    assert hall.client.post(hall.url("planned_round", 3), data).status_code == 302
    before = list(PlannedRound.objects.values("number", "system", "options"))
    assert before == [{"number": 3, "system": "swiss", "options": {"free_repeats": 1, "max_repeats": 2}}]
    assert typed(hall) == "1 not planned, 1 Swiss with 1 free repeat at most 2 repeats"
    assert "Plan saved." in save(hall, typed(hall))
    assert (rounds(hall), list(PlannedRound.objects.values("number", "system", "options"))) == (3, before)
    page = text(hall.client.get(hall.url("planned_round", 3)))
    assert re.search(r'name="free_repeats" value="1"', page)


def test_a_typed_plan_says_when_the_number_of_rounds_changes(hall: Hall) -> None:
    assert "Plan saved; the division now has 5 rounds." in save(hall, "3 Swiss, 1 KOTH")
    assert rounds(hall) == 5


def test_rounds_added_beyond_the_times_are_pointed_out_and_their_times_filled_in(hall: Hall) -> None:
    schedule = "/e/spring/manage/schedule/"
    assert "No time in the schedule yet" not in text(hall.client.get(hall.url("round_plan")))
    times = {"first": "1", "last": "3", "day": "2030-03-02", "time": "18:00", "minutes": "45"}
    assert hall.client.post(schedule, times).status_code == 302
    assert "No time in the schedule yet" not in text(hall.client.get(hall.url("round_plan")))
    assert "No time yet" not in text(hall.client.get(schedule))
    for _each in range(2):
        hall.client.post(hall.url("add_planned_round"), {"rounds": str(rounds(hall))})
    page = text(hall.client.get(hall.url("round_plan")))
    assert "No time in the schedule yet: Rounds 4 to 5." in page
    assert f'href="{schedule}#times"' in page
    answer = hall.client.get(schedule)
    assert "No time yet: Rounds 4 to 5." in text(answer)
    form = answer.context["rounds"]
    filled = {name: str(form[name].value()) for name in ("first", "last", "day", "time", "minutes")}
    assert filled == {"first": "4", "last": "5", "day": "2030-03-02", "time": "20:15:00", "minutes": "45"}
    hall.client.post(schedule, filled | {"time": "20:15"})
    assert ScheduleItem.objects.count() == 5
    assert "No time in the schedule yet" not in text(hall.client.get(hall.url("round_plan")))
