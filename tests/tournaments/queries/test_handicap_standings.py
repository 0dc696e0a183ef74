"""Handicap standings of a division: by points or by rating, beside the plain ones, on pages, paper, in prizes and over HTTP."""

from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse

from clubs.models import Club, User
from ratings.models import RatedResult
from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import USUAL_POINTS, make_hall, text
from tournaments.inputs.entries import EntryChanges
from tournaments.inputs.prizes import PrizeInput
from tournaments.inputs.results import ResultInput, RulingInput
from tournaments.models import Division, Entry, Pairing, Result
from tournaments.queries.handicaps import handicap_standings
from tournaments.queries.prizes import prize_list
from tournaments.queries.standings import standings_of
from tournaments.services.prizes import add_prizes
from tournaments.services.results.results import rule_result
from tournaments.services.rounds import pairing

pytestmark = pytest.mark.django_db


@pytest.fixture
def rated(club: Club, director: User) -> Division:
    """Four players rated 1800, 1790 …; half the difference is the head start, at most 10."""
    pool = factories.pool(club, director)
    division = factories.division(club, director, pool=pool, handicap_by="rating", handicap_percent=50, handicap_cap=10)
    factories.entries(division, director, 4)
    return division


def play(division: Division, director: User, scores: dict[frozenset[str], tuple[int, int]]) -> None:
    """Publish the next round; ``scores`` are the stronger (first by name) player's and the other's."""
    round_ = factories.publish(division, director, 1 + division.rounds.count())
    for line in factories.games(round_):
        names = sorted((line.first.name, line.second.name))
        strong, weak = scores[frozenset(names)]
        result = (strong, weak) if line.first.name == names[0] else (weak, strong)
        factories.agree(line.pairing_id, *result)


ROUND_ONE = {frozenset(("Ada", "Cem")): (405, 400), frozenset(("Ben", "Dua")): (450, 400)}


def records(division: Division) -> dict[str, tuple[int, float, int]]:
    """Rank, wins and spread with handicaps, by name."""
    return {
        item.line.name: (item.line.row.rank, item.line.row.wins, item.line.row.spread)
        for item in handicap_standings(division)
    }


def test_by_rating_a_close_loss_counts_as_a_win(rated: Division, director: User) -> None:
    play(rated, director, ROUND_ONE)
    assert records(rated) == {"Ben": (1, 1, 40), "Cem": (2, 1, 5), "Ada": (3, 0, -5), "Dua": (4, 0, -40)}
    plain = {line.name: (line.row.rank, line.row.wins, line.row.spread) for line in standings_of(rated)}
    assert plain == {"Ben": (1, 1, 50), "Ada": (2, 1, 5), "Cem": (3, 0, -5), "Dua": (4, 0, -50)}
    assert {item.line.name: item.plain.rank for item in handicap_standings(rated)} == {
        name: rank for name, (rank, _wins, _spread) in plain.items()
    }
    assert {item.points for item in handicap_standings(rated)} == {None}
    # what is rated is what was played
    assert set(RatedResult.objects.values_list("player_score", "opponent_score")) <= {
        score for result in ROUND_ONE.values() for score in (result, result[::-1])
    }
    assert RatedResult.objects.count() == 2


def test_by_points_of_each_player(club: Club, director: User) -> None:
    division = factories.division(club, director, handicap_by="points")
    factories.entries(division, director, 4)
    api = as_user(director)
    at = f"events/{division.event.slug}/divisions/{division.slug}/"
    cem = Entry.objects.get(name="Cem")
    assert api.patch(f"{at}entries/{cem.pk}/", {"handicap_points": 25})["handicap_points"] == 25
    assert api.patch(f"{at}entries/{cem.pk}/", {"team": "Red"})["handicap_points"] == 25
    api.patch(f"{at}entries/{cem.pk}/", {"handicap_points": 501}, expect=400)
    play(division, director, ROUND_ONE)
    assert records(division) == {"Ben": (1, 1, 50), "Cem": (2, 1, 20), "Ada": (3, 0, -20), "Dua": (4, 0, -50)}
    assert {item.line.name: item.points for item in handicap_standings(division)} == {
        "Ben": 0,
        "Cem": 25,
        "Ada": 0,
        "Dua": 0,
    }


def test_a_loss_on_time_stays_a_loss(rated: Division, director: User) -> None:
    play(rated, director, {frozenset(("Ada", "Cem")): (405, 400), frozenset(("Ben", "Dua")): (401, 400)})
    game = Pairing.objects.get(seats__entry__name="Dua")
    dua_first = game.seats.get(entry__name="Dua").position == 1
    first, second = (440, 438) if dua_first else (438, 440)
    late = "first" if dua_first else "second"
    result = ResultInput(first_score=first, second_score=second, lost_on_time=late)
    data = RulingInput(result=result, reason="flag", expected_version=Result.objects.get(pairing=game).version)
    rule_result(actor=director, pairing_id=game.pk, data=data)
    row = next(item for item in handicap_standings(rated) if item.line.name == "Dua")
    assert (row.line.row.wins, row.line.row.spread) == (row.plain.wins, row.plain.spread) == (0, -50)


def test_a_division_without_handicaps_has_no_such_table(division: Division, director: User) -> None:
    factories.entries(division, director, 4)
    assert handicap_standings(division) == []


def test_as_many_queries_whatever_the_size(rated: Division, club: Club, director: User) -> None:
    factories.play(factories.publish(rated, director, 1))
    large = factories.division(club, director, handicap_by="points")
    factories.entries(large, director, 12)
    for number in (1, 2):
        factories.play(factories.publish(large, director, number))
    assert [factories.queries(partial(handicap_standings, one)) for one in (rated, large)] == [4, 4]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"handicap_by": "weight"}, "choose one of: nothing: no handicap standings"),
        ({"handicap_by": "rating", "game": "wordbasket", "rules_slug": "word-basket"}, "this game has no such setting"),
        ({"handicap_percent": 0}, "from 1 to 100"),
        ({"handicap_percent": 101}, "from 1 to 100"),
        ({"handicap_cap": 0}, "from 1 to 500, or empty"),
        ({"handicap_cap": 501}, "from 1 to 500, or empty"),
    ],
)
def test_what_cannot_be(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        factories.division_data(**wrong)


def test_points_of_a_player_are_bounded() -> None:
    with pytest.raises(ValidationError, match="Handicap points must be 0 to 500"):
        EntryChanges(name="Ada", handicap_points=501)


def test_a_prize_for_a_place_with_handicaps(rated: Division, director: User) -> None:
    prizes = [
        PrizeInput(name=f"Handicap {place}", kind="handicap_rank", place=place, division_id=rated.pk)
        for place in (1, 2)
    ]
    add_prizes(actor=director, event=rated.event, prizes=prizes)
    play(rated, director, ROUND_ONE)
    listed = prize_list(rated.event)
    assert [[winner.name for winner in line.winners] for line in listed.awards] == [["Ben"], ["Cem"]]
    assert listed.doubts == ()
    factories.change(Division.objects.all(), handicap_by="none")
    bare = prize_list(rated.event)
    assert [line.winners for line in bare.awards] == [(), ()]
    assert [str(doubt.code) for _prize, doubt, _other in bare.doubts] == ["no_handicaps", "no_handicaps"]
    with pytest.raises(ValidationError, match="belongs to one division"):
        PrizeInput(name="x", kind="handicap_rank")


def test_the_pages() -> None:
    hall = make_hall(players=4)
    public = reverse("tournaments:handicap", args=[hall.scene.event.slug, hall.scene.division.slug])
    standings = reverse("tournaments:standings", args=[hall.scene.event.slug, hall.scene.division.slug])
    assert "This division has no handicap standings." in text(hall.client.get(public))
    assert public not in text(hall.client.get(standings))
    assert "no handicap standings" in text(hall.client.get(hall.url("print_handicap")))
    rules = hall.url("standings_rules")
    assert "Handicap standings use" in text(hall.client.get(rules))
    fields = {
        "criterion_1": "points",
        "criterion_2": "spread",
        **USUAL_POINTS,
        "handicap_by": "rating",
        "handicap_percent": "20",
        "handicap_cap": "40",
    }
    assert hall.client.post(rules, {**fields, "handicap_percent": "0"}).status_code == 422
    assert hall.client.post(rules, fields).status_code == 302
    division = Division.objects.get()
    assert (division.settings.handicap_by, division.settings.handicap_percent, division.settings.handicap_cap) == (
        "rating",
        20,
        40,
    )
    del fields["handicap_by"], fields["handicap_percent"], fields["handicap_cap"]
    assert hall.client.post(rules, fields).status_code == 302
    division.refresh_from_db()
    assert (division.settings.handicap_by, division.settings.handicap_percent, division.settings.handicap_cap) == (
        "rating",
        20,
        40,
    )
    hall.publish()
    for game in hall.games():
        factories.agree(game)
    assert public in text(hall.client.get(standings))
    for where in (public, f"{public}?round=1", hall.url("print_handicap"), hall.url("print_handicap") + "?round=1"):
        page = text(hall.client.get(where))
        assert "20 percent of the rating difference, at most 40 points" in page
        assert hall.scene.entries[0].name in page
    assert hall.client.get(f"{public}?round=2").status_code == 404


def test_a_player_is_given_points_on_the_page() -> None:
    hall = make_hall(players=4)
    entry = hall.scene.entries[0]
    where = hall.url("edit_entry", entry.pk)
    page = text(hall.client.get(where))
    assert 'name="handicap_points"' in page
    assert 'name="handicap"' not in page
    fields = {"name": entry.name, "rating": str(entry.rating)}
    assert hall.client.post(where, {**fields, "handicap_points": "30"}).status_code == 302
    entry.refresh_from_db()
    assert entry.handicap_points == 30
    assert hall.client.post(where, {**fields, "handicap_points": "501"}).status_code == 422


def test_over_http(rated: Division, director: User) -> None:
    play(rated, director, ROUND_ONE)
    api = as_user(director)
    at = f"events/{rated.event.slug}/divisions/{rated.slug}/"
    rows = api.get(f"{at}handicap-standings/")["results"]
    assert [(row["rank"], row["name"], row["wins"], row["spread"], row["plain_rank"]) for row in rows] == [
        (1, "Ben", 1, 40, 1),
        (2, "Cem", 1, 5, 3),
        (3, "Ada", 0, -5, 2),
        (4, "Dua", 0, -40, 4),
    ]
    assert api.get(f"{at}handicap-standings/?after_round=1")["results"] == rows
    api.get(f"{at}handicap-standings/?after_round=2", expect=404)
    changed = api.patch(at, {"handicap_by": "points", "handicap_cap": None, "reason": "agreed"})
    assert (changed["handicap_by"], changed["handicap_percent"], changed["handicap_cap"]) == ("points", 50, None)
    assert {row["points"] for row in api.get(f"{at}handicap-standings/")["results"]} == {0}
    api.patch(at, {"handicap_by": "none", "reason": "agreed"})
    assert api.get(f"{at}handicap-standings/")["results"] == []


def test_it_may_change_at_any_time_and_pairing_does_not_look_at_it(rated: Division, director: User) -> None:
    play(rated, director, ROUND_ONE)
    before = pairing.draft_round(actor=director, division=rated, number=2)
    api = as_user(director)
    api.patch(f"events/{rated.event.slug}/divisions/{rated.slug}/", {"handicap_by": "none", "reason": "agreed"})
    after = pairing.draft_round(actor=director, division=rated, number=2)
    assert before.run is not None
    assert after.run is not None
    assert (before.run.fingerprint, before.run.plan["pairs"]) == (after.run.fingerprint, after.run.plan["pairs"])
