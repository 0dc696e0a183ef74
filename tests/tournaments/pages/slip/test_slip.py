"""The slip: a report from a phone without an account, good or bad, once or twice; by the players' own links."""

import itertools
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import User
from tests import factories
from tests.harness.seen import seen
from tests.walk import check_each
from tournaments.models import Pairing, Result, Round, SlipLink, Submission
from tournaments.services.results.slips import revoke_link, slip_key

pytestmark = pytest.mark.django_db

TYPED = "8D TRAIN 12\n7C GALE 14"
GCG = b"""#character-encoding UTF-8
#player1 ada Ada
#player2 ben Ben
>ada: TRAINSE 8D TRAIN +12 12
>ben: EEEEEEE -EEE +0 0
"""


class Slip:
    """One published game with its link, as a phone sees it."""

    def __init__(self) -> None:
        self.director: User = factories.user("director")
        self.division = factories.division(factories.club(self.director), self.director)
        factories.entries(self.division, self.director, 4)
        self.round: Round = factories.publish(self.division, self.director, 1)
        game = factories.games(self.round)[0]
        self.names = (game.first.name, game.second.name)
        self.pairing = Pairing.objects.get(pk=game.pairing_id)
        self.table = f"/s/{slip_key(SlipLink.objects.get(pairing=self.pairing))}/"
        self.paths = {side: factories.own_slip(self.pairing.pk, side) for side in ("first", "second")}
        self.path = self.paths["first"]
        self.client = Client(enforce_csrf_checks=True)

    def send(self, side: str = "first", first: Any = "400", second: Any = "380", **more: Any) -> Any:
        """Post the player's own form with a new token unless one is given."""
        data = {"first_score": first, "second_score": second, "client_token": str(uuid4()), **more}
        return self.client.post(self.paths[side], {key: value for key, value in data.items() if value is not None})

    def send_for(self, side: str | None, first: Any = "400", second: Any = "380") -> Any:
        """Post the form of the table's link, where one says who one is."""
        data = {"side": side, "first_score": first, "second_score": second, "client_token": str(uuid4())}
        return self.client.post(self.table, {key: value for key, value in data.items() if value is not None})


@pytest.fixture
def slip() -> Slip:
    return Slip()


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_the_page_says_who_plays_whom_where(slip: Slip) -> None:
    page = text(slip.client.get(slip.path))
    for words in (*slip.names, "round 1", "table 1", "plays first", "plays second", "Spring Open"):
        assert words in page
    assert 'inputmode="numeric"' in page


def test_the_key_stays_out_of_caches_and_referers(slip: Slip) -> None:
    for response in (
        slip.client.get(slip.path),
        slip.client.get(slip.table),
        slip.send(first="x"),
        slip.client.get("/s/nothing/"),
        slip.client.get("/p/nothing/1/"),
    ):
        assert "no-store" in response.headers["Cache-Control"]
        assert response.headers["Referrer-Policy"] == "no-referrer"
    assert set(slip.client.cookies) == {"wordhall-playing"}


def test_two_equal_reports_confirm(slip: Slip) -> None:
    waiting = slip.client.get(slip.send("first").url)
    assert "Waiting for the other player" in text(waiting)
    assert "Confirmed" in text(slip.client.get(slip.send("second").url))
    assert Result.objects.get(pairing=slip.pairing).state == "confirmed"


def test_two_different_reports_name_the_first_difference(slip: Slip) -> None:
    earlier = slip.send("first", "400", "380")
    page = text(slip.client.get(slip.send("second", "400", "381").url))
    assert "The reports differ" in page
    assert f"the score of {slip.names[1]}" in page
    assert "381" in page
    assert "380" in page
    assert "call the director" in page
    assert "The reports differ" in text(slip.client.get(earlier.url))


def test_a_correction_by_the_same_player_settles_it(slip: Slip) -> None:
    slip.send("first", "400", "380")
    wrong = slip.send("second", "400", "381")
    assert "Confirmed" in text(slip.client.get(slip.send("second", "400", "380").url))
    assert "You have sent a newer report since" in text(slip.client.get(wrong.url))


def test_a_double_tap_is_one_report(slip: Slip) -> None:
    token = str(uuid4())
    first, again = slip.send(client_token=token), slip.send(client_token=token)
    assert first.url == again.url
    assert Submission.objects.filter(pairing=slip.pairing).count() == 1


def test_a_token_with_other_values_is_not_swallowed(slip: Slip) -> None:
    token = str(uuid4())
    slip.send(client_token=token)
    refused = slip.send(client_token=token, first="401")
    assert refused.status_code == 422
    assert 'value="401"' in text(refused)
    assert token not in text(refused)
    assert Submission.objects.filter(pairing=slip.pairing).count() == 1


def test_a_retry_after_the_round_has_closed_is_answered(slip: Slip) -> None:
    token = str(uuid4())
    sent = slip.send(client_token=token)
    Round.objects.filter(pk=slip.round.pk).update(state="closed")
    assert slip.send(client_token=token).url == sent.url
    assert "Waiting for the other player" in text(slip.client.get(slip.path))
    assert "This round is closed" in text(slip.client.get(slip.paths["second"]))
    refused = slip.send(first="123")
    assert refused.status_code == 422
    assert "Round 1 is closed" in text(refused)
    assert 'value="123"' in text(refused)


def test_impossible_scores_are_named_and_nothing_typed_is_lost(slip: Slip) -> None:
    def check(score: str) -> None:
        response = slip.send("second", first=score, second="380", moves=TYPED)
        page = response.content.decode()
        assert response.status_code == 422
        assert f"The score of {slip.names[0]} must be a whole number from −1500 to 1500." in page
        assert f'value="{score}"' in page
        assert 'value="380"' in page
        assert TYPED in page
        assert not Submission.objects.exists()

    check_each(["-1501", "abc", "9999", "1501", "4.5", "1e3", "400 380", "９９９９", "9" * 5000], check)


def test_zero_is_a_score(slip: Slip) -> None:
    assert slip.send(first="0", second="0", sure="on").status_code == 302
    assert Submission.objects.get().first_score == 0


def test_full_width_digits_are_digits(slip: Slip) -> None:
    slip.send(first="４０１", second="380")
    assert Submission.objects.get().first_score == 401


def test_the_form_says_what_is_missing(slip: Slip) -> None:
    def check(data: dict[str, Any], message: str) -> None:
        if "record_file" in data:
            data = {**data, "record_file": SimpleUploadedFile("game.gcg", data["record_file"])}
        response = slip.send(**data)
        assert response.status_code == 422
        assert message.format(*slip.names) in text(response)
        assert not Submission.objects.exists()

    check_each(
        [
            ({"first": None}, "The score of {0} is missing."),
            ({"second": ""}, "The score of {1} is missing."),
            ({"first": None, "second": None}, "Enter both scores, or add the game"),
            ({"moves": TYPED, "record_file": GCG}, "not both"),
            ({"first": None, "second": None, "moves": TYPED}, "stops before the end of the game"),
            ({"moves": "A" * 20_001}, "20000"),
        ],
        check,
    )


def test_a_record_that_gives_no_scores_shows_its_findings_at_once(slip: Slip) -> None:
    page = text(slip.send(first=None, second=None, moves=TYPED))
    assert "The play scores 13; the record says 14." in page
    assert "8D TRAIN" in page


def test_a_record_with_errors_is_kept_with_its_findings(slip: Slip) -> None:
    sent = slip.send(moves=TYPED)
    page = text(slip.client.get(sent.url))
    assert "stored exactly as you sent it" in page
    assert "The play scores 13; the record says 14." in page
    record = Submission.objects.get().record
    assert record is not None
    assert bytes(record.original).decode().splitlines() == TYPED.splitlines()


def test_a_gcg_file(slip: Slip) -> None:
    sent = slip.send(record_file=SimpleUploadedFile("game.gcg", GCG))
    record = Submission.objects.get().record
    assert record is not None
    assert bytes(record.original) == GCG
    assert "8D TRAIN" in text(slip.client.get(sent.url))


def test_binary_rubbish_is_kept_and_named(slip: Slip) -> None:
    sent = slip.send(record_file=SimpleUploadedFile("photo.jpg", bytes(range(256)) * 64))
    assert "This is not a text file." in text(slip.client.get(sent.url))
    assert Result.objects.get(pairing=slip.pairing).first_score == 400


def test_an_empty_file_is_refused(slip: Slip) -> None:
    def check(content: bytes) -> None:
        response = slip.send(record_file=SimpleUploadedFile("game.gcg", content))
        assert response.status_code == 422
        assert "is empty" in text(response)
        assert 'value="400"' in text(response)

    check_each([b"", b"  \n "], check)


def test_fifty_megabytes_are_refused_and_the_scores_stay_typed(slip: Slip) -> None:
    response = slip.send(record_file=SimpleUploadedFile("film.mp4", b"x" * 50_000_000), moves="8D TRAIN 12")
    page = text(response)
    assert response.status_code == 422
    assert "The file is too large: the limit is 128 kB" in page
    assert 'value="400"' in page
    assert "8D TRAIN 12" in page
    assert not Submission.objects.exists()


def test_a_file_that_came_with_a_bad_score_is_not_lost(slip: Slip) -> None:
    response = slip.send(first="abc", record_file=SimpleUploadedFile("game.gcg", GCG))
    assert "The text from game.gcg is still below." in text(response)
    assert "ada: TRAINSE 8D TRAIN +12 12" in text(response)


def test_only_a_text_that_fits_is_put_into_the_box_of_moves(slip: Slip) -> None:
    for what, content in (("no text", bytes(range(256))), ("too long a text", b"8D TRAIN 12\n" * 2_000)):
        page = text(slip.send(first="abc", record_file=SimpleUploadedFile("game.gcg", content)))
        assert "must be a whole number" in page, what
        assert "The text from game.gcg is still below." not in page, what


def test_a_form_opened_before_the_pairings_were_changed_is_looked_at_again(slip: Slip) -> None:
    """Its scores are of another game: the page says whom they would count for, and takes them when they are sent again."""
    other = factories.games(slip.round)[1].pairing_id
    refused = slip.send(first="417", game=str(other))
    assert refused.status_code == 422
    assert f"The pairings were changed: this is now the game {slip.names[0]} – {slip.names[1]}." in text(refused)
    assert not Submission.objects.exists()
    form = refused.context["form"]
    assert (form["game"].value(), form["first_score"].value()) == (slip.pairing.pk, "417")
    assert slip.send(first="417", game=str(slip.pairing.pk)).status_code == 302


def test_an_unusual_score_is_taken_after_a_second_look(slip: Slip) -> None:
    refused = slip.send(first="1400", second="380")
    assert refused.status_code == 422
    assert "1400 – 380 would be a very unusual score." in text(refused)
    assert "Yes, these scores are right" in text(refused)
    assert not Submission.objects.exists()
    assert slip.send(first="1400", second="380", sure="on").status_code == 302
    assert Submission.objects.get().first_score == 1400


def test_the_check_shows_findings_beside_the_moves_and_the_board(slip: Slip) -> None:
    response = slip.client.post(f"{slip.path}check/", {"moves": TYPED + "\nrubbish"})
    part = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in part
    assert "The play scores 13; the record says 14." in part
    assert "is not a move" in part
    assert "(line 3)" in part
    assert '<table class="board board-15">' in part
    assert slip.names[0] in part
    assert not Submission.objects.exists()


def test_the_check_works_without_script(slip: Slip) -> None:
    page = text(slip.send(first="40", second=None, moves=TYPED, check="1"))
    assert "The play scores 13; the record says 14." in page
    assert 'value="40"' in page
    assert "Not sent yet. Please check this" not in page
    assert not Submission.objects.exists()


def test_the_check_answers_anything(slip: Slip) -> None:
    def check(moves: str) -> None:
        response = slip.client.post(f"{slip.path}check/", {"moves": moves})
        assert response.status_code == 200
        assert b"<script" not in response.content

    check_each(["", "   ", "\x00\x01", "8D", "9" * 100_000, "<script>alert(1)</script>", "#player1 \n>a: 8D"], check)


def test_an_unknown_key(client: Client) -> None:
    def check(tail: str, key: str) -> None:
        for response in (client.get(f"/s/{key}/{tail}"), client.post(f"/s/{key}/{tail}", {"moves": "8D TRAIN"})):
            assert response.status_code in {404, 405}
            assert b"Traceback" not in response.content

    check_each(
        itertools.product(
            ["", "check/", "sent/8a2f8f0e-0000-4000-8000-000000000000/"],
            ["nothing", "a" * 26, "x" * 3000, "%00", "..", "🙂"],
        ),
        check,
    )


def test_a_revoked_key_is_gone_and_its_successor_works(slip: Slip) -> None:
    link = revoke_link(actor=slip.director, pairing=slip.pairing, reason="lost")
    for response in (slip.client.get(slip.table), slip.send_for("first")):
        assert response.status_code == 410
        assert "has been replaced" in text(response)
    assert slip.client.get(f"/s/{slip_key(link)}/").status_code == 200


def test_a_report_is_seen_only_through_its_own_slip(slip: Slip) -> None:
    sent = slip.send()
    other = factories.games(slip.round)[1]
    token = sent.url.rstrip("/").rsplit("/", 1)[1]
    assert slip.client.get(f"{factories.own_slip(other.pairing_id)}sent/{token}/").status_code == 404
    assert slip.client.get(f"{slip.path}sent/{uuid4()}/").status_code == 404


def test_the_form_does_not_tell_what_the_other_player_reported(slip: Slip) -> None:
    slip.send("first", "417", "391")
    for path in (slip.paths["second"], slip.table):
        page = text(slip.client.get(path))
        assert "Final scores" in page
        assert "417" not in seen(page)
        assert "391" not in seen(page)


def test_a_signed_in_director_with_a_slip_is_a_player(slip: Slip) -> None:
    slip.client.force_login(slip.director)
    assert slip.send().status_code == 302
    submission = Submission.objects.get()
    assert submission.actor is None
    assert submission.channel == "link"
    assert submission.link is not None


def test_a_waiting_page_learns_of_the_other_report(slip: Slip) -> None:
    sent = slip.send("first")
    version = Result.objects.get(pairing=slip.pairing).version
    ask = f"{sent.url}?part=state&have={version}"
    assert slip.client.get(ask).status_code == 204
    slip.send("second")
    part = slip.client.get(ask)
    assert "Confirmed" in text(part)
    assert "<html" not in text(part)


def test_the_page_shows_a_ruling_against_the_report(slip: Slip) -> None:
    sent = slip.send("first", "400", "380")
    factories.agree(slip.pairing, 300, 200)
    factories.report(slip.pairing, "first", 400, 380)
    page = text(slip.client.get(sent.url))
    assert "A different result was confirmed" in page
    assert "300 – 200" in page


def test_a_bye_has_nothing_to_report() -> None:
    slip = Slip()
    Pairing.objects.filter(pk=slip.pairing.pk).update(kind="bye", table_number=None)
    slip.pairing.seats.filter(position=2).delete()
    assert "has a bye" in text(slip.client.get(slip.path))
    assert slip.send().status_code == 200
    assert not Submission.objects.exists()
