"""Both scoresheets side by side: what differs, who accepts which line, and the record that comes of it."""

import re
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from clubs.models import User
from games.models import GameRecord
from tests import factories
from tests.tournaments.pages.slip.test_table_of_four import MOVES
from tests.tournaments.scenes.sheets import GAME, SCORES, hall, own_slip, send, table, text
from tournaments.models import Division, OpenQuestion, Pairing, Result, SheetMerge, Submission
from tournaments.services.events import copies, restore
from tournaments.services.events.backups import store_backup

pytestmark = pytest.mark.django_db

LINES = [line for line in GAME.splitlines() if line.startswith(">")]


@pytest.fixture
def division(director: User) -> Division:
    return hall(director)


def wrong(number: int) -> str:
    """The game with another score, and so another total, in one line; later totals as they would be added up."""
    nick, off, lines = LINES[number - 1].split(":")[0], 0, []
    for line in GAME.splitlines():
        if not line.startswith(">"):
            lines.append(line)
            continue
        *head, score, total = line.split()
        if line == LINES[number - 1]:
            off, score = 2, f"{int(score) + 2:+d}"
        lines.append(" ".join([*head, score, str(int(total) + (off if line.split(":")[0] == nick else 0))]))
    return "\n".join(lines)


def address(division: Division, name: str = "both_sheets") -> str:
    return reverse(f"tournaments:{name}", args=[division.event.slug, table(division).pk])


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def seen(client: Client, page: str) -> dict[str, str]:
    """Which two sheets the page shows, as its buttons send it."""
    return dict(re.findall(r'name="(first|second)" value="(\d+)"', client.get(page).content.decode()))


def tap(client: Client, page: str, accept: str) -> int:
    return client.post(page, {"accept": accept, **seen(client, page)}).status_code


def marked(html: str) -> list[str]:
    return re.findall(r'<tr id="line-(\d+)" class="differing"', html)


def test_an_official_settles_each_line_and_the_merged_record_counts(division: Division, director: User) -> None:
    send("Anna Lind", wrong(3))
    send("Ben Okoro", wrong(6))
    desk, page = signed_in(director), address(division)
    manage = reverse("tournaments:manage_game", args=[division.event.slug, division.slug, 1, table(division).pk])
    assert page in text(desk.get(manage))
    html = text(desk.get(page))
    assert marked(html) == ["3", "6"], "later totals are not marked again"
    assert "2 of 2 differing lines are still open" in html
    given = Result.objects.get(pairing=table(division)).record
    assert OpenQuestion.objects.filter(settled="", code="sheets_differ").exists()

    assert tap(desk, page, "3-1") == 302
    assert "1 of 2 differing lines is still open" in text(desk.get(page))
    assert Result.objects.get(pairing=table(division)).record == given, "not before every line is settled"
    assert tap(desk, page, "6-0") == 302
    assert "the merged record is the game’s record" in text(desk.get(page))

    result = Result.objects.get(pairing=table(division))
    merge = SheetMerge.objects.latest("pk")
    assert result.record == merge.record
    assert result.state == Result.State.CONFIRMED
    assert merge.choices == {"3": 1, "6": 0}
    assert {merge.first.side, merge.second.side} == {"first", "second"}, "its origin is kept"
    assert merge.record is not None
    written = bytes(merge.record.original).decode()
    plain = [" ".join(line.split()) for line in LINES]
    assert [line.split(":", 1)[1] for line in written.splitlines() if line.startswith(">")] == [
        line.split(":", 1)[1] for line in plain
    ]
    assert not OpenQuestion.objects.filter(settled="", code="sheets_differ").exists()
    sent = {bytes(one.record.original).decode().split(">")[0] for one in Submission.objects.all() if one.record}
    assert all("Merged" not in one for one in sent), "nobody's sheet is changed"
    assert "Merged" in written


def test_a_player_accepts_the_others_line_and_never_the_own_one(division: Division) -> None:
    anna = division.entries.get(name="Anna Lind").player
    anna.user = factories.user("anna")
    anna.save()
    client, page = signed_in(anna.user), address(division)
    send("Anna Lind", wrong(3))
    assert "no two scoresheets" in text(client.get(page))
    send("Ben Okoro", GAME)
    own = f"{own_slip('Ben Okoro')}sheets/"
    assert tap(Client(), own, "3-1") == 409
    html = text(client.get(page))
    assert 'value="3-1"' in html
    assert 'value="3-0"' not in html
    assert 'value="3-0"' in text(Client().get(own))
    assert tap(client, page, "3-0") == 409
    assert tap(client, page, "3-1") == 302
    assert SheetMerge.objects.get().side == "first"
    assert SheetMerge.objects.get().record is not None
    send("Anna Lind", GAME)
    assert "The two scoresheets agree" in text(client.get(page)), "a corrected sheet is compared anew"
    assert Result.objects.get(pairing=table(division)).record != SheetMerge.objects.get().record


def test_bad_taps_change_nothing(division: Division, director: User) -> None:
    send("Anna Lind", wrong(3))
    send("Ben Okoro", GAME)
    desk, page = signed_in(director), address(division)
    shown = seen(desk, page)
    for accept in ("", "x", "3", "3-2", "4-1", "999-1", "-1-1", "3-1-1", "9" * 30 + "-1"):
        assert desk.post(page, {"accept": accept, **shown}).status_code == 409, accept
    assert desk.post(page, {"accept": "3-1", "first": "1", "second": "2"}).status_code == 409
    assert desk.post(page, {"accept": "3-1"}).status_code == 409
    assert not SheetMerge.objects.exists()


def test_who_sees_both_sheets(division: Division, director: User) -> None:
    """Officials and the two players; a player who has sent no moves finds nothing out about the other sheet."""
    send("Anna Lind", wrong(3))
    send("Ben Okoro", GAME)
    users = factories.everybody(division.event.club, director)
    page = address(division)
    for who, user in users.items():
        expected = (
            200 if who in {"director", "assistant", "scorer", "word_judge", "check_in", "ratings_officer"} else 404
        )
        assert signed_in(user).get(page).status_code == expected, who
    assert Client().get(page).status_code == 302
    judge = signed_in(users["word_judge"])
    assert (
        "<button"
        not in judge.get(page).content.decode().split('class="table table-tight sheets"')[1].split("</table>")[0]
    )
    assert judge.post(page, {"accept": "3-1", "first": "1", "second": "2"}).status_code == 403
    assert Client().get(f"{own_slip('Cem Kaya')}sheets/").status_code == 200
    assert 'class="play' not in text(Client().get(f"{own_slip('Cem Kaya')}sheets/"))


@pytest.mark.postgres
def test_a_merge_is_of_two_reports_and_has_its_record_when_decided(division: Division) -> None:
    send("Anna Lind", wrong(3))
    send("Ben Okoro", GAME)
    one, two = Submission.objects.order_by("pk")
    record = GameRecord.objects.order_by("pk").first()
    right = {"pairing": table(division), "first": one, "second": two, "undecided": 0, "record": record, "side": "first"}
    for change, name in (
        ({"second": one}, "merge_of_two_reports"),
        ({"record": None}, "merge_has_record_when_decided"),
        ({"undecided": 1}, "merge_has_record_when_decided"),
        ({"side": "nobody"}, "merge_known_side"),
    ):
        with pytest.raises(IntegrityError, match=name), transaction.atomic():
            SheetMerge.objects.create(**{**right, **change})
    assert SCORES == (443, 284)


def report(game: Pairing, side: str, record: str) -> None:
    """A player's report by the own slip, with nothing but the moves."""
    form = {"client_token": str(uuid4()), "moves": record, "sure": "on"}
    answer = Client().post(factories.own_slip(game.pk, side), form, follow=True)
    assert "sent/" in answer.redirect_chain[-1][0], answer.context["form"].errors


def names_of(game: Pairing) -> list[str]:
    return [seat.entry.name for seat in game.seats.select_related("entry").order_by("position")]


def test_two_sheets_of_a_game_of_word_basket(director: User) -> None:
    division = factories.division(
        factories.club(director), director, game="wordbasket", rules_slug="word-basket", rule_options={"hand_size": 2}
    )
    factories.entries(division, director, 2)
    game = factories.publish(division, director, 1).pairings.get()
    head = "".join(f"#player {label} {name}\n" for label, name in zip("AB", names_of(game), strict=True))
    one = f"{head}start i\nA inkyo yo\nB yo-roppa ha\nA reach\nA hanabira ra\nA win\n"
    report(game, "first", one)
    report(game, "second", one.replace("inkyo yo", "inko ko").replace("yo-roppa", "kobune").replace("A reach\n", ""))
    page, desk = address_of(game), signed_in(director)
    html = text(desk.get(page))
    assert marked(html) == ["2", "3"], "reach that one sheet leaves out is no difference"
    assert "Lines are compared by player, word and card" in html
    assert f"{names_of(game)[0]} いんきょ よ" in html
    assert tap(desk, page, "all-0") == 302
    result = Result.objects.get()
    merge = SheetMerge.objects.get()
    assert result.record == merge.record is not None
    written = bytes(merge.record.original).decode()
    assert written.startswith("#wordbasket 1\n#description Merged")
    assert [line for line in written.splitlines() if not line.startswith("#")] == [
        "start い", "A いんきょ よ", "B よーろっぱ は", "A reach", "A はなびら ら", "A win"
    ]  # fmt: skip
    assert not OpenQuestion.objects.filter(settled="", code="basket_sheets_differ").exists()
    for ending, holds in (("basket", "A はなびら ら"), ("json", '"はなびら"')):
        file = Client().get(reverse("tournaments:written_record", args=[division.event.slug, game.pk, ending]))
        assert holds in file.content.decode(), ending


def address_of(game: Pairing) -> str:
    return reverse("tournaments:both_sheets", args=[game.round.division.event.slug, game.pk])


def test_three_sheets_of_a_table_of_four_two_at_a_time(director: User) -> None:
    division = factories.division(factories.club(director), director, table_size=4, rules_slug="gujarati-club")
    factories.entries(division, director, 4)
    game = factories.publish(division, director, 1).pairings.get()
    names = names_of(game)
    sheet = "\n".join(f"{names[seat]}: {move}" for seat, move in MOVES)
    report(game, "first", sheet)
    report(game, "second", sheet)
    report(game, "fourth", sheet.replace("TRAIN", "TRAIL"))
    page, desk = address_of(game), signed_in(director)
    html = text(desk.get(page))
    assert marked(html) == ["1"], "the first two sheets agree: it shows two that differ"
    assert len(re.findall(r'href="[^"]*[?]pair=', html)) == 3
    fourth = factories.own_slip(game.pk, "fourth") + "sheets/"
    assert len(re.findall(r'href="[^"]*[?]pair=', text(Client().get(fourth)))) == 2, "only with the own sheet"
    ids = dict(Submission.objects.values_list("side", "pk"))
    assert marked(text(desk.get(f"{page}?pair={ids['first']}-{ids['second']}"))) == []
    assert marked(text(desk.get(f"{page}?pair={ids['second']}-{ids['fourth']}"))) == ["1"]
    odd = Client().get(f"{fourth}?pair={ids['first']}-{ids['second']}")
    assert marked(text(odd)) == ["1"], "others' sheets are not a player's business"
    assert tap(desk, f"{page}?pair={ids['second']}-{ids['fourth']}", "1-0") == 302
    merge = SheetMerge.objects.get()
    assert (merge.first_id, merge.second_id, merge.undecided) == (ids["second"], ids["fourth"], 0)
    assert Result.objects.get().record == merge.record is not None
    assert b"8D TRAIN" in bytes(merge.record.original)


@pytest.mark.postgres
def test_accepted_lines_are_facts_of_the_event(division: Division, director: User) -> None:
    """A copy has them with its own reports, restoring brings them back, and the result keeps the merged record."""
    send("Anna Lind", wrong(3))
    send("Ben Okoro", wrong(6))
    desk, page = signed_in(director), address(division)
    tap(desk, page, "3-1")
    backup = store_backup(actor=director, event=division.event, why="one line accepted")
    tap(desk, page, "6-0")
    both = store_backup(actor=director, event=division.event, why="both lines accepted")
    merged_record = Result.objects.get(pairing=table(division)).record_id
    assert "1 accepted line of a scoresheet." in restore.restore_losses(division.event, backup)
    restore.restore_event(actor=director, event=division.event, backup_id=backup.pk, reason="x")
    assert SheetMerge.objects.count() == 1
    assert "1 of 2 differing lines is still open" in text(desk.get(page))
    restore.restore_event(actor=director, event=division.event, backup_id=both.pk, reason="y")
    assert Result.objects.get(pairing=table(division)).record_id == merged_record
    send("Cem Kaya", "")  # another game's report changes nothing here
    assert "the merged record is the game’s record" in text(desk.get(page))
    copy = copies.make_test_copy(actor=director, event=division.event)
    merge = SheetMerge.objects.filter(pairing__round__division__event=copy).latest("pk")
    assert merge.first.pairing_id == merge.second.pairing_id == merge.pairing_id
    assert merge.record_id == merged_record == merge.pairing.result.record_id
