"""Which edition judges: the one an event fixes; for records by themselves the one in force on the day."""

import json
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client
from pytest_django import Settings

from audit.models import ActionLog
from clubs.models import Club, Membership, User
from games.crossword.game import CROSSWORD
from games.engine.crossword.rules import RULE_SETS
from lexicon.engine.alphabets import ALPHABETS
from lexicon.engine.spelling import SpeltLexicon, spelt
from lexicon.models import Lexicon, LexiconVersion
from lexicon.queries import current_version, edition_on, open_spelt, open_version, version_on
from lexicon.services import install_shipped
from lexicon.services.editions import set_validity
from lexicon.services.uploads import UploadError, compile_upload, confirm_upload
from tests import factories
from tests.harness.seen import seen
from tests.lexicon.services.test_uploads import in_force, sent
from tests.lexicon.shipped import share_shipped

pytestmark = pytest.mark.postgres

RECORD = b"#character-encoding UTF-8\n#player1 Ann Ann\n#player2 Bob Bob\n>Ann: QIABCDE 8H QI +22 22\n"


@pytest.fixture(autouse=True)
def _data(settings: Settings, tmp_path: Path) -> None:
    """Lists of these tests lie apart."""
    share_shipped(tmp_path)
    settings.WORDHALL_DATA = tmp_path


@pytest.fixture
def editions(club: Club, director: User) -> tuple[LexiconVersion, LexiconVersion]:
    """QI came in with the edition of 2024."""
    old = in_force(sent(club, director, b"za\n", label="2018", valid_from=date(2018, 3, 1)), director)
    new = in_force(
        sent(club, director, b"za\nqi\n", lexicon_id=old.lexicon_id, label="2024", valid_from=date(2024, 2, 1)),
        director,
    )
    return old, new


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("day", "edition"),
    [("2018-02-28", None), ("2018-03-01", 0), ("2024-01-31", 0), ("2024-02-01", 1), ("2030-01-01", 1)],
)
def test_the_edition_in_force_on_a_day(
    editions: tuple[LexiconVersion, LexiconVersion], day: str, edition: int | None
) -> None:
    found = version_on(editions[0].lexicon, date.fromisoformat(day))
    assert found == (None if edition is None else editions[edition])


def checked(tmp_path: Path, *options: str) -> str:
    path = tmp_path / "game.gcg"
    path.write_bytes(RECORD)
    out = StringIO()
    call_command("check_records", str(path), *options, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_records_are_judged_by_the_edition_of_their_day(
    editions: tuple[LexiconVersion, LexiconVersion], tmp_path: Path
) -> None:
    slug = editions[0].lexicon.slug
    before = checked(tmp_path, "--lexicon", slug, "--on", "2020-05-05")
    after = checked(tmp_path, "--lexicon", slug, "--on", "2024-05-05")
    assert "QI" in before.split("words by")[0]
    assert "QI" not in after.split("words by")[0]
    assert before.rstrip().endswith("words by House words (2018)")
    assert after.rstrip().endswith("words by House words (2024)")
    notice = json.loads(checked(tmp_path, "--lexicon", slug, "--on", "2020-05-05", "--format", "json"))["lexicon"]
    assert notice == {"name": "House words", "edition": "2018", "checksum": editions[0].checksum}
    with pytest.raises(
        CommandError, match=r"No edition .* in force on 2011-01-01; there is: 2018 \(2018-03-01 to …\); 2024"
    ):
        checked(tmp_path, "--lexicon", slug, "--on", "2011-01-01")


@pytest.mark.django_db
def test_a_record_that_names_its_day_is_judged_by_it_and_on_is_for_the_others(
    editions: tuple[LexiconVersion, LexiconVersion], tmp_path: Path
) -> None:
    slug = editions[0].lexicon.slug
    days = {
        "early": b"#date 2020-05-05\n",
        "late": b"#title Open, 5 May 2024\n",
        "none": b"",
        "old": b"#date 2011-01-01\n",
    }
    for name, heading in days.items():
        (tmp_path / f"{name}.gcg").write_bytes(RECORD.replace(b"#player1", heading + b"#player1", 1))
    out = StringIO()
    call_command(
        "check_records", str(tmp_path), "--lexicon", slug, "--on", "2024-06-06", "--format", "json", stdout=out
    )
    notice = json.loads(out.getvalue())
    found = {
        Path(file["path"]).stem: (file["played_on"], any("QI" in one["message"] for one in file["findings"]))
        for file in notice["files"]
    }
    assert found == {
        "early": ("2020-05-05", True),
        "late": ("2024-05-05", False),
        "none": (None, False),
        "old": ("2011-01-01", False),
    }
    assert [edition["edition"] for edition in notice["editions"]] == ["2024", "2018"]
    text = StringIO()
    call_command("check_records", str(tmp_path), "--lexicon", slug, "--on", "2020-06-06", stdout=text)
    assert text.getvalue().splitlines()[-3:] == [
        "words by House words (2018)",
        "words by House words (2024)",
        "no edition was in force on 2011-01-01: judged as records without a day",
    ]


@pytest.mark.django_db
def test_the_day_needs_a_dictionary_and_must_be_a_date(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--lexicon NAME"):
        checked(tmp_path, "--on", "2020-05-05")
    with pytest.raises(CommandError, match="such as 2026-03-01"):
        checked(tmp_path, "--lexicon", "en", "--on", "yesterday")


@pytest.mark.django_db
def test_a_spanish_game_is_judged_by_its_tiles() -> None:
    """CH, LL and RR are tiles of the set and of the dictionary; C and H laid as two make no word."""
    spanish = install_shipped(slug="es")
    rules = RULE_SETS["tournament"].with_options(tile_set="es")
    good = b"#character-encoding UTF-8\n#player1 Ana Ana\n#player2 Eva Eva\n>Ana: [CH]O[RR]OABC 8H [CH]O[RR]O +30 30\n"
    bad = good.replace(b"[CH]O[RR]OABC 8H [CH]O[RR]O", b"[CH]O[RR]XABC 8H [CH]O[RR]X")
    assert not [
        found for found in CROSSWORD.check(good, rules=rules, dictionary=spanish).findings if "CHORRO" in found.message
    ]
    assert any("CHORRX" in found.message for found in CROSSWORD.check(bad, rules=rules, dictionary=spanish).findings)


@pytest.mark.django_db
def test_a_list_whose_tiles_are_letters_is_passed_on_as_it_is(dictionary: LexiconVersion) -> None:
    assert open_spelt(dictionary) is open_version(dictionary)
    spanish = install_shipped(slug="es")
    words = open_spelt(spanish)
    assert isinstance(words, SpeltLexicon)
    assert words is open_spelt(spanish)
    assert "CHORRILLO" in words
    assert not any(word in words for word in ("C|HORRO", "KILO", "", 7))
    assert len(words) == spanish.word_count
    assert "CHORRO" in set(words)
    assert spelt(open_version(dictionary), ALPHABETS["en"]) is open_version(dictionary)


@pytest.mark.django_db
def test_the_page_shows_all_there_is_to_an_edition(
    editions: tuple[LexiconVersion, LexiconVersion], client: Client, director: User
) -> None:
    """Language, tiles, who sees it, days, words, checksum; which one is in force today."""
    client.force_login(director)
    page = client.get(f"/dictionaries/{editions[0].lexicon.slug}/").content.decode()
    for shown in ("English", "A B C D E", "Club members", "1 Mar 2018", "1 Feb 2024", editions[0].checksum):
        assert shown in page
    assert page.count("in force today") == 1
    assert page.index("Edition 2024") < page.index("in force today") < page.index("Edition 2018")


@pytest.mark.django_db
def test_the_days_are_changed_in_the_browser(
    editions: tuple[LexiconVersion, LexiconVersion], client: Client, director: User
) -> None:
    old, new = editions
    client.force_login(director)
    address = f"/dictionaries/{old.lexicon.slug}/editions/{{}}/"
    answer = client.post(address.format(new.pk), {"valid_from": "2025-01-01", "valid_to": ""})
    assert answer.status_code == 302
    assert version_on(old.lexicon, date(2024, 12, 31)) == old
    entry = ActionLog.objects.get(verb="lexicon.validity")
    assert (entry.before, entry.after) == ({"from": "2024-02-01", "to": ""}, {"from": "2025-01-01", "to": ""})
    for data, message in (
        ({"valid_from": "2025-01-01"}, "Another edition of this dictionary starts that day."),
        ({"valid_from": "2020-01-01", "valid_to": "2019-01-01"}, "last day is before its first"),
        ({"valid_from": "soon"}, "Enter a valid date"),
    ):
        answer = client.post(address.format(old.pk), data)
        assert answer.status_code == 422
        assert message in answer.content.decode()
    old.refresh_from_db()
    assert old.valid_from == date(2018, 3, 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("who", "status"),
    [("director", 302), ("scorer", 403), ("member", 403), ("outsider", 404), (None, 302)],
)
def test_only_managers_change_the_days(
    editions: tuple[LexiconVersion, LexiconVersion],
    club: Club,
    director: User,
    client: Client,
    who: str | None,
    status: int,
) -> None:
    if who in {"scorer", "member"}:
        user = factories.user(who)
        Membership.objects.create(club=club, user=user, role=who)
        client.force_login(user)
    elif who is not None:
        client.force_login(director if who == "director" else factories.user(who))
    address = f"/dictionaries/{editions[0].lexicon.slug}/editions/{editions[0].pk}/"
    answer = client.post(address, {"valid_from": "2017-01-01"})
    assert answer.status_code == status
    editions[0].refresh_from_db()
    assert (editions[0].valid_from == date(2017, 1, 1)) is (who == "director")


@pytest.mark.django_db
def test_the_sites_own_dictionaries_are_the_operators(
    dictionary: LexiconVersion, client: Client, director: User
) -> None:
    address = f"/dictionaries/en/editions/{dictionary.pk}/"
    client.force_login(director)
    assert client.post(address, {"valid_from": "2017-01-01"}).status_code == 403
    director.is_superuser = True
    director.save(update_fields=["is_superuser"])
    assert client.post(address, {"valid_from": "2017-01-01"}).status_code == 302


@pytest.mark.django_db
def test_two_editions_never_begin_on_the_same_day(
    editions: tuple[LexiconVersion, LexiconVersion], club: Club, director: User
) -> None:
    old, new = editions
    with pytest.raises(IntegrityError, match=r"lexiconversion_one_begins_a_day|valid_from"), transaction.atomic():
        LexiconVersion.objects.filter(pk=new.pk).update(valid_from=old.valid_from)
    with pytest.raises(UploadError, match="starts that day"):
        sent(club, director, lexicon_id=old.lexicon_id, label="3", valid_from=old.valid_from)
    with pytest.raises(UploadError, match="before its first"):
        sent(club, director, label="3", name="Other", valid_from=date(2020, 1, 2), valid_to=date(2020, 1, 1))
    upload = sent(club, director, b"ox\n", lexicon_id=old.lexicon_id, label="3", valid_from=date(2019, 1, 1))
    set_validity(actor=director, version=old, valid_from=date(2019, 1, 1), valid_to=None)  # taken meanwhile
    confirm_upload(actor=director, upload=upload)
    compile_upload(upload_id=upload.pk)
    upload.refresh_from_db()
    assert upload.state == "failed"
    assert "same day" in upload.error


@pytest.mark.django_db
def test_an_edition_that_ended_is_in_force_no_longer(
    editions: tuple[LexiconVersion, LexiconVersion], director: User
) -> None:
    old, new = editions
    set_validity(actor=director, version=new, valid_from=new.valid_from, valid_to=date(2024, 12, 31))
    for day, expected in ((date(2024, 12, 31), new), (date(2025, 1, 1), old)):
        assert version_on(old.lexicon, day) == edition_on([old, LexiconVersion.objects.get(pk=new.pk)], day) == expected


@pytest.mark.django_db
def test_an_edition_of_the_future_is_not_used_yet(
    editions: tuple[LexiconVersion, LexiconVersion], club: Club, director: User, client: Client
) -> None:
    """Pages, the terminal and default choices answer by the edition in force today."""
    old, new = editions
    set_validity(actor=director, version=new, valid_from=date(2999, 1, 1), valid_to=None)
    assert current_version(old.lexicon) == old
    with pytest.raises(SystemExit):
        call_command("judge", "qi", lexicon=old.lexicon.slug, stdout=StringIO())
    call_command("judge", "qi", lexicon=old.lexicon.slug, edition="2024", stdout=StringIO())
    client.force_login(director)
    assert "edition 2018" in client.get("/dictionaries/").content.decode()
    studied = client.get(f"/dictionaries/{old.lexicon.slug}/words/", {"kind": "prefix", "q": "Q"}).content.decode()
    assert "QI" not in seen(studied)
    set_validity(actor=director, version=old, valid_from=date(2998, 1, 1), valid_to=None)
    assert current_version(Lexicon.objects.get(pk=old.lexicon_id)) == new  # none is in force: the newest


@pytest.mark.django_db
def test_on_a_site_without_dictionaries_the_programs_own_list_judges_every_day(tmp_path: Path) -> None:
    """Records of two days and of none: one list for all of them, named once at the end."""
    for name, line in (("one", b"#date 2020-05-05\n"), ("two", b"#date 2023-11-30\n"), ("undated", b"")):
        (tmp_path / f"{name}.gcg").write_bytes(RECORD.replace(b"#player1", line + b"#player1", 1))
    out = StringIO()
    call_command("check_records", str(tmp_path), "--lexicon=en", "--on=2024-05-05", "--summary", stdout=out)
    lines = out.getvalue().splitlines()
    assert not any("phoney" in line for line in lines)
    assert lines[-1].startswith("words by Open English (SCOWL)")
    assert sum(line.startswith("words by") for line in lines) == 1
