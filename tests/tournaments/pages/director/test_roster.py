"""Players: typed, pasted, uploaded; withdrawn and returned."""

import io
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.tournaments.scenes.hall import Hall, make_hall, text
from tests.walk import check_each
from tournaments.forms.entries import MAX_ROSTER_BYTES
from tournaments.models import Entry

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Page

pytestmark = pytest.mark.django_db

CSV = "name,rating\nNora Quist,1612\nOtto Vale,\nPia Rowe,1480\n"
TSH = "Quist, Nora 1612 2 3; 431 389\nVale, Otto 0 1 0; 389 50\nRowe, Pia 1480 0 1; 50 380\n"


@pytest.fixture
def hall() -> Hall:
    return make_hall(players=2)


def names(hall: Hall) -> list[str]:
    return list(Entry.objects.filter(division=hall.scene.division).values_list("name", flat=True))


def send_list(hall: Hall, **form: object) -> "Page":
    return hall.client.post(hall.url("check_roster"), form)


def test_a_typed_player_gets_the_next_number(hall: Hall) -> None:
    answer = hall.client.post(hall.url("add_entry"), {"name": " Nora Quist ", "rating": "1612"}, follow=True)
    entry = Entry.objects.get(name="Nora Quist")
    assert (entry.number, entry.rating) == (3, 1612)
    assert "Nora Quist is number 3" in text(answer)


def test_an_invalid_player_is_shown_at_the_field(hall: Hall) -> None:
    def check(form: dict[str, str], field: str) -> None:
        answer = hall.client.post(hall.url("add_entry"), form)
        assert answer.status_code == 422
        assert answer.context["entry_form"].errors[field]
        assert len(names(hall)) == 2

    check_each(
        [
            ({"name": "", "rating": ""}, "name"),
            ({"name": "x" * 81, "rating": ""}, "name"),
            ({"name": "a\0b", "rating": ""}, "name"),
            ({"name": "Nora", "rating": "-1"}, "rating"),
            ({"name": "Nora", "rating": "abc"}, "rating"),
            ({"name": "Nora", "rating": "99999"}, "rating"),
            ({"name": "ada byron", "rating": ""}, "__all__"),  # already entered: another of the name?
        ],
        check,
    )


def test_a_dry_run_writes_nothing_and_confirming_enters_all(hall: Hall) -> None:
    page = send_list(hall, text=CSV)
    assert page.status_code == 200
    assert "3 players will be entered" in text(page)
    assert len(names(hall)) == 2
    hall.client.post(hall.url("import_roster"), {"text": page.context["text"], "format": page.context["format"]})
    assert names(hall)[2:] == ["Nora Quist", "Otto Vale", "Pia Rowe"]
    to_pair = f'href="{hall.url("manage_round", 1)}">Pair round 1</a>'
    assert to_pair in text(hall.client.get(hall.url("manage_roster")))
    again = send_list(hall, text=CSV)
    assert "already entered" in text(again)
    hall.draft()
    assert ">Check the draft of round 1</a>" in text(hall.client.get(hall.url("manage_roster")))
    hall.publish()
    assert to_pair not in text(hall.client.get(hall.url("manage_roster")))


def test_files_of_both_formats_are_read(hall: Hall) -> None:
    def check(name: str, data: bytes) -> None:
        page = send_list(hall, file=SimpleUploadedFile(name, data))
        assert page.status_code == 200, text(page)
        assert [row.rating for row in page.context["preview"].rows] == [1612, None, 1480]

    check_each([("club.csv", CSV.encode()), ("a.t", TSH.encode()), ("A.T", TSH.encode("latin-1"))], check)


def test_pasted_tsh_lines_are_recognised(hall: Hall) -> None:
    assert send_list(hall, text=TSH).context["format"] == "tsh"


def test_a_list_with_the_same_name_twice_is_refused_as_a_whole(hall: Hall) -> None:
    page = send_list(hall, text=CSV + "Nora Quist,1500\n")
    assert page.status_code == 422
    assert [problem.line for problem in page.context["preview"].problems] == [5]
    assert "Nothing was imported" in text(page)
    forced = hall.client.post(hall.url("import_roster"), {"text": CSV + "Nora Quist,1500\n", "format": "csv"})
    assert forced.status_code == 422
    assert len(names(hall)) == 2


def test_every_bad_line_is_shown_with_reason_and_remedy(hall: Hall) -> None:
    def check(line: str) -> None:
        page = send_list(hall, text=CSV.replace("Pia Rowe,1480", line).replace("Nora Quist,1612", "Rita Sund,1612"))
        (problem,) = page.context["preview"].problems
        assert problem.line == 4
        assert problem.message
        assert problem.remedy
        assert page.status_code == 422

    check_each(["Nora Quist,abc", "Nora Quist,-5", "Nora Quist,999999", ",1500", "x" * 200 + ",1500"], check)


def test_a_fifty_megabyte_upload_gets_a_message(hall: Hall) -> None:
    upload = io.BytesIO(b"Nora Quist,1612\n" * (50 * 1024 * 1024 // 16))
    upload.name = "huge.csv"
    page = send_list(hall, file=upload)
    assert page.status_code == 413
    assert "too large" in text(page)
    assert str(MAX_ROSTER_BYTES // 1024) in text(page)


def test_binary_rubbish_gets_a_message(hall: Hall) -> None:
    page = send_list(hall, file=SimpleUploadedFile("photo.csv", bytes(range(256)) * 40))
    assert page.status_code == 422
    assert "not a text file" in text(page)


def test_an_empty_import_gets_a_message(hall: Hall) -> None:
    def check(form: dict[str, str]) -> None:
        assert send_list(hall, **form).status_code == 422
        assert hall.client.post(hall.url("import_roster"), form).status_code == 422
        assert len(names(hall)) == 2

    check_each(
        [
            {},
            {"text": "  \n"},
            {"text": "# only a comment", "format": "tsh"},
            {"text": CSV, "format": "nonsense"},
            {"text": "a\0b"},
        ],
        check,
    )


def test_text_and_file_together_are_refused(hall: Hall) -> None:
    page = send_list(hall, text=CSV, file=SimpleUploadedFile("club.csv", CSV.encode()))
    assert page.context["roster_form"].errors["file"]


def test_withdrawing_and_returning(hall: Hall) -> None:
    entry = hall.scene.entries[0]
    address = hall.url("withdraw_entry", entry.pk)
    assert "Withdraw Ada Byron?" in text(hall.client.get(address))
    for bad in ("", "-1", "abc", "9999"):
        assert hall.client.post(address, {"after_round": bad}).status_code == 422
    hall.client.post(address, {"after_round": "0", "reason": "ill"})
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == ("withdrawn", 0)
    assert "withdrawn" in text(hall.client.get(hall.url("manage_roster")))
    hall.client.post(hall.url("return_entry", entry.pk), {"reason": "well again"})
    entry.refresh_from_db()
    assert (entry.status, entry.withdrawn_after) == ("active", None)


def test_a_player_of_another_event_is_not_found(hall: Hall) -> None:
    foreign = make_hall("autumn").scene.entries[0].pk
    for name in ("withdraw_entry", "return_entry"):
        assert hall.client.get(hall.url(name, foreign)).status_code == 404
        assert hall.client.post(hall.url(name, foreign), {"after_round": "0"}).status_code == 404


def test_names_are_shown_as_text(hall: Hall) -> None:
    page = send_list(hall, text="name,rating\n<script>alert(1)</script>,1500\n")
    assert "<script>alert(1)</script>" not in text(page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text(page)


def test_the_roster_reads_the_same_number_of_rows_whatever_its_size(django_assert_num_queries) -> None:  # type: ignore[no-untyped-def]
    for slug, players in (("small", 3), ("large", 30)):
        hall = make_hall(slug, players=players)
        with django_assert_num_queries(15):
            assert hall.client.get(hall.url("manage_roster")).status_code == 200
