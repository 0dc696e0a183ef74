"""Rounds that are drafted by themselves when the last result is in: only where asked for, once, never published, never over a draft."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, Membership, User
from jobs.models import Job
from tests import factories
from tests.api_client import as_user
from tests.harness.people import TYPING, People
from tests.walk import check_each
from tournaments.errors import NotOpenError, TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import AutoPairing, Division, PairBlock, PairingRequest, Round
from tournaments.services.events.events import finish_event
from tournaments.services.results.results import rule_result
from tournaments.services.rounds.auto_draft import draft_automatically, switch_off, switch_on
from tournaments.services.rounds.pairing import discard_draft, draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db


def on(division: Division, director: User, system: str = "") -> AutoPairing:
    return switch_on(actor=director, division=division, system=system)


def rounds(division: Division) -> list[tuple[int, str]]:
    return list(Round.objects.filter(division=division).order_by("number").values_list("number", "state"))


def all_but_one(division: Division) -> int:
    """Everything is played but the last table, whose pairing is returned."""
    *others, last = factories.games(division.rounds.get(number=1))
    for game in others:
        factories.agree(game.pairing_id)
    return last.pairing_id


def waiting() -> int:
    return Job.objects.filter(task="tournaments.draft_next_round", state=Job.State.QUEUED).count()


def rule(division: Division, director: User, pairing: int, first: int, second: int) -> None:
    data = RulingInput(result=ResultInput(first_score=first, second_score=second), reason="misread")
    rule_result(actor=director, pairing_id=pairing, data=data)


@pytest.mark.postgres
def test_the_last_result_drafts_the_next_round_and_publishes_nothing(running: Division, director: User) -> None:
    on(running, director)
    last = all_but_one(running)
    assert waiting() == 0
    factories.agree(last)
    assert (waiting(), rounds(running)) == (1, [(1, "published")])
    factories.run_jobs()
    assert rounds(running) == [(1, "published"), (2, "draft")]
    logged = ActionLog.objects.filter(verb="round.drafted").latest("pk")
    assert (logged.actor_id, logged.after["by_itself"]) == (director.pk, True)
    assert AutoPairing.objects.get().drafted_round == 2


def test_it_is_the_draft_that_the_button_would_make(running: Division, director: User) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    automatic = Round.objects.select_related("run").get(division=running, number=2)
    assert automatic.run is not None
    discard_draft(actor=director, round_id=automatic.pk, expected_version=automatic.version)
    draft_round(actor=director, division=running, number=2)
    by_hand = Round.objects.select_related("run").get(division=running, number=2)
    assert by_hand.run is not None
    assert (automatic.run.fingerprint, automatic.run.plan) == (by_hand.run.fingerprint, by_hand.run.plan)


def test_nothing_happens_where_nobody_asked(running: Division, director: User) -> None:
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    assert rounds(running) == [(1, "published")]
    on(running, director)
    factories.run_jobs()
    assert rounds(running) == [(1, "published"), (2, "draft")], "all results were in when it was switched on"


def test_switched_off_before_the_job_ran(running: Division, director: User) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    switch_off(actor=director, division=running)
    factories.run_jobs()
    assert rounds(running) == [(1, "published")]


def test_a_result_taken_back_before_the_job_ran(running: Division, director: User) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    game = factories.games(running.rounds.get(number=1))[0]
    game_result = running.rounds.get(number=1).pairings.get(pk=game.pairing_id).result
    type(game_result).objects.filter(pk=game_result.pk).update(state="conflict", confirmed_at=None)
    factories.run_jobs()
    assert rounds(running) == [(1, "published")]


def test_a_draft_that_is_there_stays(running: Division, director: User) -> None:
    on(running, director)
    last = all_but_one(running)
    drafted = draft_round(actor=director, division=running, number=2, despite_missing=True)
    factories.agree(last)
    factories.run_jobs()
    draft_automatically(division_id=running.pk)
    current = Round.objects.get(division=running, number=2)
    assert (current.pk, current.version, current.run_id) == (drafted.pk, drafted.version, drafted.run_id)
    with pytest.raises(TournamentError, match="already paired"):
        draft_round(actor=director, division=running, number=2, automatic=True)


def test_again_and_again_is_once(running: Division, director: User) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    for _again in range(3):
        draft_automatically(division_id=running.pk)
    assert running.pairing_runs.filter(round_number=2).count() == 1


def test_a_draft_that_was_discarded_is_not_made_again(running: Division, director: User) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    draft = Round.objects.get(division=running, number=2)
    discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    rule(running, director, factories.games(running.rounds.get(number=1))[0].pairing_id, 300, 400)
    factories.run_jobs()
    assert rounds(running) == [(1, "published")]
    on(running, director)
    factories.run_jobs()
    assert rounds(running) == [(1, "published"), (2, "draft")], "unless it is asked for anew"


def test_a_correction_is_reported_on_the_draft_and_changes_nothing(
    client: Client, running: Division, director: User
) -> None:
    on(running, director)
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    before = Round.objects.get(division=running, number=2)
    rule(running, director, factories.games(running.rounds.get(number=1))[0].pairing_id, 300, 400)
    factories.run_jobs()
    assert Round.objects.get(division=running, number=2).run_id == before.run_id
    client.force_login(director)
    page = client.get(reverse("tournaments:manage_round", args=[running.event.slug, running.slug, 2]))
    assert "Results have changed since this draft was made." in page.content.decode()
    assert "Drafted automatically" in page.content.decode()


def test_round_after_round_as_the_one_before(running: Division, director: User) -> None:
    on(running, director, "koth")
    for number in (2, 3):
        factories.play(running.rounds.get(number=number - 1))
        factories.run_jobs()
        draft = Round.objects.select_related("run").get(division=running, number=number)
        assert draft.run is not None
        assert draft.run.system == "koth"
        publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    on(running, director)
    factories.play(running.rounds.get(number=3))
    factories.run_jobs()
    draft = Round.objects.select_related("run").get(division=running, number=4)
    assert draft.run is not None
    assert draft.run.system == "koth"


def test_options_of_the_round_before_are_kept(division: Division, director: User) -> None:
    factories.entries(division, director, 6)
    first = draft_round(actor=director, division=division, number=1, system="factor", options={"factor": 2})
    publish_round(actor=director, round_id=first.pk, expected_version=first.version)
    on(division, director)
    factories.play(first)
    factories.run_jobs()
    run = Round.objects.select_related("run").get(division=division, number=2).run
    assert run is not None
    assert (run.system, run.plan["rules"]["factor"]) == ("factor", 2)


@pytest.mark.postgres
def test_a_system_that_simulates_has_a_fallback_draft_first(running: Division, director: User) -> None:
    factories.change(Division.objects.filter(pk=running.pk), rounds_planned=3)
    on(running, director, "cop")
    factories.play(running.rounds.get(number=1))
    draft_automatically(division_id=running.pk)
    request_ = PairingRequest.objects.get()
    assert (request_.system, request_.round_number, request_.is_open) == ("cop", 2, True)
    factories.run_jobs()
    run = Round.objects.select_related("run").get(division=running, number=2).run
    assert run is not None
    assert run.system == "cop"


def test_after_the_last_round_nothing_is_drafted(running: Division, director: User) -> None:
    factories.change(Division.objects.filter(pk=running.pk), rounds_planned=1)
    on(running, director)
    factories.play(running.rounds.get(number=1))
    assert waiting() == 0
    draft_automatically(division_id=running.pk)
    assert rounds(running) == [(1, "published")]


def blocked(division: Division) -> None:
    """Nobody may meet anybody."""
    entries = list(division.entries.order_by("pk"))
    for index, low in enumerate(entries):
        for high in entries[index + 1 :]:
            PairBlock.objects.create(division=division, low=low, high=high, reason="x")


@pytest.mark.postgres
def test_why_it_could_not_be_drafted_is_on_the_round_pages(client: Client, running: Division, director: User) -> None:
    on(running, director)
    last = all_but_one(running)
    blocked(running)
    factories.agree(last)
    factories.run_jobs()
    switch = AutoPairing.objects.get()
    assert (switch.failed_round, bool(switch.error), rounds(running)) == (2, True, [(1, "published")])
    client.force_login(director)
    for number in (1, 2):
        page = client.get(reverse("tournaments:manage_round", args=[running.event.slug, running.slug, number]))
        assert "Round 2 could not be drafted automatically." in page.content.decode()
    PairBlock.objects.all().delete()
    on(running, director)
    factories.run_jobs()
    assert rounds(running)[-1] == (2, "draft")
    assert AutoPairing.objects.get().error == ""


def test_it_is_done_in_the_name_of_somebody_who_may(club: Club, running: Division, director: User) -> None:
    deputy = factories.member(club, director, "director", "deputy")
    locked_out = factories.member(club, director, "director", "locked-out")
    User.objects.filter(pk=locked_out.pk).update(is_active=False)
    on(running, deputy)
    Membership.objects.filter(user=deputy).delete()
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    assert rounds(running) == [(1, "published")]
    assert "no longer allowed to pair" in AutoPairing.objects.get().error
    for values in ({"switched_by": locked_out}, {"switched_by": None}):
        AutoPairing.objects.update(failed_round=None, error="", **values)
        draft_automatically(division_id=running.pk)
        assert "no longer has an account" in AutoPairing.objects.get().error


def test_others_may_not_switch(club: Club, running: Division, director: User) -> None:
    def check(role: str) -> None:
        other = factories.member(club, director, role)
        with pytest.raises(PermissionDenied):
            switch_on(actor=other, division=running)
        on(running, director)
        with pytest.raises(PermissionDenied):
            switch_off(actor=other, division=running)

    check_each(["scorer", "ratings_officer", "member"], check)


def test_a_finished_event_and_an_unknown_system_are_refused(running: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="not a pairing system"):
        on(running, director, "magic")
    factories.play(running.rounds.get(number=1))
    finish_event(actor=director, event=running.event)
    with pytest.raises(NotOpenError):
        on(running, director)


def test_a_deleted_division_is_no_error(running: Division, director: User) -> None:
    on(running, director)
    draft_automatically(division_id=987_654)
    assert rounds(running) == [(1, "published")]
    assert AutoPairing.objects.get().error == ""


@pytest.mark.postgres
def test_switching_is_logged(running: Division, director: User) -> None:
    on(running, director, "koth")
    switch_off(actor=director, division=running)
    switch_off(actor=director, division=running)
    verbs = ActionLog.objects.filter(verb__startswith="auto_pairing").order_by("pk").values_list("verb", "after")
    assert list(verbs) == [("auto_pairing.on", {"system": "koth"}), ("auto_pairing.off", {})]


def test_over_http(running: Division, director: User) -> None:
    api = as_user(director)
    path = f"events/{running.event.slug}/divisions/{running.slug}/auto-pairing/"
    assert api.get(path)["on"] is False
    assert api.call("PUT", path, {"on": True, "system": "koth"})["system"] == "koth"
    api.call("PUT", path, {"on": True, "system": "magic"}, expect=400)
    assert api.get(path) == {"on": True, "system": "koth", "drafted_round": None, "failed_round": None, "error": ""}
    assert api.call("PUT", path, {"on": False})["on"] is False
    assert not AutoPairing.objects.exists()


def test_the_page_switches_it(client: Client, running: Division, director: User) -> None:
    client.force_login(director)
    page = reverse("tournaments:auto_pairing", args=[running.event.slug, running.slug])
    assert client.post(page, {"on": "on", "system": "magic"}).status_code == 422
    client.post(page, {"on": "on", "system": "koth"})
    assert AutoPairing.objects.get().system == "koth"
    assert "checked" in client.get(page).content.decode()
    client.post(page, {"system": "koth"})
    assert not AutoPairing.objects.exists()


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_draft_waits_for_the_director(people: People, running: Division, director: User) -> None:
    """The director switches it on, types the last result, and after the worker's turn finds the next round as a draft."""
    last = all_but_one(running)
    event, slug = running.event.slug, running.slug
    first, second = (seat.number for seat in _line(running, last).seats)
    page = people.phone(director).page
    page.goto(reverse("tournaments:division_settings", args=[event, slug]))
    page.get_by_role("link", name="Automatic drafts").click()
    page.get_by_label("Draft the next round automatically after the last result").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("You publish it.").wait_for()
    page.goto(reverse("tournaments:manage_round", args=[event, slug, 1]))
    page.get_by_text("Round 2 will be drafted automatically").wait_for()
    page.locator("[name=line]").press_sequentially(f"{first} 431 {second} 389", delay=TYPING)
    page.keyboard.press("Enter")
    page.get_by_text("All results are in").wait_for()
    factories.run_jobs()
    page.goto(reverse("tournaments:manage", args=[event]))
    page.get_by_role("link", name="Check and publish the draft of round 2").click()
    page.get_by_text("Drafted automatically").wait_for()
    page.get_by_role("button", name="Publish round 2").click()
    page.get_by_text("Round 2 published.").wait_for()
    assert rounds(running)[-1] == (2, "published")


def _line(division: Division, pairing: int) -> Any:
    return next(line for line in factories.games(division.rounds.get(number=1)) if line.pairing_id == pairing)
