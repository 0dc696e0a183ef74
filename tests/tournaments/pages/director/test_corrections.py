"""A finished event is corrected where the mistake is: what changes is shown first, and the event stays official."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from audit.models import ActionLog
from clubs.models import Club, Role, User
from ratings.models import PlayerRating, RatedEvent, RatingPool
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import text
from tournaments.models import Division, Event, EventPrize, Pairing, Result, ResultRuling
from tournaments.services.events.events import finish_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(running: Division, director: User) -> Division:
    """One round of the running division is played and the event finished; its ratings are official."""
    EventPrize.objects.create(
        event=running.event, division=running, name="Winner", kind="rank", place=1, position=1, shown=1
    )
    factories.play(running.rounds.get(number=1))
    finish_event(actor=director, event=running.event)
    factories.run_jobs()
    return running


@pytest.fixture
def game(finished: Division) -> Pairing:
    return Pairing.objects.filter(round__division=finished, kind="game").order_by("table_number")[0]


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def address(name: str, game: Pairing) -> str:
    division = game.round.division
    return reverse(f"tournaments:{name}", args=[division.event.slug, division.slug, game.round.number, game.pk])


def names_of(game: Pairing) -> tuple[str, str]:
    first, second = game.seats.order_by("position").values_list("entry__name", flat=True)
    return first, second


def filled(first: int, second: int) -> dict[str, str]:
    scores = {"first_score": str(first), "second_score": str(second)}
    return {"kind": "played", **scores, "reason": "the slip was misread", "expected_version": ""}


def ratings(pool: RatingPool) -> dict[str, int | None]:
    return dict(PlayerRating.objects.filter(pool=pool).values_list("player__name", "rating"))


def test_a_correction_shows_before_and_after_first_and_leaves_the_event_official(
    finished: Division, game: Pairing, director: User, pool: RatingPool
) -> None:
    client = browser(director)
    page = text(client.get(address("manage_game", game)))
    assert "Show what changes" in page
    assert "The event stays finished" in page
    before = ratings(pool)
    first, second = names_of(game)
    preview = client.post(address("rule_game", game), filled(300, 450))
    assert preview.status_code == 200
    assert not ResultRuling.objects.exists(), "nothing is recorded before the changes were seen"
    correction = preview.context["correction"]
    assert {move.name for move in correction.places} >= {first, second}
    assert [(move.name, move.before) for move in correction.prizes] == [("Winner", (first,))]
    (listed,) = correction.ratings
    assert listed[0] == pool.name
    foreseen = {move.name: (move.before, move.after) for move in listed[1]}
    assert foreseen[first][0] == before[first]
    assert ratings(pool) == before
    for caption in ("Standings", "Prizes", f"Ratings: {pool.name}"):
        assert f"<caption>{caption}</caption>" in text(preview)

    token = re.search(r'name="seen" value="([^"]*)"', preview.content.decode())
    assert token
    other = client.post(address("rule_game", game), {**filled(300, 451), "seen": token[1]})
    assert not ResultRuling.objects.exists(), "another result has other consequences"
    assert other.context["correction"] is not None
    client.post(address("rule_game", game), {**filled(300, 450), "seen": token[1]})
    assert Event.objects.get(pk=finished.event_id).state == Event.State.FINISHED
    assert RatedEvent.objects.get().final
    assert Result.objects.get(pairing=game).second_score == 450
    assert ActionLog.objects.get(verb="result.ruled").reason == "the slip was misread"
    factories.run_jobs()
    after = ratings(pool)
    assert {name: (before[name], after[name]) for name in before if before[name] != after[name]} == foreseen


def test_who_may_correct_a_finished_event(finished: Division, game: Pairing, director: User, club: Club) -> None:
    people = factories.everybody(club, director)
    allowed = {Role.DIRECTOR.value, Role.ASSISTANT.value, Role.RATINGS_OFFICER.value}
    for role, user in people.items():
        client = browser(user)
        answer = client.post(address("rule_game", game), filled(300, 450))
        assert answer.status_code == (200 if role in allowed else 403), role
        page = client.get(address("manage_game", game))
        if page.status_code == 200:
            assert ("Show what changes" in text(page)) == (role in allowed), role
        rounds = client.get(
            reverse("tournaments:manage_round", args=[finished.event.slug, finished.slug, game.round.number])
        )
        if rounds.status_code == 200:
            assert ("Change result<span" in text(rounds)) == (role in allowed), (
                "no button leads to a page without its form"
            )
    assert people.keys() > allowed


def test_only_the_director_rules_on_a_running_event(running: Division, director: User, club: Club) -> None:
    game = Pairing.objects.filter(round__division=running, kind="game")[0]
    officer = factories.member(club, director, Role.RATINGS_OFFICER)
    assert browser(officer).post(address("rule_game", game), filled(300, 450)).status_code == 403
    browser(director).post(address("rule_game", game), filled(300, 450))
    assert Result.objects.get(pairing=game).second_score == 450


def test_looking_needs_no_reason_and_recording_does(finished: Division, game: Pairing, director: User) -> None:
    client = browser(director)
    without = {**filled(300, 450), "reason": ""}
    seen = client.post(address("rule_game", game), {**without, "preview": "1"})
    assert (seen.status_code, seen.context["correction"] is not None) == (200, True)
    recorded = client.post(address("rule_game", game), {**without, "seen": seen.context["seen"]})
    assert (recorded.status_code, ResultRuling.objects.exists()) == (422, False)


def test_the_api_previews_and_corrects(finished: Division, game: Pairing, director: User, club: Club) -> None:
    officer = factories.member(club, director, Role.RATINGS_OFFICER)
    base = f"events/{finished.event.slug}/pairings/{game.pk}/"
    body = {"first_score": 300, "second_score": 450}
    preview = as_user(officer).post(f"{base}ruling/preview/", body)
    first, _second = names_of(game)
    assert preview["prizes"][0]["before"] == [first]
    assert first in {move["name"] for move in preview["standings"]}
    assert {move["name"] for move in preview["ratings"][0]["players"]} >= {first}
    assert not ResultRuling.objects.exists()
    version = Result.objects.get(pairing=game).version
    as_user(officer).post(f"{base}ruling/", {**body, "reason": "the slip was misread", "expected_version": version})
    assert Result.objects.get(pairing=game).second_score == 450
    outsider = factories.member(club, director, Role.SCORER)
    as_user(outsider).post(f"{base}ruling/preview/", body, expect=403)


def test_the_players_of_a_finished_event_have_no_forms_that_would_be_refused(
    finished: Division, director: User
) -> None:
    page = text(browser(director).get(reverse("tournaments:manage_roster", args=[finished.event.slug, finished.slug])))
    assert "its players can no longer be changed" in page
    for name in ("add_entry", "check_roster"):
        assert reverse(f"tournaments:{name}", args=[finished.event.slug, finished.slug]) not in page
    assert ">Withdraw<" not in page
