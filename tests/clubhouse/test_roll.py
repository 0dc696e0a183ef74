"""The membership list: lines, who reads them, a file in and out again, and what erasure takes."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, transaction
from django.test import Client

from audit.models import ActionLog
from clubhouse.inputs import RollInput
from clubhouse.models import ClubNight, NightPlan, RollMember
from clubhouse.services.roll import add_member
from clubs.models import Club, Player, Role
from ratings.services.people import anonymise_player
from tests import factories
from tests.clubhouse.scene import Clubhouse
from tournaments.errors import TournamentError

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

FILE = """name,kind,joined,left,dues until,office,note
Ann Finch,full,2019-05-02,,2026-12-31,Chair,pays by card
Ben Wren,junior,2020-01-01,2021-01-01,,,
"""


def test_a_member_is_added_changed_and_taken_off(home: Clubhouse) -> None:
    assert home.post("roll/", name="Ann Finch", kind="full", joined_on="2019-05-02", office="Chair").status_code == 302
    member = RollMember.objects.get()
    assert (member.player.name, member.player.home_club) == ("Ann Finch", home.club)
    assert "is already on the membership list" in home.post("roll/", name="ann finch", kind="full").content.decode()
    bad = home.post(f"roll/{member.pk}/", kind="full", joined_on="2020-01-01", left_on="2019-01-01")
    assert (bad.status_code, "before the joining date" in bad.content.decode()) == (422, True)
    home.post(f"roll/{member.pk}/", kind="honorary", dues_until="2020-01-31", note="cash")
    member.refresh_from_db()
    assert (member.kind, str(member.dues_until), member.office) == ("honorary", "2020-01-31", "")
    page = home.get("roll/")
    assert "due</span>" in page
    assert "cash" in page
    home.post(f"roll/{member.pk}/", do="remove")
    assert not RollMember.objects.exists()
    assert Player.objects.filter(name="Ann Finch").exists(), "the player and the games stay"
    verbs = list(ActionLog.objects.filter(verb__startswith="roll.").order_by("pk").values_list("verb", flat=True))
    assert verbs == ["roll.added", "roll.changed", "roll.removed"]


def test_a_similar_name_is_asked_about(home: Clubhouse) -> None:
    home.post("roll/", name="Bartosz Vane", kind="full")
    asked = home.post("roll/", name="Bartos Vane", kind="full")
    assert asked.status_code == 422
    assert "Which player is this?" in asked.content.decode()
    assert home.post("roll/", name="Bartos Vane", kind="full", same_as="0").status_code == 302
    assert Player.objects.count() == 2


def test_only_directors_see_dues_and_names_are_shown_as_the_club_wants(home: Clubhouse) -> None:
    home.post("roll/", name="Ann Finch", kind="full", note="owes twelve", office="Chair")
    home.post("roll/", name="Ben Wren", kind="full")
    member = factories.member(home.club, home.director, Role.MEMBER)
    browsers = {"visitor": Client(), "member": Client()}
    browsers["member"].force_login(member)
    for client in browsers.values():
        assert client.get("/clubs/harbour/roll/").status_code in {302, 403}
        assert client.get("/clubs/harbour/roll/export.csv").status_code in {302, 403}
    for readers, expected in (("directors", ()), ("members", ("member",)), ("everybody", ("visitor", "member"))):
        Club.objects.update(roll_readers=readers)
        for who, client in browsers.items():
            page = home.get(who=client)
            assert "Ann Finch" in page, "who has an office stands on the page"
            assert ("Ben Wren" in page) == (who in expected), (readers, who)
            assert "owes twelve" not in page


def test_a_file_goes_in_and_comes_out_the_same(home: Clubhouse) -> None:
    home.post("roll/", name="Ann Finch", kind="guest")
    checked = home.post("roll/import/", text=FILE, do="check")
    assert "already on the list: details will be updated" in checked.content.decode()
    assert home.post("roll/import/", text=FILE, do="import").status_code == 302
    assert RollMember.objects.count() == 2
    exported = (
        home.client.get("/clubs/harbour/roll/export.csv").content.decode().lstrip("\N{ZERO WIDTH NO-BREAK SPACE}")
    )
    assert exported.replace("\r\n", "\n") == FILE
    assert "Ben Wren" not in home.get("roll/")
    assert "Ben Wren" in home.get("roll/?which=left")


def test_a_bad_file_is_named_by_line_and_imports_nothing(home: Clubhouse) -> None:
    faults = {
        "Cem,best,,,,,": "Line 4: “best” is not a kind",
        "Cem,full,2019,,,,": "Line 4: “2019” is not a date",
        ",full,,,,,": "Line 4: the name is missing",
        "ann finch,full,,,,,": "Line 4: “ann finch” is already on an earlier line",
        "Cem,full,2020-01-01,2019-01-01,,,": "Line 4: The leaving date",
    }
    for line, message in faults.items():
        answer = home.post("roll/import/", text=FILE + line, do="import")
        assert answer.status_code == 422
        assert message in answer.content.decode(), line
        assert not RollMember.objects.exists()
    assert "must name the columns" in home.post("roll/import/", text="Ann\nBen", do="check").content.decode()


def test_a_line_without_end_is_named_as_any_other(home: Clubhouse) -> None:
    for text in ("a" * 140_000, f"name,kind\n{'a' * 140_000},full\n"):
        assert home.post("roll/import/", text=text).status_code == 422


def test_a_formula_in_a_name_is_harmless_in_a_spreadsheet(home: Clubhouse) -> None:
    home.post("roll/", name="=1+1", kind="full", note="@x")
    exported = home.client.get("/clubs/harbour/roll/export.csv").content.decode()
    assert "'=1+1" in exported
    assert "'@x" in exported


def test_who_is_erased_leaves_the_roll(home: Clubhouse) -> None:
    home.post("roll/", name="Ann Finch", kind="full", note="owes twelve")
    anonymise_player(player=home.player("Ann Finch"), reason="asked", actor=home.director)
    assert not RollMember.objects.exists()


def test_the_database_refuses_what_cannot_be(home: Clubhouse) -> None:
    player = Player.objects.create(name="Ann", home_club=home.club)
    event = home.played("2019-05-02,Spring,1,Ann,Ben,431,389")[0]
    RollMember.objects.create(club=home.club, player=player)
    ClubNight.objects.create(event=event)
    plan: dict[str, Any] = {"club": home.club, "name": "N", "first_on": date(2026, 1, 1), "starts_at": "19:00"}
    wrong: dict[str, Callable[[], object]] = {
        "roll_member_once_per_club": lambda: RollMember.objects.create(club=home.club, player=player),
        "roll_member_known_kind": lambda: RollMember.objects.update(kind="x"),
        "roll_member_joined_before_leaving": lambda: RollMember.objects.update(
            joined_on=date(2020, 1, 2), left_on=date(2020, 1, 1)
        ),
        "night_plan_has_name": lambda: NightPlan.objects.create(**plan | {"name": ""}),
        "night_plan_known_repeats": lambda: NightPlan.objects.create(**plan | {"repeats": "x"}),
        "night_plan_minutes_in_range": lambda: NightPlan.objects.create(**plan | {"minutes": 1}),
        "club_known_roll_readers": lambda: Club.objects.update(roll_readers="x"),
    }

    for name, write in wrong.items():
        with pytest.raises(IntegrityError) as refused, transaction.atomic():
            write()
        columns = "club_id, clubhouse_rollmember.player_id" if name == "roll_member_once_per_club" else name
        assert name in str(refused.value) or columns in str(refused.value)


def test_the_home_takes_as_many_queries_for_one_row_as_for_three(home: Clubhouse) -> None:
    counts = []
    for year, name in enumerate(("Qfirst", "Wother", "Zlast"), start=2001):
        home.played(f"{year}-05-02,{name},1,{name}A,{name}B,400,300")
        home.post("roll/", name=f"{name} Member", kind="full", same_as="0")
        if year != 2002:
            client = Client()
            for page in ("", "events/", "roll/", "night/"):
                cache.clear()
                who = home.client if page in {"roll/", "night/"} else client
                counts.append((page, factories.queries(lambda who=who, page=page: home.get(page, who=who))))  # type: ignore[misc]
    assert counts[:4] == counts[4:]


def test_a_name_that_cannot_be_one_and_two_lines_of_one_player_are_named(home: Clubhouse) -> None:
    home.post("roll/", name="Bartosz Vane", kind="full")
    with pytest.raises(TournamentError, match="Give the player a name"):
        add_member(actor=home.director, club=home.club, name=" ", data=RollInput())
    with pytest.raises(TournamentError, match="up to 80"):
        add_member(actor=home.director, club=home.club, name="x" * 81, data=RollInput())
    text = "name,kind\nBartosz Vane,full\nBartos Vane,guest\n"
    who = {"who-bartos vane": home.player("Bartosz Vane").pk}
    answer = home.post("roll/import/", text=text, do="import", **who)
    assert "Line 3: “Bartos Vane” is already on an earlier line" in answer.content.decode()
    assert RollMember.objects.get().kind == "full"


def test_a_list_is_sent_as_a_file_of_a_size_that_is_read(home: Clubhouse) -> None:
    """Too long, too large, or no text: said, and nothing is imported."""
    lines = "name\n" + "".join(f"Ann {number}x\n" for number in range(2_001))
    for data, words in (
        (lines.encode(), "more than 2000 lines; import it in parts"),
        (b"x" * (1024 * 1024 + 1), "too large; import it in parts"),
        (b"\x00\x01\x02", "not a text file"),
    ):
        answer = home.post("roll/import/", do="import", file=SimpleUploadedFile("roll.csv", data))
        assert (answer.status_code, words in answer.content.decode()) == (422, True), words
    assert not RollMember.objects.exists()
    done = home.post("roll/import/", do="import", file=SimpleUploadedFile("roll.csv", FILE.encode()))
    assert (done.status_code, RollMember.objects.count()) == (302, 2)
