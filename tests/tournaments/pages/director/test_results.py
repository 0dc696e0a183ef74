"""Entering results at the desk, ruling on disputes, correcting."""

import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.walk import check_each
from tournaments.inputs.results import ResultInput, ScoresheetInput
from tournaments.models import Event, Pairing, Result, ResultRuling, Submission
from tournaments.services.results.results import submit_scoresheet

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall() -> Hall:
    return make_running_hall()


def report(game: Pairing, side: str, first: int, second: int) -> None:
    data = ScoresheetInput(
        side=side,
        channel="link",
        client_token=f"token-{side}-{first}",
        result=ResultInput(first_score=first, second_score=second),
    )
    submit_scoresheet(pairing_id=game.pk, data=data)


def enter(hall: Hall, line: str, token: str = "desk-1") -> "Page":
    return hall.client.post(hall.url("enter_line", 1), {"line": line, "client_token": token}, follow=True)


def test_a_typed_line_confirms_the_result_in_the_order_of_the_seats(hall: Hall) -> None:
    game = hall.games()[0]
    first, second = hall.numbers(game)
    answer = enter(hall, f"{second} 389 {first} 431")
    assert answer.status_code == 200
    result = Result.objects.get(pairing=game)
    assert (result.state, result.first_score, result.second_score) == ("confirmed", 431, 389)
    names = [seat.entry.name for seat in game.seats.order_by("position")]
    assert f"Table {game.table_number}: {names[0]} 431, {names[1]} 389" in text(answer)


def test_the_same_line_twice_is_one_result(hall: Hall) -> None:
    first, second = hall.numbers(hall.games()[0])
    for _tap in range(2):
        answer = enter(hall, f"{first} 431 {second} 389")
    assert Submission.objects.count() == 1
    assert "Already entered" in text(answer)


def test_a_different_score_for_a_confirmed_game_is_an_error(hall: Hall) -> None:
    first, second = hall.numbers(hall.games()[0])
    enter(hall, f"{first} 431 {second} 389")
    answer = enter(hall, f"{first} 432 {second} 389", token="desk-2")
    assert answer.status_code == 422
    assert "To change it, type “!” after the new result" in text(answer)
    assert Result.objects.get().first_score == 431


def test_a_forfeit_is_one_number(hall: Hall) -> None:
    game = hall.games()[0]
    _first, second = hall.numbers(game)
    enter(hall, f"{second} f")
    assert Result.objects.get(pairing=game).kind == "forfeit_win"


def test_a_bad_line_keeps_what_was_typed_and_says_why(hall: Hall) -> None:
    def check(line: str, says: str) -> None:
        (first, second), (other, _) = hall.numbers(hall.games()[0]), hall.numbers(hall.games()[1])
        typed = line.format(a=first, b=second, x=other)
        answer = enter(hall, typed)
        assert answer.status_code == 422
        assert says in text(answer)
        assert typed in text(answer)
        assert not Submission.objects.exists()

    check_each(
        [
            ("", "required"),
            ("abc", "not a whole number"),
            ("99 431 1 389", "no player 99"),
            ("{a} -1501 {b} 389", "-1501"),
            ("{a} 9999 {b} 389", "9999"),
            ("{a} 431 {x} 389", "not"),
            ("1 2 3 4 5 6 7 8", "four numbers"),
            ("x" * 1000, "at most"),
        ],
        check,
    )


def test_scores_beside_a_table(hall: Hall) -> None:
    game = hall.games()[1]
    address = hall.url("enter_scores", 1, game.pk)
    answer = hall.client.post(address, {"first_score": "400", "second_score": "0", "client_token": "t"})
    assert answer.status_code == 302
    assert Result.objects.get(pairing=game).second_score == 0


def test_a_table_of_three_is_typed_beside_it() -> None:
    hall = make_hall(players=3)
    factories.change(hall.scene.division, table_size=3)
    hall.publish()
    (game,) = hall.games()
    address = hall.url("enter_scores", 1, game.pk)
    refused = hall.client.post(address, {"tally": "320/281/", "client_token": "t"})
    assert refused.status_code == 422
    assert "Type a number for each seat, such as 320/281/305." in text(refused)
    assert hall.client.post(address, {"tally": "320-281-305", "client_token": "t"}).status_code == 302
    assert Result.objects.get(pairing=game).tally == "320/281/305"


def test_a_bye_has_no_scores() -> None:
    hall = make_running_hall(players=3)
    bye = Pairing.objects.get(kind="bye")
    scores = {"first_score": "400", "second_score": "0", "client_token": "t"}
    assert hall.client.post(hall.url("enter_scores", 1, bye.pk), scores).status_code == 404
    assert not Submission.objects.exists()


def test_bad_scores_beside_a_table_come_back_with_a_message(hall: Hall) -> None:
    def check(first: str, second: str) -> None:
        game = hall.games()[1]
        answer = hall.client.post(
            hall.url("enter_scores", 1, game.pk), {"first_score": first, "second_score": second, "client_token": "t"}
        )
        assert answer.status_code == 422
        assert "errorlist" in text(answer)
        assert not Submission.objects.exists()

    check_each([("-1501", "400"), ("abc", "400"), ("9999", "400"), ("", "400"), ("400", "4e2")], check)


def test_a_conflict_shows_both_reports_and_a_ruling_settles_it(hall: Hall) -> None:
    game = hall.games()[0]
    report(game, "first", 431, 389)
    report(game, "second", 431, 398)
    assert "conflict" in text(hall.client.get(hall.url("manage_round", 1)))
    page = text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    assert "389" in page
    assert "398" in page
    assert "The reports differ on the score of" in page
    version = Result.objects.get(pairing=game).version
    ruling = {"kind": "played", "first_score": "431", "second_score": "389", "reason": "", "expected_version": version}
    address = hall.url("rule_game", 1, game.pk)
    assert hall.client.post(address, ruling).status_code == 422
    assert hall.client.post(address, ruling | {"reason": "Both sheets seen"}).status_code == 302
    assert Result.objects.get(pairing=game).state == "confirmed"
    assert "Both sheets seen" in text(hall.client.get(hall.url("manage_game", 1, game.pk)))


def test_one_button_records_one_of_two_reports(hall: Hall) -> None:
    game = hall.games()[0]
    report(game, "first", 431, 389)
    report(game, "second", 431, 398)
    page = hall.client.get(hall.url("manage_game", 1, game.pk)).content.decode()
    (form,) = [form for form in re.findall(r"<form.*?</form>", page, re.DOTALL) if "431–398" in form]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
    answer = hall.client.post(hall.url("rule_game", 1, game.pk), sent, follow=True)
    result = Result.objects.get(pairing=game)
    assert (result.state, result.first_score, result.second_score) == ("confirmed", 431, 398)
    assert "): 431–398." in text(answer)
    again = hall.client.get(hall.url("manage_game", 1, game.pk)).content.decode()
    assert ">431–398</span>" not in again
    assert "Scoresheets compared" in again
    # a second director, whose page is older, overrules nobody
    assert hall.client.post(hall.url("rule_game", 1, game.pk), sent | {"first_score": "1"}).status_code == 422


def test_a_correction_keeps_history_and_shows_its_consequences(hall: Hall) -> None:
    game = hall.games()[0]
    first, second = hall.numbers(game)
    enter(hall, f"{first} 431 {second} 389")
    page = text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    assert "What your ruling changes" in page
    form = {
        "kind": "played",
        "first_score": "413",
        "second_score": "389",
        "reason": "Digits turned round",
        "expected_version": "1",
    }
    hall.client.post(hall.url("rule_game", 1, game.pk), form)
    assert Result.objects.get(pairing=game).first_score == 413
    stale = hall.client.post(hall.url("rule_game", 1, game.pk), form | {"first_score": "414"})
    assert stale.status_code == 422
    assert "changed while you were deciding" in text(stale)
    assert ResultRuling.objects.count() == 1


def test_a_special_result_has_no_scores(hall: Hall) -> None:
    game = hall.games()[0]
    form = {"kind": "double_forfeit", "first_score": "1", "second_score": "2", "reason": "No one came"}
    hall.client.post(hall.url("rule_game", 1, game.pk), form)
    result = Result.objects.get(pairing=game)
    assert (result.kind, result.first_score) == ("double_forfeit", None)


def test_a_ruling_of_no_known_kind_is_refused(hall: Hall) -> None:
    def check(kind: str) -> None:
        game = hall.games()[0]
        answer = hall.client.post(hall.url("rule_game", 1, game.pk), {"kind": kind, "reason": "x"})
        assert answer.status_code == 422
        assert not ResultRuling.objects.exists()

    check_each(["bye", "nonsense", ""], check)


def test_a_game_of_another_event_or_round_is_not_found(hall: Hall) -> None:
    other = make_hall("autumn")
    other.publish()
    foreign = other.games()[0].pk
    for name in ("manage_game", "rule_game", "enter_scores", "reissue_slip"):
        method = hall.client.get if name == "manage_game" else hall.client.post
        assert method(hall.url(name, 1, foreign)).status_code == 404
        assert method(hall.url(name, 2, hall.games()[0].pk)).status_code == 404


def test_a_replaced_slip_has_another_link(hall: Hall) -> None:
    game = hall.games()[0]
    Event.objects.update(table_links=True)
    before = text(hall.client.get(hall.url("print_slips", 1) + f"?game={game.pk}&strips=0"))
    hall.client.post(hall.url("reissue_slip", 1, game.pk), {"reason": "lost"})
    after = text(hall.client.get(hall.url("print_slips", 1) + f"?game={game.pk}&strips=0"))
    assert after.count("<svg") == 1
    old, new = (re.findall(r"type ([A-Z0-9]{5}) at", page) for page in (before, after))
    assert len(old) == len(new) == 1
    assert old != new
    assert [hall.client.get(f"/s/{code}/").status_code for code in (*old, *new)] == [404, 200]


def test_printed_lists_name_every_player(hall: Hall) -> None:
    for name in ("print_ranked", "print_alphabetical", "print_slips"):
        page = text(hall.client.get(hall.url(name, 1)))
        assert all(entry.name in page for entry in hall.scene.entries)
    page = text(hall.client.get(hall.url("print_standings")))
    assert all(entry.name in page for entry in hall.scene.entries)


def test_standings_after_nonsense_are_not_found(hall: Hall) -> None:
    def check(after: str) -> None:
        assert hall.client.get(hall.url("print_standings"), {"round": after}).status_code == 404

    check_each(["abc", "-1", "9999", "１"], check)


def test_a_reason_that_cannot_be_stored_leaves_the_slip(hall: Hall) -> None:
    def check(reason: str) -> None:
        game = hall.games()[0]
        answer = hall.client.post(hall.url("reissue_slip", 1, game.pk), {"reason": reason}, follow=True)
        assert "message-error" in text(answer)
        assert game.slip_links.filter(ended_at=None).count() == game.slip_links.count() == 1

    check_each(["x" * 501, "a\0b"], check)


def test_a_report_with_moves_links_to_its_record(hall: Hall) -> None:
    game = hall.games()[0]
    record = "#player1 A Ada\n#player2 B Bo\n>A: HELLO 8D HELLO +24 24\n"
    data = ScoresheetInput(
        side="first",
        channel="link",
        client_token="t",
        result=ResultInput(first_score=24, second_score=0),
        record=record.encode(),
    )
    submit_scoresheet(pairing_id=game.pk, data=data)
    page = text(hall.client.get(hall.url("manage_game", 1, game.pk)))
    assert "?record=" in page
    link = page.split('href="')
    (address,) = [part.split('"')[0] for part in link if "?record=" in part.split('"')[0]]
    assert hall.client.get(address).status_code == 200


def test_the_desk_and_a_player_who_differ_are_a_conflict_and_the_entry_is_kept(hall: Hall) -> None:
    game = hall.games()[0]
    report(game, "first", 431, 389)
    first, second = hall.numbers(game)
    answer = enter(hall, f"{first} 432 {second} 389")
    assert "in conflict" in text(answer)
    assert Result.objects.get(pairing=game).state == "conflict"
    assert Submission.objects.filter(pairing=game).count() == 2


def test_a_typing_error_is_put_right_by_the_line_with_a_mark(hall: Hall) -> None:
    game = hall.games()[0]
    first, second = hall.numbers(game)
    enter(hall, f"{first} 431 {second} 389")
    entry = Submission.objects.get()
    page = text(hall.client.get(hall.url("manage_round", 1) + f"?change=report-{entry.pk}"))
    assert f"{first} 431 {second} 389!" in page
    said = text(enter(hall, f"{first} 413 {second} 389!", token="desk-2"))
    assert " 413, " in said
    assert list(Submission.objects.order_by("pk").values_list("kind", flat=True)) == ["played", "undone", "played"]
    assert not ResultRuling.objects.exists()
    assert Result.objects.get().first_score == 413
    # later it is a correction, which only those may make who correct results
    Submission.objects.update(created_at=timezone.now() - timedelta(minutes=6))
    latest = Submission.objects.latest("pk")
    assert f"?change=report-{latest.pk}" not in text(hall.client.get(hall.url("manage_round", 1)))
    enter(hall, f"{first} 403 {second} 389 !", token="desk-3")
    assert ResultRuling.objects.get().reason == "typed again"
    assert Result.objects.get().first_score == 403
