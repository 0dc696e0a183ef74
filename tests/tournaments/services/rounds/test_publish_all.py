"""Starting all divisions at once: each for itself, what is in the way named, nothing stale published."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, User
from tests import factories
from tests.api_client import as_user
from tests.harness.people import People
from tests.walk import check_each
from tournaments.errors import NotReadyError
from tournaments.inputs.events import DivisionInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Event, Round, RoundClock
from tournaments.queries.state import load_state
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.entries.roster import add_entry
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.events import add_division
from tournaments.services.results.results import rule_result
from tournaments.services.rounds.pairing import draft_round, swap_seats
from tournaments.services.rounds.publish_all import RoundChoice, preview_publishing, publish_rounds
from tournaments.services.rounds.readiness import changed_since

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(division: Division, director: User) -> Event:
    """Three divisions: A and B of four players each are drafted, C has nobody yet."""
    event = Event.objects.select_related("club").get(pk=division.event_id)
    for name in "BC":
        add_division(actor=director, event=event, data=DivisionInput(name=name))
    for one in event.divisions.all()[:2]:
        factories.entries(one, director, 4)
        draft_round(actor=director, division=one, number=1)
    return event


def divisions(event: Event) -> list[Division]:
    return list(Division.objects.filter(event=event).select_related("event__club").order_by("position"))


def choices(event: Event) -> list[RoundChoice]:
    return [
        RoundChoice(one.division.pk, one.number, one.version)
        for one in preview_publishing(event)
        if one.number is not None and one.version is not None
    ]


def states(event: Event) -> list[list[str]]:
    return [list(one.rounds.order_by("number").values_list("state", flat=True)) for one in divisions(event)]


def test_the_preview_lists_drafts_and_what_blocks_them(event: Event) -> None:
    one, two, three = preview_publishing(event)
    assert [(start.number, start.games, start.ready) for start in (one, two)] == [(1, 2, True), (1, 2, True)]
    assert (three.number, three.version, three.ready) == (1, None, False)
    assert "not paired yet" in three.in_the_way[0]
    assert "A round needs two" in three.in_the_way[1]


@pytest.mark.postgres
def test_all_that_is_ready_starts_and_the_rest_is_named(event: Event, director: User) -> None:
    withdraw_entry(actor=director, entry=divisions(event)[1].entries.order_by("number")[0], after_round=0)
    report = publish_rounds(actor=director, event=event, chosen=choices(event))
    assert [(one.division.name, one.number, bool(one.why)) for one in report.rounds] == [
        ("A", 1, False),
        ("B", 1, True),
    ]
    assert "has withdrawn" in report.rounds[1].why
    assert states(event) == [["published"], ["draft"], []]
    assert Event.objects.get(pk=event.pk).state == "running"
    published = ActionLog.objects.filter(verb="round.published")
    assert [entry.actor_id for entry in published] == [director.pk]


@pytest.mark.postgres
def test_a_draft_that_was_changed_since_is_left(event: Event, director: User) -> None:
    stale = choices(event)
    draft = divisions(event)[0].rounds.get()
    swap_seats(actor=director, round_id=draft.pk, expected_version=draft.version, pairing_id=draft.pairings.all()[0].pk)
    report = publish_rounds(actor=director, event=event, chosen=stale)
    assert "Someone else changed this round" in report.rounds[0].why
    assert states(event) == [["draft"], ["published"], []]


def test_only_what_was_chosen_starts(event: Event, director: User) -> None:
    publish_rounds(actor=director, event=event, chosen=choices(event)[1:])
    assert states(event) == [["draft"], ["published"], []]


def test_a_discarded_draft_is_reported(event: Event, director: User) -> None:
    chosen = choices(event)
    Round.objects.filter(division=divisions(event)[0]).delete()
    report = publish_rounds(actor=director, event=event, chosen=chosen)
    assert "its draft was discarded" in report.rounds[0].why


def test_nothing_chosen_is_refused(event: Event, director: User) -> None:
    with pytest.raises(NotReadyError):
        publish_rounds(actor=director, event=event, chosen=[])


def test_the_clock_starts_with_them_unless_nothing_does(event: Event, director: User) -> None:
    stale = [RoundChoice(one.division_id, one.number, one.expected_version + 7) for one in choices(event)]
    assert publish_rounds(actor=director, event=event, chosen=stale, with_clock=True).clock is None
    assert not RoundClock.objects.exists()
    report = publish_rounds(actor=director, event=event, chosen=choices(event)[:1], with_clock=True)
    assert report.clock is not None
    again = publish_rounds(actor=director, event=event, chosen=choices(event), with_clock=True)
    assert (again.clock, "already running" in again.no_clock) == (None, True)
    assert states(event) == [["published"], ["published"], []]


def test_warnings_are_listed_and_block_nothing(event: Event, director: User) -> None:
    publish_rounds(actor=director, event=event, chosen=choices(event))
    first = divisions(event)[0]
    factories.agree(factories.games(first.rounds.get())[0].pairing_id)
    draft_round(actor=director, division=first, number=2, despite_missing=True)
    start = preview_publishing(event)[0]
    assert start.ready
    assert ["no confirmed result" in text for text in start.warnings] == [True]
    factories.agree(factories.games(first.rounds.get(number=1))[1].pairing_id)
    assert preview_publishing(event)[0].warnings == ("Results have changed since this draft was made.",)


def test_after_the_last_round_nothing_starts(event: Event, director: User) -> None:
    first = divisions(event)[0]
    factories.change(Division.objects.filter(pk=first.pk), rounds_planned=1)
    publish_rounds(actor=director, event=event, chosen=choices(event)[:1])
    start = preview_publishing(event)[0]
    assert (start.number, start.in_the_way) == (None, ("All rounds are published.",))


def test_others_may_not(event: Event, club: Club, director: User) -> None:
    def check(role: str) -> None:
        with pytest.raises(PermissionDenied):
            publish_rounds(actor=factories.member(club, director, role), event=event, chosen=choices(event))
        assert states(event) == [["draft"], ["draft"], []]

    check_each(["scorer", "ratings_officer", "member"], check)


def test_a_draft_says_what_has_changed_since(event: Event, director: User) -> None:
    first = divisions(event)[0]

    def changes() -> list[str]:
        draft = Round.objects.select_related("run", "division__event").get(division=first, number=1)
        return changed_since(draft, load_state(draft.division, draft.number))

    assert changes() == []
    add_entry(actor=director, division=first, row=RosterRow(name="Zoe", line=1))
    assert changes() == ["Players have changed since this draft was made."]
    draft_round(actor=director, division=first, number=1)
    assert changes() == []
    factories.change(Division.objects.filter(pk=first.pk), win_points=4)
    assert changes() == ["Settings or players kept apart have changed since this draft was made."]


def test_the_draft_page_says_that_results_have_changed(client: Client, event: Event, director: User) -> None:
    publish_rounds(actor=director, event=event, chosen=choices(event))
    first = divisions(event)[0]
    factories.play(first.rounds.get(number=1))
    draft_round(actor=director, division=first, number=2)
    client.force_login(director)
    page = reverse("tournaments:manage_round", args=[event.slug, first.slug, 2])
    assert "have changed since" not in client.get(page).content.decode()
    ruling = RulingInput(result=ResultInput(first_score=300, second_score=400), reason="misread")
    rule_result(actor=director, pairing_id=factories.games(first.rounds.get(number=1))[0].pairing_id, data=ruling)
    assert "Results have changed since this draft was made." in client.get(page).content.decode()


def test_over_http(event: Event, director: User) -> None:
    api = as_user(director)
    path = f"events/{event.slug}/start/"
    previews = api.get(path)
    assert [(one["division"], one["number"], one["ready"]) for one in previews] == [
        ("a", 1, True),
        ("b", 1, True),
        ("c", 1, False),
    ]
    rounds = [{"division": one["division"], "number": 1, "expected_version": one["version"] or 0} for one in previews]
    report = api.post(path, {"rounds": rounds, "clock": True})
    assert [one["started"] for one in report["rounds"]] == [True, True, False]
    assert report["clock"] == RoundClock.objects.get().pk
    api.post(path, {"rounds": [{"division": "z", "number": 1, "expected_version": 0}]}, expect=404)
    api.post(path, {"rounds": []}, expect=409)
    api.post(path, {"rounds": [{"division": "a"}]}, expect=400)


def test_what_no_page_sends_is_refused(client: Client, event: Event, director: User) -> None:
    def check(value: str) -> None:
        client.force_login(director)
        client.post(reverse("tournaments:start_all", args=[event.slug]), {"round": value})
        assert states(event) == [["draft"], ["draft"], []]

    check_each(["a", "a:1", "z:1:0", "a:x:0", "a:1:-1"], check)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_all_divisions_are_started_from_the_dashboard(people: People, event: Event, director: User) -> None:
    page = people.phone(director).page
    page.goto(reverse("tournaments:manage", args=[event.slug]))
    page.get_by_role("link", name="Publish all divisions at once").click()
    page.get_by_text("Round 1 is not paired yet.").wait_for()
    page.get_by_label("Start the clock for all divisions too").check()
    page.get_by_role("button", name="Publish the ticked rounds").click()
    page.get_by_text("Division A: round 1 published.").wait_for()
    page.get_by_text("Division B: round 1 published.").wait_for()
    page.get_by_text("Clock started.").wait_for()
    assert states(event) == [["published"], ["published"], []]
