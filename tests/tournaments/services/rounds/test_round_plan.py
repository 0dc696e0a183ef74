"""The plan of a division: stored, followed by the form, drafts and clock, changed at any time for rounds to come, carried over."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from audit.models import ActionLog
from clubs.models import Club, User
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.engine.round_plan import PlannedRound, write_plan
from tournaments.errors import StaleEditError, TournamentError
from tournaments.inputs.clock import ClockStart
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import MAX_ROUNDS, Division, Event, Round
from tournaments.models import PlannedRound as Row
from tournaments.queries.round_plan import plan_of, planned_choice
from tournaments.queries.state import load_state
from tournaments.services.events.backups import store_backup
from tournaments.services.events.copies import make_test_copy
from tournaments.services.events.locking import raise_version
from tournaments.services.events.restore import restore_event
from tournaments.services.hall.clock import start_clock
from tournaments.services.results.results import rule_result
from tournaments.services.rounds.auto_draft import switch_on
from tournaments.services.rounds.publish import publish_round
from tournaments.services.rounds.readiness import changed_since
from tournaments.services.rounds.requests import default_choice, request_round
from tournaments.services.rounds.round_plan import (
    add_round,
    plan_round,
    read_typed_plan,
    remove_round,
    set_plan,
    set_round_minutes,
)

pytestmark = pytest.mark.django_db
LAGGED = "2 round robin in fours, 4 Swiss on lagged standings, 2 KOTH"


def planned(hall: Hall, typed: str, first: int = 1) -> Division:
    """The hall's division with this plan from a round on."""
    division = hall.scene.division
    plan = read_typed_plan(division, typed, first=first)
    set_plan(actor=hall.scene.director, division=division, first=first, plan=plan)
    return fresh(division)


def fresh(division: Division) -> Division:
    return Division.objects.select_related("event__club").get(pk=division.pk)


def written(division: Division) -> str:
    return write_plan(plan_of(fresh(division)))


def test_the_plan_decides_the_number_of_rounds_and_what_each_form_opens_with() -> None:
    hall = make_hall(players=8)
    division = planned(hall, LAGGED)
    assert division.settings.rounds_planned == 8
    assert default_choice(division, 1) == {"system": "fontes", "options": {}, "based_on": None}
    assert default_choice(division, 5) == {"system": "swiss", "options": {}, "based_on": 3}
    page = hall.client.get(hall.url("manage_round", 1))
    assert page.context["pair_form"].initial["system"] == "fontes"
    logged = ActionLog.objects.get(verb="plan.changed")
    assert logged.after == {"rounds": 8, "plan": LAGGED}
    assert LAGGED in text(hall.client.get(f"/e/{division.event.slug}/manage/log/"))


def test_a_round_on_lagged_standings_is_paired_while_the_one_before_is_played() -> None:
    hall = make_hall(players=8)
    division = planned(hall, "1 swiss, 3 swiss on lagged standings, 1 koth")
    factories.play(hall.publish(1))
    switch_on(actor=hall.scene.director, division=division)
    factories.run_jobs()
    second = Round.objects.select_related("run").get(division=division, number=2)
    assert second.run is not None
    assert second.run.snapshot["based_on"] == 0, "the seeding: round 1 was not to count yet"
    hall.publish(2)
    factories.run_jobs()
    third = Round.objects.select_related("run").get(division=division, number=3)
    assert third.run is not None
    assert (third.state, third.run.snapshot["based_on"]) == ("draft", 1), "drafted with round 2 in play"
    factories.agree(factories.games(second)[0].pairing_id, 450, 400)  # as it is played below
    assert changed_since(third, load_state(division, 3)) == [], "results of round 2 do not count yet"
    ruling = RulingInput(result=ResultInput(first_score=300, second_score=400), reason="misread")
    game = factories.games(division.rounds.get(number=1))[0].pairing_id
    rule_result(actor=hall.scene.director, pairing_id=game, data=ruling)
    assert changed_since(third, load_state(division, 3)) == ["Results have changed since this draft was made."]
    publish_round(actor=hall.scene.director, round_id=third.pk, expected_version=third.version)
    factories.play(third)
    with pytest.raises(TournamentError, match="cannot be paired yet"):
        request_round(actor=hall.scene.director, division=division, number=4)  # by the latest standings
    page = hall.client.get(hall.url("manage_round", 4))
    assert page.context["blocks"], "round 2 decides round 4 and has no results"
    factories.play(Round.objects.get(division=division, number=2))
    factories.run_jobs()
    fourth = Round.objects.select_related("run").get(division=division, number=4)
    assert fourth.run is not None
    assert (fourth.run.system, fourth.run.snapshot["based_on"]) == ("swiss", 2)


def test_rounds_that_are_paired_stay_and_those_to_come_change() -> None:
    hall = make_hall(players=8)
    director = hall.scene.director
    division = planned(hall, "Swiss, 1 KOTH")
    hall.publish(1)
    refused: list[tuple[Callable[[], object], str]] = [
        (lambda: planned(hall, "3 koth"), "Round 1 is already paired; the plan can be changed from round 2 on"),
        (lambda: planned(hall, "4 swizz", 2), "there is no pairing system “swizz” (did you mean “swiss”?)."),
        (lambda: planned(hall, "4 nonsense", 2), "This plan does not work: there is no pairing system “nonsense”"),
        (lambda: plan_round(actor=director, division=division, number=9, planned=PlannedRound("koth")), "no round 9"),
        (lambda: remove_round(actor=director, division=division, number=1, seen=3), "already paired"),
        (lambda: add_round(actor=director, division=division, after=0, seen=3), "already paired"),
        (lambda: set_round_minutes(actor=director, division=division, number=2, minutes=0), "1 to"),
        (lambda: set_plan(actor=director, division=division, first=2, plan={3: PlannedRound("koth")}), "every round"),
    ]
    for wrong, message in refused:
        with pytest.raises(TournamentError) as error:
            wrong()
        assert message in str(error.value)
    assert written(division) == "2 Swiss, 1 KOTH"
    planned(hall, "2 qoth, 3 koth", 2)
    assert (written(division), fresh(division).settings.rounds_planned) == ("1 Swiss, 2 QOTH, 3 KOTH", 6)
    plan_round(actor=director, division=division, number=4, planned=PlannedRound("swiss", {"max_repeats": 0}, 2))
    assert written(division) == "1 Swiss, 2 QOTH, 1 Swiss at most 0 repeats lagged by 2, 2 KOTH"
    with pytest.raises(PermissionDenied):
        set_plan(actor=factories.user("nobody"), division=division, first=2, plan={2: PlannedRound("koth")})


def test_one_round_more_one_fewer_and_a_shorter_one() -> None:
    hall = make_hall(players=8)
    director = hall.scene.director
    division = planned(hall, "Swiss, 1 KOTH")
    add_round(actor=director, division=division, after=3, seen=3)
    assert written(division) == "2 Swiss, 2 KOTH"
    with pytest.raises(StaleEditError):
        add_round(actor=director, division=division, after=3, seen=3)
    add_round(actor=director, division=division, after=2, seen=4)
    remove_round(actor=director, division=division, number=5, seen=5)
    assert (written(division), fresh(division).settings.rounds_planned) == ("3 Swiss, 1 KOTH", 4)
    set_round_minutes(actor=director, division=division, number=1, minutes=20)
    hall.publish(1)
    clock = start_clock(actor=director, event=division.event, data=ClockStart(division_id=division.pk))
    assert clock.marks[0].seconds == 20 * 60
    set_round_minutes(actor=director, division=division, number=1, minutes=25)  # it is in play
    assert plan_of(fresh(division))[1].minutes == 25
    Row.objects.all().delete()
    add_round(actor=director, division=division, after=4, seen=4)
    assert (plan_of(fresh(division)), fresh(division).settings.rounds_planned) == ({}, 5), "nothing needs to be planned"


def test_rounds_that_cannot_be_added_removed_or_shortened() -> None:
    hall = make_hall(players=4)
    director, division = hall.scene.director, hall.scene.division
    with pytest.raises(TournamentError, match="The division has no round 9"):
        add_round(actor=director, division=division, after=9, seen=3)
    factories.play(hall.publish(1))
    hall.publish(2)
    with pytest.raises(TournamentError, match="Round 1 is over"):
        set_round_minutes(actor=director, division=division, number=1, minutes=20)
    factories.change(division, rounds_planned=MAX_ROUNDS)
    with pytest.raises(TournamentError, match=f"at most {MAX_ROUNDS} rounds"):
        add_round(actor=director, division=division, after=MAX_ROUNDS, seen=MAX_ROUNDS)
    alone = make_hall("autumn", players=4)
    factories.change(alone.scene.division, rounds_planned=1)
    with pytest.raises(TournamentError, match="A division has at least one round"):
        remove_round(actor=alone.scene.director, division=alone.scene.division, number=1, seen=1)


def test_a_time_that_stays_the_same_keeps_its_line_in_the_schedule() -> None:
    hall = make_hall(players=4)
    where = hall.url("planned_round", 2)
    for minutes in ("40", "25"):
        hall.client.post(where, {"system": "koth", "minutes": minutes, "day": "2026-05-01", "time": "14:30"})
    assert plan_of(hall.scene.division)[2].minutes == 25
    assert ActionLog.objects.filter(verb__startswith="schedule").count() == 1
    assert hall.scene.event.schedule.get(round_number=2).minutes == 40, "what was announced stays until it is moved"


def test_the_settings_say_how_many_rounds_of_the_plan_there_are() -> None:
    hall = make_hall()
    division = planned(hall, "Swiss, 1 KOTH")
    factories.change(division, rounds_planned=2)
    assert list(plan_of(fresh(division))) == [1, 2]
    assert planned_choice(fresh(division), 3) == {}
    Row.objects.filter(number=1).update(system="of_an_earlier_version")
    assert plan_of(fresh(division))[1] == PlannedRound()


def test_backups_and_test_copies_have_the_plan() -> None:
    hall = make_hall(players=8)
    director = hall.scene.director
    division = planned(hall, LAGGED)
    backup = store_backup(actor=director, event=division.event, why="x")
    copy = make_test_copy(actor=director, event=division.event)
    assert written(copy.divisions.get()) == LAGGED
    planned(hall, "2 koth, 1 swiss")
    restore_event(actor=director, event=division.event, backup_id=backup.pk, reason="x")
    assert written(division) == LAGGED
    assert Event.objects.count() == 2


def test_the_plan_over_http() -> None:
    hall = make_hall(players=8)
    division = hall.scene.division
    Event.objects.update(visibility="public")
    path = f"events/{division.event.slug}/divisions/{division.slug}/plan/"
    client = as_user(hall.scene.director)
    rounds: list[dict[str, Any]] = [{"system": "swiss"}, {"system": "koth", "lag": 1, "options": {"max_repeats": 1}}]
    for body, status in [
        ({"from_round": 1, "text": LAGGED}, 200),
        ({"from_round": 3, "rounds": rounds}, 200),
        ({"from_round": 3, "rounds": rounds, "text": "2 koth"}, 400),
        ({"from_round": 3}, 400),
        ({"from_round": 3, "text": "2 nonsense"}, 400),
        ({"from_round": 6, "rounds": [{"system": "round_robin", "options": {"max_repeats": 1}}]}, 400),
    ]:
        client.call("PUT", path, body, expect=status)
    body = Client().get(f"/api/v1/{path}").json()
    assert (body["first_open_round"], len(body["rounds"])) == (1, 4)
    assert body["text"] == "2 round robin in fours, 1 Swiss, 1 KOTH at most 1 repeat on lagged standings"
    assert body["rounds"][3] == {
        "number": 4,
        "system": "koth",
        "options": {"max_repeats": 1},
        "lag": 1,
        "minutes": None,
        "starts_at": None,
        "paired_by": "",
    }


def test_the_pages_of_the_plan(club: Club, director: User) -> None:
    hall = make_hall(players=8)
    division = hall.scene.division
    page = hall.client.get(hall.url("round_plan") + "?template=swiss_koth")
    assert "1 KOTH" in page.context["form"].initial["text"]
    assert not plan_of(division), "a template is only shown"
    factories.change(division, rounds_planned=2)
    short = hall.client.get(hall.url("round_plan") + "?template=fours", follow=True)
    assert "no round is left for “Swiss”" in text(short)
    factories.change(division, rounds_planned=3)
    refused = hall.client.post(hall.url("round_plan"), {"text": "4 swizz", "first": 1})
    assert (refused.status_code, "did you mean “swiss”" in text(refused), "4 swizz" in text(refused)) == (
        422,
        True,
        True,
    )
    assert "“swiss”?." not in text(refused)
    assert hall.client.post(hall.url("round_plan"), {"text": "Swiss, 1 KOTH", "first": 1}).status_code == 302
    hall.client.post(
        hall.url("planned_round", 2),
        {"system": "koth", "max_repeats": "1", "lag": "1", "minutes": "40", "day": "2026-05-01", "time": "14:30"},
    )
    assert plan_of(division)[2] == PlannedRound("koth", {"max_repeats": 1}, 1, 40)
    assert (
        str(division.event.schedule.get(round_number=2).starts_at.astimezone(division.event.zone))[:16]
        == "2026-05-01 14:30"
    )
    half = hall.client.post(hall.url("planned_round", 2), {"system": "koth", "day": "2026-05-01"})
    assert (half.status_code, "Fill in both day and time" in text(half)) == (422, True)
    shown = hall.client.post(hall.url("planned_round", 2), {"system": "cop", "minutes": "40", "show_options": "1"})
    assert "COP: hopefulness" in text(shown)
    form = hall.client.get(hall.url("planned_round", 2)).context["form"]
    assert [form.initial[name] for name in ("system", "max_repeats", "lag", "minutes")] == ["koth", 1, 1, 40]
    assert dict(form.fields["lag"].choices) == {"": "after the previous round", "1": "1 round behind (the seeding)"}
    hall.client.post(hall.url("add_planned_round"), {"rounds": "3"})
    hall.client.post(hall.url("remove_planned_round", 1), {"rounds": "4"})
    hall.client.post(hall.url("planned_round_minutes", 3), {"minutes": "30"})
    assert written(division) == "1 KOTH at most 1 repeat of 40 minutes, 1 KOTH, 1 KOTH of 30 minutes"
    hall.client.post(hall.url("planned_round", 3), {"system": ""})
    hall.publish(1)
    factories.play(Round.objects.get(division=division, number=1))
    public = text(hall.client.get(hall.url("rules")))
    assert "King of the hill; Maximum repeats: 1; 40 minutes" in public
    assert "Not planned: same as the previous round" in public
    assert "2 × King of the hill, 1 × not planned" in text(hall.client.get(f"/e/{division.event.slug}/"))
    for system, differs in (("swiss", True), ("koth", False)):
        draft = hall.client.post(hall.url("draft_round", 2), {"system": system}, follow=True)
        note = "The plan has a different system for this round: King of the hill"
        assert (note in text(draft)) == differs, system


def test_players_see_no_round_that_was_taken_out_of_the_plan() -> None:
    hall = make_hall(players=4)
    event = hall.scene.event
    factories.change(hall.scene.division, rounds_planned=3)
    hall.client.post(hall.url("planned_round", 3), {"system": "koth", "day": "2026-05-01", "time": "14:30"})
    plan, pages = hall.url("round_plan"), [f"/e/{event.slug}/schedule/", f"/e/{event.slug}/calendar.ics"]
    hall.publish()
    for rounds, shown in (("1 Swiss", False), ("2 Swiss", True)):
        assert hall.client.post(plan, {"text": rounds, "first": 2}).status_code == 302
        assert ["14:30" in text(hall.client.get(pages[0])), "1430" in text(hall.client.get(pages[1]))] == [shown] * 2
        # the director can still take it out, or give it another time
        assert "14:30" in text(hall.client.get(f"/e/{event.slug}/manage/schedule/"))


def test_reading_plans_takes_as_many_queries_for_many_divisions() -> None:
    hall = make_hall(players=4)
    planned(hall, "Swiss, 1 KOTH")
    one = factories.queries(lambda: hall.client.get(f"/e/{hall.scene.event.slug}/"))
    other = factories.division(hall.scene.club, hall.scene.director)
    Division.objects.filter(pk=other.pk).update(event=hall.scene.event, slug="b", name="B", position=2)
    Row.objects.create(division=other, number=1, system="koth")
    raise_version(hall.scene.event)
    many = factories.queries(lambda: hall.client.get(f"/e/{hall.scene.event.slug}/"))
    assert many <= one + 1, "one more for the dictionary of another division"
