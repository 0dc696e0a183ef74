"""COP in the background: a fallback draft at once, the plan in its place, and never behind a director's back."""

import pytest
from django.core.exceptions import PermissionDenied

from clubs.models import Club, Membership, User
from jobs.models import Job
from tests import factories
from tests.tournaments.scenes.hall import make_hall, text
from tournaments.engine.pairing import progress
from tournaments.errors import TournamentError
from tournaments.models import Division, PairingRequest, Round
from tournaments.services.erasure import erase_account
from tournaments.services.rounds import pairing
from tournaments.services.rounds import publish as publishing
from tournaments.services.rounds import requests as pairing_requests

pytestmark = pytest.mark.django_db


@pytest.fixture
def division(club: Club, director: User) -> Division:
    """Eight players after the first of four rounds."""
    division = factories.division(club, director, rounds_planned=4)
    factories.play(factories.start(division, director, 8))
    return division


def ask(division: Division, by: User, system: str = "cop", **more: object) -> PairingRequest:
    """Round 2 by COP."""
    _draft, request = pairing_requests.request_round(actor=by, division=division, number=2, system=system, **more)  # type: ignore[arg-type]
    assert request is not None
    return request


def test_the_plan_replaces_the_fallback_draft(division: Division, director: User) -> None:
    request = ask(division, director)
    draft = division.rounds.get(number=2)
    assert draft.run is not None
    assert (draft.run.system, request.state, draft.pairings.count()) == ("swiss", "waiting", 4)
    assert Job.objects.get(task="tournaments.pair_round").ids == [request.pk]
    factories.run_jobs()
    draft.refresh_from_db()
    request.refresh_from_db()
    assert draft.run is not None
    assert draft.run.system == "cop"
    assert draft.run.plan["rules"]["simulations"] == 100_000
    assert (request.state, request.run, request.percent) == ("done", draft.run, 100)
    # The same again, as after a worker that died before it could say so, changes nothing.
    version = draft.version
    pairing_requests.run_request(request_id=request.pk)
    draft.refresh_from_db()
    assert draft.version == version


def test_the_background_plan_is_that_of_the_foreground(division: Division, director: User) -> None:
    ask(division, director)
    factories.run_jobs()
    run = division.rounds.get(number=2).run
    pairing.draft_round(actor=director, division=division, number=2, system="cop")
    again = division.rounds.get(number=2).run
    assert run is not None
    assert again is not None
    assert run.plan == again.plan


def test_progress_is_stored_and_grows(
    division: Division, director: User, django_assert_max_num_queries: object
) -> None:
    request = ask(division, director)
    percents: list[int] = []
    inner = pairing_requests._progress(request)
    PairingRequest.objects.update(state="running")
    with progress.listening(inner):
        for _step in range(40):
            progress.report(10_000)
            request.refresh_from_db()
            percents.append(request.percent)
    assert percents == sorted(percents)
    assert (percents[0], percents[-1]) == (5, 100)
    progress.report(5)  # nobody listens any more
    assert PairingRequest.objects.get().done == request.total


def test_a_changed_draft_is_left_alone(division: Division, director: User) -> None:
    request = ask(division, director)
    draft = division.rounds.get(number=2)
    game = factories.games(draft)[0]
    edited = pairing.swap_seats(
        actor=director, round_id=draft.pk, expected_version=draft.version, pairing_id=game.pairing_id
    )
    factories.run_jobs()
    request.refresh_from_db()
    draft.refresh_from_db()
    assert draft.version == edited.version
    assert request.state == "dropped"
    assert "changed since" in request.error


@pytest.mark.parametrize("step", ["publish", "discard", "again"])
def test_what_is_not_needed_any_more_is_dropped(division: Division, director: User, step: str) -> None:
    request = ask(division, director)
    draft = division.rounds.get(number=2)
    if step == "publish":
        publishing.publish_round(actor=director, round_id=draft.pk, expected_version=draft.version)
    elif step == "discard":
        pairing.discard_draft(actor=director, round_id=draft.pk, expected_version=draft.version)
    else:
        ask(division, director)
    request.refresh_from_db()
    assert request.state == "dropped"
    factories.run_jobs()
    assert division.rounds.filter(number=2).exists() == (step != "discard")


def test_when_the_plan_fails_the_fallback_draft_stays_and_says_so(division: Division, director: User) -> None:
    request = ask(division, director)
    Membership.objects.filter(user=director).update(role="member")
    factories.run_jobs()
    request.refresh_from_db()
    assert (request.state, request.error) == ("failed", "The user who asked for it is no longer allowed to pair.")
    draft = division.rounds.get(number=2)
    assert draft.run is not None
    assert draft.run.system == "swiss"


def test_a_plan_for_somebody_whose_account_was_erased_fails_and_says_so(
    club: Club, division: Division, director: User
) -> None:
    other = factories.member(club, director, "director", "other")
    request = ask(division, other)
    erase_account(user=other, reason="asked for it")
    factories.run_jobs()
    request.refresh_from_db()
    assert (request.state, request.error) == ("failed", "The user who asked for it is no longer allowed to pair.")
    assert division.rounds.get(number=2).state == "draft"


def test_what_cannot_be_is_refused_at_once(division: Division, director: User) -> None:
    with pytest.raises(TournamentError):
        pairing_requests.request_round(actor=director, division=division, number=2, system="magic")
    with pytest.raises(TournamentError):
        pairing_requests.request_round(
            actor=director, division=division, number=2, system="cop", options={"prizes": -1}
        )
    with pytest.raises(PermissionDenied):
        pairing_requests.request_round(actor=factories.user("x"), division=division, number=2, system="cop")
    assert not Round.objects.filter(division=division, number=2).exists()


def test_the_page_says_how_far_it_is_and_what_became_of_it() -> None:
    hall = make_hall()
    where, progress_page = hall.url("manage_round", 1), hall.url("pairing_progress", 1)
    assert hall.client.get(progress_page).status_code == 404
    hall.client.post(hall.url("draft_round", 1), {"system": "cop"})
    PairingRequest.objects.update(done=50_000)
    page = text(hall.client.get(where))
    assert "Calculating COP" in page
    assert 'value="25"' in page
    assert "Refresh" in page
    assert "hx-get" in text(hall.client.get(progress_page))
    PairingRequest.objects.update(state="failed", error="No such luck.", finished_at="2026-05-02T12:00Z")
    page = text(hall.client.get(where))
    assert "The COP draft could not be calculated" in page
    assert "No such luck." in page
    assert hall.client.get(progress_page)["HX-Refresh"] == "true"
    # Pairing again asks for COP again, not for its fallback draft.
    hall.client.post(hall.url("draft_round", 1))
    factories.run_jobs()
    page = text(hall.client.get(where))
    assert "Paired by COP" in page
    assert "could not be calculated" not in page
