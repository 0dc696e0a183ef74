"""Rounds whose first moves are drawn at the table: nobody is first until the draw, and what it gives stays."""

import pytest
from django.test import Client

from audit.models import ActionLog
from tests import factories
from tests.harness.seen import seen
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tournaments.models import Pairing
from tournaments.queries.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    """Round 1 of four players is published; the director chose on its page that players draw."""
    hall = make_hall(players=4)
    hall.client.post(hall.url("draft_round", 1), {"system": "swiss", "start_by": "draw"})
    draft = hall.scene.division.rounds.get()
    hall.client.post(hall.url("publish_round", 1), {"expected_version": draft.version})
    return hall


def names(game: Pairing) -> list[str]:
    return [seat.entry.name for seat in game.seats.select_related("entry").order_by("position")]


def firsts(hall: Hall) -> int:
    return sum(row.row.firsts for row in standings_of(hall.scene.division))


def test_nobody_is_first_until_the_players_have_drawn(hall: Hall) -> None:
    game = hall.games()[0]
    slips = [factories.own_slip(game.pk, side) for side in ("first", "second")]
    phone = Client()
    own = seen(text(phone.get(slips[0].removesuffix("1/"))))
    assert (names(game)[1] in own, "plays second" in own) == (True, False)
    assert "☐ 1st" in seen(text(hall.client.get(hall.url("print_slips", 1))))
    page = seen(text(phone.get(slips[0])))
    assert "Who plays first?" in page
    assert "plays second" not in page
    answer = phone.post(f"{slips[0]}draw/")
    assert (answer.status_code, answer["Location"]) == (302, slips[0])
    game.refresh_from_db()
    shown = [seen(text(phone.get(slip))) for slip in slips]
    for name, tiles in zip(names(game), game.drawn_tiles.split(), strict=True):
        assert all(f"{name} {tiles}" in page for page in shown)
    assert all("plays second" in page and "Who plays first?" not in page for page in shown)
    again = game.drawn_tiles
    phone.post(f"{slips[1]}draw/")
    game.refresh_from_db()
    assert game.drawn_tiles == again, "the first draw counts"
    action = ActionLog.objects.get(verb="pairing.first_drawn")
    assert (action.actor, action.after["first"], action.after["tiles"]) == (None, names(game)[0], again)
    assert action.after["seed"] is not None


def test_tiles_that_the_players_drew_are_typed(hall: Hall) -> None:
    game = hall.games()[0]
    one, other = names(game)
    slip = factories.own_slip(game.pk)
    phone = Client()
    bad = [
        (("E", "E"), "Two players drew the same tile."),
        (("E", "7"), "“7” is not a tile used in this division."),
        (("E", ""), "Type each player's tile"),
        (("Q", "Q"), "there cannot be more of a tile than the bag has"),
    ]
    for (first, second), problem in bad:
        answer = phone.post(f"{slip}draw/", {"typed": "1", "tile_1": first, "tile_2": second})
        assert (answer.status_code, problem in seen(text(answer))) == (422, True), (first, second)
    assert not Pairing.objects.exclude(drawn_tiles="").exists()
    assert phone.post(f"{slip}draw/", {"typed": "1", "tile_1": "e k", "tile_2": "EA"}).status_code == 302
    game.refresh_from_db()
    assert (names(game), game.drawn_tiles, game.starter_known) == ([other, one], "EA EK", True)
    assert phone.get(slip).status_code == 200, "the player's own address is still the same"


def test_an_official_draws_on_the_games_page(hall: Hall) -> None:
    game = hall.games()[0]
    page = hall.client.get(hall.url("manage_game", 1, game.pk))
    assert "Who plays first?" in seen(text(page))
    bad = hall.client.post(hall.url("draw_first_move", 1, game.pk), {"typed": "1", "tile_1": "B", "tile_2": "B"})
    assert (bad.status_code, "Two players drew the same tile." in seen(text(bad))) == (422, True)
    done = hall.client.post(
        hall.url("draw_first_move", 1, game.pk), {"typed": "1", "tile_1": "B", "tile_2": "?"}, follow=True
    )
    assert "Tiles drawn for the first move:" in seen(text(done))
    assert ActionLog.objects.get(verb="pairing.first_drawn").actor == hall.scene.director


def test_only_a_drawn_first_counts_as_a_first(hall: Hall) -> None:
    drawn, undrawn = hall.games()
    Client().post(f"{factories.own_slip(drawn.pk)}draw/")
    for game in (drawn, undrawn):
        factories.agree(game)
    assert firsts(hall) == 1
    Client().post(f"{factories.own_slip(undrawn.pk)}draw/")
    late = hall.client.post(hall.url("draw_first_move", 1, undrawn.pk))
    assert (late.status_code, "its game has already been reported" in seen(text(late))) == (422, True)
    assert firsts(hall) == 1


def test_rounds_with_balanced_firsts_offer_no_draw() -> None:
    hall = make_running_hall(players=4)
    game = hall.games()[0]
    slip = factories.own_slip(game.pk)
    assert "Who plays first?" not in seen(text(Client().get(slip)))
    Client().post(f"{slip}draw/")
    game.refresh_from_db()
    assert game.drawn_tiles == ""
