"""Standings kept for a public version of an event are those of the one function, and never of another version."""

import pytest
from django.core.cache import cache
from django.db.models import F

from clubs.models import User
from tests import factories
from tests.tournaments.scenes.rows import Scene, add_round, make_scene
from tests.walk import check_each
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Event, Pairing, Result
from tournaments.queries.overview import overview_of
from tournaments.queries.public_standings import public_standings
from tournaments.queries.standings import standings_of
from tournaments.services.results.results import rule_result
from tournaments.settings import DivisionSettings

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene() -> Scene:
    return make_scene(players=7, rounds=3)


def now(division: Division) -> Division:
    """The division as the next request reads it."""
    return Division.objects.select_related("event").get(pk=division.pk)


def test_known_standings_are_those_of_the_one_function(scene: Scene) -> None:
    def check(after: int | None) -> None:
        computed = standings_of(scene.division, after)
        assert public_standings(scene.division, after) == computed  # computed
        assert public_standings(scene.division, after) == computed  # cached
        assert factories.queries(lambda: public_standings(scene.division, after)) == 0

    check_each([None, 1, 2], check)


def test_standings_after_each_round_are_cached_apart(scene: Scene) -> None:
    spreads = {after: public_standings(scene.division, after)[0].row.spread for after in (1, 2, None)}
    assert spreads == {1: 50, 2: 100, None: 150}


def test_a_result_is_in_the_standings_at_once(scene: Scene, director: User) -> None:
    """Through the service that rules it, which raises the version in the same transaction."""
    before = public_standings(now(scene.division))
    game = Pairing.objects.filter(round__division=scene.division, kind="game").earliest("pk")
    rule_result(
        pairing_id=game.pk,
        data=RulingInput(result=ResultInput(kind="played", first_score=900, second_score=100), reason="misread"),
        actor=scene.director,
    )
    after = public_standings(now(scene.division))
    assert after == standings_of(scene.division) != before


def test_an_event_in_preparation_is_always_computed(scene: Scene) -> None:
    Event.objects.filter(pk=scene.event.pk).update(state=Event.State.DRAFT)
    division = now(scene.division)
    assert factories.queries(lambda: public_standings(division)) == 3
    assert factories.queries(lambda: public_standings(division)) == 3


def test_the_page_of_an_event_takes_the_same_number_of_queries_for_many_divisions(scene: Scene) -> None:
    event = Event.objects.get(pk=scene.event.pk)
    one = factories.queries(lambda: overview_of(event))
    for slug in ("b", "c", "d"):
        Division.objects.create(event=event, name=slug, slug=slug, settings=DivisionSettings(rounds_planned=3))
    Event.objects.filter(pk=event.pk).update(version=F("version") + 1)
    event.refresh_from_db()
    assert factories.queries(lambda: overview_of(event)) == one == 8
    assert factories.queries(lambda: overview_of(event)) == 2


def test_the_overview_counts_the_games_of_the_last_round(scene: Scene) -> None:
    round_ = add_round(scene.division, scene.entries, 4, confirmed=False)
    pending = Result(pairing=round_.pairings.get(table_number=1), state="pending", kind="played")
    pending.first_score, pending.second_score = 400, 390
    pending.save()
    cache.clear()
    (overview,) = overview_of(scene.event)
    assert (overview.games, overview.games_confirmed, overview.entry_count) == (3, 0, 7)
    assert overview.top == standings_of(scene.division)[:5]


def test_the_overview_of_a_new_version_counts_again(scene: Scene) -> None:
    round_ = add_round(scene.division, scene.entries, 4, confirmed=False)
    cache.clear()
    (before,) = overview_of(scene.event)
    rule_result(
        pairing_id=round_.pairings.get(table_number=1).pk,
        data=RulingInput(result=ResultInput(kind="played", first_score=400, second_score=390), reason="seen"),
        actor=scene.director,
    )
    (after,) = overview_of(now(scene.division).event)
    assert (before.games_confirmed, after.games_confirmed) == (0, 1)
    assert (before.current, after.current) == (round_, round_)
