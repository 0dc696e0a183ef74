"""Team matches: the page, its print and the API give the same table, matches and line-ups."""

from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.api_client import Api
from tests.harness.seen import seen
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Entry
from tournaments.queries.events import winners_of
from tournaments.queries.teams import team_event
from tournaments.services.events.events import finish_event
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round

pytestmark = pytest.mark.django_db


def team_hall(slug: str = "spring", *, players: int = 8, teams: str = "ABCD") -> Hall:
    """The players in turn in these teams."""
    hall = make_hall(slug, players=players)
    for place, entry in enumerate(Entry.objects.filter(division=hall.scene.division).order_by("number")):
        entry.team = f"Team {teams[place % len(teams)]}"
        entry.save()
    return hall


def play(hall: Hall, number: int, *, missing: int = 0) -> None:
    """A round of team matches in which the team that comes first in the alphabet wins on all boards, 400 to 300."""
    draft = draft_round(actor=hall.scene.director, division=hall.scene.division, number=number, system="team_matches")
    publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
    for game in hall.games(number)[missing:]:
        first, second = hall.entries(game)
        scores = (400, 300) if first.team < second.team else (300, 400)
        factories.report(game.pk, "official", *scores, actor=hall.scene.director)


def api(hall: Hall, what: str) -> list[Any]:
    answer = Api().get(f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/{what}/")
    lines: list[Any] = answer["results"]
    return lines


def test_page_print_and_api_say_the_same() -> None:
    hall = team_hall()
    play(hall, 1)
    play(hall, 2)
    event = team_event(hall.scene.division)
    assert event is not None
    expected = [(line.rank, line.team, line.points, line.boards_won, line.spread) for line in event.lines]
    assert [expected[0], expected[-1]] == [(1, "Team A", 4, 4, 400), (4, "Team D", 0, 0, -400)]
    lines = api(hall, "team-standings")
    columns = ("rank", "team", "points", "boards_won", "spread")
    assert [tuple(line[name] for name in columns) for line in lines] == expected
    assert [len(line["players"]) for line in lines] == [2] * 4
    matches = api(hall, "team-matches")
    assert [(row["round"], row["one_points"], row["two_points"]) for row in matches].count((1, 1, 1)) == 0
    assert sorted({(row["round"], row["one"], row["two"]) for row in matches}) == sorted(
        {(match.round, match.one, match.two) for match in event.matches}
    )
    for page in (text(Client().get(hall.url("teams"))), text(hall.client.get(hall.url("print_teams")))):
        assert sorted((line.team for line in event.lines), key=page.index) == [line.team for line in event.lines]
        assert "Match points 2–0" in page or "Match points 0–2" in page
        assert "Line-ups" in page
        assert page.count("<caption>") == 1 + 4 + 4


def test_boards_are_seen_from_one_team_and_firsts_alternate() -> None:
    hall = team_hall(players=6, teams="AB")
    play(hall, 1)
    (match,) = api(hall, "team-matches")
    boards = match["boards"]
    assert [board["first"] for board in boards] == ["one", "two", "one"]
    assert len({(board["one_score"], board["two_score"]) for board in boards}) == 1
    assert {match["one_boards"], match["two_boards"]} == {3, 0}


def test_a_match_without_all_results_counts_for_nothing_yet() -> None:
    hall = team_hall(players=4, teams="AB")
    play(hall, 1, missing=1)
    (match,) = api(hall, "team-matches")
    assert (match["one_points"], match["two_points"]) == (None, None)
    assert {line["points"] for line in api(hall, "team-standings")} == {0}
    assert "still playing" in text(Client().get(hall.url("teams")))


def test_a_bye_of_a_team() -> None:
    hall = team_hall(players=6, teams="ABC")
    play(hall, 1)
    assert [(row["one_points"], row["two"]) for row in api(hall, "team-matches") if not row["boards"]] == [(2, "")]
    assert ": bye" in text(Client().get(hall.url("teams")))


def test_only_where_teams_play_each_other_there_is_a_tab() -> None:
    hall = team_hall()
    hall.publish(1)
    assert (api(hall, "team-standings"), api(hall, "team-matches")) == ([], [])
    assert "Teams do not play each other" in text(Client().get(hall.url("teams")))
    assert "Teams do not play each other" in text(hall.client.get(hall.url("print_teams")))
    assert "Teams</a>" not in text(Client().get(hall.url("standings")))
    other = team_hall("winter")
    play(other, 1)
    assert f'<a href="{other.url("teams")}" >Teams</a>' in text(Client().get(other.url("standings")))


def test_once_the_event_is_finished_teams_have_won_it() -> None:
    hall = team_hall()
    for number in (1, 2, 3):
        play(hall, number)
    finish_event(actor=hall.scene.director, event=hall.scene.event)
    page = seen(text(Client().get(f"/e/{hall.scene.event.slug}/")))
    for place, team in enumerate("ABC", start=1):
        players = Entry.objects.filter(team=f"Team {team}").order_by("number")
        assert f"Place {place} Team {team} {', '.join(entry.name for entry in players)}" in page
    assert "Team D" not in page
    for address in ("/", f"/clubs/{hall.scene.club.slug}/"):
        assert "won by Team A" in text(Client().get(address)), address


def test_as_many_queries_whatever_the_size() -> None:
    small, large = team_hall(players=4, teams="AB"), team_hall("winter", players=16)
    play(small, 1)
    play(large, 1)
    play(large, 2)
    assert [factories.queries(lambda own=own: team_event(own.scene.division)) for own in (small, large)] == [3, 3]  # type: ignore[misc]


def test_three_team_events_are_won_with_as_many_queries_as_one() -> None:
    halls = [team_hall(name, players=4, teams="AB") for name in ("spring", "summer", "winter")]
    for hall in halls:
        play(hall, 1)
    events = [hall.scene.event for hall in halls]
    assert all(place == "Team A" for [(_division, place)] in winners_of(events).values())
    one, three = (factories.queries(lambda own=own: winners_of(own)) for own in (events[:1], events))  # type: ignore[misc]
    assert one == three
