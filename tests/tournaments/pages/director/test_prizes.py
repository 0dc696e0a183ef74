"""Prizes on the director's page, on paper, and for everybody once the event is finished."""

from typing import Any

import pytest
from django.test import Client

from audit.models import ActionLog
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.errors import TournamentError
from tournaments.inputs.prizes import PrizeInput
from tournaments.models import EventPrize
from tournaments.services.events.events import finish_event
from tournaments.services.prizes import MOST_PRIZES, add_prizes, update_prize

pytestmark = pytest.mark.django_db
LIST = "/e/spring/manage/prizes/"


def fill(hall: Hall, **changes: Any) -> dict[str, Any]:
    """A filled-in form."""
    data = {
        "kind": "high_win",
        "division": "",
        "place": "1",
        "value": "",
        "name": "",
        "player_class": "",
        "team": "",
        "first_round": "1",
        "last_round": "",
        "exclusive": "",
        "count": "6",
        "shown": "0",
    }
    return {**data, **changes}


@pytest.fixture
def hall() -> Hall:
    """Round 1: 500–300 at table 1, 420–405 at table 2, 390–380 at table 3."""
    hall = make_running_hall()
    for game, (first, second) in zip(hall.games(), [(500, 300), (420, 405), (390, 380)], strict=True):
        factories.report(game.pk, "official", first, second, actor=hall.scene.director)
    return hall


def winners(hall: Hall) -> dict[str, list[str]]:
    """Who wins what, as the page is told."""
    awards = hall.client.get(LIST).context["awards"]
    return {award.prize.name: [item.winner.name for item in award.winners] for award in awards}


def names(hall: Hall) -> list[str]:
    """The players at the tables, first and second, by table."""
    return [entry.name for game in hall.games() for entry in hall.entries(game)]


def test_places_at_once_a_high_loss_and_what_excludes_what(hall: Hall) -> None:
    people = names(hall)
    division = hall.scene.division.pk
    sent = {"places-division": division, "places-places": "2", "places-values": "100, 50", "places-player_class": ""}
    assert hall.client.post(f"{LIST}places/", sent).status_code == 302
    loss = fill(hall, kind="high_loss", exclusive="places A", value="a book")
    assert hall.client.post(f"{LIST}new/", loss).status_code == 302
    assert winners(hall) == {"Place 1": [people[0]], "Place 2": [people[2]], "Highest losing score": [people[3]]}
    assert list(EventPrize.objects.values_list("value", flat=True)) == ["100", "50", "a book"]
    page = text(hall.client.get(LIST))
    assert "405, round 1 against" in page
    # The high loss moved up twice: it is still his, and excludes him from nothing he would have had.
    prize = EventPrize.objects.get(kind="high_loss")
    for _step in range(2):
        hall.client.post(f"{LIST}{prize.pk}/move/", {"up": "1"})
    assert list(EventPrize.objects.values_list("kind", flat=True)) == ["high_loss", "rank", "rank"]


def test_who_is_passed_over_is_said(hall: Hall) -> None:
    people = names(hall)
    hall.client.post(f"{LIST}new/", fill(hall, name="High game", exclusive="one"))
    second = fill(hall, kind="spread", name="Best spread", exclusive="one")
    hall.client.post(f"{LIST}new/", second)
    assert winners(hall) == {"High game": [people[0]], "Best spread": [people[2]]}
    page = text(hall.client.get(LIST))
    assert f"{people[0]} already has “High game”" in page


def test_a_prize_is_awarded_by_hand(hall: Hall) -> None:
    entry = hall.scene.entries[4]
    both = [entry, hall.scene.entries[5]]
    data = fill(hall, kind="given", name="Best hat", winners=[one.pk for one in both])
    assert hall.client.post(f"{LIST}new/", data).status_code == 302
    assert winners(hall) == {"Best hat": [one.name for one in both]}
    assert "shared" in text(hall.client.get(LIST))
    other = make_hall("autumn").scene.entries[0]
    refused = hall.client.post(f"{LIST}new/", fill(hall, kind="given", winners=[other.pk]))
    assert refused.status_code == 422


def test_doubts_about_prizes_are_shown(hall: Hall) -> None:
    division = hall.scene.division.pk
    for place in ("1", "3"):
        hall.client.post(f"{LIST}new/", fill(hall, kind="rank", division=division, place=place))
    hall.client.post(f"{LIST}new/", fill(hall, kind="rank", division=division, player_class="Z", place="1"))
    page = text(hall.client.get(LIST))
    assert "“Place 3” is for place 3, but there is no prize for the place before." in page
    assert "No one is eligible for “Place 1 (Z)”" in page


def test_a_class_prize_goes_to_the_best_of_the_class(hall: Hall) -> None:
    """The two losers nearest to their winners are in class B; the closer of the two has the prize."""
    second_table, third_table = hall.games()[1:]
    losers = [hall.entries(second_table)[1], hall.entries(third_table)[1]]
    for entry in losers:
        entry.player_class = "B"
        entry.save(update_fields=["player_class"])
    division = hall.scene.division.pk
    hall.client.post(f"{LIST}new/", fill(hall, kind="rank", division=division, player_class="B", name="Best of B"))
    assert winners(hall) == {"Best of B": [losers[1].name]}


def test_what_cannot_be_meant(hall: Hall) -> None:
    def check(wrong: dict[str, str], message: str) -> None:
        answer = hall.client.post(f"{LIST}new/", fill(hall, **wrong))
        assert answer.status_code == 422
        assert message in text(answer)
        assert not EventPrize.objects.exists()

    check_each(
        [
            ({"kind": "rank"}, "belongs to one division"),
            ({"place": "0"}, "Places count from 1"),
            ({"first_round": "3", "last_round": "2"}, "the first before the last"),
            ({"kind": "team_total", "exclusive": "x"}, "excludes no one"),
            ({"kind": "given", "place": "2"}, "awarded by hand has no place"),
            ({"kind": "beauty"}, "Select a valid choice"),
            ({"count": "0"}, "greater than or equal to 1"),
        ],
        check,
    )


def test_prizes_are_changed_removed_and_logged(hall: Hall) -> None:
    hall.client.post(f"{LIST}new/", fill(hall, name="High game"))
    prize = EventPrize.objects.get()
    assert 'value="High game"' in text(hall.client.get(f"{LIST}{prize.pk}/"))
    hall.client.post(f"{LIST}{prize.pk}/", fill(hall, name="High game", value="a cup"))
    log = ActionLog.objects.get(verb="prize.changed")
    assert (log.before, log.after) == ({"value": ""}, {"value": "a cup"})
    hall.client.post(f"{LIST}{prize.pk}/remove/")
    assert not EventPrize.objects.exists()
    assert ActionLog.objects.filter(verb="prize.removed", scope=f"event:{hall.scene.event.pk}").exists()


def test_prizes_are_of_the_event_and_not_too_many(hall: Hall) -> None:
    director, event, other = hall.scene.director, hall.scene.event, make_hall("autumn").scene
    cases: dict[str, list[PrizeInput]] = {
        "The event has no such division": [PrizeInput(name="High", kind="high_win", division_id=other.division.pk)],
        "The event has no such player": [PrizeInput(name="Play", kind="given", winner_ids=(other.entries[0].pk,))],
        f"at most {MOST_PRIZES} prizes": [PrizeInput(name="High", kind="high_win")] * (MOST_PRIZES + 1),
    }

    def check(says: str) -> None:
        with pytest.raises(TournamentError, match=says):
            add_prizes(actor=director, event=event, prizes=cases[says])

    check_each(list(cases), check)
    [prize] = add_prizes(actor=director, event=event, prizes=[PrizeInput(name="High", kind="high_win")])
    update_prize(actor=director, event=event, prize_id=prize.pk, data=PrizeInput(name="High", kind="high_win"))
    assert not ActionLog.objects.filter(verb="prize.changed").exists(), "saved as it was: nothing has changed"


def test_everyone_sees_the_prizes_first_and_the_winners_at_the_end(hall: Hall) -> None:
    people = names(hall)
    hall.client.post(f"{LIST}new/", fill(hall, name="High game", value="a cup"))
    anonymous = Client()
    before = text(anonymous.get("/e/spring/prizes/"))
    assert "High game" in before
    assert people[0] not in before
    factories.change(hall.scene.division, rounds_planned=1)
    finish_event(actor=hall.scene.director, event=hall.scene.event)
    after = text(anonymous.get("/e/spring/prizes/"))
    assert people[0] in after
    assert people[0] in text(hall.client.get(f"{LIST}print/"))
    refused = hall.client.post(f"{LIST}new/", fill(hall))
    assert "is finished" in text(refused)


def test_what_counts_for_a_prize_is_said_before_it_is_won(hall: Hall) -> None:
    for limits, prize in {
        "rounds 2 to 3": fill(hall, kind="round_record", first_round="2", last_round="3"),
        "class B · round 2": fill(hall, kind="high_game", first_round="2", last_round="2", player_class="B"),
        "from round 3": fill(hall, kind="spread", first_round="3"),
        "last rounds: 2": fill(hall, kind="last_hour", count="2"),
        "closest losses: 4": fill(hall, kind="tough_luck", count="4"),
    }.items():
        hall.client.post(f"{LIST}new/", prize)
        for page in (hall.client.get(LIST), Client().get("/e/spring/prizes/")):
            assert f" · {limits}" in text(page)


@pytest.mark.parametrize("count", [1, 3])
def test_queries_do_not_grow_with_prizes(hall: Hall, count: int) -> None:
    event = hall.scene.event
    for number in range(count):
        EventPrize.objects.create(event=event, name=f"{number}", kind="high_win")
    assert factories.queries(lambda: hall.client.get(LIST)) == 16
    assert factories.queries(lambda: Client().get("/e/spring/prizes/")) == 6


def test_before_the_first_game_of_a_prize_nobody_leads() -> None:
    hall = make_running_hall()
    for kind in ("rank", "spread", "last_hour", "over_seed"):
        division = hall.scene.division.pk
        answer = hall.client.post(f"{LIST}new/", fill(hall, kind=kind, name=kind, division=division, count="2"))
        assert answer.status_code == 302, text(answer)
    assert winners(hall) == {"rank": [], "spread": [], "last_hour": [], "over_seed": []}
    assert text(hall.client.get(LIST)).count("no games yet") == 4
    assert "No games yet." in text(hall.client.get(f"{LIST}reach/"))
    public = text(hall.client.get("/e/spring/"))
    assert "No games yet." in public
    assert "Current leaders" not in public
    first, second = hall.entries(hall.games()[0])
    factories.report(hall.games()[0].pk, "official", 350, 400, actor=hall.scene.director)
    assert winners(hall)["rank"] == winners(hall)["spread"] == [second.name]
    assert winners(hall)["last_hour"] == []  # rounds 2 and 3 of 3
    assert first.name not in text(hall.client.get(f"{LIST}reach/")).split("last_hour")[1].split("Needs")[0]
    assert "Current leaders" in text(hall.client.get("/e/spring/"))
