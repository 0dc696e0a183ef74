"""A test copy says what the ratings would be with its results: as the list would, had the event gone so."""

import pytest
from django.test import Client

from clubs.models import User
from ratings.models import PlayerRating, RatedEvent, RatedResult, RatingPool
from ratings.services.compute import ListMoves
from tests import factories
from tests.tournaments.scenes import sheets
from tests.tournaments.scenes.hall import text
from tournaments.errors import TournamentError
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Event, Pairing
from tournaments.services.entries.roster import import_roster
from tournaments.services.entries.roster_lines import RosterRow
from tournaments.services.events.copies import make_test_copy
from tournaments.services.events.events import finish_event
from tournaments.services.rating_link.copies import copy_ratings
from tournaments.services.results.corrections import preview_correction
from tournaments.services.results.results import rule_result

pytestmark = pytest.mark.django_db
OTHER = ResultInput(first_score=300, second_score=650)


def first_game(division: Division) -> Pairing:
    return Pairing.objects.filter(round__division=division, kind="game").order_by("table_number")[0]


def figures(one: ListMoves) -> dict[str, tuple[int | None, int | None]]:
    return {move.name: (move.before, move.after) for move in one.moves}


def of_list(pool: RatingPool, column: str) -> dict[str, int | None]:
    return dict(PlayerRating.objects.filter(pool=pool).values_list("player__name", column))


def changed_copy(running: Division, director: User) -> Event:
    """A copy in which the first game ended otherwise."""
    copy = make_test_copy(actor=director, event=running.event)
    ruling = RulingInput(result=OTHER, reason="to see")
    rule_result(actor=director, pairing_id=first_game(copy.divisions.get()).pk, data=ruling)
    return copy


@pytest.mark.parametrize("finished", [False, True])
def test_a_copy_and_a_correction_foresee_what_the_list_then_says(
    running: Division, director: User, pool: RatingPool, finished: bool
) -> None:
    """Live while the event is open, official once it is finished; the copy lists everybody who played."""
    factories.play(running.rounds.get(number=1))
    if finished:
        finish_event(actor=director, event=running.event)
    factories.run_jobs()
    column = "rating" if finished else "live_rating"
    before, rows, events = of_list(pool, column), RatedResult.objects.count(), RatedEvent.objects.count()
    copy = changed_copy(running, director)
    ((_division, (one,)),) = copy_ratings(actor=director, event=copy)
    assert (one.name, one.live) == (pool.name, not finished)
    game = first_game(running)
    (corrected,) = preview_correction(actor=director, pairing=game, result=OTHER).ratings
    assert corrected.live == one.live
    assert (RatedResult.objects.count(), RatedEvent.objects.count()) == (rows, events), "nothing is stored"
    rule_result(actor=director, pairing_id=game.pk, data=RulingInput(result=OTHER, reason="to see"))
    factories.run_jobs()
    after = of_list(pool, column)
    assert before != after
    assert figures(one) == {name: (before[name], after[name]) for name in before}
    assert figures(corrected) == {name: (before[name], after[name]) for name in before if before[name] != after[name]}
    assert all(move.difference == (move.after or 0) - (move.before or 0) for move in one.moves)


def test_a_copy_tried_before_the_first_round_is_rated_too(division: Division, director: User, pool: RatingPool) -> None:
    """The original has no game yet: the list is as before the event, with the entries' ratings as starting ratings."""
    rows = [RosterRow(name=name, line=line, rating=1900 - 100 * line) for line, name in enumerate(sheets.NAMES, 1)]
    import_roster(actor=director, division=division, rows=rows)
    copy = make_test_copy(actor=director, event=division.event)
    own = copy.divisions.get()
    ((_division, lists),) = copy_ratings(actor=director, event=copy)
    assert lists == ()
    factories.publish(own, director, 1)
    factories.play(own.rounds.get(number=1))
    ((_division, (one,)),) = copy_ratings(actor=director, event=copy)
    assert one.live
    assert len(one.moves) == own.entries.count()
    assert all(move.after for move in one.moves)
    assert not RatedEvent.objects.exists()


def test_the_page_is_for_test_copies(running: Division, director: User, pool: RatingPool) -> None:
    factories.play(running.rounds.get(number=1))
    factories.run_jobs()
    copy = changed_copy(running, director)
    client = Client()
    client.force_login(director)
    page = text(client.get(f"/e/{copy.slug}/manage/copy-ratings/"))
    assert f"Live ratings: {pool.name}" in page
    assert "Difference" in page
    assert "Ratings with these results" in text(client.get(f"/e/{copy.slug}/manage/"))
    assert client.get(f"/e/{running.event.slug}/manage/copy-ratings/").status_code == 404
    with pytest.raises(TournamentError, match="test copy"):
        copy_ratings(actor=director, event=running.event)
