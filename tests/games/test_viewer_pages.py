"""The replay pages: who may see which record, at which move, and the download."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from clubs.models import Role, User
from tests import factories
from tests.walk import shown
from tournaments.models import Division, Round, Submission
from tournaments.services.results.results import SubmissionOutcome

pytestmark = pytest.mark.django_db

FIRST = b"8D TRAIN 12\n7C GALE 14\n"
SECOND = b"8D TRAIN 12\n7C GALE 13\n"


class Hall:
    """A published round whose first game has a record from each player."""

    def __init__(self) -> None:
        self.director: User = factories.user("director")
        self.club = factories.club(self.director)
        self.division: Division = factories.division(self.club, self.director)
        factories.entries(self.division, self.director, 4)
        self.round: Round = factories.publish(self.division, self.director, 1)
        self.games = factories.games(self.round)
        self.pairing_id = self.games[0].pairing_id
        self.path = f"/e/{self.division.event.slug}/games/{self.pairing_id}/"

    def report(self, side: str, first: int = 400, *, record: bytes = FIRST) -> SubmissionOutcome:
        return factories.report(self.pairing_id, side, first, 350, record=record)

    def confirm(self) -> None:
        self.report("first")
        self.report("second", record=SECOND)


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_a_confirmed_game_is_public(client: Client, hall: Hall) -> None:
    hall.confirm()
    text = shown(client, hall.path)
    assert f"{hall.games[0].first.name} – " in text
    assert "8D TRAIN" in text
    assert '<table class="board board-15">' in text
    assert "Tiles played" in text


@pytest.mark.parametrize("state", ["nothing", "pending", "conflict"])
def test_what_players_wrote_is_for_officials_until_confirmed(client: Client, hall: Hall, state: str) -> None:
    users = factories.everybody(hall.club, hall.director)
    if state != "nothing":
        hall.report("first")
    if state == "conflict":
        hall.report("second", 401, record=SECOND)
    for who in ("anonymous", "outsider", "member", "ratings_officer", "scorer", "director"):
        if who != "anonymous":
            client.force_login(users[who])
        expected = 200 if state != "nothing" and who in {Role.SCORER, Role.DIRECTOR, Role.RATINGS_OFFICER} else 404
        assert client.get(hall.path).status_code == expected, who
        assert client.get(f"{hall.path}record/").status_code == expected, who


def test_the_other_players_record_is_not_public_even_after_confirmation(client: Client, hall: Hall) -> None:
    hall.confirm()
    shown = Submission.objects.get(pairing=hall.pairing_id, side="second").record
    hidden = Submission.objects.get(pairing=hall.pairing_id, side="first").record
    assert shown is not None
    assert hidden is not None
    assert client.get(f"{hall.path}?record={shown.uuid}").status_code == 200
    assert client.get(f"{hall.path}?record={hidden.uuid}").status_code == 404
    client.force_login(hall.director)
    assert client.get(f"{hall.path}?record={hidden.uuid}").status_code == 200
    assert client.get(f"{hall.path}record/?record={hidden.uuid}").content == FIRST


def test_a_record_of_another_game_is_404(client: Client, hall: Hall) -> None:
    hall.confirm()
    factories.report(hall.games[1].pairing_id, "first", 400, 350, record=FIRST)
    other = Submission.objects.get(pairing=hall.games[1].pairing_id).record
    assert other is not None
    client.force_login(hall.director)
    for wanted in (str(other.uuid), "8a2f8f0e-0000-4000-8000-000000000000", "x", ""):
        assert client.get(f"{hall.path}?record={wanted}").status_code == 404, wanted


def test_a_game_is_reached_through_its_own_event_only(client: Client, hall: Hall) -> None:
    hall.confirm()
    other = factories.division(hall.club, hall.director)
    assert client.get(f"/e/{other.event.slug}/games/{hall.pairing_id}/").status_code == 404
    assert client.get(f"/e/{hall.division.event.slug}/games/{hall.pairing_id + 999}/").status_code == 404


def test_the_board_at_each_move(client: Client, hall: Hall) -> None:
    """After a move that there is not, the last one."""
    hall.confirm()
    first, second = hall.games[0].first, hall.games[0].second
    assert second is not None
    last = f"The board after move 2: {second.name}, 7C GALE"
    captions = {"0": "The empty board before the first move", "1": f"The board after move 1: {first.name}, 8D TRAIN"}
    captions |= dict.fromkeys(("2", "99999999999", "-1", "x", ""), last)
    for move, caption in captions.items():
        assert f"<caption>{caption}" in shown(client, f"{hall.path}?move={move}"), move


def test_stepping_works_by_links(client: Client, hall: Hall) -> None:
    hall.confirm()
    text = shown(client, f"{hall.path}?move=1")
    for target in ("?move=0", "?move=2"):
        assert f'href="{target}"' in text


def test_stated_and_computed_scores_stand_side_by_side(client: Client, hall: Hall) -> None:
    hall.report("first")
    factories.report(hall.pairing_id, "second", 400, 350)
    text = shown(client, hall.path)
    assert "recorded </span>14</del>" in text
    assert "computed </span>13</ins>" in text
    assert "The play scores 13; the record says 14." in text


def test_the_confirmed_result_stands_over_what_the_record_adds_up_to(client: Client, hall: Hall) -> None:
    hall.confirm()
    text = shown(client, hall.path)
    assert '<span class="big">400</span>' in text
    assert "By the rules, the recorded game ended 12 – 13" in text
    factories.report(hall.games[1].pairing_id, "first", 12, 13, record=SECOND)
    factories.report(hall.games[1].pairing_id, "second", 12, 13)
    assert "By the rules, the recorded game ended" not in shown(
        client, hall.path.replace(str(hall.pairing_id), str(hall.games[1].pairing_id))
    )


def test_the_download_is_the_original_and_nothing_else(client: Client, hall: Hall) -> None:
    nasty = b"#player1 a A\n#player2 b B\n#note <script>alert(1)</script>\n>a: TRAIN 8D TRAIN +12 12\n"
    hall.report("first", record=nasty)
    hall.report("second", record=nasty)
    response = client.get(f"{hall.path}record/")
    assert response.content == nasty
    assert response.headers["Content-Type"].startswith("text/plain")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Disposition"].startswith("attachment; filename=")
    assert b"<script>alert" not in client.get(hall.path).content


def test_a_record_in_which_nothing_could_be_read(client: Client, hall: Hall) -> None:
    hall.report("first", record=b"\x00\x01\x02")
    hall.report("second", record=b"\x00\x01\x02")
    text = shown(client, hall.path)
    assert "This is not a text file." in text
    assert "No moves could be read." in text


@pytest.mark.parametrize("turns", [1, 30])
def test_queries_do_not_grow_with_the_game(
    client: Client, hall: Hall, turns: int, django_assert_num_queries: Callable[..., Any]
) -> None:
    record = b"8D TRAIN 12\n" + b"-\n" * (turns - 1)
    hall.report("first", record=record)
    hall.report("second", record=record)
    with django_assert_num_queries(
        7
    ):  # the game, its seats, its record, its analysis, its comments; whether its words may be told: result and next games
        assert client.get(hall.path).status_code == 200
