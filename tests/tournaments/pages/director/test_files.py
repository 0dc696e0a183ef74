"""The page of files: what to check, what each file cannot say; and events that come in from files, as they went out."""

import io
import re
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from games.models import GameRecord
from games.registry import GAMES
from ratings.services.pools import create_pool
from tests import factories
from tests.tournaments.scenes.hall import Hall, make_hall, make_running_hall, text
from tests.tournaments.scenes.rows import confirm
from tournaments.models import Division, Entry, Pairing, Result, Round
from tournaments.queries.exports import result_rows

pytestmark = pytest.mark.django_db


def played_hall(slug: str = "spring", players: int = 5) -> Hall:
    """Round 1 played, with a bye, and round 2 paired."""
    hall = make_running_hall(slug, players=players)
    for number, game in enumerate(hall.games()):
        confirm(game, 400 + number, 380 + number)
    hall.publish(2)
    return hall


def empty_division(hall: Hall, name: str = "B") -> str:
    """The address of another division's lists, with room for as many rounds."""
    division = hall.scene.division
    new = Division.objects.create(
        event=hall.scene.event, name=name, slug=name.lower(), position=2, settings=division.settings
    )
    return reverse("tournaments:check_roster", args=[hall.scene.event.slug, new.slug])


def rows(division: Division) -> list[dict[str, object]]:
    """The results without what an import gives anew."""
    return [{**row, "first_number": None, "second_number": None} for row in result_rows(division)]


def test_the_page_says_what_to_check_and_what_files_cannot_say() -> None:
    hall = played_hall()
    page = text(hall.client.get("/e/spring/manage/files/"))
    assert "5 players have no federation id: Ada Byron, " in page
    assert "Rounds paired: 2/3." in page
    assert "games without a result are left out (round: player)" in page
    assert "There are no public records yet." in page
    first, *others = Entry.objects.select_related("player").order_by("number")
    for entry in (*others, first):
        assert (
            f"{first.name} has no federation id." in text(hall.client.get("/e/spring/manage/files/")) or entry in others
        )
        entry.player.external_id = f"AA{entry.pk:06d}"
        entry.player.save()
    assert "no federation id" not in text(hall.client.get("/e/spring/manage/files/"))


def test_every_file_of_the_page_is_there() -> None:
    hall = played_hall()
    pool = create_pool(name="Club list", slug="club-list", club=hall.scene.club)
    factories.change(hall.scene.division, rating_pool=pool)
    page = text(hall.client.get("/e/spring/manage/files/"))
    ends = ("naspa.txt", ".tou", ".t", "tourney.js", "results.csv", "standings.csv", ".rt", "archive.zip")
    links = re.findall(r'<a class="button" href="([^"]+)"', page)
    for end in ends:
        found = [link for link in links if link.endswith((end, f"/{end.strip('.')}"))]
        assert found, (end, links)
        answer = hall.client.get(found[0])
        assert answer.status_code == 200, end
        saved = "attachment" in answer.get("Content-Disposition", "") or f'href="{found[0]}" download' in page
        assert saved, f"{end} is shown in the browser instead of being downloaded"
        content = b"".join(answer)  # read to its end, which closes a file
        assert content or end == ".rt", f"{end}: only a list that rates nobody is empty"


def test_a_division_that_no_file_can_hold_is_named() -> None:
    hall = played_hall()
    Division.objects.create(
        event=hall.scene.event,
        name="Cards",
        slug="w",
        position=2,
        game="wordbasket",
        rules_slug=GAMES["wordbasket"].default_rules,
    )
    page = text(hall.client.get("/e/spring/manage/files/"))
    assert "These files only hold two-player games with scores. Left out: " in page
    assert "Cards" in page


@pytest.mark.parametrize("kind", ["division.t", "results.csv", "tourney.js"])
def test_a_division_comes_in_as_it_went_out(kind: str) -> None:
    hall = played_hall()
    address = "/e/spring/tourney.js" if kind == "tourney.js" else f"/e/spring/a/{kind}"
    before = rows(hall.scene.division)
    data = {"text": hall.client.get(address).content.decode(), "part": "A"}
    check = empty_division(hall)
    page = text(hall.client.post(check, data))
    assert "The file has 2 rounds." in page
    form = {
        **data,
        "format": page.split('name="format" value="')[1].split('"')[0],
        "past": "1",
        "despite_double_booking": "1",
    }
    answer = hall.client.post(check.replace("check/", "import/"), form)
    assert answer.status_code == 302, text(answer)
    division = Division.objects.get(slug="b")
    assert Round.objects.filter(division=division).count() == 2
    assert rows(division) == before


def test_a_tou_file_comes_in_with_the_games_that_have_results() -> None:
    hall = played_hall()
    tou = hall.client.get("/e/spring/manage/files/event.tou")
    assert tou["Content-Disposition"] == 'attachment; filename="spring.tou"'
    check = empty_division(hall)
    page = text(hall.client.post(check, {"file": io.BytesIO(tou.content), "part": "a"}))
    assert "The file has 2 rounds." in page
    form = {"text": tou.content.decode(), "format": "tou", "part": "a", "past": "1", "despite_double_booking": "1"}
    assert hall.client.post(check.replace("check/", "import/"), form).status_code == 302
    played = [row for row in rows(hall.scene.division) if row["state"] == "confirmed"]
    imported = rows(Division.objects.get(slug="b"))
    assert [{**row, "table": None} for row in imported] == [{**row, "table": None} for row in played]


def test_results_of_players_who_are_entered_keep_their_ratings() -> None:
    hall = make_hall(players=3)
    table = "round,first_name,first_score,second_name,second_score\n1,Bruno Katz,400,Ada Byron,380\n1,Chiyo Mori,,,\n"
    check = hall.url("check_roster")
    assert "The file has 1 round." in text(hall.client.post(check, {"text": table}))
    answer = hall.client.post(hall.url("import_roster"), {"text": table, "format": "results", "past": "1"})
    assert answer.status_code == 302, text(answer)
    assert Entry.objects.filter(division=hall.scene.division, rating__isnull=False).count() == 3
    result = Result.objects.get(kind="played")
    assert (result.first_score, result.second_score) == (400, 380)
    assert Pairing.objects.get(kind="bye").seats.get().entry.name == "Chiyo Mori"
    assert (
        hall.client.post(hall.url("import_roster"), {"text": table, "format": "results", "past": "1"}).status_code
        == 422
    )


def test_a_file_with_several_divisions_asks_for_one_and_keeps_the_answer() -> None:
    hall = played_hall()
    Division.objects.create(event=hall.scene.event, name="Two", slug="two", position=3)
    naspa = text(hall.client.get("/e/spring/manage/files/naspa.txt")) + "#division X\nUma Li 1200 0; 50\n"
    check = empty_division(hall)
    page = text(hall.client.post(check, {"text": naspa}))
    assert "The file has 2 divisions: A, X." in page
    assert 'name="part"' in page
    page = text(hall.client.post(check, {"text": naspa, "format": "tsh", "part": "x"}))
    assert "Uma Li" in page
    assert 'name="part" value="x"' in page


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"#player1 a Ada\n>a: A 8H AB +6 6\n", "This is a GCG record of one game."),
        (b"config max_rounds = 5\ndivision A a.t\n", "This is a config.tsh"),
        (b"PK\x03\x04\x00\x00", "is a spreadsheet (Excel, LibreOffice) or a ZIP file"),
        (b"%PDF-1.7\x00", "is a PDF file"),
        (b"*M1.1.2020 x\r\n*A\r\nAda 2400 9\r\n", "opponent 9 is not in this file"),
        (b"newt={", "The script cannot be read"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_name(data: bytes, words: str) -> None:
    hall = make_hall(players=0)
    upload = io.BytesIO(data)
    upload.name = "list.bin"
    answer = hall.client.post(hall.url("check_roster"), {"file": upload})
    assert answer.status_code == 422
    page = text(answer)
    assert words in page or words[0].lower() + words[1:] in page
    assert not Entry.objects.exists()


def record_of(game: Pairing, data: bytes) -> None:
    """The game's result with a record of it."""
    record = GameRecord.objects.create(
        original=data,
        sha256="0" * 64,
        format="gcg",
        rules_slug="tournament",
        engine_version="1",
        verdict="ok",
        summary={},
        findings=[],
    )
    Result.objects.filter(pairing=game).update(record=record)


def test_all_public_records_in_one_archive() -> None:
    """Each as it was sent, by division, round and table; private ones are not in it."""
    hall = played_hall()
    first, second = hall.games()
    record_of(first, b"#player1 a Ada\r\n")
    record_of(second, b"private")
    Pairing.objects.filter(pk=second.pk).update(record_visibility="private")
    assert "1 public record, as GCG." in text(hall.client.get("/e/spring/manage/files/"))
    answer = hall.client.get("/e/spring/manage/files/games.zip")
    assert answer["Content-Disposition"] == 'attachment; filename="spring-games.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        (name,) = archive.namelist()
        assert name.startswith("a/r01-t01-")
        assert archive.read(name) == b"#player1 a Ada\r\n"
    assert hall.client.get("/e/spring/manage/files/games.zip").content == answer.content


def test_files_are_for_who_manages_the_event() -> None:
    played_hall()
    for path in ("", "naspa.txt", "event.tou", "games.zip"):
        assert Client().get(f"/e/spring/manage/files/{path}").status_code == 302
