"""Several games in a row against the same opponent: set for a division or a round, paired, published, counted."""

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, User
from ratings.models import RatedResult
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import make_hall, text
from tournaments.errors import NotReadyError, TournamentError
from tournaments.forms.pairing import pair_form
from tournaments.models import Division, Pairing, PairingRequest, Result, Round
from tournaments.queries.rounds import pairings_of
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.entries.leaving import withdraw_entry
from tournaments.services.rounds import pairing
from tournaments.services.rounds.publish import publish_match
from tournaments.services.rounds.readiness import Level, readiness
from tournaments.services.rounds.requests import request_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def twice(club: Club, director: User) -> Division:
    """Six players, who meet in two rounds in a row."""
    pool = factories.pool(club, director)
    division = factories.division(club, director, pool=pool, meeting_games=2, rounds_planned=6)
    factories.entries(division, director, 6)
    return division


def seats(round_: Round) -> dict[int | None, tuple[str, str]]:
    """Who sits first and second, by table."""
    return {one.table_number: (one.first.name, one.second.name) for one in factories.games(round_)}


def whole(division: Division, director: User, number: int) -> list[Round]:
    """A meeting paired and published with all its rounds."""
    draft = pairing.draft_round(actor=director, division=division, number=number)
    return publish_match(actor=director, round_id=draft.pk, expected_version=draft.version)


def test_the_second_round_repeats_the_first_with_starts_exchanged(twice: Division, director: User) -> None:
    first = factories.publish(twice, director, 1)
    second = factories.publish(twice, director, 2)  # no result is needed for it
    assert seats(second) == {table: (b, a) for table, (a, b) in seats(first).items()}
    with pytest.raises(NotReadyError, match="no confirmed result"):
        factories.publish(twice, director, 3)


def test_every_game_counts_separately(twice: Division, director: User) -> None:
    first, second = whole(twice, director, 1)
    for round_ in (first, second):
        factories.play(round_)
    factories.run_jobs()
    lines = {line.name: line for line in standings_of(twice)}
    assert {(line.row.wins, line.row.losses, line.row.spread, line.row.played) for line in lines.values()} == {
        (1, 1, 0, 2)
    }
    assert {(line.row.firsts, line.row.seconds) for line in lines.values()} == {(1, 1)}
    assert RatedResult.objects.count() == 6
    third = pairing.draft_round(actor=director, division=twice, number=3)
    met = {frozenset(pair) for pair in seats(first).values()}
    assert not met & {frozenset(pair) for pair in seats(third).values()}


def test_a_match_is_published_as_a_whole_or_not_at_all(twice: Division, director: User) -> None:
    assert [round_.number for round_ in whole(twice, director, 1)] == [1, 2]
    assert set(Round.objects.values_list("state", flat=True)) == {"published"}
    for round_ in Round.objects.order_by("number"):
        factories.play(round_)
    draft = pairing.draft_round(actor=director, division=twice, number=3)
    factories.change(Division.objects.filter(pk=twice.pk), rounds_planned=3)
    assert [
        round_.number for round_ in publish_match(actor=director, round_id=draft.pk, expected_version=draft.version)
    ] == [3]


def test_tables_of_three_have_no_match_to_publish(club: Club, director: User) -> None:
    three = factories.division(club, director, table_size=3, rounds_planned=4)
    factories.entries(three, director, 6)
    draft = pairing.draft_round(actor=director, division=three, number=1, options={"meeting_games": 2})
    rounds = publish_match(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert [round_.number for round_ in rounds] == [1]
    assert Round.objects.count() == 1
    assert "meeting_games" not in {
        field.name for _legend, fields, _filled in pair_form(three, 1).groups() for field in fields
    }


def test_what_was_exchanged_in_the_draft_is_repeated(twice: Division, director: User) -> None:
    draft = pairing.draft_round(actor=director, division=twice, number=1)
    one, other, *_rest = factories.games(draft)
    pairing.swap_players(
        actor=director,
        round_id=draft.pk,
        expected_version=draft.version,
        entry_a=one.first.entry_id,
        entry_b=other.second.entry_id,
    )
    draft.refresh_from_db()
    first, second = publish_match(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert seats(second) == {table: (b, a) for table, (a, b) in seats(first).items()}


def test_readiness_says_so_and_open_results_are_no_obstacle(twice: Division, director: User) -> None:
    factories.publish(twice, director, 1)
    notes = readiness(load_state(twice, 2))
    assert {note.level for note in notes if note.code == "results_missing"} == {Level.WARN}
    assert [note.message for note in notes if note.code == "meeting"] == [
        "The pairs of round 1 play again at their tables, with first and second swapped."
    ]
    assert not [note for note in notes if note.code == "bye"]


def test_a_round_may_be_paired_otherwise(twice: Division, director: User) -> None:
    first = factories.publish(twice, director, 1)
    with pytest.raises(NotReadyError):
        pairing.draft_round(actor=director, division=twice, number=2, options={"meeting_games": 1})
    factories.play(first)
    single = pairing.draft_round(actor=director, division=twice, number=2, options={"meeting_games": 1})
    assert not {frozenset(pair) for pair in seats(first).values()} & {
        frozenset(pair) for pair in seats(single).values()
    }


def test_a_division_of_single_games_may_have_a_match(division: Division, director: User) -> None:
    factories.play(factories.start(division, director, 6))
    options = {"meeting_games": 3, "first_round": 2}
    draft = pairing.draft_round(actor=director, division=division, number=2, options=options)
    rounds = publish_match(actor=director, round_id=draft.pk, expected_version=draft.version)
    assert [round_.number for round_ in rounds] == [2, 3, 4]
    assert seats(rounds[2]) == seats(rounds[0])


def test_a_knock_out_has_as_many_games_a_match(twice: Division, director: User) -> None:
    first = pairing.draft_round(actor=director, division=twice, number=1, system="elimination", options={"bracket": 4})
    assert first.run is not None
    assert first.run.plan["rules"]["stage_games"] == (2,)


def test_withdrawing_during_a_match_frees_the_opponent(twice: Division, director: User) -> None:
    first = factories.publish(twice, director, 1)
    leaving = factories.games(first)[0].first
    withdraw_entry(actor=director, entry=twice.entries.get(pk=leaving.entry_id), after_round=1)
    second = factories.publish(twice, director, 2)
    alone = [line.first.name for line in pairings_of(second) if line.second is None]
    assert alone == [factories.games(first)[0].second.name]
    assert len(factories.games(second)) == 2


def test_the_fallback_draft_of_cop_is_king_of_the_hill_in_the_last_match(twice: Division, director: User) -> None:
    for number in (1, 3):
        for round_ in whole(twice, director, number):
            factories.play(round_)
    drafted, waiting = request_round(actor=director, division=twice, number=5, system="cop")
    assert waiting is not None
    assert drafted.run is not None
    assert drafted.run.system == "koth"
    factories.run_jobs()
    assert PairingRequest.objects.get().state == "done"
    published = Round.objects.get(number=5)
    rounds = publish_match(actor=director, round_id=published.pk, expected_version=published.version)
    assert [(round_.number, round_.run.system) for round_ in rounds if round_.run] == [(5, "cop"), (6, "cop")]
    assert seats(rounds[1]) == {table: (b, a) for table, (a, b) in seats(rounds[0]).items()}


def test_the_setting_stays_once_a_round_is_published(twice: Division, director: User) -> None:
    api = as_user(director)
    at = f"events/{twice.event.slug}/divisions/{twice.slug}/"
    assert api.get(at)["meeting_games"] == 2
    assert api.patch(at, {"meeting_games": 3})["meeting_games"] == 3
    factories.publish(twice, director, 1)
    assert "choose this" in api.patch(at, {"meeting_games": 2}, expect=400)["detail"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"meeting_games": 0},
        {"meeting_games": 10},
        {"meeting_games": 2, "table_size": 3},
        {"meeting_games": 2, "game": "wordbasket", "rules_slug": "word-basket"},
    ],
)
def test_impossible_matches_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="ounds in a row"):
        factories.division_data(**wrong)


def test_a_packaged_schedule_says_why_not(twice: Division, director: User) -> None:
    with pytest.raises(TournamentError, match="“Rounds in a row against the same opponent” to 1"):
        pairing.draft_round(actor=director, division=twice, number=1, system="package")


def test_the_draft_offers_to_publish_the_whole_match() -> None:
    hall = make_hall()
    factories.change(Division.objects.all(), meeting_games=3)
    hall.draft()
    page = text(hall.client.get(hall.url("manage_round", 1)))
    assert "Publish rounds 1 to 3: the whole match" in page
    version = Round.objects.get().version
    done = hall.client.post(hall.url("publish_round", 1), {"expected_version": version, "meeting": "1"}, follow=True)
    assert "All rounds of the match published" in text(done)
    assert Round.objects.filter(state="published").count() == 3
    assert Pairing.objects.filter(slip_links__isnull=False).count() == 9
    for pk in Pairing.objects.values_list("pk", flat=True):
        factories.agree(pk)
    assert Result.objects.filter(state="confirmed").count() == 9


def test_the_second_draft_explains_itself() -> None:
    hall = make_hall()
    factories.change(Division.objects.all(), meeting_games=2)
    hall.publish(1)
    hall.draft(2)
    page = text(hall.client.get(hall.url("manage_round", 2)))
    assert "Game 2 of the match" in page
    assert "the whole match" not in page
    one, other = hall.entries(hall.games(2)[0])
    why = text(hall.client.get(hall.url("explain_pair", 2), {"a": one.pk, "b": other.pk}))
    assert "The pairs from the previous round play again" in why


def test_over_http(twice: Division, director: User) -> None:
    api = as_user(director)
    at = f"events/{twice.event.slug}/divisions/{twice.slug}/rounds/1/"
    draft = api.post(f"{at}draft/", {})
    published = api.post(f"{at}publish/", {"expected_version": draft["version"], "whole_meeting": True})
    assert (published["number"], published["state"]) == (1, "published")
    rounds = api.get(f"events/{twice.event.slug}/divisions/{twice.slug}/rounds/")["results"]
    assert [(one["number"], one["state"]) for one in rounds] == [(1, "published"), (2, "published")]
