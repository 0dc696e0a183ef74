"""Systems that pair for the prizes use the event's own prizes: named on the form and the draft, and used again when they change."""

import pytest

from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.models import EventPrize, Round

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Eight players, two of three rounds played; a quarter of them would be two."""
    return make_hall(players=8, rounds=2)


def prize(hall: Hall, place: int, **more: str) -> None:
    """A prize for a place of the division."""
    EventPrize.objects.create(
        event=hall.scene.event,
        division=hall.scene.division,
        name=f"{place} {more}",
        place=place,
        position=EventPrize.objects.count() + 1,
        **more,
    )


def pair(hall: Hall, system: str, **options: object) -> str:
    """Pair round 3 on the page; what its draft says."""
    answer = hall.client.post(hall.url("draft_round", 3), {"system": system, **options})
    assert answer.status_code == 302
    factories.run_jobs()
    return text(hall.client.get(hall.url("manage_round", 3)))


def contenders(hall: Hall) -> int:
    """How many the finals found to be playing for a prize."""
    run = Round.objects.get(number=3).run
    assert run is not None
    return sum(len(note["players"]) for note in run.plan["notes"] if note["code"] == "contenders")


def test_each_system_says_where_its_number_of_prizes_comes_from(hall: Hall) -> None:
    def check(system: str, options: dict[str, object]) -> None:
        EventPrize.objects.all().delete()
        assert "the top quarter of the field counts as being in the prizes" in pair(hall, system, **options)
        for place in (1, 2, 3):
            prize(hall, place)
        assert "3 places with a prize, from the event&#x27;s prizes." in pair(hall, system, **options)
        assert "2 places with a prize: entered for this round. The event&#x27;s own prizes are for 3." in pair(
            hall, system, **options, prizes="2"
        )

    check_each([("finals", {}), ("chew", {}), ("cop", {}), ("swiss", {"gibson": "on"})], check)
    assert "place with a prize" not in pair(hall, "swiss")


def test_finals_use_the_events_places_classes_and_equal_prizes(hall: Hall) -> None:
    pair(hall, "finals")
    alone = contenders(hall)
    for place in (1, 2, 3, 4, 5):
        prize(hall, place)
    pair(hall, "finals")
    assert contenders(hall) > alone
    EventPrize.objects.update(value="a book")  # all five win the same, so only who may drop out plays for anything
    pair(hall, "finals")
    run = Round.objects.get(number=3).run
    assert run is not None
    assert run.snapshot["bands"] == [5]
    prize(hall, 1, player_class="B")
    prize(hall, 2, player_class="B")
    form = text(hall.client.get(hall.url("manage_round", 3)))
    assert "The prizes have changed since this draft was made." in form
    pair(hall, "finals")
    run = Round.objects.get(number=3).run
    assert run is not None
    assert run.snapshot["class_prizes"] == [["B", 2]]


def test_the_form_says_what_empty_means(hall: Hall) -> None:
    def page_of_finals() -> str:
        return text(hall.client.post(hall.url("draft_round", 3), {"system": "finals", "show_options": "1"}))

    assert "as the event has no prizes for places" in page_of_finals()
    for place in (1, 2, 3):
        prize(hall, place, value="a book" if place > 1 else "a cup")
    prize(hall, 1, player_class="B")
    page = page_of_finals()
    for sentence in (
        "Leave empty for 3, from the event",
        "Leave empty for 1, 3, from the event",
        "Leave empty for B: 1, from the event",
    ):
        assert sentence in page


def test_pairing_again_uses_the_changed_prizes(hall: Hall) -> None:
    """What was not typed is not frozen when a draft is paired once more, nor over HTTP."""
    prize(hall, 1)
    pair(hall, "finals")
    for place in (2, 3, 4):
        prize(hall, place)
    hall.client.post(hall.url("draft_round", 3))
    page = text(hall.client.get(hall.url("manage_round", 3)))
    assert "4 places with a prize, from the event&#x27;s prizes." in page
    division = hall.scene.division
    api = as_user(hall.scene.director)
    run = api.get(f"events/{hall.scene.event.slug}/divisions/{division.slug}/rounds/3/run/")
    assert run["plan"]["rules"]["prizes"] is None
