"""The bracket of a knock-out: its page, its print and the API say the same, and only divisions with one have a tab."""

import pytest
from django.test import Client

from audit.models import ActionLog
from tests import factories
from tests.api_client import Api, as_user
from tests.independent.seeded import load
from tests.tournaments.pages.public.test_knock_out_places import play
from tests.tournaments.scenes.hall import Hall, make_hall, text
from tournaments.models import Division, Entry
from tournaments.queries.bracket import bracket_view
from tournaments.queries.published import event_file
from tournaments.queries.standings import standings_of
from tournaments.services.rounds.pairing import draft_round
from tournaments.services.rounds.publish import publish_round
from tournaments.web.bracket_picture import shortened

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Four players without ratings, the semi-finals played: 1 and 2 are in the final."""
    hall = make_hall(players=4)
    Entry.objects.update(rating=None)
    play(hall, 1, {frozenset((1, 4)): (401, 400), frozenset((2, 3)): (301, 300)})
    return hall


def rows(hall: Hall) -> list[dict[str, object]]:
    """The matches by the API."""
    answer = Api().get(f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/bracket/")
    lines: list[dict[str, object]] = answer["results"]
    return lines


def names(hall: Hall) -> dict[int, str]:
    return dict(Entry.objects.filter(division=hall.scene.division).values_list("number", "name"))


def test_page_print_and_api_say_the_same(hall: Hall) -> None:
    play(hall, 2, {frozenset((1, 2)): (700, 100), frozenset((3, 4)): (600, 300)})
    one, two, three, four = (name for _number, name in sorted(names(hall).items()))
    matches = [(row["number"], row["one"]["name"], row["two"]["name"], row["winner"]) for row in rows(hall)]  # type: ignore[index]
    entry = dict(Entry.objects.values_list("name", "pk"))
    assert matches == [(1, one, four, entry[one]), (2, two, three, entry[two]), (3, one, two, entry[one])]
    for page in (text(Client().get(hall.url("bracket"))), text(hall.client.get(hall.url("print_bracket")))):
        assert f"{one} has won the knock-out." in page
        assert "Final places" in page
        assert "Semi-finals" in page
        assert "700" in page
        assert "401 – 400" in page
        # name in the drawing, the places and the list
        assert page.count(f">{four}<") == 3


def test_before_the_final_it_says_who_is_still_in(hall: Hall) -> None:
    page = text(Client().get(hall.url("bracket")))
    assert page.count("still in") == 2
    assert page.count("lost in the semi-finals") == 2
    assert rows(hall)[-1]["winner"] is None


def test_a_tied_match_says_who_goes_on_and_the_director_can_say_otherwise() -> None:
    hall = make_hall(players=4)
    Entry.objects.update(rating=None)
    play(hall, 1, {frozenset((1, 4)): (400, 400), frozenset((2, 3)): (400, 300)})
    one, four = (names(hall)[number] for number in (1, 4))
    game = next(game for game in hall.games() if set(hall.numbers(game)) == {1, 4})
    board, own = hall.url("manage_round", 1), hall.url("manage_game", 1, game.pk)
    assert f"Level on everything: {one} goes through as the higher seed." in text(hall.client.get(board))
    assert f'href="{own}#goes-on"' in text(hall.client.get(board))
    public = text(Client().get(hall.url("round", 1)))
    assert f"Table {game.table_number}. Level on everything: {one} goes through as the higher seed." in public
    assert public.count("goes through") == 1
    assert "Save who goes through" in text(hall.client.get(own))
    other = next(one for one in hall.games() if one != game)
    assert "Save who goes through" not in text(hall.client.get(hall.url("manage_game", 1, other.pk)))

    seat = {"goes_on": str(1 + hall.numbers(game).index(4))}
    said = text(hall.client.post(hall.url("say_who_goes_on", 1, game.pk), seat, follow=True))
    assert f"Level on games: the director decided that {four} goes through." in said
    assert "Level on games; the director decided who goes through." in text(Client().get(hall.url("bracket")))
    assert [row["by"] for row in rows(hall)[:2]].count("director") == 1
    assert load().check(event_file(hall.scene.event, officials=True)).differences == []
    log = ActionLog.objects.get(verb="pairing.goes_on")
    assert (log.before, log.after) == ({"goes_on": ""}, {"goes_on": four})
    refused = hall.client.post(hall.url("say_who_goes_on", 1, other.pk), {"goes_on": "1"}, follow=True)
    assert "This game did not leave a knock-out match level" in text(refused)

    api, address = as_user(hall.scene.director), f"events/{hall.scene.event.slug}/pairings/"
    refused = api.call("PUT", f"{address}{other.pk}/goes-on/", {"seat": 1}, expect=409)
    assert "did not leave a knock-out match level" in refused["detail"]
    api.call("PUT", f"{address}{game.pk}/goes-on/", {"seat": None})
    assert "director" not in {row["by"] for row in rows(hall)}
    api.call("PUT", f"{address}{game.pk}/goes-on/", {"seat": int(seat["goes_on"])})

    play(hall, 2, {})
    assert {frozenset(hall.numbers(final)) for final in hall.games(2)} == {frozenset((2, 4)), frozenset((1, 3))}
    late = text(hall.client.post(hall.url("say_who_goes_on", 1, game.pk), {"goes_on": ""}, follow=True))
    assert "Round 2 is already published with the player who went through. Unpublish it first." in late
    assert standings_of(hall.scene.division)[0].number in {2, 4}


def test_a_bracket_that_outlasts_the_plan_is_said_on_the_dashboard(hall: Hall) -> None:
    desk = f"/e/{hall.scene.event.slug}/manage/"
    assert "The knock-out ends" not in text(hall.client.get(desk))
    factories.change(hall.scene.division, rounds_planned=1)
    page = text(hall.client.get(desk))
    assert "The knock-out ends in round 2, but the plan ends with round 1." in page
    assert "The knock-out continues: plan up to round 2" in page
    assert "finish the event" not in page


def test_whoever_wins_the_match_for_third_place_is_told_so() -> None:
    hall = make_hall(players=4)
    options = {"third_place": True}
    for number in (1, 2):
        draft = draft_round(
            actor=hall.scene.director,
            division=Division.objects.get(pk=hall.scene.division.pk),
            number=number,
            system="elimination",
            options=options,
        )
        publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
        for game in hall.games(number):
            factories.report(game.pk, "official", 400, 300, actor=hall.scene.director)
    page = text(Client().get(hall.url("bracket")))
    assert page.count("won the third-place match") == 1
    assert page.count("lost in the semi-finals") == 1


def test_a_double_knock_out_names_both_brackets_and_who_is_out() -> None:
    """Four players: who loses twice is out. The final is between the winners of the two brackets."""
    hall = make_hall(players=4)
    actor, division = hall.scene.director, hall.scene.division
    factories.change(division, rounds_planned=5)
    for number in (1, 2):
        draft = draft_round(actor=actor, division=division, number=number, system="double_elimination")
        factories.play(publish_round(actor=actor, round_id=draft.pk, expected_version=draft.version))
    page = " ".join(text(Client().get(hall.url("bracket"))).split())
    for words in ("Winners&#x27; bracket", "Losers&#x27; bracket", "Winners&#x27; bracket: Stage 1 · Round 1"):
        assert words in page, words
    assert page.count("lost in the losers&#x27; bracket, Stage 2") == 1
    assert page.count("still in") == 3


def test_lines_to_come_name_their_match_and_seeds_have_byes() -> None:
    """Three players in a bracket of four: 1 has a bye, 2 and 3 have not reported yet."""
    hall = make_hall(players=3)
    draft = draft_round(
        actor=hall.scene.director, division=hall.scene.division, number=1, system="elimination", options={"bracket": 4}
    )
    publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
    bye, first, final = rows(hall)
    assert (bye["number"], first["number"], final["number"]) == (None, 1, 2)
    assert bye["by"] == "bye"
    assert final["two"]["winner_of"] == 1  # type: ignore[index]
    page = text(Client().get(hall.url("bracket")))
    assert "Winner of match 1" in page
    assert ">bye<" in page
    assert "Places so far" in page


def test_play_offs_after_a_swiss_have_a_bracket_beside_the_rest() -> None:
    hall = make_hall(players=6)
    division = Division.objects.get(pk=hall.scene.division.pk)
    for number in (1, 2):
        hall.publish(number)
        for game in hall.games(number):
            factories.report(game.pk, "official", 400, 300, actor=hall.scene.director)
    assert rows(hall) == []
    assert "has no bracket" in text(Client().get(hall.url("bracket")))
    assert "Bracket</a>" not in text(Client().get(hall.url("standings")))
    best = division.entries.count()
    options = {"bracket": 2, "first_round": 3}
    draft = draft_round(actor=hall.scene.director, division=division, number=3, system="elimination", options=options)
    publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
    (final,) = rows(hall)
    assert (final["first_round"], final["part"], final["size"]) == (3, "main", 1)
    assert len(hall.games(3)) == best // 2
    assert f'<a href="{hall.url("bracket")}" >Bracket</a>' in text(Client().get(hall.url("standings")))


def test_a_draft_of_a_knock_out_is_not_public() -> None:
    hall = make_hall(players=4)
    draft_round(actor=hall.scene.director, division=hall.scene.division, number=1, system="elimination")
    for client in (Client(), hall.client):
        assert "has no bracket" in text(client.get(hall.url("bracket")))
    assert rows(hall) == []


def test_as_many_queries_whatever_the_size(hall: Hall) -> None:
    large = make_hall("winter", players=12)
    play(large, 1, {})
    play(large, 2, {})
    assert [factories.queries(lambda own=own: bracket_view(own.scene.division)) for own in (hall, large)] == [3, 3]  # type: ignore[misc]
    none = make_hall("summer").scene.division
    assert factories.queries(lambda: bracket_view(none)) == 1


def test_long_names_are_shortened_by_their_width() -> None:
    assert shortened("Ada Lovelace") == "Ada Lovelace"
    assert shortened("Bartholomew Featherstonehaugh") == "Bartholomew Feath…"
    assert shortened("山田太郎左衛門尉義信") == "山田太郎左衛門尉…"


def test_a_knock_out_starts_where_it_is_chosen_and_goes_on_from_there() -> None:
    """After a Swiss nothing but the size of the bracket is chosen; the next round only says "knock-out"."""
    hall = make_hall(players=6)
    hall.publish(1)
    for game in hall.games(1):
        factories.report(game.pk, "official", 400, 300, actor=hall.scene.director)
    for number, options in ((2, {"bracket": 4}), (3, {"bracket": 4})):
        draft = draft_round(
            actor=hall.scene.director,
            division=hall.scene.division,
            number=number,
            system="elimination",
            options=options,
        )
        publish_round(actor=hall.scene.director, round_id=draft.pk, expected_version=draft.version)
        for game in hall.games(number):
            factories.report(game.pk, "official", 400, 300, actor=hall.scene.director)
    assert [(row["first_round"], row["number"]) for row in rows(hall)] == [(2, 1), (2, 2), (3, 3)]
    assert rows(hall)[-1]["winner"] is not None
    board = text(hall.client.get(hall.url("manage_round", 3)))
    assert hall.url("print_bracket") in board
    assert hall.url("print_bracket") not in text(hall.client.get(hall.url("manage_round", 1)))
