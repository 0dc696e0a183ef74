"""The order of a division's standings: chosen on a page, with a warning before it moves players, and the same everywhere."""

import json
from functools import partial

import pytest

from audit.models import ActionLog
from tests import factories
from tests.tournaments.scenes.hall import USUAL_POINTS, Hall, make_hall, make_running_hall
from tournaments.errors import TournamentError
from tournaments.models import Division
from tournaments.queries.standings import standings_of
from tournaments.queries.state import load_state
from tournaments.services.events.events import update_division
from tournaments.services.standings.standings import input_of

pytestmark = pytest.mark.django_db

BY_SPREAD = {
    "criterion_1": "spread",
    "criterion_2": "buchholz",
    "criterion_3": "head_to_head",
    **USUAL_POINTS,
    "spread_cap": "",
    "spread_caps": "",
}


@pytest.fixture
def hall() -> Hall:
    """Four players after round 1: the winner of table 2 has more spread than that of table 1."""
    hall = make_running_hall()
    one, two = hall.games()[:2]
    factories.report(one.pk, "official", 400, 390, actor=hall.scene.director)
    factories.report(two.pk, "official", 300, 500, actor=hall.scene.director)
    return hall


def order(division: Division) -> list[int]:
    return [line.number for line in standings_of(division)]


def test_a_change_during_the_event_is_previewed_made_and_logged(hall: Hall) -> None:
    division = hall.scene.division
    before = order(division)
    where = hall.url("standings_rules")
    page = hall.client.get(where)
    assert "Rounds have already been published" in page.content.decode()
    by_scores = {**BY_SPREAD, "criterion_1": "sum_of_scores", "criterion_2": "", "criterion_3": ""}
    response = hall.client.post(where, {**by_scores, "reason": "announced so"})
    assert "This changes standings that players have seen" in response.content.decode()
    division.refresh_from_db()
    assert division.settings.standings_order == "points spread"
    assert order(division) == before
    assert hall.client.post(where, {**by_scores, "reason": "announced so", "seen": "1"}).status_code == 302
    division.refresh_from_db()
    assert division.settings.standings_order == "sum_of_scores"
    assert order(division) != before
    log = ActionLog.objects.get(verb="division.changed")
    assert log.before == {"standings_order": "points spread"}
    assert log.after == {"standings_order": "sum_of_scores"}
    assert log.reason == "announced so"


def test_during_the_event_a_reason_is_needed(hall: Hall) -> None:
    answer = hall.client.post(hall.url("standings_rules"), {**BY_SPREAD, "seen": "1"})
    assert answer.status_code == 422
    assert "Say why" in answer.content.decode()


def test_the_order_is_the_same_everywhere(hall: Hall) -> None:
    """Public page, print, files, API and what pairing goes by."""
    division = hall.scene.division
    factories.change(Division.objects.filter(pk=division.pk), standings_order="sum_of_scores performance", win_points=3)
    division.refresh_from_db()
    numbers = order(division)
    names = [line.name for line in standings_of(division)]
    for page in (
        hall.client.get(hall.url("standings")),
        hall.client.get(hall.url("print_standings")),
        hall.client.get(hall.url("standings_csv")),
    ):
        text = page.content.decode()
        positions = sorted(names, key=text.index)
        assert positions == names, page
    public = hall.client.get(hall.url("standings")).content.decode()
    assert "total points scored; then performance: opponents’ average rating ± 400 depending on the result" in public
    assert "Avg ± 400" in public
    document = json.loads(hall.client.get(hall.url("division_json")).content)
    assert [row["number"] for row in document["standings"]] == numbers
    assert document["division"]["standings_order"] == ["sum_of_scores", "performance"]
    assert document["standings"][0]["decided_by"][0] >= document["standings"][1]["decided_by"][0]
    api = hall.client.get(f"/api/v1/events/{hall.scene.event.slug}/divisions/{division.slug}/standings/").json()
    assert [row["number"] for row in api["results"]] == numbers
    assert load_state(division, 2).snapshot.settings.order == ("sum_of_scores", "performance")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"criterion_1": ""}, "required"),
        ({"criterion_2": "spread"}, "already in the list"),
        ({"criterion_1": "beauty"}, "Select a valid choice"),
        ({"spread_caps": "200; 300"}, "whole numbers"),
        ({"spread_caps": "9999"}, "from 0 to 1500"),
        ({"tie_points": "5"}, "with a tie in between"),
    ],
)
def test_what_cannot_be_meant_is_said_and_nothing_is_saved(wrong: dict[str, str], message: str) -> None:
    hall = make_hall()
    answer = hall.client.post(hall.url("standings_rules"), {**BY_SPREAD, **wrong})
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert Division.objects.get().settings.standings_order == "points spread"


def test_caps_by_round_and_the_value_of_a_bye(hall: Hall) -> None:
    where = hall.url("standings_rules")
    data = {**BY_SPREAD, "spread_caps": "50, 700", "bye_half_wins": "1", "reason": "as announced", "seen": "1"}
    assert hall.client.post(where, data).status_code == 302
    division = Division.objects.get()
    assert (division.settings.spread_caps, division.settings.bye_half_wins) == ((50, 700), 1)
    assert max(line.row.spread for line in standings_of(division)) == 50
    assert "round by round: 50, 700" in hall.client.get(hall.url("standings")).content.decode()
    assert 'value="50, 700"' in hall.client.get(where).content.decode()


def test_the_settings_page_needs_a_reason_too_shows_who_moves_and_keeps_the_order(hall: Hall) -> None:
    factories.change(Division.objects.all(), standings_order="wins losses spread")
    where = hall.url("division_settings")
    page = hall.client.get(where)
    data = {name: value if value is not None else "" for name, value in page.context["form"].initial.items()}
    changed = {**data, "win_points": "3", "spread_cap": "10"}
    # Neither the page as it was opened before the round was published nor one with the moves confirmed does without.
    for sent in (changed, {**changed, "seen": "1"}, {**changed, "seen": "1", "reason": "  "}):
        refused = hall.client.post(where, sent)
        assert refused.status_code == 422
        assert "Say why: rounds are published" in refused.content.decode()
        assert Division.objects.get().settings.win_points == 2
    response = hall.client.post(where, {**changed, "reason": "rule 7"})
    assert "This changes standings" in response.content.decode()
    assert Division.objects.get().settings.spread_cap is None
    assert hall.client.post(where, {**changed, "reason": "rule 7", "seen": "1"}).status_code == 302
    division = Division.objects.get()
    assert (division.settings.win_points, division.settings.spread_cap, division.settings.standings_order) == (
        3,
        10,
        "wins losses spread",
    )
    assert ActionLog.objects.get(verb="division.changed").reason == "rule 7"
    assert hall.client.post(where, {**changed, "round_minutes": "50"}).status_code == 302  # decides nothing


def test_handicap_standings_change_with_a_reason_too(hall: Hall) -> None:
    where = hall.url("standings_rules")
    unchanged = {**BY_SPREAD, "criterion_1": "points", "criterion_2": "spread", "criterion_3": ""}
    handicaps = {"handicap_by": "rating", "handicap_percent": "20", "handicap_cap": "40"}
    assert hall.client.post(where, {**unchanged, **handicaps}).status_code == 422
    assert Division.objects.get().settings.handicap_by == "none"
    assert hall.client.post(where, {**unchanged, **handicaps, "reason": "as announced"}).status_code == 302


def test_the_rule_uses_stored_values_not_loaded_ones(hall: Hall) -> None:
    """Somebody publishes, or changes the settings, after the page has loaded the division and before it saves."""
    stale = Division.objects.get()
    data = input_of(stale).with_settings(win_points=4)
    stale.settings = data.settings  # as if that had been read a moment ago
    with pytest.raises(TournamentError, match="Say why"):
        update_division(actor=hall.scene.director, division=stale, data=data, seen=True)


def test_queries_do_not_grow(hall: Hall) -> None:
    other = make_hall("autumn", players=12)
    other.publish()
    for one in (hall, other):
        assert factories.queries(partial(one.client.get, one.url("standings_rules"))) == 7
