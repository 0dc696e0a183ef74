"""The page of a round that is paired by hand: typed, chosen from a list, checked, drafted, changed; nothing typed is lost."""

import pytest

from tests import factories
from tests.api_client import as_user
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tournaments.models import Pairing, Round
from tournaments.queries.rounds import pairings_of

pytestmark = pytest.mark.django_db


def numbers(hall: Hall) -> set[tuple[int, ...]]:
    """The round's pairings by the players' numbers."""
    round_ = Round.objects.get(division=hall.scene.division, number=1)
    return {tuple(seat.number for seat in line.seats) for line in pairings_of(round_)}


def post(hall: Hall, do: str, typed: str, **more: object) -> tuple[int, str]:
    """Press a button of the page."""
    round_ = Round.objects.filter(division=hall.scene.division, number=1).first()
    version = "" if round_ is None else round_.version
    data = {"do": do, "text": typed, "expected_version": version, "complete": "on"} | more
    page = hall.client.post(hall.url("by_hand", 1), {name: value for name, value in data.items() if value is not None})
    return page.status_code, text(page)


def test_a_round_is_typed_checked_and_drafted() -> None:
    hall = make_hall(players=6)
    assert hall.client.get(hall.url("by_hand", 1)).status_code == 200
    assert hall.url("by_hand", 1) in text(hall.client.get(hall.url("manage_round", 1)))
    status, page = post(hall, "check", "1 2")
    assert (status, Round.objects.count()) == (200, 0)
    assert "Nothing is saved yet" in page
    assert "automatic" in page
    assert post(hall, "save", "1 2")[0] == 302
    assert (1, 2) in numbers(hall)
    assert len(numbers(hall)) == 3


def test_a_real_list_is_one_paste() -> None:
    hall = make_hall(players=6)
    pasted = (
        "Round 1 pairings\r\nTable\tFirst\tSecond\r\n1\tFarid Haddad\tAda Byron\r\n2\tBruno Katz (1598)\tDev Patel (1596)"
        "\r\n3\tEmily Stone\tChiyo Mori\r\n"
    )
    assert post(hall, "save", pasted, complete=None)[0] == 302
    assert numbers(hall) == {(6, 1), (2, 4), (5, 3)}
    assert list(Pairing.objects.order_by("table_number").values_list("table_number", flat=True)) == [1, 2, 3]


def test_what_is_wrong_stands_at_the_text_which_comes_back() -> None:
    hall = make_hall(players=6)
    status, page = post(hall, "save", "1 2, 99 3\n4 4")
    assert status == 422
    assert "No one in this division is “99”" in page
    assert "Dev Patel (#4) is paired with themselves" in page
    assert "1 2, 99 3" in page
    status, page = post(hall, "save", "1 2", complete=None)
    assert "Not paired: Chiyo Mori, Dev Patel, Emily Stone, Farid Haddad." in page
    assert not Round.objects.exists()


def test_pairs_and_swaps_are_chosen_from_lists() -> None:
    hall = make_running_hall(players=6)
    one, other, third = hall.scene.entries[0], hall.scene.entries[1], hall.scene.entries[2]
    before = numbers(hall)
    status, page = post(hall, "pair", "", player=one.pk, opponent=other.pk)
    assert status == 200
    assert "\n1 2</textarea>" in page
    status, page = post(hall, "swap", "", player=one.pk, opponent=other.pk)
    lines = page.split('data-focus=""')[0]
    assert lines
    assert numbers(hall) == before
    status, page = post(hall, "pair", "1 2", player=third.pk, opponent="")
    assert "3 bye" in page
    assert post(hall, "pair", "", player=one.pk, opponent=one.pk)[0] == 422
    assert post(hall, "swap", "", player=one.pk, opponent="")[0] == 422
    assert post(hall, "swap", "99 1", player=one.pk, opponent=other.pk)[0] == 422


def test_a_published_round_is_changed_and_says_who_is_told() -> None:
    hall = make_running_hall(players=6)
    status, page = post(hall, "check", "1 2")
    assert status == 200
    assert "Only these are told of the change:" in page
    status, _page = post(hall, "save", "1 2")
    assert status == 302
    assert (1, 2) in numbers(hall)
    status, page = post(hall, "save", "1 3", expected_version=0)
    assert status == 422
    assert "Someone else changed this round" in page


def test_a_game_with_a_result_stays() -> None:
    hall = make_running_hall(players=6)
    game = hall.games()[0]
    factories.agree(game)
    first, second = hall.numbers(game)
    other = hall.numbers(hall.games()[1])[0]
    status, page = post(hall, "save", f"{first} {other}")
    assert status == 422
    assert "a result has been reported there" in page
    assert (first, second) in numbers(hall)


def test_over_http_the_same() -> None:
    hall = make_hall(players=5)
    api = as_user(hall.scene.director)
    address = f"events/{hall.scene.event.slug}/divisions/{hall.scene.division.slug}/rounds/1/by-hand/"
    preview = api.post(address, {"text": "1 2, 5 bye", "preview": True})
    assert [line["typed"] for line in preview["lines"]] == [True, False, True]
    assert not Round.objects.exists()
    made = api.post(address, {"text": "1 2, 5 bye"})
    assert made["round"]["state"] == "draft"
    by_id = {entry.number: entry.pk for entry in hall.scene.entries}
    body = {"pairs": [{"first": by_id[1], "second": by_id[3]}], "expected_version": made["round"]["version"]}
    changed = api.post(address, body)
    assert {"Ada Byron", "Chiyo Mori"} <= set(changed["concerned"])
    assert (1, 3) in numbers(hall)
    assert api.post(address, body, expect=409)["type"] == "stale"
    for wrong in (
        {"text": "99 1"},
        {"pairs": [{"first": 10**9, "second": by_id[1]}]},
        {"pairs": [{"first": by_id[1]}]},
        {"pairs": [{"first": by_id[1], "second": by_id[1]}]},
        {"pairs": [{"first": by_id[1], "alone": "bye"}], "text": "1 2"},
    ):
        api.post(address, {**wrong, "expected_version": changed["round"]["version"]}, expect=400)
