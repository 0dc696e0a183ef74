"""The first round is unpublished: nothing of it stays behind, and what was wrong can be put right."""

import pytest

from clubs.models import User
from ratings.models import OpeningRating, RatedEvent, RatingPool
from ratings.queries.lists import rated_events
from ratings.services.openings import Opening, set_opening_ratings
from ratings.services.recompute import recompute_pool
from tests import factories
from tournaments.errors import NotReadyError
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.events import DivisionInput
from tournaments.models import Division, Entry, Event, Round
from tournaments.services.entries.entries import update_entry
from tournaments.services.events.events import add_division, finish_event
from tournaments.services.rounds.pairing import discard_draft
from tournaments.services.rounds.publish import publish_round, unpublish_round

pytestmark = pytest.mark.django_db


def take_back(division: Division, director: User) -> Round:
    round_ = division.rounds.get()
    return unpublish_round(actor=director, round_id=round_.pk, expected_version=round_.version, reason="Wrong room.")


def correct(entry: Entry, director: User, rating: int) -> None:
    update_entry(actor=director, entry=entry, data=EntryChanges(name=entry.name, rating=rating))


def opening_of(entry: Entry) -> int | None:
    return OpeningRating.objects.get(player=entry.player_id).rating


def test_a_corrected_rating_is_the_one_the_pool_rates_from(running: Division, director: User, pool: RatingPool) -> None:
    ada = running.entries.get(name="Ada")
    take_back(running, director)
    correct(ada, director, 1400)
    discard_draft(actor=director, round_id=running.rounds.get().pk, expected_version=running.rounds.get().version)
    factories.play(factories.publish(running, director, 1))
    recompute_pool(pool_id=pool.pk)
    assert opening_of(ada) == 1400
    live = pool.ratings.get(player=ada.player_id).live_rating
    assert live is not None
    assert abs(live - 1400) < 100


def test_an_opening_rating_set_by_an_officer_stays(running: Division, director: User, pool: RatingPool) -> None:
    ada = running.entries.get(name="Ada")
    take_back(running, director)
    set_opening_ratings(pool=pool, openings=[Opening(ada.player_id, 1650, 200)], actor=director)
    correct(ada, director, 1400)
    assert opening_of(ada) == 1650


def test_a_rating_played_by_in_another_event_stays(running: Division, director: User, pool: RatingPool) -> None:
    other = factories.division(running.event.club, director, pool=pool)
    entry = factories.entries(other, director, 2)[0]
    correct(entry, director, 1400)
    assert opening_of(entry) == 1800


def test_the_event_is_in_preparation_again(running: Division, director: User) -> None:
    back = take_back(running, director)
    event = Event.objects.get()
    assert event.state == "draft"
    discard_draft(actor=director, round_id=back.pk, expected_version=back.version)
    with pytest.raises(NotReadyError, match="No round has been published"):
        finish_event(actor=director, event=event)


def test_publishing_again_lets_it_run(running: Division, director: User) -> None:
    back = take_back(running, director)
    publish_round(actor=director, round_id=back.pk, expected_version=back.version)
    assert Event.objects.get().state == "running"


def test_the_event_runs_on_while_another_division_has_a_public_round(running: Division, director: User) -> None:
    other = add_division(actor=director, event=running.event, data=DivisionInput(name="B"))
    factories.start(other, director, 2)
    take_back(running, director)
    assert Event.objects.get().state == "running"


def test_a_running_event_without_a_public_round_is_not_finished(division: Division, director: User) -> None:
    Event.objects.update(state="running")
    with pytest.raises(NotReadyError, match="No round has been published"):
        finish_event(actor=director, event=division.event)


def test_an_event_without_a_game_is_not_in_the_pools_list(running: Division, director: User, pool: RatingPool) -> None:
    take_back(running, director)
    assert RatedEvent.objects.filter(pool=pool).exists()
    assert not rated_events(pool).exists()
    back = running.rounds.get()
    publish_round(actor=director, round_id=back.pk, expected_version=back.version)
    factories.agree(factories.games(running.rounds.get())[0].pairing_id)
    assert rated_events(pool).get().name == "Spring Open"
